/* SPDX-License-Identifier: MIT */
/* Absolute shape keys of tests/golden/sequences.pav: weights worked out by hand, and how they are driven. */
#include "scene_fixture.h"

#include <math.h>

enum { LINEAR, CARDINAL, CATMULL_ROM, BSPLINE, MIXED, SINGLE };

#define EXACT 1e-6

static pav_scene *sequences(void)
{
    return fixture_scene("../../golden/sequences", NULL);
}

static const float *weights_at(pav_scene *scene, uint32_t mesh, float time)
{
    const pav_target target = pav_scene_mesh_target(scene, mesh, "eval_time");
    if (CHECK(target.first != PAV_NONE && target.value == PAV_VALUE_FLOAT)) {
        pav_scene_targets(scene, NULL)[target.first] = time;
    }
    fixture_update(scene);
    uint32_t count;
    const float *weights = pav_scene_morph_weights(scene, mesh, &count);
    CHECK(count == 4);
    return weights;
}

/* ---- Weights: the keys at -2, 3.5, 4, 20 and 31.25 show the morphs 1, 0, none, 3 and 2 ---- */

static void between_linear_keys_two_shapes_are_mixed(void)
{
    pav_scene *scene = sequences();
    CHECK_FLOATS(weights_at(scene, LINEAR, 0.75f), 4, EXACT, 0.5, 0.5, 0, 0);
    CHECK_FLOATS(weights_at(scene, LINEAR, 8.0f), 4, EXACT, 0, 0, 0, 0.25);
    CHECK_FLOATS(weights_at(scene, LINEAR, 20.0f), 4, EXACT, 0, 0, 0, 1);
    pav_scene_destroy(scene);
}

static void before_the_first_and_after_the_last_key_nothing_moves(void)
{
    pav_scene *scene = sequences();
    CHECK_FLOATS(weights_at(scene, LINEAR, -100.0f), 4, 0.0, 0, 1, 0, 0);
    CHECK_FLOATS(weights_at(scene, LINEAR, 1e30f), 4, 0.0, 0, 0, 1, 0);
    CHECK_FLOATS(weights_at(scene, LINEAR, NAN), 4, 0.0, 0, 1, 0, 0);
    CHECK_FLOATS(weights_at(scene, BSPLINE, -2.0f), 4, EXACT, 1.0 / 6, 5.0 / 6, 0, 0);
    CHECK_FLOATS(weights_at(scene, BSPLINE, 99.0f), 4, EXACT, 0, 0, 5.0 / 6, 1.0 / 6);
    pav_scene_destroy(scene);
}

static void four_keys_make_a_cardinal_a_catmull_rom_and_a_bspline(void)
{
    pav_scene *scene = sequences();
    /* Halfway from the key at 4, the mesh at rest, to that at 20. */
    CHECK_FLOATS(weights_at(scene, CARDINAL, 12.0f), 4, EXACT, -0.08875, 0, -0.08875, 0.58875);
    CHECK_FLOATS(weights_at(scene, CATMULL_ROM, 12.0f), 4, EXACT, -0.0625, 0, -0.0625, 0.5625);
    CHECK_FLOATS(weights_at(scene, BSPLINE, 12.0f), 4, EXACT, 1.0 / 48, 0, 1.0 / 48, 23.0 / 48);
    CHECK_FLOATS(weights_at(scene, CARDINAL, 4.0f), 4, EXACT, 0, 0, 0, 0);
    pav_scene_destroy(scene);
}

static void from_one_kind_to_another_weights_pass_over(void)
{
    pav_scene *scene = sequences();
    /* From bspline at -2, the mesh at rest, to linear at 3.5: halfway between both of u = 1/2. */
    CHECK_FLOATS(weights_at(scene, MIXED, 0.75f), 4, EXACT, 0.5 / 48, 0, 0.5 * (0.5 + 23.0 / 48), 0);
    /* Two keys around the one at 4 show the same morph, 2. */
    CHECK_FLOATS(weights_at(scene, MIXED, 4.0f), 4, EXACT, 1, 0, 0, 0);
    pav_scene_destroy(scene);
}

