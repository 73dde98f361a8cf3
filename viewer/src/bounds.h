/* SPDX-License-Identifier: MIT */
/* Boxes in the world around what is drawn. */
#ifndef VIEW_BOUNDS_H
#define VIEW_BOUNDS_H

#include "matrix.h"

#include <pavane/pavane.h>

/* Whether Blender's viewport hides it. */
bool view_node_is_hidden(const pav_scene *scene, uint32_t node);
/* Whether Blender leaves it out of pictures that it renders. */
bool view_node_is_unrendered(const pav_scene *scene, uint32_t node);
/* Whether there are meshes, and every one of them is hidden. */
bool view_scene_is_hidden(const pav_scene *scene);

/* Everything that is drawn, as the scene stands now: meshes and bones; without any of them the origins of all
 * nodes. */
view_box view_bounds_scene(const pav_scene *scene, bool hidden_too);

typedef struct view_bounds {
    view_box rest;   /* Everything that is drawn, at rest. */
    view_box moving; /* What clips move, at any of some moments of theirs; the same when they move nothing. */
} view_bounds;

/* Finds them without touching the scene; without memory as it stands now. */
view_bounds view_bounds_find(const pav_scene *scene, const pav_document *clips, const uint32_t *chosen,
                             uint32_t chosen_count, bool hidden_too);

#endif
