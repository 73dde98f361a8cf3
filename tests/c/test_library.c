/* SPDX-License-Identifier: MIT */
/* A library of clips on the model of another document: names of every kind find their own and nothing else,
 * on one model and on a thousand. */
#include "scene_fixture.h"

#include <stdint.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define SIXTY "Finger.Index.Proximal.Phalanx.Left.Deform.Control.Twist.Upper"

/* All are bones of "Rig"; the bone at place i moves its x to 100 + i. */
static const char *const bones[] = {"Hand.L",
                                    "Hand.R",
                                    "Hand",
                                    "hand.L",
                                    "arm/upper",
                                    "arm\\upper",
                                    "root",
                                    "Root",
                                    "Walk_Cycle",
                                    "Walk_Cycle-loop",
                                    "-loop",
                                    "Kn\xC3\xB6"
                                    "chel",
                                    "Kno\xCC\x88"
                                    "chel",
                                    "\xE6\x89\x8B",
                                    "\xF0\x9F\x90\xB4",
                                    "a b",
                                    " ",
                                    ".",
                                    "..",
                                    "pose.bones[\"x\"].location",
                                    SIXTY "12",
                                    SIXTY "13",
                                    SIXTY "123"};

/* What no bone is called, though nearly. */
static const char *const misses[] = {"hand.l", "Hand.",       "Hand.L ",  "arm",     "upper", "ROOT",
                                     "Walk",   "Walk_Cycle-", "loop",     "Knochel", "",      "  ",
                                     SIXTY,    SIXTY "1",     "location", "Rig"};

