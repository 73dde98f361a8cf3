/* SPDX-License-Identifier: MIT */
#include "builder_surface.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "error.h"
#include "memory.h"

/* The polygons of a mesh, whether given or not. */
typedef struct surface {
    pav_builder *builder;
    pav_growing_chunk *chunk;
    const pav_build_mesh *mesh;
    uint32_t polygon_count;
    uint32_t vertex_count;
} surface;

static uint32_t corners_of(const surface *s, uint32_t polygon)
{
    return s->mesh->polygons ? s->mesh->polygons[polygon] : 3;
}

static const float *point_of(const surface *s, uint32_t corner)
{
    return s->mesh->points + 3 * (size_t)(s->mesh->corners ? s->mesh->corners[corner] : corner);
}

/* ---- What is given has to fit before anything is computed from it ---- */

static bool refuse(const surface *s, const char *what, uint32_t index, uint32_t count)
{
    pav_fail(&s->builder->failure, PAV_ERROR_VALUE,
             "mesh %" PRIu32 ": %s %" PRIu32 ", but there are %" PRIu32, s->builder->meshes.count - 1, what,
             index, count);
    return false;
}

static bool polygons_fit(const surface *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->polygon_count; i++) {
        sum += corners_of(s, i);
    }
    if (sum == s->mesh->corner_count) {
        return true;
    }
    pav_fail(&s->builder->failure, PAV_ERROR_VALUE,
             "mesh %" PRIu32 ": the polygons have %" PRIu64 " corners, but there are %" PRIu32,
             s->builder->meshes.count - 1, sum, s->mesh->corner_count);
    return false;
}

static bool corners_fit(const surface *s)
{
    for (uint32_t i = 0; i < s->mesh->corner_count; i++) {
        const uint32_t point = s->mesh->corners ? s->mesh->corners[i] : i;
        if (point >= s->mesh->point_count) {
            return refuse(s, "a corner is of point", point, s->mesh->point_count);
        }
    }
    return true;
}

static bool vertices_fit(const surface *s)
{
    if (s->mesh->vertices && !s->mesh->indices) {
        pav_fail(&s->builder->failure, PAV_ERROR_VALUE, "mesh %" PRIu32 ": has vertices, but no indices",
                 s->builder->meshes.count - 1);
        return false;
    }
    for (uint32_t i = 0; s->mesh->vertices && i < s->vertex_count; i++) {
        if (s->mesh->vertices[i] >= s->mesh->corner_count) {
            return refuse(s, "a vertex is of corner", s->mesh->vertices[i], s->mesh->corner_count);
        }
    }
    return true;
}

/* The polygons' corner counts. */
static void add_polygons(const surface *s)
{
    const size_t table = offsetof(pav_chunk_mesh, polygons);
    if (pav_builder_grow(s->builder, s->chunk, table, s->mesh->polygons, s->polygon_count) != PAV_NONE) {
        uint32_t *polygons = (uint32_t *)pav_grown(s->chunk, table);
        for (uint32_t i = 0; i < s->polygon_count; i++) {
            polygons[i] = corners_of(s, i);
        }
    }
}

/* ---- Normals ---- */

/* Twice the polygon's area long, so that their sums weigh by area (Newell's sum over its edges). */
static void polygon_normal(const surface *s, uint32_t first, uint32_t count, double normal[3])
{
    normal[0] = normal[1] = normal[2] = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const float *a = point_of(s, first + i);
        const float *b = point_of(s, first + (i + 1) % count);
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t y = (k + 1) % 3;
            const uint32_t z = (k + 2) % 3;
            normal[k] += ((double)a[y] - (double)b[y]) * ((double)a[z] + (double)b[z]);
        }
    }
}

static void store_unit(const double vector[3], float out[3])
{
    const double length = sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    for (uint32_t k = 0; k < 3; k++) {
        out[k] = length > 0.0 ? (float)(vector[k] / length) : (k == 2 ? 1.0f : 0.0f);
    }
}

/* The normal of every corner: its polygon's, or the sum at its point. */
static void find_corner_normals(const surface *s, double *of_points, float *of_corners)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->polygon_count; i++) {
        double normal[3];
        polygon_normal(s, first, corners_of(s, i), normal);
        for (uint32_t c = first; c < first + corners_of(s, i); c++) {
            const size_t point = (size_t)(point_of(s, c) - s->mesh->points);
            for (uint32_t k = 0; of_points && k < 3; k++) {
                of_points[point + k] += normal[k];
            }
            store_unit(normal, of_corners + 3 * (size_t)c);
        }
        first += corners_of(s, i);
    }
    for (uint32_t c = 0; of_points && c < s->mesh->corner_count; c++) {
        store_unit(of_points + (point_of(s, c) - s->mesh->points), of_corners + 3 * (size_t)c);
    }
}

