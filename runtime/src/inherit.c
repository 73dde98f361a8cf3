/* SPDX-License-Identifier: MIT */
/* The formulas were found by comparison with Blender's pose matrices. */
#include "inherit.h"

#include "matrix.h"
#include "scene.h"
#include "shear.h"

#include <math.h>
#include <string.h>

enum { PARTIAL_FLAGS = PAV_NODE_FLAG_NO_INHERIT_ROTATION | PAV_NODE_FLAG_NO_LOCAL_LOCATION };

/* What a basis is taken from the bone's own space to the armature's by: linear · basis · sizes for its upper
 * left part, place · location for its location. */
typedef struct bone_frame {
    double linear[9];
    double sizes[3];
    double place[16];
} bone_frame;

/* ---- Rest ---- */

static const pav_record_node *node_of(const pav_scene *scene, uint32_t node)
{
    return &scene->chunk->nodes[node];
}

static bool is_bone(const pav_scene *scene, uint32_t node)
{
    return node != PAV_NONE && node_of(scene, node)->kind == PAV_NODE_KIND_BONE;
}

/* The bone's own rest: the first element of its stack, if that is a matrix. */
static void find_own_rest(const pav_scene *scene, uint32_t node, double out[16])
{
    const pav_record_node *record = node_of(scene, node);
    const pav_record_element *first = &scene->chunk->elements[record->elements_first];
    pav_matrix_identity(out);
    if (record->elements_count && first->kind == PAV_ELEMENT_KIND_MATRIX) {
        pav_matrix_from_floats(scene->chunk->element_values + first->values_first, out);
    }
}

bool pav_inherit_is_partial(const pav_scene *scene, uint32_t node)
{
    const pav_record_node *record = node_of(scene, node);
    return scene->bone_rests && record->kind == PAV_NODE_KIND_BONE &&
           (record->inherit_scale != PAV_INHERIT_SCALE_FULL || (record->flags & PARTIAL_FLAGS));
}

static bool has_partial(const pav_scene *scene)
{
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (node_of(scene, n)->inherit_scale != PAV_INHERIT_SCALE_FULL ||
            (node_of(scene, n)->flags & PARTIAL_FLAGS)) {
            return true;
        }
    }
    return false;
}

pav_result pav_inherit_create(pav_scene *scene)
{
    if (!has_partial(scene)) {
        return PAV_OK;
    }
    scene->bone_rests = pav_scene_allocate(scene, scene->node_count, sizeof *scene->bone_rests);
    if (!scene->bone_rests) {
        return PAV_ERROR_MEMORY;
    }
    for (uint32_t n = 0; n < scene->node_count; n++) {
        pav_bone_rest *rest = &scene->bone_rests[n];
        double own[16];
        pav_matrix_identity(rest->pose);
        pav_matrix_identity(rest->inverse);
        if (is_bone(scene, n)) {
            find_own_rest(scene, n, own);
            pav_matrix_invert(own, rest->inverse);
            const uint32_t parent = node_of(scene, n)->parent;
            if (is_bone(scene, parent)) {
                pav_matrix_multiply(scene->bone_rests[parent].pose, own, rest->pose);
            } else {
                memcpy(rest->pose, own, sizeof own);
            }
        }
    }
    return PAV_OK;
}

/* ---- What a bone takes of its parent ---- */

static void linear_of(const double matrix[16], double out[9])
{
    for (int column = 0; column < 3; column++) {
        memcpy(out + 3 * column, matrix + 4 * column, 3 * sizeof *out);
    }
}

static void set_linear(double matrix[16], const double linear[9])
{
    for (int column = 0; column < 3; column++) {
        memcpy(matrix + 4 * column, linear + 3 * column, 3 * sizeof *linear);
    }
}

static void multiply_linear(double matrix[9], const double other[16])
{
    double whole[16];
    pav_matrix_identity(whole);
    set_linear(whole, matrix);
    double factor[9];
    linear_of(other, factor);
    pav_matrix_multiply_3x3(whole, factor);
    linear_of(whole, matrix);
}

static void multiply_all(double matrix[9], double factor)
{
    pav_scale_columns(matrix, (const double[3]){factor, factor, factor});
}

/* The lengths of the columns, made to give the matrix's true volume where shear would make it less. */
static void find_true_sizes(const double matrix[9], double out[3])
{
    pav_column_lengths(matrix, out);
    const double volume = out[0] * out[1] * out[2];
    const double factor = volume > 0 ? cbrt(fabs(pav_determinant(matrix)) / volume) : 1;
    for (int i = 0; i < 3; i++) {
        out[i] *= factor;
    }
}

/* The parent's linear part `pose` as a bone takes it that turns with its parent. */
static void take_turned(uint32_t inherit_scale, double pose[9], double sizes[3])
{
    const double volume = cbrt(fabs(pav_determinant(pose)));
    switch (inherit_scale) {
    case PAV_INHERIT_SCALE_NONE:
    case PAV_INHERIT_SCALE_AVERAGE:
        pav_remove_shear(pose);
        pav_normalize_columns(pose);
        break;
    case PAV_INHERIT_SCALE_ALIGNED:
        pav_remove_shear(pose);
        pav_column_lengths(pose, sizes);
        pav_normalize_columns(pose);
        break;
    case PAV_INHERIT_SCALE_NONE_LEGACY:
        pav_normalize_columns(pose);
        break;
    default: /* All of it. */
        break;
    }
    if (inherit_scale == PAV_INHERIT_SCALE_AVERAGE) {
        multiply_all(pose, volume);
    }
}

