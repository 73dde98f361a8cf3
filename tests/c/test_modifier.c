/* SPDX-License-Identifier: MIT */
/* Modifiers against numbers worked out by hand.  Against Blender: tests/blender. */
#include <float.h>

#include "clip_fixture.h"
#include "curve.h"
#include "test.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* From 2 at frame 1 straight to 5 at frame 11: 0.3 a frame. */
static const fixture_key LINE[] = {{.time = 1, .value = 2, .interpolation = PAV_INTERPOLATION_LINEAR},
                                   {.time = 11, .value = 5, .interpolation = PAV_INTERPOLATION_LINEAR}};

typedef struct stack {
    const pav_record_modifier *modifiers;
    uint32_t count;
    const float *coefficients;
    const pav_record_control_point *points;
    uint32_t key_count;
} stack;

static double at(stack given, double frame)
{
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 100);
    clip_fixture_curve(&fixture, LINE, given.key_count, PAV_EXTRAPOLATION_CONSTANT);
    fixture.curve.modifiers_count = given.count;
    fixture.chunk.modifiers = given.modifiers;
    fixture.chunk.coefficients = given.coefficients;
    fixture.chunk.control_points = given.points;
    const pav_curve curve = pav_curve_of(&fixture.chunk, 0);
    return (double)pav_curve_evaluate(&curve, frame);
}

static double with(pav_record_modifier modifier, double frame)
{
    return at((stack){.modifiers = &modifier, .count = 1, .key_count = 2}, frame);
}

/* The value at the time that a modifier makes of a frame says which time that is. */
static double time_with(pav_record_modifier modifier, double frame)
{
    return 1 + (with(modifier, frame) - 2) / 0.3;
}

static pav_record_modifier cycles(pav_cycle_mode before, pav_cycle_mode after)
{
    return (pav_record_modifier){
        .kind = PAV_MODIFIER_KIND_CYCLES, .influence = 1, .mode_before = before, .mode_after = after};
}

/* ---- Cycles ---- */

static void repeat_goes_on_and_a_seam_belongs_to_the_nearer_cycle(void)
{
    const pav_record_modifier repeat = cycles(PAV_CYCLE_MODE_REPEAT, PAV_CYCLE_MODE_REPEAT);
    CHECK_NEAR(with(repeat, 11.5), 2.15, 1e-6);
    CHECK_NEAR(with(repeat, 20.5), 4.85, 1e-6);
    CHECK(with(repeat, 11) == 5 && with(repeat, 21) == 5 && with(repeat, 31) == 5);
    CHECK_NEAR(with(repeat, 0.5), 4.85, 1e-6);
    CHECK_NEAR(with(repeat, -8.5), 2.15, 1e-6);
    CHECK(with(repeat, 1) == 2 && with(repeat, -9) == 2 && with(repeat, -19) == 2);
}

static void repeat_with_offset_climbs(void)
{
    const pav_record_modifier climb = cycles(PAV_CYCLE_MODE_REPEAT_OFFSET, PAV_CYCLE_MODE_REPEAT_OFFSET);
    CHECK_NEAR(with(climb, 11.5), 5.15, 1e-6);
    CHECK(with(climb, 21) == 8 && with(climb, 31) == 11);
    CHECK_NEAR(with(climb, 0.5), 1.85, 1e-6);
    CHECK(with(climb, -9) == -1 && with(climb, -19) == -4);
}

static void mirror_turns_round(void)
{
    const pav_record_modifier mirror = cycles(PAV_CYCLE_MODE_MIRROR, PAV_CYCLE_MODE_MIRROR);
    CHECK_NEAR(with(mirror, 11.5), 4.85, 1e-6);
    CHECK(with(mirror, 21) == 2 && with(mirror, 31) == 5);
    CHECK_NEAR(with(mirror, 0.5), 2.15, 1e-6);
    CHECK(with(mirror, -9) == 5 && with(mirror, -19) == 2);
}

