/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "contribution.h"
#include "error.h"
#include "memory.h"

#include <assert.h>
#include <string.h>

/* ---- Memory ---- */

void *pav_scene_allocate(pav_scene *scene, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX - sizeof(pav_block)) / size) {
        return NULL;
    }
    pav_block *block = pav_allocate_zeroed(&scene->allocator, 1, sizeof *block + count * size);
    if (!block) {
        return NULL;
    }
    block->next = scene->blocks;
    scene->blocks = block;
    return block + 1;
}

static void release_blocks(pav_scene *scene)
{
    while (scene->blocks) {
        pav_block *block = scene->blocks;
        scene->blocks = block->next;
        pav_release(&scene->allocator, block);
    }
}

/* ---- Creation ---- */

static pav_result count_floats(pav_scene *scene, const pav_scene_options *options, pav_error *error)
{
    uint64_t count = scene->layout.float_count;
    for (uint32_t i = 0; i < options->callback_count; i++) {
        count += options->callbacks[i].target_floats;
    }
    if (count >= PAV_NONE) {
        return pav_fail(error, PAV_ERROR_MEMORY, "the scene has more target values than fit");
    }
    scene->float_count = (uint32_t)count;
    return PAV_OK;
}

static void *copy_records(pav_scene *scene, const void *records, size_t count, size_t size)
{
    void *copy = pav_scene_allocate(scene, count, size);
    if (copy && count) {
        memcpy(copy, records, count * size);
    }
    return copy;
}

/* Copies of what the document says, for the built-in callbacks to change. */
static bool create_records(pav_scene *scene)
{
    const pav_chunk_scene *chunk = scene->chunk;
    scene->cameras = copy_records(scene, chunk->cameras, chunk->camera_count, sizeof *scene->cameras);
    scene->lights = copy_records(scene, chunk->lights, chunk->light_count, sizeof *scene->lights);
    scene->property_values = copy_records(scene, chunk->property_values, chunk->property_value_count,
                                          sizeof *scene->property_values);
    scene->node_flags = pav_scene_allocate(scene, chunk->node_count, sizeof *scene->node_flags);
    for (uint32_t i = 0; scene->node_flags && i < chunk->node_count; i++) {
        scene->node_flags[i] = chunk->nodes[i].flags;
    }
    return scene->cameras && scene->lights && scene->property_values && scene->node_flags;
}

static bool create_arrays(pav_scene *scene)
{
    const size_t nodes = scene->node_count;
    const uint32_t weights =
        scene->layout.morph_first[scene->mesh_count] - scene->layout.first[PAV_VALUE_FLOAT];
    scene->targets = pav_scene_allocate(scene, scene->float_count, sizeof *scene->targets);
    scene->rest = pav_scene_allocate(scene, scene->float_count, sizeof *scene->rest);
    scene->contributions =
        pav_scene_allocate(scene, scene->contribution_capacity, sizeof *scene->contributions);
    scene->overrides.values =
        pav_scene_allocate(scene, scene->float_count, sizeof *scene->overrides.values);
    scene->overrides.set = pav_scene_allocate(scene, scene->float_count, sizeof *scene->overrides.set);
    scene->locals = pav_scene_allocate(scene, nodes, 16 * sizeof *scene->locals);
    scene->worlds = pav_scene_allocate(scene, nodes, 16 * sizeof *scene->worlds);
    scene->exact_worlds = pav_scene_allocate(scene, nodes, 16 * sizeof *scene->exact_worlds);
    scene->marks = pav_scene_allocate(scene, nodes, sizeof *scene->marks);
    scene->weights = pav_scene_allocate(scene, weights, sizeof *scene->weights);
    scene->input_values =
        pav_scene_allocate(scene, scene->chunk->input_value_count, sizeof *scene->input_values);
    return scene->targets && scene->rest && scene->overrides.values && scene->overrides.set &&
           scene->contributions && scene->locals && scene->worlds &&
           scene->exact_worlds && scene->marks && scene->weights && scene->input_values;
}

