/* SPDX-License-Identifier: MIT */
/* Curves against closed forms.  Against Blender itself: tests/blender/test_curve_bound.py. */
#include <float.h>

#include "clip_fixture.h"
#include "curve.h"
#include "test.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static float at(const fixture_key *keys, uint32_t count, pav_extrapolation extrapolation, double frame)
{
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 100);
    clip_fixture_curve(&fixture, keys, count, extrapolation);
    const pav_curve curve = pav_curve_of(&fixture.chunk, 0);
    return pav_curve_evaluate(&curve, frame);
}

/* Two Bezier keys at frames 0 and 10, values 1 and 5, with the given handles. */
static float bezier(float right_time, float right_value, float left_time, float left_value, double frame)
{
    const fixture_key keys[] = {
        {0, 1, -1, 1, right_time, right_value, PAV_INTERPOLATION_BEZIER},
        {10, 5, left_time, left_value, 11, 5, PAV_INTERPOLATION_BEZIER},
    };
    return at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, frame);
}

static void constant_keys_hold_until_the_next(void)
{
    const fixture_key keys[] = {{.time = 1, .value = 3, .interpolation = PAV_INTERPOLATION_CONSTANT},
                                {.time = 5, .value = 7, .interpolation = PAV_INTERPOLATION_CONSTANT}};
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 1) == 3);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 4.999) == 3);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 5) == 7);
}

static void linear_keys_join_by_a_line(void)
{
    const fixture_key keys[] = {{.time = 0, .value = 2, .interpolation = PAV_INTERPOLATION_LINEAR},
                                {.time = 8, .value = 6, .interpolation = PAV_INTERPOLATION_LINEAR}};
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 2) == 3);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 7) == 5.5f);
}

static void the_left_key_says_how(void)
{
    const fixture_key keys[] = {{.time = 0, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR},
                                {.time = 10, .value = 10, .interpolation = PAV_INTERPOLATION_CONSTANT},
                                {.time = 20, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR}};
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_CONSTANT, 5) == 5);
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_CONSTANT, 15) == 10);
}

static void a_time_within_a_ten_thousandth_takes_the_keys_value(void)
{
    const fixture_key keys[] = {{.time = 0, .value = 0, .interpolation = PAV_INTERPOLATION_CONSTANT},
                                {.time = 10, .value = 8, .interpolation = PAV_INTERPOLATION_CONSTANT},
                                {.time = 20, .value = 0, .interpolation = PAV_INTERPOLATION_CONSTANT}};
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_CONSTANT, 10 - 0.5e-4) == 8);
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_CONSTANT, 10 - 2e-4) == 0);
}

static void handles_at_thirds_are_a_plain_cubic(void)
{
    for (int i = 0; i <= 20; i++) {
        const double u = i / 20.0, v = 1 - u;
        const double wanted = v * v * v * 1 + 3 * u * v * v * 9 + 3 * u * u * v * -4 + u * u * u * 5;
        CHECK_NEAR(bezier(10 / 3.0f, 9, 20 / 3.0f, -4, 10 * u), wanted, 2e-6);
    }
}

static void handles_bend_time(void)
{
    for (int i = 0; i <= 20; i++) {
        const double s = i / 20.0, r = 1 - s;
        const double time = 3 * s * r * r * 8 + 3 * s * s * r * 7 + s * s * s * 10;
        const double value = r * r * r * 1 + 3 * s * r * r * 2 + 3 * s * s * r * 4 + s * s * s * 5;
        CHECK_NEAR(bezier(8, 2, 7, 4, time), value, 2e-6);
    }
}

static void a_long_handle_is_shortened_along_its_direction(void)
{
    for (int i = 1; i < 20; i++) {
        const double frame = i / 2.0;
        CHECK(bezier(20, 9, 7, 4, frame) == bezier(10, 5, 7, 4, frame));
        CHECK(bezier(3, 2, -10, 9, frame) == bezier(3, 2, 0, 7, frame));
        CHECK(bezier(-40, 9, 7, 4, frame) == bezier(-10, 3, 7, 4, frame));
    }
}

static void backward_handles_are_solved_in_the_segment(void)
{
    for (int i = 1; i < 20; i++) {
        const double s = 0.4 + 0.025 * i, r = 1 - s; /* where it has come back past its first key */
        const double time = 3 * s * r * r * -4 + 3 * s * s * r * 7 + s * s * s * 10;
        const double value = r * r * r * 1 + 3 * s * r * r * 2 + 3 * s * s * r * 4 + s * s * s * 5;
        if (CHECK(time > 0 && time < 10)) {
            CHECK_NEAR(bezier(-4, 2, 7, 4, time), value, 2e-6);
        }
    }
}

