/* SPDX-License-Identifier: MIT */
/* Finds what each channel of the clips drives. */
#include "binding.h"
#include "channel.h"
#include "error.h"
#include "lookup.h"
#include "material.h"
#include "memory.h"

#include <string.h>

/* What linking needs besides the binding, and only while it lasts. */
typedef struct linker {
    pav_binding *binding;
    pav_lookup lookup;
    pav_layout layout;
    uint32_t *stamps; /* Of each node, and of none: the last link that met a copy shown by it. */
    const pav_chunk_scene *scene;
} linker;

/* Whether a channel can be played on a target. */
static bool fits(const pav_record_channel *channel, uint32_t numbers, pav_value value)
{
    if (channel->conversion != PAV_CONVERSION_NONE) {
        return value == PAV_VALUE_QUATERNION;
    }
    return value != PAV_VALUE_QUATERNION && !(numbers >> pav_value_floats(value));
}

static bool add_target(pav_binding *binding, pav_target target)
{
    if (binding->target_count == binding->target_capacity) {
        if (binding->target_capacity > PAV_NONE / 2 - 32) {
            return false;
        }
        const uint32_t capacity = 2 * binding->target_capacity + 64;
        pav_target *targets = pav_allocate(&binding->allocator, capacity, sizeof *targets);
        if (!targets) {
            return false;
        }
        if (binding->targets) {
            memcpy(targets, binding->targets, binding->target_count * sizeof *targets);
        }
        pav_release(&binding->allocator, binding->targets);
        binding->targets = targets;
        binding->target_capacity = capacity;
    }
    binding->targets[binding->target_count++] = target;
    return true;
}

/* ---- One channel ---- */

/* The target of a named thing; first is PAV_NONE when it has no such element. */
static pav_target find_target(const linker *linker, const pav_named *named, const char *element)
{
    if (named->kind == PAV_TARGET_KIND_MORPH) {
        return (pav_target){PAV_VALUE_FLOAT, linker->layout.morph_first[named->index] + named->morph};
    }
    if (named->kind == PAV_TARGET_KIND_MATERIAL) {
        const uint32_t input = pav_material_find_input(linker->scene, named->index, element);
        return input == PAV_NONE ? (pav_target){.first = PAV_NONE} : linker->layout.inputs[input];
    }
    const pav_record_node *node = &linker->scene->nodes[named->index];
    for (uint32_t i = 0; i < node->elements_count; i++) {
        const pav_record_element *candidate = &linker->scene->elements[node->elements_first + i];
        if (strcmp(linker->scene->text + candidate->name, element) == 0) {
            return linker->layout.elements[linker->layout.element_first[named->index] + i];
        }
    }
    return (pav_target){.first = PAV_NONE};
}

/* Whether a node of that name was met before in the same place: the scene itself, or one instance of a
 * collection. */
static bool is_second(const linker *linker, const pav_named *named, uint32_t link)
{
    if (named->kind == PAV_TARGET_KIND_MORPH || named->kind == PAV_TARGET_KIND_MATERIAL) {
        return false;
    }
    const uint32_t instancer = linker->scene->nodes[named->index].instancer;
    uint32_t *stamp = &linker->stamps[instancer == PAV_NONE ? linker->scene->node_count : instancer];
    const bool second = *stamp == link;
    *stamp = link;
    return second;
}

/* Adds all targets that a channel drives and says what became of it. */
static pav_result find_targets(const linker *linker, uint32_t link, pav_link_status *status)
{
    pav_binding *binding = linker->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, binding->links[link].clip);
    const pav_record_channel *channel = &clip->channels[binding->links[link].channel];
    const pav_record_target *target = &clip->targets[channel->target];
    bool paired;
    const char *owner = pav_owner_in_scene(binding, clip->text + target->owner, &paired);
    const pav_named *named = NULL;
    *status = PAV_LINK_UNBOUND;
    while ((named = pav_lookup_find(&linker->lookup, (pav_target_kind)target->kind, owner,
                                    clip->text + target->part, named)) != NULL) {
        if (!pav_library_fits(binding, paired, clip->text + target->library, named->library)) {
            continue;
        }
        const bool second = is_second(linker, named, link);
        const pav_target found = find_target(linker, named, clip->text + target->element);
        if (second) {
            *status = PAV_LINK_AMBIGUOUS;
        } else if (found.first == PAV_NONE || *status == PAV_LINK_AMBIGUOUS) {
            continue;
        } else if (!fits(channel, binding->bounds[link].numbers, found.value)) {
            *status = PAV_LINK_MISMATCH;
        } else if (!add_target(binding, found)) {
            return PAV_ERROR_MEMORY;
        } else if (*status == PAV_LINK_UNBOUND) {
            *status = PAV_LINK_BOUND;
        }
    }
    return PAV_OK;
}

