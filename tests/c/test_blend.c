/* SPDX-License-Identifier: MIT */
/* The one rule of blending, in closed form. */
#include "scene_fixture.h"

#define CUBE 0u
#define COPY 4u
#define SHOW_A 3u
#define PI 3.14159265358979323846

typedef struct stage {
    pav_scene *scene;
    pav_binding *binding;
} stage;

static stage open_stage(uint32_t capacity)
{
    stage result;
    pav_error error = {0};
    result.scene = fixture_scene("playback", &(pav_scene_options){.apply_capacity = capacity});
    pav_document *document = pav_document_retain((pav_document *)(uintptr_t)pav_scene_document(result.scene));
    if (!CHECK(pav_binding_create(document, document, NULL, &result.binding, &error) == PAV_OK)) {
        exit(1);
    }
    pav_document_destroy(document);
    return result;
}

static void close_stage(stage *closed)
{
    pav_binding_destroy(closed->binding);
    pav_scene_destroy(closed->scene);
}

static uint32_t clip(const stage *on, const char *name)
{
    return pav_document_find_clip(pav_binding_clips(on->binding), name);
}

static void apply(const stage *on, const char *name, double seconds, float weight, int32_t priority)
{
    CHECK(pav_clip_apply(on->scene, on->binding, clip(on, name), NULL, seconds, weight, priority) == PAV_OK);
}

static const float *target(const stage *on, uint32_t node, const char *element)
{
    return pav_scene_targets(on->scene, NULL) + pav_scene_element_target(on->scene, node, element).first;
}

static void check_location(const stage *on, double x, double y, double z)
{
    CHECK_FLOATS(target(on, CUBE, "location"), 3, 1e-6, x, y, z);
}

/* The cube's turn about z, in degrees from 0 to 360. */
static double degrees(const stage *on)
{
    const float *q = target(on, CUBE, "rotation");
    const double angle = 2 * atan2((double)q[2], (double)q[3]) * 180 / PI;
    CHECK(q[0] == 0 && q[1] == 0);
    return fmod(angle + 720, 360);
}

/* ---- One clip ---- */

static void one_clip_gives_its_value_to_the_bit(void)
{
    stage on = open_stage(0);
    float rotation[16];
    uint32_t count;
    apply(&on, "Stand", 0.5, 1, 0);
    fixture_update(on.scene);
    const float *location = target(&on, CUBE, "location");
    CHECK(location[0] == 0.1f && location[1] == 0.2f && location[2] == 0 && signbit(location[2]));
    pav_channel_evaluate(pav_binding_clips(on.binding), clip(&on, "Stand"), 1, 0.5, rotation, &count);
    CHECK(count == 4 && memcmp(target(&on, CUBE, "rotation"), rotation, 4 * sizeof(float)) == 0);
    CHECK(memcmp(target(&on, COPY, "rotation"), rotation, 4 * sizeof(float)) == 0);
    const pav_target smile = pav_scene_morph_target(on.scene, 0, 1),
                     other = pav_scene_morph_target(on.scene, 1, 0);
    CHECK(pav_scene_targets(on.scene, NULL)[smile.first] == 0.7f);
    CHECK(pav_scene_targets(on.scene, NULL)[other.first] == 0.7f);
    close_stage(&on);
}

static void numbers_without_a_key_stay_at_rest(void)
{
    stage on = open_stage(0);
    apply(&on, "Move", 0.5, 1, 0);
    fixture_update(on.scene);
    check_location(&on, 12, 7, 3);
    CHECK(target(&on, CUBE, "rotation")[3] == 1);
    close_stage(&on);
}

static void a_time_outside_the_clip_is_its_nearer_end(void)
{
    stage on = open_stage(0);
    apply(&on, "Move", -5, 1, 0);
    fixture_update(on.scene);
    check_location(&on, 0, 7, 3);
    apply(&on, "Move", 5, 1, 0);
    fixture_update(on.scene);
    check_location(&on, 24, 7, 3);
    close_stage(&on);
}

static void the_next_clip_leaves_no_trace_of_the_last(void)
{
    stage on = open_stage(0);
    apply(&on, "Stand", 0, 1, 0);
    fixture_update(on.scene);
    apply(&on, "Turn 90", 0, 1, 0);
    fixture_update(on.scene);
    const float *location = target(&on, CUBE, "location");
    CHECK(location[0] == 1 && location[1] == 2 && location[2] == 3);
    CHECK_NEAR(degrees(&on), 90, 1e-4);
    close_stage(&on);
}

