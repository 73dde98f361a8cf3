/* SPDX-License-Identifier: MIT */
/* Channels, their conversions and their samples, against closed forms. */
#include "channel.h"
#include "clip_fixture.h"
#include "sample.h"
#include "test.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define TURN 6.283185307179586

static void evaluate(pav_conversion conversion, const pav_record_component *components, uint32_t count,
                     float out[16])
{
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 100);
    fixture.chunk.components = components;
    fixture.chunk.component_count = count;
    const pav_record_channel channel = {.conversion = conversion, .components_count = count};
    pav_channel_sample(&fixture.chunk, &channel, 0, out);
}

static void check_quaternion(const float got[4], double x, double y, double z, double w)
{
    const double dot = (double)got[0] * x + (double)got[1] * y + (double)got[2] * z + (double)got[3] * w;
    CHECK_NEAR(fabs(dot), 1, 1e-6);
    CHECK_NEAR(sqrt((double)(got[0] * got[0] + got[1] * got[1] + got[2] * got[2] + got[3] * got[3])), 1,
               1e-6);
}

/* A constant rotation about the coordinate axes. */
static void rotate(pav_conversion conversion, float x, float y, float z, float w, float out[16])
{
    const pav_record_component components[] = {
        {.component = 0, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = x},
        {.component = 1, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = y},
        {.component = 2, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = z},
        {.component = 3, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = w}};
    const bool euler = conversion >= PAV_CONVERSION_EULER_XYZ && conversion <= PAV_CONVERSION_EULER_ZYX;
    evaluate(conversion, components, euler ? 3 : 4, out);
}

/* ---- Conversions ---- */

static void absent_numbers_are_nan(void)
{
    const pav_record_component components[] = {
        {.component = 0, .kind = PAV_COMPONENT_KIND_BASE, .value = 9},
        {.component = 2, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = 5}};
    float out[16];
    evaluate(PAV_CONVERSION_NONE, components, 2, out);
    CHECK(isnan(out[0]) && isnan(out[1]) && out[2] == 5 && isnan(out[3]));
    const pav_record_channel channel = {.components_count = 2};
    const pav_chunk_clip clip = {.components = components, .component_count = 2};
    CHECK(pav_channel_numbers(&clip, &channel) == 4);
}

static void a_quaternion_is_normalised(void)
{
    float out[16];
    rotate(PAV_CONVERSION_QUATERNION, 0, 3, 0, 4, out);
    CHECK(out[0] == 0 && out[1] == 0.6f && out[2] == 0 && out[3] == 0.8f);
    rotate(PAV_CONVERSION_QUATERNION, 0, 0, 0, 0, out);
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0 && out[3] == 1);
}

static void an_axis_is_normalised_and_a_zero_one_is_no_rotation(void)
{
    float out[16];
    rotate(PAV_CONVERSION_AXIS_ANGLE, 0, 0, 7, (float)(TURN / 6), out);
    check_quaternion(out, 0, 0, sin(TURN / 12), cos(TURN / 12));
    rotate(PAV_CONVERSION_AXIS_ANGLE, 0, 0, 0, 2, out);
    CHECK(out[0] == 0 && out[1] == 0 && out[2] == 0 && out[3] == 1);
}

static void one_euler_angle_turns_about_its_axis(void)
{
    float out[16];
    for (int order = PAV_CONVERSION_EULER_XYZ; order <= PAV_CONVERSION_EULER_ZYX; order++) {
        for (int axis = 0; axis < 3; axis++) {
            rotate((pav_conversion)order, axis == 0, axis == 1, axis == 2, 0, out);
            check_quaternion(out, axis == 0 ? sin(0.5) : 0, axis == 1 ? sin(0.5) : 0,
                             axis == 2 ? sin(0.5) : 0, cos(0.5));
        }
    }
}

/* Turns a vector about a coordinate axis. */
static void turn(double vector[3], int axis, double angle)
{
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const double first = cos(angle) * vector[u] - sin(angle) * vector[v];
    vector[v] = sin(angle) * vector[u] + cos(angle) * vector[v];
    vector[u] = first;
}

