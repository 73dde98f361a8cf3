/* SPDX-License-Identifier: MIT */
/* Morphs and skins, against points worked out by hand. */
#include "scene_fixture.h"

#define EXACT 1e-6

static void set_morph(pav_scene *scene, uint32_t mesh, uint32_t morph, float weight)
{
    const pav_target target = pav_scene_morph_target(scene, mesh, morph);
    if (CHECK(target.first != PAV_NONE)) {
        pav_scene_targets(scene, NULL)[target.first] = weight;
    }
}

/* The lower bone is turned by 90 degrees around z, the upper one moved up by 2. */
static void pose_bones(pav_scene *scene)
{
    const float turn[4] = { 0.0f, 0.0f, 1.0f, 1.0f };
    const float up[3] = { 0.0f, 0.0f, 2.0f };
    fixture_set(scene, NODE_LOWER, "rotation", turn, 4);
    fixture_set(scene, NODE_UPPER, "location", up, 3);
}

static const float *point(const pav_scene *scene, uint32_t node, uint32_t index)
{
    return pav_scene_points(scene, node, NULL) + 3 * (size_t)index;
}

/* ---- Nothing deforms ---- */

static void a_mesh_that_nothing_deforms_is_the_documents(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const pav_chunk_mesh *mesh = pav_document_mesh(pav_scene_document(scene), MESH_PLAIN);
    uint32_t count;
    CHECK(pav_scene_points(scene, NODE_PLAIN, &count) == mesh->points && count == 3);
    CHECK(pav_scene_normals(scene, NODE_PLAIN, &count) == mesh->normals && count == 3);
    CHECK_FLOATS(pav_scene_positions(scene, NODE_PLAIN, &count), 9, 0.0, 0, 1, 0, 1, 0, 0, 0, 0, 0);
    CHECK(count == 3);
    CHECK(pav_scene_skin_matrices(scene, NODE_PLAIN, &count) == NULL && count == 0);
    CHECK(pav_scene_morph_weights(scene, MESH_PLAIN, &count) == NULL && count == 0);
    pav_scene_destroy(scene);
}

static void a_node_without_a_mesh_has_no_points(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    uint32_t count = 1;
    CHECK(pav_scene_points(scene, NODE_ROOT, &count) == NULL && count == 0);
    CHECK(pav_scene_positions(scene, NODE_ROOT, &count) == NULL && count == 0);
    CHECK(pav_scene_normals(scene, NODE_ROOT, &count) == NULL && count == 0);
    pav_scene_destroy(scene);
}

/* ---- Morphs ---- */

static void morphs_add_to_points(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(pav_scene_points(scene, NODE_FACE, NULL), 9, EXACT, 0, 0, 0, 3, 0, 0, 0, 5, 0);
    set_morph(scene, MESH_FACE, 0, 0.25f);
    set_morph(scene, MESH_FACE, 1, -0.5f);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_points(scene, NODE_FACE, NULL), 9, EXACT, 0, 0, 0, -1, 0, 0.5, 0, -3, 0);
    CHECK_FLOATS(pav_scene_positions(scene, NODE_FACE, NULL), 9, EXACT, 0, -3, 0, 0, 0, 0, -1, 0, 0.5);
    pav_scene_destroy(scene);
}

static void weights_are_clamped_to_their_ranges(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    uint32_t count;
    CHECK_FLOATS(pav_scene_morph_weights(scene, MESH_FACE, &count), 2, 0.0, 0, 0.5);
    CHECK(count == 2);
    set_morph(scene, MESH_FACE, 0, 5.0f);
    set_morph(scene, MESH_FACE, 1, -5.0f);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_morph_weights(scene, MESH_FACE, NULL), 2, 0.0, 1, -1);
    CHECK_FLOATS(point(scene, NODE_FACE, 1), 3, EXACT, -3, 0, 2);
    pav_scene_destroy(scene);
}

static void nodes_of_one_mesh_share_its_points(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK(pav_scene_points(scene, NODE_FACE, NULL) == pav_scene_points(scene, NODE_FACE_TWIN, NULL));
    CHECK(pav_scene_positions(scene, NODE_FACE, NULL) == pav_scene_positions(scene, NODE_FACE_TWIN, NULL));
    CHECK(pav_scene_normals(scene, NODE_FACE, NULL) == pav_scene_normals(scene, NODE_FACE_TWIN, NULL));
    CHECK(pav_scene_points(scene, NODE_BODY, NULL) != pav_scene_points(scene, NODE_FLAT, NULL));
    pav_scene_destroy(scene);
}

