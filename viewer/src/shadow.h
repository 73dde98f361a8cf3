/* SPDX-License-Identifier: MIT */
/* The shadow of the key light, around what is looked at. */
#ifndef VIEW_SHADOW_H
#define VIEW_SHADOW_H

#include "matrix.h"

#include <GL/glew.h>

#include <pavane/pavane.h>

typedef struct view_shadow {
    GLuint framebuffer, map;
    float view_projection[16]; /* Of the light, to -1 .. 1. */
    float lookup[16];          /* The same to 0 .. 1, for the texture. */
    float texel;               /* Width of one in units of the scene. */
} view_shadow;

pav_result view_shadow_create(view_shadow *out, pav_error *error);
void view_shadow_destroy(view_shadow *shadow);

/* Aims it at a box; `towards` is a unit vector to the light. */
void view_shadow_aim(view_shadow *shadow, const view_box *focus, view_vector towards, view_vector up);
/* Drawing goes into the map from here on. */
void view_shadow_begin(const view_shadow *shadow);

#endif
