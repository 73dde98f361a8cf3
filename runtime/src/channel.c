/* SPDX-License-Identifier: MIT */
#include "channel.h"

#include "curve.h"
#include "quaternion.h"
#include "rotation.h"
#include "sample.h"

#include <math.h>
#include <stdbool.h>

/* Whether a component moves or sets a number of the target; one of kind base only serves the conversion. */
static bool counts(const pav_record_channel *channel, const pav_record_component *component)
{
    return component->component < PAV_CHANNEL_FLOATS &&
           (channel->conversion != PAV_CONVERSION_NONE || component->kind != PAV_COMPONENT_KIND_BASE);
}

uint32_t pav_channel_numbers(const pav_chunk_clip *clip, const pav_record_channel *channel)
{
    if (channel->conversion != PAV_CONVERSION_NONE) {
        return 0xFu;
    }
    uint32_t numbers = 0;
    for (uint32_t i = 0; i < channel->components_count; i++) {
        const pav_record_component *component = &clip->components[channel->components_first + i];
        if (counts(channel, component)) {
            numbers |= 1u << component->component;
        }
    }
    return numbers;
}

/* Sampled components that follow each other are mostly lanes of one group. */
typedef struct last_stencil {
    pav_stencil stencil;
    uint32_t group; /* PAV_NONE: none so far. */
} last_stencil;

static float evaluate_component(const pav_chunk_clip *clip, const pav_record_component *component,
                                double frame, last_stencil *last)
{
    switch (component->kind) {
    case PAV_COMPONENT_KIND_CURVE: {
        const pav_curve curve = pav_curve_of(clip, component->curve);
        return pav_curve_evaluate(&curve, frame);
    }
    case PAV_COMPONENT_KIND_SAMPLED:
        if (last->group != component->group) {
            *last = (last_stencil){pav_sample_stencil(clip, component->group, frame), component->group};
        }
        return pav_stencil_value(&last->stencil, component->lane);
    default:
        return component->value;
    }
}

/* The quaternion of a key; its four curves have the same keys. */
static void slerp_key(const pav_curve curves[4], uint32_t key, float out[4])
{
    for (int i = 0; i < 4; i++) {
        out[i] = curves[i].values[key];
    }
}

static void sample_slerp(const pav_chunk_clip *clip, const pav_record_channel *channel, double frame,
                         float out[4])
{
    pav_curve curves[4];
    for (uint32_t i = 0; i < 4; i++) {
        curves[i] = pav_curve_of(clip, clip->components[channel->components_first + i].curve);
    }
    const float *times = curves[0].times;
    const uint32_t last = curves[0].count - 1;
    const bool is_inside = frame > (double)times[0] && frame < (double)times[last];
    const uint32_t key = is_inside                  ? pav_curve_find_segment(&curves[0], frame)
                         : frame > (double)times[0] ? last
                                                    : 0;
    float from[4];
    slerp_key(curves, key, from);
    if (!is_inside || curves[0].interpolations[key] == PAV_INTERPOLATION_CONSTANT) {
        pav_quaternion_normalise(from, out);
        return;
    }
    float to[4];
    slerp_key(curves, key + 1, to);
    const double start = (double)times[key];
    pav_quaternion_slerp(from, to, (frame - start) / ((double)times[key + 1] - start), out);
}

void pav_channel_sample(const pav_chunk_clip *clip, const pav_record_channel *channel, double frame,
                        float out[PAV_CHANNEL_FLOATS])
{
    const bool converts = channel->conversion != PAV_CONVERSION_NONE;
    last_stencil last = {.group = PAV_NONE};
    for (uint32_t i = 0; i < PAV_CHANNEL_FLOATS; i++) {
        out[i] = converts ? 0.0f : NAN;
    }
    if (channel->conversion == PAV_CONVERSION_SLERP) {
        sample_slerp(clip, channel, frame, out);
        return;
    }
    for (uint32_t i = 0; i < channel->components_count; i++) {
        const pav_record_component *component = &clip->components[channel->components_first + i];
        if (counts(channel, component)) {
            /* Rounded to float even where it is converted next: so Blender holds it, too. */
            out[component->component] = evaluate_component(clip, component, frame, &last);
        }
    }
    if (converts) {
        const float numbers[4] = {out[0], out[1], out[2], out[3]};
        pav_rotation_convert((pav_conversion)channel->conversion, numbers, out);
    }
}
