/* SPDX-License-Identifier: MIT */
/* The builder itself: its beginning, its failure and its end. */
#include "builder.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "document.h"
#include "error.h"
#include "memory.h"
#include "rules.h"
#include "validate.h"

/* ---- Failures ---- */

bool pav_builder_is_fine(const pav_builder *builder)
{
    return builder->failure.result == PAV_OK;
}

uint32_t pav_builder_result(const pav_builder *builder, uint32_t index)
{
    return pav_builder_is_fine(builder) ? index : PAV_NONE;
}

void pav_builder_fail_memory(pav_builder *builder)
{
    if (pav_builder_is_fine(builder)) {
        pav_fail_memory(&builder->failure);
    }
}

bool pav_builder_has_scene(pav_builder *builder)
{
    if (pav_builder_is_fine(builder) && builder->clips_alone) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE, "clips alone have no scene, no meshes and no images");
    }
    return pav_builder_is_fine(builder);
}

pav_result pav_builder_state(const pav_builder *builder, pav_error *error)
{
    assert(builder);
    if (!pav_builder_is_fine(builder) && error) {
        *error = builder->failure;
    }
    return builder->failure.result;
}

/* ---- Growing ---- */

uint32_t pav_builder_grow(pav_builder *builder, pav_growing_chunk *chunk, size_t table, const void *records,
                          uint32_t count)
{
    if (!pav_builder_is_fine(builder)) {
        return PAV_NONE;
    }
    const uint32_t first = pav_grow(&builder->allocator, chunk, table, records, count);
    if (first == PAV_NONE) {
        pav_builder_fail_memory(builder);
    }
    return first;
}

uint32_t pav_builder_indices(pav_builder *builder, pav_growing_chunk *chunk, size_t table,
                             const uint32_t *given, uint32_t count)
{
    const uint32_t first = pav_builder_grow(builder, chunk, table, given, count);
    if (first != PAV_NONE && !given) {
        uint32_t *indices = (uint32_t *)pav_grown(chunk, table);
        for (uint32_t i = 0; i < count; i++) {
            indices[first + i] = i;
        }
    }
    return first;
}

uint32_t pav_builder_text(pav_builder *builder, pav_growing_chunk *chunk, const char *text)
{
    if (!pav_builder_is_fine(builder)) {
        return PAV_NONE;
    }
    const uint32_t offset = pav_grow_text(&builder->allocator, chunk, text);
    if (offset == PAV_NONE) {
        pav_builder_fail_memory(builder);
    }
    return offset;
}

static void *find_chunk(pav_builder *builder, pav_growing_table *chunks, size_t size, uint32_t index,
                        const char *noun)
{
    if (pav_builder_is_fine(builder) && index >= chunks->count) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE, "%s %" PRIu32 ", but there are %" PRIu32, noun, index,
                 chunks->count);
    }
    return pav_builder_is_fine(builder) ? chunks->items + index * size : NULL;
}

pav_growing_chunk *pav_builder_mesh(pav_builder *builder, uint32_t mesh)
{
    return find_chunk(builder, &builder->meshes, sizeof(pav_growing_chunk), mesh, "mesh");
}

pav_growing_clip *pav_builder_clip(pav_builder *builder, uint32_t clip)
{
    return find_chunk(builder, &builder->clips, sizeof(pav_growing_clip), clip, "clip");
}

/* ---- Beginning ---- */

static void begin_info(pav_builder *builder, const pav_builder_options *options)
{
    pav_growing_chunk *chunk = &builder->info;
    chunk->type = &pav_chunk_types[PAV_CHUNK_TYPE_INFO];
    const pav_record_info info = {
        .writer = pav_builder_text(builder, chunk, options->writer ? options->writer : "pavane"),
        .writer_version = pav_builder_text(builder, chunk, options->writer_version),
        .source = pav_builder_text(builder, chunk, options->source),
    };
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_info, info), &info, 1);
}

