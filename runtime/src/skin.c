/* SPDX-License-Identifier: MIT */
/* Linear skinning as Blender's armature modifier does it: matrices are blended, then applied. */
#include "matrix.h"
#include "scene.h"

#include <math.h>
#include <string.h>

/* ---- Skin matrices ---- */

/* Of one joint: from the node's space at rest to the armature's, to the bone at rest, through the bone's
 * world matrix of now, back to the node's. */
static void joint_matrix(const double from_world[16], const double bone[16], const float inverse_bind[16],
                         const double to_armature[16], float out[16])
{
    double bind[16];
    double at_rest[16];
    double in_world[16];
    double matrix[16];
    pav_matrix_from_floats(inverse_bind, bind);
    pav_matrix_multiply(bind, to_armature, at_rest);
    pav_matrix_multiply(bone, at_rest, in_world);
    pav_matrix_multiply(from_world, in_world, matrix);
    pav_matrix_to_floats(matrix, out);
}

static void all_identity(float *matrices, uint32_t count)
{
    double identity[16];
    pav_matrix_identity(identity);
    for (uint32_t i = 0; i < count; i++) {
        pav_matrix_to_floats(identity, matrices + 16 * (size_t)i);
    }
}

void pav_skin_matrices(pav_scene *scene, const pav_skin_state *state)
{
    const pav_record_skin *skin = &scene->chunk->skins[state->skin];
    const double *node = scene->exact_worlds + 16 * (size_t)state->node;
    double from_world[16];
    double from_armature[16];
    double to_armature[16];
    if (!pav_matrix_invert(node, from_world) ||
        !pav_matrix_invert(scene->exact_worlds + 16 * (size_t)skin->armature, from_armature)) {
        all_identity(state->matrices, skin->joints_count);
        return;
    }
    pav_matrix_multiply(from_armature, node, to_armature);
    for (uint32_t i = 0; i < skin->joints_count; i++) {
        const pav_record_joint *joint = &scene->chunk->joints[skin->joints_first + i];
        joint_matrix(from_world, scene->exact_worlds + 16 * (size_t)joint->node, joint->inverse_bind,
                     to_armature, state->matrices + 16 * (size_t)i);
    }
}

/* ---- Points ---- */

/* Adds weight * the upper three rows of `joint` to `blend`: 12 floats, column by column. */
static void add_joint(float blend[12], float weight, const float joint[16])
{
    for (int column = 0; column < 4; column++) {
        blend[3 * column] += weight * joint[4 * column];
        blend[3 * column + 1] += weight * joint[4 * column + 1];
        blend[3 * column + 2] += weight * joint[4 * column + 2];
    }
}

/* Points with no more weight than this stay where they are in Blender (measured in 3.4). */
static const float least_weight = 0.0001f;

/* The blended matrix; false when no joint moves the point. */
static bool blend_matrices(const pav_skin_state *state, const pav_record_influence *influences, uint32_t count,
                           float blend[12])
{
    float sum = 0.0f;
    memset(blend, 0, 12 * sizeof *blend);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t joint = state->group_joints[influences[i].group];
        if (joint != PAV_NONE) {
            sum += influences[i].weight;
            add_joint(blend, influences[i].weight, state->matrices + 16 * (size_t)joint);
        }
    }
    if (!(sum > least_weight)) {
        return false;
    }
    for (int i = 0; i < 12; i++) {
        blend[i] /= sum;
    }
    return true;
}

void pav_skin_move(const pav_skin_blend *blend, const float point[3], float out[3])
{
    const float *m = blend->point;
    if (!blend->moves) {
        memcpy(out, point, 3 * sizeof *out);
        return;
    }
    for (int row = 0; row < 3; row++) {
        out[row] = m[row] * point[0] + m[3 + row] * point[1] + m[6 + row] * point[2] + m[9 + row];
    }
}

/* ---- Normals ---- */

/* The inverse transpose of the 3x3 part up to a positive factor: its cofactors, with the determinant's sign.
 */
static void normal_matrix(const float m[12], float out[9])
{
    out[0] = m[4] * m[8] - m[5] * m[7];
    out[1] = m[5] * m[6] - m[3] * m[8];
    out[2] = m[3] * m[7] - m[4] * m[6];
    out[3] = m[2] * m[7] - m[1] * m[8];
    out[4] = m[0] * m[8] - m[2] * m[6];
    out[5] = m[1] * m[6] - m[0] * m[7];
    out[6] = m[1] * m[5] - m[2] * m[4];
    out[7] = m[2] * m[3] - m[0] * m[5];
    out[8] = m[0] * m[4] - m[1] * m[3];
    const float determinant = m[0] * out[0] + m[1] * out[1] + m[2] * out[2];
    if (determinant < 0.0f) {
        for (int i = 0; i < 9; i++) {
            out[i] = -out[i];
        }
    }
}

