/* SPDX-License-Identifier: MIT */
/* A loaded clip built again, and whether two clips mean the same. */
#ifndef PAV_CLIP_AGAIN_H
#define PAV_CLIP_AGAIN_H

#include <pavane/pavane.h>

#include "test_document.h"

static inline void rebuild_keys(const pav_chunk_clip *clip, const pav_record_curve *curve,
                                pav_build_key *keys)
{
    for (uint32_t i = 0; i < curve->keys_count; i++) {
        const uint32_t key = curve->keys_first + i;
        keys[i] = (pav_build_key){
            .frame = clip->key_times[key],
            .value = clip->key_values[key],
            .interpolation = (pav_interpolation)clip->key_interpolations[key],
            .handles_set = true,
            .left = {clip->key_lefts[2 * key], clip->key_lefts[2 * key + 1]},
            .right = {clip->key_rights[2 * key], clip->key_rights[2 * key + 1]},
        };
    }
}

static inline void rebuild_easings(const pav_chunk_clip *clip, const pav_record_curve *curve,
                                   pav_build_key *keys)
{
    for (uint32_t i = 0; i < curve->easings_count; i++) {
        const pav_record_easing *easing = &clip->easings[curve->easings_first + i];
        pav_build_key *key = &keys[easing->key - curve->keys_first];
        key->easing = (pav_easing)easing->easing;
        key->shape_set = true;
        key->back = easing->back;
        key->amplitude = easing->amplitude;
        key->period = easing->period;
    }
}

static inline void rebuild_modifiers(const pav_chunk_clip *clip, const pav_record_curve *curve,
                                     pav_build_modifier *modifiers)
{
    for (uint32_t i = 0; i < curve->modifiers_count; i++) {
        const pav_record_modifier *modifier = &clip->modifiers[curve->modifiers_first + i];
        modifiers[i] = (pav_build_modifier){
            .record = *modifier,
            .coefficients = clip->coefficients + modifier->coefficients_first,
            .coefficient_count = modifier->coefficients_count,
            .control_points = clip->control_points + modifier->control_points_first,
            .control_point_count = modifier->control_points_count,
        };
    }
}

static inline void rebuild_channel(pav_builder *builder, const pav_chunk_clip *clip, uint32_t index,
                                   uint32_t channel)
{
    static pav_build_key keys[16][64];
    static pav_build_modifier modifiers[16][8];
    const pav_record_channel *record = &clip->channels[channel];
    const pav_record_target *target = &clip->targets[record->target];
    pav_build_component components[16] = {0};
    for (uint32_t i = 0; i < record->components_count; i++) {
        const pav_record_component *component = &clip->components[record->components_first + i];
        components[i].component = component->component;
        components[i].kind = (pav_component_kind)component->kind;
        components[i].value = component->value;
        components[i].group = component->group;
        components[i].lane = component->lane;
        if (component->kind == PAV_COMPONENT_KIND_CURVE) {
            const pav_record_curve *curve = &clip->curves[component->curve];
            rebuild_keys(clip, curve, keys[i]);
            rebuild_easings(clip, curve, keys[i]);
            rebuild_modifiers(clip, curve, modifiers[i]);
            components[i].keys = keys[i];
            components[i].key_count = curve->keys_count;
            components[i].extrapolation = (pav_extrapolation)curve->extrapolation;
            components[i].modifiers = modifiers[i];
            components[i].modifier_count = curve->modifiers_count;
            components[i].rounding = (pav_rounding)curve->rounding;
        }
    }
    const pav_build_channel given = {
        .kind = (pav_target_kind)target->kind,
        .library = clip->text + target->library,
        .owner = clip->text + target->owner,
        .part = clip->text + target->part,
        .element = clip->text + target->element,
        .conversion = (pav_conversion)record->conversion,
        .components = components,
        .component_count = record->components_count,
    };
    CHECK(pav_builder_add_channel(builder, index, &given) == channel);
}

