/* SPDX-License-Identifier: MIT */
/* Vertices into a program's own memory: copied from the scene's arrays, or with deform_off morphed and
 * skinned right there.  Its places need not be aligned, so floats are copied in and out. */
#include "error.h"
#include "scene.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- Creation ---- */

/* Of each point where its vertices begin among those of all points, by counting them. */
static void find_first(const pav_chunk_mesh *mesh, uint32_t *first)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        first[mesh->corners[mesh->vertices[v]]]++;
    }
    uint32_t sum = 0;
    for (uint32_t p = 0; p <= mesh->point_count; p++) {
        const uint32_t count = first[p];
        first[p] = sum;
        sum += count;
    }
}

static pav_result create_mesh(pav_scene *scene, uint32_t m)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    pav_mesh_state *state = &scene->meshes[m];
    state->point_first = pav_scene_allocate(scene, (size_t)mesh->point_count + 1, sizeof *state->point_first);
    state->point_vertices = pav_scene_allocate(scene, mesh->vertex_count, sizeof *state->point_vertices);
    if (!state->point_first || !state->point_vertices) {
        return PAV_ERROR_MEMORY;
    }
    find_first(mesh, state->point_first);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        state->point_vertices[state->point_first[mesh->corners[mesh->vertices[v]]]++] = v;
    }
    /* Each now begins where the next one did. */
    memmove(state->point_first + 1, state->point_first, mesh->point_count * sizeof *state->point_first);
    state->point_first[0] = 0;
    return PAV_OK;
}

pav_result pav_vertices_create(pav_scene *scene)
{
    scene->meshes = pav_scene_allocate(scene, scene->mesh_count, sizeof *scene->meshes);
    pav_result result = scene->meshes ? PAV_OK : PAV_ERROR_MEMORY;
    for (uint32_t m = 0; !result && m < scene->mesh_count; m++) {
        result = create_mesh(scene, m);
    }
    return result;
}

/* ---- Places ---- */

static void *position_of(const pav_vertex_buffer *buffer, uint32_t vertex)
{
    return (char *)buffer->vertices + vertex * buffer->stride + buffer->position_offset;
}

static void *normal_of(const pav_vertex_buffer *buffer, uint32_t vertex)
{
    return (char *)buffer->vertices + vertex * buffer->stride + buffer->normal_offset;
}

static void copy(const pav_vertex_buffer *buffer, const float *positions, const float *normals,
                 uint32_t count)
{
    for (uint32_t v = 0; v < count; v++) {
        memcpy(position_of(buffer, v), positions + 3 * (size_t)v, 3 * sizeof *positions);
        if (buffer->normals) {
            memcpy(normal_of(buffer, v), normals + 3 * (size_t)v, 3 * sizeof *normals);
        }
    }
}

/* ---- Morph ---- */

static void put_rest(const pav_chunk_mesh *mesh, const pav_vertex_buffer *buffer)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        memcpy(position_of(buffer, v), mesh->points + 3 * (size_t)mesh->corners[mesh->vertices[v]],
               3 * sizeof(float));
        if (buffer->normals) {
            memcpy(normal_of(buffer, v), mesh->normals + 3 * (size_t)v, 3 * sizeof(float));
        }
    }
}

static void add(void *place, float weight, const float *delta)
{
    float value[3];
    memcpy(value, place, sizeof value);
    for (int i = 0; i < 3; i++) {
        value[i] += weight * delta[i];
    }
    memcpy(place, value, sizeof value);
}

static void add_positions(const pav_mesh_state *state, const pav_chunk_mesh *mesh,
                          const pav_record_morph *morph, float weight, const pav_vertex_buffer *buffer)
{
    for (uint32_t i = 0; i < morph->deltas_count; i++) {
        const size_t delta = (size_t)morph->deltas_first + i;
        const uint32_t point = mesh->delta_points[delta];
        for (uint32_t k = state->point_first[point]; k < state->point_first[point + 1]; k++) {
            add(position_of(buffer, state->point_vertices[k]), weight, mesh->delta_positions + 3 * delta);
        }
    }
}

static void add_normals(const pav_chunk_mesh *mesh, const pav_record_morph *morph, float weight,
                        const pav_vertex_buffer *buffer)
{
    for (uint32_t i = 0; i < morph->normal_deltas_count; i++) {
        const size_t delta = (size_t)morph->normal_deltas_first + i;
        add(normal_of(buffer, mesh->delta_vertices[delta]), weight, mesh->delta_normals + 3 * delta);
    }
}

static void normalise(const pav_chunk_mesh *mesh, const pav_vertex_buffer *buffer)
{
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float normal[3];
        memcpy(normal, normal_of(buffer, v), sizeof normal);
        pav_morph_normalise(normal, mesh->normals + 3 * (size_t)v);
        memcpy(normal_of(buffer, v), normal, sizeof normal);
    }
}

