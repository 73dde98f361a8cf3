/* SPDX-License-Identifier: MIT */
#include "rehearsal.h"

/* Scenes and bindings hold their documents, and change nothing in them. */
static pav_document *held(const pav_document *document)
{
    return (pav_document *)(uintptr_t)document;
}

bool view_rehearsal_create(const pav_scene *scene, const pav_document *clips, view_rehearsal *out)
{
    const pav_document *document = pav_scene_document(scene);
    *out = (view_rehearsal){.scene = NULL};
    if (pav_scene_create(held(document), NULL, &out->scene, NULL) ||
        pav_binding_create(held(clips), held(document), NULL, &out->binding, NULL)) {
        view_rehearsal_destroy(out);
        return false;
    }
    return true;
}

void view_rehearsal_destroy(view_rehearsal *rehearsal)
{
    pav_binding_destroy(rehearsal->binding);
    pav_scene_destroy(rehearsal->scene);
    *rehearsal = (view_rehearsal){.scene = NULL};
}

bool view_rehearsal_show(view_rehearsal *rehearsal, uint32_t clip, double seconds)
{
    pav_scene_reset_targets(rehearsal->scene);
    return !pav_clip_apply(rehearsal->scene, rehearsal->binding, clip, NULL, seconds, 1, 0) &&
           !pav_scene_update(rehearsal->scene, NULL);
}
