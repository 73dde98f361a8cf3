/* SPDX-License-Identifier: MIT */
/* Which arrays a scene needs for its points and vertices, and in which order they are written. */
#include "scene.h"

#include <assert.h>
#include <string.h>

/* ---- Creation ---- */

static bool moves_points(const pav_chunk_mesh *mesh)
{
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        if (mesh->morphs[i].deltas_count) {
            return true;
        }
    }
    return false;
}

/* Whether its normals are computed anew when its points move. */
static bool is_exact(const pav_scene *scene, const pav_chunk_mesh *mesh)
{
    return scene->normals_exact && pav_exact_normals_known(mesh);
}

static bool turns_normals(const pav_scene *scene, const pav_chunk_mesh *mesh)
{
    if (is_exact(scene, mesh) && moves_points(mesh)) {
        return true;
    }
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        if (mesh->morphs[i].normal_deltas_count) {
            return true;
        }
    }
    return false;
}

/* Three floats for each of `count`, where they are needed; false when there is no memory. */
static bool allocate_vectors(pav_scene *scene, bool needed, uint32_t count, float **out)
{
    *out = needed ? pav_scene_allocate(scene, count, 3 * sizeof **out) : NULL;
    return !needed || *out;
}

static void expand_positions(const pav_mesh_state *state, const pav_chunk_mesh *mesh)
{
    const float *points = state->points ? state->points : mesh->points;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        memcpy(state->positions + 3 * (size_t)v, points + 3 * (size_t)state->vertex_points[v],
               3 * sizeof *state->positions);
    }
}

static pav_result create_mesh(pav_scene *scene, uint32_t m, bool shown)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    pav_mesh_state *state = &scene->meshes[m];
    state->vertex_points = pav_scene_allocate(scene, mesh->vertex_count, sizeof *state->vertex_points);
    if (!state->vertex_points ||
        !allocate_vectors(scene, moves_points(mesh), mesh->point_count, &state->points) ||
        !allocate_vectors(scene, shown, mesh->vertex_count, &state->positions) ||
        !allocate_vectors(scene, turns_normals(scene, mesh), mesh->vertex_count, &state->normals)) {
        return PAV_ERROR_MEMORY;
    }
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        state->vertex_points[v] = mesh->corners[mesh->vertices[v]];
    }
    if (state->positions) {
        expand_positions(state, mesh);
    }
    return PAV_OK;
}

/* Marks in `shown` the meshes that a node shows without a skin. */
static void find_shown(const pav_scene *scene, bool *shown)
{
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const uint32_t mesh = scene->chunk->nodes[n].mesh;
        if (mesh != PAV_NONE && scene->node_skins[n] == PAV_NONE) {
            shown[mesh] = true;
        }
    }
}

static pav_result create_meshes(pav_scene *scene)
{
    bool *shown = pav_scene_allocate(scene, scene->mesh_count, sizeof *shown);
    scene->meshes = pav_scene_allocate(scene, scene->mesh_count, sizeof *scene->meshes);
    if (!shown || !scene->meshes) {
        return PAV_ERROR_MEMORY;
    }
    find_shown(scene, shown);
    for (uint32_t m = 0; m < scene->mesh_count; m++) {
        if (create_mesh(scene, m, shown[m])) {
            return PAV_ERROR_MEMORY;
        }
    }
    return PAV_OK;
}

static pav_result create_skinned(pav_scene *scene)
{
    uint32_t most_points = 0;
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        pav_skin_state *state = &scene->skins[i];
        const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, state->mesh);
        if (!allocate_vectors(scene, true, mesh->point_count, &state->points) ||
            !allocate_vectors(scene, true, mesh->vertex_count, &state->positions) ||
            !allocate_vectors(scene, true, mesh->vertex_count, &state->normals)) {
            return PAV_ERROR_MEMORY;
        }
        most_points = mesh->point_count > most_points ? mesh->point_count : most_points;
    }
    scene->normal_matrices = pav_scene_allocate(scene, most_points, 9 * sizeof *scene->normal_matrices);
    return scene->normal_matrices ? PAV_OK : PAV_ERROR_MEMORY;
}

