/* SPDX-License-Identifier: MIT */
#include "override.h"

#include "scene.h"

#include <assert.h>
#include <math.h>

static uint32_t float_count(const pav_scene *scene, pav_target target, uint32_t count)
{
    const uint32_t floats = count ? count : pav_value_floats(target.value);
    assert(target.first < scene->float_count && floats <= scene->float_count - target.first);
    (void)scene;
    return floats;
}

pav_result pav_scene_set_override(pav_scene *scene, pav_target target, const float *values, uint32_t count)
{
    assert(scene && values);
    pav_overrides *overrides = &scene->overrides;
    const uint32_t floats = float_count(scene, target, count);
    for (uint32_t i = 0; i < floats; i++) {
        if (!isfinite(values[i])) {
            return PAV_ERROR_VALUE;
        }
    }
    for (uint32_t i = 0; i < floats; i++) {
        overrides->values[target.first + i] = values[i];
        overrides->count += !overrides->set[target.first + i];
        overrides->set[target.first + i] = 1;
    }
    return PAV_OK;
}

static void clear(pav_scene *scene, uint32_t number)
{
    if (scene->overrides.set[number]) {
        scene->overrides.set[number] = 0;
        scene->overrides.count--;
        scene->targets[number] = scene->rest[number];
    }
}

void pav_scene_clear_override(pav_scene *scene, pav_target target, uint32_t count)
{
    assert(scene);
    const uint32_t floats = float_count(scene, target, count);
    for (uint32_t i = 0; i < floats; i++) {
        clear(scene, target.first + i);
    }
}

void pav_scene_clear_overrides(pav_scene *scene)
{
    assert(scene);
    for (uint32_t i = 0; i < scene->float_count; i++) {
        clear(scene, i);
    }
}

bool pav_scene_override(const pav_scene *scene, pav_target target, float *values, uint32_t count)
{
    assert(scene && values);
    const uint32_t floats = float_count(scene, target, count);
    bool all = true;
    for (uint32_t i = 0; i < floats; i++) {
        values[i] = scene->overrides.values[target.first + i];
        all = all && scene->overrides.set[target.first + i];
    }
    return all;
}

void pav_overrides_apply(pav_scene *scene)
{
    const pav_overrides *overrides = &scene->overrides;
    for (uint32_t i = 0; overrides->count && i < scene->float_count; i++) {
        if (overrides->set[i]) {
            scene->targets[i] = overrides->values[i];
        }
    }
}
