/* SPDX-License-Identifier: MIT */
#include "exact_normals.h"

#include "scene.h"
#include "vector.h"

#include <string.h>

bool pav_exact_normals_known(const pav_chunk_mesh *mesh)
{
    return mesh->mesh->smoothing != PAV_MESH_SMOOTHING_NONE;
}

/* ---- Corners ---- */

/* Adds the normal of the corner's polygon, times the corner's angle. */
static void add_corner(const pav_posed *posed, uint32_t corner, float sum[3])
{
    float before[3], after[3];
    const bool both = pav_posed_edge(posed, corner, pav_topology_previous(posed->topology, corner), before) &&
                      pav_posed_edge(posed, corner, pav_topology_next(posed->topology, corner), after);
    const float angle = pav_vector_angle(both ? pav_vector_dot(before, after) : 0.0f);
    pav_vector_add(sum, angle, pav_posed_polygon(posed, corner));
}

/* From corner to corner around the point, until a sharp edge or all around. */
static void add_fan(const pav_posed *posed, uint32_t corner, float sum[3])
{
    const uint32_t first = pav_posed_first(posed, corner);
    uint32_t c = first;
    do {
        add_corner(posed, c, sum);
        c = pav_posed_across(posed, pav_topology_previous(posed->topology, c));
    } while (c != PAV_NONE && c != first);
}

/* ---- Vertices ---- */

static void add_points(const pav_posed *posed, float *sums)
{
    memset(sums, 0, 3 * (size_t)posed->mesh->point_count * sizeof *sums);
    for (uint32_t c = 0; c < posed->mesh->corner_count; c++) {
        add_corner(posed, c, sums + 3 * (size_t)posed->mesh->corners[c]);
    }
}

/* Before anyone turned it. */
static void plain_normal(const pav_posed *posed, const float *sums, uint32_t corner, float out[3])
{
    const float *of_polygon = pav_posed_polygon(posed, corner);
    float sum[3] = {0.0f, 0.0f, 0.0f};
    if (posed->topology->flat[posed->topology->polygon_of[corner]]) {
        memcpy(sum, of_polygon, sizeof sum);
    } else if (posed->mesh->mesh->smoothing == PAV_MESH_SMOOTHING_POINTS) {
        memcpy(sum, sums + 3 * (size_t)posed->mesh->corners[corner], sizeof sum);
    } else {
        add_fan(posed, corner, sum);
    }
    memcpy(out, pav_vector_normalise(sum) ? sum : of_polygon, sizeof sum);
}

void pav_exact_normals_update(pav_scene *scene, uint32_t m, const float *points, float *normals)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const pav_exact_normals *exact = &scene->exact_normals;
    const pav_posed posed = pav_posed_make(mesh, &exact->topologies[m], points, exact->polygons);
    if (mesh->mesh->smoothing == PAV_MESH_SMOOTHING_POINTS) {
        add_points(&posed, exact->points);
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float *normal = normals + 3 * (size_t)v;
        plain_normal(&posed, exact->points, mesh->vertices[v], normal);
        if (exact->turns[m]) {
            pav_turn_apply(&posed, mesh->vertices[v], exact->turns[m][v], normal);
        }
    }
}

/* ---- Creation ---- */

/* The normals of the file are those at rest, turned. */
static pav_result measure_turns(pav_scene *scene, uint32_t m)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const pav_exact_normals *exact = &scene->exact_normals;
    if (mesh->mesh->smoothing != PAV_MESH_SMOOTHING_CUSTOM) {
        return PAV_OK;
    }
    exact->turns[m] = pav_scene_allocate(scene, mesh->vertex_count, sizeof *exact->turns[m]);
    if (!exact->turns[m]) {
        return PAV_ERROR_MEMORY;
    }
    const pav_posed rest = pav_posed_make(mesh, &exact->topologies[m], mesh->points, exact->polygons);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float plain[3];
        plain_normal(&rest, exact->points, mesh->vertices[v], plain);
        exact->turns[m][v] = pav_turn_measure(&rest, mesh->vertices[v], plain, mesh->normals + 3 * (size_t)v);
    }
    return PAV_OK;
}

static pav_result create_topologies(pav_scene *scene)
{
    pav_exact_normals *exact = &scene->exact_normals;
    uint32_t polygons = 0, points = 0;
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

pav_result pav_exact_normals_create(pav_scene *scene)
{
    pav_exact_normals *exact = &scene->exact_normals;
    exact->topologies = pav_scene_allocate(scene, scene->mesh_count, sizeof *exact->topologies);
    exact->turns = pav_scene_allocate(scene, scene->mesh_count, sizeof *exact->turns);
    if (!exact->topologies || !exact->turns) {
        return PAV_ERROR_MEMORY;
    }
    pav_result result = create_topologies(scene);
    for (uint32_t m = 0; !result && m < scene->mesh_count; m++) {
        result = measure_turns(scene, m);
    }
    return result;
}