/* Turns a vector by a quaternion, as its matrix would. */
static void turn_by(double v[3], const float q[4])
{
    const double x = (double)q[0], y = (double)q[1], z = (double)q[2], w = (double)q[3];
    const double turned[3] = {
        (1 - 2 * (y * y + z * z)) * v[0] + 2 * (x * y - z * w) * v[1] + 2 * (x * z + y * w) * v[2],
        2 * (x * y + z * w) * v[0] + (1 - 2 * (x * x + z * z)) * v[1] + 2 * (y * z - x * w) * v[2],
        2 * (x * z - y * w) * v[0] + 2 * (y * z + x * w) * v[1] + (1 - 2 * (x * x + y * y)) * v[2],
    };
    v[0] = turned[0];
    v[1] = turned[1];
    v[2] = turned[2];
}

static void the_first_letter_of_an_euler_order_turns_first(void)
{
    const struct {
        pav_conversion conversion;
        int axes[3];
    } orders[] = {
        {PAV_CONVERSION_EULER_XYZ, {0, 1, 2}}, {PAV_CONVERSION_EULER_XZY, {0, 2, 1}},
        {PAV_CONVERSION_EULER_YXZ, {1, 0, 2}}, {PAV_CONVERSION_EULER_YZX, {1, 2, 0}},
        {PAV_CONVERSION_EULER_ZXY, {2, 0, 1}}, {PAV_CONVERSION_EULER_ZYX, {2, 1, 0}},
    };
    const double angles[3] = {0.5, -1.25, 2.0}; /* exact in float */
    for (uint32_t i = 0; i < COUNT(orders); i++) {
        double wanted[3] = {1, 2, 3}, got[3] = {1, 2, 3};
        for (int j = 0; j < 3; j++) {
            turn(wanted, orders[i].axes[j], angles[orders[i].axes[j]]);
        }
        float out[16];
        rotate(orders[i].conversion, 0.5f, -1.25f, 2.0f, 0, out);
        turn_by(got, out);
        for (int j = 0; j < 3; j++) {
            CHECK_NEAR(got[j], wanted[j], 2e-6);
        }
    }
}

static void ten_turns_of_an_euler_curve_turn_ten_times(void)
{
    const fixture_key keys[] = {
        {.time = 0, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR},
        {.time = 100, .value = (float)(10 * TURN), .interpolation = PAV_INTERPOLATION_LINEAR}};
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 100);
    clip_fixture_curve(&fixture, keys, 2, PAV_EXTRAPOLATION_CONSTANT);
    const pav_record_component components[] = {
        {.component = 2, .kind = PAV_COMPONENT_KIND_CURVE, .curve = 0}};
    fixture.chunk.components = components;
    const pav_record_channel channel = {.conversion = PAV_CONVERSION_EULER_XYZ, .components_count = 1};
    for (int frame = 0; frame <= 100; frame++) {
        float out[16];
        pav_channel_sample(&fixture.chunk, &channel, frame, out);
        check_quaternion(out, 0, 0, sin(0.05 * TURN * frame), cos(0.05 * TURN * frame));
    }
}

static void base_components_count_only_in_a_conversion(void)
{
    const pav_record_component components[] = {
        {.component = 0, .kind = PAV_COMPONENT_KIND_BASE, .value = 1},
        {.component = 2, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = 0}};
    float out[16];
    evaluate(PAV_CONVERSION_EULER_XYZ, components, 2, out);
    check_quaternion(out, sin(0.5), 0, 0, cos(0.5));
}

/* ---- Samples ---- */

