/* SPDX-License-Identifier: MIT */
/* From target values to matrices. */
#include "matrix.h"
#include "quaternion.h"
#include "scene.h"

#include <assert.h>
#include <string.h>

/* ---- UpdateTransform ---- */

static void apply_translation(double matrix[16], const float *value)
{
    for (int row = 0; row < 4; row++) {
        matrix[12 + row] += matrix[row] * (double)value[0] + matrix[4 + row] * (double)value[1] +
                            matrix[8 + row] * (double)value[2];
    }
}

static void apply_scale(double matrix[16], const float *value)
{
    const double upper[9] = {
        (double)value[0],
        0.0,
        0.0,
        (double)value[3],
        (double)value[1],
        0.0,
        (double)value[4],
        (double)value[5],
        (double)value[2],
    };
    pav_matrix_multiply_3x3(matrix, upper);
}

static void apply_matrix(double matrix[16], const float *value)
{
    double before[16];
    double factor[16];
    memcpy(before, matrix, sizeof before);
    pav_matrix_from_floats(value, factor);
    pav_matrix_multiply(before, factor, matrix);
}

/* matrix = matrix * the element; `stored` are the document's values, `value` is the target. */
static void apply_element(double matrix[16], pav_element_kind kind, const float *stored, const float *value)
{
    double rotation[9];
    switch (kind) {
    case PAV_ELEMENT_KIND_TRANSLATE:
        apply_translation(matrix, value);
        break;
    case PAV_ELEMENT_KIND_ROTATE_AXIS:
        pav_axis_angle_matrix(stored, (double)value[0], rotation);
        pav_matrix_multiply_3x3(matrix, rotation);
        break;
    case PAV_ELEMENT_KIND_QUATERNION:
    case PAV_ELEMENT_KIND_AXIS_ANGLE:
        pav_quaternion_matrix(value, rotation);
        pav_matrix_multiply_3x3(matrix, rotation);
        break;
    case PAV_ELEMENT_KIND_SCALE:
        apply_scale(matrix, value);
        break;
    case PAV_ELEMENT_KIND_MATRIX:
        apply_matrix(matrix, value);
        break;
    }
}

static void forget_marks(pav_scene *scene)
{
    if (scene->first_mark < scene->node_count) {
        memset(scene->marks, PAV_MARK_NONE, scene->node_count);
        scene->first_mark = scene->node_count;
    }
}

pav_result pav_transform_update(void *self, pav_scene *scene)
{
    (void)self;
    const pav_chunk_scene *chunk = scene->chunk;
    const pav_target *target = scene->layout.elements;
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const pav_record_node *node = &chunk->nodes[n];
        double local[16];
        pav_matrix_identity(local);
        for (uint32_t i = 0; i < node->elements_count; i++, target++) {
            const pav_record_element *element = &chunk->elements[node->elements_first + i];
            apply_element(local, (pav_element_kind)element->kind,
                          chunk->element_values + element->values_first, scene->targets + target->first);
        }
        pav_matrix_to_floats(local, scene->locals + 16 * (size_t)n);
    }
    forget_marks(scene);
    return PAV_OK;
}

/* ---- World matrices ---- */

static void world_from_local(pav_scene *scene, uint32_t node)
{
    const uint32_t parent = scene->chunk->nodes[node].parent;
    double *world = scene->exact_worlds + 16 * (size_t)node;
    double local[16];
    pav_matrix_from_floats(scene->locals + 16 * (size_t)node, local);
    if (parent == PAV_NONE && scene->has_root) {
        pav_matrix_multiply(scene->root, local, world);
    } else if (parent == PAV_NONE) {
        memcpy(world, local, sizeof local);
    } else if (pav_inherit_is_partial(scene, node)) {
        pav_inherit_world(scene, node, local, world);
    } else {
        pav_matrix_multiply(scene->exact_worlds + 16 * (size_t)parent, local, world);
    }
    pav_matrix_to_floats(world, scene->worlds + 16 * (size_t)node);
}

/* Where the parent's matrix has no inverse there is no such local matrix: it stays as it was. */
static void local_from_world(pav_scene *scene, uint32_t node)
{
    const uint32_t parent = scene->chunk->nodes[node].parent;
    const double *world = scene->exact_worlds + 16 * (size_t)node;
    float *local = scene->locals + 16 * (size_t)node;
    if (parent == PAV_NONE && !scene->has_root) {
        pav_matrix_to_floats(world, local);
        return;
    }
    double inverse[16];
    double product[16];
    if (parent != PAV_NONE && pav_inherit_is_partial(scene, node)) {
        if (pav_inherit_local(scene, node, world, product)) {
            pav_matrix_to_floats(product, local);
        }
    } else if (pav_matrix_invert(parent == PAV_NONE ? scene->root
                                                    : scene->exact_worlds + 16 * (size_t)parent,
                                 inverse)) {
        pav_matrix_multiply(inverse, world, product);
        pav_matrix_to_floats(product, local);
    }
}

void pav_transform_world(pav_scene *scene)
{
    for (uint32_t n = 0; n < scene->node_count; n++) {
        world_from_local(scene, n);
    }
    forget_marks(scene);
}

static void apply_marks(pav_scene *scene)
{
    for (uint32_t n = scene->first_mark; n < scene->node_count; n++) {
        const uint32_t parent = scene->chunk->nodes[n].parent;
        if (scene->marks[n] == PAV_MARK_WORLD) {
            local_from_world(scene, n);
        } else if (scene->marks[n] == PAV_MARK_LOCAL ||
                   (parent != PAV_NONE && scene->marks[parent] != PAV_MARK_NONE)) {
            world_from_local(scene, n);
        } else {
            continue;
        }
        scene->marks[n] = PAV_MARK_CHANGED;
    }
    forget_marks(scene);
}

void pav_transform_apply_marks(pav_scene *scene)
{
    if (scene->first_mark < scene->node_count) {
        apply_marks(scene);
        pav_sockets_update(scene);
    }
}

void pav_transform_place(pav_scene *scene, uint32_t node, const double world[16])
{
    memcpy(scene->exact_worlds + 16 * (size_t)node, world, 16 * sizeof *world);
    pav_matrix_to_floats(world, scene->worlds + 16 * (size_t)node);
    scene->marks[node] = PAV_MARK_WORLD;
    scene->first_mark = node;
    apply_marks(scene);
}

/* ---- Setting matrices ---- */

static void mark(pav_scene *scene, uint32_t node, pav_mark mark)
{
    scene->marks[node] = (uint8_t)mark;
    if (node < scene->first_mark) {
        scene->first_mark = node;
    }
    if (!scene->updating) {
        pav_transform_apply_marks(scene);
    }
}

void pav_scene_set_local(pav_scene *scene, uint32_t node, const float matrix[16])
{
    assert(scene && node < scene->node_count && matrix);
    memmove(scene->locals + 16 * (size_t)node, matrix, 16 * sizeof *matrix);
    mark(scene, node, PAV_MARK_LOCAL);
}

void pav_scene_set_world(pav_scene *scene, uint32_t node, const float matrix[16])
{
    assert(scene && node < scene->node_count && matrix);
    pav_matrix_from_floats(matrix, scene->exact_worlds + 16 * (size_t)node);
    memmove(scene->worlds + 16 * (size_t)node, matrix, 16 * sizeof *matrix);
    mark(scene, node, PAV_MARK_WORLD);
}