static pav_document *finish(pav_builder *builder)
{
    pav_document *document;
    pav_error error;
    if (!CHECK(pav_builder_finish(builder, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

/* "Rig" with the bones, each at x = its place, an object of each bone's name. */
static pav_document *build_model(void)
{
    pav_builder *builder;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    const uint32_t rig = pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Rig"});
    for (uint32_t i = 0; i < COUNT(bones); i++) {
        const float x[3] = {(float)i, 0, 0};
        const pav_build_element location = {"location", PAV_ELEMENT_KIND_TRANSLATE, x};
        const pav_build_node bone = {.name = bones[i], .elements = &location, .element_count = 1};
        CHECK(pav_builder_add_bone(builder, rig, rig, &bone) == 1 + i);
    }
    for (uint32_t i = 0; i < COUNT(bones); i++) {
        pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = bones[i]});
    }
    return finish(builder);
}

/* Of one component, which stands still. */
static void add_channel(pav_builder *builder, uint32_t clip, const pav_build_channel *given, float value)
{
    const pav_build_component component = {.kind = PAV_COMPONENT_KIND_CONSTANT, .value = value};
    pav_build_channel channel = *given;
    channel.components = &component;
    channel.component_count = 1;
    CHECK(pav_builder_add_channel(builder, clip, &channel) != PAV_NONE);
}

static void add_x(pav_builder *builder, uint32_t clip, const char *owner, const char *bone, float x)
{
    add_channel(builder, clip,
                &(pav_build_channel){
                    .kind = PAV_TARGET_KIND_BONE, .owner = owner, .part = bone, .element = "location"},
                x);
}

/* Clips of an owner: one whose channels all have their bones, and one whose have none. */
static pav_document *build_library(const char *owner)
{
    pav_builder *builder;
    CHECK(pav_builder_create(&(pav_builder_options){.clips_alone = true}, &builder, NULL) == PAV_OK);
    const pav_build_clip settings[] = {{.name = "Walk_Cycle-loop", .frame_end = 24},
                                       {.name = "root", .frame_end = 24}};
    const uint32_t hits = pav_builder_add_clip(builder, &settings[0]);
    const uint32_t none = pav_builder_add_clip(builder, &settings[1]);
    for (uint32_t i = 0; i < COUNT(bones); i++) {
        add_x(builder, hits, owner, bones[i], 100 + (float)i);
    }
    for (uint32_t i = 0; i < COUNT(misses); i++) {
        add_x(builder, none, owner, misses[i], 1000);
    }
    return finish(builder);
}

/* The clip alone, at its start, on a scene that was at rest. */
static void show(pav_scene *scene, const pav_binding *binding, uint32_t clip)
{
    pav_scene_reset_targets(scene);
    CHECK(pav_clip_apply(scene, binding, clip, NULL, 0, 1, 0) == PAV_OK);
    CHECK(pav_scene_update(scene, NULL) == PAV_OK);
}

static double bone_x(const pav_scene *scene, uint32_t bone)
{
    return (double)pav_scene_world_matrices(scene)[16 * (1 + bone) + 12];
}

/* ---- Names ---- */

static void every_name_finds_its_own(void)
{
    pav_document *model = build_model(), *library = build_library("Rig");
    pav_scene *scene;
    pav_binding *binding;
    CHECK(pav_scene_create(model, NULL, &scene, NULL) == PAV_OK);
    CHECK(pav_binding_create(library, model, NULL, &binding, NULL) == PAV_OK);
    for (uint32_t i = 0; i < COUNT(bones); i++) {
        const pav_link link = pav_binding_link(binding, i);
        CHECK(link.status == PAV_LINK_BOUND && link.target_count == 1);
        CHECK(pav_scene_find_node(scene, NULL, "Rig", bones[i]) == 1 + i);
        CHECK(pav_scene_find_node(scene, NULL, bones[i], NULL) == 1 + COUNT(bones) + i);
    }
    show(scene, binding, pav_document_find_clip(library, "Walk_Cycle-loop"));
    for (uint32_t i = 0; i < COUNT(bones); i++) {
        CHECK_NEAR(bone_x(scene, i), 100 + i, 0);
        CHECK_NEAR((double)pav_scene_world_matrices(scene)[16 * (1 + COUNT(bones) + i) + 12], 0, 0);
    }
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
    pav_document_destroy(library);
    pav_document_destroy(model);
}

static void a_miss_touches_no_other_target_and_is_told_once(void)
{
    pav_document *model = build_model(), *library = build_library("Rig");
    pav_scene *scene;
    pav_binding *binding;
    CHECK(pav_scene_create(model, NULL, &scene, NULL) == PAV_OK);
    CHECK(pav_binding_create(library, model, NULL, &binding, NULL) == PAV_OK);
    uint32_t float_count;
    const float *targets = pav_scene_targets(scene, &float_count);
    float *rest = malloc(float_count * sizeof *rest);
    memcpy(rest, targets, float_count * sizeof *rest);
    show(scene, binding, pav_document_find_clip(library, "root"));
    CHECK(memcmp(rest, targets, float_count * sizeof *rest) == 0);
    CHECK(pav_binding_link_count(binding) == COUNT(bones) + COUNT(misses));
    for (uint32_t i = 0; i < COUNT(misses); i++) {
        const pav_link link = pav_binding_link(binding, COUNT(bones) + i);
        CHECK(link.status == PAV_LINK_UNBOUND && link.target_count == 0 && link.channel == i);
    }
    char text[256];
    pav_binding_describe(binding, COUNT(bones), text, sizeof text);
    CHECK(strstr(text, "\"hand.L\"") != NULL); /* The nearest of "hand.l". */
    free(rest);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
    pav_document_destroy(library);
    pav_document_destroy(model);
}

/* ---- A thousand of another model ---- */

static void a_thousand_models_share_what_was_linked_once(void)
{
    enum { MODELS = 1000 };
    pav_document *model = build_model(), *library = build_library("Hero");
    counting linking = {0};
    const pav_owner_pair pair = {"Hero", "Rig"};
    const pav_binding_options options = {
        .allocator = counting_allocator(&linking), .owners = &pair, .owner_count = 1};
    pav_binding *binding;
    CHECK(pav_binding_create(library, model, &options, &binding, NULL) == PAV_OK);
    const size_t made = linking.made;
    const uint32_t clip = pav_document_find_clip(library, "Walk_Cycle-loop");
    static pav_scene *scenes[MODELS];
    static pav_player *players[MODELS];
    for (int i = 0; i < MODELS; i++) {
        CHECK(pav_scene_create(model, NULL, &scenes[i], NULL) == PAV_OK);
        CHECK(pav_player_create(scenes[i], NULL, &players[i], NULL) == PAV_OK);
        const pav_play_options play = {.binding = binding, .weight_set = true, .weight = (float)i / MODELS};
        CHECK(pav_player_play(players[i], clip, &play, NULL, NULL) == PAV_OK);
    }
    for (int i = 0; i < MODELS; i++) {
        CHECK(pav_player_update(players[i], 0.5, NULL) == PAV_OK);
        const double weight = (double)((float)i / MODELS);
        CHECK_NEAR(bone_x(scenes[i], 3), weight * 103 + (1 - weight) * 3, 1e-4);
    }
    CHECK(linking.made == made && !pav_binding_scene(binding));
    CHECK(pav_player_binding(players[0]) == pav_player_binding(players[1]));
    for (int i = 0; i < MODELS; i++) {
        pav_player_destroy(players[i]);
        pav_scene_destroy(scenes[i]);
    }
    pav_binding_destroy(binding);
    CHECK(linking.held == 0);
    pav_document_destroy(library);
    pav_document_destroy(model);
}

/* ---- A callback that is about one item ---- */

typedef struct gauge {
    uint32_t asked;
    char owner[64]; /* Of the channel that it was asked for last. */
    char part[64];
} gauge;

static pav_result count_links(void *self, pav_scene *scene, const pav_chunk_clip *clip, uint32_t channel,
                              uint32_t first, pav_target *out)
{
    gauge *mine = self;
    (void)scene;
    mine->asked++;
    const pav_record_target *target = &clip->targets[clip->channels[channel].target];
    snprintf(mine->owner, sizeof mine->owner, "%s", clip->text + target->owner);
    snprintf(mine->part, sizeof mine->part, "%s", clip->text + target->part);
    *out = (pav_target){PAV_VALUE_FLOAT, first};
    return PAV_OK;
}

/* A channel that nothing knows, of a thing of that kind. */
static void add_pressure(pav_builder *builder, uint32_t clip, pav_target_kind kind, const char *owner,
                         const char *part)
{
    add_channel(builder, clip,
                &(pav_build_channel){.kind = kind, .owner = owner, .part = part, .element = "pressure"}, 5);
}

static pav_document *build_pressures(void)
{
    pav_builder *builder;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    const uint32_t rig = pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Rig"});
    pav_builder_add_bone(builder, rig, rig, &(pav_build_node){.name = "Boiler"});
    pav_builder_add_bone(builder, rig, rig, &(pav_build_node){.name = "Kettle"});
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "Heat", .frame_end = 1});
    const char *const parts[] = {"Boiler", "Kettle", "Teapot"};
    for (uint32_t i = 0; i < COUNT(parts); i++) {
        add_pressure(builder, clip, PAV_TARGET_KIND_BONE, "Rig", parts[i]);
    }
    return finish(builder);
}

