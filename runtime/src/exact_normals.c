/* SPDX-License-Identifier: MIT */
#include "exact_normals.h"

#include "scene.h"

#include <math.h>
#include <string.h>

#define HALF_TURN 3.14159274f /* As a float32 holds it: no edge is sharp by its angle. */

bool pav_exact_normals_known(const pav_chunk_mesh *mesh)
{
    return mesh->mesh->smoothing != PAV_MESH_SMOOTHING_NONE;
}

/* ---- Creation ---- */

pav_result pav_exact_normals_create(pav_scene *scene)
{
    pav_exact_normals *exact = &scene->exact_normals;
    uint32_t polygons = 0, points = 0;
    exact->topologies = pav_scene_allocate(scene, scene->mesh_count, sizeof *exact->topologies);
    if (!exact->topologies) {
        return PAV_ERROR_MEMORY;
    }
    for (uint32_t m = 0; m < scene->mesh_count; m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
        if (!pav_exact_normals_known(mesh)) {
            continue;
        }
        if (pav_topology_create(scene, mesh, &exact->topologies[m])) {
            return PAV_ERROR_MEMORY;
        }
        polygons = mesh->polygon_count > polygons ? mesh->polygon_count : polygons;
        points = mesh->point_count > points ? mesh->point_count : points;
    }
    exact->polygons = pav_scene_allocate(scene, polygons, 3 * sizeof *exact->polygons);
    exact->points = pav_scene_allocate(scene, points, 3 * sizeof *exact->points);
    return exact->polygons && exact->points ? PAV_OK : PAV_ERROR_MEMORY;
}

/* ---- Polygons ---- */

/* A mesh at the moment that its normals are computed for. */
typedef struct posed {
    const pav_chunk_mesh *mesh;
    const pav_topology *topology;
    const float *points;
    float *polygons;
    float sharp_cosine; /* Polygons whose normals have a lesser product are parted by a sharp edge. */
} posed;

static const float *point_of(const posed *posed, uint32_t corner)
{
    return posed->points + 3 * (size_t)posed->mesh->corners[corner];
}

static float dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const float a[3], const float b[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = a[i] - b[i];
    }
}

/* False where there is no direction. */
static bool normalise(float vector[3])
{
    const float length = sqrtf(dot(vector, vector));
    if (!(length > 0.0f) || !isfinite(length)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        vector[i] /= length;
    }
    return true;
}

/* By the area that the polygon spans, seen from its first corner; without one it points up. */
static void polygon_normal(const posed *posed, uint32_t polygon, float out[3])
{
    const uint32_t first = posed->topology->first[polygon], end = posed->topology->first[polygon + 1];
    memset(out, 0, 3 * sizeof *out);
    for (uint32_t c = first + 2; c < end; c++) {
        float a[3], b[3];
        subtract(point_of(posed, c - 1), point_of(posed, first), a);
        subtract(point_of(posed, c), point_of(posed, first), b);
        for (int i = 0; i < 3; i++) {
            out[i] += a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        }
    }
    if (!normalise(out)) {
        out[0] = out[1] = 0.0f;
        out[2] = 1.0f;
    }
}

/* ---- Corners ---- */

/* Adds the normal of the corner's polygon, times the corner's angle. */
static void add_corner(const posed *posed, uint32_t corner, float sum[3])
{
    const float *point = point_of(posed, corner);
    const float *normal = posed->polygons + 3 * (size_t)posed->topology->polygon_of[corner];
    float before[3], after[3];
    subtract(point_of(posed, pav_topology_previous(posed->topology, corner)), point, before);
    subtract(point_of(posed, pav_topology_next(posed->topology, corner)), point, after);
    const float cosine = normalise(before) && normalise(after) ? dot(before, after) : 0.0f;
    const float angle = acosf(fminf(fmaxf(cosine, -1.0f), 1.0f));
    for (int i = 0; i < 3; i++) {
        sum[i] += angle * normal[i];
    }
}

/* The corner on the other side of a corner's edge; PAV_NONE where that is sharp now. */
static uint32_t across(const posed *posed, uint32_t corner)
{
    const uint32_t twin = posed->topology->twins[corner];
    if (twin == PAV_NONE || posed->sharp_cosine <= -1.0f) {
        return twin;
    }
    const float *here = posed->polygons + 3 * (size_t)posed->topology->polygon_of[corner];
    const float *there = posed->polygons + 3 * (size_t)posed->topology->polygon_of[twin];
    return dot(here, there) < posed->sharp_cosine ? PAV_NONE : twin;
}

/* From corner to corner around the point, one way until a sharp edge or all around, then the other way.  No
 * corner has two twins, so that both end. */
static void add_fan(const posed *posed, uint32_t corner, float sum[3])
{
    const pav_topology *topology = posed->topology;
    add_corner(posed, corner, sum);
    for (uint32_t c = across(posed, pav_topology_previous(topology, corner)); c != PAV_NONE;
         c = across(posed, pav_topology_previous(topology, c))) {
        if (c == corner) {
            return;
        }
        add_corner(posed, c, sum);
    }
    for (uint32_t twin = across(posed, corner); twin != PAV_NONE;) {
        const uint32_t c = pav_topology_next(topology, twin);
        add_corner(posed, c, sum);
        twin = across(posed, c);
    }
}

/* ---- Vertices ---- */

static void add_points(const posed *posed, float *sums)
{
    memset(sums, 0, 3 * (size_t)posed->mesh->point_count * sizeof *sums);
    for (uint32_t c = 0; c < posed->mesh->corner_count; c++) {
        add_corner(posed, c, sums + 3 * (size_t)posed->mesh->corners[c]);
    }
}

static void vertex_normal(const posed *posed, const float *sums, uint32_t vertex, float out[3])
{
    const uint32_t corner = posed->mesh->vertices[vertex];
    const uint32_t polygon = posed->topology->polygon_of[corner];
    const float *of_polygon = posed->polygons + 3 * (size_t)polygon;
    float sum[3] = {0.0f, 0.0f, 0.0f};
    if (posed->topology->flat[polygon]) {
        memcpy(sum, of_polygon, sizeof sum);
    } else if (posed->mesh->mesh->smoothing == PAV_MESH_SMOOTHING_POINTS) {
        memcpy(sum, sums + 3 * (size_t)posed->mesh->corners[corner], sizeof sum);
    } else {
        add_fan(posed, corner, sum);
    }
    memcpy(out, normalise(sum) ? sum : of_polygon, sizeof sum);
}

void pav_exact_normals_update(pav_scene *scene, uint32_t m, const float *points, float *normals)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const pav_exact_normals *exact = &scene->exact_normals;
    const float angle = mesh->mesh->sharp_angle;
    const posed posed = {.mesh = mesh,
                         .topology = &exact->topologies[m],
                         .points = points,
                         .polygons = exact->polygons,
                         .sharp_cosine = angle < HALF_TURN ? cosf(angle) : -1.0f};
    for (uint32_t p = 0; p < mesh->polygon_count; p++) {
        polygon_normal(&posed, p, exact->polygons + 3 * (size_t)p);
    }
    if (mesh->mesh->smoothing == PAV_MESH_SMOOTHING_POINTS) {
        add_points(&posed, exact->points);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        vertex_normal(&posed, exact->points, v, normals + 3 * (size_t)v);
    }
}
