/* SPDX-License-Identifier: MIT */
/* Easings against closed forms and numbers worked out by hand.  Against Blender: tests/blender. */
#include <math.h>
#include <stdbool.h>

#include "easing.h"
#include "test.h"

#define ROOT_HALF 0.70710678118654752440

static const pav_record_easing usual = {
    .easing = PAV_EASING_AUTO, .back = 1.70158f, .amplitude = 0.8f, .period = 4.1f};

/* From 0 to 1 in 10 frames. */
static double share(pav_interpolation interpolation, pav_easing easing, double progress)
{
    pav_record_easing given = usual;
    given.easing = (uint32_t)easing;
    return pav_easing_evaluate((uint8_t)interpolation, &given, (pav_segment){10, 1, progress});
}

static double elastic(pav_easing easing, float amplitude, float period, double change, double progress)
{
    const pav_record_easing given = {.easing = (uint32_t)easing, .amplitude = amplitude, .period = period};
    return pav_easing_evaluate(PAV_INTERPOLATION_ELASTIC, &given, (pav_segment){10, change, progress});
}

static void powers_and_a_quarter_of_a_wave(void)
{
    CHECK_NEAR(share(PAV_INTERPOLATION_QUAD, PAV_EASING_IN, 0.5), 0.25, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_CUBIC, PAV_EASING_IN, 0.5), 0.125, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_QUART, PAV_EASING_IN, 0.5), 0.0625, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_QUINT, PAV_EASING_IN, 0.5), 0.03125, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_SINE, PAV_EASING_IN, 0.5), 1 - ROOT_HALF, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_CIRC, PAV_EASING_IN, 0.6), 0.2, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_EXPO, PAV_EASING_IN, 0.5), 31.0 / 1023, 1e-15);
}

static void back_overshoots_by_its_number(void)
{
    const double back = (double)1.70158f;
    CHECK_NEAR(share(PAV_INTERPOLATION_BACK, PAV_EASING_IN, 0.5), 0.25 * (0.5 * (back + 1) - back), 1e-15);
    const double both = 1.525 * back;
    CHECK_NEAR(share(PAV_INTERPOLATION_BACK, PAV_EASING_IN_OUT, 0.25), 0.25 * (0.5 * (both + 1) - both) / 2,
               1e-15);
}

static void bounce_touches_the_ground_four_times(void)
{
    const double ground[] = {1 / 2.75, 2 / 2.75, 2.5 / 2.75};
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(share(PAV_INTERPOLATION_BOUNCE, PAV_EASING_OUT, ground[i]), 1, 1e-14);
    }
    CHECK_NEAR(share(PAV_INTERPOLATION_BOUNCE, PAV_EASING_OUT, 1.5 / 2.75), 0.75, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_BOUNCE, PAV_EASING_OUT, 2.25 / 2.75), 0.9375, 1e-15);
    CHECK_NEAR(share(PAV_INTERPOLATION_BOUNCE, PAV_EASING_OUT, 2.625 / 2.75), 0.984375, 1e-15);
}

static void all_but_elastic_go_from_0_to_1(void)
{
    for (int i = PAV_INTERPOLATION_BACK; i <= PAV_INTERPOLATION_SINE; i++) {
        for (int easing = PAV_EASING_AUTO; i != PAV_INTERPOLATION_ELASTIC && easing <= PAV_EASING_IN_OUT;
             easing++) {
            CHECK_NEAR(share((pav_interpolation)i, (pav_easing)easing, 0), 0, 1e-14);
            CHECK_NEAR(share((pav_interpolation)i, (pav_easing)easing, 1), 1, 1e-14);
        }
    }
}

static void out_is_in_turned_round_and_in_out_is_both(void)
{
    for (int i = PAV_INTERPOLATION_BACK; i <= PAV_INTERPOLATION_SINE; i++) {
        const pav_interpolation kind = (pav_interpolation)i;
        for (int k = 1; k < 10; k++) {
            const double u = k / 10.0;
            CHECK_NEAR(share(kind, PAV_EASING_OUT, u), 1 - share(kind, PAV_EASING_IN, 1 - u), 1e-14);
            CHECK_NEAR(share(kind, PAV_EASING_IN_OUT, u), 1 - share(kind, PAV_EASING_IN_OUT, 1 - u), 1e-14);
        }
        if (kind != PAV_INTERPOLATION_BACK && kind != PAV_INTERPOLATION_ELASTIC) {
            CHECK_NEAR(share(kind, PAV_EASING_IN_OUT, 0.2), share(kind, PAV_EASING_IN, 0.4) / 2, 1e-14);
        }
    }
}