static void normals_are_blended_and_normalised(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK_FLOATS(pav_scene_normals(scene, NODE_FACE, NULL), 9, 0.0, 0, 0, 1, 0, 0, 1, 0, 0, 1);
    set_morph(scene, MESH_FACE, 0, 1.0f);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_normals(scene, NODE_FACE, NULL), 3, EXACT, 0.6, 0, 0.8);
    /* The second one's sum is zero: it stays as at rest. */
    CHECK_FLOATS(pav_scene_normals(scene, NODE_FACE, NULL) + 3, 6, EXACT, 0, 0, 1, 0, 0, 1);
    pav_scene_destroy(scene);
}

/* ---- Skins ---- */

static void at_rest_a_skin_does_nothing(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    uint32_t count;
    const float *matrices = pav_scene_skin_matrices(scene, NODE_BODY, &count);
    CHECK(count == 2);
    CHECK_FLOATS(matrices, 16, EXACT, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    CHECK_FLOATS(matrices + 16, 16, EXACT, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    CHECK_FLOATS(pav_scene_points(scene, NODE_BODY, NULL), 15, EXACT, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0,
                 2, 0);
    pav_scene_destroy(scene);
}

static void skin_matrices_work_in_the_space_of_the_node(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    fixture_update(scene);
    const float *matrices = pav_scene_skin_matrices(scene, NODE_BODY, NULL);
    CHECK_FLOATS(matrices, 16, EXACT, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1);
    CHECK_FLOATS(matrices + 16, 16, EXACT, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0.5, 0.5, 1, 1);
    pav_scene_destroy(scene);
}

static void moving_armature_and_mesh_together_changes_no_point(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    const float far[3] = { 1005.0f, -300.0f, 70.0f };
    const float body[3] = { 1005.0f, -300.0f, 72.0f };
    fixture_set(scene, NODE_RIG, "location", far, 3);
    fixture_set(scene, NODE_BODY, "location", body, 3);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_skin_matrices(scene, NODE_BODY, NULL) + 16, 16, EXACT, 0, 1, 0, 0, -1, 0, 0, 0, 0,
                 0, 1, 0, 0.5, 0.5, 1, 1);
    pav_scene_destroy(scene);
}

static void points_go_with_the_blended_matrix(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    fixture_update(scene);
    CHECK_FLOATS(point(scene, NODE_BODY, 0), 3, EXACT, 0, 0, 1);
    /* A third of (1 0 1) and two thirds of (0.5 1.5 1): the group without a bone does not count. */
    CHECK_FLOATS(point(scene, NODE_BODY, 1), 3, EXACT, 2.0 / 3.0, 1, 1);
    /* A weight of 2 is divided by the sum. */
    CHECK_FLOATS(point(scene, NODE_BODY, 4), 3, EXACT, -1.5, 0.5, 1);
    CHECK_FLOATS(pav_scene_positions(scene, NODE_BODY, NULL), 6, EXACT, -1.5, 0.5, 1, 0, 0, 1);
    pav_scene_destroy(scene);
}

static void points_with_hardly_any_weight_stay(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    fixture_update(scene);
    CHECK_FLOATS(point(scene, NODE_BODY, 2), 6, 0.0, 1, 1, 0, 0, 1, 0);
    pav_scene_destroy(scene);
}

static void a_skin_moves_morphed_points(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    set_morph(scene, MESH_BODY, 0, -1.0f);
    fixture_update(scene);
    CHECK_FLOATS(point(scene, NODE_BODY, 0), 3, EXACT, 0, 0, -2);
    CHECK_FLOATS(point(scene, NODE_BODY, 4), 3, EXACT, 0.5, 0.5, 1);
    pav_scene_destroy(scene);
}

static void normals_turn_with_the_inverse_transpose(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    fixture_update(scene);
    const float *normals = pav_scene_normals(scene, NODE_BODY, NULL);
    CHECK_FLOATS(normals, 3, EXACT, 0, 1, 0);     /* Of point 4: turned. */
    CHECK_FLOATS(normals + 3, 3, EXACT, 0, 0, 1); /* Of point 0. */
    CHECK_FLOATS(normals + 6, 3, EXACT, 1.0 / sqrt(5.0), 2.0 / sqrt(5.0), 0);
    CHECK_FLOATS(normals + 9, 3, 0.0, 0, 1, 0); /* Of point 2, that nothing moves. */
    pav_scene_reset_targets(scene);
    const float mirror[6] = { -1.0f, 2.0f, 1.0f, 0.0f, 0.0f, 0.0f };
    fixture_set(scene, NODE_LOWER, "scale", mirror, 6);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_normals(scene, NODE_BODY, NULL), 3, EXACT, -1, 0, 0);
    pav_scene_reset_targets(scene);
    const float shear[6] = { 1.0f, 1.0f, 1.0f, 1.0f, 0.0f, 0.0f };
    fixture_set(scene, NODE_LOWER, "scale", shear, 6); /* x += y: a normal along x leans to -y. */
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_normals(scene, NODE_BODY, NULL), 3, EXACT, sqrt(0.5), -sqrt(0.5), 0);
    pav_scene_destroy(scene);
}

