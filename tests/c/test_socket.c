/* SPDX-License-Identifier: MIT */
/* Sockets: what hangs on a bone is where the bone is, in the same update. */
#include "scene_fixture.h"

/* A horse that moves along x, on it a rig with two bones, scaled and turned; a sword and its gem elsewhere.
 */
enum { HORSE, RIG, ARM, HAND, SWORD, GEM, NODES };

typedef struct stage {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
} stage;

#define ROOT_HALF 0.70710678f

static void add_keys(pav_builder *builder, uint32_t clip, pav_build_channel channel, uint32_t component,
                     float from, float middle, float to)
{
    const pav_build_key keys[] = {{.value = from, .interpolation = PAV_INTERPOLATION_LINEAR},
                                  {.frame = 12, .value = middle, .interpolation = PAV_INTERPOLATION_LINEAR},
                                  {.frame = 24, .value = to, .interpolation = PAV_INTERPOLATION_LINEAR}};
    const pav_build_component curve = {
        .component = component, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 3};
    channel.components = &curve;
    channel.component_count = 1;
    pav_builder_add_channel(builder, clip, &channel);
}

static uint32_t add_clip(pav_builder *builder, const char *name)
{
    return pav_builder_add_clip(builder, &(pav_build_clip){.name = name, .fps = 24, .frame_end = 24});
}

static void add_clips(pav_builder *builder)
{
    const pav_build_channel arm = {.kind = PAV_TARGET_KIND_BONE,
                                   .owner = "Rig",
                                   .part = "Arm",
                                   .element = "rotation",
                                   .conversion = PAV_CONVERSION_EULER_XYZ},
                            hand = {.kind = PAV_TARGET_KIND_BONE,
                                    .owner = "Rig",
                                    .part = "Hand",
                                    .element = "scale"},
                            horse = {.owner = "Horse", .element = "location"};
    const uint32_t swing = add_clip(builder, "Swing"), raise = add_clip(builder, "Raise"),
                   walk = add_clip(builder, "Walk");
    add_keys(builder, swing, arm, 2, 0, 1, 2);
    add_keys(builder, swing, hand, 0, 1, 2, 1);
    add_keys(builder, raise, arm, 0, 0, -1, -2);
    add_keys(builder, walk, horse, 0, 0, 12, 24);
}

