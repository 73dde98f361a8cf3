/* SPDX-License-Identifier: MIT */
#include "topology.h"

#include "memory.h"
#include "scene.h"

uint32_t pav_topology_next(const pav_topology *topology, uint32_t corner)
{
    const uint32_t polygon = topology->polygon_of[corner];
    return corner + 1 < topology->first[polygon + 1] ? corner + 1 : topology->first[polygon];
}

uint32_t pav_topology_previous(const pav_topology *topology, uint32_t corner)
{
    const uint32_t polygon = topology->polygon_of[corner];
    return corner > topology->first[polygon] ? corner - 1 : topology->first[polygon + 1] - 1;
}

/* ---- Polygons ---- */

static void fill_polygons(const pav_chunk_mesh *mesh, pav_topology *topology)
{
    uint32_t corner = 0;
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        topology->first[p] = corner;
        for (uint32_t i = 0; i < mesh->polygons[p]; i++) {
            topology->polygon_of[corner++] = p;
        }
        topology->flat[p] = mesh->mesh->smoothing == PAV_MESH_SMOOTHING_FACES;
    }
    topology->first[mesh->polygon_count] = corner;
    for (uint32_t i = 0; i < mesh->flat_polygon_count; i++) {
        topology->flat[mesh->flat_polygons[i]] = true;
    }
}

/* ---- Edges ---- */

/* Corners in the order of their edges: by the lesser of the two points, then by the greater. */
typedef struct edge_order {
    const pav_chunk_mesh *mesh;
    const pav_topology *topology;
    uint32_t *corners;
    uint32_t *other;  /* As many. */
    uint32_t *counts; /* One per point, and one. */
} edge_order;

static uint32_t edge_end(const edge_order *order, uint32_t corner, bool greater)
{
    const uint32_t *points = order->mesh->corners;
    const uint32_t a = points[corner], b = points[pav_topology_next(order->topology, corner)];
    return (a > b) == greater ? a : b;
}

/* Counts, so that a point with very many edges costs no more than others.  What is equal stays in order. */
static void sort_by(edge_order *order, bool greater)
{
    const uint32_t count = order->mesh->corner_count, points = order->mesh->point_count;
    for (uint32_t i = 0; i <= points; i++) {
        order->counts[i] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        order->counts[edge_end(order, i, greater) + 1]++;
    }
    for (uint32_t i = 0; i < points; i++) {
        order->counts[i + 1] += order->counts[i];
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t corner = order->corners[i];
        order->other[order->counts[edge_end(order, corner, greater)]++] = corner;
    }
    uint32_t *sorted = order->other;
    order->other = order->corners;
    order->corners = sorted;
}

static bool same_edge(const edge_order *order, uint32_t a, uint32_t b)
{
    return edge_end(order, a, false) == edge_end(order, b, false) &&
           edge_end(order, a, true) == edge_end(order, b, true);
}

/* Two corners whose polygons go along their edge in opposite directions, both smooth. */
static bool are_twins(const edge_order *order, uint32_t a, uint32_t b)
{
    const pav_topology *topology = order->topology;
    return order->mesh->corners[a] != order->mesh->corners[b] && !topology->flat[topology->polygon_of[a]] &&
           !topology->flat[topology->polygon_of[b]];
}

/* An edge between any other number of polygons than two is sharp. */
static void join(const edge_order *order)
{
    const uint32_t count = order->mesh->corner_count;
    uint32_t *twins = order->topology->twins;
    for (uint32_t i = 0, end; i < count; i = end) {
        const uint32_t corner = order->corners[i];
        for (end = i + 1; end < count && same_edge(order, corner, order->corners[end]); end++) {
        }
        if (end == i + 2 && are_twins(order, corner, order->corners[i + 1])) {
            twins[corner] = order->corners[i + 1];
            twins[order->corners[i + 1]] = corner;
        }
    }
}

static void part_sharp(const pav_chunk_mesh *mesh, uint32_t *twins)
{
    for (uint32_t i = 0; i < mesh->sharp_corner_count; i++) {
        const uint32_t corner = mesh->sharp_corners[i];
        if (twins[corner] != PAV_NONE) {
            twins[twins[corner]] = PAV_NONE;
            twins[corner] = PAV_NONE;
        }
    }
}

static pav_result find_twins(const pav_allocator *allocator, const pav_chunk_mesh *mesh,
                             const pav_topology *topology)
{
    const uint32_t count = mesh->corner_count;
    edge_order order = {
        .mesh = mesh,
        .topology = topology,
        .corners = pav_allocate(allocator, count, sizeof *order.corners),
        .other = pav_allocate(allocator, count, sizeof *order.other),
        .counts = pav_allocate(allocator, (size_t)mesh->point_count + 1, sizeof *order.counts),
    };
    const bool there = order.corners && order.other && order.counts;
    for (uint32_t i = 0; there && i < count; i++) {
        order.corners[i] = i;
        topology->twins[i] = PAV_NONE;
    }
    if (there) {
        sort_by(&order, true);
        sort_by(&order, false);
        join(&order);
        part_sharp(mesh, topology->twins);
    }
    pav_release(allocator, order.corners);
    pav_release(allocator, order.other);
    pav_release(allocator, order.counts);
    return there ? PAV_OK : PAV_ERROR_MEMORY;
}

/* ---- Creation ---- */

pav_result pav_topology_create(pav_scene *scene, const pav_chunk_mesh *mesh, pav_topology *topology)
{
    const size_t polygons = (size_t)mesh->polygon_count + 1;
    topology->first = pav_scene_allocate(scene, polygons, sizeof *topology->first);
    topology->flat = pav_scene_allocate(scene, polygons, sizeof *topology->flat);
    topology->polygon_of = pav_scene_allocate(scene, mesh->corner_count, sizeof *topology->polygon_of);
    if (!topology->first || !topology->flat || !topology->polygon_of) {
        return PAV_ERROR_MEMORY;
    }
    fill_polygons(mesh, topology);
    if (mesh->mesh->smoothing != PAV_MESH_SMOOTHING_CORNERS &&
        mesh->mesh->smoothing != PAV_MESH_SMOOTHING_CUSTOM) {
        return PAV_OK;
    }
    topology->twins = pav_scene_allocate(scene, mesh->corner_count, sizeof *topology->twins);
    return topology->twins ? find_twins(&scene->allocator, mesh, topology) : PAV_ERROR_MEMORY;
}
