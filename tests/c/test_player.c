/* SPDX-License-Identifier: MIT */
/* Players: clocks, play modes, and what a player leaves behind. */
#include "player_fixture.h"

/* ---- Play modes ---- */

static void a_clip_plays_from_its_start(void)
{
    stage on = open_stage(0);
    play(&on, "Move", NULL);
    CHECK_NEAR(update_x(&on, 0), 0, 0);
    CHECK_NEAR(update_x(&on, 0.25), 6, 1e-6);
    CHECK_NEAR(update_x(&on, 0.5), 18, 1e-6);
    close_stage(&on);
}

static void the_mode_of_the_file_is_the_default(void)
{
    stage on = open_stage(0);
    CHECK(state_of(&on, play(&on, "Move", NULL)).mode == PAV_PLAY_MODE_LOOP);
    CHECK(state_of(&on, play(&on, "Sink", NULL)).mode == PAV_PLAY_MODE_STAY);
    CHECK(state_of(&on, play_move(&on, PAV_PLAY_MODE_ONCE, 1, 0)).mode == PAV_PLAY_MODE_ONCE);
    close_stage(&on);
}

static void once_shows_its_end_and_goes(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_ONCE, 1, 0);
    CHECK_NEAR(update_x(&on, 0.75), 18, 1e-6);
    CHECK(!state_of(&on, playback).finished);
    CHECK_NEAR(update_x(&on, 0.75), 24, 0);
    CHECK(state_of(&on, playback).finished && state_of(&on, playback).clip_time == 1);
    CHECK_NEAR(update_x(&on, 0.75), 1, 0);
    pav_playback_state state;
    CHECK(pav_player_get(on.player, playback, &state) == PAV_ERROR_NAME);
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    close_stage(&on);
}

static void once_backwards_ends_at_its_start(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_ONCE, -2, 1);
    CHECK_NEAR(update_x(&on, 0.25), 12, 1e-6);
    CHECK_NEAR(update_x(&on, 0.5), 0, 0);
    CHECK(state_of(&on, playback).finished);
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    close_stage(&on);
}

static void stay_holds_its_end(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_STAY, 1, 0);
    for (int i = 0; i < 5; i++) {
        update_x(&on, 0.5);
    }
    CHECK_NEAR(update_x(&on, 100), 24, 0);
    CHECK(state_of(&on, playback).finished && !(state_of(&on, playback).time < 102));
    CHECK(pav_player_set_speed(on.player, playback, -1) == PAV_OK);
    CHECK(!state_of(&on, playback).finished);
    close_stage(&on);
}

static void loop_wraps_both_ways(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_LOOP, 1, 0);
    CHECK_NEAR(clip_time(&on, playback, 1), 0, 0);
    CHECK_NEAR(clip_time(&on, playback, 2.25), 0.25, 0);
    CHECK_NEAR(clip_time(&on, playback, -0.25), 0.75, 0);
    CHECK_NEAR(clip_time(&on, playback, -3), 0, 0);
    CHECK_NEAR(clip_time(&on, playback, -1e-300), 0, 0);
    CHECK(!state_of(&on, playback).finished);
    close_stage(&on);
}

static void ping_pong_turns_at_both_ends(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_PING_PONG, 1, 0);
    CHECK_NEAR(clip_time(&on, playback, 0.75), 0.75, 0);
    CHECK_NEAR(clip_time(&on, playback, 1), 1, 0);
    CHECK_NEAR(clip_time(&on, playback, 1.25), 0.75, 0);
    CHECK_NEAR(clip_time(&on, playback, 2), 0, 0);
    CHECK_NEAR(clip_time(&on, playback, 2.25), 0.25, 0);
    CHECK_NEAR(clip_time(&on, playback, -0.25), 0.25, 0);
    CHECK_NEAR(clip_time(&on, playback, -1), 1, 0);
    CHECK_NEAR(clip_time(&on, playback, -1.25), 0.75, 0);
    close_stage(&on);
}

static void a_negative_speed_loops_backwards(void)
{
    stage on = open_stage(0);
    play_move(&on, PAV_PLAY_MODE_LOOP, -1, 0);
    CHECK_NEAR(update_x(&on, 0.25), 18, 1e-5);
    CHECK_NEAR(update_x(&on, 1), 18, 1e-5);
    close_stage(&on);
}

