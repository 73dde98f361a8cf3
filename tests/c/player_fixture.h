/* SPDX-License-Identifier: MIT */
/* A player on the scene of a fixture, for the tests of players. */
#ifndef PAV_PLAYER_FIXTURE_H
#define PAV_PLAYER_FIXTURE_H

#include "scene_fixture.h"

#define CUBE 0u

/* The clip "Move" lasts a second of 24 frames, and the cube's x is its frame; "Sink" stands at x = -5. */
typedef struct stage {
    pav_scene *scene;
    pav_player *player;
} stage;

static inline stage open_stage(uint32_t capacity)
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

static inline void close_stage(stage *closed)
{
    pav_player_destroy(closed->player);
    pav_scene_destroy(closed->scene);
}

static inline uint32_t clip(const stage *on, const char *name)
{
    return pav_document_find_clip(pav_scene_document(on->scene), name);
}

static inline uint32_t play(const stage *on, const char *name, const pav_play_options *options)
{
    uint32_t playback;
    pav_error error = {0};
    if (!CHECK(pav_player_play(on->player, clip(on, name), options, &playback, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return playback;
}

static inline uint32_t play_move(const stage *on, pav_play_mode mode, double speed, double start)
{
    return play(on, "Move",
                &(pav_play_options){.mode_set = true,
                                    .mode = mode,
                                    .speed_set = true,
                                    .speed = speed,
                                    .start_set = true,
                                    .start = start});
}

/* After an update. */
static inline double update_x(const stage *on, double seconds)
{
    pav_error error = {0};
    CHECK(pav_player_update(on->player, seconds, &error) == PAV_OK);
    const pav_target location = pav_scene_element_target(on->scene, CUBE, "location");
    const double x = (double)pav_scene_targets(on->scene, NULL)[location.first];
    CHECK_NEAR((double)pav_scene_world_matrices(on->scene)[12], x, 1e-6);
    return x;
}

static inline pav_playback_state state_of(const stage *on, uint32_t playback)
{
    pav_playback_state state;
    CHECK(pav_player_get(on->player, playback, &state) == PAV_OK);
    return state;
}

static inline double clip_time(const stage *on, uint32_t playback, double time)
{
    CHECK(pav_player_set_time(on->player, playback, time) == PAV_OK);
    return state_of(on, playback).clip_time;
}

#endif
