/* SPDX-License-Identifier: MIT */
/* Dual quaternions, masks and several skins on one mesh, against points worked out by hand. */
#include "scene_fixture.h"

#define EXACT 1e-6

enum { BODY, RIG, LOWER, UPPER };

/* A point of the lower bone, one of both in equal parts, one of the upper, and one of both of which the mask
 * has a quarter.  All lie at (1 0 0), in the space of the body, which stands where the rig does. */
static void add_mesh(pav_builder *builder)
{
    const float points[12] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
    const char *groups[] = {"Lower", "Upper", "Mask"};
    const uint32_t counts[4] = {1, 2, 1, 3};
    const pav_record_influence influences[] = {{0, 2.0f}, {0, 0.5f}, {1, 0.5f}, {1, 1.0f},
                                               {0, 0.5f}, {1, 0.5f}, {2, 0.25f}};
    const uint32_t corners[4] = {0, 1, 2, 3}, polygon = 4;
    const float normals[12] = {1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0};
    pav_builder_add_mesh(builder, &(pav_build_mesh){.name = "Body",
                                                    .points = points,
                                                    .point_count = 4,
                                                    .polygons = &polygon,
                                                    .polygon_count = 1,
                                                    .corners = corners,
                                                    .corner_count = 4,
                                                    .normals = normals});
    pav_builder_set_weights(builder, 0, &(pav_build_weights){groups, 3, counts, influences, 7});
}

/* A scene of that mesh with `count` skins, all of both bones. */
static pav_scene *scene_with(const pav_build_skin *skins, uint32_t count, bool deform_off)
{
    const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    pav_record_joint joints[2] = {{.group = 0, .node = LOWER}, {.group = 1, .node = UPPER}};
    pav_builder *builder;
    pav_document *document = NULL;
    pav_scene *scene = NULL;
    pav_error error = {0};
    memcpy(joints[0].inverse_bind, identity, sizeof identity);
    memcpy(joints[1].inverse_bind, identity, sizeof identity);
    pav_builder_create(NULL, &builder, &error);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Body"});
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Rig"});
    pav_builder_add_bone(builder, RIG, RIG, &(pav_build_node){.name = "Lower"});
    pav_builder_add_bone(builder, RIG, RIG, &(pav_build_node){.name = "Upper"});
    add_mesh(builder);
    for (uint32_t i = 0; i < count; i++) {
        pav_builder_add_skin(builder, RIG, joints, 2);
        pav_builder_set_skin(builder, i, &skins[i]);
    }
    pav_builder_set_mesh(builder, BODY, 0, 0);
    const pav_scene_options options = {.deform_off = deform_off};
    if (pav_builder_finish(builder, &document, &error) ||
        pav_scene_create(document, &options, &scene, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    pav_document_destroy(document);
    return scene;
}

/* The upper bone: turned around z by twice the angle of that sine and cosine, and as large as that. */
static void pose_upper(pav_scene *scene, float sine, float cosine, float size)
{
    const float turn[4] = {0, 0, sine, cosine};
    const float scale[6] = {size, size, size, 0, 0, 0};
    fixture_set(scene, UPPER, "rotation", turn, 4);
    fixture_set(scene, UPPER, "scale", scale, 6);
    fixture_update(scene);
}

static const float *point(const pav_scene *scene, uint32_t index)
{
    return pav_scene_points(scene, BODY, NULL) + 3 * (size_t)index;
}

#define HALF_ROOT 0.70710678f

/* ---- Dual quaternions ---- */

static void half_of_a_turn_is_half_the_angle_at_full_length(void)
{
    const pav_build_skin skin = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION};
    pav_scene *scene = scene_with(&skin, 1, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    CHECK_FLOATS(point(scene, 0), 3, EXACT, 1, 0, 0);
    CHECK_FLOATS(point(scene, 1), 3, EXACT, sqrt(0.5), sqrt(0.5), 0);
    CHECK_FLOATS(point(scene, 2), 3, EXACT, 0, 1, 0);
    CHECK_FLOATS(pav_scene_normals(scene, BODY, NULL) + 3, 3, EXACT, sqrt(0.5), sqrt(0.5), 0);
    pav_scene_destroy(scene);
}

static void matrices_bring_the_same_point_nearer(void)
{
    const pav_build_skin skin = {0};
    pav_scene *scene = scene_with(&skin, 1, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    CHECK_FLOATS(point(scene, 1), 3, EXACT, 0.5, 0.5, 0);
    pav_scene_destroy(scene);
}

static void a_quaternion_and_its_negative_are_one_rotation(void)
{
    const pav_build_skin skin = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION};
    pav_scene *scene = scene_with(&skin, 1, false);
    pose_upper(scene, -sqrtf(0.75f), -0.5f, 1); /* 120 degrees */
    CHECK_FLOATS(point(scene, 1), 3, EXACT, 0.5, sqrt(0.75), 0);
    pose_upper(scene, 0.5f, -sqrtf(0.75f), 1); /* -60 degrees, or 300 the other way */
    CHECK_FLOATS(point(scene, 1), 3, EXACT, sqrt(0.75), -0.5, 0);
    pav_scene_destroy(scene);
}

/* With the pivot at the point, what scale moves it by is part of each bone's translation; scale first makes
 * the point larger by the mean, then turns it. */
static void scale_comes_in_where_the_kind_says(void)
{
    const pav_build_skin pivot = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION},
                         scaled = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION_SCALED};
    pav_scene *at_pivot = scene_with(&pivot, 1, false), *scale_first = scene_with(&scaled, 1, false);
    pose_upper(at_pivot, HALF_ROOT, HALF_ROOT, 3);
    pose_upper(scale_first, HALF_ROOT, HALF_ROOT, 3);
    CHECK_FLOATS(point(at_pivot, 2), 3, EXACT, 0, 3, 0);
    CHECK_FLOATS(point(scale_first, 2), 3, EXACT, 0, 3, 0);
    CHECK_FLOATS(point(scale_first, 1), 3, EXACT, 2 * sqrt(0.5), 2 * sqrt(0.5), 0);
    /* v of the upper bone is (0 2 0), and q = (1 + q_upper) / 2, so that d q* = v q / 4: v turned by half of
     * what q turns, and shorter by cos 22.5 degrees, which is |q|. */
    CHECK_FLOATS(point(at_pivot, 1), 3, EXACT, sqrt(0.5) + tan(atan(1) / 2), sqrt(0.5) + 1, 0);
    pav_scene_destroy(at_pivot);
    pav_scene_destroy(scale_first);
}

