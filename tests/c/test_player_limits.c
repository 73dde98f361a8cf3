/* SPDX-License-Identifier: MIT */
/* What a player refuses, and the memory it takes. */
#include "player_fixture.h"

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
    static const char names[] = "\"Move\", \"Stand\", \"Turn 178\", \"Turn -178\", \"Turn 90\", \"Turn 0\", "
                                "\"Sink\", \"Pose\", \"Two\", \"Links\", \"Turn 300\"";
    char expected[256];
    CHECK(clip(&on, "Moov") == PAV_NONE);
    CHECK(pav_player_play(on.player, clip(&on, "Moov"), NULL, &playback, &error) == PAV_ERROR_NAME);
    snprintf(expected, sizeof expected, "no clip of that name among the 11 of the document: %s", names);
    CHECK_TEXT(error.message, expected);
    CHECK(error.result == PAV_ERROR_NAME && playback == PAV_NONE);
    CHECK(pav_player_play(on.player, count, NULL, NULL, &error) == PAV_ERROR_NAME);
    snprintf(expected, sizeof expected, "no clip 11 among the 11 of the document: %s", names);
    CHECK_TEXT(error.message, expected);
    CHECK(pav_player_play(on.player, PAV_NONE, NULL, NULL, NULL) == PAV_ERROR_NAME);
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    close_stage(&on);
}

static void of_many_clips_the_first_are_named(void)
{
    pav_builder *builder;
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    pav_error error = {0};
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    for (int i = 10; i < 40; i++) {
        char name[64];
        snprintf(name, sizeof name, "%d: a name of a clip", i);
        pav_builder_add_clip(builder, &(pav_build_clip){.name = name, .fps = 24});
    }
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    CHECK(pav_scene_create(document, NULL, &scene, NULL) == PAV_OK);
    CHECK(pav_player_create(scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, 30, NULL, NULL, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message,
               "no clip 30 among the 30 of the document: \"10: a name of a clip\", \"11: a name of a "
               "clip\", \"12: a name of a clip\", \"13: a name of a clip\", \"14: a name of a clip\", ...");
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
    pav_builder_destroy(builder);
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
    CHECK(counter.held == 0 && wanted > 6);
    for (size_t fail = 1; fail <= wanted; fail++) {
        pav_error error = {0};
        counter = (counting){.fail = fail};
        CHECK(pav_player_create(scene, &options, &player, &error) == PAV_ERROR_MEMORY);
        CHECK(player == NULL && counter.held == 0);
        CHECK_TEXT(error.message, "out of memory");
    }
    pav_scene_destroy(scene);
}

/* The first player of a document links it, with the document's memory. */
static void every_allocation_of_linking_may_fail(void)
{
    counting counter = {0};
    const pav_load_options load = {.allocator = counting_allocator(&counter)};
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    CHECK(pav_document_load_file("tests/c/fixtures/playback.pav", &load, &document, NULL) == PAV_OK);
    CHECK(pav_scene_create(document, NULL, &scene, NULL) == PAV_OK);
    const size_t made = counter.made, held = counter.held;
    size_t fail = 1;
    for (pav_result result = PAV_ERROR_MEMORY; result; fail++) {
        pav_error error = {0};
        counter.made = made;
        counter.fail = made + fail;
        result = pav_player_create(scene, NULL, &player, &error);
        CHECK(result == PAV_OK || (player == NULL && counter.held == held));
        CHECK_TEXT(error.message, result ? "out of memory" : "");
    }
    CHECK(fail > 8);
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
    CHECK(counter.held == 0);
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
    RUN(numbers_that_are_not_finite_are_refused);
    RUN(unknown_handles_are_told);
    RUN(a_clip_that_is_not_there_is_told);
    RUN(of_many_clips_the_first_are_named);
    RUN(a_full_player_says_so);
    RUN(more_playbacks_than_the_scene_blends_are_told_before_time_moves);
    RUN(a_scene_has_one_player);
    RUN(every_allocation_may_fail);
    RUN(every_allocation_of_linking_may_fail);
    RUN(playing_allocates_nothing);
    return test_end();
}
