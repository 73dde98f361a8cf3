/* SPDX-License-Identifier: MIT */
/* Clips: channels and samples. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "builder.h"
#include "error.h"
#include "memory.h"

/* ---- Clips ---- */

static void fill_clip(pav_builder *builder, pav_growing_clip *growing, const pav_build_clip *given)
{
    pav_growing_chunk *chunk = &growing->chunk;
    const pav_record_scene *scene = pav_grown(&builder->scene, offsetof(pav_chunk_scene, scene));
    const pav_record_clip clip = {
        .name = pav_builder_text(builder, chunk, given->name),
        .library = pav_builder_text(builder, chunk, given->library),
        .play_mode = (uint32_t)(given->mode_set ? given->mode : PAV_PLAY_MODE_STAY),
        .fps = given->fps ? given->fps : scene->fps,
        .fps_base = given->fps_base != 0.0f ? given->fps_base : scene->fps_base,
        .frame_start = given->frame_start,
        .frame_end = given->frame_end,
        .error = given->error,
        .error_bound = given->error_bound,
    };
    growing->range_from_keys = given->frame_start == 0.0f && given->frame_end == 0.0f;
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, clip), &clip, 1);
    const pav_record_clip_name name = {
        .name = pav_builder_text(builder, &builder->info, given->name),
        .library = pav_builder_text(builder, &builder->info, given->library),
    };
    pav_builder_grow(builder, &builder->info, offsetof(pav_chunk_info, clips), &name, 1);
}

uint32_t pav_builder_add_clip(pav_builder *builder, const pav_build_clip *given)
{
    const pav_build_clip defaults = {0};
    assert(builder);
    if (!pav_builder_is_fine(builder)) {
        return PAV_NONE;
    }
    if (!pav_grow_reserve(&builder->allocator, &builder->clips, sizeof(pav_growing_clip), 1)) {
        pav_builder_fail_memory(builder);
        return PAV_NONE;
    }
    const uint32_t index = builder->clips.count++;
    pav_growing_clip *growing = (pav_growing_clip *)(void *)builder->clips.items + index;
    *growing = (pav_growing_clip){.chunk = {.type = &pav_chunk_types[PAV_CHUNK_TYPE_CLIP]}};
    fill_clip(builder, growing, given ? given : &defaults);
    return pav_builder_result(builder, index);
}

uint32_t pav_builder_add_samples(pav_builder *builder, uint32_t clip, const pav_build_samples *samples)
{
    assert(builder && samples);
    pav_growing_clip *growing = pav_builder_clip(builder, clip);
    if (!growing) {
        return PAV_NONE;
    }
    const uint64_t total = (uint64_t)samples->sample_count * samples->lane_count;
    if (total >= PAV_NONE) {
        pav_builder_fail_memory(builder);
        return PAV_NONE;
    }
    const pav_record_sample_group group = {
        .rate = samples->rate,
        .sample_count = samples->sample_count,
        .lane_count = samples->lane_count,
        .samples_first = pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, samples),
                                          samples->samples, (uint32_t)total),
        .samples_count = (uint32_t)total,
        .cuts_first = pav_grown_count(&growing->chunk, offsetof(pav_chunk_clip, cuts)),
        .interpolation = (uint32_t)samples->interpolation,
        .knots_first = pav_grown_count(&growing->chunk, offsetof(pav_chunk_clip, knots)),
    };
    return pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, sample_groups), &group, 1);
}

/* The group that was added last. */
static pav_record_sample_group *last_group(pav_growing_clip *growing)
{
    const uint32_t groups = pav_grown_count(&growing->chunk, offsetof(pav_chunk_clip, sample_groups));
    assert(groups);
    pav_record_sample_group *all = pav_grown(&growing->chunk, offsetof(pav_chunk_clip, sample_groups));
    return &all[groups - 1];
}

uint32_t pav_builder_add_knot(pav_builder *builder, uint32_t clip, float frame, const float *values,
                              uint32_t value_count)
{
    assert(builder && (values || !value_count));
    pav_growing_clip *growing = pav_builder_clip(builder, clip);
    if (!growing) {
        return PAV_NONE;
    }
    last_group(growing)->knots_count++;
    const pav_record_knot knot = {
        .frame = frame,
        .values_first = pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, knot_values),
                                         values, value_count),
        .values_count = value_count,
    };
    return pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, knots), &knot, 1);
}

