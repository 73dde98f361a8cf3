/* SPDX-License-Identifier: MIT */
/* Cross-fades that interrupt each other without end: never an error, weights sum to 1, nothing jumps. */
#include "player_fixture.h"

#include <stdint.h>

#define FARTHEST 29.0 /* From "Sink" at -5 to the end of "Move" at 24. */

static uint64_t state_of_chance = 5;

static uint32_t roll(uint32_t sides)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % sides;
}

static uint32_t tap(const stage *on, const char *name, double fade)
{
    return play(
        on, name,
        &(pav_play_options){
            .mode_set = true, .mode = PAV_PLAY_MODE_LOOP, .fade = {.seconds = fade}, .cross_fade = true});
}

/* How many there are, the sum of their weights, and what that shows which shows least: of all, and of those
 * that leave already. */
typedef struct crowd {
    uint32_t count;
    double sum;
    double least;
    double least_leaving;
} crowd;

static crowd look(const stage *on)
{
    crowd seen = {.least = 1, .least_leaving = 1};
    uint32_t playback;
    for (; (playback = pav_player_playback(on->player, seen.count)) != PAV_NONE; seen.count++) {
        const pav_playback_state state = state_of(on, playback);
        CHECK(state.fade >= 0 && state.fade <= 1);
        seen.sum += state.effective_weight;
        seen.least = fmin(seen.least, state.effective_weight);
        if (state.leaving) {
            seen.least_leaving = fmin(seen.least_leaving, state.effective_weight);
        }
    }
    return seen;
}

/* ---- Regular taps ---- */

/* The weight that gives up its place is less than what the fade has moved since the last tap. */
static void taps_at_any_pace_never_fail(void)
{
    static const double paces[] = {0.2, 0.15, 0.1, 0.05, 1 / 60.0, 1e-3};
    static const char *const names[] = {"Sink", "Pose", "Move"};
    for (int pace = 0; pace < 6; pace++) {
        stage on = open_stage(0);
        tap(&on, names[0], 0);
        for (int i = 1; i < 500; i++) {
            const double before = update_x(&on, paces[pace]);
            const crowd seen = look(&on);
            const double given = seen.count == 16 ? seen.least : 0;
            CHECK_NEAR(seen.sum, 1, 1e-12);
            CHECK(seen.count <= 16 && given <= paces[pace] / 0.3 + 1e-12);
            tap(&on, names[i % 3], 0.3);
            CHECK_NEAR(update_x(&on, 0), before, given * FARTHEST + 1e-5);
        }
        update_x(&on, 0.3);
        update_x(&on, 0);
        CHECK(look(&on).count == 1);
        close_stage(&on);
    }
}

static void of_one_clip_nothing_jumps_at_all(void)
{
    stage on = open_stage(3);
    tap(&on, "Pose", 0);
    for (int i = 0; i < 100; i++) {
        tap(&on, "Pose", 0.3);
        CHECK_NEAR(update_x(&on, 0.1), 4, 1e-6);
        CHECK_NEAR(look(&on).sum, 1, 1e-12);
    }
    close_stage(&on);
}

static void two_that_alternate_start_anew(void)
{
    stage on = open_stage(0);
    uint32_t last = tap(&on, "Pose", 0);
    for (int i = 0; i < 1000; i++) {
        const uint32_t playback = tap(&on, i % 2 ? "Move" : "Sink", 0.3);
        CHECK(playback != last && state_of(&on, playback).time == 0);
        update_x(&on, 0.02);
        const crowd seen = look(&on);
        CHECK(seen.count <= 16);
        CHECK_NEAR(seen.sum, 1, 1e-12);
        last = playback;
    }
    close_stage(&on);
}

static void a_fade_back_goes_on_with_what_is_leaving(void)
{
    stage on = open_stage(0);
    const uint32_t sink = tap(&on, "Sink", 0), move = tap(&on, "Move", 0.3);
    const pav_fade fade = {.seconds = 0.3};
    for (int i = 0; i < 1000; i++) {
        update_x(&on, 0.03);
        CHECK(pav_player_cross_fade(on.player, PAV_ALL, i % 2 ? move : sink, &fade) == PAV_OK);
        CHECK(look(&on).count == 2);
        update_x(&on, 0);
        CHECK_NEAR(look(&on).sum, 1, 1e-12);
    }
    CHECK_NEAR(state_of(&on, move).time, 30, 1e-9);
    close_stage(&on);
}

/* ---- Random taps ---- */

