/* SPDX-License-Identifier: MIT */
/* Nodes with meshes from the farthest to the nearest, for surfaces that are blended with what lies behind. */
#ifndef VIEW_DEPTH_ORDER_H
#define VIEW_DEPTH_ORDER_H

#include "matrix.h"

#include <pavane/pavane.h>

typedef struct view_depth_order {
    const pav_scene *scene;
    uint32_t *nodes; /* Farthest first, as of the last update. */
    uint32_t count;
    float *depths;        /* Of every node, along the last update's direction. */
    view_vector *middles; /* Of every node's mesh at rest, in the node's space. */
} view_depth_order;

pav_result view_depth_order_create(const pav_scene *scene, view_depth_order *out, pav_error *error);
void view_depth_order_destroy(view_depth_order *order);

/* `backward` points from what is seen towards the eye. */
void view_depth_order_update(view_depth_order *order, view_vector backward);

#endif
