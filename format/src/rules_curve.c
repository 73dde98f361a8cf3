/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>

#include "error.h"

/* Rule `keys`. */
static pav_result check_keys(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_curve *curve = &clip->curves[i];
    if (!curve->keys_count && !curve->modifiers_count) {
        return pav_fail(error, PAV_ERROR_FORMAT, "%s: curve %" PRIu32 ": has neither a key nor a modifier",
                        where, i);
    }
    for (uint32_t k = 1; k < curve->keys_count; k++) {
        const float *times = clip->key_times + curve->keys_first;
        if (times[k] < times[k - 1]) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: curve %" PRIu32 ": key %" PRIu32
                            " is at %.9g, before the key before it at %.9g",
                            where, i, k, (double)times[k], (double)times[k - 1]);
        }
    }
    return PAV_OK;
}

/* Rule `sampled_keys`, of a curve whose first key is a sample or is not. */
static pav_result check_sampled_key(const char *where, const pav_chunk_clip *clip, uint32_t i, uint32_t k,
                                    pav_error *error)
{
    const uint32_t first = clip->curves[i].keys_first;
    const float *times = clip->key_times + first;
    const uint8_t *interpolations = clip->key_interpolations + first;
    const bool is_sample = interpolations[k] == PAV_INTERPOLATION_SAMPLE;
    if (is_sample != (interpolations[0] == PAV_INTERPOLATION_SAMPLE)) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: curve %" PRIu32 ": key %" PRIu32 " is %s, but key 0 is %s", where, i, k,
                        is_sample ? "a sample" : "no sample", is_sample ? "not" : "one");
    }
    if (is_sample && times[k] != floorf(times[k])) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: curve %" PRIu32 ": key %" PRIu32 " is a sample at %.9g, which is no whole frame",
                        where, i, k, (double)times[k]);
    }
    if (is_sample && k && (double)times[k] - (double)times[k - 1] != 1) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: curve %" PRIu32 ": key %" PRIu32
                        " is a sample at %.9g, not one frame after that at %.9g",
                        where, i, k, (double)times[k], (double)times[k - 1]);
    }
    return PAV_OK;
}

static pav_result check_sampled_keys(const char *where, const pav_chunk_clip *clip, uint32_t i,
                                     pav_error *error)
{
    pav_result result = PAV_OK;
    for (uint32_t k = 0; result == PAV_OK && k < clip->curves[i].keys_count; k++) {
        result = check_sampled_key(where, clip, i, k, error);
    }
    return result;
}

/* Rule `easings`. */
static pav_result check_easings(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_curve *curve = &clip->curves[i];
    const uint32_t end = curve->keys_first + curve->keys_count;
    uint32_t least = curve->keys_first;
    for (uint32_t k = 0; k < curve->easings_count; k++) {
        const uint32_t easing = curve->easings_first + k, key = clip->easings[easing].key;
        if (key < least || key >= end) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: easing %" PRIu32 ": key is %" PRIu32 ", but in curve %" PRIu32
                            " must be at least %" PRIu32 " and below %" PRIu32,
                            where, easing, key, i, least, end);
        }
        least = key + 1;
    }
    return PAV_OK;
}

/* Rule `cycles_first`. */
static pav_result check_cycles_first(const char *where, const pav_chunk_clip *clip, uint32_t i,
                                     pav_error *error)
{
    const pav_record_curve *curve = &clip->curves[i];
    for (uint32_t k = 1; k < curve->modifiers_count; k++) {
        const uint32_t modifier = curve->modifiers_first + k;
        if (clip->modifiers[modifier].kind == PAV_MODIFIER_KIND_CYCLES) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: modifier %" PRIu32
                            ": is cycles, but not the first modifier of curve %" PRIu32,
                            where, modifier, i);
        }
    }
    return PAV_OK;
}

/* Rule `generators`. */
static pav_result check_generator(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_modifier *modifier = &clip->modifiers[i];
    if (modifier->generator_mode == PAV_GENERATOR_MODE_FACTORISED && modifier->coefficients_count % 2) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: modifier %" PRIu32 ": has %" PRIu32
                        " coefficients, but those of factors come in pairs",
                        where, i, modifier->coefficients_count);
    }
    return PAV_OK;
}

/* Rule `envelopes`. */
static pav_result check_envelope(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_modifier *modifier = &clip->modifiers[i];
    if (modifier->default_min == modifier->default_max) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: modifier %" PRIu32 ": default_min and default_max are both %.9g", where, i,
                        (double)modifier->default_min);
    }
    for (uint32_t k = 1; k < modifier->control_points_count; k++) {
        const pav_record_control_point *points = clip->control_points + modifier->control_points_first;
        if (points[k].frame < points[k - 1].frame) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: modifier %" PRIu32 ": control point %" PRIu32
                            " is at %.9g, before the one before it at %.9g",
                            where, i, k, (double)points[k].frame, (double)points[k - 1].frame);
        }
    }
    return PAV_OK;
}

typedef pav_result rule(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error);

static pav_result check_each(rule *check, uint32_t count, const char *where, const pav_chunk_clip *clip,
                             pav_error *error)
{
    pav_result result = PAV_OK;
    for (uint32_t i = 0; result == PAV_OK && i < count; i++) {
        result = check(where, clip, i, error);
    }
    return result;
}

pav_result pav_check_curves(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    const struct {
        rule *check;
        uint32_t count;
    } rules[] = {
        {check_keys, clip->curve_count},         {check_sampled_keys, clip->curve_count},
        {check_easings, clip->curve_count},      {check_cycles_first, clip->curve_count},
        {check_generator, clip->modifier_count}, {check_envelope, clip->modifier_count},
    };
    pav_result result = PAV_OK;
    for (size_t i = 0; result == PAV_OK && i < sizeof rules / sizeof *rules; i++) {
        result = check_each(rules[i].check, rules[i].count, where, clip, error);
    }
    return result;
}