/* Two lanes: the place of the sample, and its square. */
static float sample(uint32_t rate, uint32_t count, float start, float end, uint32_t lane, double frame)
{
    float samples[64];
    for (uint32_t i = 0; i < count; i++) {
        samples[2 * i] = (float)i;
        samples[2 * i + 1] = (float)(i * i);
    }
    clip_fixture fixture;
    clip_fixture_open(&fixture, start, end);
    const pav_record_sample_group group = {
        .rate = rate, .sample_count = count, .lane_count = 2, .samples_first = 0, .samples_count = 2 * count};
    fixture.chunk.sample_groups = &group;
    fixture.chunk.sample_group_count = 1;
    fixture.chunk.samples = samples;
    fixture.chunk.sample_count = 2 * count;
    const pav_stencil stencil = pav_sample_stencil(&fixture.chunk, 0, frame);
    return pav_stencil_value(&stencil, lane);
}

static void samples_run_linearly(void)
{
    CHECK(sample(1, 11, 5, 15, 0, 5) == 0);
    CHECK(sample(1, 11, 5, 15, 1, 8) == 9);
    CHECK(sample(1, 11, 5, 15, 1, 8.25) == 10.75f);
    CHECK(sample(4, 11, 5, 7.5f, 1, 5.75) == 9);
    CHECK(sample(4, 11, 5, 7.5f, 1, 5.875) == 12.5f);
}

static void outside_the_clip_samples_stand(void)
{
    CHECK(sample(2, 11, 5, 10, 1, -100) == 0);
    CHECK(sample(2, 11, 5, 10, 1, 10) == 100);
    CHECK(sample(2, 11, 5, 10, 1, 1e9) == 100);
}

static void the_last_sample_is_at_the_clips_end(void)
{
    CHECK(sample(1, 4, 0, 2.5f, 1, 2) == 4);
    CHECK(sample(1, 4, 0, 2.5f, 1, 2.25) == 6.5f);
    CHECK(sample(1, 4, 0, 2.5f, 1, 2.5) == 9);
}

static void one_sample_is_everywhere(void)
{
    CHECK(sample(1, 1, 3, 3, 0, 3) == 0);
    CHECK(sample(1, 1, 3, 3, 0, 77) == 0);
}

static void samples_too_many_for_the_clip_end_in_a_finite_number(void)
{
    for (int i = -10; i < 50; i++) {
        CHECK(isfinite(sample(1, 11, 0, 3, 1, i * 0.25)));
        CHECK(isfinite(sample(1, 3, 0, 9, 1, i * 0.25)));
    }
}

/* One lane 0 1 2 3 at frames 0 to 3, with cuts at 0.5 (to 10, from 20), 0.75 (to 30, from 40) and 2 (to 5,
 * from 2, which is the sample there). */
static float cut_sample(double frame)
{
    static const float samples[4] = {0, 1, 2, 3};
    static const float values[6] = {10, 20, 30, 40, 5, 2};
    static const pav_record_cut cuts[3] = {{.frame = 0.5f, .values_first = 0, .values_count = 2},
                                           {.frame = 0.75f, .values_first = 2, .values_count = 2},
                                           {.frame = 2.0f, .values_first = 4, .values_count = 2}};
    static const pav_record_sample_group group = {
        .rate = 1, .sample_count = 4, .lane_count = 1, .samples_count = 4, .cuts_count = 3};
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 3);
    fixture.chunk.sample_groups = &group;
    fixture.chunk.sample_group_count = 1;
    fixture.chunk.samples = samples;
    fixture.chunk.sample_count = 4;
    fixture.chunk.cuts = cuts;
    fixture.chunk.cut_count = 3;
    fixture.chunk.cut_values = values;
    fixture.chunk.cut_value_count = 6;
    const pav_stencil stencil = pav_sample_stencil(&fixture.chunk, 0, frame);
    return pav_stencil_value(&stencil, 0);
}

static void cuts_divide_the_way_between_samples(void)
{
    const double frames[] = {-1, 0, 0.25, 0.4375, 0.5, 0.625, 0.75, 0.875, 1, 1.5, 1.9375, 2, 2.5, 3, 9};
    const float wanted[] = {0, 0, 5, 8.75f, 20, 25, 40, 20.5f, 1, 3, 4.75f, 2, 2.5f, 3, 3};
    for (uint32_t i = 0; i < COUNT(frames); i++) {
        CHECK_NEAR(cut_sample(frames[i]), wanted[i], 0);
    }
}