static void a_bone_without_size_leaves_finite_numbers(void)
{
    const pav_build_skin pivot = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION},
                         scaled = {.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION_SCALED};
    pav_scene *at_pivot = scene_with(&pivot, 1, false), *scale_first = scene_with(&scaled, 1, false);
    pose_upper(at_pivot, 0, 1, 0);
    pose_upper(scale_first, 0, 1, 0);
    CHECK_FLOATS(point(at_pivot, 1), 6, EXACT, 0.5, 0, 0, 0, 0, 0);
    CHECK_FLOATS(point(scale_first, 1), 6, EXACT, 0.5, 0, 0, 0, 0, 0);
    CHECK_FLOATS(pav_scene_normals(scale_first, BODY, NULL) + 6, 3, EXACT, 1, 0, 0);
    pav_scene_destroy(at_pivot);
    pav_scene_destroy(scale_first);
}

/* ---- Masks, and one after the other ---- */

static void a_mask_says_how_far_a_skin_moves_a_point(void)
{
    pav_build_skin skin = {.masked = true, .mask = 2};
    pav_scene *scene = scene_with(&skin, 1, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    CHECK_FLOATS(point(scene, 2), 3, 0.0, 1, 0, 0);
    CHECK_FLOATS(point(scene, 3), 3, EXACT, 0.875, 0.125, 0);
    pav_scene_destroy(scene);
    skin.flags = PAV_SKIN_FLAG_INVERT_MASK;
    skin.blending = PAV_SKIN_BLENDING_DUAL_QUATERNION;
    scene = scene_with(&skin, 1, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    CHECK_FLOATS(point(scene, 2), 3, EXACT, 0, 1, 0);
    CHECK_FLOATS(point(scene, 3), 3, EXACT, 0.25 + 0.75 * sqrt(0.5), 0.75 * sqrt(0.5), 0);
    pav_scene_destroy(scene);
}

static void the_next_skin_moves_what_comes_out(void)
{
    const pav_build_skin skins[] = {{.followed = true, .next = 1}, {.masked = false}};
    pav_scene *scene = scene_with(skins, 2, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    CHECK_FLOATS(point(scene, 0), 3, EXACT, 1, 0, 0);
    CHECK_FLOATS(point(scene, 1), 3, EXACT, 0, 0.5, 0);
    CHECK_FLOATS(point(scene, 2), 3, EXACT, -1, 0, 0);
    CHECK_FLOATS(pav_scene_normals(scene, BODY, NULL) + 6, 3, EXACT, -1, 0, 0);
    pav_scene_destroy(scene);
}

static void from_first_begins_again_and_is_mixed_in(void)
{
    const pav_build_skin skins[] = {
        {.followed = true, .next = 1},
        {.followed = true, .next = 2},
        {.masked = true, .mask = 2, .flags = PAV_SKIN_FLAG_INVERT_MASK | PAV_SKIN_FLAG_FROM_FIRST}};
    pav_scene *scene = scene_with(skins, 3, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    /* After the first (0.5 0.5), after the second (0 0.5); the third moves (0.5 0.5) to (0 0.5) again. */
    CHECK_FLOATS(point(scene, 3), 3, EXACT, 0, 0.5, 0);
    pav_scene_destroy(scene);
    const pav_build_skin pair[] = {{.followed = true, .next = 1},
                                   {.masked = true,
                                    .mask = 2,
                                    .flags = PAV_SKIN_FLAG_FROM_FIRST,
                                    .blending = PAV_SKIN_BLENDING_DUAL_QUATERNION}};
    scene = scene_with(pair, 2, false);
    pose_upper(scene, HALF_ROOT, HALF_ROOT, 1);
    /* Three quarters of (0.5 0.5), one of what dual quaternions make of (1 0). */
    CHECK_FLOATS(point(scene, 3), 3, EXACT, 0.375 + sqrt(0.5) / 4, 0.375 + sqrt(0.5) / 4, 0);
    pav_scene_destroy(scene);
}

/* ---- In a program's own memory ---- */

static void vertices_computed_in_place_have_the_same_bits(void)
{
    const pav_build_skin skins[] = {
        {.followed = true, .next = 1, .blending = PAV_SKIN_BLENDING_DUAL_QUATERNION},
        {.masked = true, .mask = 2, .blending = PAV_SKIN_BLENDING_DUAL_QUATERNION_SCALED}};
    pav_scene *arrays = scene_with(skins, 2, false), *off = scene_with(skins, 2, true);
    float got[4][6];
    const pav_vertex_buffer buffer = {.vertices = got,
                                      .byte_count = sizeof got,
                                      .stride = sizeof *got,
                                      .normals = true,
                                      .normal_offset = 3 * sizeof(float)};
    pose_upper(arrays, 0.6f, 0.8f, 1.5f);
    pose_upper(off, 0.6f, 0.8f, 1.5f);
    CHECK(pav_scene_write_vertices(off, BODY, &buffer, NULL) == PAV_OK);
    for (uint32_t v = 0; v < 4; v++) {
        CHECK(!memcmp(got[v], pav_scene_positions(arrays, BODY, NULL) + 3 * (size_t)v, 12));
        CHECK(!memcmp(got[v] + 3, pav_scene_normals(arrays, BODY, NULL) + 3 * (size_t)v, 12));
    }
    pav_scene_destroy(arrays);
    pav_scene_destroy(off);
}

int main(void)
{
    RUN(half_of_a_turn_is_half_the_angle_at_full_length);
    RUN(matrices_bring_the_same_point_nearer);
    RUN(a_quaternion_and_its_negative_are_one_rotation);
    RUN(scale_comes_in_where_the_kind_says);
    RUN(a_bone_without_size_leaves_finite_numbers);
    RUN(a_mask_says_how_far_a_skin_moves_a_point);
    RUN(the_next_skin_moves_what_comes_out);
    RUN(from_first_begins_again_and_is_mixed_in);
    RUN(vertices_computed_in_place_have_the_same_bits);
    return test_end();
}
