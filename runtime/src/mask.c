/* SPDX-License-Identifier: MIT */
#include "mask.h"

#include "error.h"
#include "memory.h"
#include "scene.h"

#include <assert.h>
#include <string.h>

static bool is_weight(float weight)
{
    return weight >= 0 && weight <= 1;
}

/* ---- Creation ---- */

static void release(pav_mask *mask)
{
    const pav_allocator allocator = mask->allocator;
    pav_layout_destroy(&mask->layout);
    pav_release(&allocator, mask->weights);
    pav_document_destroy(mask->document);
    pav_release(&allocator, mask);
}

pav_result pav_mask_create(pav_document *scene_document, const pav_mask_options *options, pav_mask **out,
                           pav_error *error)
{
    assert(scene_document && out);
    const pav_mask_options defaults = {.weight = 0};
    options = options ? options : &defaults;
    *out = NULL;
    if (!is_weight(options->weight)) {
        return pav_fail(error, PAV_ERROR_VALUE, "a mask's weight of %g", (double)options->weight);
    }
    const pav_allocator allocator = pav_allocator_or_default(&options->allocator);
    pav_mask *mask = pav_allocate_zeroed(&allocator, 1, sizeof *mask);
    if (!mask) {
        return pav_fail_memory(error);
    }
    mask->allocator = allocator;
    atomic_init(&mask->holds, 1);
    mask->document = pav_document_retain(scene_document);
    mask->other = options->weight;
    pav_result result = pav_layout_create(scene_document, &allocator, &mask->layout, error);
    if (!result) {
        mask->weights = pav_allocate(&allocator, (size_t)mask->layout.float_count + 1, sizeof *mask->weights);
        result = mask->weights ? PAV_OK : pav_fail_memory(error);
    }
    if (result) {
        release(mask);
        return result;
    }
    for (uint32_t i = 0; i < mask->layout.float_count; i++) {
        mask->weights[i] = options->weight;
    }
    *out = mask;
    return PAV_OK;
}

pav_mask *pav_mask_retain(pav_mask *mask)
{
    assert(mask);
    atomic_fetch_add_explicit(&mask->holds, 1, memory_order_relaxed);
    return mask;
}

void pav_mask_destroy(pav_mask *mask)
{
    if (mask && atomic_fetch_sub_explicit(&mask->holds, 1, memory_order_acq_rel) == 1) {
        release(mask);
    }
}

/* ---- Setting ---- */

/* A custom property may have more floats than its value type says: those up to the next target's. */
static void set_floats(pav_mask *mask, uint32_t first, uint32_t count, float weight)
{
    for (uint32_t i = first; i < first + count && i < mask->layout.float_count; i++) {
        mask->weights[i] = weight;
    }
}

static uint32_t property_floats(const pav_mask *mask, pav_target target)
{
    const pav_chunk_scene *scene = pav_document_scene(mask->document);
    for (uint32_t i = 0; i < mask->layout.property_count; i++) {
        if (mask->layout.property_first[i] == target.first && scene->properties[i].values_count) {
            return scene->properties[i].values_count;
        }
    }
    return pav_value_floats(target.value);
}

pav_result pav_mask_set_target(pav_mask *mask, pav_target target, float weight)
{
    assert(mask && target.first < mask->layout.float_count);
    if (!is_weight(weight)) {
        return PAV_ERROR_VALUE;
    }
    set_floats(mask, target.first, property_floats(mask, target), weight);
    return PAV_OK;
}

static void set_node(pav_mask *mask, uint32_t node, float weight)
{
    const pav_layout *layout = &mask->layout;
    for (uint32_t i = layout->element_first[node]; i < layout->element_first[node + 1]; i++) {
        set_floats(mask, layout->elements[i].first, pav_value_floats(layout->elements[i].value), weight);
    }
    const pav_chunk_scene *scene = pav_document_scene(mask->document);
    static const char *const visibility[] = {"hide_viewport", "hide_render"};
    for (int i = 0; i < 2; i++) {
        const pav_target target = pav_layout_element(layout, scene, node, visibility[i]);
        if (target.first != PAV_NONE) {
            set_floats(mask, target.first, pav_value_floats(target.value), weight);
        }
    }
}

