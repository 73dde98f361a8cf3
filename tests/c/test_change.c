/* SPDX-License-Identifier: MIT */
/* What is changed of a playback while it plays: priority, weight, speed, mask, loop count, play mode. */
#include "event_fixture.h"
#include "player_fixture.h"

enum { REST_X = 1, SINK_X = -5, POSE_X = 4 };

static const pav_play_mode STAY = PAV_PLAY_MODE_STAY, LOOP = PAV_PLAY_MODE_LOOP,
                           TURN = PAV_PLAY_MODE_PING_PONG;

/* The clip "Move" standing where its x is 24 times `start`. */
static uint32_t stand(const stage *on, double start)
{
    return play_move(on, STAY, 0, start);
}

static double share(const stage *on, uint32_t playback)
{
    return state_of(on, playback).effective_weight;
}

/* ---- Priority, weight, speed, mask ---- */

static void a_new_priority_counts_in_the_next_update(void)
{
    stage on = open_stage(0);
    const uint32_t move = stand(&on, 0.25), sink = play(&on, "Sink", NULL);
    CHECK_NEAR(update_x(&on, 0), (6 + SINK_X) / 2.0, 1e-6);
    CHECK(pav_player_set_priority(on.player, sink, 1) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), SINK_X, 1e-6);
    CHECK(pav_player_set_weight(on.player, sink, 0.25f) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), 0.25 * SINK_X + 0.75 * 6, 1e-6);
    CHECK_NEAR(share(&on, sink), 0.25, 1e-12);
    CHECK_NEAR(share(&on, move), 0.75, 1e-12);
    CHECK(pav_player_set_priority(on.player, sink, -1) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), 6, 1e-6);
    CHECK(state_of(&on, sink).priority == -1 && state_of(&on, sink).effective_priority == -1);
    CHECK_NEAR(share(&on, sink), 0, 0);
    close_stage(&on);
}

/* "Pose" has half of everything, the fade the other half; then what was faded to has all. */
static void a_priority_set_in_a_cross_fade_counts_when_it_is_over(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", NULL);
    const uint32_t pose =
        play(&on, "Pose", &(pav_play_options){.priority = 1, .weight_set = true, .weight = 0.5f});
    const uint32_t move = stand(&on, 0.5);
    pav_player_fade_out(on.player, move, NULL);
    CHECK(pav_player_cross_fade(on.player, sink, move, &(pav_fade){.seconds = 1}) == PAV_OK);
    for (int step = 1; step < 8; step++) {
        const double part = step / 8.0;
        CHECK_NEAR(update_x(&on, 0.125), 0.5 * POSE_X + 0.5 * (part * 12 + (1 - part) * SINK_X), 1e-5);
        CHECK_NEAR(share(&on, sink) + share(&on, pose) + share(&on, move), 1, 1e-12);
        CHECK(pav_player_set_priority(on.player, step % 2 ? move : sink, 2) == PAV_OK);
        CHECK(state_of(&on, move).priority == 2 && state_of(&on, move).effective_priority == 0);
    }
    CHECK_NEAR(update_x(&on, 0.125), 12, 1e-5);
    CHECK(state_of(&on, move).effective_priority == 2);
    CHECK_NEAR(share(&on, move), 1, 0);
    close_stage(&on);
}

static void a_new_weight_and_speed_leave_the_fade_as_it_is(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", NULL);
    const uint32_t move = play_move(&on, LOOP, 1, 0);
    pav_player_fade_out(on.player, move, NULL);
    const pav_fade fade = {.seconds = 1, .curve = PAV_FADE_CURVE_EASE_IN};
    CHECK(pav_player_cross_fade(on.player, sink, move, &fade) == PAV_OK);
    update_x(&on, 0.25);
    CHECK(pav_player_set_weight(on.player, move, 0.5f) == PAV_OK);
    CHECK(pav_player_set_speed(on.player, move, -2) == PAV_OK);
    /* Half of what the fade gives it stays at rest: at a quarter of it, 3/4 of the clip. */
    CHECK_NEAR(update_x(&on, 0.25), 0.125 * 18 + 0.75 * SINK_X + 0.125 * REST_X, 1e-5);
    CHECK_NEAR(state_of(&on, move).fade, 0.25, 1e-12);
    CHECK_NEAR(state_of(&on, move).fade_left, 0.5, 1e-12);
    CHECK(state_of(&on, move).fade_curve == PAV_FADE_CURVE_EASE_IN);
    close_stage(&on);
}