static void beyond_the_count_the_curve_is_extrapolated(void)
{
    pav_record_modifier counted = cycles(PAV_CYCLE_MODE_REPEAT_OFFSET, PAV_CYCLE_MODE_REPEAT_OFFSET);
    counted.cycles_before = counted.cycles_after = 2;
    CHECK(with(counted, 31) == 11 && with(counted, 31.5) == 5);
    CHECK(with(counted, -19) == -4 && with(counted, -19.5) == 2);
}

static void without_a_mode_or_a_second_key_nothing_cycles(void)
{
    const pav_record_modifier none = cycles(PAV_CYCLE_MODE_NONE, PAV_CYCLE_MODE_NONE);
    const pav_record_modifier repeat = cycles(PAV_CYCLE_MODE_REPEAT_OFFSET, PAV_CYCLE_MODE_REPEAT_OFFSET);
    CHECK(with(none, 15) == 5 && with(none, -15) == 2);
    CHECK(at((stack){.modifiers = &repeat, .count = 1, .key_count = 1}, 15) == 2);
    CHECK(at((stack){.modifiers = &repeat, .count = 1}, 15) == 0);
}

static void influence_mixes_time_and_what_is_added(void)
{
    pav_record_modifier half = cycles(PAV_CYCLE_MODE_REPEAT_OFFSET, PAV_CYCLE_MODE_REPEAT_OFFSET);
    half.influence = 0.5f;
    CHECK_NEAR(with(half, 21), 5 + 1.5, 1e-6); /* Time 16 is after the keys. */
    CHECK_NEAR(with(half, 20.5), 5 + 1.5, 1e-6);
}

/* ---- Stepped and limits ---- */

static void steps_are_cut_off_towards_the_offset(void)
{
    pav_record_modifier stepped = {.kind = PAV_MODIFIER_KIND_STEPPED, .influence = 1, .step = 3, .offset = 5};
    CHECK_NEAR(time_with(stepped, 7.9), 5, 1e-5);
    CHECK_NEAR(time_with(stepped, 8), 8, 1e-5);
    CHECK_NEAR(time_with(stepped, 2.5), 5, 1e-5);
    stepped.step = -3;
    CHECK_NEAR(time_with(stepped, 9), 8, 1e-5);
    stepped.step = 0;
    CHECK_NEAR(time_with(stepped, 9), 5, 1e-5);
    stepped.step = 1.1f; /* Five of them are a little more than 5.5. */
    stepped.offset = 1;
    CHECK_NEAR(time_with(stepped, 6.5), 6.5, 1e-5);
}

static void steps_begin_and_end_where_they_are_told(void)
{
    const pav_record_modifier stepped = {.kind = PAV_MODIFIER_KIND_STEPPED,
                                         .influence = 1,
                                         .step = 2,
                                         .frame_start = 5,
                                         .frame_end = 7,
                                         .flags = PAV_MODIFIER_FLAG_FROM_START | PAV_MODIFIER_FLAG_TO_END};
    CHECK_NEAR(time_with(stepped, 4.5), 4.5, 1e-5);
    CHECK_NEAR(time_with(stepped, 5), 4, 1e-5);
    CHECK_NEAR(time_with(stepped, 7), 6, 1e-5);
    CHECK_NEAR(time_with(stepped, 7.5), 7.5, 1e-5);
}

static void limits_hold_time_and_value(void)
{
    pav_record_modifier limits = {.kind = PAV_MODIFIER_KIND_LIMITS,
                                  .influence = 1,
                                  .min_frame = 3,
                                  .max_frame = 6,
                                  .min_value = 2.9f,
                                  .max_value = 3.2f};
    CHECK_NEAR(time_with(limits, 2), 2, 1e-5);
    limits.flags = PAV_MODIFIER_FLAG_MIN_FRAME | PAV_MODIFIER_FLAG_MAX_FRAME;
    CHECK_NEAR(time_with(limits, 2), 3, 1e-5);
    CHECK_NEAR(time_with(limits, 9), 6, 1e-5);
    limits.flags = PAV_MODIFIER_FLAG_MIN_VALUE | PAV_MODIFIER_FLAG_MAX_VALUE;
    CHECK(with(limits, 2) == (double)2.9f && with(limits, 9) == (double)3.2f);
    CHECK_NEAR(with(limits, 4.5), 3.05, 1e-6);
}

