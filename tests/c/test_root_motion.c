/* SPDX-License-Identifier: MIT */
/* Root motion against closed forms.
 *
 * "Walk" takes Hero from x = 3 to 27 in a second and bobs in z from 0 to 1, "Run" takes it from 0 to 48;
 * "Corner" goes 10 along x and turns by 90 degrees about z, leaning by 30 about x; "Nod" moves another node.
 */
#include "scene_fixture.h"

enum { HERO, HEAD };

enum { X = PAV_AXIS_FLAG_X, Y = PAV_AXIS_FLAG_Y, Z = PAV_AXIS_FLAG_Z };

typedef struct stage {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
} stage;

#define RADIANS(angle) ((float)((angle)*3.14159265358979323846 / 180))

static void add_channel(pav_builder *builder, uint32_t clip, pav_build_channel channel, const float from[3],
                        const float to[3])
{
    pav_build_key keys[3][2];
    pav_build_component components[3];
    for (uint32_t i = 0; i < 3; i++) {
        keys[i][0] = (pav_build_key){.value = from[i], .interpolation = PAV_INTERPOLATION_LINEAR};
        keys[i][1] = (pav_build_key){.frame = 24, .value = to[i], .interpolation = PAV_INTERPOLATION_LINEAR};
        components[i] = (pav_build_component){
            .component = i, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys[i], .key_count = 2};
    }
    channel.components = components;
    channel.component_count = 3;
    pav_builder_add_channel(builder, clip, &channel);
}

static uint32_t add_clip(pav_builder *builder, const char *name)
{
    return pav_builder_add_clip(
        builder, &(pav_build_clip){
                     .name = name, .mode_set = true, .mode = PAV_PLAY_MODE_LOOP, .fps = 24, .frame_end = 24});
}

