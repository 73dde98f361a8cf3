/* SPDX-License-Identifier: MIT */
/* Visibility, and how discrete numbers blend. */
#include "moves_fixture.h"

static uint32_t flags(const moves *on, uint32_t node)
{
    return pav_scene_node_flags(on->scene)[node];
}

static void nodes_at_rest_are_hidden_as_in_the_file(void)
{
    moves on = moves_open();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(on.scene));
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        CHECK(flags(&on, node) == chunk->nodes[node].flags);
    }
    CHECK(flags(&on, MOVES_LAMP) == PAV_NODE_FLAG_HIDDEN_VIEWPORT);
    CHECK(flags(&on, MOVES_BALL) == PAV_NODE_FLAG_HIDDEN_RENDER);
    moves_close(&on);
}

static void an_object_is_hidden_from_the_key_on(void)
{
    moves on = moves_open();
    const uint32_t *before = pav_scene_node_flags(on.scene);
    moves_play(&on, CLIP_SWITCH, 23.9 / 24);
    CHECK(flags(&on, MOVES_BALL) == 0); /* hide_render is keyed to 0. */
    CHECK(flags(&on, MOVES_LAMP) == PAV_NODE_FLAG_HIDDEN_VIEWPORT);
    moves_play(&on, CLIP_SWITCH, 1);
    CHECK(flags(&on, MOVES_BALL) == PAV_NODE_FLAG_HIDDEN_VIEWPORT);
    CHECK(pav_scene_node_flags(on.scene) == before);
    pav_scene_reset_targets(on.scene);
    fixture_update(on.scene);
    CHECK(flags(&on, MOVES_BALL) == PAV_NODE_FLAG_HIDDEN_RENDER);
    moves_close(&on);
}