static void without_an_apply_targets_stay(void)
{
    stage on = open_stage(0);
    apply(&on, "Sink", 0, 1, 0);
    fixture_update(on.scene);
    fixture_update(on.scene);
    check_location(&on, -5, -6, -7);
    pav_scene_reset_targets(on.scene);
    fixture_update(on.scene);
    check_location(&on, 1, 2, 3);
    close_stage(&on);
}

/* ---- Weights and priorities ---- */

static void what_a_weight_leaves_is_the_rests(void)
{
    stage on = open_stage(0);
    apply(&on, "Sink", 0, 0.25f, 0);
    fixture_update(on.scene);
    check_location(&on, 0.75 * 1 - 0.25 * 5, 0.75 * 2 - 0.25 * 6, 0.75 * 3 - 0.25 * 7);
    CHECK_FLOATS(target(&on, CUBE, "spin"), 1, 1e-6, 0.75 * 0.5 + 0.25 * 3);
    close_stage(&on);
}

static void weights_over_one_are_normalised(void)
{
    stage on = open_stage(0);
    apply(&on, "Sink", 0, 3, 0);
    apply(&on, "Stand", 0, 1, 0);
    fixture_update(on.scene);
    check_location(&on, (3 * -5 + 0.1) / 4, (3 * -6 + 0.2) / 4, 3 * -7 / 4.0);
    CHECK_FLOATS(target(&on, CUBE, "spin"), 1, 1e-6, 3);
    close_stage(&on);
}

static void each_number_is_weighed_by_itself(void)
{
    stage on = open_stage(0);
    apply(&on, "Move", 0.5, 1, 1); /* x and y */
    apply(&on, "Sink", 0, 1, 0);
    fixture_update(on.scene);
    check_location(&on, 12, 7, -7);
    close_stage(&on);
}

static void a_priority_gets_what_the_higher_ones_leave(void)
{
    stage on = open_stage(0);
    apply(&on, "Sink", 0, 0.5f, 7);
    apply(&on, "Stand", 0, 0.5f, -3);
    fixture_update(on.scene);
    check_location(&on, 0.5 * -5 + 0.25 * 0.1 + 0.25 * 1, 0.5 * -6 + 0.25 * 0.2 + 0.25 * 2,
                   0.5 * -7 + 0.25 * 3);
    apply(&on, "Sink", 0, 0.75f, 7);
    apply(&on, "Sink", 0, 0.75f, 7);
    apply(&on, "Stand", 0, 1, -3);
    fixture_update(on.scene);
    check_location(&on, -5, -6, -7);
    close_stage(&on);
}

static void a_weight_of_zero_contributes_nothing(void)
{
    stage on = open_stage(0);
    apply(&on, "Stand", 0, 0, 9);
    apply(&on, "Sink", 0, 1, 0);
    fixture_update(on.scene);
    check_location(&on, -5, -6, -7);
    apply(&on, "Sink", 0, 0, 0);
    fixture_update(on.scene);
    const float *location = target(&on, CUBE, "location");
    CHECK(location[0] == 1 && location[1] == 2 && location[2] == 3);
    close_stage(&on);
}

/* ---- Rotations ---- */

static void rotations_blend_over_the_shorter_way(void)
{
    static const char *const names[3] = {"Turn 178", "Turn -178", "Turn 90"};
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const float weights[3] = {0.5f, 0.5f, 0.125f};
    /* On the circle of half angles: 89, -89 turned to 91, and 45 degrees. */
    const double x = 0.5 * cos(89 * PI / 180) + 0.5 * cos(91 * PI / 180) + 0.125 * cos(45 * PI / 180);
    const double y = 0.5 * sin(89 * PI / 180) + 0.5 * sin(91 * PI / 180) + 0.125 * sin(45 * PI / 180);
    float first[4] = {0};
    stage on = open_stage(0);
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 3; j++) {
            apply(&on, names[orders[i][j]], 0, weights[orders[i][j]], 0);
        }
        fixture_update(on.scene);
        CHECK_NEAR(degrees(&on), 2 * atan2(y, x) * 180 / PI, 1e-4);
        const float *rotation = target(&on, CUBE, "rotation");
        memcpy(first, i ? first : rotation, sizeof first);
        CHECK(memcmp(first, rotation, sizeof first) == 0);
    }
    apply(&on, "Turn 178", 0, 0.5f, 0);
    apply(&on, "Turn -178", 0, 0.5f, 0);
    fixture_update(on.scene);
    CHECK_NEAR(degrees(&on), 180, 1e-4);
    close_stage(&on);
}

