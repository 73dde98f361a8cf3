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

/* ---- Opening ---- */

static bool has_vertices(const view_session *session, uint32_t node)
{
    return session->drawing.meshes.of_node[node] != PAV_NONE;
}

static void count_items(const view_session *session, uint32_t *morphed, uint32_t *drawn)
{
    const pav_document *document = pav_scene_document(session->scene);
    *morphed = *drawn = 0;
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        *morphed += pav_document_mesh(document, mesh)->morph_count > 0;
    }
    for (uint32_t node = 0; node < pav_document_scene(document)->node_count; node++) {
        *drawn += has_vertices(session, node);
    }
}

static void write_head(FILE *file, const view_session *session, uint32_t frame_count)
{
    const pav_document *document = pav_scene_document(session->scene);
    const uint32_t node_count = pav_document_scene(document)->node_count;
    uint32_t morphed, drawn;
    count_items(session, &morphed, &drawn);
    fputs("PAVVIEW\n", file);
    put_u32(file, node_count);
    put_u32(file, morphed);
    put_u32(file, drawn);
    put_u32(file, frame_count);
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        const uint32_t count = pav_document_mesh(document, mesh)->morph_count;
        if (count) {
            put_u32(file, mesh);
            put_u32(file, count);
        }
    }
    for (uint32_t node = 0; node < node_count; node++) {
        if (has_vertices(session, node)) {
            uint32_t count;
            pav_scene_positions(session->scene, node, &count);
            put_u32(file, node);
            put_u32(file, count);
        }
    }
}

pav_result view_dump_open(const char *path, const view_session *session, uint32_t frame_count, view_dump *out,
                          pav_error *error)
{
    *out = (view_dump){fopen(path, "wb"), path};
    if (!out->file) {
        return view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
    }
    write_head(out->file, session, frame_count);
    return PAV_OK;
}

/* ---- Frames ---- */

static pav_result fail_to_write(const view_dump *dump, pav_error *error)
{
    return view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", dump->path, strerror(errno));
}

static void put_weights(FILE *file, const pav_scene *scene)
{
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(pav_scene_document(scene)); mesh++) {
        uint32_t count = 0;
        const float *weights = pav_scene_morph_weights(scene, mesh, &count);
        put_floats(file, weights, weights ? count : 0);
    }
}

pav_result view_dump_write(view_dump *dump, const view_session *session, double frame, pav_error *error)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(session->scene));
    const float number = (float)frame;
    view_mesh_buffers_upload(&session->drawing.meshes);
    put_floats(dump->file, &number, 1);
    put_floats(dump->file, pav_scene_world_matrices(session->scene), 16 * (size_t)chunk->node_count);
    put_weights(dump->file, session->scene);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (!has_vertices(session, node)) {
            continue;
        }
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
    }
    return ferror(dump->file) ? fail_to_write(dump, error) : PAV_OK;
}

pav_result view_dump_close(view_dump *dump, pav_error *error)
{
    const bool failed = ferror(dump->file) != 0;
    if (fclose(dump->file) || failed) {
        return fail_to_write(dump, error);
    }
    return PAV_OK;
}
