/* SPDX-License-Identifier: MIT */
/* Curves: keys, easings, modifiers. */
#include <assert.h>

#include "builder.h"
#include "memory.h"

/* ---- Keys ---- */

static void extend_range(pav_growing_clip *growing, const pav_build_component *component)
{
    if (!growing->range_from_keys || !component->key_count) {
        return;
    }
    pav_record_clip *clip = pav_grown(&growing->chunk, offsetof(pav_chunk_clip, clip));
    const float first = component->keys[0].frame;
    const float last = component->keys[component->key_count - 1].frame;
    clip->frame_start = growing->has_keys && clip->frame_start < first ? clip->frame_start : first;
    clip->frame_end = growing->has_keys && clip->frame_end > last ? clip->frame_end : last;
    growing->has_keys = true;
}

/* Where a handle that is not given stands: level, a third of the way to the neighbour. */
static float third(const pav_build_key *keys, uint32_t count, uint32_t i, bool left)
{
    const uint32_t last = count - 1;
    if (count == 1) {
        return keys[i].frame + (left ? -1.0f : 1.0f);
    }
    const uint32_t from = left ? (i ? i - 1 : 0) : (i < last ? i : last - 1);
    const float length = (keys[from + 1].frame - keys[from].frame) / 3.0f;
    return keys[i].frame + (left ? -length : length);
}

static void add_key(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_component *component,
                    uint32_t i)
{
    const pav_build_key *key = &component->keys[i];
    const float level[2][2] = {
        {third(component->keys, component->key_count, i, true), key->value},
        {third(component->keys, component->key_count, i, false), key->value},
    };
    const uint8_t interpolation = key->interpolation < 0x100u ? (uint8_t)key->interpolation : 0xFFu;
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, key_times), &key->frame, 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, key_values), &key->value, 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, key_lefts),
                     key->handles_set ? key->left : level[0], 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, key_rights),
                     key->handles_set ? key->right : level[1], 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, key_interpolations), &interpolation, 1);
}

static pav_record_easing easing_of(const pav_build_key *given, uint32_t key)
{
    pav_record_easing easing;
    pav_grow_default(&pav_chunk_types[PAV_CHUNK_TYPE_CLIP], offsetof(pav_chunk_clip, easings), &easing);
    easing.key = key;
    easing.easing = (uint32_t)given->easing;
    if (given->shape_set) {
        easing.back = given->back;
        easing.amplitude = given->amplitude;
        easing.period = given->period;
    }
    return easing;
}

/* Those of the keys that have one. */
static void add_easings(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_component *component,
                        uint32_t first_key)
{
    for (uint32_t i = 0; i < component->key_count && pav_builder_is_fine(builder); i++) {
        const pav_build_key *key = &component->keys[i];
        if (key->easing != PAV_EASING_AUTO || key->shape_set) {
            const pav_record_easing easing = easing_of(key, first_key + i);
            pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, easings), &easing, 1);
        }
    }
}

/* ---- Modifiers ---- */

pav_record_modifier pav_builder_default_modifier(pav_modifier_kind kind)
{
    pav_record_modifier modifier;
    pav_grow_default(&pav_chunk_types[PAV_CHUNK_TYPE_CLIP], offsetof(pav_chunk_clip, modifiers), &modifier);
    modifier.kind = (uint32_t)kind;
    return modifier;
}

static void add_modifier(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_modifier *given)
{
    pav_record_modifier modifier = given->record;
    modifier.coefficients_first = pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, coefficients),
                                                   given->coefficients, given->coefficient_count);
    modifier.coefficients_count = given->coefficient_count;
    modifier.control_points_first = pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, control_points),
                                                     given->control_points, given->control_point_count);
    modifier.control_points_count = given->control_point_count;
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, modifiers), &modifier, 1);
}

/* ---- Curves ---- */

uint32_t pav_builder_add_curve(pav_builder *builder, pav_growing_clip *growing,
                               const pav_build_component *component)
{
    pav_growing_chunk *chunk = &growing->chunk;
    pav_record_curve curve = {
        .extrapolation = (uint32_t)component->extrapolation,
        .keys_first = pav_grown_count(chunk, offsetof(pav_chunk_clip, key_times)),
        .keys_count = component->key_count,
        .easings_first = pav_grown_count(chunk, offsetof(pav_chunk_clip, easings)),
        .modifiers_first = pav_grown_count(chunk, offsetof(pav_chunk_clip, modifiers)),
        .modifiers_count = component->modifier_count,
        .rounding = (uint32_t)component->rounding,
    };
    for (uint32_t i = 0; i < component->key_count && pav_builder_is_fine(builder); i++) {
        add_key(builder, chunk, component, i);
    }
    add_easings(builder, chunk, component, curve.keys_first);
    curve.easings_count = pav_grown_count(chunk, offsetof(pav_chunk_clip, easings)) - curve.easings_first;
    for (uint32_t i = 0; i < component->modifier_count && pav_builder_is_fine(builder); i++) {
        add_modifier(builder, chunk, &component->modifiers[i]);
    }
    extend_range(growing, component);
    return pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, curves), &curve, 1);
}
