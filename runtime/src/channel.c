/* SPDX-License-Identifier: MIT */
#include "channel.h"

#include "curve.h"
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

static float evaluate_component(const pav_chunk_clip *clip, const pav_record_component *component,
                                double frame)
{
    switch (component->kind) {
    case PAV_COMPONENT_KIND_CURVE: {
        const pav_curve curve = pav_curve_of(clip, component->curve);
        return pav_curve_evaluate(&curve, frame);
    }
    case PAV_COMPONENT_KIND_SAMPLED:
        return pav_sample_evaluate(clip, component->group, component->lane, frame);
    default:
        return component->value;
    }
}

void pav_channel_sample(const pav_chunk_clip *clip, const pav_record_channel *channel, double frame,
                        float out[PAV_CHANNEL_FLOATS])
{
    const bool converts = channel->conversion != PAV_CONVERSION_NONE;
    for (uint32_t i = 0; i < PAV_CHANNEL_FLOATS; i++) {
        out[i] = converts ? 0.0f : NAN;
    }
    for (uint32_t i = 0; i < channel->components_count; i++) {
        const pav_record_component *component = &clip->components[channel->components_first + i];
        if (counts(channel, component)) {
            /* Rounded to float even where it is converted next: so Blender holds it, too. */
            out[component->component] = evaluate_component(clip, component, frame);
        }
    }
    if (converts) {
        const float numbers[4] = {out[0], out[1], out[2], out[3]};
        pav_rotation_convert((pav_conversion)channel->conversion, numbers, out);
    }
}