uint32_t pav_builder_add_cut(pav_builder *builder, uint32_t clip, float frame, const float *values,
                             uint32_t value_count)
{
    assert(builder && (values || !value_count));
    pav_growing_clip *growing = pav_builder_clip(builder, clip);
    if (!growing) {
        return PAV_NONE;
    }
    last_group(growing)->cuts_count++;
    const pav_record_cut cut = {
        .frame = frame,
        .values_first = pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, cut_values),
                                         values, value_count),
        .values_count = value_count,
    };
    return pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, cuts), &cut, 1);
}

uint32_t pav_builder_add_event(pav_builder *builder, uint32_t clip, const char *name, float frame)
{
    assert(builder);
    pav_growing_clip *growing = pav_builder_clip(builder, clip);
    if (!growing) {
        return PAV_NONE;
    }
    const pav_record_event event = {
        .frame = frame,
        .name = pav_builder_text(builder, &growing->chunk, name),
    };
    return pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, events), &event, 1);
}

/* ---- Channels ---- */

static void add_component(pav_builder *builder, pav_growing_clip *growing, const pav_build_component *given)
{
    pav_record_component component;
    pav_grow_default(growing->chunk.type, offsetof(pav_chunk_clip, components), &component);
    component.component = given->component;
    component.kind = (uint32_t)given->kind;
    component.value = given->value;
    if (given->kind == PAV_COMPONENT_KIND_CURVE) {
        component.curve = pav_builder_add_curve(builder, growing, given);
    } else if (given->kind == PAV_COMPONENT_KIND_SAMPLED) {
        component.group = given->group;
        component.lane = given->lane;
    }
    pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, components), &component, 1);
}

static uint32_t add_target(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_channel *given)
{
    const pav_record_target target = {
        .kind = (uint32_t)given->kind,
        .library = pav_builder_text(builder, chunk, given->library),
        .owner = pav_builder_text(builder, chunk, given->owner),
        .part = pav_builder_text(builder, chunk, given->part),
        .element = pav_builder_text(builder, chunk, given->element),
    };
    return pav_builder_grow(builder, chunk, offsetof(pav_chunk_clip, targets), &target, 1);
}

uint32_t pav_builder_add_channel(pav_builder *builder, uint32_t clip, const pav_build_channel *given)
{
    const pav_build_channel defaults = {0};
    assert(builder);
    pav_growing_clip *growing = pav_builder_clip(builder, clip);
    if (!growing) {
        return PAV_NONE;
    }
    given = given ? given : &defaults;
    const pav_record_channel channel = {
        .target = add_target(builder, &growing->chunk, given),
        .conversion = (uint32_t)given->conversion,
        .components_first = pav_grown_count(&growing->chunk, offsetof(pav_chunk_clip, components)),
        .components_count = given->component_count,
    };
    for (uint32_t i = 0; i < given->component_count && pav_builder_is_fine(builder); i++) {
        add_component(builder, growing, &given->components[i]);
    }
    return pav_builder_grow(builder, &growing->chunk, offsetof(pav_chunk_clip, channels), &channel, 1);
}

uint32_t pav_builder_add_morph_channel(pav_builder *builder, uint32_t clip, uint32_t mesh, uint32_t morph,
                                       const pav_build_component *weight)
{
    assert(builder && weight);
    const pav_growing_chunk *chunk = pav_builder_mesh(builder, mesh);
    if (!chunk) {
        return PAV_NONE;
    }
    const uint32_t count = pav_grown_count(chunk, offsetof(pav_chunk_mesh, morphs));
    if (morph >= count) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE,
                 "mesh %" PRIu32 ": morph %" PRIu32 ", but there are %" PRIu32, mesh, morph, count);
        return PAV_NONE;
    }
    const char *text = pav_grown(chunk, offsetof(pav_chunk_mesh, text));
    const pav_record_mesh *record = pav_grown(chunk, offsetof(pav_chunk_mesh, mesh));
    const pav_record_morph *morphs = pav_grown(chunk, offsetof(pav_chunk_mesh, morphs));
    const pav_build_channel channel = {
        .kind = PAV_TARGET_KIND_MORPH,
        .library = record->library ? text + record->library : NULL,
        .owner = record->name ? text + record->name : NULL,
        .part = morphs[morph].name ? text + morphs[morph].name : NULL,
        .element = "value",
        .components = weight,
        .component_count = 1,
    };
    return pav_builder_add_channel(builder, clip, &channel);
}