static inline void rebuild_clip(pav_builder *builder, const pav_chunk_clip *clip, uint32_t index)
{
    const pav_build_clip given = {
        .name = clip->text + clip->clip->name,
        .library = clip->text + clip->clip->library,
        .mode_set = true,
        .mode = (pav_play_mode)clip->clip->play_mode,
        .fps = clip->clip->fps,
        .fps_base = clip->clip->fps_base,
        .frame_start = clip->clip->frame_start,
        .frame_end = clip->clip->frame_end,
        .error = clip->clip->error,
        .error_bound = clip->clip->error_bound,
    };
    CHECK(pav_builder_add_clip(builder, &given) == index);
    for (uint32_t i = 0; i < clip->sample_group_count; i++) {
        const pav_record_sample_group *group = &clip->sample_groups[i];
        const pav_build_samples samples = {group->rate, group->lane_count, group->sample_count,
                                           (pav_sample_interpolation)group->interpolation,
                                           clip->samples + group->samples_first};
        CHECK(pav_builder_add_samples(builder, index, &samples) == i);
        for (uint32_t k = group->knots_first; k < group->knots_first + group->knots_count; k++) {
            const pav_record_knot *knot = &clip->knots[k];
            CHECK(pav_builder_add_knot(builder, index, knot->frame, clip->knot_values + knot->values_first,
                                       knot->values_count) == k);
        }
        for (uint32_t k = group->cuts_first; k < group->cuts_first + group->cuts_count; k++) {
            const pav_record_cut *cut = &clip->cuts[k];
            CHECK(pav_builder_add_cut(builder, index, cut->frame, clip->cut_values + cut->values_first,
                                      cut->values_count) == k);
        }
    }
    for (uint32_t i = 0; i < clip->channel_count; i++) {
        rebuild_channel(builder, clip, index, i);
    }
    for (uint32_t i = 0; i < clip->event_count; i++) {
        const pav_record_event *event = &clip->events[i];
        CHECK(pav_builder_add_event(builder, index, clip->text + event->name, event->frame) == i);
    }
}

/* ---- Clips: the file's writer lets equal targets and curves be shared, the builder does not ---- */

static inline int same_easings(const pav_chunk_clip *a, const pav_record_curve *x, const pav_chunk_clip *b,
                               const pav_record_curve *y)
{
    int same = x->easings_count == y->easings_count;
    for (uint32_t i = 0; same && i < x->easings_count; i++) {
        pav_record_easing m = a->easings[x->easings_first + i];
        const pav_record_easing n = b->easings[y->easings_first + i];
        m.key += y->keys_first - x->keys_first;
        same = memcmp(&m, &n, sizeof m) == 0;
    }
    return same;
}

static inline int same_modifiers(const pav_chunk_clip *a, const pav_record_curve *x, const pav_chunk_clip *b,
                                 const pav_record_curve *y)
{
    int same = x->modifiers_count == y->modifiers_count;
    for (uint32_t i = 0; same && i < x->modifiers_count; i++) {
        pav_record_modifier m = a->modifiers[x->modifiers_first + i];
        const pav_record_modifier n = b->modifiers[y->modifiers_first + i];
        same = m.coefficients_count == n.coefficients_count &&
               m.control_points_count == n.control_points_count &&
               memcmp(a->coefficients + m.coefficients_first, b->coefficients + n.coefficients_first,
                      m.coefficients_count * sizeof(float)) == 0 &&
               memcmp(a->control_points + m.control_points_first, b->control_points + n.control_points_first,
                      m.control_points_count * sizeof(pav_record_control_point)) == 0;
        m.coefficients_first = n.coefficients_first;
        m.control_points_first = n.control_points_first;
        same = same && memcmp(&m, &n, sizeof m) == 0;
    }
    return same;
}

