/* SPDX-License-Identifier: MIT */
/* Morphs: the weights of shape keys, and what they do to points and normals. */
#include "scene.h"
#include "sequence.h"

#include <math.h>
#include <string.h>

/* ---- UpdateMorph ---- */

static float *mesh_weights(const pav_scene *scene, uint32_t mesh)
{
    return scene->weights + (scene->layout.morph_first[mesh] - scene->layout.first[PAV_VALUE_FLOAT]);
}

static void clamp_weights(const pav_chunk_mesh *mesh, const float *values, float *weights)
{
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        weights[i] = fminf(fmaxf(values[i], mesh->morphs[i].minimum), mesh->morphs[i].maximum);
    }
}

pav_result pav_morph_update(void *self, pav_scene *scene)
{
    (void)self;
    for (uint32_t m = 0; m < scene->mesh_count; m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
        const float *values = scene->targets + scene->layout.morph_first[m];
        if (mesh->sequence_key_count) {
            pav_sequence_weights(mesh, values[mesh->morph_count], mesh_weights(scene, m));
        } else {
            clamp_weights(mesh, values, mesh_weights(scene, m));
        }
    }
    return PAV_OK;
}

/* ---- Deform ---- */

/* values[items[i]] += weight * deltas[i], three floats each. */
static void add_deltas(float *values, float weight, const uint32_t *items, const float *deltas,
                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        float *value = values + 3 * (size_t)items[i];
        const float *delta = deltas + 3 * (size_t)i;
        value[0] += weight * delta[0];
        value[1] += weight * delta[1];
        value[2] += weight * delta[2];
    }
}

void pav_morph_normalise(float normal[3], const float rest[3])
{
    const float length = sqrtf(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
    if (length > 0.0f && isfinite(length)) {
        normal[0] /= length;
        normal[1] /= length;
        normal[2] /= length;
    } else {
        memcpy(normal, rest, 3 * sizeof *normal);
    }
}

static void morph_normals(const pav_chunk_mesh *mesh, const float *weights, float *normals)
{
    bool turned = false;
    memcpy(normals, mesh->normals, 3 * (size_t)mesh->vertex_count * sizeof *normals);
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        const pav_record_morph *morph = &mesh->morphs[i];
        if (weights[i] != 0.0f && morph->normal_deltas_count) {
            add_deltas(normals, weights[i], mesh->delta_vertices + morph->normal_deltas_first,
                       mesh->delta_normals + 3 * (size_t)morph->normal_deltas_first,
                       morph->normal_deltas_count);
            turned = true;
        }
    }
    for (size_t i = 0; turned && i < 3 * (size_t)mesh->vertex_count; i += 3) {
        pav_morph_normalise(normals + i, mesh->normals + i);
    }
}

void pav_morph_deform(pav_scene *scene, uint32_t m)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, m);
    const pav_mesh_state *state = &scene->meshes[m];
    const float *weights = mesh_weights(scene, m);
    if (state->points) {
        memcpy(state->points, mesh->points, 3 * (size_t)mesh->point_count * sizeof *state->points);
        for (uint32_t i = 0; i < mesh->morph_count; i++) {
            const pav_record_morph *morph = &mesh->morphs[i];
            if (weights[i] != 0.0f) {
                add_deltas(state->points, weights[i], mesh->delta_points + morph->deltas_first,
                           mesh->delta_positions + 3 * (size_t)morph->deltas_first, morph->deltas_count);
            }
        }
    }
    if (state->normals) {
        morph_normals(mesh, weights, state->normals);
    }
}
