/* SPDX-License-Identifier: MIT */
#include "curve.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "easing.h"
#include "modifier.h"

/* Nearer to a key than this, Blender shows the key's value. */
#define SNAP_DISTANCE 1e-4

pav_curve pav_curve_of(const pav_chunk_clip *clip, uint32_t curve)
{
    const pav_record_curve *record = &clip->curves[curve];
    pav_curve made = {
        .count = record->keys_count,
        .first_key = record->keys_first,
        .extrapolation = record->extrapolation,
        .rounding = record->rounding,
        .easing_count = record->easings_count,
        .modifier_count = record->modifiers_count,
        .coefficients = clip->coefficients,
        .control_points = clip->control_points,
    };
    /* A clip without keys, easings or modifiers has no array of them. */
    if (made.count) {
        const size_t first = record->keys_first;
        made.times = clip->key_times + first;
        made.values = clip->key_values + first;
        made.lefts = clip->key_lefts + 2 * first;
        made.rights = clip->key_rights + 2 * first;
        made.interpolations = clip->key_interpolations + first;
    }
    if (made.easing_count) {
        made.easings = clip->easings + record->easings_first;
    }
    if (made.modifier_count) {
        made.modifiers = clip->modifiers + record->modifiers_first;
    }
    return made;
}

/* ---- A Bezier segment ---- */

/* A segment with its time scaled to 0..1: the handles' times lie in [-1, 1] and [0, 2]. */
typedef struct bezier {
    double time1, time2;
    double value0, value1, value2, value3;
} bezier;

/* Each handle by itself may not be horizontally longer than the segment, whichever way it points; a longer
 * one is shortened along its own direction. */
static bezier clamp_handles(const pav_curve *curve, uint32_t key)
{
    const double start = (double)curve->times[key], end = (double)curve->times[key + 1];
    const double length = end - start;
    bezier result = {.value0 = (double)curve->values[key], .value3 = (double)curve->values[key + 1]};
    double time1 = ((double)curve->rights[2 * key] - start) / length;
    double rise1 = (double)curve->rights[2 * key + 1] - result.value0;
    double time2 = ((double)curve->lefts[2 * key + 2] - end) / length;
    double rise2 = (double)curve->lefts[2 * key + 3] - result.value3;
    if (fabs(time1) > 1) {
        rise1 /= fabs(time1);
        time1 = time1 > 0 ? 1 : -1;
    }
    if (fabs(time2) > 1) {
        rise2 /= fabs(time2);
        time2 = time2 > 0 ? 1 : -1;
    }
    result.time1 = time1;
    result.value1 = result.value0 + rise1;
    result.time2 = 1 + time2;
    result.value2 = result.value3 + rise2;
    return result;
}

/* Where in 0..1 the cubic with ends 0 and 1 and handles time1 and time2 reaches `time`: Newton's method
 * between two bounds that always hold the root, halving them where Newton leaves them or is slow (a clamped
 * pair of handles has a stationary point).  With handles at thirds the first guess is the root. */
static double solve(double time1, double time2, double time)
{
    const double c = 3 * time1, b = 3 * (time2 - 2 * time1), a = 1 + 3 * (time1 - time2);
    double low = 0, high = 1, root = time, last_error = 1;
    for (int i = 0; i < 200; i++) {
        const double error = ((a * root + b) * root + c) * root - time;
        const double slope = (3 * a * root + 2 * b) * root + c;
        if (fabs(error) <= 1e-15 * fabs(slope) * root) {
            break;
        }
        if (error < 0) {
            low = root;
        } else {
            high = root;
        }
        double next = slope != 0 ? root - error / slope : low;
        if (!(next > low && next < high) || fabs(error) > 0.5 * last_error) {
            next = 0.5 * (low + high);
        }
        if (next == low || next == high) {
            break;
        }
        last_error = fabs(error);
        root = next;
    }
    return root;
}

static double evaluate_bezier(const pav_curve *curve, uint32_t key, double frame)
{
    const bezier s = clamp_handles(curve, key);
    const double start = (double)curve->times[key], end = (double)curve->times[key + 1];
    const double time = (frame - start) / (end - start);
    double u, v; /* parameter from the left, and from the right */
    if (time <= 0.5) {
        u = solve(s.time1, s.time2, time);
        v = 1 - u;
    } else { /* from the nearer end, so that nothing cancels where the curve arrives steeply */
        v = solve(1 - s.time2, 1 - s.time1, (end - frame) / (end - start));
        u = 1 - v;
    }
    return v * v * v * s.value0 + 3 * u * v * v * s.value1 + 3 * u * u * v * s.value2 + u * u * u * s.value3;
}

/* ---- An eased segment ---- */

static const pav_record_easing default_easing = {
    .easing = PAV_EASING_AUTO, .back = 1.70158f, .amplitude = 0.8f, .period = 4.1f};

static const pav_record_easing *find_easing(const pav_curve *curve, uint32_t key)
{
    const uint32_t wanted = curve->first_key + key;
    uint32_t low = 0, high = curve->easing_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (curve->easings[middle].key < wanted) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    const bool found = low < curve->easing_count && curve->easings[low].key == wanted;
    return found ? &curve->easings[low] : &default_easing;
}

static double evaluate_eased(const pav_curve *curve, uint32_t key, double frame)
{
    const double start = (double)curve->times[key], value = (double)curve->values[key];
    const double duration = (double)curve->times[key + 1] - start;
    const pav_segment segment = {
        .duration = duration,
        .change = (double)curve->values[key + 1] - value,
        .progress = (frame - start) / duration,
    };
    return value + pav_easing_evaluate(curve->interpolations[key], find_easing(curve, key), segment);
}

