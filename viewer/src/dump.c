/* SPDX-License-Identifier: MIT */
#include "dump.h"

#include "message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

static void put_u32(FILE *file, uint32_t number)
{
    const unsigned char bytes[4] = {(unsigned char)number, (unsigned char)(number >> 8),
                                    (unsigned char)(number >> 16), (unsigned char)(number >> 24)};
    fwrite(bytes, 1, sizeof bytes, file);
}

static void put_floats(FILE *file, const float *floats, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &floats[i], sizeof bits);
        put_u32(file, bits);
    }
}

/* Pinned: other programs read them. */
enum { WORLD_MATRICES, MORPH_WEIGHTS, MATERIAL_INPUTS, POINTS, POSITIONS, NORMALS };

static void put_entry(FILE *file, uint32_t kind, uint32_t index, uint32_t count)
{
    put_u32(file, kind);
    put_u32(file, index);
    put_u32(file, count);
}

/* ---- Opening ---- */

static bool has_vertices(const view_session *session, uint32_t node)
{
    uint32_t count;
    pav_scene_positions(session->scene, node, &count);
    return count && session->drawing.meshes.of_node[node] != PAV_NONE;
}

static uint32_t count_arrays(const view_session *session)
{
    const pav_document *document = pav_scene_document(session->scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    uint32_t count = 1;
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        count += pav_scene_morph_weights(session->scene, mesh, NULL) != NULL;
    }
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        count += pav_scene_material_inputs(session->scene, material, NULL) != NULL;
    }
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        count += has_vertices(session, node) ? 2 : 0;
    }
    return count;
}

static void list_arrays(FILE *file, const view_session *session)
{
    const pav_document *document = pav_scene_document(session->scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    uint32_t count;
    put_entry(file, WORLD_MATRICES, 0, 16 * chunk->node_count);
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        if (pav_scene_morph_weights(session->scene, mesh, &count)) {
            put_entry(file, MORPH_WEIGHTS, mesh, count);
        }
    }
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        if (pav_scene_material_inputs(session->scene, material, &count)) {
            put_entry(file, MATERIAL_INPUTS, material, count);
        }
    }
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (has_vertices(session, node)) {
            pav_scene_positions(session->scene, node, &count);
            put_entry(file, POSITIONS, node, 3 * count);
            put_entry(file, NORMALS, node, 3 * count);
        }
    }
}

pav_result view_dump_open(const char *path, const view_session *session, view_dump *out, pav_error *error)
{
    *out = (view_dump){fopen(path, "wb"), path};
    if (!out->file) {
        return view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    }
    fputs("PAVDUMP\n", out->file);
    put_u32(out->file, count_arrays(session));
    list_arrays(out->file, session);
    return PAV_OK;
}

/* ---- Moments ---- */

static pav_result fail_to_write(const view_dump *dump, pav_error *error)
{
    return view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", dump->path, strerror(errno));
}

static void put_values(FILE *file, const pav_scene *scene)
{
    const pav_document *document = pav_scene_document(scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    uint32_t count;
    put_floats(file, pav_scene_world_matrices(scene), 16 * (size_t)chunk->node_count);
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        const float *weights = pav_scene_morph_weights(scene, mesh, &count);
        put_floats(file, weights, weights ? count : 0);
    }
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        const float *inputs = pav_scene_material_inputs(scene, material, &count);
        put_floats(file, inputs, inputs ? count : 0);
    }
}

static pav_result put_vertices(view_dump *dump, const view_session *session, uint32_t node, pav_error *error)
{
    uint32_t count;
    pav_scene_positions(session->scene, node, &count);
    float *values = malloc(((size_t)count * 6 + 1) * sizeof *values);
    if (!values) {
        return view_fail(error, PAV_ERROR_MEMORY, "%s: no memory for %u vertices", dump->path,
                         (unsigned)count);
    }
    view_mesh_buffers_read(&session->drawing.meshes, node, count, values, values + 3 * (size_t)count);
    put_floats(dump->file, values, 6 * (size_t)count);
    free(values);
    return PAV_OK;
}

pav_result view_dump_write(view_dump *dump, const view_session *session, pav_error *error)
{
    const uint32_t node_count = pav_document_scene(pav_scene_document(session->scene))->node_count;
    pav_result result = PAV_OK;
    view_mesh_buffers_upload(&session->drawing.meshes);
    put_values(dump->file, session->scene);
    for (uint32_t node = 0; node < node_count && !result; node++) {
        result = has_vertices(session, node) ? put_vertices(dump, session, node, error) : PAV_OK;
    }
    return !result && ferror(dump->file) ? fail_to_write(dump, error) : result;
}

pav_result view_dump_close(view_dump *dump, pav_error *error)
{
    const bool failed = ferror(dump->file) != 0;
    if (fclose(dump->file) || failed) {
        return fail_to_write(dump, error);
    }
    return PAV_OK;
}
