/* SPDX-License-Identifier: MIT */
#include "light.h"

#include "scene.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const pav_attribute attributes[] = {
    {"color", offsetof(pav_record_light, color), PAV_VALUE_VECTOR, 0},
    {"energy", offsetof(pav_record_light, energy), PAV_VALUE_FLOAT, 0},
    {"radius", offsetof(pav_record_light, radius), PAV_VALUE_FLOAT, 0},
    {"spot_size", offsetof(pav_record_light, spot_size), PAV_VALUE_FLOAT, 0},
    {"spot_blend", offsetof(pav_record_light, spot_blend), PAV_VALUE_FLOAT, 0},
    {"sun_angle", offsetof(pav_record_light, sun_angle), PAV_VALUE_FLOAT, 0},
    {"area_width", offsetof(pav_record_light, area_width), PAV_VALUE_FLOAT, 0},
    {"area_height", offsetof(pav_record_light, area_height), PAV_VALUE_FLOAT, 0},
};

const pav_attribute_list pav_light_attributes = {attributes, sizeof attributes / sizeof *attributes};

static const pav_attribute sky = {"world_color", 0, PAV_VALUE_VECTOR, 0};

const pav_attribute_list pav_sky_attributes = {&sky, 1};

pav_result pav_light_update(void *self, pav_scene *scene)
{
    (void)self;
    const pav_attribute_records lights = {scene->lights, sizeof *scene->lights, scene->chunk->light_count};
    const pav_attribute_records world = {scene->world_color, 0, 1};
    pav_attributes_update(&pav_light_attributes, &lights, scene->layout.lights, scene->targets);
    pav_attributes_update(&pav_sky_attributes, &world, &scene->layout.sky, scene->targets);
    return PAV_OK;
}

/* ---- What the program calls ---- */

uint32_t pav_scene_find_light(const pav_scene *scene, const char *library, const char *name)
{
    assert(scene && name);
    const pav_chunk_scene *chunk = scene->chunk;
    for (uint32_t i = 0; i < chunk->light_count; i++) {
        if (strcmp(chunk->text + chunk->lights[i].name, name) == 0 &&
            (!library || strcmp(chunk->text + chunk->lights[i].library, library) == 0)) {
            return i;
        }
    }
    return PAV_NONE;
}

const pav_record_light *pav_scene_light(const pav_scene *scene, uint32_t light)
{
    assert(scene && light < scene->chunk->light_count);
    return &scene->lights[light];
}

pav_target pav_scene_light_target(const pav_scene *scene, uint32_t light, const char *element)
{
    assert(scene && light < scene->chunk->light_count && element);
    const uint32_t found = pav_attribute_find(&pav_light_attributes, element);
    return found == PAV_NONE ? (pav_target){.first = PAV_NONE}
                             : scene->layout.lights[light * pav_light_attributes.count + found];
}

const float *pav_scene_world_color(const pav_scene *scene)
{
    assert(scene);
    return scene->world_color;
}

pav_target pav_scene_world_color_target(const pav_scene *scene)
{
    assert(scene);
    return scene->layout.sky;
}