static void identity_normal_matrix(float out[9])
{
    memset(out, 0, 9 * sizeof *out);
    out[0] = out[4] = out[8] = 1.0f;
}

void pav_skin_turn(const float m[9], const float normal[3], float out[3])
{
    const float x = m[0] * normal[0] + m[3] * normal[1] + m[6] * normal[2];
    const float y = m[1] * normal[0] + m[4] * normal[1] + m[7] * normal[2];
    const float z = m[2] * normal[0] + m[5] * normal[1] + m[8] * normal[2];
    const float length = sqrtf(x * x + y * y + z * z);
    if (length > 0.0f && isfinite(length)) {
        out[0] = x / length;
        out[1] = y / length;
        out[2] = z / length;
    } else {
        memcpy(out, normal, 3 * sizeof *out);
    }
}

/* ---- Deform ---- */

void pav_skin_blend_point(const pav_skin_state *state, const pav_record_influence *influences, uint32_t count,
                          pav_skin_blend *out)
{
    out->moves = blend_matrices(state, influences, count, out->point);
    if (out->moves) {
        normal_matrix(out->point, out->normal);
    } else {
        identity_normal_matrix(out->normal);
    }
}

static void deform_points(pav_scene *scene, const pav_skin_state *state, const pav_chunk_mesh *mesh,
                          const float *points)
{
    const pav_record_influence *influences = mesh->influences;
    for (uint32_t p = 0; p < mesh->point_count; p++) {
        const uint32_t count = p < mesh->influence_count_count ? mesh->influence_counts[p] : 0;
        pav_skin_blend blend;
        pav_skin_blend_point(state, influences, count, &blend);
        pav_skin_move(&blend, points + 3 * (size_t)p, state->points + 3 * (size_t)p);
        memcpy(scene->normal_matrices + 9 * (size_t)p, blend.normal, sizeof blend.normal);
        influences += count;
    }
}

void pav_skin_deform(pav_scene *scene, const pav_skin_state *state)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, state->mesh);
    const pav_mesh_state *shared = &scene->meshes[state->mesh];
    const float *normals = shared->normals ? shared->normals : mesh->normals;
    deform_points(scene, state, mesh, shared->points ? shared->points : mesh->points);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const size_t point = shared->vertex_points[v];
        memcpy(state->positions + 3 * (size_t)v, state->points + 3 * point, 3 * sizeof *state->positions);
        pav_skin_turn(scene->normal_matrices + 9 * point, normals + 3 * (size_t)v,
                    state->normals + 3 * (size_t)v);
    }
}

/* ---- Creation ---- */

static pav_result create_state(pav_scene *scene, uint32_t node, pav_skin_state *state)
{
    const pav_record_node *record = &scene->chunk->nodes[node];
    const pav_record_skin *skin = &scene->chunk->skins[record->skin];
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, record->mesh);
    *state = (pav_skin_state){ .node = node, .skin = record->skin, .mesh = record->mesh };
    state->matrices = pav_scene_allocate(scene, skin->joints_count, 16 * sizeof *state->matrices);
    state->group_joints = pav_scene_allocate(scene, mesh->group_count, sizeof *state->group_joints);
    if (!state->matrices || !state->group_joints) {
        return PAV_ERROR_MEMORY;
    }
    for (uint32_t group = 0; group < mesh->group_count; group++) {
        state->group_joints[group] = PAV_NONE;
    }
    for (uint32_t i = 0; i < skin->joints_count; i++) {
        const uint32_t group = scene->chunk->joints[skin->joints_first + i].group;
        if (group < mesh->group_count && state->group_joints[group] == PAV_NONE) {
            state->group_joints[group] = i;
        }
    }
    return PAV_OK;
}

static bool is_skinned(const pav_record_node *node)
{
    return node->mesh != PAV_NONE && node->skin != PAV_NONE;
}

pav_result pav_skin_create(pav_scene *scene)
{
    uint32_t count = 0;
    for (uint32_t n = 0; n < scene->node_count; n++) {
        count += is_skinned(&scene->chunk->nodes[n]);
    }
    scene->skins = pav_scene_allocate(scene, count, sizeof *scene->skins);
    scene->node_skins = pav_scene_allocate(scene, scene->node_count, sizeof *scene->node_skins);
    if (!scene->skins || !scene->node_skins) {
        return PAV_ERROR_MEMORY;
    }
    for (uint32_t n = 0; n < scene->node_count; n++) {
        scene->node_skins[n] = PAV_NONE;
        if (is_skinned(&scene->chunk->nodes[n])) {
            if (create_state(scene, n, &scene->skins[scene->skin_count])) {
                return PAV_ERROR_MEMORY;
            }
            scene->node_skins[n] = scene->skin_count++;
        }
    }
    return PAV_OK;
}