static void a_mask_comes_and_goes(void)
{
    stage on = open_stage(0);
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(on.scene);
    const uint32_t move = stand(&on, 0.25);
    pav_mask *mask;
    CHECK(pav_mask_create(document, &(pav_mask_options){.weight = 1}, &mask, NULL) == PAV_OK);
    CHECK(pav_mask_set_node(mask, CUBE, false, 0.5f) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), 6, 1e-6);
    CHECK(pav_player_set_mask(on.player, move, mask) == PAV_OK);
    CHECK(pav_player_set_mask(on.player, move, mask) == PAV_OK);
    CHECK(state_of(&on, move).mask == mask);
    pav_mask_destroy(mask); /* The playback holds it. */
    CHECK_NEAR(update_x(&on, 0), (6 + REST_X) / 2.0, 1e-6);
    CHECK(pav_player_set_mask(on.player, move, NULL) == PAV_OK && !state_of(&on, move).mask);
    CHECK_NEAR(update_x(&on, 0), 6, 1e-6);
    close_stage(&on);
}

/* ---- Loop count: what a change, and then 9 seconds, tell ---- */

static void the_pass_that_it_is_in_is_run_to_its_end(void)
{
    static const struct {
        pav_play_mode mode;
        double speed, start;
        uint32_t before;
        double step;
        uint32_t after;
        const char *told;
        double end;
    } cases[] = {
        {LOOP, 1, 0, 0, 3.25, 1, " half end finished", 1},
        {LOOP, 1, 0, 5, 1.25, 2, " half end finished", 1},
        {LOOP, 1, 0, 5, 1.25, 1, " half end finished", 1},
        {LOOP, 1, 0, 2, 1.25, 4, " half end looped start half end looped start half end finished", 1},
        {LOOP, 1, 0, 0, 2, 1, " half end finished", 1},
        {LOOP, -1, 3, 5, 1.25, 2, " half start finished", 0},
        {LOOP, -1, 3, 0, 1.25, 3, " half start looped end half start finished", 0},
        {TURN, 1, 0, 0, 1.25, 1, " half start finished", 0},
        {TURN, 1, 0, 0, 1.25, 3, " half start looped half end finished", 1},
        /* Held: there are more, as many, fewer. */
        {LOOP, 1, 0, 2, 9, 4, " start half end looped start half end finished", 1},
        {LOOP, 1, 0, 2, 9, 2, "", 1},
        {LOOP, 1, 0, 2, 9, 1, "", 1},
        {TURN, 1, 0, 1, 9, 2, " half start finished", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        drum on;
        uint32_t handle;
        pav_playback_state state;
        open_drum(&on, NULL);
        const pav_play_options options = {.mode_set = true,
                                          .mode = cases[i].mode,
                                          .speed_set = true,
                                          .speed = cases[i].speed,
                                          .start_set = true,
                                          .start = cases[i].start,
                                          .loop_count = cases[i].before};
        CHECK(pav_player_play(on.player, on.beat, &options, &handle, NULL) == PAV_OK);
        step(&on, cases[i].step);
        CHECK(pav_player_get(on.player, handle, &state) == PAV_OK);
        const double shown = state.clip_time;
        for (int again = 0; again < 2; again++) { /* The same again changes nothing. */
            CHECK(pav_player_set_loop_count(on.player, handle, cases[i].after) == PAV_OK);
        }
        CHECK(pav_player_get(on.player, handle, &state) == PAV_OK);
        CHECK(state.loop_count == cases[i].after);
        CHECK(*cases[i].told == '\0' || cases[i].step == 9 || state.clip_time == shown);
        CHECK_TEXT(step(&on, 9), cases[i].told);
        CHECK(pav_player_get(on.player, handle, &state) == PAV_OK);
        CHECK(state.finished && state.clip_time == cases[i].end);
        close_drum(&on);
    }
}

static void a_counted_loop_that_is_held_may_become_endless(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t handle = beat(&on, LOOP, 1, 0);
    CHECK(pav_player_set_loop_count(on.player, handle, 2) == PAV_OK);
    CHECK_TEXT(step(&on, 9), " start half end looped start half end finished");
    CHECK(pav_player_set_loop_count(on.player, handle, 0) == PAV_OK);
    CHECK_TEXT(step(&on, 0), " start");
    CHECK_TEXT(step(&on, 1), " half end looped start");
    close_drum(&on);
}

/* ---- Play mode ---- */

static void the_clip_goes_on_from_the_moment_that_it_shows(void)
{
    static const struct {
        pav_play_mode before, after;
        double speed, start;
        uint32_t loop_count;
        double step, shown;
        const char *told; /* In two seconds. */
        double end;
    } cases[] = {
        {LOOP, PAV_PLAY_MODE_STAY, 1, 0, 0, 3.25, 0.25, " half end finished", 1},
        {LOOP, PAV_PLAY_MODE_ONCE, 1, 0, 0, 3.25, 0.25, " half end finished", 1},
        {LOOP, PAV_PLAY_MODE_STAY, -1, 3, 0, 1.25, 0.75, " half start finished", 0},
        {LOOP, PAV_PLAY_MODE_PING_PONG, 1, 0, 0, 3.25, 0.25, " half end looped half start looped", 0.25},
        {LOOP, PAV_PLAY_MODE_PING_PONG, 1, 0, 0, 2.25, 0.25, " half end looped half start looped", 0.25},
        {LOOP, PAV_PLAY_MODE_PING_PONG, 1, 0, 3, 1.25, 0.25, " half end looped half start finished", 0},
        {TURN, PAV_PLAY_MODE_LOOP, 1, 0, 0, 1.25, 0.75, " end looped start half end looped start half", 0.75},
        {TURN, PAV_PLAY_MODE_LOOP, 1, 0, 3, 1.25, 0.75, " end looped start half end finished", 1},
        {TURN, PAV_PLAY_MODE_STAY, 1, 0, 0, 1.25, 0.75, " end finished", 1},
        {STAY, PAV_PLAY_MODE_LOOP, 1, 0, 0, 0.25, 0.25, " half end looped start half end looped start", 0.25},
        /* Held. */
        {STAY, PAV_PLAY_MODE_LOOP, 1, 0, 0, 5, 0, " start half end looped start half end looped start", 0},
        {STAY, PAV_PLAY_MODE_LOOP, -1, 1, 0, 5, 0, " end half start looped end half start looped end", 0},
        {STAY, PAV_PLAY_MODE_PING_PONG, 1, 0, 0, 5, 1, " half start looped half end looped", 1},
        {LOOP, PAV_PLAY_MODE_PING_PONG, 1, 0, 2, 5, 1, " half start looped half end finished", 1},
        {TURN, PAV_PLAY_MODE_LOOP, 1, 0, 2, 5, 0, " half end looped start half end finished", 1},
        {LOOP, PAV_PLAY_MODE_STAY, 1, 0, 2, 5, 1, "", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        drum on;
        uint32_t handle;
        pav_playback_state state;
        open_drum(&on, NULL);
        const pav_play_options options = {.mode_set = true,
                                          .mode = cases[i].before,
                                          .speed_set = true,
                                          .speed = cases[i].speed,
                                          .start_set = true,
                                          .start = cases[i].start,
                                          .loop_count = cases[i].loop_count};
        CHECK(pav_player_play(on.player, on.beat, &options, &handle, NULL) == PAV_OK);
        step(&on, cases[i].step);
        CHECK(pav_player_set_mode(on.player, handle, cases[i].after) == PAV_OK);
        CHECK(pav_player_get(on.player, handle, &state) == PAV_OK);
        CHECK(state.mode == cases[i].after && state.loop_count == cases[i].loop_count);
        CHECK_NEAR(state.clip_time, cases[i].shown, 0);
        CHECK_TEXT(step(&on, 2), cases[i].told);
        CHECK(pav_player_get(on.player, handle, &state) == PAV_OK);
        CHECK_NEAR(state.clip_time, cases[i].end, 0);
        close_drum(&on);
    }
}

static void the_same_mode_changes_nothing(void)
{
    stage on = open_stage(0);
    const uint32_t move = play_move(&on, LOOP, 1, 0);
    update_x(&on, 3.25);
    CHECK(pav_player_set_mode(on.player, move, LOOP) == PAV_OK);
    CHECK(state_of(&on, move).time == 3.25 && state_of(&on, move).loops == 3);
    close_stage(&on);
}

/* ---- Speed ---- */

static void an_end_is_told_again_when_it_was_left_in_the_same_update(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t handle = beat(&on, STAY, 1, 0);
    CHECK_TEXT(step(&on, 9), " start half end finished");
    CHECK(pav_player_set_speed(on.player, handle, -1) == PAV_OK);
    CHECK_TEXT(step(&on, 9), " half start finished");
    CHECK(pav_player_set_speed(on.player, handle, 1) == PAV_OK);
    CHECK_TEXT(step(&on, 9), " half end finished");
    close_drum(&on);
}

static void what_is_gone_is_not_changed(void)
{
    stage on = open_stage(0);
    CHECK(pav_player_set_priority(on.player, 3, 0) == PAV_ERROR_NAME);
    CHECK(pav_player_set_mask(on.player, 3, NULL) == PAV_ERROR_NAME);
    CHECK(pav_player_set_loop_count(on.player, 3, 1) == PAV_ERROR_NAME);
    close_stage(&on);
}

int main(void)
{
    RUN(a_new_priority_counts_in_the_next_update);
    RUN(a_priority_set_in_a_cross_fade_counts_when_it_is_over);
    RUN(a_new_weight_and_speed_leave_the_fade_as_it_is);
    RUN(a_mask_comes_and_goes);
    RUN(the_pass_that_it_is_in_is_run_to_its_end);
    RUN(a_counted_loop_that_is_held_may_become_endless);
    RUN(the_clip_goes_on_from_the_moment_that_it_shows);
    RUN(the_same_mode_changes_nothing);
    RUN(an_end_is_told_again_when_it_was_left_in_the_same_update);
    RUN(what_is_gone_is_not_changed);
    return test_end();
}