/* The same for one that does not turn: the parent's rest, with what is taken of the pose's scale. */
static void take_unturned(uint32_t inherit_scale, const double pose[9], double rest[9], double sizes[3])
{
    double scales[3];
    switch (inherit_scale) {
    case PAV_INHERIT_SCALE_FULL:
        pav_column_lengths(pose, scales);
        pav_scale_columns(rest, scales);
        break;
    case PAV_INHERIT_SCALE_FIX_SHEAR:
        find_true_sizes(pose, scales);
        pav_scale_columns(rest, scales);
        break;
    case PAV_INHERIT_SCALE_ALIGNED:
        find_true_sizes(pose, sizes);
        break;
    case PAV_INHERIT_SCALE_AVERAGE:
        multiply_all(rest, cbrt(fabs(pav_determinant(pose))));
        break;
    default: /* None of it. */
        break;
    }
}

/* `own`: the bone's rest seen from its parent's.  `pose`: the parent's matrix in the armature's space. */
static void find_frame(const pav_scene *scene, uint32_t node, const double own[16], const double pose[16],
                       bone_frame *frame)
{
    const pav_record_node *record = node_of(scene, node);
    double parent[9];
    linear_of(pose, parent);
    pav_matrix_multiply(pose, own, frame->place);
    if (record->flags & PAV_NODE_FLAG_NO_LOCAL_LOCATION) {
        set_linear(frame->place, parent);
    }
    frame->sizes[0] = frame->sizes[1] = frame->sizes[2] = 1;
    if (record->flags & PAV_NODE_FLAG_NO_INHERIT_ROTATION) {
        linear_of(scene->bone_rests[record->parent].pose, frame->linear);
        take_unturned(record->inherit_scale, parent, frame->linear, frame->sizes);
    } else {
        memcpy(frame->linear, parent, sizeof parent);
        take_turned(record->inherit_scale, frame->linear, frame->sizes);
    }
    multiply_linear(frame->linear, own);
    if (record->inherit_scale == PAV_INHERIT_SCALE_FIX_SHEAR) {
        pav_remove_shear(frame->linear);
    }
}

/* A bone directly below its armature: only the axes of its location may be others. */
static void find_root_frame(const pav_scene *scene, uint32_t node, const double own[16], bone_frame *frame)
{
    linear_of(own, frame->linear);
    memcpy(frame->place, own, sizeof frame->place);
    frame->sizes[0] = frame->sizes[1] = frame->sizes[2] = 1;
    if (node_of(scene, node)->flags & PAV_NODE_FLAG_NO_LOCAL_LOCATION) {
        set_linear(frame->place, (const double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1});
    }
}

/* False where the armature's matrix has no inverse: nothing is known of the parent's pose then. */
static bool frame_of(const pav_scene *scene, uint32_t node, bone_frame *frame)
{
    const pav_record_node *record = node_of(scene, node);
    double own[16], inverse[16], pose[16];
    find_own_rest(scene, node, own);
    if (!is_bone(scene, record->parent)) {
        find_root_frame(scene, node, own, frame);
        return true;
    }
    if (!pav_matrix_invert(scene->exact_worlds + 16 * (size_t)record->armature, inverse)) {
        return false;
    }
    pav_matrix_multiply(inverse, scene->exact_worlds + 16 * (size_t)record->parent, pose);
    find_frame(scene, node, own, pose, frame);
    return true;
}

/* ---- From local to world and back ---- */

void pav_inherit_world(const pav_scene *scene, uint32_t node, const double local[16], double world[16])
{
    const pav_record_node *record = node_of(scene, node);
    double basis[16], pose[16];
    bone_frame frame;
    if (!frame_of(scene, node, &frame)) {
        pav_matrix_multiply(scene->exact_worlds + 16 * (size_t)record->parent, local, world);
        return;
    }
    pav_matrix_multiply(scene->bone_rests[node].inverse, local, basis);
    multiply_linear(frame.linear, basis);
    pav_scale_columns(frame.linear, frame.sizes);
    pav_matrix_multiply(frame.place, basis, pose); /* Of it, the location alone is kept. */
    set_linear(pose, frame.linear);
    pav_matrix_multiply(scene->exact_worlds + 16 * (size_t)record->armature, pose, world);
}

static bool find_basis(const bone_frame *frame, const double pose[16], double basis[16])
{
    double linear[16], linear_inverse[16], place_inverse[16], turned[16], sizes[3];
    pav_matrix_identity(linear);
    set_linear(linear, frame->linear);
    for (int i = 0; i < 3; i++) {
        sizes[i] = 1 / frame->sizes[i];
    }
    if (!pav_matrix_invert(linear, linear_inverse) || !pav_matrix_invert(frame->place, place_inverse) ||
        !isfinite(sizes[0] + sizes[1] + sizes[2])) {
        return false;
    }
    double part[9];
    pav_matrix_multiply(linear_inverse, pose, turned);
    linear_of(turned, part);
    pav_scale_columns(part, sizes);
    pav_matrix_multiply(place_inverse, pose, basis); /* Of it, the location alone is kept. */
    set_linear(basis, part);
    return true;
}

bool pav_inherit_local(const pav_scene *scene, uint32_t node, const double world[16], double local[16])
{
    double inverse[16], pose[16], basis[16], own[16];
    bone_frame frame;
    if (!pav_matrix_invert(scene->exact_worlds + 16 * (size_t)node_of(scene, node)->armature, inverse)) {
        return false;
    }
    pav_matrix_multiply(inverse, world, pose);
    if (!frame_of(scene, node, &frame) || !find_basis(&frame, pose, basis)) {
        return false;
    }
    find_own_rest(scene, node, own);
    pav_matrix_multiply(own, basis, local);
    return true;
}
