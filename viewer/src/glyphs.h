/* SPDX-License-Identifier: MIT */
/* Nodes that have no surface, as shapes: bones, cameras, lights. */
#ifndef VIEW_GLYPHS_H
#define VIEW_GLYPHS_H

#include "shapes.h"

/* `towards` is a unit vector to the light, for the sides of a bone. */
void view_glyphs_add_bones(view_shapes *shapes, const pav_scene *scene, view_vector towards);
/* `size` is in units of the scene. */
void view_glyphs_add_cameras_and_lights(view_shapes *shapes, const pav_scene *scene, float size);

#endif