static stage open_stage(const pav_scene_options *options)
{
    static const float moved[] = {0, 2, 0}, far[] = {5, 6, 7}, turned[] = {0, 0, ROOT_HALF, ROOT_HALF},
                       scaled[] = {2, 3, 0.5f, 0, 0, 0};
    static const pav_build_element bone[] = {{"location", PAV_ELEMENT_KIND_TRANSLATE, moved},
                                             {"rotation", PAV_ELEMENT_KIND_QUATERNION, turned},
                                             {"scale", PAV_ELEMENT_KIND_SCALE, scaled}},
                                   prop[] = {{"location", PAV_ELEMENT_KIND_TRANSLATE, far}};
    stage on;
    pav_builder *builder;
    pav_error error;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Horse"});
    pav_builder_add_node(builder, HORSE, &(pav_build_node){.name = "Rig"});
    pav_builder_add_bone(builder, RIG, RIG,
                         &(pav_build_node){.name = "Arm", .elements = bone, .element_count = 3, .length = 1});
    pav_builder_add_bone(
        builder, RIG, ARM,
        &(pav_build_node){.name = "Hand", .elements = bone, .element_count = 3, .length = 1});
    pav_builder_add_node(builder, PAV_NONE,
                         &(pav_build_node){.name = "Sword", .elements = prop, .element_count = 1});
    pav_builder_add_node(builder, SWORD,
                         &(pav_build_node){.name = "Gem", .elements = prop, .element_count = 1});
    add_clips(builder);
    if (!CHECK(pav_builder_finish(builder, &on.document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    CHECK(pav_scene_create(on.document, options, &on.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on.scene, NULL, &on.player, NULL) == PAV_OK);
    return on;
}

static void close_stage(stage *on)
{
    pav_player_destroy(on->player);
    pav_scene_destroy(on->scene);
    pav_document_destroy(on->document);
}

static const float *world(const pav_scene *scene, uint32_t node)
{
    return pav_scene_world_matrices(scene) + 16 * node;
}

static bool is_same(const float *a, const float *b)
{
    return memcmp(a, b, 16 * sizeof *a) == 0;
}

static uint32_t play(stage *on, const char *name, const pav_play_options *options)
{
    uint32_t playback;
    CHECK(pav_player_play(on->player, pav_document_find_clip(on->document, name), options, &playback, NULL) ==
          PAV_OK);
    return playback;
}

static void update(stage *on, double seconds)
{
    CHECK(pav_player_update(on->player, seconds, NULL) == PAV_OK);
}

static uint32_t attach(pav_scene *scene, const pav_socket *socket)
{
    uint32_t handle;
    pav_error error = {0};
    if (!CHECK(pav_scene_attach(scene, socket, &handle, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return handle;
}

/* ---- Nodes ---- */

static void before_the_first_update_it_is_there(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    CHECK(is_same(world(on.scene, SWORD), world(on.scene, HAND)));
    CHECK(world(on.scene, HAND)[13] > 1); /* not at the origin */
    close_stage(&on);
}

static void it_equals_the_bone_of_the_same_update_in_fades_and_under_moving_parents(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    play(&on, "Swing", NULL);
    play(&on, "Walk", NULL);
    float before[16];
    for (int i = 0; i < 24; i++) {
        if (i == 8) {
            pav_player_cross_fade(on.player, pav_player_playback(on.player, 0),
                                  play(&on, "Raise", &(pav_play_options){.fade = {.seconds = 0}}),
                                  &(pav_fade){.seconds = 0.5});
        }
        memcpy(before, world(on.scene, SWORD), sizeof before);
        update(&on, 1.0 / 24);
        CHECK(is_same(world(on.scene, SWORD), world(on.scene, HAND)));
        CHECK(!is_same(world(on.scene, SWORD), before));
    }
    close_stage(&on);
}

static void what_is_below_comes_along(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    play(&on, "Swing", NULL);
    update(&on, 0.3);
    const float *hand = world(on.scene, HAND);
    for (int row = 0; row < 3; row++) {
        const double wanted = (double)hand[row] * 5 + (double)hand[4 + row] * 6 + (double)hand[8 + row] * 7 +
                              (double)hand[12 + row];
        CHECK_NEAR((double)world(on.scene, GEM)[12 + row], wanted, 1e-4);
    }
    close_stage(&on);
}

static void the_offset_lies_in_the_bones_space(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = SWORD,
                                   .to = HAND,
                                   .offset_set = true,
                                   .offset = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1}});
    play(&on, "Walk", NULL);
    update(&on, 0.5);
    const float *hand = world(on.scene, HAND), *sword = world(on.scene, SWORD);
    for (int row = 0; row < 3; row++) {
        CHECK_NEAR((double)sword[row], (double)hand[4 + row], 1e-6);
        CHECK_NEAR((double)sword[4 + row], -(double)hand[row], 1e-6);
        CHECK_NEAR((double)sword[12 + row],
                   (double)hand[row] * 3 + (double)hand[4 + row] * 4 + (double)hand[8 + row] * 5 +
                       (double)hand[12 + row],
                   1e-4);
    }
    close_stage(&on);
}

static void flags_say_what_is_not_taken(void)
{
    stage on = open_stage(NULL);
    play(&on, "Walk", NULL);
    update(&on, 0.5);
    const float *hand = world(on.scene, HAND);
    double lengths[3];
    for (int column = 0; column < 3; column++) {
        const float *axis = hand + 4 * column;
        lengths[column] = sqrt((double)(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]));
    }
    for (uint32_t flags = 0; flags < 8; flags++) {
        const uint32_t handle = attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND, .flags = flags});
        update(&on, 0);
        const float *sword = world(on.scene, SWORD);
        const bool turns = !(flags & PAV_SOCKET_FLAG_NO_ROTATION),
                   scales = !(flags & PAV_SOCKET_FLAG_NO_SCALE);
        for (int column = 0; column < 3; column++) {
            for (int row = 0; row < 3; row++) {
                const double axis = turns ? (double)hand[4 * column + row] / lengths[column] : row == column;
                CHECK_NEAR((double)sword[4 * column + row], axis * (scales ? lengths[column] : 1), 1e-5);
            }
            CHECK_NEAR((double)sword[12 + column],
                       flags & PAV_SOCKET_FLAG_NO_LOCATION ? 0 : (double)hand[12 + column], 0);
        }
        pav_scene_detach(on.scene, handle);
    }
    update(&on, 0);
    CHECK_NEAR((double)world(on.scene, SWORD)[12], 5, 0); /* back where it stands */
    close_stage(&on);
}

