/* SPDX-License-Identifier: MIT */
/* Skins as Blender's armature modifiers: one after the other, each as much as its mask says. */
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

static void at_rest(const pav_skin_stage *stage)
{
    double identity[16];
    pav_matrix_identity(identity);
    all_identity(stage->matrices, stage->record->joints_count);
    for (uint32_t i = 0; stage->duals && i < stage->record->joints_count; i++) {
        pav_dual_bone_set(&stage->duals[i], identity, identity);
    }
}

/* Bones in the space of their armature, which is where dual quaternions are blended. */
static void set_duals(const pav_scene *scene, pav_skin_stage *stage, const double from_armature[16],
                      const double to_armature[16])
{
    double back[16], pose[16], inverse_bind[16];
    pav_matrix_invert(to_armature, back);
    pav_matrix_upper_rows(to_armature, stage->to_armature);
    pav_matrix_upper_rows(back, stage->from_armature);
    for (uint32_t i = 0; i < stage->record->joints_count; i++) {
        const pav_record_joint *joint = &scene->chunk->joints[stage->record->joints_first + i];
        pav_matrix_from_floats(joint->inverse_bind, inverse_bind);
        pav_matrix_multiply(from_armature, scene->exact_worlds + 16 * (size_t)joint->node, pose);
        pav_dual_bone_set(&stage->duals[i], pose, inverse_bind);
    }
}

static void set_matrices(const pav_scene *scene, const double *node, pav_skin_stage *stage)
{
    const pav_record_skin *skin = stage->record;
    double from_world[16];
    double from_armature[16];
    double to_armature[16];
    if (!pav_matrix_invert(node, from_world) ||
        !pav_matrix_invert(scene->exact_worlds + 16 * (size_t)skin->armature, from_armature)) {
        at_rest(stage);
        return;
    }
    pav_matrix_multiply(from_armature, node, to_armature);
    for (uint32_t i = 0; i < skin->joints_count; i++) {
        const pav_record_joint *joint = &scene->chunk->joints[skin->joints_first + i];
        joint_matrix(from_world, scene->exact_worlds + 16 * (size_t)joint->node, joint->inverse_bind,
                     to_armature, stage->matrices + 16 * (size_t)i);
    }
    if (stage->duals) {
        set_duals(scene, stage, from_armature, to_armature);
    }
}

void pav_skin_matrices(pav_scene *scene, const pav_skin_state *state)
{
    for (uint32_t i = 0; i < state->stage_count; i++) {
        set_matrices(scene, scene->exact_worlds + 16 * (size_t)state->node, &state->stages[i]);
    }
}

/* ---- Points ---- */

/* A point on its way through the skins, and what its surroundings are moved by: 3x3, column by column. */
typedef struct pav_moved {
    float position[3];
    float linear[9];
} pav_moved;

/* The influences of a point. */
typedef struct pav_point_influences {
    const pav_record_influence *items;
    uint32_t count;
} pav_point_influences;

/* Points with no more weight than this stay where they are in Blender (measured in 3.4). */
static const float least_weight = 0.0001f;

/* matrix = m * matrix, 3x3. */
static void multiply_linear(const float *m, float matrix[9])
{
    for (int column = 0; column < 3; column++) {
        float product[3];
        pav_linear_apply(m, matrix + 3 * column, product);
        memcpy(matrix + 3 * column, product, sizeof product);
    }
}

/* position = m * position, m being upper three rows. */
static void transform(const float m[12], float position[3])
{
    float product[3];
    pav_linear_apply(m, position, product);
    for (int row = 0; row < 3; row++) {
        position[row] = product[row] + m[9 + row];
    }
}

/* Adds weight * the upper three rows of `joint` to `blend`: 12 floats, column by column. */
static void add_joint(float blend[12], float weight, const float joint[16])
{
    for (int column = 0; column < 4; column++) {
        blend[3 * column] += weight * joint[4 * column];
        blend[3 * column + 1] += weight * joint[4 * column + 1];
        blend[3 * column + 2] += weight * joint[4 * column + 2];
    }
}

/* Matrices are blended, then applied. */
static void move_linear(const pav_skin_stage *stage, pav_point_influences influences, pav_moved *moved)
{
    float sum = 0.0f;
    float blend[12] = {0};
    for (uint32_t i = 0; i < influences.count; i++) {
        const pav_record_influence *influence = &influences.items[i];
        const uint32_t joint = stage->group_joints[influence->group];
        if (joint != PAV_NONE) {
            sum += influence->weight;
            add_joint(blend, influence->weight, stage->matrices + 16 * (size_t)joint);
        }
    }
    if (!(sum > least_weight)) {
        return;
    }
    for (int i = 0; i < 12; i++) {
        blend[i] /= sum;
    }
    transform(blend, moved->position);
    multiply_linear(blend, moved->linear);
}

static void move_dual(const pav_skin_stage *stage, pav_point_influences influences, pav_moved *moved)
{
    const bool at_pivot = stage->record->blending == PAV_SKIN_BLENDING_DUAL_QUATERNION;
    float sum = 0.0f;
    float position[3], linear[9];
    pav_dual_sum blend = {{0}, {0}, {0}};
    memcpy(position, moved->position, sizeof position);
    transform(stage->to_armature, position);
    for (uint32_t i = 0; i < influences.count; i++) {
        const pav_record_influence *influence = &influences.items[i];
        const uint32_t joint = stage->group_joints[influence->group];
        if (joint != PAV_NONE && influence->weight > 0.0f) {
            sum += influence->weight;
            pav_dual_sum_add(&blend, &stage->duals[joint], influence->weight, at_pivot ? position : NULL);
        }
    }
    if (sum > least_weight && pav_dual_sum_apply(&blend, sum, at_pivot, position, position, linear)) {
        transform(stage->from_armature, position);
        memcpy(moved->position, position, sizeof position);
        multiply_linear(stage->to_armature, moved->linear);
        multiply_linear(linear, moved->linear);
        multiply_linear(stage->from_armature, moved->linear);
    }
}

