/* SPDX-License-Identifier: MIT */
#include "modifier.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

#define PI 3.14159265358979323846
#define SINC_TOP 1e-4 /* Nearer to 0 than this sinc is 1. */

static bool has(const pav_record_modifier *modifier, uint32_t flag)
{
    return (modifier->flags & flag) != 0;
}

static bool is_active(const pav_record_modifier *modifier, double time)
{
    return !has(modifier, PAV_MODIFIER_FLAG_RESTRICTED) ||
           (time >= (double)modifier->frame_start && time <= (double)modifier->frame_end);
}

/* How much of it acts at a time at which it is active. */
static double weight_of(const pav_record_modifier *modifier, double time)
{
    const double influence = (double)modifier->influence;
    const double since = time - (double)modifier->frame_start, left = (double)modifier->frame_end - time;
    const double in = (double)modifier->blend_in, out = (double)modifier->blend_out;
    if (!has(modifier, PAV_MODIFIER_FLAG_RESTRICTED)) {
        return influence;
    }
    if (in != 0 && since <= in) {
        return influence * since / in;
    }
    return out != 0 && left <= out ? influence * left / out : influence;
}

/* What was `given` on its way to `made`.  What overflows stays a number. */
static double mix(double given, double made, double weight)
{
    if (isnan(made)) {
        return given;
    }
    made = fmin(fmax(made, -(double)FLT_MAX), (double)FLT_MAX);
    return weight == 1 ? made : given + (made - given) * weight;
}

/* ---- Time ---- */

/* A time outside of the keys becomes one among them. */
static double cycle(const pav_record_modifier *modifier, const pav_curve *curve, double time, double *offset)
{
    if (!curve->count) {
        return time;
    }
    const uint32_t last = curve->count - 1;
    const double start = (double)curve->times[0], end = (double)curve->times[last], length = end - start;
    const bool before = time < start;
    const uint32_t mode = before ? modifier->mode_before : modifier->mode_after;
    const uint32_t limit = before ? modifier->cycles_before : modifier->cycles_after;
    const double distance = before ? start - time : time - end;
    if (mode == PAV_CYCLE_MODE_NONE || !(length > 0) || !(distance > 0) ||
        (limit && distance > limit * length)) {
        return time;
    }
    const double rest = fmod(distance, length), whole = round((distance - rest) / length);
    if (mode == PAV_CYCLE_MODE_MIRROR) {
        return before == (fmod(whole, 2) == 0) ? start + rest : end - rest;
    }
    const double rise = (double)curve->values[last] - (double)curve->values[0];
    if (mode == PAV_CYCLE_MODE_REPEAT_OFFSET) {
        *offset = (whole + (rest != 0)) * (before ? -rise : rise);
    }
    if (rest == 0) { /* A seam belongs to the cycle nearer to the keys. */
        return before ? start : end;
    }
    return before ? end - rest : start + rest;
}

static double step(const pav_record_modifier *modifier, double time)
{
    const double size = (double)modifier->step, offset = (double)modifier->offset;
    if ((has(modifier, PAV_MODIFIER_FLAG_FROM_START) && time < (double)modifier->frame_start) ||
        (has(modifier, PAV_MODIFIER_FLAG_TO_END) && time > (double)modifier->frame_end)) {
        return time;
    }
    if (size == 0) {
        return offset;
    }
    /* Rounded as Blender rounds it, so that a step begins where it does there. */
    const double steps = fmin(fmax((time - offset) / size, -(double)FLT_MAX), (double)FLT_MAX);
    return offset + size * trunc((double)(float)steps);
}

static double limit(double number, bool has_least, float least, bool has_most, float most)
{
    number = has_least ? fmax(number, (double)least) : number;
    return has_most ? fmin(number, (double)most) : number;
}

double pav_modifiers_time(const pav_curve *curve, double time, double *offset)
{
    *offset = 0;
    for (uint32_t i = curve->modifier_count; i-- > 0;) {
        const pav_record_modifier *modifier = &curve->modifiers[i];
        double made = time;
        if (!is_active(modifier, time)) {
            continue;
        }
        switch (modifier->kind) {
        case PAV_MODIFIER_KIND_CYCLES:
            made = cycle(modifier, curve, time, offset);
            break;
        case PAV_MODIFIER_KIND_STEPPED:
            made = step(modifier, time);
            break;
        case PAV_MODIFIER_KIND_LIMITS:
            made = limit(time, has(modifier, PAV_MODIFIER_FLAG_MIN_FRAME), modifier->min_frame,
                         has(modifier, PAV_MODIFIER_FLAG_MAX_FRAME), modifier->max_frame);
            break;
        default:
            break;
        }
        time = mix(time, made, weight_of(modifier, time));
    }
    return time;
}