static void a_rotation_blends_with_the_rest(void)
{
    stage on = open_stage(0);
    apply(&on, "Turn 90", 0, 0.5f, 0);
    fixture_update(on.scene);
    CHECK_NEAR(degrees(&on), 45, 1e-4);
    apply(&on, "Turn 178", 0, 0.25f, 0);
    fixture_update(on.scene);
    const double x = 0.25 * cos(89 * PI / 180) + 0.75, y = 0.25 * sin(89 * PI / 180);
    CHECK_NEAR(degrees(&on), 2 * atan2(y, x) * 180 / PI, 1e-4);
    close_stage(&on);
}

/* With the reference +178, -178 is turned towards it; with the reference -178 it is the other way round: the
 * same rotation, the opposite quaternion. */
static void the_largest_effective_weight_is_the_reference(void)
{
    stage on = open_stage(0);
    apply(&on, "Turn 178", 0, 0.625f, 0);
    apply(&on, "Turn -178", 0, 0.375f, 0);
    fixture_update(on.scene);
    CHECK(target(&on, CUBE, "rotation")[2] > 0);
    apply(&on, "Turn 178", 0, 0.375f, 0);
    apply(&on, "Turn -178", 0, 0.625f, 0);
    fixture_update(on.scene);
    CHECK(target(&on, CUBE, "rotation")[2] < 0);
    apply(&on, "Turn 178", 0, 1,
          0); /* the weight alone does not count: a higher priority leaves it a quarter */
    apply(&on, "Turn -178", 0, 0.75f, 1);
    fixture_update(on.scene);
    CHECK(target(&on, CUBE, "rotation")[2] < 0);
    close_stage(&on);
}

static void equal_weights_go_to_the_lower_clip(void)
{
    stage on = open_stage(0);
    CHECK(clip(&on, "Turn 178") < clip(&on, "Turn -178"));
    for (int swap = 0; swap < 2; swap++) {
        apply(&on, swap ? "Turn -178" : "Turn 178", 0, 0.5f, 0);
        apply(&on, swap ? "Turn 178" : "Turn -178", 0, 0.5f, 0);
        fixture_update(on.scene);
        CHECK(target(&on, CUBE, "rotation")[2] > 0);
    }
    apply(&on, "Turn 300", 0, 0.5f, 0); /* and the rest comes last */
    fixture_update(on.scene);
    CHECK(target(&on, CUBE, "rotation")[3] < 0);
    close_stage(&on);
}

/* ---- Any order of calls ---- */

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

typedef struct call {
    const char *name;
    double seconds;
    float weight;
    int32_t priority;
} call;

static void the_order_of_calls_never_shows(void)
{
    static const char *const names[] = {"Move",    "Stand",  "Turn 178", "Turn -178",
                                        "Turn 90", "Turn 0", "Sink",     "Two"};
    stage on = open_stage(8), other = open_stage(8);
    uint32_t random = 1, count;
    for (int round = 0; round < 200; round++) {
        call calls[8];
        for (int i = 0; i < 8; i++) {
            calls[i] = (call){names[next_random(&random) % 8], (next_random(&random) % 100) / 99.0,
                              (float)(next_random(&random) % 5) / 7.0f, (int32_t)(next_random(&random) % 3)};
            apply(&on, calls[i].name, calls[i].seconds, calls[i].weight, calls[i].priority);
        }
        fixture_update(on.scene);
        for (uint32_t i = 8; i-- > 0;) {
            const uint32_t j = next_random(&random) % (i + 1);
            const call taken = calls[j];
            calls[j] = calls[i];
            apply(&other, taken.name, taken.seconds, taken.weight, taken.priority);
        }
        fixture_update(other.scene);
        const float *targets = pav_scene_targets(on.scene, &count);
        CHECK(memcmp(targets, pav_scene_targets(other.scene, NULL), count * sizeof *targets) == 0);
    }
    close_stage(&on);
    close_stage(&other);
}

static void documents_are_ordered_without_their_addresses(void)
{
    stage on = open_stage(0);
    pav_document *library = fixture_document("library");
    pav_document *document = pav_document_retain((pav_document *)(uintptr_t)pav_scene_document(on.scene));
    pav_binding *binding;
    CHECK(pav_binding_create(library, document, NULL, &binding, NULL) == PAV_OK);
    float first[3] = {0};
    for (int swap = 0; swap < 2; swap++) {
        for (int i = 0; i < 2; i++) {
            if (i == swap) {
                apply(&on, "Stand", 0, 0.3f, 0);
            } else {
                CHECK(pav_clip_apply(on.scene, binding, 0, NULL, 0, 0.6f, 0) == PAV_OK);
            }
        }
        fixture_update(on.scene);
        const float *location = target(&on, CUBE, "location");
        memcpy(first, swap ? first : location, sizeof first);
        CHECK(memcmp(first, location, sizeof first) == 0);
        check_location(&on, 0.03 + 4.8 + 0.1, 0.06 + 4.8 + 0.2, 4.8 + 0.3);
    }
    pav_binding_destroy(binding);
    pav_document_destroy(library);
    pav_document_destroy(document);
    close_stage(&on);
}

