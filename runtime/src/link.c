/* SPDX-License-Identifier: MIT */
/* Finds what each channel of the clips drives. */
#include "binding.h"
#include "camera.h"
#include "channel.h"
#include "error.h"
#include "light.h"
#include "lookup.h"
#include "material.h"
#include "memory.h"
#include "property.h"

#include <string.h>

/* What linking needs besides the binding, and only while it lasts. */
typedef struct linker {
    pav_binding *binding;
    pav_lookup lookup;
    pav_layout layout;
    uint32_t *stamps; /* Of each node, and of none: the last link that met a copy shown by it. */
    const pav_chunk_scene *scene;
} linker;

/* A target and how many numbers it holds: a custom property may have several of one. */
typedef struct found_target {
    pav_target target; /* first is PAV_NONE: there is none. */
    uint32_t floats;
} found_target;

/* A channel that looks for what it may drive. */
typedef struct seeker {
    const pav_record_channel *channel;
    uint32_t numbers; /* A bit for each number that it moves. */
    const char *element;
} seeker;

/* Whether a channel can be played on a target. */
static bool fits(const seeker *seeker, const found_target *found)
{
    if (seeker->channel->conversion != PAV_CONVERSION_NONE) {
        return found->target.value == PAV_VALUE_QUATERNION;
    }
    return found->target.value != PAV_VALUE_QUATERNION && !(seeker->numbers >> found->floats);
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

static pav_target find_attribute(const pav_attribute_list *list, const pav_target *targets, uint32_t index,
                                 const char *name)
{
    const uint32_t found = pav_attribute_find(list, name);
    return found == PAV_NONE ? (pav_target){.first = PAV_NONE} : targets[(size_t)index * list->count + found];
}

/* Of the elements of one name that a node has the first that the channel fits; if it fits none, the first. */
static pav_target find_fitting(const linker *linker, uint32_t node, const seeker *seeker)
{
    const pav_layout *layout = &linker->layout;
    uint32_t place = pav_find_element(linker->scene, node, seeker->element, 0);
    while (place != PAV_NONE) {
        const pav_target target = pav_layout_element_at(layout, node, place);
        if (fits(seeker, &(found_target){target, pav_value_floats(target.value)})) {
            return target;
        }
        place = pav_find_element(linker->scene, node, seeker->element, place + 1);
    }
    return pav_layout_element(layout, linker->scene, node, seeker->element);
}

/* The target of a named thing that is no custom property. */
static pav_target find_element(const linker *linker, const pav_named *named, const seeker *seeker)
{
    const pav_layout *layout = &linker->layout;
    const char *element = seeker->element;
    switch (named->kind) {
    case PAV_TARGET_KIND_MORPH:
        return (pav_target){PAV_VALUE_FLOAT, layout->morph_first[named->index] + named->morph};
    case PAV_TARGET_KIND_MESH:
        return pav_layout_mesh(layout, pav_document_mesh(linker->binding->scene_document, named->index),
                               named->index, element);
    case PAV_TARGET_KIND_MATERIAL: {
        const uint32_t input = pav_material_find_input(linker->scene, named->index, element);
        return input == PAV_NONE ? (pav_target){.first = PAV_NONE} : layout->inputs[input];
    }
    case PAV_TARGET_KIND_CAMERA:
        return find_attribute(&pav_camera_attributes, layout->cameras, named->index, element);
    case PAV_TARGET_KIND_LIGHT:
        return find_attribute(&pav_light_attributes, layout->lights, named->index, element);
    case PAV_TARGET_KIND_SCENE:
        return find_attribute(&pav_sky_attributes, &layout->sky, 0, element);
    default:
        return find_fitting(linker, named->index, seeker);
    }
}

static found_target find_target(const linker *linker, const pav_named *named, const seeker *seeker)
{
    if (pav_kind_is_property(named->kind)) {
        const pav_record_property *property = &linker->scene->properties[named->index];
        const pav_value value = pav_property_value((pav_property_kind)property->kind);
        return (found_target){{value, linker->layout.property_first[named->index]}, property->values_count};
    }
    const pav_target target = find_element(linker, named, seeker);
    return (found_target){target, pav_value_floats(target.value)};
}

/* Whether a node of that name was met before in the same place: the scene itself, or one instance of a
 * collection. */
static bool is_second(const linker *linker, const pav_named *named, uint32_t link)
{
    if (named->kind != PAV_TARGET_KIND_OBJECT && named->kind != PAV_TARGET_KIND_BONE) {
        return false;
    }
    const uint32_t instancer = linker->scene->nodes[named->index].instancer;
    uint32_t *stamp = &linker->stamps[instancer == PAV_NONE ? linker->scene->node_count : instancer];
    const bool second = *stamp == link;
    *stamp = link;
    return second;
}

/* What has no name is found by none, so that two things that were not named do not meet by chance. */
static bool is_called(const char *name, const char *wanted)
{
    return *wanted && strcmp(name, wanted) == 0;
}

static bool has_names(const pav_wanted *wanted)
{
    const bool is_part = wanted->kind == PAV_TARGET_KIND_BONE || wanted->kind == PAV_TARGET_KIND_MORPH;
    return (*wanted->owner || wanted->kind == PAV_TARGET_KIND_SCENE) && (*wanted->part || !is_part) &&
           *wanted->element;
}

static pav_wanted wanted_of(const pav_binding *binding, const pav_chunk_clip *clip,
                            const pav_record_target *target, pav_target_kind kind, bool *paired)
{
    return (pav_wanted){
        .kind = kind,
        .owner = pav_owner_in_scene(binding, clip->text + target->owner, paired),
        .part = clip->text + target->part,
        .element = clip->text + target->element,
    };
}

/* Adds all targets that a channel drives and says what became of it. */
static pav_result find_targets(const linker *linker, uint32_t link, pav_link_status *status)
{
    pav_binding *binding = linker->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, binding->links[link].clip);
    const pav_record_channel *channel = &clip->channels[binding->links[link].channel];
    const pav_record_target *target = &clip->targets[channel->target];
    bool paired;
    const pav_wanted wanted = wanted_of(binding, clip, target, (pav_target_kind)target->kind, &paired);
    const seeker seeker = {channel, binding->bounds[link].numbers, wanted.element};
    const pav_named *named = NULL;
    *status = PAV_LINK_UNBOUND;
    if (!has_names(&wanted)) {
        return PAV_OK;
    }
    while ((named = pav_lookup_find(&linker->lookup, &wanted, named)) != NULL) {
        if (!pav_library_fits(binding, paired, clip->text + target->library, named->library)) {
            continue;
        }
        const bool second = is_second(linker, named, link);
        const found_target found = find_target(linker, named, &seeker);
        if (second) {
            *status = PAV_LINK_AMBIGUOUS;
        } else if (found.target.first == PAV_NONE || *status == PAV_LINK_AMBIGUOUS) {
            continue;
        } else if (!fits(&seeker, &found)) {
            *status = PAV_LINK_MISMATCH;
        } else if (!add_target(binding, found.target)) {
            return PAV_ERROR_MEMORY;
        } else if (*status == PAV_LINK_UNBOUND) {
            *status = PAV_LINK_BOUND;
        }
    }
    return PAV_OK;
}