static pav_result lift_hand(void *self, pav_scene *scene)
{
    (void)self;
    float lifted[16];
    memcpy(lifted, world(scene, HAND), sizeof lifted);
    lifted[14] += 10;
    pav_scene_set_world(scene, HAND, lifted);
    return PAV_OK;
}

static void it_follows_callbacks_after_world(void)
{
    stage on = open_stage(NULL);
    const pav_update_callback callback = {
        .phase = PAV_PHASE_AFTER_WORLD, .only = PAV_ALL, .update = lift_hand};
    CHECK(pav_scene_add_callback(on.scene, &callback, NULL) == PAV_OK);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    play(&on, "Swing", NULL);
    update(&on, 0.25);
    CHECK(is_same(world(on.scene, SWORD), world(on.scene, HAND)));
    CHECK(world(on.scene, SWORD)[14] > 9);
    float still[16];
    memcpy(still, world(on.scene, HAND), sizeof still);
    still[12] = 77;
    pav_scene_set_world(on.scene, HAND, still); /* outside an update at once */
    CHECK(is_same(world(on.scene, SWORD), still));
    close_stage(&on);
}

static void sockets_on_sockets_are_worked_off_in_order(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = GEM, .to = SWORD}); /* first what hangs on the next */
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    play(&on, "Swing", NULL);
    for (int i = 0; i < 4; i++) {
        update(&on, 0.2);
        CHECK(is_same(world(on.scene, GEM), world(on.scene, HAND)));
    }
    close_stage(&on);
}

static void an_element_that_returns_to_rest_brings_its_matrix_back(void)
{
    stage on = open_stage(NULL);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    float rest[16];
    pav_player_stop(on.player, PAV_ALL);
    update(&on, 0);
    const uint32_t swing = play(&on, "Swing", NULL);
    update(&on, 0);
    memcpy(rest, world(on.scene, SWORD), sizeof rest);
    update(&on, 0.5);
    CHECK(!is_same(rest, world(on.scene, SWORD)));
    CHECK(pav_player_set_time(on.player, swing, 0) == PAV_OK);
    update(&on, 0);
    CHECK(is_same(rest, world(on.scene, SWORD)));
    close_stage(&on);
}

/* ---- Scenes ---- */

static void another_scene_hangs_on_a_bone_whoever_updates_first(void)
{
    for (int rider_first = 0; rider_first < 2; rider_first++) {
        stage horse = open_stage(NULL), rider = open_stage(NULL);
        attach(horse.scene,
               &(pav_socket){.scene = rider.scene, .to = HAND, .flags = PAV_SOCKET_FLAG_NO_SCALE});
        attach(rider.scene, &(pav_socket){.node = SWORD, .to = HAND});
        play(&horse, "Swing", NULL);
        play(&horse, "Walk", NULL);
        play(&rider, "Walk", NULL);
        for (int i = 0; i < 10; i++) {
            update(rider_first ? &rider : &horse, 0.05);
            update(rider_first ? &horse : &rider, 0.05);
            const float *hand = world(horse.scene, HAND), *rides = world(rider.scene, HORSE);
            const double length = sqrt((double)(hand[0] * hand[0] + hand[1] * hand[1] + hand[2] * hand[2]));
            const double x = (i + 1) * 0.05 * 24;
            for (int row = 0; row < 3; row++) {
                CHECK_NEAR((double)rides[12 + row], (double)hand[12 + row] + x * (double)rides[row], 1e-4);
                CHECK(length > 1);
            }
            CHECK(is_same(world(rider.scene, SWORD), world(rider.scene, HAND)));
        }
        close_stage(&rider); /* it is detached */
        CHECK(pav_scene_socket(horse.scene, 0, NULL) == PAV_NONE);
        update(&horse, 0.05);
        close_stage(&horse);
    }
}