static void a_single_key_is_always_shown(void)
{
    pav_scene *scene = sequences();
    CHECK_FLOATS(weights_at(scene, SINGLE, -3.0f), 4, 0.0, 0, 0, 0, 1);
    CHECK_FLOATS(weights_at(scene, SINGLE, 7.0f), 4, 0.0, 0, 0, 0, 1);
    pav_scene_destroy(scene);
}

/* ---- What drives it ---- */

static void at_rest_the_meshs_own_time_counts(void)
{
    pav_scene *scene = sequences();
    CHECK_FLOATS(pav_scene_morph_weights(scene, LINEAR, NULL), 4, EXACT, 0, 0, 0, 0.0625);
    CHECK_FLOATS(pav_scene_points(scene, LINEAR, NULL), 9, EXACT, 1, 0, 0, 0, 1, 0, 0.015625, 0, 0.8125);
    pav_scene_destroy(scene);
}

static void the_targets_of_morphs_count_for_nothing(void)
{
    pav_scene *scene = sequences();
    const pav_target target = pav_scene_morph_target(scene, LINEAR, 2);
    pav_scene_targets(scene, NULL)[target.first] = 1.0f;
    CHECK_FLOATS(weights_at(scene, LINEAR, 4.0f), 4, 0.0, 0, 0, 0, 0);
    CHECK(pav_scene_morph_target(scene, LINEAR, 4).first == PAV_NONE);
    pav_scene_destroy(scene);
}

static void a_clip_drives_it_by_the_name_of_the_mesh(void)
{
    pav_document *document = fixture_document("../../golden/sequences");
    pav_binding *binding = NULL;
    pav_scene *scene = NULL;
    char text[200];
    CHECK(pav_scene_create(document, NULL, &scene, NULL) == PAV_OK);
    CHECK(pav_binding_create(document, document, NULL, &binding, NULL) == PAV_OK);
    CHECK(pav_binding_link(binding, 0).status == PAV_LINK_BOUND);
    pav_binding_describe(binding, 0, text, sizeof text);
    CHECK(strcmp(text, "clip \"Through\": mesh \"linear\", eval_time: drives 1 target") == 0);
    /* 26 frames of 40 into the clip: 26 / 40 of the way from -6 to 36. */
    CHECK(pav_clip_apply(scene, binding, 0, NULL, pav_clip_seconds(pav_document_clip(document, 0), 27.0), 1.0f,
                         0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_morph_weights(scene, LINEAR, NULL), 4, EXACT, 0, 0, 1.3 / 11.25, 1 - 1.3 / 11.25);
    pav_scene_destroy(scene);
    pav_binding_destroy(binding);
    pav_document_destroy(document);
}

static void a_mesh_without_a_sequence_has_no_such_target(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK(pav_scene_mesh_target(scene, MESH_FACE, "eval_time").first == PAV_NONE);
    pav_scene_destroy(scene);
    scene = sequences();
    CHECK(pav_scene_mesh_target(scene, LINEAR, "value").first == PAV_NONE);
    pav_scene_destroy(scene);
}

/* ---- Memory ---- */

static void an_update_allocates_nothing(void)
{
    counting counts = {0};
    const pav_scene_options options = {.allocator = counting_allocator(&counts)};
    pav_scene *scene = fixture_scene("../../golden/sequences", &options);
    const size_t made = counts.made;
    for (int i = -10; i < 50; i++) {
        for (uint32_t mesh = LINEAR; mesh <= SINGLE; mesh++) {
            weights_at(scene, mesh, (float)i);
        }
    }
    CHECK(counts.made == made);
    pav_scene_destroy(scene);
    CHECK(counts.held == 0);
}

int main(void)
{
    RUN(between_linear_keys_two_shapes_are_mixed);
    RUN(before_the_first_and_after_the_last_key_nothing_moves);
    RUN(four_keys_make_a_cardinal_a_catmull_rom_and_a_bspline);
    RUN(from_one_kind_to_another_weights_pass_over);
    RUN(a_single_key_is_always_shown);
    RUN(at_rest_the_meshs_own_time_counts);
    RUN(the_targets_of_morphs_count_for_nothing);
    RUN(a_clip_drives_it_by_the_name_of_the_mesh);
    RUN(a_mesh_without_a_sequence_has_no_such_target);
    RUN(an_update_allocates_nothing);
    return test_end();
}
