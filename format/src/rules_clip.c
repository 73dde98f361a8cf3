/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "error.h"

uint64_t pav_clip_sample_count(const pav_record_clip *clip, uint32_t rate)
{
    const double length = ((double)clip->frame_end - (double)clip->frame_start) * rate;
    const double whole = floor(length + 1e-4);
    return (uint64_t)whole + 1 + (length - whole > 1e-4);
}

/* Rule `frames`. */
static pav_result check_frames(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    if (clip->clip->frame_end >= clip->clip->frame_start) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT, "%s: clip: ends at frame %.9g, before its start at %.9g", where,
                    (double)clip->clip->frame_end, (double)clip->clip->frame_start);
}

/* Rule `event_order`. */
static pav_result check_event_order(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    for (uint32_t i = 1; i < clip->event_count; i++) {
        const double frame = (double)clip->events[i].frame;
        const double before = (double)clip->events[i - 1].frame;
        if (frame < before) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: event %" PRIu32 ": is at frame %.9g, before the event before it at %.9g",
                            where, i, frame, before);
        }
    }
    return PAV_OK;
}

/* Rule `sample_groups`. */
static pav_result check_sample_group(const char *where, const pav_chunk_clip *clip, uint32_t i,
                                     pav_error *error)
{
    const pav_record_sample_group *group = &clip->sample_groups[i];
    if (group->rate & (group->rate - 1)) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: sample_group %" PRIu32 ": rate is %" PRIu32 ", but must be 1, 2, 4 or 8", where,
                        i, group->rate);
    }
    const uint64_t wanted = pav_clip_sample_count(clip->clip, group->rate);
    if (group->sample_count != wanted) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: sample_group %" PRIu32 ": sample_count is %" PRIu32
                        ", but at its rate the clip has %" PRIu64,
                        where, i, group->sample_count, wanted);
    }
    const uint64_t total = (uint64_t)group->sample_count * group->lane_count;
    if (group->samples_count != total) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: sample_group %" PRIu32 ": has %" PRIu32
                        " samples, but sample_count times lane_count is "
                        "%" PRIu64,
                        where, i, group->samples_count, total);
    }
    return PAV_OK;
}

/* Rule `cuts`. */
static pav_result check_cuts(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_sample_group *group = &clip->sample_groups[i];
    double before = (double)clip->clip->frame_start;
    for (uint32_t k = 0; k < group->cuts_count; k++) {
        const pav_record_cut *cut = &clip->cuts[group->cuts_first + k];
        const double frame = (double)cut->frame;
        if (frame <= before || frame > (double)clip->clip->frame_end) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: cut %" PRIu32
                            ": is at frame %.9g, but must be after %.9g and not after %.9g",
                            where, group->cuts_first + k, frame, before, (double)clip->clip->frame_end);
        }
        if (cut->values_count != 2 * (uint64_t)group->lane_count) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: cut %" PRIu32 ": has %" PRIu32 " values, but its group has %" PRIu32
                            " lanes, two of each",
                            where, group->cuts_first + k, cut->values_count, group->lane_count);
        }
        before = frame;
    }
    return PAV_OK;
}

static bool is_at_sample(const pav_chunk_clip *clip, const pav_record_sample_group *group, double frame)
{
    const double start = (double)clip->clip->frame_start, rate = (double)group->rate;
    return start + floor((frame - start) * rate) / rate == frame;
}

/* Rule `knots`. */
static pav_result check_knots(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_sample_group *group = &clip->sample_groups[i];
    double before = (double)clip->clip->frame_start;
    uint32_t cut = group->cuts_first;
    const uint32_t cuts_end = cut + group->cuts_count;
    for (uint32_t k = group->knots_first; k < group->knots_first + group->knots_count; k++) {
        const pav_record_knot *knot = &clip->knots[k];
        const double frame = (double)knot->frame;
        if (frame <= before || frame >= (double)clip->clip->frame_end) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: knot %" PRIu32 ": is at frame %.9g, but must be after %.9g and before %.9g",
                            where, k, frame, before, (double)clip->clip->frame_end);
        }
        while (cut < cuts_end && (double)clip->cuts[cut].frame < frame) {
            cut++;
        }
        const bool is_cut = cut < cuts_end && (double)clip->cuts[cut].frame == frame;
        if (is_cut || is_at_sample(clip, group, frame)) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: knot %" PRIu32 ": is at frame %.9g, where its group has a %s", where, k,
                            frame, is_cut ? "cut" : "sample");
        }
        if (knot->values_count != group->lane_count) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: knot %" PRIu32 ": has %" PRIu32 " values, but its group has %" PRIu32
                            " lanes",
                            where, k, knot->values_count, group->lane_count);
        }
        before = frame;
    }
    return PAV_OK;
}

static pav_result check_sample_groups(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    pav_result result = PAV_OK;
    for (uint32_t i = 0; result == PAV_OK && i < clip->sample_group_count; i++) {
        result = check_sample_group(where, clip, i, error);
        result = result ? result : check_cuts(where, clip, i, error);
        result = result ? result : check_knots(where, clip, i, error);
    }
    return result;
}

static uint32_t component_limit(uint32_t conversion)
{
    switch (conversion) {
    case PAV_CONVERSION_NONE:
        return 16;
    case PAV_CONVERSION_QUATERNION:
    case PAV_CONVERSION_AXIS_ANGLE:
    case PAV_CONVERSION_SLERP:
        return 4;
    default:
        return 3;
    }
}

