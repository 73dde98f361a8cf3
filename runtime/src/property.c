/* SPDX-License-Identifier: MIT */
#include "property.h"

#include "attribute.h"
#include "scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>

pav_value pav_property_value(pav_property_kind kind)
{
    const bool whole = kind == PAV_PROPERTY_KIND_INTEGER || kind == PAV_PROPERTY_KIND_BOOLEAN;
    return whole ? PAV_VALUE_WHOLE : PAV_VALUE_FLOAT;
}

static float value_of(uint32_t kind, float number)
{
    switch (kind) {
    case PAV_PROPERTY_KIND_INTEGER:
        return (float)floor((double)number + 0.5);
    case PAV_PROPERTY_KIND_BOOLEAN:
        return pav_attribute_is_true(number) ? 1 : 0;
    default:
        return number;
    }
}

pav_result pav_property_update(void *self, pav_scene *scene)
{
    (void)self;
    for (uint32_t i = 0; i < scene->chunk->property_count; i++) {
        const pav_record_property *property = &scene->chunk->properties[i];
        const float *targets = scene->targets + scene->layout.property_first[i];
        float *values = scene->property_values + property->values_first;
        for (uint32_t k = 0; k < property->values_count; k++) {
            values[k] = value_of(property->kind, targets[k]);
        }
    }
    return PAV_OK;
}

/* ---- What the program calls ---- */

/* Below, at or above 0 as a property stands before, at or after the name, in the order of FORMAT.md. */
static int compare(const pav_chunk_scene *chunk, uint32_t i, uint32_t kind, const char *const names[3])
{
    const pav_record_property *property = &chunk->properties[i];
    const uint32_t offsets[3] = {property->owner, property->part, property->name};
    if (property->owner_kind != kind) {
        return property->owner_kind < kind ? -1 : 1;
    }
    int order = 0;
    for (int k = 0; k < 3 && order == 0; k++) {
        order = strcmp(chunk->text + offsets[k], names[k]);
    }
    return order;
}

uint32_t pav_scene_find_property(const pav_scene *scene, const pav_property_key *key)
{
    assert(scene && key && key->owner && key->name);
    const pav_chunk_scene *chunk = scene->chunk;
    const char *const names[3] = {key->owner, key->part ? key->part : "", key->name};
    uint32_t low = 0, high = chunk->property_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (compare(chunk, middle, key->owner_kind, names) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < chunk->property_count && compare(chunk, low, key->owner_kind, names) == 0; low++) {
        if (!key->library || strcmp(chunk->text + chunk->properties[low].library, key->library) == 0) {
            return low;
        }
    }
    return PAV_NONE;
}

const float *pav_scene_property_values(const pav_scene *scene, uint32_t property, uint32_t *count)
{
    assert(scene && property < scene->chunk->property_count);
    const pav_record_property *record = &scene->chunk->properties[property];
    if (count) {
        *count = record->values_count;
    }
    return record->values_count ? scene->property_values + record->values_first : NULL;
}

pav_target pav_scene_property_target(const pav_scene *scene, uint32_t property)
{
    assert(scene && property < scene->chunk->property_count);
    const pav_record_property *record = &scene->chunk->properties[property];
    return (pav_target){.value = pav_property_value((pav_property_kind)record->kind),
                        .first = record->values_count ? scene->layout.property_first[property] : PAV_NONE};
}