/* Two materials and two meshes, called as each other. */
static void a_callback_about_a_material_or_mesh_is_asked_for_its_channels_alone(void)
{
    const float points[9] = {0};
    const uint32_t corners[3] = {0, 1, 2}, polygon = 3;
    const char *const names[] = {"Skin", "Bark"};
    pav_builder *builder;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "Heat", .frame_end = 1});
    for (uint32_t i = 0; i < COUNT(names); i++) {
        pav_builder_add_material(builder, &(pav_build_material){.name = names[i]});
        pav_builder_add_mesh(builder, &(pav_build_mesh){.name = names[1 - i],
                                                        .points = points,
                                                        .point_count = 3,
                                                        .polygons = &polygon,
                                                        .polygon_count = 1,
                                                        .corners = corners,
                                                        .corner_count = 3});
        add_pressure(builder, clip, PAV_TARGET_KIND_MATERIAL, names[i], "");
        add_pressure(builder, clip, PAV_TARGET_KIND_MORPH, names[i], "pressed");
    }
    pav_document *document = finish(builder);
    gauge asked[4] = {{0}};
    pav_update_callback callbacks[4];
    for (uint32_t i = 0; i < COUNT(callbacks); i++) {
        callbacks[i] = (pav_update_callback){.only = i % 2,
                                             .kind = i < 2 ? PAV_TARGET_KIND_MATERIAL : PAV_TARGET_KIND_MESH,
                                             .target_floats = 1,
                                             .link = count_links,
                                             .self = &asked[i]};
    }
    const pav_scene_options options = {.callbacks = callbacks, .callback_count = COUNT(callbacks)};
    pav_scene *scene;
    pav_binding *binding;
    CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_OK);
    CHECK(pav_binding_create_for_scene(document, scene, NULL, &binding, NULL) == PAV_OK);
    CHECK(pav_binding_scene(binding) == scene);
    for (uint32_t i = 0; i < COUNT(callbacks); i++) {
        CHECK(asked[i].asked == 1);
        CHECK_TEXT(asked[i].owner, names[i < 2 ? i : 3 - i]);
    }
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
}

static void a_callback_about_a_node_is_asked_for_its_channels_alone(void)
{
    pav_document *document = build_pressures();
    gauge of_kettle = {0}, of_all = {0};
    const pav_update_callback callbacks[] = {
        {.name = "kettle", .only = 2, .target_floats = 1, .link = count_links, .self = &of_kettle},
        {.name = "all", .only = PAV_ALL, .target_floats = 1, .link = count_links, .self = &of_all}};
    const pav_scene_options options = {.callbacks = callbacks, .callback_count = 2};
    pav_scene *scene;
    pav_player *player;
    CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_OK);
    CHECK(pav_player_create(scene, NULL, &player, NULL) == PAV_OK);
    CHECK(of_kettle.asked == 1 && of_all.asked == 2);
    CHECK_TEXT(of_kettle.part, "Kettle");
    CHECK_TEXT(of_all.part, "Teapot");
    for (uint32_t i = 0; i < 3; i++) {
        CHECK(pav_binding_link(pav_player_binding(player), i).status == PAV_LINK_BOUND);
    }
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
}

int main(void)
{
    RUN(every_name_finds_its_own);
    RUN(a_miss_touches_no_other_target_and_is_told_once);
    RUN(a_thousand_models_share_what_was_linked_once);
    RUN(a_callback_about_a_node_is_asked_for_its_channels_alone);
    RUN(a_callback_about_a_material_or_mesh_is_asked_for_its_channels_alone);
    return test_end();
}
