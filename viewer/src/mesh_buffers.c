/* SPDX-License-Identifier: MIT */
#include "mesh_buffers.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

static const pav_chunk_scene *chunk_of(const pav_scene *scene)
{
    return pav_document_scene(pav_scene_document(scene));
}

bool view_node_deforms(const pav_scene *scene, uint32_t node)
{
    const pav_record_node *record = &chunk_of(scene)->nodes[node];
    return record->mesh != PAV_NONE &&
           (record->skin != PAV_NONE ||
            pav_document_mesh(pav_scene_document(scene), record->mesh)->morph_count > 0);
}

/* ---- Making ---- */

static GLuint make_attribute(GLuint location)
{
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, 3, GL_FLOAT, GL_FALSE, 0, NULL);
    return buffer;
}

static void fill(GLuint buffer, const float *values, uint32_t count, GLenum usage)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof(float) * 3 * count), values, usage);
}

static void upload(const view_mesh_buffers *buffers, uint32_t node, GLenum usage)
{
    uint32_t count;
    const view_mesh_buffer *buffer = &buffers->buffers[buffers->of_node[node]];
    const float *positions = pav_scene_positions(buffers->scene, node, &count);
    fill(buffer->positions, positions, count, usage);
    fill(buffer->normals, pav_scene_normals(buffers->scene, node, &count), count, usage);
}

static void make_shared(view_mesh_buffers *buffers, uint32_t mesh)
{
    const pav_chunk_mesh *chunk = pav_document_mesh(pav_scene_document(buffers->scene), mesh);
    glGenBuffers(1, &buffers->indices[mesh]);
    glBindBuffer(GL_ARRAY_BUFFER, buffers->indices[mesh]);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof(uint32_t) * chunk->index_count), chunk->indices,
                 GL_STATIC_DRAW);
    if (chunk->uv_count && chunk->uv_layer_count) {
        glGenBuffers(1, &buffers->uvs[mesh]);
        glBindBuffer(GL_ARRAY_BUFFER, buffers->uvs[mesh]);
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(sizeof(float) * 2 * chunk->uv_count), chunk->uvs,
                     GL_STATIC_DRAW);
    }
}

static void make_buffer(view_mesh_buffers *buffers, uint32_t node, uint32_t mesh, uint32_t index)
{
    view_mesh_buffer *buffer = &buffers->buffers[index];
    if (!buffers->indices[mesh]) {
        make_shared(buffers, mesh);
    }
    glGenVertexArrays(1, &buffer->array);
    glBindVertexArray(buffer->array);
    buffer->positions = make_attribute(0);
    buffer->normals = make_attribute(1);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->indices[mesh]);
    buffers->of_node[node] = index;
    upload(buffers, node, view_node_deforms(buffers->scene, node) ? GL_STREAM_DRAW : GL_STATIC_DRAW);
    glBindVertexArray(0);
}

static void make_all(view_mesh_buffers *buffers)
{
    const pav_chunk_scene *chunk = chunk_of(buffers->scene);
    uint32_t next = pav_document_mesh_count(pav_scene_document(buffers->scene));
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        const uint32_t mesh = chunk->nodes[node].mesh;
        uint32_t vertex_count;
        buffers->of_node[node] = PAV_NONE;
        if (mesh == PAV_NONE || !pav_scene_positions(buffers->scene, node, &vertex_count)) {
            continue;
        }
        if (view_node_deforms(buffers->scene, node)) {
            make_buffer(buffers, node, mesh, next++);
        } else if (buffers->buffers[mesh].array) {
            buffers->of_node[node] = mesh;
        } else {
            make_buffer(buffers, node, mesh, mesh);
        }
    }
}