static void visibility_has_targets_of_objects_alone(void)
{
    moves on = moves_open();
    const pav_target viewport = pav_scene_element_target(on.scene, MOVES_BALL, "hide_viewport");
    const pav_target render = pav_scene_element_target(on.scene, MOVES_BALL, "hide_render");
    CHECK(viewport.value == PAV_VALUE_WHOLE && render.value == PAV_VALUE_WHOLE);
    CHECK(viewport.first != render.first);
    CHECK(pav_scene_element_target(on.scene, MOVES_ROOT, "hide_viewport").first == PAV_NONE);
    float *targets = pav_scene_targets(on.scene, NULL);
    const struct {
        float number;
        bool hidden;
    } cases[] = {{0, false}, {0.5f, false}, {0.999f, false}, {1, true}, {2, true}, {-1, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        targets[viewport.first] = cases[i].number;
        targets[render.first] = 0;
        fixture_update(on.scene);
        CHECK(flags(&on, MOVES_BALL) == (cases[i].hidden ? PAV_NODE_FLAG_HIDDEN_VIEWPORT : 0u));
    }
    moves_close(&on);
}

/* ---- Blending: the value of the largest effective weight ---- */

static float level(const moves *on)
{
    const pav_property_key key = {PAV_TARGET_KIND_SCENE_PROPERTY, NULL, "Moves", NULL, "level"};
    const float *value = pav_scene_property_values(on->scene, pav_scene_find_property(on->scene, &key), NULL);
    return *value;
}

static void check_level(float switch_weight, int32_t switch_priority, float level_weight, double wanted)
{
    moves on = moves_open();
    for (int order = 0; order < 2; order++) { /* The order of calls makes no difference. */
        for (int turn = 0; turn < 2; turn++) {
            if (turn == order) {
                moves_apply(&on, CLIP_SWITCH, 0, switch_weight, switch_priority);
            } else {
                moves_apply(&on, CLIP_LEVEL, 0, level_weight, 0);
            }
        }
        fixture_update(on.scene);
        CHECK_NEAR((double)level(&on), wanted, 0);
    }
    moves_close(&on);
}

static void a_discrete_number_is_that_of_the_largest_weight(void)
{
    check_level(0.6f, 0, 0.4f, 7);
    check_level(0.4f, 0, 0.6f, 9);
    check_level(0.5f, 0, 0.5f, 7); /* A tie: the lower clip. */
    check_level(2, 0, 1, 7);       /* Weights above 1 are shares. */
    check_level(0.2f, 0, 0.3f, 3); /* The rest has half. */
    check_level(0.25f, 0, 0.5f, 9);
    check_level(0.125f, 0, 0.4375f, 9); /* Tied with the rest, which comes last. */
    check_level(0.4f, 1, 1, 9);         /* 0.4, and 0.6 of what is left to the lower priority. */
    check_level(0.6f, 1, 1, 7);
    check_level(1, 1, 1, 7);       /* Nothing is left. */
    check_level(0.4f, 1, 0.5f, 7); /* 0.4, 0.3 and 0.3 for the rest. */
    check_level(0.4f, 1, 0, 3);    /* A weight of 0 is none: the rest has 0.6. */
}

static void of_two_moments_of_a_clip_the_earlier_one_wins_a_tie(void)
{
    moves on = moves_open();
    moves_apply(&on, CLIP_SWITCH, 1.5, 0.5f, 0);
    moves_apply(&on, CLIP_SWITCH, 0.5, 0.5f, 0);
    fixture_update(on.scene);
    CHECK(flags(&on, MOVES_BALL) == 0);
    moves_apply(&on, CLIP_SWITCH, 1.5, 0.51f, 0);
    moves_apply(&on, CLIP_SWITCH, 0.5, 0.49f, 0);
    fixture_update(on.scene);
    CHECK(flags(&on, MOVES_BALL) == PAV_NODE_FLAG_HIDDEN_VIEWPORT);
    moves_close(&on);
}

static void each_number_of_an_array_is_chosen_by_itself(void)
{
    moves on = moves_open();
    const pav_property_key key = {PAV_TARGET_KIND_OBJECT_PROPERTY, NULL, "Rig", NULL, "gears"};
    const uint32_t gears = pav_scene_find_property(on.scene, &key);
    moves_apply(&on, CLIP_SWITCH, 1, 0.6f, 0); /* gears[0] is 1 */
    moves_apply(&on, CLIP_LEVEL, 1, 0.6f, 1);  /* gears[0] is 9, gears[4] is 8 */
    fixture_update(on.scene);
    CHECK_FLOATS(pav_scene_property_values(on.scene, gears, NULL), 5, 0, 9, 2, 3, 4, 8);
    moves_apply(&on, CLIP_SWITCH, 1, 0.8f, 1);
    moves_apply(&on, CLIP_LEVEL, 1, 0.4f, 0);
    fixture_update(on.scene);
    CHECK_FLOATS(pav_scene_property_values(on.scene, gears, NULL), 5, 0, 1, 2, 3, 4, 5);
    moves_close(&on);
}

/* ---- Linking ---- */

static void a_miss_names_what_is_nearest(void)
{
    moves on = moves_open();
    moves_check_link(on.binding, CLIP_SWITCH, 0, PAV_LINK_BOUND,
                     "clip \"Switch\": object \"Ball\", hide_viewport: drives 1 target");
    moves_check_link(
        on.binding, CLIP_GONE, 3, PAV_LINK_UNBOUND,
        "clip \"Gone\": object \"Ball\", hide_vieport: no such element; nearest is \"hide_viewport\"");
    moves_close(&on);
}

static void two_objects_of_one_name_are_not_hidden(void)
{
    const float one = 1;
    const pav_build_component component = {.kind = PAV_COMPONENT_KIND_CONSTANT, .value = one};
    const pav_build_channel channel = {
        .owner = "Twin", .element = "hide_render", .components = &component, .component_count = 1};
    const pav_build_node twin = {.name = "Twin"};
    pav_builder *builder;
    pav_document *document;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &twin);
    pav_builder_add_node(builder, PAV_NONE, &twin);
    pav_builder_add_channel(builder, pav_builder_add_clip(builder, &(pav_build_clip){.name = "Hide"}),
                            &channel);
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    moves on = {.scene = NULL};
    CHECK(pav_scene_create(document, NULL, &on.scene, NULL) == PAV_OK);
    on.binding = moves_bind(document, on.scene);
    moves_check_link(
        on.binding, 0, 0, PAV_LINK_AMBIGUOUS,
        "clip \"Hide\": object \"Twin\", hide_render: two nodes of the scene answer to this name");
    moves_play(&on, 0, 0);
    CHECK(flags(&on, 0) == 0 && flags(&on, 1) == 0);
    moves_close(&on);
    pav_document_destroy(document);
    pav_builder_destroy(builder);
}

int main(void)
{
    RUN(nodes_at_rest_are_hidden_as_in_the_file);
    RUN(an_object_is_hidden_from_the_key_on);
    RUN(visibility_has_targets_of_objects_alone);
    RUN(a_discrete_number_is_that_of_the_largest_weight);
    RUN(of_two_moments_of_a_clip_the_earlier_one_wins_a_tie);
    RUN(each_number_of_an_array_is_chosen_by_itself);
    RUN(a_miss_names_what_is_nearest);
    RUN(two_objects_of_one_name_are_not_hidden);
    return test_end();
}
