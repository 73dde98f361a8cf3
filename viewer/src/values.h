/* SPDX-License-Identifier: MIT */
/* What plays, shape keys and materials, one number a line. */
#ifndef VIEW_VALUES_H
#define VIEW_VALUES_H

#include "value.h"

/* The lines of shape keys and materials are always the same; those of playbacks come before them. */
typedef struct view_values {
    view_value *fixed;
    uint32_t fixed_count;
} view_values;

pav_result view_values_create(const pav_scene *scene, view_values *out, pav_error *error);
void view_values_destroy(view_values *values);

uint32_t view_values_count(const view_values *values, const view_playing *playing);
view_value view_values_get(const view_values *values, const view_playing *playing, uint32_t row);
/* The row of a line; PAV_NONE: it is there no more. */
uint32_t view_values_find(const view_values *values, const view_playing *playing, const view_value *value);

/* Overrides what is overridden in another scene and has the same name. */
void view_values_carry_over(const view_values *from_values, const view_playing *from,
                            const view_values *values, view_playing *playing);

#endif
