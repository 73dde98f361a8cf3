/* SPDX-License-Identifier: MIT */
/* Additive clips and masks, against closed forms.
 *
 * A rig with the bones Hip, Spine, Hand (one on the other) and Foot (on Hip), and a box.  "Base" puts Box at
 * x = 10, turned by 30 degrees about z, scaled by 2, 3, -1.  "Add" takes its x from 1 to 25, its turn from 10
 * to 50 degrees, its scale from 2, 4, 1 to 4, 1, 1 in a second.  "Bend" puts all bones at x = 8.  "Hide"
 * hides Box. */
#include "scene_fixture.h"

enum { BOX, RIG, HIP, SPINE, HAND, FOOT };

#define LINEAR PAV_INTERPOLATION_LINEAR

typedef struct stage {
    pav_document *document;
    pav_scene *scene;
    pav_binding *binding;
} stage;

static const double pi = 3.14159265358979323846;

static void add_channel(pav_builder *builder, uint32_t clip, pav_build_channel channel, const float *from,
                        const float *to, uint32_t count)
{
    pav_build_key keys[4][2];
    pav_build_component components[4];
    for (uint32_t i = 0; i < count; i++) {
        keys[i][0] = (pav_build_key){.value = from[i], .interpolation = LINEAR};
        keys[i][1] = (pav_build_key){.frame = 24, .value = to[i], .interpolation = LINEAR};
        components[i] = (pav_build_component){
            .component = i, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys[i], .key_count = 2};
    }
    channel.components = components;
    channel.component_count = count;
    pav_builder_add_channel(builder, clip, &channel);
}

static void add_box_clip(pav_builder *builder, const char *name, const float from[7], const float to[7])
{
    const uint32_t clip =
        pav_builder_add_clip(builder, &(pav_build_clip){.name = name, .fps = 24, .frame_end = 24});
    const pav_build_channel location = {.owner = "Box", .element = "location"},
                            rotation = {.owner = "Box",
                                        .element = "rotation",
                                        .conversion = PAV_CONVERSION_EULER_XYZ},
                            scale = {.owner = "Box", .element = "scale"};
    add_channel(builder, clip, location, from, to, 1);
    add_channel(builder, clip, rotation, from + 1, to + 1, 3);
    add_channel(builder, clip, scale, from + 4, to + 4, 3);
}

#define DEGREES(angle) ((float)((angle)*3.14159265358979323846 / 180))

static void add_clips(pav_builder *builder)
{
    static const char *const bones[] = {"Hip", "Spine", "Hand", "Foot"};
    static const float bent[] = {8}, hidden[] = {1};
    add_box_clip(builder, "Base", (float[]){10, 0, 0, DEGREES(30), 2, 3, -1},
                 (float[]){10, 0, 0, DEGREES(30), 2, 3, -1});
    add_box_clip(builder, "Add", (float[]){1, 0, 0, DEGREES(10), 2, 4, 1},
                 (float[]){25, 0, 0, DEGREES(50), 4, 1, 1});
    const uint32_t bend =
        pav_builder_add_clip(builder, &(pav_build_clip){.name = "Bend", .fps = 24, .frame_end = 24});
    for (int i = 0; i < 4; i++) {
        const pav_build_channel channel = {
            .kind = PAV_TARGET_KIND_BONE, .owner = "Rig", .part = bones[i], .element = "location"};
        add_channel(builder, bend, channel, bent, bent, 1);
    }
    const uint32_t hide =
        pav_builder_add_clip(builder, &(pav_build_clip){.name = "Hide", .fps = 24, .frame_end = 24});
    add_channel(builder, hide, (pav_build_channel){.owner = "Box", .element = "hide_viewport"}, hidden,
                hidden, 1);
}