static bool create_sockets(pav_scene *scene, const pav_scene_options *options)
{
    pav_sockets *sockets = &scene->sockets;
    sockets->capacity = options->socket_capacity ? options->socket_capacity : PAV_DEFAULT_SOCKET_CAPACITY;
    sockets->places = pav_scene_allocate(scene, sockets->capacity, sizeof *sockets->places);
    sockets->order = pav_scene_allocate(scene, sockets->capacity, sizeof *sockets->order);
    return sockets->places && sockets->order;
}

static pav_result create_blend(pav_scene *scene)
{
    const size_t size = pav_blend_size(scene);
    scene->blend = size == SIZE_MAX ? NULL : pav_scene_allocate(scene, 1, size);
    if (!scene->blend) {
        return PAV_ERROR_MEMORY;
    }
    pav_blend_create(scene);
    return PAV_OK;
}

static pav_result fill(pav_scene *scene, const pav_scene_options *options, pav_error *error)
{
    pav_result result = pav_layout_create(scene->document, &scene->allocator, &scene->layout, error);
    if (!result) {
        result = count_floats(scene, options, error);
    }
    if (result) {
        return result;
    }
    if (!create_arrays(scene) || !create_records(scene) || !create_sockets(scene, options) || pav_inherit_create(scene) ||
        pav_deform_create(scene) || create_blend(scene)) {
        return pav_fail_memory(error);
    }
    pav_layout_rest(&scene->layout, scene->document, scene->rest);
    memcpy(scene->targets, scene->rest, scene->float_count * sizeof *scene->targets);
    result = pav_callbacks_create(scene, options, error);
    return result ? result : pav_scene_run_phases(scene, true, error);
}

/* All that goes with a scene but its callbacks. */
static void release(pav_scene *scene)
{
    const pav_allocator allocator = scene->allocator;
    pav_layout_destroy(&scene->layout);
    release_blocks(scene);
    pav_document_destroy(scene->document);
    pav_release(&allocator, scene);
}

pav_result pav_scene_create(pav_document *document, const pav_scene_options *options, pav_scene **out,
                            pav_error *error)
{
    assert(document && out);
    const pav_scene_options defaults = { 0 };
    options = options ? options : &defaults;
    *out = NULL;
    if (!pav_document_scene(document)) {
        return pav_fail(error, PAV_ERROR_NAME, "the document has no scene, only clips");
    }
    if (options->deform_off && options->normals == PAV_NORMALS_EXACT) {
        return pav_fail(error, PAV_ERROR_VALUE, "normals that are exact need points, but deform_off is set");
    }
    const pav_allocator allocator = pav_allocator_or_default(&options->allocator);
    pav_scene *scene = pav_allocate_zeroed(&allocator, 1, sizeof *scene);
    if (!scene) {
        return pav_fail_memory(error);
    }
    scene->allocator = allocator;
    scene->document = pav_document_retain(document);
    scene->chunk = pav_document_scene(document);
    scene->node_count = scene->first_mark = scene->chunk->node_count;
    scene->mesh_count = pav_document_mesh_count(document);
    scene->deform_off = options->deform_off;
    scene->normals_exact = options->normals == PAV_NORMALS_EXACT;
    scene->contribution_capacity =
        options->apply_capacity ? options->apply_capacity : PAV_DEFAULT_APPLY_CAPACITY;
    const pav_result result = fill(scene, options, error);
    if (result) {
        release(scene);
        return result;
    }
    *out = scene;
    return PAV_OK;
}

void pav_scene_destroy(pav_scene *scene)
{
    if (scene) {
        assert(!scene->updating);
        pav_callbacks_destroy(scene);
        pav_sockets_destroy(scene);
        pav_contributions_forget(scene);
        release(scene);
    }
}

/* ---- Reading ---- */

const pav_document *pav_scene_document(const pav_scene *scene)
{
    assert(scene);
    return scene->document;
}