static stage open_stage(void)
{
    static const pav_build_channel location = {.owner = "Hero", .element = "location"},
                                   rotation = {.owner = "Hero",
                                               .element = "rotation",
                                               .conversion = PAV_CONVERSION_EULER_XYZ},
                                   head = {.owner = "Head", .element = "location"};
    stage on;
    pav_builder *builder;
    pav_error error;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Hero"});
    pav_builder_add_node(builder, HERO, &(pav_build_node){.name = "Head"});
    add_channel(builder, add_clip(builder, "Walk"), location, (float[]){3, 0, 0}, (float[]){27, 0, 1});
    add_channel(builder, add_clip(builder, "Run"), location, (float[]){0, 0, 0}, (float[]){48, 0, 0});
    const uint32_t corner = add_clip(builder, "Corner");
    add_channel(builder, corner, location, (float[]){0, 0, 0}, (float[]){10, 0, 0});
    add_channel(builder, corner, rotation, (float[]){RADIANS(30), 0, 0},
                (float[]){RADIANS(30), 0, RADIANS(90)});
    add_channel(builder, add_clip(builder, "Nod"), head, (float[]){0, 0, 0}, (float[]){1, 1, 1});
    if (!CHECK(pav_builder_finish(builder, &on.document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    CHECK(pav_scene_create(on.document, NULL, &on.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on.scene, NULL, &on.player, NULL) == PAV_OK);
    return on;
}

static void close_stage(stage *on)
{
    pav_player_destroy(on->player);
    pav_scene_destroy(on->scene);
    pav_document_destroy(on->document);
}

static void take(stage *on, uint32_t location, uint32_t turn)
{
    CHECK(pav_player_set_root_motion(on->player, &(pav_root_motion_options){HERO, location, turn}, NULL) ==
          PAV_OK);
}

static uint32_t play(stage *on, const char *name, const pav_play_options *options)
{
    uint32_t playback;
    CHECK(pav_player_play(on->player, pav_document_find_clip(on->document, name), options, &playback, NULL) ==
          PAV_OK);
    return playback;
}

static pav_root_motion update(stage *on, double seconds)
{
    pav_root_motion motion;
    CHECK(pav_player_update(on->player, seconds, NULL) == PAV_OK);
    CHECK(pav_player_root_motion(on->player, &motion));
    return motion;
}

static const float *hero(const stage *on)
{
    return pav_scene_world_matrices(on->scene) + 16 * HERO;
}

static double angle_of(const double rotation[4])
{
    return 2 * atan2(rotation[2], rotation[3]) * 180 / acos(-1.0);
}

/* ---- Loops ---- */

static void it_adds_up_over_loops_and_leaves_the_rest_of_the_pose(void)
{
    static const double speeds[] = {1, 0.3, -1, -2.5, 40};
    for (int i = 0; i < 5; i++) {
        stage on = open_stage();
        take(&on, X, 0);
        play(&on, "Walk", &(pav_play_options){.speed_set = true, .speed = speeds[i]});
        double time = 0;
        for (int step = 1; step < 50; step++) {
            const double seconds = 0.013 * step;
            time += seconds;
            const pav_root_motion motion = update(&on, seconds);
            CHECK_NEAR(motion.location[0], 24 * speeds[i] * time, 1e-4 * fabs(time * speeds[i]) + 1e-5);
            CHECK_NEAR(motion.step_location[0], 24 * speeds[i] * seconds, 1e-4);
            CHECK(motion.location[2] == 0 && motion.rotation[3] == 1);
            CHECK(hero(&on)[12] == 0); /* at rest */
            const double passes = time * speeds[i];
            CHECK_NEAR(remainder((double)hero(&on)[14] - passes, 1), 0, 1e-5);
        }
        close_stage(&on);
    }
}

static void one_large_step_is_many_small_ones(void)
{
    stage large = open_stage(), small = open_stage();
    take(&large, X | Y, Z);
    take(&small, X | Y, Z);
    play(&large, "Corner", NULL);
    play(&small, "Corner", NULL);
    pav_root_motion one = update(&large, 6.3), many = update(&small, 0);
    for (int i = 0; i < 630; i++) {
        many = update(&small, 0.01);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(one.location[i], many.location[i], 1e-3); /* 630 steps of floats of 1e-6 */
    }
    CHECK_NEAR(angle_of(one.rotation), angle_of(many.rotation), 1e-3);
    close_stage(&large);
    close_stage(&small);
}

static void four_corners_lead_back(void)
{
    static const double wanted[][3] = {{10, 0, 90}, {10, 10, 180}, {0, 10, -90}, {0, 0, 0}, {10, 0, 90}};
    stage on = open_stage();
    take(&on, X | Y, Z);
    play(&on, "Corner", NULL);
    for (int i = 0; i < 5; i++) {
        const pav_root_motion motion = update(&on, 1);
        CHECK_NEAR(motion.location[0], wanted[i][0], 1e-4);
        CHECK_NEAR(motion.location[1], wanted[i][1], 1e-4);
        CHECK_NEAR(remainder(angle_of(motion.rotation) - wanted[i][2], 360), 0, 1e-3);
    }
    update(&on, 0.5);
    /* The turn is out of the pose, the lean about x is not. */
    CHECK_NEAR((double)hero(&on)[0], 1, 1e-5);
    CHECK_NEAR((double)hero(&on)[5], cos(acos(-1.0) / 6), 1e-5);
    CHECK_NEAR((double)hero(&on)[6], 0.5, 1e-5);
    const pav_root_motion far =
        update(&on, 4e3 - 0.5); /* 4000 passes in one step, each off by a float's rounding */
    CHECK_NEAR(far.location[0], 10, 1e-2);
    close_stage(&on);
}

static void ping_pong_goes_back_the_way_it_came(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    play(&on, "Walk", &(pav_play_options){.mode_set = true, .mode = PAV_PLAY_MODE_PING_PONG});
    CHECK_NEAR(update(&on, 1.75).location[0], 6, 1e-4);
    CHECK_NEAR(update(&on, 0.5).location[0], 6, 1e-4);
    CHECK_NEAR(update(&on, 0.75).location[0], 24, 1e-4);
    close_stage(&on);
}

static void at_the_end_it_stands(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    play(&on, "Walk", &(pav_play_options){.loop_count = 2});
    play(&on, "Nod", NULL);
    CHECK_NEAR(update(&on, 5).location[0], 48, 1e-4);
    const pav_root_motion still = update(&on, 5);
    CHECK(still.step_location[0] == 0);
    CHECK_NEAR(still.location[0], 48, 1e-4);
    close_stage(&on);
}

/* ---- Fades and blends ---- */

static void through_a_cross_fade_it_is_weighted(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    play(&on, "Walk", NULL);
    update(&on, 0.4);
    pav_player_reset_root_motion(on.player);
    play(&on, "Run", &(pav_play_options){.fade = {.seconds = 1}, .cross_fade = true});
    double wanted = 0;
    for (int i = 1; i <= 20; i++) {
        const double s = fmin(1, i / 16.0);
        wanted = i <= 16 ? 24 * (s - s * s / 2) + 48 * s * s / 2 : 36 + 3 * (i - 16); /* the integral */
        CHECK_NEAR(update(&on, 1.0 / 16).location[0], wanted, 1e-4);
        CHECK(hero(&on)[12] == 0);
    }
    close_stage(&on);
}

static void to_nothing_it_dies_away(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    const uint32_t walk = play(&on, "Walk", NULL);
    CHECK(pav_player_fade_out(on.player, walk, &(pav_fade){.seconds = 1}) == PAV_OK);
    CHECK_NEAR(update(&on, 0.25).location[0], 6 * 0.875, 1e-4);
    CHECK_NEAR(update(&on, 0.25).location[0], 6 * (0.875 + 0.625), 1e-4);
    update(&on, 1);
    CHECK(update(&on, 1).step_location[0] == 0);
    close_stage(&on);
}

static void only_what_drives_the_root_counts(void)
{
    stage on = open_stage();
    pav_mask *mask;
    take(&on, X, 0);
    play(&on, "Nod", &(pav_play_options){.priority = 5}); /* claims nothing of it */
    play(&on, "Walk", NULL);
    CHECK_NEAR(update(&on, 0.5).location[0], 12, 1e-4);
    CHECK(pav_mask_create(on.document, NULL, &mask, NULL) == PAV_OK);
    CHECK(pav_mask_set_node(mask, HERO, false, 0.25f) == PAV_OK);
    play(&on, "Run", &(pav_play_options){.priority = 5, .mask = mask});
    pav_mask_destroy(mask);
    update(&on, 0);
    CHECK_NEAR(update(&on, 0.5).step_location[0], 12 * 0.75 + 24 * 0.25, 1e-4);
    play(&on, "Run", &(pav_play_options){.additive = true, .weight_set = true, .weight = 0.5f});
    CHECK_NEAR(update(&on, 0.5).step_location[0], 12 * 0.75 + 24 * 0.25 + 24 * 0.5, 1e-4);
    close_stage(&on);
}

static void a_transition_goes_on_in_the_same_step(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    const pav_transition run = {.at = PAV_TRANSITION_MOMENT_RATIO,
                                .ratio = 0.5,
                                .clip = pav_document_find_clip(on.document, "Run"),
                                .fade = {.seconds = 0.25}};
    play(&on, "Walk", &(pav_play_options){.then = &run});
    CHECK_NEAR(update(&on, 0.5).location[0], 12, 1e-4);
    CHECK_NEAR(update(&on, 0.25).location[0], 12 + 9, 1e-4);
    CHECK_NEAR(update(&on, 0.25).location[0], 12 + 9 + 12, 1e-4);
    close_stage(&on);
}

/* Walk gives way to Run at 0.5, in a quarter of a second: to the second there are 12 of Walk, the fade and 12
 * of Run.  The mean of a fade's curve is what Run has of it. */
static void a_whole_transition_in_one_step_is_the_same(void)
{
    static const double means[] = {1 / 2.0, 1 / 2.0, 1 / 3.0, 2 / 3.0};
    static const int counts[] = {1, 3, 24, 1000};
    for (int i = 0; i < 16; i++) {
        stage on = open_stage();
        take(&on, X, 0);
        const pav_transition run = {.at = PAV_TRANSITION_MOMENT_RATIO,
                                    .ratio = 0.5,
                                    .clip = pav_document_find_clip(on.document, "Run"),
                                    .fade = {.seconds = 0.25, .curve = (pav_fade_curve)(i / 4)}};
        play(&on, "Walk", &(pav_play_options){.then = &run});
        double x = 0, steps = 0;
        for (int step = 0; step < counts[i % 4]; step++) {
            const pav_root_motion motion = update(&on, 1.0 / counts[i % 4]);
            x = motion.location[0];
            steps += motion.step_location[0];
        }
        CHECK_NEAR(x, 12 + 0.25 * (24 + 24 * means[i / 4]) + 12, 1e-4);
        CHECK_NEAR(steps, x, 1e-9);
        close_stage(&on);
    }
}

static void what_ends_in_a_step_leaves_the_rest_of_it_to_others(void)
{
    static const int counts[] = {1, 3, 24, 1000};
    for (int i = 0; i < 4; i++) {
        stage on = open_stage();
        take(&on, X, 0);
        play(&on, "Walk", NULL);
        play(&on, "Run", &(pav_play_options){.mode_set = true, .mode = PAV_PLAY_MODE_ONCE, .priority = 1});
        const uint32_t run = play(&on, "Run", &(pav_play_options){.start = 0.5, .priority = 2});
        CHECK(pav_player_fade_out(on.player, run, &(pav_fade){.seconds = 0.25}) == PAV_OK);
        double x = 0;
        for (int step = 0; step < counts[i]; step++) {
            x = update(&on, 2.0 / counts[i]).location[0];
        }
        CHECK_NEAR(x, 48 + 24, 1e-4);
        close_stage(&on);
    }
}

static void what_a_program_changes_counts_from_then_on(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    const uint32_t walk = play(&on, "Walk", NULL), run = play(&on, "Run", NULL);
    CHECK_NEAR(update(&on, 0.5).location[0], 18, 1e-4);
    CHECK(pav_player_set_weight(on.player, walk, 0) == PAV_OK);
    CHECK_NEAR(update(&on, 0.5).step_location[0], 24, 1e-4);
    pav_player_stop(on.player, run);
    CHECK_NEAR(update(&on, 0.5).step_location[0], 0, 0);
    CHECK(pav_player_set_weight(on.player, walk, 1) == PAV_OK);
    CHECK_NEAR(update(&on, 0.5).step_location[0], 12, 1e-4);
    close_stage(&on);
}

static void a_step_back_takes_the_way_through_a_fade_back(void)
{
    stage on = open_stage();
    take(&on, X | Y, Z);
    play(&on, "Corner", NULL);
    update(&on, 0);
    play(&on, "Run",
         &(pav_play_options){.fade = {.seconds = 1, .curve = PAV_FADE_CURVE_SMOOTH}, .cross_fade = true});
    const pav_root_motion there = update(&on, 0.75);
    CHECK(there.location[0] > 10 && fabs(angle_of(there.rotation)) > 20);
    for (int i = 0; i < 3; i++) {
        update(&on, -0.25);
    }
    const pav_root_motion back = update(&on, 0);
    CHECK_NEAR(back.location[0], 0, 1e-4);
    CHECK_NEAR(back.location[1], 0, 1e-4);
    CHECK_NEAR(angle_of(back.rotation), 0, 1e-3);
    close_stage(&on);
}

static void a_seek_is_no_motion(void)
{
    stage on = open_stage();
    take(&on, X, 0);
    const uint32_t walk = play(&on, "Walk", NULL);
    update(&on, 0.25);
    CHECK(pav_player_seek(on.player, walk, 17.5, true) == PAV_OK);
    CHECK_NEAR(update(&on, 0.25).location[0], 12, 1e-4);
    close_stage(&on);
}

/* ---- Settings ---- */

static void what_cannot_be_taken_is_refused(void)
{
    stage on = open_stage();
    pav_error error;
    pav_root_motion motion;
    pav_root_motion_options read;
    static const pav_root_motion_options bad[] = {{HERO, 8, 0}, {HERO, X, 3}, {HERO, 0, 0}, {HERO, 0, 9}};
    for (int i = 0; i < 4; i++) {
        CHECK(pav_player_set_root_motion(on.player, &bad[i], &error) == PAV_ERROR_VALUE);
    }
    CHECK_TEXT(error.message, "root motion of axes 0, turn about 9: no such axes");
    CHECK(!pav_player_root_motion(on.player, &motion) && motion.rotation[3] == 1);
    take(&on, X | Z, Z);
    CHECK(pav_player_root_motion_options(on.player, &read) && read.location == (X | Z) && read.turn == Z);
    play(&on, "Walk", NULL);
    CHECK_NEAR(update(&on, 0.5).location[2], 0.5, 1e-5);
    CHECK(pav_player_set_root_motion(on.player, NULL, NULL) == PAV_OK);
    CHECK(pav_player_update(on.player, 0.25, NULL) == PAV_OK);
    CHECK_NEAR((double)hero(&on)[12], 21, 1e-4);
    CHECK(!pav_player_root_motion_options(on.player, &read));
    close_stage(&on);
}

int main(void)
{
    RUN(it_adds_up_over_loops_and_leaves_the_rest_of_the_pose);
    RUN(one_large_step_is_many_small_ones);
    RUN(four_corners_lead_back);
    RUN(ping_pong_goes_back_the_way_it_came);
    RUN(at_the_end_it_stands);
    RUN(through_a_cross_fade_it_is_weighted);
    RUN(to_nothing_it_dies_away);
    RUN(only_what_drives_the_root_counts);
    RUN(a_transition_goes_on_in_the_same_step);
    RUN(a_whole_transition_in_one_step_is_the_same);
    RUN(what_ends_in_a_step_leaves_the_rest_of_it_to_others);
    RUN(what_a_program_changes_counts_from_then_on);
    RUN(a_step_back_takes_the_way_through_a_fade_back);
    RUN(a_seek_is_no_motion);
    RUN(what_cannot_be_taken_is_refused);
    return test_end();
}
