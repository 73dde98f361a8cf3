/* SPDX-License-Identifier: MIT */
/* Bones that do not inherit all of their parents.  That the formulas are Blender's is shown by the tests with
 * Blender; here are what follows from their names, and the way back. */
#include "scene_fixture.h"

#include <math.h>

#define EXACT 2e-6

static pav_scene *sheared_scene(double seconds)
{
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    if (!CHECK(pav_document_load_file("tests/golden/inherit.pav", NULL, &document, NULL) == PAV_OK) ||
        !CHECK(pav_scene_create(document, NULL, &scene, NULL) == PAV_OK) ||
        !CHECK(pav_player_create(scene, NULL, &player, NULL) == PAV_OK)) {
        exit(1);
    }
    CHECK(pav_player_play(player, 0, NULL, NULL, NULL) == PAV_OK);
    CHECK(pav_player_update(player, seconds, NULL) == PAV_OK);
    pav_player_destroy(player);
    pav_document_destroy(document);
    return scene;
}

static const float *world(const pav_scene *scene, const char *bone)
{
    const uint32_t node = pav_scene_find_node(scene, NULL, "Rig", bone);
    CHECK(node != PAV_NONE);
    return pav_scene_world_matrices(scene) + 16 * (size_t)node;
}

static double column_dot(const float *matrix, int a, int b)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += (double)matrix[4 * a + i] * (double)matrix[4 * b + i];
    }
    return sum;
}

static double volume(const float *m)
{
    return (double)m[0] * ((double)m[5] * (double)m[10] - (double)m[6] * (double)m[9]) -
           (double)m[4] * ((double)m[1] * (double)m[10] - (double)m[2] * (double)m[9]) +
           (double)m[8] * ((double)m[1] * (double)m[6] - (double)m[2] * (double)m[5]);
}

static void check_orthogonal(const float *matrix)
{
    CHECK(fabs(column_dot(matrix, 0, 1)) < EXACT);
    CHECK(fabs(column_dot(matrix, 0, 2)) < EXACT);
    CHECK(fabs(column_dot(matrix, 1, 2)) < EXACT);
}

static void none_takes_no_scale_and_no_shear(void)
{
    pav_scene *scene = sheared_scene(0.4);
    const char *bones[] = {"none 0", "none 1", "none 2", "none 3"};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        const float *matrix = world(scene, bones[i]);
        check_orthogonal(matrix);
        for (int column = 0; column < 3; column++) {
            CHECK(fabs(column_dot(matrix, column, column) - 1) < EXACT);
        }
    }
    pav_scene_destroy(scene);
}

static void average_and_fix_shear_keep_the_volume_without_shear(void)
{
    pav_scene *scene = sheared_scene(0.4);
    const double parent = volume(world(scene, "Chest"));
    CHECK(fabs(column_dot(world(scene, "full 0"), 0, 2)) > 0.01);
    const char *bones[] = {"average 0", "average 1", "average 2", "fix_shear 0", "fix_shear 2"};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++) {
        const float *matrix = world(scene, bones[i]);
        CHECK(fabs(volume(matrix) - parent) < EXACT * fabs(parent));
    }
    pav_scene_destroy(scene);
}

static void a_bone_that_does_not_turn_stands_as_at_rest(void)
{
    pav_scene *scene = sheared_scene(0);
    float rest[16];
    memcpy(rest, world(scene, "none 1"), sizeof rest);
    pav_scene_destroy(scene);
    scene = sheared_scene(0.4);
    const uint32_t node = pav_scene_find_node(scene, NULL, "Rig", "none 1");
    const float unturned[4] = {0, 0, 0, 1};
    fixture_set(scene, node, "rotation", unturned, 4);
    fixture_update(scene);
    for (int i = 0; i < 12; i++) {
        CHECK(fabsf(world(scene, "none 1")[i] - rest[i]) < 1e-6f);
    }
    pav_scene_destroy(scene);
}

/* Sets another world matrix; the local one that follows leads to it again. */
static void a_world_matrix_that_is_set_has_its_local_one(void)
{
    pav_scene *scene = sheared_scene(0.4);
    uint32_t count = 0;
    for (uint32_t n = 1; n < pav_document_scene(pav_scene_document(scene))->node_count; n++, count++) {
        const size_t place = 16 * (size_t)n;
        float wanted[16], local[16];
        memcpy(wanted, pav_scene_world_matrices(scene) + place, sizeof wanted);
        wanted[1] += 0.25f;
        wanted[10] -= 0.5f;
        wanted[12] += 3;
        pav_scene_set_world(scene, n, wanted);
        memcpy(local, pav_scene_local_matrices(scene) + place, sizeof local);
        pav_scene_set_local(scene, n, local);
        for (int i = 0; i < 16; i++) {
            CHECK(fabsf(pav_scene_world_matrices(scene)[place + (size_t)i] - wanted[i]) < 1e-5f);
        }
    }
    CHECK(count == 28);
    pav_scene_destroy(scene);
}

/* Without an inverse of the armature's matrix nothing is known of the pose: the bone inherits all. */
static void a_flat_armature_leaves_finite_matrices(void)
{
    pav_scene *scene = sheared_scene(0.4);
    const float flat[6] = {1, 1, 0, 0, 0, 0};
    fixture_set(scene, 0, "scale", flat, 6);
    fixture_update(scene);
    const uint32_t nodes = pav_document_scene(pav_scene_document(scene))->node_count;
    for (uint32_t i = 0; i < 16 * nodes; i++) {
        CHECK(isfinite(pav_scene_world_matrices(scene)[i]));
    }
    pav_scene_destroy(scene);
}

/* A parent without size takes its limbs along, or leaves them their own size; nothing is not a number. */
static void a_flat_parent_leaves_finite_matrices(void)
{
    pav_scene *scene = sheared_scene(0.4);
    const float flats[3][6] = {{0, 1, 1, 0, 0, 0}, {1, 0, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
    const uint32_t nodes = pav_document_scene(pav_scene_document(scene))->node_count;
    for (size_t k = 0; k < 3; k++) {
        fixture_set(scene, 2, "scale", flats[k], 6);
        fixture_update(scene);
        for (uint32_t i = 0; i < 16 * nodes; i++) {
            CHECK(isfinite(pav_scene_world_matrices(scene)[i]));
        }
    }
    pav_scene_destroy(scene);
}

int main(void)
{
    RUN(none_takes_no_scale_and_no_shear);
    RUN(average_and_fix_shear_keep_the_volume_without_shear);
    RUN(a_bone_that_does_not_turn_stands_as_at_rest);
    RUN(a_world_matrix_that_is_set_has_its_local_one);
    RUN(a_flat_armature_leaves_finite_matrices);
    RUN(a_flat_parent_leaves_finite_matrices);
    return test_end();
}
