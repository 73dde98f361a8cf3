/* SPDX-License-Identifier: MIT */
#include "posed.h"

#include "vector.h"

#include <string.h>

#define HALF_TURN 3.14159274f /* As a float32 holds it: no edge is sharp by its angle. */

static const float *point_of(const pav_posed *posed, uint32_t corner)
{
    return posed->points + 3 * (size_t)posed->mesh->corners[corner];
}

/* By the area that the polygon spans, seen from its first corner; without one it points up. */
static void polygon_normal(const pav_posed *posed, uint32_t polygon, float out[3])
{
    const uint32_t first = posed->topology->first[polygon], end = posed->topology->first[polygon + 1];
    memset(out, 0, 3 * sizeof *out);
    for (uint32_t c = first + 2; c < end; c++) {
        float a[3], b[3], area[3];
        pav_vector_subtract(point_of(posed, c - 1), point_of(posed, first), a);
        pav_vector_subtract(point_of(posed, c), point_of(posed, first), b);
        pav_vector_cross(a, b, area);
        pav_vector_add(out, 1.0f, area);
    }
    if (!pav_vector_normalise(out)) {
        out[0] = out[1] = 0.0f;
        out[2] = 1.0f;
    }
}

pav_posed pav_posed_make(const pav_chunk_mesh *mesh, const pav_topology *topology, const float *points,
                         float *polygons)
{
    const bool by_angle =
        mesh->mesh->smoothing == PAV_MESH_SMOOTHING_CORNERS && mesh->mesh->sharp_angle < HALF_TURN;
    const pav_posed posed = {.mesh = mesh,
                             .topology = topology,
                             .points = points,
                             .polygons = polygons,
                             .sharp_cosine = by_angle ? cosf(mesh->mesh->sharp_angle) : -1.0f};
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        polygon_normal(&posed, p, polygons + 3 * (size_t)p);
    }
    return posed;
}

const float *pav_posed_polygon(const pav_posed *posed, uint32_t corner)
{
    return posed->polygons + 3 * (size_t)posed->topology->polygon_of[corner];
}

bool pav_posed_edge(const pav_posed *posed, uint32_t from, uint32_t to, float out[3])
{
    pav_vector_subtract(point_of(posed, to), point_of(posed, from), out);
    return pav_vector_normalise(out);
}

uint32_t pav_posed_across(const pav_posed *posed, uint32_t corner)
{
    const uint32_t twin = posed->topology->twins[corner];
    if (twin == PAV_NONE || posed->sharp_cosine <= -1.0f) {
        return twin;
    }
    const float cosine = pav_vector_dot(pav_posed_polygon(posed, corner), pav_posed_polygon(posed, twin));
    return cosine < posed->sharp_cosine ? PAV_NONE : twin;
}

uint32_t pav_posed_first(const pav_posed *posed, uint32_t corner)
{
    uint32_t least = corner;
    /* No corner has two twins, so that one ends at a sharp edge or is back. */
    for (uint32_t c = corner;;) {
        const uint32_t twin = pav_posed_across(posed, c);
        if (twin == PAV_NONE) {
            return c;
        }
        c = pav_topology_next(posed->topology, twin);
        if (c == corner) {
            return least;
        }
        least = c < least ? c : least;
    }
}