static void a_clip_of_one_frame_plays_in_every_mode(void)
{
    for (int mode = PAV_PLAY_MODE_ONCE; mode <= PAV_PLAY_MODE_PING_PONG; mode++) {
        stage on = open_stage(0);
        const uint32_t playback =
            play(&on, "Pose", &(pav_play_options){.mode_set = true, .mode = (pav_play_mode)mode});
        CHECK_NEAR(update_x(&on, 0.5), 4, 0);
        CHECK_NEAR(state_of(&on, playback).clip_time, 0, 0);
        CHECK_NEAR(update_x(&on, 0.5), mode == PAV_PLAY_MODE_ONCE ? 1 : 4, 0);
        close_stage(&on);
    }
}

static void a_loop_of_n_frames_repeats_every_n_frames(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_LOOP, 1, 0);
    for (int repetition = 0; repetition < 100000; repetition += 997) {
        for (int frame = 0; frame < 24; frame++) {
            const double shown = clip_time(&on, playback, (repetition * 24.0 + frame) / 24) * 24;
            CHECK_NEAR(shown, frame, 1e-9);
        }
    }
    close_stage(&on);
}

static void small_steps_do_not_drift(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play_move(&on, PAV_PLAY_MODE_LOOP, 1, 0);
    const double step = 0.1, steps = 100000;
    for (int i = 0; i < (int)steps; i++) {
        CHECK(pav_player_update(on.player, step, NULL) == PAV_OK);
    }
    CHECK_NEAR(state_of(&on, playback).time, step * steps, 4e-12); /* 2 ulps; a plain sum is off by 2e-8 */
    close_stage(&on);
}

/* ---- Options ---- */

static void start_speed_weight_and_priority_count(void)
{
    stage on = open_stage(0);
    play(
        &on, "Move",
        &(pav_play_options){
            .start = 0.25, .speed_set = true, .speed = 2, .priority = 1, .weight_set = true, .weight = 0.5f});
    play(&on, "Sink", NULL);
    CHECK_NEAR(update_x(&on, 0.125), 0.5 * 12 + 0.5 * -5, 1e-6);
    close_stage(&on);
}

/* What is shown at a time, given in passes of the clip: its frame. */
static double frame_at(pav_play_mode mode, double passes)
{
    const double part = passes - floor(passes), turned = fmod(floor(passes), 2) != 0 ? 1 - part : part;
    switch (mode) {
    case PAV_PLAY_MODE_LOOP:
        return 24 * part;
    case PAV_PLAY_MODE_PING_PONG:
        return 24 * turned;
    default:
        return 24 * fmin(fmax(passes, 0), 1);
    }
}

/* 3 s in place of the clip's one, forwards, backwards and past both ends, at a time before the start too. */
static void a_duration_takes_the_place_of_the_clip_s_own(void)
{
    static const double speeds[] = {1, -1, 2};
    for (int i = 0; i < 4 * 3; i++) {
        stage on = open_stage(0);
        const pav_play_mode mode = (pav_play_mode)(i % 4);
        const double speed = speeds[i / 4];
        const pav_play_options options = {
            .mode_set = true, .mode = mode, .speed_set = true, .speed = speed, .duration = 3, .start = 0.5};
        const uint32_t playback = play(&on, "Move", &options);
        CHECK_NEAR(state_of(&on, playback).speed, speed / 3, 1e-15);
        double passes = 0.5;
        for (int step = -3; step < 40 && mode != PAV_PLAY_MODE_ONCE; step++) {
            const double seconds = step < 0 ? -2.6 : 0.371;
            passes += seconds * speed / 3;
            CHECK_NEAR(update_x(&on, seconds), frame_at(mode, passes), 1e-4);
        }
        close_stage(&on);
    }
}

/* At speed 1 it ends when they are over, backwards too, where its start is its end. */
static void once_with_a_duration_ends_with_it(void)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        stage on = open_stage(0);
        const pav_play_options options = {.mode_set = true,
                                          .mode = PAV_PLAY_MODE_ONCE,
                                          .duration = 0.25,
                                          .speed_set = true,
                                          .speed = backwards ? -1 : 1};
        const uint32_t playback = play(&on, "Move", &options);
        CHECK_NEAR(update_x(&on, 0.125), 12, 1e-5);
        CHECK(!state_of(&on, playback).finished);
        CHECK_NEAR(update_x(&on, 0.125), backwards ? 0 : 24, 1e-5);
        CHECK(state_of(&on, playback).finished);
        CHECK_NEAR(update_x(&on, 0.125), 1, 0); /* Rest. */
        close_stage(&on);
    }
}