static void both_handles_at_full_length_meet_in_the_middle(void)
{
    CHECK_NEAR(bezier(10, 1, 0, 5, 5), 3, 1e-6);
    CHECK_NEAR(bezier(10, 1, 0, 5, 5 + 1e-9), 3, 5e-3); /* x(s) stands still there: steep, but it ends */
    for (int i = 1; i < 1000; i++) {
        const float value = bezier(10, 1, 0, 5, i / 100.0);
        CHECK(value >= 1 && value <= 5);
        CHECK(value >= bezier(10, 1, 0, 5, (i - 1) / 100.0));
    }
}

static void vertical_handles_rise_like_a_root(void)
{
    for (int i = 1; i <= 20; i++) { /* x(s) = 10 s^2 (3 - 2 s) with both handles vertical */
        const double s = i / 20.0, r = 1 - s;
        const double value = r * r * r * 1 + 3 * s * r * r * 3 + 3 * s * s * r * -2 + s * s * s * 5;
        CHECK_NEAR(bezier(0, 3, 10, -2, 10 * s * s * (3 - 2 * s)), value, 2e-6);
    }
}

static void any_handles_end_in_a_finite_number(void)
{
    const float far[] = {-FLT_MAX, -1e9f, -10, -1e-30f, 0, 1e-30f, 5, 10, 1e9f, FLT_MAX};
    for (uint32_t i = 0; i < COUNT(far); i++) {
        for (uint32_t j = 0; j < COUNT(far); j++) {
            for (int k = 0; k <= 10; k++) {
                CHECK(isfinite(bezier(far[i], far[j], far[j], far[i], k + 0.3 * (k < 10))));
            }
        }
    }
}

/* ---- Extrapolation ---- */

static void constant_extrapolation_holds_the_end_keys(void)
{
    const fixture_key keys[] = {{0, 1, -1, 9, 1, 9, PAV_INTERPOLATION_BEZIER},
                                {10, 5, 9, 9, 11, 9, PAV_INTERPOLATION_BEZIER}};
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, -100) == 1);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_CONSTANT, 100) == 5);
}

static void linear_extrapolation_goes_by_the_end_keys_own_kind(void)
{
    fixture_key keys[] = {{0, 1, -2, 2, 1, 9, PAV_INTERPOLATION_CONSTANT},
                          {10, 5, 9, 9, 12, 8, PAV_INTERPOLATION_CONSTANT}};
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, -10) == 1);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, 20) == 5);
    keys[0].interpolation = keys[1].interpolation = PAV_INTERPOLATION_LINEAR;
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, -10) == -3);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, 20) == 9);
    keys[0].interpolation = keys[1].interpolation = PAV_INTERPOLATION_BEZIER;
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, -10) == 6);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, 20) == 20);
}

static void a_vertical_outer_handle_extrapolates_flat(void)
{
    const fixture_key keys[] = {{0, 1, 0, 2, 1, 9, PAV_INTERPOLATION_BEZIER},
                                {10, 5, 9, 9, 10, 8, PAV_INTERPOLATION_BEZIER}};
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, -10) == 1);
    CHECK(at(keys, 2, PAV_EXTRAPOLATION_LINEAR, 20) == 5);
}

static void a_steep_extrapolation_stays_finite(void)
{
    const fixture_key keys[] = {{0, 1, -1e-38f, FLT_MAX, 1e-38f, FLT_MAX, PAV_INTERPOLATION_BEZIER}};
    CHECK(at(keys, 1, PAV_EXTRAPOLATION_LINEAR, -10) == FLT_MAX);
    CHECK(at(keys, 1, PAV_EXTRAPOLATION_LINEAR, 10) == FLT_MAX);
}

static void one_key_is_flat_unless_its_handles_slope(void)
{
    fixture_key key = {3, 7, 2, 6, 4, 9, PAV_INTERPOLATION_LINEAR};
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_LINEAR, -10) == 7);
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_LINEAR, 3) == 7);
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_LINEAR, 10) == 7);
    key.interpolation = PAV_INTERPOLATION_BEZIER;
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_LINEAR, 1) == 5);
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_LINEAR, 5) == 11);
    CHECK(at(&key, 1, PAV_EXTRAPOLATION_CONSTANT, 5) == 7);
}