/* Rule `component_order`. */
static pav_result check_component_order(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        const pav_record_channel *channel = &clip->channels[i];
        const uint32_t limit = component_limit(channel->conversion);
        uint32_t least = 0;
        for (uint32_t k = 0; k < channel->components_count; k++) {
            const uint32_t component = clip->components[channel->components_first + k].component;
            if (component < least || component >= limit) {
                return pav_fail(error, PAV_ERROR_FORMAT,
                                "%s: channel %" PRIu32 ": component is %" PRIu32
                                ", but must be at least %" PRIu32 " and below %" PRIu32,
                                where, i, component, least, limit);
            }
            least = component + 1;
        }
    }
    return PAV_OK;
}

/* Rule `component_sources`. */
static pav_result check_component_sources(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    for (uint32_t i = 0; i < clip->component_count; i++) {
        const pav_record_component *component = &clip->components[i];
        if (component->kind == PAV_COMPONENT_KIND_CURVE && component->curve == PAV_NONE) {
            return pav_fail(error, PAV_ERROR_FORMAT, "%s: component %" PRIu32 ": is a curve, but has none",
                            where, i);
        }
        if (component->kind != PAV_COMPONENT_KIND_SAMPLED) {
            continue;
        }
        if (component->group == PAV_NONE) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: component %" PRIu32 ": is sampled, but has no group", where, i);
        }
        const uint32_t lanes = clip->sample_groups[component->group].lane_count;
        if (component->lane >= lanes) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: component %" PRIu32 ": lane is %" PRIu32 ", but its group has %" PRIu32
                            " lanes",
                            where, i, component->lane, lanes);
        }
    }
    return PAV_OK;
}

static bool has_keys_alone(const pav_record_curve *curve)
{
    return !curve->modifiers_count && curve->rounding == PAV_ROUNDING_NONE &&
           curve->extrapolation == PAV_EXTRAPOLATION_CONSTANT;
}

static bool has_same_keys(const pav_chunk_clip *clip, const pav_record_curve *a, const pav_record_curve *b)
{
    bool same = a->keys_count == b->keys_count;
    for (uint32_t k = 0; same && k < a->keys_count; k++) {
        const uint32_t of_a = a->keys_first + k, of_b = b->keys_first + k;
        const uint8_t interpolation = clip->key_interpolations[of_a];
        same = clip->key_times[of_a] == clip->key_times[of_b] &&
               interpolation == clip->key_interpolations[of_b] && interpolation <= PAV_INTERPOLATION_LINEAR;
    }
    return same;
}

/* Rule `slerp_keys` of one channel. */
static pav_result check_slerp(const char *where, const pav_chunk_clip *clip, uint32_t i, pav_error *error)
{
    const pav_record_channel *channel = &clip->channels[i];
    if (channel->components_count != 4) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: channel %" PRIu32 ": has %" PRIu32 " components, but slerp takes 4", where, i,
                        channel->components_count);
    }
    const pav_record_component *components = &clip->components[channel->components_first];
    for (uint32_t k = 0; k < 4; k++) {
        if (components[k].kind != PAV_COMPONENT_KIND_CURVE) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: channel %" PRIu32 ": component %" PRIu32 " is no curve, as slerp takes it",
                            where, i, k);
        }
        const pav_record_curve *curve = &clip->curves[components[k].curve];
        if (!has_keys_alone(curve) || !has_same_keys(clip, &clip->curves[components[0].curve], curve)) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: channel %" PRIu32 ": component %" PRIu32
                            ": slerp takes constant and linear keys alone, of all components at the same "
                            "times",
                            where, i, k);
        }
    }
    return PAV_OK;
}

static pav_result check_slerps(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    pav_result result = PAV_OK;
    for (uint32_t i = 0; result == PAV_OK && i < clip->channel_count; i++) {
        if (clip->channels[i].conversion == PAV_CONVERSION_SLERP) {
            result = check_slerp(where, clip, i, error);
        }
    }
    return result;
}

pav_result pav_check_clip(const char *where, const pav_chunk_clip *clip, pav_error *error)
{
    pav_result (*const rules[])(const char *, const pav_chunk_clip *, pav_error *) = {
        check_frames,          pav_check_curves,        check_sample_groups,
        check_component_order, check_component_sources, check_slerps, check_event_order,
    };
    pav_result result = PAV_OK;
    for (size_t i = 0; result == PAV_OK && i < sizeof rules / sizeof *rules; i++) {
        result = rules[i](where, clip, error);
    }
    return result;
}

/* ---- Between INFO and the clips ---- */

/* Rule `clip_names`. */
pav_result pav_check_clip_names(const pav_chunk_info *info, uint32_t clip_chunk_count, pav_error *error)
{
    if (info->clip_name_count == clip_chunk_count) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT,
                    "INFO: names %" PRIu32 " clips, but there are %" PRIu32 " CLIP chunks",
                    info->clip_name_count, clip_chunk_count);
}

pav_result pav_check_clip_name(const char *where, const pav_chunk_info *info, uint32_t clip_id,
                               const pav_chunk_clip *clip, pav_error *error)
{
    const char *name = info->text + info->clips[clip_id].name;
    const char *library = info->text + info->clips[clip_id].library;
    if (strcmp(name, clip->text + clip->clip->name) == 0 &&
        strcmp(library, clip->text + clip->clip->library) == 0) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT,
                    "%s: is \"%.60s\" of \"%.60s\", but INFO says \"%.60s\" of \"%.60s\"", where,
                    clip->text + clip->clip->name, clip->text + clip->clip->library, name, library);
}