/* ---- Generators ---- */

static double generated(uint32_t mode, uint32_t flags, uint32_t count, double frame)
{
    const float coefficients[] = {1, 0.5f, 0.25f, 2};
    const pav_record_modifier modifier = {.kind = PAV_MODIFIER_KIND_GENERATOR,
                                          .influence = 1,
                                          .flags = flags,
                                          .generator_mode = mode,
                                          .coefficients_count = count};
    return at((stack){&modifier, 1, coefficients, NULL, 2}, frame);
}

static void a_generator_replaces_the_curve_or_adds_to_it(void)
{
    CHECK_NEAR(generated(PAV_GENERATOR_MODE_POLYNOMIAL, 0, 3, 4), 1 + 2 + 4, 1e-6);
    CHECK_NEAR(generated(PAV_GENERATOR_MODE_POLYNOMIAL, PAV_MODIFIER_FLAG_ADDITIVE, 3, 4), 2.9 + 7, 1e-6);
    CHECK_NEAR(generated(PAV_GENERATOR_MODE_FACTORISED, 0, 4, 4), 4.5 * 3, 1e-6);
    CHECK(generated(PAV_GENERATOR_MODE_POLYNOMIAL, 0, 0, 4) == 0);
    CHECK(generated(PAV_GENERATOR_MODE_FACTORISED, 0, 0, 4) == 1);
}

static double function_of(pav_modifier_function function, uint32_t flags, float offset, double frame)
{
    return with((pav_record_modifier){.kind = PAV_MODIFIER_KIND_FUNCTION,
                                      .influence = 1,
                                      .flags = flags,
                                      .function = function,
                                      .amplitude = 2,
                                      .phase_multiplier = 0.5f,
                                      .phase_offset = offset,
                                      .value_offset = 1},
                frame);
}

static void functions_are_of_the_time_as_it_is_multiplied_and_moved(void)
{
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_SINE, 0, 1, 4), 2 * sin(3) + 1, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_COSINE, 0, 1, 4), 2 * cos(3) + 1, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_TANGENT, 0, 1, 4), 2 * tan(3) + 1, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_SQUARE_ROOT, 0, 2, 4), 5, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_LOGARITHM, 0, 1, 4), 2 * log(3) + 1, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_SINC, 0, -1.5f, 4), 2 / (acos(-1) / 2) + 1, 1e-6);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_SINC, 0, -2, 4), 3, 1e-6);
}

static void where_a_function_has_no_number_it_is_0(void)
{
    CHECK(function_of(PAV_MODIFIER_FUNCTION_SQUARE_ROOT, 0, -2, 4) == 0);
    CHECK(function_of(PAV_MODIFIER_FUNCTION_LOGARITHM, 0, -1, 4) == 0);
    CHECK_NEAR(function_of(PAV_MODIFIER_FUNCTION_LOGARITHM, PAV_MODIFIER_FLAG_ADDITIVE, -1.5f, 4), 2.9, 1e-6);
}

static void a_curve_may_be_its_modifiers_alone(void)
{
    const pav_record_modifier modifier = {.kind = PAV_MODIFIER_KIND_LIMITS,
                                          .influence = 1,
                                          .min_value = 3,
                                          .flags = PAV_MODIFIER_FLAG_MIN_VALUE};
    CHECK(at((stack){.modifiers = &modifier, .count = 1}, 7) == 3);
}

/* ---- Envelope ---- */

static double enveloped(uint32_t point_count, double frame)
{
    const pav_record_control_point points[] = {{3, -1, 1}, {5, -2, 4}, {5, 0, 0}, {7, 0, 1}};
    const pav_record_modifier modifier = {.kind = PAV_MODIFIER_KIND_ENVELOPE,
                                          .influence = 1,
                                          .reference_value = 1,
                                          .default_min = -1,
                                          .default_max = 1,
                                          .control_points_count = point_count};
    return at((stack){&modifier, 1, NULL, points, 2}, frame);
}