static void a_scene_whose_carrier_goes_stands_on_its_own(void)
{
    stage horse = open_stage(NULL), rider = open_stage(NULL);
    attach(horse.scene, &(pav_socket){.scene = rider.scene, .to = HAND});
    CHECK(!is_same(world(rider.scene, SWORD), world(horse.scene, SWORD)));
    float standing[16];
    memcpy(standing, world(horse.scene, SWORD), sizeof standing);
    close_stage(&horse);
    update(&rider, 0);
    CHECK(is_same(world(rider.scene, SWORD), standing));
    close_stage(&rider);
}

static void a_node_set_by_world_keeps_its_place_in_a_scene_that_hangs(void)
{
    stage horse = open_stage(NULL), rider = open_stage(NULL);
    attach(horse.scene, &(pav_socket){.scene = rider.scene, .to = HAND});
    const float placed[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
    pav_scene_set_world(rider.scene, SWORD, placed);
    float local[16];
    memcpy(local, pav_scene_local_matrices(rider.scene) + 16 * SWORD, sizeof local);
    pav_scene_set_local(rider.scene, SWORD, local);
    for (int i = 0; i < 16; i++) {
        CHECK_NEAR((double)world(rider.scene, SWORD)[i], (double)placed[i], 1e-5);
    }
    close_stage(&rider);
    close_stage(&horse);
}

/* ---- What is refused, and read back ---- */

static void what_hangs_on_itself_is_refused(void)
{
    stage on = open_stage(&(pav_scene_options){.socket_capacity = 2}), other = open_stage(NULL);
    pav_error error;
    uint32_t handle;
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.node = ARM, .to = HAND}, &handle, &error) ==
          PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "a node would hang on itself");
    CHECK(handle == PAV_NONE);
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.node = ARM, .to = ARM}, NULL, NULL) == PAV_ERROR_VALUE);
    attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.node = HORSE, .to = GEM}, NULL, NULL) == PAV_ERROR_VALUE);
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.node = SWORD, .to = ARM}, NULL, &error) ==
          PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "a node hangs on something already");
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.scene = on.scene, .to = ARM}, NULL, &error) ==
          PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "a scene would hang on itself");
    attach(on.scene, &(pav_socket){.scene = other.scene, .to = HAND});
    CHECK(pav_scene_attach(other.scene, &(pav_socket){.scene = on.scene, .to = ARM}, NULL, NULL) ==
          PAV_ERROR_VALUE);
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.node = GEM, .to = ARM}, NULL, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "2 sockets are there already");
    const pav_socket infinite = {.node = GEM, .to = ARM, .offset_set = true, .offset = {INFINITY}};
    CHECK(pav_scene_attach(on.scene, &infinite, NULL, NULL) == PAV_ERROR_VALUE);
    close_stage(&other);
    close_stage(&on);
}

static void sockets_are_read_back(void)
{
    stage on = open_stage(NULL);
    pav_socket read;
    const uint32_t gem = attach(on.scene, &(pav_socket){.node = GEM, .to = ARM, .flags = 5}),
                   sword = attach(on.scene, &(pav_socket){.node = SWORD, .to = HAND});
    CHECK(pav_scene_socket(on.scene, 0, &read) == gem && read.node == GEM && read.to == ARM &&
          read.flags == 5);
    pav_scene_detach(on.scene, gem);
    pav_scene_detach(on.scene, gem);
    CHECK(pav_scene_socket(on.scene, 0, &read) == sword && read.node == SWORD && !read.offset_set);
    CHECK(pav_scene_socket(on.scene, 1, &read) == PAV_NONE);
    close_stage(&on);
}