static void compute_normals(const surface *s)
{
    const pav_allocator *allocator = &s->builder->allocator;
    const size_t points = s->mesh->smooth ? s->mesh->point_count : 0;
    double *of_points = pav_allocate_zeroed(allocator, points, 3 * sizeof *of_points);
    float *of_corners = pav_allocate_zeroed(allocator, s->mesh->corner_count, 3 * sizeof *of_corners);
    const size_t table = offsetof(pav_chunk_mesh, normals);
    if (!of_points || !of_corners) {
        pav_builder_fail_memory(s->builder);
    } else if (pav_builder_grow(s->builder, s->chunk, table, NULL, s->vertex_count) != PAV_NONE) {
        find_corner_normals(s, s->mesh->smooth ? of_points : NULL, of_corners);
        float *normals = (float *)pav_grown(s->chunk, table);
        for (uint32_t i = 0; i < s->vertex_count; i++) {
            const uint32_t corner = s->mesh->vertices ? s->mesh->vertices[i] : i;
            memcpy(normals + 3 * (size_t)i, of_corners + 3 * (size_t)corner, 3 * sizeof *normals);
        }
    }
    pav_release(allocator, of_points);
    pav_release(allocator, of_corners);
}

/* ---- Triangles ---- */

static void add_fan(const surface *s, uint32_t first, uint32_t count)
{
    for (uint32_t i = 2; i < count && pav_builder_is_fine(s->builder); i++) {
        const uint32_t triangle[3] = {first, first + i - 1, first + i};
        pav_builder_grow(s->builder, s->chunk, offsetof(pav_chunk_mesh, indices), triangle, 3);
    }
}

static uint32_t slot_of(const surface *s, uint32_t polygon)
{
    return s->mesh->polygon_slots ? s->mesh->polygon_slots[polygon] : 0;
}

static void add_primitive(const surface *s, uint32_t slot)
{
    const size_t indices = offsetof(pav_chunk_mesh, indices);
    pav_record_primitive primitive = {.slot = slot, .indices_first = pav_grown_count(s->chunk, indices)};
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->polygon_count; i++) {
        if (slot_of(s, i) == slot) {
            add_fan(s, first, corners_of(s, i));
        }
        first += corners_of(s, i);
    }
    primitive.indices_count = pav_grown_count(s->chunk, indices) - primitive.indices_first;
    pav_builder_grow(s->builder, s->chunk, offsetof(pav_chunk_mesh, primitives), &primitive, 1);
}

/* The smallest slot above `slot`, or of all for PAV_NONE; PAV_NONE at the end. */
static uint32_t next_slot(const surface *s, uint32_t slot)
{
    uint32_t next = PAV_NONE;
    for (uint32_t i = 0; i < s->polygon_count; i++) {
        const uint32_t other = slot_of(s, i);
        if ((slot == PAV_NONE || other > slot) && other < next) {
            next = other;
        }
    }
    return next;
}

static void add_triangles(const surface *s)
{
    if (!s->mesh->indices) {
        for (uint32_t slot = next_slot(s, PAV_NONE); slot != PAV_NONE && pav_builder_is_fine(s->builder);
             slot = next_slot(s, slot)) {
            add_primitive(s, slot);
        }
        return;
    }
    pav_builder_grow(s->builder, s->chunk, offsetof(pav_chunk_mesh, indices), s->mesh->indices,
                     s->mesh->index_count);
    const pav_record_primitive all = {.indices_count = s->mesh->index_count};
    pav_builder_grow(s->builder, s->chunk, offsetof(pav_chunk_mesh, primitives),
                     s->mesh->primitives ? s->mesh->primitives : &all,
                     s->mesh->primitives ? s->mesh->primitive_count : 1);
}

void pav_builder_add_surface(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_mesh *mesh)
{
    const surface s = {
        .builder = builder,
        .chunk = chunk,
        .mesh = mesh,
        .polygon_count = mesh->polygons ? mesh->polygon_count : mesh->corner_count / 3,
        .vertex_count = mesh->vertices ? mesh->vertex_count : mesh->corner_count,
    };
    if (!pav_builder_is_fine(builder) || !polygons_fit(&s) || !corners_fit(&s) || !vertices_fit(&s)) {
        return;
    }
    add_polygons(&s);
    pav_builder_indices(builder, chunk, offsetof(pav_chunk_mesh, corners), mesh->corners, mesh->corner_count);
    pav_builder_indices(builder, chunk, offsetof(pav_chunk_mesh, vertices), mesh->vertices, s.vertex_count);
    if (mesh->normals) {
        pav_builder_grow(builder, chunk, offsetof(pav_chunk_mesh, normals), mesh->normals, s.vertex_count);
    } else {
        compute_normals(&s);
    }
    add_triangles(&s);
}
