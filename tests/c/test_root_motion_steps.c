/* SPDX-License-Identifier: MIT */
/* Random histories of fades, transitions and blends: where root motion leads does not depend on the size of
 * the steps.
 *
 * "Walk" goes 24 along x in a second, unevenly, "Run" 48; "Corner" goes 10 and turns by 90 degrees, "Back"
 * goes 12 sideways and turns the other way. */
#include "scene_fixture.h"

#include <stdint.h>

#define HISTORIES 80
#define SECONDS 5
#define COUNTS 4

#define RADIANS(angle) ((float)((angle)*3.14159265358979323846 / 180))

static void add_curve(pav_builder *builder, uint32_t clip, const char *element, uint32_t component,
                      pav_interpolation interpolation, float to)
{
    const pav_build_key keys[] = {{.interpolation = interpolation},
                                  {.frame = 24, .value = to, .interpolation = interpolation}};
    const pav_build_component curve = {
        .component = component, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2};
    const pav_build_channel channel = {
        .owner = "Hero",
        .element = element,
        .conversion = strcmp(element, "rotation") == 0 ? PAV_CONVERSION_EULER_XYZ : PAV_CONVERSION_NONE,
        .components = &curve,
        .component_count = 1};
    pav_builder_add_channel(builder, clip, &channel);
}

static void add_clip(pav_builder *builder, const char *name, uint32_t component, float far, float turn,
                     pav_interpolation interpolation)
{
    const uint32_t clip =
        pav_builder_add_clip(builder, &(pav_build_clip){.name = name, .fps = 24, .frame_end = 24});
    add_curve(builder, clip, "location", component, interpolation, far);
    add_curve(builder, clip, "rotation", 2, interpolation, RADIANS(turn));
}

static pav_document *build(void)
{
    pav_builder *builder;
    pav_document *document;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Hero"});
    add_clip(builder, "Walk", 0, 24, 0, PAV_INTERPOLATION_SINE);
    add_clip(builder, "Run", 0, 48, 0, PAV_INTERPOLATION_LINEAR);
    add_clip(builder, "Corner", 0, 10, 90, PAV_INTERPOLATION_LINEAR);
    add_clip(builder, "Back", 1, 12, -60, PAV_INTERPOLATION_LINEAR);
    if (!CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK)) {
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

typedef struct run {
    pav_scene *scene;
    pav_player *player;
    uint64_t chance;
    double way; /* How far it has gone, there and back. */
} run;

static uint32_t roll(run *on, uint32_t sides)
{
    on->chance = on->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(on->chance >> 33) % sides;
}

static double number(run *on, double largest)
{
    return roll(on, 1u << 30) / (double)(1u << 30) * largest;
}

static pav_fade random_fade(run *on)
{
    return (pav_fade){.seconds = roll(on, 4) ? number(on, 1.5) : 0, .curve = (pav_fade_curve)roll(on, 4)};
}

static void play_something(run *on)
{
    const pav_transition next = {.at = (pav_transition_moment)roll(on, 2),
                                 .ratio = number(on, 1),
                                 .clip = roll(on, 5) ? roll(on, 4) : PAV_NONE,
                                 .fade = random_fade(on)};
    const pav_play_options options = {
        .mode_set = true,
        .mode = (pav_play_mode)roll(on, 4),
        .speed_set = true,
        .speed = number(on, 3) - 1,
        .start = number(on, 1),
        .weight_set = true,
        .weight = roll(on, 3) ? 1 : (float)number(on, 1),
        .priority = (int32_t)roll(on, 2),
        .loop_count = roll(on, 3),
        .fade = random_fade(on),
        .cross_fade = roll(on, 3) != 0,
        .additive = roll(on, 8) == 0,
        .then = roll(on, 2) ? &next : NULL,
    };
    CHECK(pav_player_play(on->player, roll(on, 4), &options, NULL, NULL) == PAV_OK);
}

static pav_root_motion live_a_second(run *on, int steps)
{
    pav_root_motion motion;
    for (uint32_t plays = roll(on, 3); plays; plays--) {
        play_something(on);
    }
    for (int step = 0; step < steps; step++) {
        CHECK(pav_player_update(on->player, 1.0 / steps, NULL) == PAV_OK);
        CHECK(pav_player_root_motion(on->player, &motion));
        on->way += hypot(motion.step_location[0], motion.step_location[1]);
    }
    /* What is over goes, before the program does anything. */
    CHECK(pav_player_update(on->player, 0, NULL) == PAV_OK);
    return motion;
}

static double angle_between(const double a[4], const double b[4])
{
    return fabs(remainder(2 * atan2(a[2], a[3]) - 2 * atan2(b[2], b[3]), 2 * acos(-1.0)));
}

/* The largest differences: of the location against the way gone, and of the angle. */
typedef struct difference {
    double location;
    double angle;
} difference;

static run live(pav_document *document, const pav_root_motion_options *options, uint64_t chance, int steps,
                pav_root_motion *out)
{
    run on = {.chance = chance};
    CHECK(pav_scene_create(document, NULL, &on.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on.scene, NULL, &on.player, NULL) == PAV_OK);
    CHECK(pav_player_set_root_motion(on.player, options, NULL) == PAV_OK);
    for (int second = 0; second < SECONDS; second++) {
        *out = live_a_second(&on, steps);
    }
    pav_player_destroy(on.player);
    pav_scene_destroy(on.scene);
    return on;
}

static void compare(pav_document *document, uint32_t turn, const int counts[], difference found[])
{
    const pav_root_motion_options options = {.location = PAV_AXIS_FLAG_X | PAV_AXIS_FLAG_Y, .turn = turn};
    for (uint64_t history = 0; history < HISTORIES; history++) {
        pav_root_motion fine, coarse;
        const double way = live(document, &options, 1000 * history + 3, 1000, &fine).way;
        for (int i = 0; i < COUNTS; i++) {
            live(document, &options, 1000 * history + 3, counts[i], &coarse);
            const double apart =
                hypot(fine.location[0] - coarse.location[0], fine.location[1] - coarse.location[1]);
            found[i].location = fmax(found[i].location, apart / fmax(1, way));
            found[i].angle = fmax(found[i].angle, angle_between(fine.rotation, coarse.rotation));
        }
    }
}

/* What is left is due to clips that turn or end within a piece of a fade; 400 histories have 2.4e-4
 * of the way and 5e-5 radians at most. */
static void it_leads_to_the_same_place(void)
{
    static const int counts[COUNTS] = {1, 7, 24, 60};
    pav_document *document = build();
    difference straight[COUNTS] = {{0}}, turning[COUNTS] = {{0}};
    compare(document, 0, counts, straight);
    compare(document, PAV_AXIS_FLAG_Z, counts, turning);
    for (int i = 0; i < COUNTS; i++) {
        printf("%d steps a second: %.2g of the way; with turns %.2g, and %.2g radians\n", counts[i],
               straight[i].location, turning[i].location, turning[i].angle);
        CHECK(straight[i].location <= 5e-4 && turning[i].location <= 5e-4 && turning[i].angle <= 1e-4);
    }
    pav_document_destroy(document);
}

int main(void)
{
    RUN(it_leads_to_the_same_place);
    return test_end();
}