static void an_envelope_moves_its_range_to_its_points(void)
{
    /* The defaults' range is 0 to 2: a value of 2 is at its top, 2.6 a share of 1.3. */
    CHECK(enveloped(0, 1) == 2);
    CHECK_NEAR(enveloped(2, 1), 1, 1e-6);
    CHECK_NEAR(enveloped(2, 3), -1 + 1.3 * 2, 1e-6);
    CHECK_NEAR(enveloped(2, 4), -1.5 + 1.45 * 4, 1e-6);
    CHECK_NEAR(enveloped(2, 9), -2 + 2.2 * 6, 1e-6);
    CHECK_NEAR(enveloped(4, 5), -2 + 1.6 * 6, 1e-6);
    CHECK_NEAR(enveloped(4, 6), 1.75 * 0.5, 1e-6);
    CHECK_NEAR(enveloped(3, 9), 0, 1e-6);
    CHECK_NEAR(enveloped(3, 5), 0, 1e-6); /* The last one, where it is reached. */
}

/* ---- Range, order ---- */

static void a_restricted_modifier_sets_in_and_fades_out(void)
{
    const float rise[] = {10};
    pav_record_modifier modifier = {.kind = PAV_MODIFIER_KIND_GENERATOR,
                                    .influence = 0.5f,
                                    .coefficients_count = 1,
                                    .flags = PAV_MODIFIER_FLAG_RESTRICTED | PAV_MODIFIER_FLAG_ADDITIVE,
                                    .frame_start = 20,
                                    .frame_end = 40,
                                    .blend_in = 4,
                                    .blend_out = 8};
    const stack given = {&modifier, 1, rise, NULL, 2};
    CHECK(at(given, 19.9) == 5 && at(given, 40.1) == 5);
    CHECK_NEAR(at(given, 21), 5 + 5 * 0.25, 1e-6);
    CHECK_NEAR(at(given, 30), 10, 1e-6);
    CHECK_NEAR(at(given, 38), 5 + 5 * 0.25, 1e-6);
    modifier.blend_in = 15; /* Where both would, it sets in. */
    modifier.blend_out = 15;
    CHECK_NEAR(at(given, 30), 5 + 5 * 10 / 15.0, 1e-5);
    modifier.frame_end = 10;
    CHECK(at(given, 30) == 5);
}

static void time_goes_last_to_first_and_values_first_to_last_at_that_time(void)
{
    const float line[] = {0, 1};
    const pav_record_modifier modifiers[] = {
        {.kind = PAV_MODIFIER_KIND_CYCLES, .influence = 1, .mode_after = PAV_CYCLE_MODE_REPEAT},
        {.kind = PAV_MODIFIER_KIND_GENERATOR,
         .influence = 1,
         .flags = PAV_MODIFIER_FLAG_ADDITIVE,
         .coefficients_count = 2},
        {.kind = PAV_MODIFIER_KIND_LIMITS,
         .influence = 1,
         .flags = PAV_MODIFIER_FLAG_MAX_VALUE,
         .max_value = 8.1f},
        {.kind = PAV_MODIFIER_KIND_STEPPED, .influence = 1, .step = 5},
    };
    const stack given = {modifiers, COUNT(modifiers), line, NULL, 2};
    CHECK(at(given, 19) == (double)8.1f);  /* Stepped to 15, cycled to 5: 3.2 + 5, limited. */
    CHECK_NEAR(at(given, 4), 2 + 0, 1e-6); /* Stepped to 0, cycled no more: before the keys. */
    CHECK_NEAR(at((stack){modifiers + 1, 3, line, NULL, 2}, 9), 8.1, 1e-6); /* Stepped to 5. */
    CHECK_NEAR(at((stack){modifiers + 1, 1, line, NULL, 2}, 9), 4.4 + 9, 1e-5);
}

