/* SPDX-License-Identifier: MIT */
#include "camera.h"

#include "scene.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

static const pav_attribute attributes[] = {
    {"lens", offsetof(pav_record_camera, lens), PAV_VALUE_FLOAT, 0},
    {"sensor_width", offsetof(pav_record_camera, sensor_width), PAV_VALUE_FLOAT, 0},
    {"sensor_height", offsetof(pav_record_camera, sensor_height), PAV_VALUE_FLOAT, 0},
    {"ortho_scale", offsetof(pav_record_camera, ortho_scale), PAV_VALUE_FLOAT, 0},
    {"shift_x", offsetof(pav_record_camera, shift_x), PAV_VALUE_FLOAT, 0},
    {"shift_y", offsetof(pav_record_camera, shift_y), PAV_VALUE_FLOAT, 0},
    {"clip_start", offsetof(pav_record_camera, clip_start), PAV_VALUE_FLOAT, 0},
    {"clip_end", offsetof(pav_record_camera, clip_end), PAV_VALUE_FLOAT, 0},
    {"focus_distance", offsetof(pav_record_camera, focus_distance), PAV_VALUE_FLOAT, 0},
    {"fstop", offsetof(pav_record_camera, fstop), PAV_VALUE_FLOAT, 0},
    {"depth_of_field", offsetof(pav_record_camera, flags), PAV_VALUE_WHOLE, PAV_CAMERA_FLAG_DEPTH_OF_FIELD},
};

const pav_attribute_list pav_camera_attributes = {attributes, sizeof attributes / sizeof *attributes};

pav_result pav_camera_update(void *self, pav_scene *scene)
{
    (void)self;
    const pav_attribute_records records = {scene->cameras, sizeof *scene->cameras,
                                           scene->chunk->camera_count};
    pav_attributes_update(&pav_camera_attributes, &records, scene->layout.cameras, scene->targets);
    return PAV_OK;
}

/* ---- What the program calls ---- */

uint32_t pav_scene_find_camera(const pav_scene *scene, const char *library, const char *name)
{
    assert(scene && name);
    const pav_chunk_scene *chunk = scene->chunk;
    for (uint32_t i = 0; i < chunk->camera_count; i++) {
        if (strcmp(chunk->text + chunk->cameras[i].name, name) == 0 &&
            (!library || strcmp(chunk->text + chunk->cameras[i].library, library) == 0)) {
            return i;
        }
    }
    return PAV_NONE;
}

const pav_record_camera *pav_scene_camera(const pav_scene *scene, uint32_t camera)
{
    assert(scene && camera < scene->chunk->camera_count);
    return &scene->cameras[camera];
}

pav_target pav_scene_camera_target(const pav_scene *scene, uint32_t camera, const char *element)
{
    assert(scene && camera < scene->chunk->camera_count && element);
    const uint32_t found = pav_attribute_find(&pav_camera_attributes, element);
    return found == PAV_NONE ? (pav_target){.first = PAV_NONE}
                             : scene->layout.cameras[camera * pav_camera_attributes.count + found];
}
