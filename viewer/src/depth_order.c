/* SPDX-License-Identifier: MIT */
#include "depth_order.h"

#include "message.h"

#include <stdlib.h>

static view_vector middle_of(const pav_chunk_mesh *mesh)
{
    view_box box = view_box_empty();
    for (uint32_t i = 0; i < mesh->point_count; i++) {
        const float *point = &mesh->points[3 * (size_t)i];
        view_box_add(&box, (view_vector){point[0], point[1], point[2]});
    }
    return view_box_is_empty(&box) ? (view_vector){0, 0, 0} : view_box_center(&box);
}

pav_result view_depth_order_create(const pav_scene *scene, view_depth_order *out, pav_error *error)
{
    const pav_document *document = pav_scene_document(scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    const size_t most = (size_t)chunk->node_count + 1;
    *out = (view_depth_order){.scene = scene};
    out->nodes = calloc(most, sizeof *out->nodes);
    out->depths = calloc(most, sizeof *out->depths);
    out->middles = calloc(most, sizeof *out->middles);
    if (!out->nodes || !out->depths || !out->middles) {
        view_depth_order_destroy(out);
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for the order of %u nodes",
                         (unsigned)chunk->node_count);
    }
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (chunk->nodes[node].mesh != PAV_NONE) {
            out->middles[node] = middle_of(pav_document_mesh(document, chunk->nodes[node].mesh));
            out->nodes[out->count++] = node;
        }
    }
    return PAV_OK;
}

void view_depth_order_destroy(view_depth_order *order)
{
    free(order->nodes);
    free(order->depths);
    free(order->middles);
    *order = (view_depth_order){.scene = NULL};
}

/* What lies equally far keeps the order of the file, so that a moment looks the same whatever was shown
 * before. */
static bool is_behind(const view_depth_order *order, uint32_t node, uint32_t other)
{
    const float a = order->depths[node], b = order->depths[other];
    return a < b || (a == b && node < other);
}

void view_depth_order_update(view_depth_order *order, view_vector backward)
{
    const float *worlds = pav_scene_world_matrices(order->scene);
    for (uint32_t i = 0; i < order->count; i++) {
        const uint32_t node = order->nodes[i];
        const view_vector middle = view_matrix_point(&worlds[16 * (size_t)node], order->middles[node]);
        order->depths[node] = view_vector_dot(middle, backward);
    }
    /* By insertion: from one picture to the next little changes. */
    for (uint32_t i = 1; i < order->count; i++) {
        const uint32_t node = order->nodes[i];
        uint32_t place = i;
        while (place > 0 && is_behind(order, node, order->nodes[place - 1])) {
            order->nodes[place] = order->nodes[place - 1];
            place--;
        }
        order->nodes[place] = node;
    }
}
