/* SPDX-License-Identifier: MIT */
/* Players: clocks, play modes, capacities, and what a player leaves behind. */
#include "scene_fixture.h"

#define CUBE 0u

/* The clip "Move" lasts a second of 24 frames, and the cube's x is its frame; "Sink" stands at x = -5. */
typedef struct stage {
    pav_scene *scene;
    pav_player *player;
} stage;

static stage open_stage(uint32_t capacity)
{
    stage result;
    pav_error error = {0};
    result.scene = fixture_scene("playback", NULL);
    const pav_player_options options = {.playback_capacity = capacity};
    if (!CHECK(pav_player_create(result.scene, &options, &result.player, &error) == PAV_OK)) {
        exit(1);
    }
    return result;
}

static void close_stage(stage *closed)
{
    pav_player_destroy(closed->player);
    pav_scene_destroy(closed->scene);
}

static uint32_t clip(const stage *on, const char *name)
{
    return pav_document_find_clip(pav_scene_document(on->scene), name);
}

static uint32_t play(const stage *on, const char *name, const pav_play_options *options)
{
    uint32_t playback;
    pav_error error = {0};
    if (!CHECK(pav_player_play(on->player, clip(on, name), options, &playback, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return playback;
}

static uint32_t play_move(const stage *on, pav_play_mode mode, double speed, double start)
{
    return play(on, "Move",
                &(pav_play_options){
                    .mode_set = true, .mode = mode, .speed_set = true, .speed = speed, .start = start});
}

/* After an update. */
static double update_x(const stage *on, double seconds)
{
    pav_error error = {0};
    CHECK(pav_player_update(on->player, seconds, &error) == PAV_OK);
    const pav_target location = pav_scene_element_target(on->scene, CUBE, "location");
    const double x = (double)pav_scene_targets(on->scene, NULL)[location.first];
    CHECK_NEAR((double)pav_scene_world_matrices(on->scene)[12], x, 1e-6);
    return x;
}

static pav_playback_state state_of(const stage *on, uint32_t playback)
{
    pav_playback_state state;
    CHECK(pav_player_get(on->player, playback, &state) == PAV_OK);
    return state;
}

static double clip_time(const stage *on, uint32_t playback, double time)
{
    CHECK(pav_player_set_time(on->player, playback, time) == PAV_OK);
    return state_of(on, playback).clip_time;
}

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

/* ---- What is refused ---- */

static void numbers_that_are_not_finite_are_refused(void)
{
    stage on = open_stage(0);
    pav_error error = {0};
    const uint32_t move = clip(&on, "Move"), playback = play(&on, "Move", NULL);
    const double nan = (double)NAN, infinity = (double)INFINITY;
    CHECK(pav_player_play(on.player, move, &(pav_play_options){.start = nan}, NULL, NULL) == PAV_ERROR_VALUE);
    CHECK(pav_player_play(on.player, move, &(pav_play_options){.speed_set = true, .speed = infinity}, NULL,
                          NULL) == PAV_ERROR_VALUE);
    CHECK(pav_player_play(on.player, move, &(pav_play_options){.weight_set = true, .weight = -1}, NULL,
                          NULL) == PAV_ERROR_VALUE);
    CHECK(pav_player_set_time(on.player, playback, nan) == PAV_ERROR_VALUE);
    CHECK(pav_player_set_speed(on.player, playback, nan) == PAV_ERROR_VALUE);
    CHECK(pav_player_set_weight(on.player, playback, NAN) == PAV_ERROR_VALUE);
    CHECK_NEAR(update_x(&on, 0.25), 6, 1e-6);
    CHECK(pav_player_update(on.player, infinity, &error) == PAV_ERROR_VALUE);
    CHECK(pav_player_set_speed(on.player, playback, 1e300) == PAV_OK);
    CHECK(pav_player_update(on.player, 1e300, &error) == PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "playback 0: 1e+300 seconds at speed 1e+300 lead nowhere");
    CHECK_NEAR(state_of(&on, playback).time, 0.25, 0);
    close_stage(&on);
}

static void unknown_handles_are_told(void)
{
    stage on = open_stage(0);
    pav_playback_state state;
    CHECK(pav_player_get(on.player, 3, &state) == PAV_ERROR_NAME && state.clip == PAV_NONE);
    CHECK(pav_player_set_time(on.player, 3, 0) == PAV_ERROR_NAME);
    CHECK(pav_player_set_speed(on.player, 3, 0) == PAV_ERROR_NAME);
    CHECK(pav_player_set_weight(on.player, 3, 0) == PAV_ERROR_NAME);
    CHECK(pav_player_set_paused(on.player, 3, true) == PAV_ERROR_NAME);
    CHECK(pav_player_set_mode(on.player, 3, PAV_PLAY_MODE_LOOP) == PAV_ERROR_NAME);
    pav_player_stop(on.player, 3);
    close_stage(&on);
}

static void a_clip_that_is_not_there_is_told(void)
{
    stage on = open_stage(0);
    pav_error error = {0};
    uint32_t playback = 0;
    const uint32_t count = pav_document_clip_count(pav_scene_document(on.scene));
    char expected[64];
    CHECK(clip(&on, "Moov") == PAV_NONE);
    CHECK(pav_player_play(on.player, clip(&on, "Moov"), NULL, &playback, &error) == PAV_ERROR_NAME);
    snprintf(expected, sizeof expected, "no clip of that name among the %u of the document", (unsigned)count);
    CHECK_TEXT(error.message, expected);
    CHECK(error.result == PAV_ERROR_NAME && playback == PAV_NONE);
    CHECK(pav_player_play(on.player, count, NULL, NULL, &error) == PAV_ERROR_NAME);
    snprintf(expected, sizeof expected, "no clip %u: the document has %u", (unsigned)count, (unsigned)count);
    CHECK_TEXT(error.message, expected);
    CHECK(pav_player_play(on.player, PAV_NONE, NULL, NULL, NULL) == PAV_ERROR_NAME);
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    close_stage(&on);
}

static void a_full_player_says_so(void)
{
    stage on = open_stage(2);
    pav_error error;
    play(&on, "Move", NULL);
    play(&on, "Move", NULL);
    CHECK(pav_player_play(on.player, clip(&on, "Move"), NULL, NULL, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "clip \"Move\": 2 playbacks are there already");
    pav_player_stop(on.player, PAV_ALL);
    play(&on, "Move", NULL);
    close_stage(&on);
}

static void more_playbacks_than_the_scene_blends_are_told_before_time_moves(void)
{
    stage on = open_stage(20);
    pav_error error;
    for (int i = 0; i < 17; i++) {
        play(&on, "Move", NULL);
    }
    CHECK(pav_player_update(on.player, 0.5, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "17 clips to blend, but apply_capacity is 16");
    CHECK_NEAR(state_of(&on, pav_player_playback(on.player, 0)).time, 0, 0);
    pav_player_stop(on.player, pav_player_playback(on.player, 0));
    CHECK_NEAR(update_x(&on, 0.5), 12, 1e-6);
    close_stage(&on);
}

static void a_scene_has_one_player(void)
{
    stage on = open_stage(0);
    pav_error error;
    pav_player *second;
    CHECK(pav_player_create(on.scene, NULL, &second, &error) == PAV_ERROR_FULL && second == NULL);
    CHECK_TEXT(error.message, "the scene has a player already");
    pav_player_destroy(on.player);
    CHECK(pav_player_create(on.scene, NULL, &on.player, NULL) == PAV_OK);
    CHECK(pav_player_scene(on.player) == on.scene);
    pav_player_destroy(NULL);
    close_stage(&on);
}

/* ---- Memory ---- */

static void every_allocation_may_fail(void)
{
    pav_scene *scene = fixture_scene("playback", NULL);
    counting counter = {0};
    const pav_player_options options = {.allocator = counting_allocator(&counter)};
    pav_player *player;
    CHECK(pav_player_create(scene, &options, &player, NULL) == PAV_OK);
    const size_t wanted = counter.made;
    pav_player_destroy(player);
    CHECK(counter.held == 0 && wanted > 8);
    for (size_t fail = 1; fail <= wanted; fail++) {
        pav_error error = {0};
        counter = (counting){.fail = fail};
        CHECK(pav_player_create(scene, &options, &player, &error) == PAV_ERROR_MEMORY);
        CHECK(player == NULL && counter.held == 0);
        CHECK_TEXT(error.message, "out of memory");
    }
    pav_scene_destroy(scene);
}

static void playing_allocates_nothing(void)
{
    counting counter = {0};
    pav_scene *scene =
        fixture_scene("playback", &(pav_scene_options){.allocator = counting_allocator(&counter)});
    const pav_player_options options = {.allocator = counting_allocator(&counter)};
    stage on = {.scene = scene};
    CHECK(pav_player_create(scene, &options, &on.player, NULL) == PAV_OK);
    const size_t made = counter.made;
    play(&on, "Move", NULL);
    play_move(&on, PAV_PLAY_MODE_ONCE, 1, 0);
    for (int i = 0; i < 100; i++) {
        CHECK(pav_player_update(on.player, 0.05, NULL) == PAV_OK);
    }
    CHECK(counter.made == made);
    close_stage(&on);
    CHECK(counter.held == 0);
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
    RUN(zero_speed_and_weight_are_not_the_default);
    RUN(a_paused_playback_stands_still);
    RUN(an_owner_plays_alone);
    RUN(clips_of_another_file_play_by_their_binding);
    RUN(playbacks_are_listed_in_the_order_they_were_started);
    RUN(stopping_puts_the_scene_to_rest);
    RUN(the_order_of_play_never_shows);
    RUN(what_the_program_applies_is_blended_with_it);
    RUN(numbers_that_are_not_finite_are_refused);
    RUN(unknown_handles_are_told);
    RUN(a_clip_that_is_not_there_is_told);
    RUN(a_full_player_says_so);
    RUN(more_playbacks_than_the_scene_blends_are_told_before_time_moves);
    RUN(a_scene_has_one_player);
    RUN(every_allocation_may_fail);
    RUN(playing_allocates_nothing);
    return test_end();
}