static double random_interval(void)
{
    static const double intervals[] = {0, 0, 1e-9, 1e-3, 1 / 60.0, 0.1, 0.2, 3};
    const uint32_t choice = roll(12);
    return choice < 8 ? intervals[choice] : roll(1000) / 2000.0;
}

static void tap_at_random(const stage *on, bool layered)
{
    static const char *const names[] = {"Move", "Sink", "Pose"};
    const pav_play_options options = {
        .mode_set = true,
        .mode = PAV_PLAY_MODE_LOOP,
        .speed_set = true,
        .speed = (double)roll(5) - 2,
        .priority = layered ? (int32_t)roll(3) : 0,
        .fade = {.seconds = roll(8) ? roll(1000) / 500.0 : 0, .curve = (pav_fade_curve)roll(4)},
        .cross_fade = true,
    };
    play(on, names[roll(3)], &options);
}

static void ten_thousand_random_taps(uint32_t capacity, bool layered)
{
    stage on = open_stage(capacity);
    tap(&on, "Pose", 0);
    update_x(&on, 0);
    for (int i = 0; i < 10000; i++) {
        const double interval = random_interval(), before = update_x(&on, interval);
        const crowd seen = look(&on);
        const double given = seen.count < capacity ? 0 : layered ? seen.least_leaving : seen.least;
        tap_at_random(&on, layered);
        if (!CHECK(seen.count <= capacity) || !CHECK_NEAR(seen.sum, 1, 1e-12) ||
            !CHECK(given <= 1.0 / (layered ? capacity - 1 : capacity) + 1e-12) ||
            (state_of(&on, pav_player_playback(on.player, look(&on).count - 1)).fade == 0 &&
             !CHECK_NEAR(update_x(&on, 0), before, given * FARTHEST + 1e-4))) {
            exit(1);
        }
    }
    close_stage(&on);
}

static void random_taps_never_fail(void)
{
    ten_thousand_random_taps(16, false);
    ten_thousand_random_taps(3, false);
    ten_thousand_random_taps(2, false);
    ten_thousand_random_taps(16, true);
}

/* ---- Who gives up its place ---- */

static void the_lightest_gives_its_part_to_another_play_of_its_clip(void)
{
    stage on = open_stage(4);
    tap(&on, "Pose", 0);
    update_x(&on, 0);
    const pav_play_options linear = {.cross_fade = true, .fade = {.seconds = 1}};
    const uint32_t lightest = play(&on, "Sink", &linear);
    update_x(&on, 0.125);
    const uint32_t other = play(&on, "Move", &linear);
    update_x(&on, 0.25);
    const uint32_t same = play(&on, "Sink", &linear);
    const double before = update_x(&on, 0.5);
    const double part = state_of(&on, lightest).fade, own = state_of(&on, same).fade;
    CHECK_NEAR(part, 0.125 * 0.75 * 0.5, 1e-12);
    const double unchanged = state_of(&on, other).fade;
    play(&on, "Pose", &linear);
    pav_playback_state gone;
    CHECK(pav_player_get(on.player, lightest, &gone) == PAV_ERROR_NAME);
    CHECK_NEAR(state_of(&on, same).fade, own + part, 1e-12);
    CHECK_NEAR(state_of(&on, other).fade, unchanged, 1e-12);
    CHECK_NEAR(update_x(&on, 0), before, 1e-5);
    close_stage(&on);
}

/* What came last shows less than what it has begun to replace. */
static void of_two_places_that_is_taken_which_shows_less(void)
{
    for (int late = 0; late <= 1; late++) {
        stage on = open_stage(2);
        const uint32_t pose = tap(&on, "Pose", 0);
        update_x(&on, 0);
        const uint32_t sink = tap(&on, "Sink", 1);
        const double before = update_x(&on, late ? 0.75 : 0.125);
        const uint32_t next = tap(&on, "Move", 1);
        CHECK(pav_player_playback(on.player, 0) == (late ? sink : pose));
        CHECK(pav_player_playback(on.player, 1) == next);
        CHECK_NEAR(update_x(&on, 0), late ? -5 : 4, 1e-6); /* a float's rounding */
        CHECK(fabs(update_x(&on, 0) - before) <= 9 * 0.25);
        CHECK_NEAR(look(&on).sum, 1, 1e-12);
        close_stage(&on);
    }
}