/* Asks the scene's own callbacks, in order, until one takes the channel. */
static pav_result ask_callbacks(pav_binding *binding, pav_scene *scene, uint32_t link,
                                pav_link_status *status)
{
    const pav_link *asked = &binding->links[link];
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, asked->clip);
    const pav_callback_list *list = &scene->callbacks;
    for (uint32_t i = list->head; i != PAV_NONE && *status == PAV_LINK_UNBOUND; i = list->places[i].next) {
        const pav_callback_place *place = &list->places[i];
        if (!place->links || !place->callback.link) {
            continue;
        }
        pav_target target = {.first = PAV_NONE};
        const pav_result result =
            place->callback.link(place->callback.self, scene, clip, asked->channel, place->first, &target);
        if (result == PAV_ERROR_LINK) {
            *status = PAV_LINK_MISMATCH;
        } else if (result) {
            return result;
        } else if (target.first != PAV_NONE) {
            const uint64_t end = (uint64_t)target.first + pav_value_floats(target.value);
            const bool good = end <= scene->float_count && fits(&clip->channels[asked->channel],
                                                                binding->bounds[link].numbers, target.value);
            *status = good ? PAV_LINK_BOUND : PAV_LINK_MISMATCH;
            if (good && !add_target(binding, target)) {
                return PAV_ERROR_MEMORY;
            }
        }
    }
    return PAV_OK;
}

/* ---- All channels ---- */

static pav_result link_channel(const linker *linker, pav_scene *scene, uint32_t link)
{
    pav_binding *binding = linker->binding;
    pav_link *entry = &binding->links[link];
    pav_bound *bound = &binding->bounds[link];
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, entry->clip);
    bound->target_first = binding->target_count;
    bound->numbers = pav_channel_numbers(clip, &clip->channels[entry->channel]);
    pav_result result = find_targets(linker, link, &entry->status);
    if (!result && scene) {
        result = ask_callbacks(binding, scene, link, &entry->status);
    }
    if (entry->status != PAV_LINK_BOUND) {
        binding->target_count = bound->target_first;
    }
    entry->target_count = binding->target_count - bound->target_first;
    return result;
}

static pav_result link_all(linker *linker, pav_scene *scene, pav_error *error)
{
    pav_binding *binding = linker->binding;
    const uint32_t places = (linker->scene ? linker->scene->node_count : 0) + 1;
    linker->stamps = pav_allocate(&binding->allocator, places, sizeof *linker->stamps);
    if (!linker->stamps) {
        return pav_fail_memory(error);
    }
    for (uint32_t i = 0; i < places; i++) {
        linker->stamps[i] = PAV_NONE;
    }
    for (uint32_t link = 0; link < binding->link_count; link++) {
        const pav_result result = link_channel(linker, scene, link);
        if (result == PAV_ERROR_MEMORY) {
            return pav_fail_memory(error);
        }
        if (result) {
            const pav_chunk_clip *clip = pav_document_clip(binding->clips, binding->links[link].clip);
            return pav_fail(error, result, "clip \"%s\": channel %u: a callback's link failed with result %d",
                            clip->text + clip->clip->name, (unsigned)binding->links[link].channel,
                            (int)result);
        }
    }
    return PAV_OK;
}

pav_result pav_binding_link_all(pav_binding *binding, pav_scene *scene, pav_error *error)
{
    linker linker = {.binding = binding, .scene = pav_document_scene(binding->scene_document)};
    pav_result result =
        pav_lookup_create(binding->scene_document, &binding->allocator, &linker.lookup, error);
    if (!result) {
        result = pav_layout_create(binding->scene_document, &binding->allocator, &linker.layout, error);
    }
    if (!result) {
        result = link_all(&linker, scene, error);
    }
    pav_lookup_destroy(&linker.lookup);
    pav_layout_destroy(&linker.layout);
    pav_release(&binding->allocator, linker.stamps);
    return result;
}
