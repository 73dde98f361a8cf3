/* SPDX-License-Identifier: MIT */
/* From targets to local and world matrices, against matrices multiplied by hand. */
#include "scene_fixture.h"

#define EXACT 1e-6

static const float *local(const pav_scene *scene, uint32_t node)
{
    return pav_scene_local_matrices(scene) + 16 * (size_t)node;
}

static const float *world(const pav_scene *scene, uint32_t node)
{
    return pav_scene_world_matrices(scene) + 16 * (size_t)node;
}

static void location_rotation_and_shear_are_multiplied(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(local(scene, NODE_ROOT), 16, EXACT, 0, 2, 0, 0, -3, 0.5, 0, 0, -0.75, 0.25, 4, 0, 1, 2, 3,
                 1);
    pav_scene_destroy(scene);
}

static void axis_matrix_and_axis_angle_are_multiplied(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(local(scene, NODE_CHILD), 16, EXACT, 0, 1, 0, 0, 0, 0, -1, 0, 1, 0, 0, 0, 0, 10, 0, 1);
    pav_scene_destroy(scene);
}

static void world_is_parent_times_local(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(world(scene, NODE_ROOT), 16, EXACT, 0, 2, 0, 0, -3, 0.5, 0, 0, -0.75, 0.25, 4, 0, 1, 2, 3,
                 1);
    CHECK_FLOATS(world(scene, NODE_CHILD), 16, 4e-6, -3, 0.5, 0, 0, 0.75, -0.25, -4, 0, 0, 2, 0, 0, -29, 7, 3,
                 1);
    CHECK_FLOATS(world(scene, NODE_COPY), 16, 4e-6, -3, 0.5, 0, 0, 0.75, -0.25, -4, 0, 0, 2, 0, 0, -29, 7, 3,
                 1);
    pav_scene_destroy(scene);
}

static void zero_rotations_are_none(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(local(scene, NODE_UNTURNED), 16, 0.0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    const float zero[4] = { 0 };
    fixture_set(scene, NODE_ROOT, "rotation", zero, 4);
    fixture_update(scene);
    CHECK_FLOATS(local(scene, NODE_ROOT), 4, 0.0, 2, 0, 0, 0);
    pav_scene_destroy(scene);
}

static void a_rotation_need_not_be_normalised(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float turn[4] = { 0.0f, 0.0f, -40.0f, 40.0f };
    fixture_set(scene, NODE_RIG, "rotation", turn, 4);
    fixture_update(scene);
    CHECK_FLOATS(local(scene, NODE_RIG), 8, EXACT, 0, -1, 0, 0, 1, 0, 0, 0);
    pav_scene_destroy(scene);
}

static void an_angle_of_an_axis_is_a_float(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float angle = 20.0f * 3.14159265f + 0.5f; /* Ten turns and a bit. */
    fixture_set(scene, NODE_CHILD, "turn", &angle, 1);
    fixture_update(scene);
    CHECK_FLOATS(local(scene, NODE_CHILD), 3, EXACT, cos((double)angle), sin((double)angle), 0);
    pav_scene_destroy(scene);
}

static void targets_are_what_moves_a_bone(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float turn[4] = { 0.0f, 0.0f, 1.0f, 1.0f };
    const float shift[3] = { 1.0f, 0.0f, 0.0f };
    fixture_set(scene, NODE_UPPER, "rotation", turn, 4);
    fixture_set(scene, NODE_LOWER, "location", shift, 3);
    fixture_update(scene);
    CHECK_FLOATS(world(scene, NODE_UPPER), 16, EXACT, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 1, 1);
    CHECK_FLOATS(world(scene, NODE_LOWER), 16, EXACT, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 4, 1, 1, 1);
    pav_scene_destroy(scene);
}

/* Of all locals multiplied in double, the last world matrix is the nearest float. */
static void rounding_does_not_add_up_along_a_chain(void)
{
    pav_scene *scene = fixture_scene("chain", NULL);
    double product[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    for (uint32_t link = 0; link < 100; link++) {
        double next[16];
        for (int i = 0; i < 16; i++) {
            next[i] = 0.0;
            for (int k = 0; k < 4; k++) {
                next[i] += product[i % 4 + 4 * k] * (double)local(scene, link)[i / 4 * 4 + k];
            }
        }
        memcpy(product, next, sizeof product);
    }
    for (int i = 0; i < 16; i++) {
        CHECK(world(scene, 99)[i] == (float)product[i]);
    }
    pav_scene_destroy(scene);
}

/* Each link's shift is turned by all links before it, which share one axis.  What is left is the rounding of
 * the links' own quaternions: a millionth of the whole way at most. */
static void a_long_chain_ends_where_it_should(void)
{
    pav_scene *scene = fixture_scene("chain", NULL);
    const double turn[4] = { (double)0.1f, (double)-0.2f, (double)0.3f, (double)0.9f };
    const double shift[3] = { (double)0.1f, (double)0.2f, (double)0.3f };
    const double sine = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
    const double axis[3] = { turn[0] / sine, turn[1] / sine, turn[2] / sine };
    const double along = axis[0] * shift[0] + axis[1] * shift[1] + axis[2] * shift[2];
    double place[3] = { 0.0, 0.0, 0.0 };
    for (int link = 0; link < 100; link++) {
        const double angle = 2.0 * atan2(sine, turn[3]) * link;
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3;
            const int k = (i + 2) % 3;
            place[i] += shift[i] * cos(angle) + (axis[j] * shift[k] - axis[k] * shift[j]) * sin(angle) +
                        axis[i] * along * (1.0 - cos(angle));
        }
    }
    const double way = sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
    CHECK_FLOATS(world(scene, 99) + 12, 3, 1e-6 * way, place[0], place[1], place[2]);
    pav_scene_destroy(scene);
}

/* ---- Setting nodes ---- */

static void a_set_local_matrix_moves_those_below(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float shifted[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 };
    pav_scene_set_local(scene, NODE_UPPER, shifted);
    CHECK_FLOATS(world(scene, NODE_UPPER) + 12, 3, EXACT, 12, 8, 9);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, EXACT, 12, 9, 9);
    pav_scene_set_local(scene, NODE_RIG, shifted);
    CHECK_FLOATS(world(scene, NODE_UPPER) + 12, 3, EXACT, 14, 16, 18);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, EXACT, 14, 17, 18);
    CHECK_FLOATS(world(scene, NODE_BODY) + 12, 3, EXACT, 5, 0, 2);
    fixture_update(scene);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, EXACT, 5, 1, 1);
    pav_scene_destroy(scene);
}