static double cubic_at(double frame, uint32_t lane)
{
    return lane ? ((0.5 * frame - 1) * frame + 2) * frame - 1 : ((-frame + 3) * frame + 1) * frame;
}

/* What the lanes are: a cubic up to frame 5.25, another from there on. */
static double stretches_at(double frame, uint32_t lane)
{
    return frame < 5.25 ? cubic_at(frame, lane) : 10 - cubic_at(frame - 5, lane);
}

/* A group over 0 to 8.5 with `knot_count` of the knots at 0.3, 3.3, 5.8 and 8.3, and a cut at 5.25. */
static float cubic_sample(uint32_t rate, uint32_t knot_count, double frame, uint32_t lane)
{
    static const float knot_frames[4] = {0.3f, 3.3f, 5.8f, 8.3f};
    float samples[2 * 69], knot_values[8], cut_values[4];
    pav_record_knot knots[4];
    const uint32_t count = (uint32_t)(8.5 * rate) + 1 + (rate == 1);
    for (uint32_t i = 0; i < 2 * count; i++) {
        samples[i] = (float)stretches_at(fmin((double)(i / 2) / rate, 8.5), i % 2);
    }
    for (uint32_t i = 0; i < 8; i++) {
        knots[i / 2] =
            (pav_record_knot){.frame = knot_frames[i / 2], .values_first = i / 2 * 2, .values_count = 2};
        knot_values[i] = (float)stretches_at((double)knot_frames[i / 2], i % 2);
    }
    for (uint32_t i = 0; i < 4; i++) {
        cut_values[i] = (float)(i < 2 ? cubic_at(5.25, i) : stretches_at(5.25, i - 2));
    }
    const pav_record_cut cut = {.frame = 5.25f, .values_first = 0, .values_count = 4};
    const pav_record_sample_group group = {.rate = rate,
                                           .sample_count = count,
                                           .lane_count = 2,
                                           .samples_count = 2 * count,
                                           .cuts_count = 1,
                                           .interpolation = PAV_SAMPLE_INTERPOLATION_CUBIC,
                                           .knots_count = knot_count};
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 8.5f);
    fixture.chunk.sample_groups = &group;
    fixture.chunk.samples = samples;
    fixture.chunk.cuts = &cut;
    fixture.chunk.cut_values = cut_values;
    fixture.chunk.knots = knots;
    fixture.chunk.knot_values = knot_values;
    const pav_stencil stencil = pav_sample_stencil(&fixture.chunk, 0, frame);
    return pav_stencil_value(&stencil, lane);
}

static void a_cubic_goes_through_cubics_as_they_are_up_to_a_cut_and_from_it_on(void)
{
    for (uint32_t rate = 1; rate <= 8; rate *= 2) {
        for (uint32_t knots = 0; knots <= 4; knots++) {
            for (double frame = 0; frame < 8.5; frame += 0.03125) {
                for (uint32_t lane = 0; lane < 2; lane++) {
                    CHECK_NEAR(cubic_sample(rate, knots, frame, lane), stretches_at(frame, lane), 2e-4);
                }
            }
        }
    }
}

/* Samples of one lane at 0, 1 and so on, as many as there are. */
static float short_cubic(const float *samples, uint32_t count, double frame)
{
    const pav_record_sample_group group = {.rate = 1,
                                           .sample_count = count,
                                           .lane_count = 1,
                                           .samples_count = count,
                                           .interpolation = PAV_SAMPLE_INTERPOLATION_CUBIC};
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, (float)(count - 1));
    fixture.chunk.sample_groups = &group;
    fixture.chunk.samples = samples;
    const pav_stencil stencil = pav_sample_stencil(&fixture.chunk, 0, frame);
    return pav_stencil_value(&stencil, 0);
}