float *pav_scene_targets(pav_scene *scene, uint32_t *float_count)
{
    assert(scene);
    if (float_count) {
        *float_count = scene->float_count;
    }
    return scene->targets;
}

pav_target pav_scene_element_target(const pav_scene *scene, uint32_t node, const char *element)
{
    assert(scene && node < scene->node_count && element);
    return pav_layout_element(&scene->layout, scene->chunk, node, element);
}

pav_target pav_scene_element_target_at(const pav_scene *scene, uint32_t node, uint32_t place)
{
    assert(scene && node < scene->node_count);
    return place < scene->chunk->nodes[node].elements_count
               ? pav_layout_element_at(&scene->layout, node, place)
               : (pav_target){.first = PAV_NONE};
}

bool pav_scene_has_target(const pav_scene *scene, pav_target target)
{
    assert(scene);
    return pav_layout_has(&scene->layout, target) ||
           (target.first >= scene->layout.float_count && target.first < scene->float_count &&
            pav_value_floats(target.value) <= scene->float_count - target.first);
}

pav_target pav_scene_morph_target(const pav_scene *scene, uint32_t mesh, uint32_t morph)
{
    assert(scene && mesh < scene->mesh_count);
    if (morph >= pav_document_mesh(scene->document, mesh)->morph_count) {
        return (pav_target){ .first = PAV_NONE };
    }
    return (pav_target){ .value = PAV_VALUE_FLOAT, .first = scene->layout.morph_first[mesh] + morph };
}

pav_target pav_scene_mesh_target(const pav_scene *scene, uint32_t mesh, const char *element)
{
    assert(scene && mesh < scene->mesh_count && element);
    return pav_layout_mesh(&scene->layout, pav_document_mesh(scene->document, mesh), mesh, element);
}

const float *pav_scene_local_matrices(const pav_scene *scene)
{
    assert(scene);
    return scene->locals;
}

const float *pav_scene_world_matrices(const pav_scene *scene)
{
    assert(scene);
    return scene->worlds;
}

const float *pav_scene_morph_weights(const pav_scene *scene, uint32_t mesh, uint32_t *count)
{
    assert(scene && mesh < scene->mesh_count);
    const uint32_t first = scene->layout.morph_first[mesh];
    const uint32_t morphs = pav_document_mesh(scene->document, mesh)->morph_count;
    if (count) {
        *count = morphs;
    }
    return morphs ? scene->weights + (first - scene->layout.first[PAV_VALUE_FLOAT]) : NULL;
}

/* ---- Finding nodes ---- */

static bool is_named(const pav_chunk_scene *chunk, uint32_t node, const char *library, const char *name)
{
    const pav_record_node *record = &chunk->nodes[node];
    return record->instancer == PAV_NONE && strcmp(chunk->text + record->name, name) == 0 &&
           (!library || strcmp(chunk->text + record->library, library) == 0);
}

static bool is_wanted(const pav_chunk_scene *chunk, uint32_t node, const char *library, const char *owner,
                      const char *part)
{
    const pav_record_node *record = &chunk->nodes[node];
    if (!part) {
        return record->kind == PAV_NODE_KIND_OBJECT && is_named(chunk, node, library, owner);
    }
    return record->kind == PAV_NODE_KIND_BONE && record->armature != PAV_NONE &&
           is_named(chunk, node, NULL, part) && is_named(chunk, record->armature, library, owner);
}

uint32_t pav_scene_find_node(const pav_scene *scene, const char *library, const char *owner, const char *part)
{
    assert(scene && owner);
    for (uint32_t n = 0; n < scene->node_count; n++) {
        if (is_wanted(scene->chunk, n, library, owner, part)) {
            return n;
        }
    }
    return PAV_NONE;
}

/* ---- Rest ---- */

void pav_scene_reset_targets(pav_scene *scene)
{
    assert(scene);
    pav_contributions_forget(scene);
    memcpy(scene->targets, scene->rest, scene->float_count * sizeof *scene->targets);
}