static void a_set_world_matrix_gives_the_local_one(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float shifted[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 };
    pav_scene_set_world(scene, NODE_UPPER, shifted);
    CHECK_FLOATS(local(scene, NODE_UPPER) + 12, 3, EXACT, 2, 8, 9);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, EXACT, 7, 9, 9);
    pav_scene_set_world(scene, NODE_CHILD, shifted);
    const float *child = local(scene, NODE_CHILD);
    const float *root = world(scene, NODE_ROOT);
    for (int row = 0; row < 3; row++) {
        CHECK_NEAR(root[row] * child[12] + root[4 + row] * child[13] + root[8 + row] * child[14] +
                       root[12 + row],
                   shifted[12 + row], 1e-5);
    }
    pav_scene_destroy(scene);
}

static void below_a_flat_parent_the_local_matrix_stays(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float flat[16] = { 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 };
    const float shifted[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 };
    pav_scene_set_local(scene, NODE_UPPER, flat);
    pav_scene_set_world(scene, NODE_LOWER, shifted);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, 0.0, 7, 8, 9);
    CHECK_FLOATS(local(scene, NODE_LOWER) + 12, 3, 0.0, 0, 1, 0);
    pav_scene_destroy(scene);
}

static void numbers_that_are_none_do_not_crash(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    float none[16];
    for (int i = 0; i < 16; i++) {
        none[i] = NAN;
    }
    uint32_t count;
    float *targets = pav_scene_targets(scene, &count);
    for (uint32_t i = 0; i < count; i++) {
        targets[i] = i % 2 ? NAN : INFINITY;
    }
    fixture_update(scene);
    pav_scene_set_world(scene, NODE_RIG, none);
    pav_scene_set_local(scene, NODE_UPPER, none);
    pav_scene_reset_targets(scene);
    fixture_update(scene);
    CHECK_FLOATS(world(scene, NODE_LOWER) + 12, 3, EXACT, 5, 1, 1);
    pav_scene_destroy(scene);
}

int main(void)
{
    RUN(location_rotation_and_shear_are_multiplied);
    RUN(axis_matrix_and_axis_angle_are_multiplied);
    RUN(world_is_parent_times_local);
    RUN(zero_rotations_are_none);
    RUN(a_rotation_need_not_be_normalised);
    RUN(an_angle_of_an_axis_is_a_float);
    RUN(targets_are_what_moves_a_bone);
    RUN(rounding_does_not_add_up_along_a_chain);
    RUN(a_long_chain_ends_where_it_should);
    RUN(a_set_local_matrix_moves_those_below);
    RUN(a_set_world_matrix_gives_the_local_one);
    RUN(below_a_flat_parent_the_local_matrix_stays);
    RUN(numbers_that_are_none_do_not_crash);
    return test_end();
}