static inline int same_curve(const pav_chunk_clip *a, uint32_t a_curve, const pav_chunk_clip *b,
                             uint32_t b_curve)
{
    const pav_record_curve x = a->curves[a_curve], y = b->curves[b_curve];
    const size_t count = x.keys_count, i = x.keys_first, k = y.keys_first;
    return x.extrapolation == y.extrapolation && x.rounding == y.rounding && x.keys_count == y.keys_count &&
           same_easings(a, &x, b, &y) && same_modifiers(a, &x, b, &y) &&
           memcmp(a->key_times + i, b->key_times + k, count * 4) == 0 &&
           memcmp(a->key_values + i, b->key_values + k, count * 4) == 0 &&
           memcmp(a->key_lefts + 2 * i, b->key_lefts + 2 * k, count * 8) == 0 &&
           memcmp(a->key_rights + 2 * i, b->key_rights + 2 * k, count * 8) == 0 &&
           memcmp(a->key_interpolations + i, b->key_interpolations + k, count) == 0;
}

static inline int same_component(const pav_chunk_clip *a, pav_record_component x, const pav_chunk_clip *b,
                                 pav_record_component y)
{
    if (x.kind == PAV_COMPONENT_KIND_CURVE && y.kind == x.kind && !same_curve(a, x.curve, b, y.curve)) {
        return 0;
    }
    x.curve = y.curve;
    return memcmp(&x, &y, sizeof x) == 0;
}

static inline int same_target(const pav_chunk_clip *a, const pav_record_target *x, const pav_chunk_clip *b,
                              const pav_record_target *y)
{
    return x->kind == y->kind && strcmp(a->text + x->library, b->text + y->library) == 0 &&
           strcmp(a->text + x->owner, b->text + y->owner) == 0 &&
           strcmp(a->text + x->part, b->text + y->part) == 0 &&
           strcmp(a->text + x->element, b->text + y->element) == 0;
}

static inline int same_clip(const pav_chunk_clip *a, const pav_chunk_clip *b)
{
    int same = a->channel_count == b->channel_count && a->component_count == b->component_count &&
               a->sample_count == b->sample_count && a->sample_group_count == b->sample_group_count &&
               strcmp(a->text + a->clip->name, b->text + b->clip->name) == 0 &&
               a->clip->play_mode == b->clip->play_mode && a->clip->fps == b->clip->fps &&
               memcmp(&a->clip->fps_base, &b->clip->fps_base, 12) == 0;
    if (same && a->sample_count) {
        same =
            memcmp(a->samples, b->samples, a->sample_count * sizeof *a->samples) == 0 &&
            memcmp(a->sample_groups, b->sample_groups, a->sample_group_count * sizeof *a->sample_groups) == 0;
        same = same && a->cut_count == b->cut_count && a->cut_value_count == b->cut_value_count;
    }
    if (same && a->cut_count) {
        same = memcmp(a->cuts, b->cuts, a->cut_count * sizeof *a->cuts) == 0 &&
               memcmp(a->cut_values, b->cut_values, a->cut_value_count * sizeof *a->cut_values) == 0;
    }
    same = same && a->knot_count == b->knot_count && a->knot_value_count == b->knot_value_count;
    if (same && a->knot_count) {
        same = memcmp(a->knots, b->knots, a->knot_count * sizeof *a->knots) == 0 &&
               memcmp(a->knot_values, b->knot_values, a->knot_value_count * sizeof *a->knot_values) == 0;
    }
    for (uint32_t i = 0; same && i < a->channel_count; i++) {
        same = a->channels[i].conversion == b->channels[i].conversion &&
               a->channels[i].components_first == b->channels[i].components_first &&
               a->channels[i].components_count == b->channels[i].components_count &&
               same_target(a, &a->targets[a->channels[i].target], b, &b->targets[b->channels[i].target]);
    }
    for (uint32_t i = 0; same && i < a->component_count; i++) {
        same = same_component(a, a->components[i], b, b->components[i]);
    }
    same = same && a->event_count == b->event_count;
    for (uint32_t i = 0; same && i < a->event_count; i++) {
        same = memcmp(&a->events[i].frame, &b->events[i].frame, sizeof a->events[i].frame) == 0 &&
               strcmp(a->text + a->events[i].name, b->text + b->events[i].name) == 0;
    }
    return same;
}

#endif