/* Whose item is meant by the kind of a channel's target. */
static pav_target_kind item_kind(pav_target_kind kind)
{
    switch (kind) {
    case PAV_TARGET_KIND_OBJECT_PROPERTY:
        return PAV_TARGET_KIND_OBJECT;
    case PAV_TARGET_KIND_BONE_PROPERTY:
        return PAV_TARGET_KIND_BONE;
    case PAV_TARGET_KIND_MORPH:
    case PAV_TARGET_KIND_MESH_PROPERTY:
        return PAV_TARGET_KIND_MESH;
    case PAV_TARGET_KIND_MATERIAL_PROPERTY:
        return PAV_TARGET_KIND_MATERIAL;
    case PAV_TARGET_KIND_CAMERA_PROPERTY:
        return PAV_TARGET_KIND_CAMERA;
    case PAV_TARGET_KIND_LIGHT_PROPERTY:
        return PAV_TARGET_KIND_LIGHT;
    default:
        return kind;
    }
}

/* Whether a channel is one of the item that a callback is about. */
static bool is_about(const linker *linker, const pav_update_callback *callback, const pav_chunk_clip *clip,
                     uint32_t channel)
{
    if (callback->only == PAV_ALL) {
        return true;
    }
    const pav_record_target *target = &clip->targets[clip->channels[channel].target];
    const pav_named item = pav_name_item(linker->binding->scene_document, callback->kind, callback->only);
    bool paired;
    const pav_wanted wanted =
        wanted_of(linker->binding, clip, target, item_kind((pav_target_kind)target->kind), &paired);
    const bool bone = item.kind == PAV_TARGET_KIND_BONE;
    return wanted.kind == item.kind && item.owner && is_called(item.owner, wanted.owner) &&
           (!bone || is_called(item.part, wanted.part)) &&
           pav_library_fits(linker->binding, paired, clip->text + target->library, item.library);
}

/* Asks the scene's own callbacks, in order, until one takes the channel. */
static pav_result ask_callbacks(const linker *linker, pav_scene *scene, uint32_t link,
                                pav_link_status *status)
{
    pav_binding *binding = linker->binding;
    const pav_link *asked = &binding->links[link];
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, asked->clip);
    const pav_callback_list *list = &scene->callbacks;
    for (uint32_t i = list->head; i != PAV_NONE && *status == PAV_LINK_UNBOUND; i = list->places[i].next) {
        const pav_callback_place *place = &list->places[i];
        if (!place->links || !place->callback.link ||
            !is_about(linker, &place->callback, clip, asked->channel)) {
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
            const found_target found = {target, pav_value_floats(target.value)};
            const seeker seeker = {.channel = &clip->channels[asked->channel],
                                   .numbers = binding->bounds[link].numbers,
                                   .element = ""};
            const bool good =
                (uint64_t)target.first + found.floats <= scene->float_count && fits(&seeker, &found);
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
        result = ask_callbacks(linker, scene, link, &entry->status);
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