static void any_numbers_end_in_a_finite_number(void)
{
    const float hard[] = {0, 1e-45f, -1, FLT_MAX, -FLT_MAX};
    const pav_record_control_point points[] = {{-FLT_MAX, FLT_MAX, -FLT_MAX}, {FLT_MAX, -FLT_MAX, FLT_MAX}};
    for (uint32_t i = 0; i < 6 * 5 * 5 * 5; i++) {
        const float a = hard[i / 6 % 5], b = hard[i / 30 % 5], c = hard[i / 150];
        const float coefficients[] = {a, b, c, a};
        const pav_record_modifier modifier = {.kind = i % 6,
                                              .influence = 1,
                                              .flags = 0xFF & ~(i % 2),
                                              .frame_start = -FLT_MAX,
                                              .frame_end = FLT_MAX,
                                              .blend_in = a,
                                              .blend_out = b,
                                              .mode_before = i % 4,
                                              .mode_after = i / 2 % 4,
                                              .min_frame = a,
                                              .max_frame = b,
                                              .min_value = c,
                                              .max_value = a,
                                              .step = a,
                                              .offset = b,
                                              .generator_mode = i % 2,
                                              .coefficients_count = 4,
                                              .function = i / 6 % 6,
                                              .amplitude = a,
                                              .phase_multiplier = b,
                                              .phase_offset = c,
                                              .value_offset = a,
                                              .reference_value = a,
                                              .default_min = b,
                                              .default_max = b == 0 ? 1e-45f : 0,
                                              .control_points_count = 2};
        const stack given = {&modifier, 1, coefficients, points, i % 3};
        const double frames[] = {0, -1e-9, 5.5, 1e7, -1e300};
        for (uint32_t k = 0; k < COUNT(frames); k++) {
            CHECK(isfinite(at(given, frames[k])));
        }
    }
}

/* ---- Rounding ---- */

static double rounded(pav_rounding rounding, double frame)
{
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 100);
    clip_fixture_curve(&fixture, LINE, 2, PAV_EXTRAPOLATION_LINEAR);
    fixture.curve.rounding = rounding;
    const pav_curve curve = pav_curve_of(&fixture.chunk, 0);
    return (double)pav_curve_evaluate(&curve, frame);
}

static void whole_numbers_are_the_nearest_and_choices_hold(void)
{
    CHECK(rounded(PAV_ROUNDING_INTEGER, 2.5) == 2 && rounded(PAV_ROUNDING_INTEGER, 3) == 3);
    CHECK(rounded(PAV_ROUNDING_INTEGER, 21) == 8);
    CHECK(rounded(PAV_ROUNDING_HOLD, 10.9) == 2 && rounded(PAV_ROUNDING_HOLD, 11) == 5);
    CHECK(rounded(PAV_ROUNDING_HOLD, 21) == 5);
}

int main(void)
{
    RUN(repeat_goes_on_and_a_seam_belongs_to_the_nearer_cycle);
    RUN(repeat_with_offset_climbs);
    RUN(mirror_turns_round);
    RUN(beyond_the_count_the_curve_is_extrapolated);
    RUN(without_a_mode_or_a_second_key_nothing_cycles);
    RUN(influence_mixes_time_and_what_is_added);
    RUN(steps_are_cut_off_towards_the_offset);
    RUN(steps_begin_and_end_where_they_are_told);
    RUN(limits_hold_time_and_value);
    RUN(a_generator_replaces_the_curve_or_adds_to_it);
    RUN(functions_are_of_the_time_as_it_is_multiplied_and_moved);
    RUN(where_a_function_has_no_number_it_is_0);
    RUN(a_curve_may_be_its_modifiers_alone);
    RUN(an_envelope_moves_its_range_to_its_points);
    RUN(a_restricted_modifier_sets_in_and_fades_out);
    RUN(time_goes_last_to_first_and_values_first_to_last_at_that_time);
    RUN(any_numbers_end_in_a_finite_number);
    RUN(whole_numbers_are_the_nearest_and_choices_hold);
    return test_end();
}