/* ---- Applying ---- */

static void an_owner_plays_alone(void)
{
    stage on = open_stage(0);
    CHECK(pav_clip_apply(on.scene, on.binding, clip(&on, "Two"), "Show.A", 0, 1, 0) == PAV_OK);
    fixture_update(on.scene);
    check_location(&on, 1, 2, 3);
    CHECK_FLOATS(target(&on, SHOW_A, "location"), 3, 0, 20, 20, 20);
    CHECK(pav_clip_apply(on.scene, on.binding, clip(&on, "Two"), "Nobody", 0, 1, 0) == PAV_ERROR_NAME);
    close_stage(&on);
}

static void wrong_numbers_are_refused(void)
{
    stage on = open_stage(0);
    CHECK(pav_clip_apply(on.scene, on.binding, 0, NULL, (double)NAN, 1, 0) == PAV_ERROR_VALUE);
    CHECK(pav_clip_apply(on.scene, on.binding, 0, NULL, (double)INFINITY, 1, 0) == PAV_ERROR_VALUE);
    CHECK(pav_clip_apply(on.scene, on.binding, 0, NULL, 0, NAN, 0) == PAV_ERROR_VALUE);
    CHECK(pav_clip_apply(on.scene, on.binding, 0, NULL, 0, -1, 0) == PAV_ERROR_VALUE);
    close_stage(&on);
}

static void a_clip_that_is_not_there_is_refused(void)
{
    stage on = open_stage(1);
    const uint32_t count = pav_document_clip_count(pav_binding_clips(on.binding));
    CHECK(clip(&on, "Snik") == PAV_NONE);
    CHECK(pav_clip_apply(on.scene, on.binding, clip(&on, "Snik"), NULL, 0, 1, 0) == PAV_ERROR_NAME);
    CHECK(pav_clip_apply(on.scene, on.binding, count, NULL, 0, 1, 0) == PAV_ERROR_NAME);
    apply(&on, "Sink", 0, 1, 0); /* and they took no place */
    close_stage(&on);
}

static void the_capacity_is_a_limit(void)
{
    stage on = open_stage(2);
    apply(&on, "Sink", 0, 1, 0);
    apply(&on, "Sink", 0, 1, 0);
    CHECK(pav_clip_apply(on.scene, on.binding, 0, NULL, 0, 1, 0) == PAV_ERROR_FULL);
    fixture_update(on.scene);
    apply(&on, "Sink", 0, 1, 0);
    close_stage(&on);
}

static void a_binding_may_go_before_the_update(void)
{
    stage on = open_stage(0);
    apply(&on, "Sink", 0, 1, 0);
    pav_binding_destroy(on.binding);
    on.binding = NULL;
    fixture_update(on.scene);
    check_location(&on, -5, -6, -7);
    close_stage(&on);
}

int main(void)
{
    RUN(one_clip_gives_its_value_to_the_bit);
    RUN(numbers_without_a_key_stay_at_rest);
    RUN(a_time_outside_the_clip_is_its_nearer_end);
    RUN(the_next_clip_leaves_no_trace_of_the_last);
    RUN(without_an_apply_targets_stay);
    RUN(what_a_weight_leaves_is_the_rests);
    RUN(weights_over_one_are_normalised);
    RUN(each_number_is_weighed_by_itself);
    RUN(a_priority_gets_what_the_higher_ones_leave);
    RUN(a_weight_of_zero_contributes_nothing);
    RUN(rotations_blend_over_the_shorter_way);
    RUN(a_rotation_blends_with_the_rest);
    RUN(the_largest_effective_weight_is_the_reference);
    RUN(equal_weights_go_to_the_lower_clip);
    RUN(the_order_of_calls_never_shows);
    RUN(documents_are_ordered_without_their_addresses);
    RUN(an_owner_plays_alone);
    RUN(wrong_numbers_are_refused);
    RUN(a_clip_that_is_not_there_is_refused);
    RUN(the_capacity_is_a_limit);
    RUN(a_binding_may_go_before_the_update);
    return test_end();
}
