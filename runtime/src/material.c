/* SPDX-License-Identifier: MIT */
#include "material.h"

#include "scene.h"

#include <assert.h>
#include <string.h>

uint32_t pav_material_find_input(const pav_chunk_scene *scene, uint32_t material, const char *name)
{
    const pav_record_material *record = &scene->materials[material];
    for (uint32_t i = 0; i < record->inputs_count; i++) {
        const uint32_t input = record->inputs_first + i;
        if (strcmp(scene->text + scene->material_inputs[input].name, name) == 0) {
            return input;
        }
    }
    return PAV_NONE;
}

/* ---- UpdateMaterial ---- */

pav_result pav_material_update(void *self, pav_scene *scene)
{
    (void)self;
    const pav_chunk_scene *chunk = scene->chunk;
    for (uint32_t i = 0; i < chunk->material_input_count; i++) {
        const pav_record_material_input *input = &chunk->material_inputs[i];
        memcpy(scene->input_values + input->values_first, scene->targets + scene->layout.inputs[i].first,
               input->values_count * sizeof *scene->input_values);
    }
    return PAV_OK;
}

/* ---- What the program calls ---- */

uint32_t pav_scene_find_material(const pav_scene *scene, const char *library, const char *name)
{
    assert(scene && name);
    const pav_chunk_scene *chunk = scene->chunk;
    for (uint32_t i = 0; i < chunk->material_count; i++) {
        const pav_record_material *material = &chunk->materials[i];
        if (strcmp(chunk->text + material->name, name) == 0 &&
            (!library || strcmp(chunk->text + material->library, library) == 0)) {
            return i;
        }
    }
    return PAV_NONE;
}

pav_target pav_scene_material_target(const pav_scene *scene, uint32_t material, const char *input)
{
    assert(scene && material < scene->chunk->material_count && input);
    const uint32_t found = pav_material_find_input(scene->chunk, material, input);
    return found == PAV_NONE ? (pav_target){.first = PAV_NONE} : scene->layout.inputs[found];
}

const float *pav_scene_material_inputs(const pav_scene *scene, uint32_t material, uint32_t *count)
{
    assert(scene && material < scene->chunk->material_count);
    const pav_record_material *record = &scene->chunk->materials[material];
    if (count) {
        *count = 0;
    }
    if (!record->inputs_count) {
        return NULL;
    }
    const pav_record_material_input *first = &scene->chunk->material_inputs[record->inputs_first];
    const pav_record_material_input *last = first + record->inputs_count - 1;
    if (count) {
        *count = last->values_first + last->values_count - first->values_first;
    }
    return scene->input_values + first->values_first;
}

const float *pav_scene_material_input(const pav_scene *scene, uint32_t material, const char *input,
                                      uint32_t *count)
{
    assert(scene && material < scene->chunk->material_count && input);
    const uint32_t found = pav_material_find_input(scene->chunk, material, input);
    if (count) {
        *count = found == PAV_NONE ? 0 : scene->chunk->material_inputs[found].values_count;
    }
    return found == PAV_NONE ? NULL : scene->input_values + scene->chunk->material_inputs[found].values_first;
}