/* ---- Overrides ---- */

static void an_override_wins_until_it_is_cleared(void)
{
    stage on = open_stage(NULL);
    const pav_target location = pav_scene_element_target(on.scene, HORSE, "location");
    float read[3];
    play(&on, "Walk", NULL);
    play(&on, "Walk", &(pav_play_options){.additive = true});
    update(&on, 0.25);
    CHECK_NEAR((double)world(on.scene, HORSE)[12], 12, 1e-5);
    CHECK(!pav_scene_override(on.scene, location, read, 0));
    CHECK(pav_scene_set_override(on.scene, location, (float[]){-3, 4, 5}, 0) == PAV_OK);
    update(&on, 0.25);
    CHECK_NEAR((double)world(on.scene, HORSE)[12], -3, 0);
    CHECK_NEAR((double)world(on.scene, HORSE)[14], 5, 0);
    CHECK(pav_scene_override(on.scene, location, read, 0) && read[0] == -3 && read[2] == 5);
    pav_scene_clear_override(on.scene, location, 0);
    update(&on, 0.25);
    CHECK_NEAR((double)world(on.scene, HORSE)[12], 36, 1e-4);
    CHECK(pav_scene_set_override(on.scene, location, (float[]){1, NAN, 0}, 0) == PAV_ERROR_VALUE);
    CHECK(pav_scene_set_override(on.scene, location, (float[]){1}, 1) == PAV_OK); /* its x alone */
    pav_player_stop(on.player, PAV_ALL);
    update(&on, 0);
    CHECK_NEAR((double)world(on.scene, HORSE)[12], 1, 0);
    pav_scene_clear_overrides(on.scene);
    CHECK(pav_scene_update(on.scene, NULL) == PAV_OK); /* nothing applied: rest */
    CHECK_NEAR((double)world(on.scene, HORSE)[12], 0, 0);
    close_stage(&on);
}

static void a_target_begins_where_an_element_does(void)
{
    stage on = open_stage(NULL);
    const pav_target location = pav_scene_element_target(on.scene, HORSE, "location");
    uint32_t floats;
    pav_scene_targets(on.scene, &floats);
    CHECK(pav_scene_has_target(on.scene, location));
    CHECK(pav_scene_has_target(on.scene, (pav_target){location.value, location.first + 3}));
    CHECK(!pav_scene_has_target(on.scene, (pav_target){location.value, location.first + 1}));
    CHECK(!pav_scene_has_target(on.scene, (pav_target){PAV_VALUE_FLOAT, location.first}));
    CHECK(!pav_scene_has_target(on.scene, (pav_target){location.value, floats}));
    CHECK(!pav_scene_has_target(on.scene, (pav_target){location.value, PAV_NONE}));
    close_stage(&on);
}

int main(void)
{
    RUN(before_the_first_update_it_is_there);
    RUN(it_equals_the_bone_of_the_same_update_in_fades_and_under_moving_parents);
    RUN(what_is_below_comes_along);
    RUN(the_offset_lies_in_the_bones_space);
    RUN(flags_say_what_is_not_taken);
    RUN(it_follows_callbacks_after_world);
    RUN(sockets_on_sockets_are_worked_off_in_order);
    RUN(an_element_that_returns_to_rest_brings_its_matrix_back);
    RUN(another_scene_hangs_on_a_bone_whoever_updates_first);
    RUN(a_scene_whose_carrier_goes_stands_on_its_own);
    RUN(a_node_set_by_world_keeps_its_place_in_a_scene_that_hangs);
    RUN(what_hangs_on_itself_is_refused);
    RUN(sockets_are_read_back);
    RUN(an_override_wins_until_it_is_cleared);
    RUN(a_target_begins_where_an_element_does);
    return test_end();
}
