/* SPDX-License-Identifier: MIT */
/* A player on a scene of one node, whose clips are made here, and a callback that keeps what it is told. */
#ifndef PAV_EVENT_FIXTURE_H
#define PAV_EVENT_FIXTURE_H

#include "scene_fixture.h"

/* The clip "Beat" lasts a second of 24 frames; the events at its start, its half and its end, and two that
 * are never reached. */
static inline pav_document *beat_document(void)
{
    pav_builder *builder;
    pav_document *document;
    pav_error error;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Box"});
    const uint32_t beat = pav_builder_add_clip(
        builder, &(pav_build_clip){.name = "Beat", .fps = 24, .frame_start = 10, .frame_end = 34});
    pav_builder_add_event(builder, beat, "before", 9);
    pav_builder_add_event(builder, beat, "start", 10);
    pav_builder_add_event(builder, beat, "half", 22);
    pav_builder_add_event(builder, beat, "end", 34);
    pav_builder_add_event(builder, beat, "after", 35);
    const uint32_t still = pav_builder_add_clip(
        builder, &(pav_build_clip){.name = "Still", .fps = 24, .frame_start = 5, .frame_end = 5});
    pav_builder_add_event(builder, still, "now", 5);
    if (!CHECK(pav_builder_finish(builder, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

typedef struct drum {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    uint32_t beat;
    uint32_t still;
    char told[4096]; /* The names of the events, each with a blank before. */
} drum;

static inline pav_result keep_name(void *self, pav_player *player, const pav_player_event *event)
{
    (void)player;
    drum *on = self;
    const size_t used = strlen(on->told);
    snprintf(on->told + used, sizeof on->told - used, " %s", event->name);
    return PAV_OK;
}

static inline void open_drum(drum *on, const pav_player_options *options)
{
    *on = (drum){.document = beat_document()};
    CHECK(pav_scene_create(on->document, NULL, &on->scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on->scene, options, &on->player, NULL) == PAV_OK);
    on->beat = pav_document_find_clip(on->document, "Beat");
    on->still = pav_document_find_clip(on->document, "Still");
    CHECK(pav_player_add_event_callback(on->player, &(pav_event_callback){.fire = keep_name, .self = on},
                                        NULL) == PAV_OK);
}

static inline void close_drum(drum *on)
{
    pav_player_destroy(on->player);
    pav_scene_destroy(on->scene);
    pav_document_destroy(on->document);
}

static inline uint32_t beat(drum *on, pav_play_mode mode, double speed, double start)
{
    uint32_t playback;
    const pav_play_options options = {
        .mode_set = true, .mode = mode, .speed_set = true, .speed = speed, .start_set = true, .start = start};
    CHECK(pav_player_play(on->player, on->beat, &options, &playback, NULL) == PAV_OK);
    return playback;
}

/* What an update tells. */
static inline const char *step(drum *on, double seconds)
{
    pav_error error = {0};
    on->told[0] = '\0';
    if (!CHECK(pav_player_update(on->player, seconds, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return on->told;
}

#endif
