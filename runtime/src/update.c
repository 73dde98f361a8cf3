/* SPDX-License-Identifier: MIT */
/* One update of a scene, phase by phase. */
#include "error.h"
#include "scene.h"

#include <assert.h>

pav_result pav_scene_run_phases(pav_scene *scene, bool built_in, pav_error *error)
{
    pav_result result = pav_callbacks_run(scene, PAV_PHASE_BEFORE, built_in, error);
    if (!result) {
        result = pav_callbacks_run(scene, PAV_PHASE_TARGETS, built_in, error);
    }
    if (!result) {
        pav_transform_world(scene);
        pav_sockets_update(scene);
        result = pav_callbacks_run(scene, PAV_PHASE_AFTER_WORLD, built_in, error);
    }
    if (!result) {
        pav_deform_update(scene);
        result = pav_callbacks_run(scene, PAV_PHASE_AFTER_DEFORM, built_in, error);
    }
    return result;
}

pav_result pav_scene_update(pav_scene *scene, pav_error *error)
{
    assert(scene);
    if (scene->updating) {
        return pav_fail(error, PAV_ERROR_CALLBACK,
                        "a callback called pav_scene_update for the scene that runs it");
    }
    scene->updating = true;
    pav_result result = PAV_OK;
    if (scene->contribution_count) {
        result = pav_scene_blend(scene, error);
    }
    if (!result) {
        pav_root_motion_pin(scene);
        pav_overrides_apply(scene);
        result = pav_scene_run_phases(scene, false, error);
    }
    scene->updating = false;
    return result;
}