/* ---- Between and outside the keys ---- */

static uint8_t interpolation_of(const pav_curve *curve, uint32_t key)
{
    return curve->rounding == PAV_ROUNDING_HOLD ? (uint8_t)PAV_INTERPOLATION_CONSTANT
                                                : curve->interpolations[key];
}

static double slope_to(double key_time, double key_value, double time, double value)
{
    const double run = time - key_time;
    return run != 0 ? (value - key_value) / run : 0;
}

/* Outside the keys: `key` is the end key, `neighbour` the one beside it, `handle` the end key's outer handle.
 */
static double extrapolate(const pav_curve *curve, uint32_t key, uint32_t neighbour, const float *handle,
                          double frame)
{
    const double time = (double)curve->times[key], value = (double)curve->values[key];
    const uint8_t interpolation = interpolation_of(curve, key);
    double slope = 0;
    if (curve->extrapolation == PAV_EXTRAPOLATION_LINEAR && interpolation != PAV_INTERPOLATION_CONSTANT) {
        slope = interpolation == PAV_INTERPOLATION_LINEAR
                    ? slope_to(time, value, (double)curve->times[neighbour], (double)curve->values[neighbour])
                    : slope_to(time, value, (double)handle[0], (double)handle[1]);
    }
    return value + slope * (frame - time);
}

uint32_t pav_curve_find_segment(const pav_curve *curve, double frame)
{
    uint32_t low = 0, high = curve->count - 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)curve->times[middle] <= frame) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_near(const pav_curve *curve, uint32_t key, double frame)
{
    return fabs(frame - (double)curve->times[key]) < SNAP_DISTANCE;
}

/* Of several keys near to the frame the one that Blender's search meets first: the ends, then by halving the
 * keys, counting one past the last.  PAV_NONE when it meets none. */
static uint32_t find_near(const pav_curve *curve, double frame)
{
    const uint32_t last = curve->count - 1;
    if (is_near(curve, 0, frame)) {
        return 0;
    }
    if (is_near(curve, last, frame)) {
        return last;
    }
    int64_t low = 0, high = curve->count;
    while (low <= high) {
        const int64_t middle = (low + high) / 2;
        if (middle > last) {
            break;
        }
        if (is_near(curve, (uint32_t)middle, frame)) {
            return (uint32_t)middle;
        }
        if (frame > (double)curve->times[middle]) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return PAV_NONE;
}

static double evaluate_between(const pav_curve *curve, double frame)
{
    const uint32_t key = pav_curve_find_segment(curve, frame);
    if (is_near(curve, key, frame) || is_near(curve, key + 1, frame)) {
        const uint32_t near = find_near(curve, frame);
        if (near != PAV_NONE) {
            return (double)curve->values[near];
        }
    }
    const double value = (double)curve->values[key];
    switch (interpolation_of(curve, key)) {
    case PAV_INTERPOLATION_CONSTANT:
        return value;
    case PAV_INTERPOLATION_LINEAR:
        return value + slope_to((double)curve->times[key], value, (double)curve->times[key + 1],
                                (double)curve->values[key + 1]) *
                           (frame - (double)curve->times[key]);
    case PAV_INTERPOLATION_BEZIER:
        return evaluate_bezier(curve, key, frame);
    default:
        return evaluate_eased(curve, key, frame);
    }
}

/* Of an F-curve made of samples, a frame apart.  As Blender does, it counts samples from frame 0 towards both
 * sides, but fractions upwards: before frame 0 the two do not fit, and the curve jumps at whole frames. */
static double evaluate_samples(const pav_curve *curve, double frame)
{
    const uint32_t last = curve->count - 1;
    const double first_time = (double)curve->times[0];
    if (!(frame > first_time)) { /* so that a time that is no number finds a sample as well */
        return (double)curve->values[0];
    }
    if (frame >= (double)curve->times[last]) {
        return (double)curve->values[last];
    }
    const uint32_t i = (uint32_t)(trunc(frame) - first_time);
    const double part = frame - floor(frame);
    return (1 - part) * (double)curve->values[i] + part * (double)curve->values[i < last ? i + 1 : last];
}

/* A nearly vertical handle can lead an extrapolation anywhere. */
static double clamp(double value)
{
    return fmin(fmax(value, -(double)FLT_MAX), (double)FLT_MAX);
}

static double evaluate_keys(const pav_curve *curve, double frame)
{
    if (!curve->count) {
        return 0;
    }
    if (curve->interpolations[0] == PAV_INTERPOLATION_SAMPLE) {
        return evaluate_samples(curve, frame);
    }
    const uint32_t last = curve->count - 1;
    if (frame <= (double)curve->times[0]) {
        return extrapolate(curve, 0, last ? 1 : 0, curve->lefts, frame);
    }
    if (frame >= (double)curve->times[last]) {
        return extrapolate(curve, last, last ? last - 1 : 0, curve->rights + 2 * (size_t)last, frame);
    }
    return evaluate_between(curve, frame);
}

static double evaluate_modified(const pav_curve *curve, double frame)
{
    double offset;
    const double time = pav_modifiers_time(curve, frame, &offset);
    return pav_modifiers_value(curve, time, clamp(evaluate_keys(curve, time)), offset);
}

float pav_curve_evaluate(const pav_curve *curve, double frame)
{
    double value = curve->modifier_count ? evaluate_modified(curve, frame) : evaluate_keys(curve, frame);
    if (curve->rounding != PAV_ROUNDING_NONE) {
        value = floor(clamp(value) + 0.5);
    }
    return (float)clamp(value);
}