static void a_duration_is_refused_that_is_none(void)
{
    stage on = open_stage(0);
    static const double wrong[] = {-1, NAN, INFINITY};
    pav_error error;
    for (int i = 0; i < 3; i++) {
        const pav_play_options options = {.duration = wrong[i]};
        CHECK(pav_player_play(on.player, clip(&on, "Move"), &options, NULL, &error) == PAV_ERROR_VALUE);
        CHECK(strncmp(error.message, "clip \"Move\": a duration of ", 27) == 0);
    }
    const pav_play_options still = {.duration = 5}; /* A clip of one frame has no speed. */
    CHECK_NEAR(state_of(&on, play(&on, "Pose", &still)).speed, 1, 0);
    close_stage(&on);
}

static void zero_speed_and_weight_are_not_the_default(void)
{
    stage on = open_stage(0);
    play(&on, "Move", &(pav_play_options){.speed_set = true, .start = 0.5});
    CHECK_NEAR(update_x(&on, 0.25), 12, 1e-6);
    pav_player_stop(on.player, PAV_ALL);
    play(&on, "Sink", &(pav_play_options){.weight_set = true});
    CHECK_NEAR(update_x(&on, 0.25), 1, 0);
    close_stage(&on);
}

static void a_paused_playback_stands_still(void)
{
    stage on = open_stage(0);
    const uint32_t playback = play(&on, "Move", &(pav_play_options){.paused = true, .start = 0.5});
    CHECK_NEAR(update_x(&on, 0.25), 12, 1e-6);
    CHECK(state_of(&on, playback).paused);
    CHECK(pav_player_set_paused(on.player, playback, false) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0.25), 18, 1e-6);
    close_stage(&on);
}

static void an_owner_plays_alone(void)
{
    stage on = open_stage(0);
    pav_error error;
    uint32_t playback = 0;
    play(&on, "Two", &(pav_play_options){.owner = "Show.A"});
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    CHECK(pav_player_play(on.player, clip(&on, "Two"), &(pav_play_options){.owner = "Nobody"}, &playback,
                          &error) == PAV_ERROR_NAME);
    CHECK(playback == PAV_NONE);
    CHECK_TEXT(error.message, "clip \"Two\": moves no \"Nobody\"");
    close_stage(&on);
}

static void one_clip_plays_twice_with_different_owners(void)
{
    stage on = open_stage(0);
    play(&on, "Two", &(pav_play_options){.owner = "Show.A", .weight_set = true, .weight = 0.5f});
    play(&on, "Two", &(pav_play_options){.owner = "Cube", .weight_set = true, .weight = 0.25f});
    CHECK_NEAR(update_x(&on, 0), 0.25 * 10 + 0.75 * 1, 1e-6);
    const uint32_t shown = pav_scene_find_node(on.scene, NULL, "Show.A", NULL);
    CHECK_NEAR((double)pav_scene_world_matrices(on.scene)[16 * shown + 12], 0.5 * 20, 1e-6);
    close_stage(&on);
}

static void clips_of_another_file_play_by_their_binding(void)
{
    stage on = open_stage(0);
    pav_document *library = fixture_document("library");
    pav_document *own = pav_document_retain((pav_document *)(uintptr_t)pav_scene_document(on.scene));
    pav_binding *binding;
    CHECK(pav_binding_create(library, own, NULL, &binding, NULL) == PAV_OK);
    pav_document_destroy(library);
    pav_document_destroy(own);
    uint32_t playback;
    CHECK(pav_player_play(on.player, 0, &(pav_play_options){.binding = binding}, &playback, NULL) == PAV_OK);
    CHECK(state_of(&on, playback).binding == binding);
    pav_binding_destroy(binding); /* the playback holds it */
    CHECK_NEAR(update_x(&on, 0.1), 8, 0);
    close_stage(&on);
}

/* ---- Several playbacks ---- */

static void playbacks_are_listed_in_the_order_they_were_started(void)
{
    stage on = open_stage(0);
    const uint32_t first = play(&on, "Move", NULL), second = play(&on, "Sink", NULL),
                   third = play(&on, "Pose", NULL);
    pav_player_stop(on.player, second);
    pav_player_stop(on.player, second);
    CHECK(pav_player_playback(on.player, 0) == first && pav_player_playback(on.player, 1) == third);
    CHECK(pav_player_playback(on.player, 2) == PAV_NONE);
    const uint32_t fourth = play(&on, "Sink", NULL);
    CHECK(fourth != second && pav_player_playback(on.player, 2) == fourth);
    close_stage(&on);
}