static stage open_stage(void)
{
    stage on;
    pav_builder *builder;
    pav_error error;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Box"});
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Rig"});
    pav_builder_add_bone(builder, RIG, RIG, &(pav_build_node){.name = "Hip", .length = 1});
    pav_builder_add_bone(builder, RIG, HIP, &(pav_build_node){.name = "Spine", .length = 1});
    pav_builder_add_bone(builder, RIG, SPINE, &(pav_build_node){.name = "Hand", .length = 1});
    pav_builder_add_bone(builder, RIG, HIP, &(pav_build_node){.name = "Foot", .length = 1});
    add_clips(builder);
    if (!CHECK(pav_builder_finish(builder, &on.document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    CHECK(pav_scene_create(on.document, NULL, &on.scene, NULL) == PAV_OK);
    CHECK(pav_binding_create(on.document, on.document, NULL, &on.binding, NULL) == PAV_OK);
    for (uint32_t i = 0; i < pav_binding_link_count(on.binding); i++) {
        CHECK(pav_binding_link(on.binding, i).status == PAV_LINK_BOUND);
    }
    return on;
}

static void close_stage(stage *on)
{
    pav_binding_destroy(on->binding);
    pav_scene_destroy(on->scene);
    pav_document_destroy(on->document);
}

static void apply(const stage *on, const char *name, const pav_apply_options *options)
{
    const uint32_t clip = pav_document_find_clip(on->document, name);
    CHECK(pav_clip_apply_with(on->scene, on->binding, clip, options) == PAV_OK);
}

static const float *target(const stage *on, uint32_t node, const char *element)
{
    return pav_scene_targets(on->scene, NULL) + pav_scene_element_target(on->scene, node, element).first;
}

static double turned(const stage *on)
{
    const float *q = target(on, BOX, "rotation");
    return 2 * atan2((double)q[2], (double)q[3]) * 180 / pi;
}

/* ---- Additive clips ---- */

static void against_rest_the_difference_is_added(void)
{
    static const float weights[] = {0, 0.5f, 1, 2};
    for (int i = 0; i < 4; i++) {
        stage on = open_stage();
        const double w = (double)weights[i];
        apply(&on, "Base", &(pav_apply_options){0});
        apply(
            &on, "Add",
            &(pav_apply_options){.seconds = 0.5, .additive = true, .weight_set = true, .weight = weights[i]});
        fixture_update(on.scene);
        CHECK_NEAR((double)target(&on, BOX, "location")[0], 10 + w * 13, 1e-5);
        CHECK_NEAR(turned(&on), 30 + w * 30, 1e-4);
        const float *scale = target(&on, BOX, "scale");
        CHECK_NEAR((double)scale[0], 2 * pow(3, w), 1e-5);
        CHECK_NEAR((double)scale[1], 3 * pow(2.5, w), 1e-5);
        CHECK_NEAR((double)scale[2], -1, 1e-6);
        close_stage(&on);
    }
}

static void against_a_moment_of_its_own_that_moment_adds_nothing(void)
{
    for (int half = 0; half < 2; half++) {
        stage on = open_stage();
        apply(&on, "Base", &(pav_apply_options){0});
        apply(&on, "Add",
              &(pav_apply_options){
                  .seconds = half ? 0.75 : 0.25, .additive = true, .reference_set = true, .reference = 0.25});
        fixture_update(on.scene);
        CHECK_NEAR((double)target(&on, BOX, "location")[0], half ? 22 : 10, 1e-5);
        CHECK_NEAR(turned(&on), half ? 50 : 30, 1e-4);
        CHECK_NEAR((double)target(&on, BOX, "scale")[0], half ? 2 * 3.5 / 2.5 : 2, 1e-5);
        CHECK_NEAR((double)target(&on, BOX, "scale")[1], half ? 3 * 1.75 / 3.25 : 3, 1e-5);
        close_stage(&on);
    }
}

static void without_a_base_it_adds_to_rest(void)
{
    stage on = open_stage();
    apply(&on, "Add",
          &(pav_apply_options){.seconds = 1, .additive = true, .weight_set = true, .weight = 0.5f});
    fixture_update(on.scene);
    CHECK_NEAR((double)target(&on, BOX, "location")[0], 12.5, 1e-5);
    CHECK_NEAR(turned(&on), 25, 1e-4);
    CHECK_NEAR((double)target(&on, BOX, "scale")[0], 2, 1e-5);
    close_stage(&on);
}

static void where_the_reference_is_not_above_zero_scale_is_linear(void)
{
    stage on = open_stage();
    apply(&on, "Add", &(pav_apply_options){.seconds = 0.5});
    apply(&on, "Base", &(pav_apply_options){.additive = true, .weight_set = true, .weight = 0.5f});
    fixture_update(on.scene);
    CHECK_NEAR((double)target(&on, BOX, "scale")[2], 1 + 0.5 * (-1 - 1), 1e-6); /* to a negative one */
    close_stage(&on);
}

static void a_discrete_number_stays_whole(void)
{
    static const float weights[] = {0.25f, 0.75f};
    for (int i = 0; i < 2; i++) {
        stage on = open_stage();
        apply(&on, "Hide", &(pav_apply_options){.additive = true, .weight_set = true, .weight = weights[i]});
        fixture_update(on.scene);
        CHECK_NEAR((double)target(&on, BOX, "hide_viewport")[0], i, 0);
        close_stage(&on);
    }
}

static void the_order_of_calls_does_not_show(void)
{
    float seen[2][3][6];
    for (int swap = 0; swap < 2; swap++) {
        stage on = open_stage();
        const pav_apply_options parts[] = {
            {.seconds = 0.3},
            {.seconds = 0.9, .additive = true, .priority = 2},
            {.seconds = 0.2, .additive = true, .weight_set = true, .weight = 0.3f},
            {.seconds = 0.7, .additive = true, .reference_set = true, .reference = 0.1}};
        for (int i = 0; i < 4; i++) {
            apply(&on, "Add", &parts[swap ? 3 - i : i]);
        }
        fixture_update(on.scene);
        memcpy(seen[swap][0], target(&on, BOX, "location"), 3 * sizeof(float));
        memcpy(seen[swap][1], target(&on, BOX, "rotation"), 4 * sizeof(float));
        memcpy(seen[swap][2], target(&on, BOX, "scale"), 6 * sizeof(float));
        CHECK(memcmp(seen[0][0], seen[swap][0], 3 * sizeof(float)) == 0);
        CHECK(memcmp(seen[0][1], seen[swap][1], 4 * sizeof(float)) == 0);
        CHECK(memcmp(seen[0][2], seen[swap][2], 6 * sizeof(float)) == 0);
        close_stage(&on);
    }
}

static void a_player_plays_and_fades_them(void)
{
    stage on = open_stage();
    pav_player *player;
    uint32_t add;
    pav_playback_state state;
    const uint32_t base = pav_document_find_clip(on.document, "Base"),
                   clip = pav_document_find_clip(on.document, "Add");
    CHECK(pav_player_create(on.scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, base, NULL, NULL, NULL) == PAV_OK);
    const pav_play_options options = {
        .additive = true, .start = 0.5, .paused = true, .fade = {.seconds = 1}, .reference_set = true};
    CHECK(pav_player_play(player, clip, &options, &add, NULL) == PAV_OK);
    for (int i = 0; i <= 4; i++) {
        CHECK(pav_player_update(player, i ? 0.25 : 0, NULL) == PAV_OK);
        CHECK_NEAR((double)target(&on, BOX, "location")[0], 10 + 12 * i / 4.0, 1e-5);
    }
    CHECK(pav_player_get(player, add, &state) == PAV_OK && state.additive && state.reference_set);
    CHECK(state.effective_weight == 1 && state.reference == 0);
    CHECK(pav_player_play(player, clip, &(pav_play_options){.reference = (double)NAN}, NULL, NULL) ==
          PAV_ERROR_VALUE);
    pav_player_destroy(player);
    close_stage(&on);
}

/* ---- Masks ---- */

static pav_mask *new_mask(const stage *on, float weight)
{
    pav_mask *mask;
    CHECK(pav_mask_create(on->document, &(pav_mask_options){.weight = weight}, &mask, NULL) == PAV_OK);
    return mask;
}

static void check_bent(stage *on, const pav_mask *mask, double hip, double spine, double hand, double foot)
{
    const double wanted[] = {hip, spine, hand, foot};
    apply(on, "Bend", &(pav_apply_options){.mask = mask});
    fixture_update(on->scene);
    for (uint32_t i = 0; i < 4; i++) {
        CHECK_NEAR((double)target(on, HIP + i, "location")[0], 8 * wanted[i], 1e-6);
    }
}

static void a_mask_takes_a_bone_and_what_hangs_on_it(void)
{
    stage on = open_stage();
    pav_mask *mask = new_mask(&on, 0);
    CHECK(pav_mask_set_node(mask, SPINE, true, 0.75f) == PAV_OK);
    check_bent(&on, mask, 0, 0.75, 0.75, 0);
    CHECK(pav_mask_set_node(mask, HIP, false, 0.25f) == PAV_OK);
    check_bent(&on, mask, 0.25, 0.75, 0.75, 0);
    CHECK(pav_mask_set_node(mask, HIP, true, 1) == PAV_OK);
    check_bent(&on, mask, 1, 1, 1, 1);
    pav_mask_destroy(mask);
    close_stage(&on);
}

static void a_mask_takes_a_set_of_names(void)
{
    stage on = open_stage();
    pav_error error;
    pav_mask *mask = new_mask(&on, 1);
    const pav_mask_name names[] = {
        {"Rig", "Hand", false}, {"Rig", "Foot", false}, {"Rig", "Fot", false}, {"Bx", NULL, false}};
    CHECK(pav_mask_set_names(mask, names, 2, 0.5f, NULL) == PAV_OK);
    check_bent(&on, mask, 1, 1, 0.5, 0.5);
    CHECK(pav_mask_set_names(mask, names, 3, 0, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "the mask names bone \"Fot\" of \"Rig\", which is not there");
    CHECK(pav_mask_set_names(mask, names + 3, 1, 0, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "the mask names object \"Bx\", which is not there");
    check_bent(&on, mask, 1, 1, 0.5, 0.5);
    CHECK(pav_mask_set_names(mask, &(pav_mask_name){"Rig", NULL, true}, 1, 0, NULL) == PAV_OK);
    check_bent(&on, mask, 0, 0, 0, 0);
    pav_mask_destroy(mask);
    close_stage(&on);
}

static void what_a_mask_leaves_goes_to_the_next_priority(void)
{
    stage on = open_stage();
    pav_mask *mask = new_mask(&on, 0);
    CHECK(pav_mask_set_node(mask, BOX, false, 0.25f) == PAV_OK);
    apply(&on, "Base", &(pav_apply_options){.priority = 1, .mask = mask});
    apply(&on, "Add", &(pav_apply_options){.seconds = 1});
    fixture_update(on.scene);
    CHECK_NEAR((double)target(&on, BOX, "location")[0], 10 * 0.25 + 25 * 0.75, 1e-5);
    pav_mask_destroy(mask);
    close_stage(&on);
}

static void one_target_may_be_masked(void)
{
    stage on = open_stage();
    pav_mask *mask = new_mask(&on, 1);
    const pav_target location = pav_scene_element_target(on.scene, BOX, "location");
    CHECK(pav_mask_set_target(mask, location, 0.5f) == PAV_OK);
    CHECK_NEAR((double)pav_mask_weight(mask, location), 0.5, 0);
    apply(&on, "Base", &(pav_apply_options){0});
    apply(&on, "Add", &(pav_apply_options){.seconds = 0.5, .additive = true, .mask = mask});
    fixture_update(on.scene);
    CHECK_NEAR((double)target(&on, BOX, "location")[0], 10 + 0.5 * 13, 1e-5);
    CHECK_NEAR(turned(&on), 60, 1e-4);
    pav_mask_destroy(mask);
    close_stage(&on);
}

static void weights_outside_0_to_1_are_refused(void)
{
    stage on = open_stage();
    pav_mask *mask = new_mask(&on, 0.5f);
    static const float bad[] = {-0.1f, 1.1f, NAN};
    for (int i = 0; i < 3; i++) {
        pav_mask *none;
        CHECK(pav_mask_create(on.document, &(pav_mask_options){.weight = bad[i]}, &none, NULL) ==
              PAV_ERROR_VALUE);
        CHECK(none == NULL);
        CHECK(pav_mask_set_node(mask, BOX, true, bad[i]) == PAV_ERROR_VALUE);
        CHECK(pav_mask_set_names(mask, NULL, 0, bad[i], NULL) == PAV_ERROR_VALUE);
    }
    CHECK_NEAR((double)pav_mask_weight(mask, pav_scene_element_target(on.scene, BOX, "scale")), 0.5, 0);
    pav_mask_destroy(mask);
    pav_mask_destroy(NULL);
    close_stage(&on);
}

static void playbacks_hold_their_masks(void)
{
    stage on = open_stage();
    counting counter = {0};
    pav_player *player;
    pav_mask *mask;
    const pav_mask_options options = {.allocator = counting_allocator(&counter)};
    CHECK(pav_mask_create(on.document, &options, &mask, NULL) == PAV_OK);
    const size_t wanted = counter.made;
    CHECK(pav_player_create(on.scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, pav_document_find_clip(on.document, "Bend"),
                          &(pav_play_options){.mask = mask}, NULL, NULL) == PAV_OK);
    pav_mask_destroy(mask);
    CHECK(pav_player_update(player, 0.1, NULL) == PAV_OK && counter.held > 0);
    pav_player_stop(player, PAV_ALL);
    CHECK(counter.held == 0);
    pav_player_destroy(player);
    for (size_t fail = 1; fail <= wanted; fail++) {
        counter = (counting){.fail = fail};
        CHECK(pav_mask_create(on.document, &options, &mask, NULL) == PAV_ERROR_MEMORY && !mask &&
              !counter.held);
    }
    close_stage(&on);
}

int main(void)
{
    RUN(against_rest_the_difference_is_added);
    RUN(against_a_moment_of_its_own_that_moment_adds_nothing);
    RUN(without_a_base_it_adds_to_rest);
    RUN(where_the_reference_is_not_above_zero_scale_is_linear);
    RUN(a_discrete_number_stays_whole);
    RUN(the_order_of_calls_does_not_show);
    RUN(a_player_plays_and_fades_them);
    RUN(a_mask_takes_a_bone_and_what_hangs_on_it);
    RUN(a_mask_takes_a_set_of_names);
    RUN(what_a_mask_leaves_goes_to_the_next_priority);
    RUN(one_target_may_be_masked);
    RUN(weights_outside_0_to_1_are_refused);
    RUN(playbacks_hold_their_masks);
    return test_end();
}