static void morph(const pav_scene *scene, uint32_t m, const pav_vertex_buffer *buffer)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const float *weights = pav_scene_morph_weights(scene, m, NULL);
    bool turned = false;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        if (weights[i] == 0.0f) {
            continue;
        }
        add_positions(&scene->meshes[m], mesh, &mesh->morphs[i], weights[i], buffer);
        if (buffer->normals && mesh->morphs[i].normal_deltas_count) {
            add_normals(mesh, &mesh->morphs[i], weights[i], buffer);
            turned = true;
        }
    }
    if (turned) {
        normalise(mesh, buffer);
    }
}

/* ---- Skin ---- */

static void skin_vertex(const pav_skin_point *point, const pav_vertex_buffer *buffer, uint32_t vertex)
{
    float value[3], out[3];
    memcpy(position_of(buffer, vertex), point->position, sizeof point->position);
    if (buffer->normals) {
        memcpy(value, normal_of(buffer, vertex), sizeof value);
        pav_skin_turn(point->normal, value, out);
        memcpy(normal_of(buffer, vertex), out, sizeof out);
    }
}

/* All vertices of a point stand at the same place. */
static void skin(const pav_scene *scene, const pav_skin_state *state, const pav_vertex_buffer *buffer)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, state->mesh);
    const pav_mesh_state *points = &scene->meshes[state->mesh];
    const pav_record_influence *influences = mesh->influences;
    for (uint32_t p = 0; p < mesh->point_count; p++) {
        const uint32_t count = p < mesh->influence_count_count ? mesh->influence_counts[p] : 0;
        const uint32_t first = points->point_first[p], end = points->point_first[p + 1];
        if (first < end) {
            float position[3];
            pav_skin_point moved;
            memcpy(position, position_of(buffer, points->point_vertices[first]), sizeof position);
            pav_skin_move(state, influences, count, position, &moved);
            for (uint32_t k = first; k < end; k++) {
                skin_vertex(&moved, buffer, points->point_vertices[k]);
            }
        }
        influences += count;
    }
}

/* ---- All of it ---- */

/* The byte after the last that is written; UINT64_MAX when it is past counting. */
static uint64_t end_of(const pav_vertex_buffer *buffer, uint32_t count)
{
    const bool normals_last = buffer->normals && buffer->normal_offset > buffer->position_offset;
    const uint64_t offset = normals_last ? buffer->normal_offset : buffer->position_offset;
    const uint64_t vector = 3 * sizeof(float), last = count ? count - 1 : 0;
    if (!count) {
        return 0;
    }
    if (last && buffer->stride > (UINT64_MAX - vector) / last) {
        return UINT64_MAX;
    }
    const uint64_t start = last * buffer->stride;
    return offset > UINT64_MAX - vector - start ? UINT64_MAX : start + offset + vector;
}

static pav_result check(const char *name, const pav_chunk_mesh *mesh, const pav_vertex_buffer *buffer,
                        pav_error *error)
{
    if (buffer->stride < 3 * sizeof(float)) {
        return pav_fail(error, PAV_ERROR_VALUE,
                        "node \"%s\": a stride of %" PRIu64 " bytes, which 3 floats do not fit in", name,
                        (uint64_t)buffer->stride);
    }
    const uint64_t end = end_of(buffer, mesh->vertex_count);
    if (end > buffer->byte_count) {
        return pav_fail(error, PAV_ERROR_VALUE,
                        "node \"%s\": its %" PRIu32 " vertices reach to byte %" PRIu64
                        ", but there are %" PRIu64,
                        name, mesh->vertex_count, end, (uint64_t)buffer->byte_count);
    }
    return PAV_OK;
}

pav_result pav_scene_write_vertices(const pav_scene *scene, uint32_t node, const pav_vertex_buffer *buffer,
                                    pav_error *error)
{
    assert(scene && node < scene->node_count && buffer);
    const uint32_t m = scene->chunk->nodes[node].mesh;
    const char *name = scene->chunk->text + scene->chunk->nodes[node].name;
    if (m == PAV_NONE) {
        return pav_fail(error, PAV_ERROR_NAME, "node \"%s\" has no mesh", name);
    }
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const pav_result result = check(name, mesh, buffer, error);
    if (result) {
        return result;
    }
    if (!scene->deform_off) {
        copy(buffer, pav_scene_positions(scene, node, NULL), pav_scene_normals(scene, node, NULL),
             mesh->vertex_count);
        return PAV_OK;
    }
    put_rest(mesh, buffer);
    morph(scene, m, buffer);
    if (scene->node_skins[node] != PAV_NONE) {
        skin(scene, &scene->skins[scene->node_skins[node]], buffer);
    }
    return PAV_OK;
}