static void auto_is_out_for_what_swings_and_in_for_the_rest(void)
{
    for (int i = PAV_INTERPOLATION_BACK; i <= PAV_INTERPOLATION_SINE; i++) {
        const bool swings =
            i == PAV_INTERPOLATION_BACK || i == PAV_INTERPOLATION_BOUNCE || i == PAV_INTERPOLATION_ELASTIC;
        const pav_easing easing = swings ? PAV_EASING_OUT : PAV_EASING_IN;
        CHECK(share((pav_interpolation)i, PAV_EASING_AUTO, 0.3) == share((pav_interpolation)i, easing, 0.3));
    }
}

/* ---- Elastic ---- */

static void a_large_amplitude_swings_undamped(void)
{
    /* Amplitude 4 of a change of 2 shifts by asin(1/2), a twelfth of the period of 6 frames: 0.5 frames. */
    const double wave = 4 * exp2(-5) * sin((-5 - 0.5) * 2 * acos(-1) / 6);
    CHECK_NEAR(elastic(PAV_EASING_IN, 4, 6, 2, 0.5), -wave, 1e-14);
    CHECK_NEAR(elastic(PAV_EASING_OUT, 4, 6, 2, 0.5), 2 + wave, 1e-14);
}

static void a_small_amplitude_is_damped_but_near_the_join(void)
{
    /* Shift is 1 frame, a quarter of the period; 5 frames from the join half of the change of 2 is left. */
    const double far = 0.5 * 2 * exp2(-5) * sin((-5 - 1) * acos(-1) / 2);
    CHECK_NEAR(elastic(PAV_EASING_IN, 1, 4, 2, 0.5), -far, 1e-14);
    /* Half a frame from it: half way from damped by 0.5 to not at all. */
    const double near = 0.75 * 2 * exp2(-0.5) * sin((-0.5 - 1) * acos(-1) / 2);
    CHECK_NEAR(elastic(PAV_EASING_IN, 1, 4, 2, 0.95), -near, 1e-14);
}

static void a_period_of_0_goes_by_the_length(void)
{
    CHECK_NEAR(elastic(PAV_EASING_IN, 1, 0, 2, 0.3), elastic(PAV_EASING_IN, 1, 3, 2, 0.3), 1e-7);
    CHECK_NEAR(elastic(PAV_EASING_IN_OUT, 1, 0, 2, 0.3), elastic(PAV_EASING_IN_OUT, 1, 4.5f, 2, 0.3), 1e-7);
}

static void between_equal_keys_an_amplitude_swings_and_none_does_not(void)
{
    CHECK_NEAR(elastic(PAV_EASING_OUT, 1, 4, 0, 0.1), exp2(-1) * sin(-acos(-1) / 2), 1e-14);
    CHECK(elastic(PAV_EASING_OUT, 0, 4, 0, 0.1) == 0);
}

static void any_numbers_give_a_number(void)
{
    const float hard[] = {0, 1e-45f, -1e-45f, 1, -1, 3.4e38f, -3.4e38f};
    for (int i = PAV_INTERPOLATION_BACK; i <= PAV_INTERPOLATION_SINE; i++) {
        for (int k = 0; k < 7 * 7 * 7; k++) {
            const pav_record_easing easing = {(uint32_t)0, (uint32_t)(k % 4), hard[k % 7], hard[k / 7 % 7],
                                              hard[k / 49]};
            for (int u = 0; u <= 4; u++) {
                const pav_segment segment = {k % 2 ? 1e-45 : 6e38, (double)hard[(k + u) % 7] * 2, u / 4.0};
                CHECK(!isnan(pav_easing_evaluate((uint8_t)i, &easing, segment)));
            }
        }
    }
}

int main(void)
{
    RUN(powers_and_a_quarter_of_a_wave);
    RUN(back_overshoots_by_its_number);
    RUN(bounce_touches_the_ground_four_times);
    RUN(all_but_elastic_go_from_0_to_1);
    RUN(out_is_in_turned_round_and_in_out_is_both);
    RUN(auto_is_out_for_what_swings_and_in_for_the_rest);
    RUN(a_large_amplitude_swings_undamped);
    RUN(a_small_amplitude_is_damped_but_near_the_join);
    RUN(a_period_of_0_goes_by_the_length);
    RUN(between_equal_keys_an_amplitude_swings_and_none_does_not);
    RUN(any_numbers_give_a_number);
    return test_end();
}