/* A normal stands on every direction that lay in the surface at rest, and on the same side. */
static void check_perpendicular(const float *normal, const float *rest, const float *matrix)
{
    CHECK_NEAR(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2], 1, EXACT);
    for (int axis = 0; axis < 3; axis++) {
        const float *direction = matrix + 4 * axis;
        const float product = normal[0] * direction[0] + normal[1] * direction[1] + normal[2] * direction[2];
        if (rest[axis] == 0.0f) {
            CHECK_NEAR(product, 0, EXACT);
        } else {
            CHECK(product > 0.1);
        }
    }
}

static void normals_stay_perpendicular_in_any_pose(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float turn[4] = { 0.3f, -0.4f, 0.5f, 0.6f };
    const float upper[6] = { 1.2f, 0.7f, 0.9f, 0.3f, -0.2f, 0.4f };
    const float lower[6] = { 0.8f, -1.1f, 1.3f, 0.1f, 0.5f, -0.3f };
    fixture_set(scene, NODE_UPPER, "rotation", turn, 4);
    fixture_set(scene, NODE_LOWER, "rotation", turn, 4);
    fixture_set(scene, NODE_UPPER, "scale", upper, 6);
    fixture_set(scene, NODE_LOWER, "scale", lower, 6);
    fixture_update(scene);
    const float *rest = pav_document_mesh(pav_scene_document(scene), MESH_BODY)->normals;
    const float *normals = pav_scene_normals(scene, NODE_BODY, NULL);
    const float *matrices = pav_scene_skin_matrices(scene, NODE_BODY, NULL);
    check_perpendicular(normals, rest, matrices + 16); /* Along x and y, of point 4. */
    check_perpendicular(normals + 18, rest + 18, matrices + 16);
    check_perpendicular(normals + 3, rest + 3, matrices); /* Along z, of point 0. */
    pav_scene_destroy(scene);
}

static void a_flat_node_keeps_its_mesh_at_rest(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    pose_bones(scene);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_skin_matrices(scene, NODE_FLAT, NULL) + 16, 16, 0.0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0,
                 1, 0, 0, 0, 0, 1);
    CHECK_FLOATS(pav_scene_points(scene, NODE_FLAT, NULL), 15, 0.0, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 2,
                 0);
    pav_scene_destroy(scene);
}

static void a_bone_without_size_leaves_finite_numbers(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float none[6] = { 0.0f };
    fixture_set(scene, NODE_LOWER, "scale", none, 6);
    fixture_update(scene);
    CHECK_FLOATS(point(scene, NODE_BODY, 4), 3, EXACT, 0, 0.5, -0.5);
    CHECK_FLOATS(pav_scene_normals(scene, NODE_BODY, NULL), 3, EXACT, 1, 0, 0);
    pav_scene_destroy(scene);
}

static void with_deform_off_matrices_and_weights_remain(void)
{
    const pav_scene_options options = { .deform_off = true };
    pav_scene *scene = fixture_scene("scene", &options);
    pose_bones(scene);
    set_morph(scene, MESH_FACE, 0, 5.0f);
    fixture_update(scene);
    uint32_t count = 1;
    CHECK(pav_scene_points(scene, NODE_BODY, &count) == NULL && count == 0);
    CHECK(pav_scene_positions(scene, NODE_FACE, &count) == NULL && count == 0);
    CHECK(pav_scene_normals(scene, NODE_PLAIN, &count) == NULL && count == 0);
    CHECK_FLOATS(pav_scene_morph_weights(scene, MESH_FACE, NULL), 1, 0.0, 1);
    CHECK_FLOATS(pav_scene_skin_matrices(scene, NODE_BODY, NULL), 16, EXACT, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                 0, 0, 0, 1, 1);
    pav_scene_destroy(scene);
}

int main(void)
{
    RUN(a_mesh_that_nothing_deforms_is_the_documents);
    RUN(a_node_without_a_mesh_has_no_points);
    RUN(morphs_add_to_points);
    RUN(weights_are_clamped_to_their_ranges);
    RUN(nodes_of_one_mesh_share_its_points);
    RUN(normals_are_blended_and_normalised);
    RUN(at_rest_a_skin_does_nothing);
    RUN(skin_matrices_work_in_the_space_of_the_node);
    RUN(moving_armature_and_mesh_together_changes_no_point);
    RUN(points_go_with_the_blended_matrix);
    RUN(points_with_hardly_any_weight_stay);
    RUN(a_skin_moves_morphed_points);
    RUN(normals_turn_with_the_inverse_transpose);
    RUN(normals_stay_perpendicular_in_any_pose);
    RUN(a_flat_node_keeps_its_mesh_at_rest);
    RUN(a_bone_without_size_leaves_finite_numbers);
    RUN(with_deform_off_matrices_and_weights_remain);
    return test_end();
}