/* ---- Values ---- */

static double polynomial(const float *coefficients, uint32_t first, uint32_t count, double time)
{
    double sum = 0;
    while (count-- > 0) {
        sum = sum * time + (double)coefficients[first + count];
    }
    return sum;
}

static double factors(const float *coefficients, uint32_t first, uint32_t count, double time)
{
    double product = 1;
    for (uint32_t i = 0; i + 1 < count; i += 2) {
        product *= (double)coefficients[first + i] * time + (double)coefficients[first + i + 1];
    }
    return product;
}

static double generate(const pav_record_modifier *modifier, const pav_curve *curve, double time)
{
    const uint32_t first = modifier->coefficients_first, count = modifier->coefficients_count;
    return modifier->generator_mode == PAV_GENERATOR_MODE_FACTORISED
               ? factors(curve->coefficients, first, count, time)
               : polynomial(curve->coefficients, first, count, time);
}

/* 0 where the function has no number, as Blender has it: for a logarithm up to 1. */
static double call_function(const pav_record_modifier *modifier, double time)
{
    const double x = (double)modifier->phase_multiplier * time + (double)modifier->phase_offset;
    double result;
    switch (modifier->function) {
    case PAV_MODIFIER_FUNCTION_SINE:
        result = sin(x);
        break;
    case PAV_MODIFIER_FUNCTION_COSINE:
        result = cos(x);
        break;
    case PAV_MODIFIER_FUNCTION_TANGENT:
        result = tan(x);
        break;
    case PAV_MODIFIER_FUNCTION_SQUARE_ROOT:
        if (!(x > 0)) {
            return 0;
        }
        result = sqrt(x);
        break;
    case PAV_MODIFIER_FUNCTION_LOGARITHM:
        if (!(x > 1)) {
            return 0;
        }
        result = log(x);
        break;
    default:
        result = fabs(x) < SINC_TOP ? 1 : sin(PI * x) / (PI * x);
        break;
    }
    return (double)modifier->amplitude * result + (double)modifier->value_offset;
}

/* Where the range of the defaults lies at a time: `low` and `high`. */
static void find_range(const pav_record_control_point *points, uint32_t count, double time, double *low,
                       double *high)
{
    uint32_t i = 0;
    const uint32_t last = count - 1;
    if (time > (double)points[0].frame && time >= (double)points[last].frame) {
        i = last;
    }
    while (i + 1 < last && time > (double)points[i + 1].frame) {
        i++;
    }
    const pav_record_control_point *here = &points[i], *next = i < last ? here + 1 : here;
    const double length = (double)next->frame - (double)here->frame;
    const double past = time - (double)here->frame;
    const double way = past > 0 && length > 0 ? past / length : 0;
    *low = (double)here->min + ((double)next->min - (double)here->min) * way;
    *high = (double)here->max + ((double)next->max - (double)here->max) * way;
}

static double envelope(const pav_record_modifier *modifier, const pav_curve *curve, double time, double value)
{
    double low, high;
    if (!modifier->control_points_count) {
        return value;
    }
    find_range(curve->control_points + modifier->control_points_first, modifier->control_points_count, time,
               &low, &high);
    const double least = (double)modifier->default_min, most = (double)modifier->default_max;
    const double share = (value - ((double)modifier->reference_value + least)) / (most - least);
    return low + share * (high - low);
}

double pav_modifiers_value(const pav_curve *curve, double time, double value, double offset)
{
    for (uint32_t i = 0; i < curve->modifier_count; i++) {
        const pav_record_modifier *modifier = &curve->modifiers[i];
        const double base = has(modifier, PAV_MODIFIER_FLAG_ADDITIVE) ? value : 0;
        double made = value;
        if (!is_active(modifier, time)) {
            continue;
        }
        switch (modifier->kind) {
        case PAV_MODIFIER_KIND_CYCLES:
            made = value + offset;
            break;
        case PAV_MODIFIER_KIND_LIMITS:
            made = limit(value, has(modifier, PAV_MODIFIER_FLAG_MIN_VALUE), modifier->min_value,
                         has(modifier, PAV_MODIFIER_FLAG_MAX_VALUE), modifier->max_value);
            break;
        case PAV_MODIFIER_KIND_GENERATOR:
            made = base + generate(modifier, curve, time);
            break;
        case PAV_MODIFIER_KIND_FUNCTION:
            made = base + call_function(modifier, time);
            break;
        case PAV_MODIFIER_KIND_ENVELOPE:
            made = envelope(modifier, curve, time, value);
            break;
        default:
            break;
        }
        value = mix(value, made, weight_of(modifier, time));
    }
    return value;
}