/* It is heavier than what leaves in sight, and shows nothing. */
static void what_is_hidden_gives_up_its_place_first(void)
{
    stage on = open_stage(4);
    const pav_fade fade = {.seconds = 1};
    const uint32_t hidden = play(&on, "Pose", &(pav_play_options){.priority = -1});
    tap(&on, "Sink", 0);
    update_x(&on, 0);
    tap(&on, "Pose", 1);
    CHECK(pav_player_fade_out(on.player, hidden, &fade) == PAV_OK);
    update_x(&on, 0.25);
    tap(&on, "Move", 1);
    const double before = update_x(&on, 0.25);
    pav_playback_state gone;
    CHECK(state_of(&on, hidden).fade == 0.5);
    tap(&on, "Sink", 1);
    CHECK(pav_player_get(on.player, hidden, &gone) == PAV_ERROR_NAME);
    CHECK_NEAR(update_x(&on, 0), before, 1e-5); /* floats' rounding */
    close_stage(&on);
}

static void what_fades_out_alone_goes_to_what_lies_below(void)
{
    stage on = open_stage(2);
    play(&on, "Pose", &(pav_play_options){.priority = -1});
    const uint32_t sink = play(&on, "Sink", NULL);
    CHECK(pav_player_fade_out(on.player, sink, &(pav_fade){.seconds = 1}) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0.75), 4 * 0.75 - 5 * 0.25, 1e-5);
    play(&on, "Move", &(pav_play_options){.fade = {.seconds = 1}});
    CHECK_NEAR(update_x(&on, 0), 4, 0);
    close_stage(&on);
}

static void a_transition_finds_room_too(void)
{
    stage on = open_stage(3);
    const uint32_t sink = play(&on, "Sink", NULL), pose = play(&on, "Pose", NULL);
    const pav_transition next = {.clip = clip(&on, "Sink")};
    CHECK(pav_player_cross_fade(on.player, sink, pose, &(pav_fade){.seconds = 1}) == PAV_OK);
    update_x(&on, 0.5);
    pav_error error;
    CHECK(pav_player_play(on.player, clip(&on, "Move"), &(pav_play_options){.then = &next}, NULL, &error) ==
          PAV_OK);
    CHECK(look(&on).count == 2);
    CHECK(pav_player_play(on.player, clip(&on, "Move"), NULL, NULL, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "clip \"Move\": 2 playbacks are there already");
    close_stage(&on);
}

static void a_play_that_is_refused_takes_nobodys_place(void)
{
    stage on = open_stage(2);
    const uint32_t sink = play(&on, "Sink", NULL);
    play(&on, "Pose", NULL);
    CHECK(pav_player_fade_out(on.player, sink, &(pav_fade){.seconds = 1}) == PAV_OK);
    const pav_transition none = {.clip = 99}, some = {.clip = clip(&on, "Sink")};
    CHECK(pav_player_play(on.player, clip(&on, "Move"), &(pav_play_options){.then = &none}, NULL, NULL) ==
          PAV_ERROR_NAME);
    CHECK(pav_player_play(on.player, clip(&on, "Move"), &(pav_play_options){.then = &some}, NULL, NULL) ==
          PAV_ERROR_FULL);
    CHECK(state_of(&on, sink).leaving);
    close_stage(&on);
}

static void what_the_program_applies_itself_finds_room_too(void)
{
    stage on = open_stage(20);
    tap(&on, "Pose", 0);
    for (int i = 0; i < 40; i++) {
        update_x(&on, 0.01);
        tap(&on, "Pose", 0.3);
        CHECK(pav_clip_apply(on.scene, pav_player_binding(on.player), clip(&on, "Sink"), NULL, 0, 1, -1) ==
              PAV_OK);
    }
    CHECK_NEAR(update_x(&on, 0), 4, 1e-5);
    CHECK(look(&on).count == 15);
    CHECK_NEAR(look(&on).sum, 1, 1e-12);
    close_stage(&on);
}

int main(void)
{
    RUN(taps_at_any_pace_never_fail);
    RUN(of_one_clip_nothing_jumps_at_all);
    RUN(two_that_alternate_start_anew);
    RUN(a_fade_back_goes_on_with_what_is_leaving);
    RUN(random_taps_never_fail);
    RUN(the_lightest_gives_its_part_to_another_play_of_its_clip);
    RUN(of_two_places_that_is_taken_which_shows_less);
    RUN(what_is_hidden_gives_up_its_place_first);
    RUN(what_fades_out_alone_goes_to_what_lies_below);
    RUN(a_transition_finds_room_too);
    RUN(a_play_that_is_refused_takes_nobodys_place);
    RUN(what_the_program_applies_itself_finds_room_too);
    return test_end();
}