static void a_cubic_takes_the_two_samples_on_either_side_and_at_the_ends_the_nearest(void)
{
    const float samples[6] = {0, 0, 1, 0, 0, 0};
    CHECK_NEAR(short_cubic(samples, 6, 2), 1, 0);
    CHECK_NEAR(short_cubic(samples, 6, 2.5), 9.0 / 16, 0);
    CHECK_NEAR(short_cubic(samples, 6, 3.5), -1.0 / 16, 0);
    CHECK_NEAR(short_cubic(samples, 6, 4.5), 1.0 / 16, 1e-7);
    CHECK_NEAR(short_cubic(samples, 6, 0.5), -5.0 / 16, 1e-7);
    CHECK_NEAR(short_cubic(samples, 6, -3), 0, 0);
    CHECK_NEAR(short_cubic(samples, 6, 5), 0, 0);
}

static void with_fewer_than_four_samples_a_cubic_is_a_parabola_or_a_line(void)
{
    const float samples[3] = {4, 0, 1};
    CHECK_NEAR(short_cubic(samples, 1, 0.5), 4, 0);
    CHECK_NEAR(short_cubic(samples, 2, 0.25), 3, 0);
    CHECK_NEAR(short_cubic(samples, 3, 0.5), 4 * 3.0 / 8 - 1.0 / 8, 1e-7);
    CHECK_NEAR(short_cubic(samples, 3, 1.5), -4 / 8.0 + 3.0 / 8, 1e-7);
}

static void linear_samples_bend_at_knots(void)
{
    static const float samples[3] = {0, 4, 0}, values[2] = {8, 2};
    static const pav_record_knot knots[2] = {{.frame = 0.5f, .values_first = 0, .values_count = 1},
                                             {.frame = 1.75f, .values_first = 1, .values_count = 1}};
    static const pav_record_sample_group group = {
        .rate = 1, .sample_count = 3, .lane_count = 1, .samples_count = 3, .knots_count = 2};
    const double frames[] = {0, 0.25, 0.5, 0.75, 1, 1.375, 1.75, 1.875, 2};
    const float wanted[] = {0, 4, 8, 6, 4, 3, 2, 1, 0};
    clip_fixture fixture;
    clip_fixture_open(&fixture, 0, 2);
    fixture.chunk.sample_groups = &group;
    fixture.chunk.samples = samples;
    fixture.chunk.knots = knots;
    fixture.chunk.knot_values = values;
    for (uint32_t i = 0; i < COUNT(frames); i++) {
        const pav_stencil stencil = pav_sample_stencil(&fixture.chunk, 0, frames[i]);
        CHECK_NEAR(pav_stencil_value(&stencil, 0), wanted[i], 0);
    }
}

int main(void)
{
    RUN(absent_numbers_are_nan);
    RUN(a_quaternion_is_normalised);
    RUN(an_axis_is_normalised_and_a_zero_one_is_no_rotation);
    RUN(one_euler_angle_turns_about_its_axis);
    RUN(the_first_letter_of_an_euler_order_turns_first);
    RUN(ten_turns_of_an_euler_curve_turn_ten_times);
    RUN(base_components_count_only_in_a_conversion);
    RUN(samples_run_linearly);
    RUN(cuts_divide_the_way_between_samples);
    RUN(linear_samples_bend_at_knots);
    RUN(a_cubic_goes_through_cubics_as_they_are_up_to_a_cut_and_from_it_on);
    RUN(a_cubic_takes_the_two_samples_on_either_side_and_at_the_ends_the_nearest);
    RUN(with_fewer_than_four_samples_a_cubic_is_a_parabola_or_a_line);
    RUN(outside_the_clip_samples_stand);
    RUN(the_last_sample_is_at_the_clips_end);
    RUN(one_sample_is_everywhere);
    RUN(samples_too_many_for_the_clip_end_in_a_finite_number);
    return test_end();
}
