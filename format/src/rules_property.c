/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "error.h"

enum { NUMBER_LIMIT = 16 };                /* Numbers of a property. */
static const float WHOLE_LIMIT = 16777216; /* Up to here a float holds every whole number. */

/* Rule `property_owners`. */
static pav_result check_property_owners(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->property_count; i++) {
        const uint32_t kind = scene->properties[i].owner_kind;
        if (kind < PAV_TARGET_KIND_OBJECT_PROPERTY || kind > PAV_TARGET_KIND_WORLD_PROPERTY) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: property %" PRIu32 ": owner_kind is %" PRIu32
                            ", which has no custom properties",
                            where, i, kind);
        }
    }
    return PAV_OK;
}

int pav_property_compare(const char *text, const pav_record_property *a, const pav_record_property *b)
{
    if (a->owner_kind != b->owner_kind) {
        return a->owner_kind < b->owner_kind ? -1 : 1;
    }
    const uint32_t names[][2] = {
        {a->owner, b->owner}, {a->part, b->part}, {a->name, b->name}, {a->library, b->library}};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof names / sizeof *names; i++) {
        order = strcmp(text + names[i][0], text + names[i][1]);
    }
    return order;
}

/* Rule `property_order`. */
static pav_result check_property_order(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 1; i < scene->property_count; i++) {
        if (pav_property_compare(scene->text, &scene->properties[i - 1], &scene->properties[i]) >= 0) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: property %" PRIu32 ": \"%.60s\" of \"%.60s\" does not come after the one "
                            "before it",
                            where, i, scene->text + scene->properties[i].name,
                            scene->text + scene->properties[i].owner);
        }
    }
    return PAV_OK;
}

static bool is_allowed(uint32_t kind, float value)
{
    switch (kind) {
    case PAV_PROPERTY_KIND_INTEGER:
        return value == floorf(value) && fabsf(value) <= WHOLE_LIMIT;
    case PAV_PROPERTY_KIND_BOOLEAN:
        return value == 0 || value == 1;
    default:
        return true;
    }
}

/* Rule `property_values`. */
static pav_result check_property_values(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->property_count; i++) {
        const pav_record_property *property = &scene->properties[i];
        const bool is_string = property->kind == PAV_PROPERTY_KIND_STRING;
        const uint32_t least = is_string ? 0 : 1, most = is_string ? 0 : NUMBER_LIMIT;
        if (property->values_count < least || property->values_count > most) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: property %" PRIu32 ": has %" PRIu32 " values, but its kind takes %" PRIu32
                            " to %" PRIu32,
                            where, i, property->values_count, least, most);
        }
        for (uint32_t k = 0; k < property->values_count; k++) {
            const float value = scene->property_values[property->values_first + k];
            if (!is_allowed(property->kind, value)) {
                return pav_fail(error, PAV_ERROR_FORMAT,
                                "%s: property %" PRIu32 ": value %" PRIu32 " is %.9g, which is no %s", where,
                                i, k, (double)value,
                                property->kind == PAV_PROPERTY_KIND_INTEGER ? "integer" : "boolean");
            }
        }
    }
    return PAV_OK;
}

pav_result pav_check_properties(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    pav_result result = check_property_owners(where, scene, error);
    if (!result) {
        result = check_property_order(where, scene, error);
    }
    return result ? result : check_property_values(where, scene, error);
}