static void stopping_puts_the_scene_to_rest(void)
{
    stage on = open_stage(0);
    play(&on, "Sink", NULL);
    CHECK_NEAR(update_x(&on, 0), -5, 0);
    pav_player_stop(on.player, PAV_ALL);
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    close_stage(&on);
}

static void the_order_of_play_never_shows(void)
{
    static const char *const names[] = {"Turn 178", "Turn -178", "Turn 90", "Stand"};
    float seen[2][4];
    for (int swap = 0; swap < 2; swap++) {
        stage on = open_stage(0);
        for (int i = 0; i < 4; i++) {
            play(&on, names[swap ? 3 - i : i], &(pav_play_options){.weight_set = true, .weight = 0.3f});
        }
        update_x(&on, 0.2);
        const pav_target rotation = pav_scene_element_target(on.scene, CUBE, "rotation");
        memcpy(seen[swap], pav_scene_targets(on.scene, NULL) + rotation.first, sizeof seen[swap]);
        close_stage(&on);
    }
    CHECK(memcmp(seen[0], seen[1], sizeof seen[0]) == 0);
}

static void what_the_program_applies_is_blended_with_it(void)
{
    stage on = open_stage(0);
    CHECK(pav_clip_apply(on.scene, pav_player_binding(on.player), clip(&on, "Sink"), NULL, 0, 0.5f, 0) ==
          PAV_OK);
    CHECK_NEAR(update_x(&on, 0), -2, 1e-6);
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    close_stage(&on);
}

/* ---- Where it starts ---- */

static void backwards_it_starts_at_the_end_unless_a_start_is_given(void)
{
    static const struct {
        pav_play_mode mode;
        double first, second; /* x at once, and after a quarter. */
    } cases[] = {{PAV_PLAY_MODE_ONCE, 24, 18},
                 {PAV_PLAY_MODE_STAY, 24, 18},
                 {PAV_PLAY_MODE_LOOP, 0, 18}, /* where a loop's end and start are one */
                 {PAV_PLAY_MODE_PING_PONG, 24, 18}};
    for (int i = 0; i < 4; i++) {
        stage on = open_stage(0);
        pav_play_options options = {.mode_set = true, .mode = cases[i].mode, .speed_set = true, .speed = -1};
        const uint32_t backwards = play(&on, "Move", &options);
        CHECK(state_of(&on, backwards).time == 1 && !state_of(&on, backwards).finished);
        CHECK_NEAR(update_x(&on, 0), cases[i].first, 1e-6);
        CHECK_NEAR(update_x(&on, 0.25), cases[i].second, 1e-5);
        options.start = 0.5;
        CHECK(state_of(&on, play(&on, "Move", &options)).time == 0.5);
        options.start = 0;
        options.start_set = true;
        CHECK(state_of(&on, play(&on, "Move", &options)).time == 0);
        options.speed = 0;
        options.start_set = false;
        CHECK(state_of(&on, play(&on, "Move", &options)).time == 0);
        close_stage(&on);
    }
}

int main(void)
{
    RUN(a_clip_plays_from_its_start);
    RUN(the_mode_of_the_file_is_the_default);
    RUN(once_shows_its_end_and_goes);
    RUN(once_backwards_ends_at_its_start);
    RUN(stay_holds_its_end);
    RUN(loop_wraps_both_ways);
    RUN(ping_pong_turns_at_both_ends);
    RUN(a_negative_speed_loops_backwards);
    RUN(a_clip_of_one_frame_plays_in_every_mode);
    RUN(a_loop_of_n_frames_repeats_every_n_frames);
    RUN(small_steps_do_not_drift);
    RUN(start_speed_weight_and_priority_count);
    RUN(a_duration_takes_the_place_of_the_clip_s_own);
    RUN(once_with_a_duration_ends_with_it);
    RUN(a_duration_is_refused_that_is_none);
    RUN(zero_speed_and_weight_are_not_the_default);
    RUN(a_paused_playback_stands_still);
    RUN(an_owner_plays_alone);
    RUN(one_clip_plays_twice_with_different_owners);
    RUN(clips_of_another_file_play_by_their_binding);
    RUN(playbacks_are_listed_in_the_order_they_were_started);
    RUN(stopping_puts_the_scene_to_rest);
    RUN(the_order_of_play_never_shows);
    RUN(what_the_program_applies_is_blended_with_it);
    RUN(backwards_it_starts_at_the_end_unless_a_start_is_given);
    return test_end();
}