/* ---- Keys on top of each other ---- */

static void duplicate_keys_jump(void)
{
    const fixture_key keys[] = {{.time = 0, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR},
                                {.time = 10, .value = 10, .interpolation = PAV_INTERPOLATION_LINEAR},
                                {.time = 10, .value = 20, .interpolation = PAV_INTERPOLATION_LINEAR},
                                {.time = 20, .value = 30, .interpolation = PAV_INTERPOLATION_LINEAR}};
    CHECK_NEAR(at(keys, 4, PAV_EXTRAPOLATION_CONSTANT, 9.99), 9.99, 1e-6);
    CHECK(at(keys, 4, PAV_EXTRAPOLATION_CONSTANT, 10) ==
          20); /* the middle of four, counting one past the last */
    CHECK_NEAR(at(keys, 4, PAV_EXTRAPOLATION_CONSTANT, 10.01), 20.01, 1e-5);
}

static void all_keys_at_one_time_are_harmless(void)
{
    const fixture_key keys[] = {{5, 1, 5, 1, 5, 1, PAV_INTERPOLATION_BEZIER},
                                {5, 2, 5, 2, 5, 2, PAV_INTERPOLATION_BEZIER},
                                {5, 3, 5, 3, 5, 3, PAV_INTERPOLATION_LINEAR}};
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_LINEAR, 4) == 1);
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_LINEAR, 5) == 1);
    CHECK(at(keys, 3, PAV_EXTRAPOLATION_LINEAR, 6) == 3);
}

/* ---- Samples ---- */

static const fixture_key SAMPLES[] = {{.time = -3, .value = 0, .interpolation = PAV_INTERPOLATION_SAMPLE},
                                      {.time = -2, .value = 1, .interpolation = PAV_INTERPOLATION_SAMPLE},
                                      {.time = -1, .value = 4, .interpolation = PAV_INTERPOLATION_SAMPLE},
                                      {.time = 0, .value = 10, .interpolation = PAV_INTERPOLATION_SAMPLE},
                                      {.time = 1, .value = 30, .interpolation = PAV_INTERPOLATION_SAMPLE}};

static float sample_at(double frame)
{
    return at(SAMPLES, 5, PAV_EXTRAPOLATION_LINEAR, frame);
}

static void samples_join_by_lines_that_jump_before_frame_0(void)
{
    for (uint32_t i = 0; i < 5; i++) {
        CHECK(sample_at((double)SAMPLES[i].time) == SAMPLES[i].value);
    }
    CHECK(sample_at(0.25) == 15);
    CHECK(sample_at(-2.75) == 1.75f);
    CHECK(sample_at(-0.75) == 15);
}

static void no_sample_is_near(void)
{
    CHECK_NEAR(sample_at(0.5e-4), 10.001, 1e-6);
}

static void samples_end_level(void)
{
    CHECK(sample_at(-3.5) == 0);
    CHECK(sample_at(1.5) == 30);
    CHECK(at(SAMPLES, 3, PAV_EXTRAPOLATION_LINEAR, -1.5) == 4);
    CHECK(sample_at((double)NAN) == 0);
    CHECK(at(SAMPLES + 2, 1, PAV_EXTRAPOLATION_LINEAR, 7.5) == 4);
}

int main(void)
{
    RUN(constant_keys_hold_until_the_next);
    RUN(linear_keys_join_by_a_line);
    RUN(the_left_key_says_how);
    RUN(a_time_within_a_ten_thousandth_takes_the_keys_value);
    RUN(handles_at_thirds_are_a_plain_cubic);
    RUN(handles_bend_time);
    RUN(a_long_handle_is_shortened_along_its_direction);
    RUN(backward_handles_are_solved_in_the_segment);
    RUN(both_handles_at_full_length_meet_in_the_middle);
    RUN(vertical_handles_rise_like_a_root);
    RUN(any_handles_end_in_a_finite_number);
    RUN(constant_extrapolation_holds_the_end_keys);
    RUN(linear_extrapolation_goes_by_the_end_keys_own_kind);
    RUN(a_vertical_outer_handle_extrapolates_flat);
    RUN(a_steep_extrapolation_stays_finite);
    RUN(one_key_is_flat_unless_its_handles_slope);
    RUN(duplicate_keys_jump);
    RUN(all_keys_at_one_time_are_harmless);
    RUN(samples_join_by_lines_that_jump_before_frame_0);
    RUN(no_sample_is_near);
    RUN(samples_end_level);
    return test_end();
}