/* How much a skin counts at a point. */
static float share(const pav_record_skin *skin, pav_point_influences influences)
{
    float weight = 0.0f;
    if (skin->mask == PAV_NONE) {
        return 1.0f;
    }
    for (uint32_t i = 0; i < influences.count; i++) {
        if (influences.items[i].group == skin->mask) {
            weight = influences.items[i].weight;
            break;
        }
    }
    return skin->flags & PAV_SKIN_FLAG_INVERT_MASK ? 1.0f - weight : weight;
}

/* from += part * (to - from) */
static void approach(pav_moved *from, const pav_moved *to, float part)
{
    for (int i = 0; i < 3; i++) {
        from->position[i] += part * (to->position[i] - from->position[i]);
    }
    for (int i = 0; i < 9; i++) {
        from->linear[i] += part * (to->linear[i] - from->linear[i]);
    }
}

static void move(const pav_skin_state *state, pav_point_influences influences, pav_moved *moved)
{
    pav_moved first = *moved;
    for (uint32_t i = 0; i < state->stage_count; i++) {
        const pav_skin_stage *stage = &state->stages[i];
        if (!(stage->record->flags & PAV_SKIN_FLAG_FROM_FIRST)) {
            first = *moved;
        }
        const float part = share(stage->record, influences);
        if (part == 0.0f) {
            continue;
        }
        pav_moved out = first;
        if (stage->duals) {
            move_dual(stage, influences, &out);
        } else {
            move_linear(stage, influences, &out);
        }
        if (part == 1.0f) {
            *moved = out;
        } else {
            approach(moved, &out, part);
        }
    }
}

/* ---- Normals ---- */

/* The inverse transpose of the 3x3 part up to a positive factor: its cofactors, with the determinant's sign.
 */
static void normal_matrix(const float m[9], float out[9])
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

void pav_skin_move(const pav_skin_state *state, const pav_record_influence *influences, uint32_t count,
                   const float point[3], pav_skin_point *out)
{
    pav_moved moved = {.linear = {1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f}};
    memcpy(moved.position, point, sizeof moved.position);
    move(state, (pav_point_influences){influences, count}, &moved);
    memcpy(out->position, moved.position, sizeof out->position);
    normal_matrix(moved.linear, out->normal);
}

static void deform_points(pav_scene *scene, const pav_skin_state *state, const pav_chunk_mesh *mesh,
                          const float *points)
{
    const pav_record_influence *influences = mesh->influences;
    for (uint32_t p = 0; p < mesh->point_count; p++) {
        const uint32_t count = p < mesh->influence_count_count ? mesh->influence_counts[p] : 0;
        pav_skin_point moved;
        pav_skin_move(state, influences, count, points + 3 * (size_t)p, &moved);
        memcpy(state->points + 3 * (size_t)p, moved.position, sizeof moved.position);
        memcpy(scene->normal_matrices + 9 * (size_t)p, moved.normal, sizeof moved.normal);
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

/* The joint of each group. */
static void find_joints(const pav_scene *scene, const pav_skin_stage *stage, uint32_t group_count)
{
    for (uint32_t group = 0; group < group_count; group++) {
        stage->group_joints[group] = PAV_NONE;
    }
    for (uint32_t i = 0; i < stage->record->joints_count; i++) {
        const uint32_t group = scene->chunk->joints[stage->record->joints_first + i].group;
        if (group < group_count && stage->group_joints[group] == PAV_NONE) {
            stage->group_joints[group] = i;
        }
    }
}

static pav_result create_stage(pav_scene *scene, const pav_record_skin *skin, uint32_t group_count,
                               pav_skin_stage *stage)
{
    *stage = (pav_skin_stage){.record = skin};
    stage->matrices = pav_scene_allocate(scene, skin->joints_count, 16 * sizeof *stage->matrices);
    stage->group_joints = pav_scene_allocate(scene, group_count, sizeof *stage->group_joints);
    if (skin->blending != PAV_SKIN_BLENDING_LINEAR) {
        stage->duals = pav_scene_allocate(scene, skin->joints_count, sizeof *stage->duals);
    }
    if (!stage->matrices || !stage->group_joints ||
        (skin->blending != PAV_SKIN_BLENDING_LINEAR && !stage->duals)) {
        return PAV_ERROR_MEMORY;
    }
    find_joints(scene, stage, group_count);
    return PAV_OK;
}

static pav_result create_state(pav_scene *scene, uint32_t node, pav_skin_state *state)
{
    const pav_record_node *record = &scene->chunk->nodes[node];
    const pav_chunk_mesh *mesh = pav_document_mesh(scene->document, record->mesh);
    const pav_record_skin *skins = scene->chunk->skins;
    *state = (pav_skin_state){.node = node, .mesh = record->mesh};
    for (uint32_t skin = record->skin; skin != PAV_NONE; skin = skins[skin].next) {
        state->stage_count++;
    }
    state->stages = pav_scene_allocate(scene, state->stage_count, sizeof *state->stages);
    pav_result result = state->stages ? PAV_OK : PAV_ERROR_MEMORY;
    uint32_t skin = record->skin;
    for (uint32_t i = 0; !result && i < state->stage_count; i++, skin = skins[skin].next) {
        result = create_stage(scene, &skins[skin], mesh->group_count, &state->stages[i]);
    }
    return result;
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
