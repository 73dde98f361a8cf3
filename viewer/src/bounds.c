/* SPDX-License-Identifier: MIT */
#include "bounds.h"

#include "rehearsal.h"

#include <math.h>
#include <stdlib.h>

enum { MOMENTS = 6 };

static const pav_chunk_scene *chunk_of(const pav_scene *scene)
{
    return pav_document_scene(pav_scene_document(scene));
}

bool view_node_is_hidden(const pav_scene *scene, uint32_t node)
{
    return (pav_scene_node_flags(scene)[node] & PAV_NODE_FLAG_HIDDEN_VIEWPORT) != 0;
}

bool view_node_is_unrendered(const pav_scene *scene, uint32_t node)
{
    return (pav_scene_node_flags(scene)[node] & PAV_NODE_FLAG_HIDDEN_RENDER) != 0;
}

bool view_scene_is_hidden(const pav_scene *scene)
{
    bool hidden = false;
    for (uint32_t node = 0; node < chunk_of(scene)->node_count; node++) {
        if (chunk_of(scene)->nodes[node].mesh != PAV_NONE) {
            hidden = view_node_is_hidden(scene, node);
            if (!hidden) {
                return false;
            }
        }
    }
    return hidden;
}

/* ---- At one moment ---- */

static view_box mesh_box(const pav_scene *scene, uint32_t node)
{
    view_box box = view_box_empty();
    const float *world = &pav_scene_world_matrices(scene)[16 * (size_t)node];
    uint32_t count = 0;
    const float *points = pav_scene_points(scene, node, &count);
    for (uint32_t i = 0; points && i < count; i++) {
        const view_vector point = {points[3 * (size_t)i], points[3 * (size_t)i + 1],
                                   points[3 * (size_t)i + 2]};
        view_box_add(&box, view_matrix_point(world, point));
    }
    return box;
}

static view_box bone_box(const pav_scene *scene, uint32_t node)
{
    view_box box = view_box_empty();
    const float *world = &pav_scene_world_matrices(scene)[16 * (size_t)node];
    view_box_add(&box, view_matrix_column(world, 3));
    view_box_add(&box, view_matrix_point(world, (view_vector){0, chunk_of(scene)->nodes[node].length, 0}));
    return box;
}

static view_box node_box(const pav_scene *scene, uint32_t node, bool hidden_too)
{
    const pav_record_node *record = &chunk_of(scene)->nodes[node];
    if (!hidden_too && view_node_is_hidden(scene, node)) {
        return view_box_empty();
    }
    if (record->kind == PAV_NODE_KIND_BONE) {
        return bone_box(scene, node);
    }
    return record->mesh == PAV_NONE ? view_box_empty() : mesh_box(scene, node);
}

view_box view_bounds_scene(const pav_scene *scene, bool hidden_too)
{
    view_box all = view_box_empty(), origins = view_box_empty();
    for (uint32_t node = 0; node < chunk_of(scene)->node_count; node++) {
        const view_box box = node_box(scene, node, hidden_too);
        view_box_join(&all, &box);
        view_box_add(&origins, view_matrix_column(&pav_scene_world_matrices(scene)[16 * (size_t)node], 3));
    }
    return view_box_is_empty(&all) ? origins : all;
}

/* ---- Over time ---- */

static bool differs(const view_box *a, const view_box *b, float tolerance)
{
    return view_vector_length(view_vector_subtract(a->min, b->min)) > tolerance ||
           view_vector_length(view_vector_subtract(a->max, b->max)) > tolerance;
}

/* Joins the boxes of nodes that are not where they rest; a node that has moved once counts with its rest box
 * too. */
static void join_moved(const pav_scene *scene, const view_box *rest, float tolerance, bool hidden_too,
                       view_box *out)
{
    for (uint32_t node = 0; node < chunk_of(scene)->node_count; node++) {
        const view_box box = node_box(scene, node, hidden_too);
        if (!view_box_is_empty(&box) && differs(&box, &rest[node], tolerance)) {
            view_box_join(out, &box);
            view_box_join(out, &rest[node]);
        }
    }
}

static view_box find_moving(view_rehearsal *rehearsal, const view_box *all, const uint32_t *clips,
                            uint32_t clip_count, bool hidden_too)
{
    const pav_scene *scene = rehearsal->scene;
    const pav_document *document = pav_binding_clips(rehearsal->binding);
    const uint32_t node_count = chunk_of(scene)->node_count;
    view_box moving = view_box_empty();
    view_box *rest = malloc(((size_t)node_count + 1) * sizeof *rest);
    for (uint32_t node = 0; rest && node < node_count; node++) {
        rest[node] = node_box(scene, node, hidden_too);
    }
    for (uint32_t i = 0; rest && i < clip_count * MOMENTS; i++) {
        const uint32_t clip = clips[i / MOMENTS];
        const double duration = pav_clip_duration(pav_document_clip(document, clip));
        if (view_rehearsal_show(rehearsal, clip, duration * (double)(i % MOMENTS) / (MOMENTS - 1))) {
            join_moved(scene, rest, 1e-4f * view_box_radius(all), hidden_too, &moving);
        }
    }
    free(rest);
    return moving;
}

view_bounds view_bounds_find(const pav_scene *scene, const pav_document *clips, const uint32_t *chosen,
                             uint32_t chosen_count, bool hidden_too)
{
    view_rehearsal rehearsal;
    view_bounds bounds;
    if (!view_rehearsal_create(scene, clips, &rehearsal)) {
        bounds.rest = bounds.moving = view_bounds_scene(scene, hidden_too);
        return bounds;
    }
    bounds.rest = view_bounds_scene(rehearsal.scene, hidden_too);
    bounds.moving = find_moving(&rehearsal, &bounds.rest, chosen, chosen_count, hidden_too);
    if (view_box_is_empty(&bounds.moving)) {
        bounds.moving = bounds.rest;
    }
    view_rehearsal_destroy(&rehearsal);
    return bounds;
}
