/* SPDX-License-Identifier: MIT */
/* Scenes of golden/moves.pav, and clips on them. */
#ifndef PAV_MOVES_FIXTURE_H
#define PAV_MOVES_FIXTURE_H

#include "scene_fixture.h"

enum { MOVES_RIG, MOVES_ROOT, MOVES_EYE, MOVES_TWIN, MOVES_LAMP, MOVES_BALL };
enum { CAMERA_LENS, CAMERA_MAP };
enum { CLIP_ZOOM, CLIP_SWITCH, CLIP_LEVEL, CLIP_GONE };

typedef struct moves {
    pav_scene *scene;
    pav_binding *binding; /* Of its own clips. */
} moves;

static inline pav_binding *moves_bind(pav_document *clips, const pav_scene *scene)
{
    pav_binding *binding;
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene);
    if (!CHECK(pav_binding_create(clips ? clips : document, document, NULL, &binding, NULL) == PAV_OK)) {
        exit(1);
    }
    return binding;
}

static inline moves moves_open(void)
{
    moves opened = {.scene = fixture_scene("../../golden/moves", NULL)};
    opened.binding = moves_bind(NULL, opened.scene);
    return opened;
}

static inline void moves_close(moves *opened)
{
    pav_binding_destroy(opened->binding);
    pav_scene_destroy(opened->scene);
}

static inline void moves_apply(moves *on, uint32_t clip, double seconds, float weight, int32_t priority)
{
    CHECK(pav_clip_apply(on->scene, on->binding, clip, NULL, seconds, weight, priority) == PAV_OK);
}

static inline void moves_play(moves *on, uint32_t clip, double seconds)
{
    moves_apply(on, clip, seconds, 1, 0);
    fixture_update(on->scene);
}

/* What became of a channel, and the sentence about it. */
static inline void moves_check_link(const pav_binding *binding, uint32_t clip, uint32_t channel,
                                    pav_link_status status, const char *sentence)
{
    char text[256];
    for (uint32_t i = 0; i < pav_binding_link_count(binding); i++) {
        const pav_link link = pav_binding_link(binding, i);
        if (link.clip == clip && link.channel == channel) {
            pav_binding_describe(binding, i, text, sizeof text);
            CHECK(link.status == status && (status == PAV_LINK_BOUND) == (link.target_count > 0));
            CHECK_TEXT(text, sentence);
            return;
        }
    }
    CHECK(0 && "there is such a link");
}

#endif
