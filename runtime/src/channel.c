/* SPDX-License-Identifier: MIT */
#include "channel.h"

#include <assert.h>
#include <math.h>

#include "curve.h"
#include "rotation.h"
#include "sample.h"

bool pav_component_counts(const pav_record_channel *channel, const pav_record_component *component)
{
    return component->component < PAV_CHANNEL_FLOATS &&
           (channel->conversion != PAV_CONVERSION_NONE || component->kind != PAV_COMPONENT_KIND_BASE);
}

uint32_t pav_channel_size(const pav_chunk_clip *clip, const pav_record_channel *channel)
{
    if (channel->conversion != PAV_CONVERSION_NONE) {
        return 4;
    }
    uint32_t size = 0;
    for (uint32_t i = 0; i < channel->components_count; i++) {
        const pav_record_component *component = &clip->components[channel->components_first + i];
        if (pav_component_counts(channel, component) && component->component >= size) {
            size = component->component + 1;
        }
    }
    return size;
}

static float evaluate_component(const pav_chunk_clip *clip, const pav_record_component *component, double frame)
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
        if (pav_component_counts(channel, component)) {
            /* Rounded to float even where it is converted next: so Blender holds it, too. */
            out[component->component] = evaluate_component(clip, component, frame);
        }
    }
    if (converts) {
        const pav_rotation rotation = pav_rotation_convert((pav_conversion)channel->conversion, out);
        out[0] = (float)rotation.x;
        out[1] = (float)rotation.y;
        out[2] = (float)rotation.z;
        out[3] = (float)rotation.w;
    }
}

void pav_channel_evaluate(const pav_document *document, uint32_t clip, uint32_t channel, double seconds, float out[16],
                          uint32_t *count)
{
    assert(clip < pav_document_clip_count(document));
    const pav_chunk_clip *chunk = pav_document_clip(document, clip);
    assert(channel < chunk->channel_count);
    const pav_record_channel *record = &chunk->channels[channel];
    pav_channel_sample(chunk, record, pav_clip_frame(chunk, seconds), out);
    *count = pav_channel_size(chunk, record);
}