pav_result view_mesh_buffers_create(const pav_scene *scene, view_mesh_buffers *out, pav_error *error)
{
    const pav_chunk_scene *chunk = chunk_of(scene);
    const uint32_t mesh_count = pav_document_mesh_count(pav_scene_document(scene));
    *out = (view_mesh_buffers){.scene = scene, .buffer_count = mesh_count + chunk->node_count};
    out->buffers = calloc((size_t)out->buffer_count + 1, sizeof *out->buffers);
    out->of_node = calloc((size_t)chunk->node_count + 1, sizeof *out->of_node);
    out->indices = calloc((size_t)mesh_count + 1, sizeof *out->indices);
    out->uvs = calloc((size_t)mesh_count + 1, sizeof *out->uvs);
    if (!out->buffers || !out->of_node || !out->indices || !out->uvs) {
        view_mesh_buffers_destroy(out);
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for the buffers of %u nodes",
                         (unsigned)chunk->node_count);
    }
    make_all(out);
    return PAV_OK;
}

void view_mesh_buffers_destroy(view_mesh_buffers *buffers)
{
    for (uint32_t i = 0; buffers->buffers && i < buffers->buffer_count; i++) {
        const view_mesh_buffer *buffer = &buffers->buffers[i];
        const GLuint names[2] = {buffer->positions, buffer->normals};
        if (buffer->array) {
            glDeleteVertexArrays(1, &buffer->array);
            glDeleteBuffers(2, names);
        }
    }
    if (buffers->indices && buffers->uvs) {
        const uint32_t mesh_count = pav_document_mesh_count(pav_scene_document(buffers->scene));
        glDeleteBuffers((GLsizei)mesh_count, buffers->indices);
        glDeleteBuffers((GLsizei)mesh_count, buffers->uvs);
    }
    free(buffers->buffers);
    free(buffers->of_node);
    free(buffers->indices);
    free(buffers->uvs);
    *buffers = (view_mesh_buffers){0};
}

/* ---- Use ---- */

void view_mesh_buffers_upload(const view_mesh_buffers *buffers)
{
    const pav_chunk_scene *chunk = chunk_of(buffers->scene);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (buffers->of_node[node] != PAV_NONE && view_node_deforms(buffers->scene, node)) {
            upload(buffers, node, GL_STREAM_DRAW);
        }
    }
}

bool view_mesh_buffers_bind(const view_mesh_buffers *buffers, uint32_t node)
{
    const uint32_t index = buffers->of_node[node];
    if (index == PAV_NONE) {
        return false;
    }
    glBindVertexArray(buffers->buffers[index].array);
    return true;
}

void view_mesh_buffers_lay(const view_mesh_buffers *buffers, uint32_t node, GLuint location,
                           const char *layer)
{
    const uint32_t mesh = chunk_of(buffers->scene)->nodes[node].mesh;
    const pav_chunk_mesh *chunk = pav_document_mesh(pav_scene_document(buffers->scene), mesh);
    uint32_t found = 0;
    if (!buffers->uvs[mesh]) {
        glDisableVertexAttribArray(location);
        glVertexAttrib2f(location, 0, 0);
        return;
    }
    for (uint32_t i = 0; i < chunk->uv_layer_count; i++) {
        found = strcmp(chunk->text + chunk->uv_layers[i].name, layer) == 0 ? i : found;
    }
    const size_t first = sizeof(float) * 2 * chunk->uv_layers[found].uvs_first;
    glBindBuffer(GL_ARRAY_BUFFER, buffers->uvs[mesh]);
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, 2, GL_FLOAT, GL_FALSE, 0, (const void *)first);
}

void view_mesh_buffers_read(const view_mesh_buffers *buffers, uint32_t node, uint32_t count, float *positions,
                            float *normals)
{
    const view_mesh_buffer *buffer = &buffers->buffers[buffers->of_node[node]];
    const GLsizeiptr size = (GLsizeiptr)(sizeof(float) * 3 * count);
    glBindBuffer(GL_ARRAY_BUFFER, buffer->positions);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, size, positions);
    glBindBuffer(GL_ARRAY_BUFFER, buffer->normals);
    glGetBufferSubData(GL_ARRAY_BUFFER, 0, size, normals);
}