static void begin_scene(pav_builder *builder, const pav_builder_options *options)
{
    pav_growing_chunk *chunk = &builder->scene;
    chunk->type = &pav_chunk_types[PAV_CHUNK_TYPE_SCNE];
    pav_record_scene scene;
    pav_grow_default(chunk->type, offsetof(pav_chunk_scene, scene), &scene);
    scene.name = pav_builder_text(builder, chunk, options->scene_name);
    scene.up_axis = options->up_axis ? (uint32_t)options->up_axis : scene.up_axis;
    scene.unit_scale = options->unit_scale != 0.0f ? options->unit_scale : scene.unit_scale;
    scene.fps = options->fps ? options->fps : scene.fps;
    scene.fps_base = options->fps_base != 0.0f ? options->fps_base : scene.fps_base;
    scene.frame_start = options->frame_start;
    scene.frame_end = options->frame_end;
    memcpy(scene.world_color, options->world_color, sizeof scene.world_color);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_scene, scene), &scene, 1);
}

pav_result pav_builder_create(const pav_builder_options *options, pav_builder **out, pav_error *error)
{
    const pav_builder_options defaults = {0};
    const pav_allocator allocator = pav_allocator_or_default(options ? &options->allocator : NULL);
    *out = NULL;
    pav_builder *builder = pav_allocate_zeroed(&allocator, 1, sizeof *builder);
    if (!builder) {
        return pav_fail_memory(error);
    }
    builder->allocator = allocator;
    builder->clips_alone = options && options->clips_alone;
    begin_info(builder, options ? options : &defaults);
    begin_scene(builder, options ? options : &defaults);
    const pav_result result = pav_builder_state(builder, error);
    if (result != PAV_OK) {
        pav_builder_destroy(builder);
        return result;
    }
    *out = builder;
    return PAV_OK;
}

void pav_builder_destroy(pav_builder *builder)
{
    if (!builder) {
        return;
    }
    const pav_allocator allocator = builder->allocator;
    pav_growing_chunk *meshes = (pav_growing_chunk *)(void *)builder->meshes.items;
    pav_growing_chunk *images = (pav_growing_chunk *)(void *)builder->images.items;
    pav_growing_clip *clips = (pav_growing_clip *)(void *)builder->clips.items;
    for (uint32_t i = 0; i < builder->meshes.count; i++) {
        pav_grow_release(&allocator, &meshes[i]);
    }
    for (uint32_t i = 0; i < builder->images.count; i++) {
        pav_grow_release(&allocator, &images[i]);
    }
    for (uint32_t i = 0; i < builder->clips.count; i++) {
        pav_grow_release(&allocator, &clips[i].chunk);
    }
    pav_release(&allocator, meshes);
    pav_release(&allocator, images);
    pav_release(&allocator, clips);
    pav_grow_release(&allocator, &builder->info);
    pav_grow_release(&allocator, &builder->scene);
    pav_release(&allocator, builder);
}

/* ---- The end: the same checks as for a file ---- */

typedef struct finisher {
    const pav_builder *builder;
    uint32_t counts[PAV_CHUNK_TYPE_COUNT];
    pav_document *document;
    pav_error *error;
} finisher;

static pav_result finish_chunk(finisher *f, const pav_growing_chunk *chunk, const char *where, void **out)
{
    size_t size;
    *out = pav_grow_finish(&f->builder->allocator, chunk, &size);
    if (!*out) {
        return pav_fail_memory(f->error);
    }
    f->document->memory += size;
    const pav_progress untold = {.options = NULL};
    return pav_validate_chunk(chunk->type, where, *out, f->counts, &untold, f->error);
}

static pav_result finish_info(finisher *f)
{
    void *chunk;
    const pav_result result = finish_chunk(f, &f->builder->info, "INFO", &chunk);
    f->document->info = chunk;
    return result == PAV_OK ? pav_check_clip_names(chunk, f->builder->clips.count, f->error) : result;
}

