/* SPDX-License-Identifier: MIT */
/* Meshes and what belongs to their points: layers, weights, morphs. */
#include <assert.h>
#include <string.h>

#include "builder.h"
#include "builder_surface.h"
#include "memory.h"

#define HALF_TURN 3.14159274f /* As a float32 holds it: no edge is sharp by its angle. */

/* ---- Meshes ---- */

static void find_bounds(const pav_build_mesh *given, pav_record_mesh *mesh)
{
    for (uint32_t i = 0; i < given->point_count; i++) {
        for (uint32_t k = 0; k < 3; k++) {
            const float number = given->points[3 * (size_t)i + k];
            if (!i || number < mesh->bounds_min[k]) {
                mesh->bounds_min[k] = number;
            }
            if (!i || number > mesh->bounds_max[k]) {
                mesh->bounds_max[k] = number;
            }
        }
    }
}

static void fill_mesh(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_mesh *given)
{
    pav_record_mesh mesh = {
        .name = pav_builder_text(builder, chunk, given->name),
        .library = pav_builder_text(builder, chunk, given->library),
        .error = given->error,
        .sharp_angle = HALF_TURN,
    };
    find_bounds(given, &mesh);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, mesh), &mesh, 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, points), given->points, given->point_count);
    pav_builder_add_surface(builder, chunk, given);
}

uint32_t pav_builder_add_mesh(pav_builder *builder, const pav_build_mesh *given)
{
    const pav_build_mesh defaults = {0};
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    if (!pav_grow_reserve(&builder->allocator, &builder->meshes, sizeof(pav_growing_chunk), 1)) {
        pav_builder_fail_memory(builder);
        return PAV_NONE;
    }
    const uint32_t index = builder->meshes.count++;
    pav_growing_chunk *chunk = (pav_growing_chunk *)(void *)builder->meshes.items + index;
    *chunk = (pav_growing_chunk){.type = &pav_chunk_types[PAV_CHUNK_TYPE_MESH]};
    fill_mesh(builder, chunk, given ? given : &defaults);
    return pav_builder_result(builder, index);
}

void pav_builder_set_smoothing(pav_builder *builder, uint32_t mesh, const pav_build_smoothing *given)
{
    assert(builder && given);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return;
    }
    pav_record_mesh *record = pav_grown(chunk, offsetof(pav_chunk_mesh, mesh));
    record->smoothing = (uint32_t)given->smoothing;
    record->sharp_angle = given->angle_set ? given->sharp_angle : HALF_TURN;
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, flat_polygons), given->flat_polygons,
                     given->flat_polygon_count);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, sharp_corners), given->sharp_corners,
                     given->sharp_corner_count);
}

/* ---- Layers ---- */

uint32_t pav_builder_add_uv_layer(pav_builder *builder, uint32_t mesh, const char *name, const float *uvs)
{
    assert(builder);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return PAV_NONE;
    }
    const uint32_t count = pav_grown_count(chunk, offsetof(pav_chunk_mesh, vertices));
    const pav_record_uv_layer layer = {
        .name = pav_builder_text(builder, chunk, name),
        .uvs_first = pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, uvs), uvs, count),
        .uvs_count = count,
    };
    return pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, uv_layers), &layer, 1);
}

uint32_t pav_builder_add_color_layer(pav_builder *builder, uint32_t mesh, const char *name,
                                     const float *colors)
{
    assert(builder);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return PAV_NONE;
    }
    const uint32_t count = pav_grown_count(chunk, offsetof(pav_chunk_mesh, vertices));
    const pav_record_color_layer layer = {
        .name = pav_builder_text(builder, chunk, name),
        .colors_first = pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, colors), colors, count),
        .colors_count = count,
    };
    return pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, color_layers), &layer, 1);
}

/* ---- Weights and morphs ---- */

void pav_builder_set_weights(pav_builder *builder, uint32_t mesh, const pav_build_weights *weights)
{
    assert(builder && weights);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return;
    }
    for (uint32_t i = 0; i < weights->group_count; i++) {
        const pav_record_group group = {.name = pav_builder_text(builder, chunk, weights->groups[i])};
        pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, groups), &group, 1);
    }
    const uint32_t points = pav_grown_count(chunk, offsetof(pav_chunk_mesh, points));
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, influence_counts), weights->counts, points);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, influences), weights->influences,
                     weights->influence_count);
}

uint32_t pav_builder_add_morph(pav_builder *builder, uint32_t mesh, const pav_build_morph *given)
{
    const pav_build_morph defaults = {0};
    assert(builder);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return PAV_NONE;
    }
    given = given ? given : &defaults;
    const pav_record_morph morph = {
        .name = pav_builder_text(builder, chunk, given->name),
        .value = given->value,
        .minimum = given->range_set ? given->minimum : 0.0f,
        .maximum = given->range_set ? given->maximum : 1.0f,
        .deltas_first = pav_builder_indices(builder, chunk, offsetof(pav_chunk_mesh, delta_points),
                                            given->points, given->delta_count),
        .deltas_count = given->delta_count,
        .normal_deltas_first = pav_builder_indices(builder, chunk, offsetof(pav_chunk_mesh, delta_vertices),
                                                   given->vertices, given->normal_delta_count),
        .normal_deltas_count = given->normal_delta_count,
    };
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, delta_positions), given->deltas,
                     given->delta_count);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, delta_normals), given->normal_deltas,
                     given->normal_delta_count);
    return pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, morphs), &morph, 1);
}

void pav_builder_set_sequence(pav_builder *builder, uint32_t mesh, const pav_build_sequence *sequence)
{
    assert(builder && sequence);
    pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return;
    }
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, sequence_keys), sequence->keys,
                     sequence->key_count);
    pav_record_mesh *record = pav_grown(chunk, offsetof(pav_chunk_mesh, mesh));
    record->eval_time = sequence->eval_time;
}