static bool is_below(const pav_chunk_scene *scene, uint32_t node, uint32_t above)
{
    while (node != PAV_NONE && node > above) {
        node = scene->nodes[node].parent; /* Parents come first. */
    }
    return node == above;
}

pav_result pav_mask_set_node(pav_mask *mask, uint32_t node, bool below, float weight)
{
    assert(mask && node < mask->layout.node_count);
    if (!is_weight(weight)) {
        return PAV_ERROR_VALUE;
    }
    const pav_chunk_scene *scene = pav_document_scene(mask->document);
    set_node(mask, node, weight);
    for (uint32_t i = node + 1; below && i < mask->layout.node_count; i++) {
        if (is_below(scene, i, node)) {
            set_node(mask, i, weight);
        }
    }
    return PAV_OK;
}

/* ---- Names ---- */

static bool is_named(const pav_chunk_scene *scene, uint32_t node, const pav_mask_name *name)
{
    const pav_record_node *record = &scene->nodes[node];
    const bool bone = record->kind == PAV_NODE_KIND_BONE;
    const uint32_t object = bone ? record->armature : node;
    return bone == (name->part != NULL) && object != PAV_NONE &&
           strcmp(scene->text + scene->nodes[object].name, name->owner) == 0 &&
           (!bone || strcmp(scene->text + record->name, name->part) == 0);
}

static uint32_t find_named(const pav_mask *mask, const pav_mask_name *name, uint32_t from)
{
    const pav_chunk_scene *scene = pav_document_scene(mask->document);
    while (from < mask->layout.node_count && !is_named(scene, from, name)) {
        from++;
    }
    return from < mask->layout.node_count ? from : PAV_NONE;
}

pav_result pav_mask_set_names(pav_mask *mask, const pav_mask_name *names, uint32_t count, float weight,
                              pav_error *error)
{
    assert(mask && (names || !count));
    if (!is_weight(weight)) {
        return pav_fail(error, PAV_ERROR_VALUE, "a mask's weight of %g", (double)weight);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (find_named(mask, &names[i], 0) == PAV_NONE) {
            return names[i].part ? pav_fail(error, PAV_ERROR_NAME,
                                            "the mask names bone \"%s\" of \"%s\", which is "
                                            "not there",
                                            names[i].part, names[i].owner)
                                 : pav_fail(error, PAV_ERROR_NAME,
                                            "the mask names object \"%s\", which is not "
                                            "there",
                                            names[i].owner);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        /* Copies that a collection instance shows have the same name. */
        for (uint32_t node = 0; (node = find_named(mask, &names[i], node)) != PAV_NONE; node++) {
            pav_mask_set_node(mask, node, names[i].below, weight);
        }
    }
    return PAV_OK;
}

/* ---- Reading ---- */

bool pav_mask_is_for(const pav_mask *mask, const pav_scene *scene)
{
    return mask->document == scene->document;
}

double pav_mask_at(const pav_mask *mask, uint32_t number)
{
    return (double)(number < mask->layout.float_count ? mask->weights[number] : mask->other);
}

bool pav_mask_has(const pav_mask *mask, pav_target target)
{
    assert(mask);
    return pav_layout_has(&mask->layout, target);
}

float pav_mask_weight(const pav_mask *mask, pav_target target)
{
    assert(mask && target.first != PAV_NONE);
    return (float)pav_mask_at(mask, target.first);
}

int pav_mask_compare(const pav_mask *a, const pav_mask *b)
{
    if (a == b || !a || !b) {
        return (a != NULL) - (b != NULL);
    }
    for (uint32_t i = 0; i < a->layout.float_count; i++) {
        if (a->weights[i] != b->weights[i]) {
            return a->weights[i] < b->weights[i] ? -1 : 1;
        }
    }
    return (a->other > b->other) - (a->other < b->other);
}