static pav_result finish_scene(finisher *f)
{
    void *chunk;
    const pav_result result = finish_chunk(f, &f->builder->scene, "SCNE", &chunk);
    f->document->scene = chunk;
    return result == PAV_OK ? pav_check_scene("SCNE", chunk, f->error) : result;
}

static pav_result finish_mesh(finisher *f, uint32_t mesh)
{
    const pav_growing_chunk *meshes = (const pav_growing_chunk *)(const void *)f->builder->meshes.items;
    char where[20];
    snprintf(where, sizeof where, "MESH %" PRIu32, mesh);
    void *chunk;
    const pav_result result = finish_chunk(f, &meshes[mesh], where, &chunk);
    f->document->meshes[mesh] = chunk;
    return result == PAV_OK ? pav_check_mesh(where, chunk, f->error) : result;
}

static pav_result finish_image(finisher *f, uint32_t image)
{
    const pav_growing_chunk *images = (const pav_growing_chunk *)(const void *)f->builder->images.items;
    char where[20];
    snprintf(where, sizeof where, "IMAG %" PRIu32, image);
    void *chunk;
    const pav_result result = finish_chunk(f, &images[image], where, &chunk);
    f->document->images[image] = chunk;
    return result == PAV_OK ? pav_check_image(where, chunk, f->error) : result;
}

static pav_result finish_clip(finisher *f, uint32_t clip)
{
    const pav_growing_clip *clips = (const pav_growing_clip *)(const void *)f->builder->clips.items;
    char where[20];
    snprintf(where, sizeof where, "CLIP %" PRIu32, clip);
    void *chunk;
    pav_result result = finish_chunk(f, &clips[clip].chunk, where, &chunk);
    f->document->clips[clip] = chunk;
    if (result == PAV_OK) {
        result = pav_check_clip(where, chunk, f->error);
    }
    return result == PAV_OK ? pav_check_clip_name(where, f->document->info, clip, chunk, f->error) : result;
}

static pav_result finish(finisher *f)
{
    pav_result result = finish_info(f);
    if (result == PAV_OK && !f->builder->clips_alone) {
        result = finish_scene(f);
    }
    for (uint32_t i = 0; result == PAV_OK && i < f->builder->meshes.count; i++) {
        result = finish_mesh(f, i);
    }
    for (uint32_t i = 0; result == PAV_OK && i < f->builder->images.count; i++) {
        result = finish_image(f, i);
    }
    for (uint32_t i = 0; result == PAV_OK && i < f->builder->clips.count; i++) {
        result = finish_clip(f, i);
    }
    if (result == PAV_OK) {
        const pav_chunk_mesh *const *meshes = (const pav_chunk_mesh *const *)f->document->meshes;
        result = pav_check_skins(f->document->scene, meshes, &f->builder->allocator, f->error);
    }
    return result;
}

pav_result pav_builder_finish(const pav_builder *builder, pav_document **out, pav_error *error)
{
    *out = NULL;
    pav_result result = pav_builder_state(builder, error);
    if (result != PAV_OK) {
        return result;
    }
    finisher f = {.builder = builder, .error = error};
    f.counts[PAV_CHUNK_TYPE_INFO] = 1;
    f.counts[PAV_CHUNK_TYPE_SCNE] = !builder->clips_alone;
    f.counts[PAV_CHUNK_TYPE_MESH] = builder->meshes.count;
    f.counts[PAV_CHUNK_TYPE_CLIP] = builder->clips.count;
    f.counts[PAV_CHUNK_TYPE_IMAG] = builder->images.count;
    f.document = pav_document_allocate(&builder->allocator, builder->meshes.count, builder->clips.count);
    if (!f.document) {
        return pav_fail_memory(error);
    }
    result =
        pav_document_allocate_images(f.document, builder->images.count) ? finish(&f) : pav_fail_memory(error);
    if (result == PAV_OK) {
        *out = f.document;
    } else {
        pav_document_destroy(f.document);
    }
    return result;
}