pav_result pav_deform_create(pav_scene *scene)
{
    pav_result result = pav_skin_create(scene);
    if (!result) {
        result = scene->deform_off ? pav_vertices_create(scene) : create_meshes(scene);
    }
    if (!result && !scene->deform_off) {
        result = create_skinned(scene);
    }
    if (!result && scene->normals_exact) {
        result = pav_exact_normals_create(scene);
    }
    return result;
}

/* ---- Each update ---- */

static void update_mesh(pav_scene *scene, uint32_t m)
{
    const pav_mesh_state *state = &scene->meshes[m];
    if (state->points || state->normals) {
        pav_morph_deform(scene, m);
    }
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    if (state->points && state->positions) {
        expand_positions(state, mesh);
    }
    if (state->points && is_exact(scene, mesh)) {
        pav_exact_normals_update(scene, m, state->points, state->normals);
    }
}

static void update_skin(pav_scene *scene, const pav_skin_state *state)
{
    pav_skin_deform(scene, state);
    if (is_exact(scene, pav_document_mesh(scene->document, state->mesh))) {
        pav_exact_normals_update(scene, state->mesh, state->points, state->normals);
    }
}

void pav_deform_update(pav_scene *scene)
{
    for (uint32_t m = 0; m < scene->mesh_count && !scene->deform_off; m++) {
        update_mesh(scene, m);
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        pav_skin_matrices(scene, &scene->skins[i]);
        if (!scene->deform_off) {
            update_skin(scene, &scene->skins[i]);
        }
    }
}

/* ---- Reading ---- */

/* The mesh of a node whose vertices are there to be read, or NULL. */
static const pav_chunk_mesh *deformed_mesh(const pav_scene *scene, uint32_t node)
{
    assert(scene && node < scene->node_count);
    const uint32_t mesh = scene->chunk->nodes[node].mesh;
    return mesh == PAV_NONE || scene->deform_off ? NULL : pav_document_mesh(scene->document, mesh);
}

static void give_count(uint32_t *out, uint32_t count)
{
    if (out) {
        *out = count;
    }
}

const float *pav_scene_points(const pav_scene *scene, uint32_t node, uint32_t *count)
{
    const pav_chunk_mesh *mesh = deformed_mesh(scene, node);
    give_count(count, mesh ? mesh->point_count : 0);
    if (!mesh) {
        return NULL;
    }
    if (scene->node_skins[node] != PAV_NONE) {
        return scene->skins[scene->node_skins[node]].points;
    }
    const pav_mesh_state *state = &scene->meshes[scene->chunk->nodes[node].mesh];
    return state->points ? state->points : mesh->points;
}

const float *pav_scene_positions(const pav_scene *scene, uint32_t node, uint32_t *count)
{
    const pav_chunk_mesh *mesh = deformed_mesh(scene, node);
    give_count(count, mesh ? mesh->vertex_count : 0);
    if (!mesh) {
        return NULL;
    }
    if (scene->node_skins[node] != PAV_NONE) {
        return scene->skins[scene->node_skins[node]].positions;
    }
    return scene->meshes[scene->chunk->nodes[node].mesh].positions;
}

const float *pav_scene_normals(const pav_scene *scene, uint32_t node, uint32_t *count)
{
    const pav_chunk_mesh *mesh = deformed_mesh(scene, node);
    give_count(count, mesh ? mesh->vertex_count : 0);
    if (!mesh) {
        return NULL;
    }
    if (scene->node_skins[node] != PAV_NONE) {
        return scene->skins[scene->node_skins[node]].normals;
    }
    const pav_mesh_state *state = &scene->meshes[scene->chunk->nodes[node].mesh];
    return state->normals ? state->normals : mesh->normals;
}

const float *pav_scene_skin_matrices(const pav_scene *scene, uint32_t node, uint32_t *count)
{
    assert(scene && node < scene->node_count);
    const uint32_t skin = scene->node_skins[node];
    const pav_skin_stage *first = skin == PAV_NONE ? NULL : scene->skins[skin].stages;
    give_count(count, first ? first->record->joints_count : 0);
    return first ? first->matrices : NULL;
}
