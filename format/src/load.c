/* SPDX-License-Identifier: MIT */
/* From bytes to a checked document: the only door. */
#include <inttypes.h>
#include <string.h>

#include "container.h"
#include "decode.h"
#include "document.h"
#include "error.h"
#include "file.h"
#include "memory.h"
#include "rules.h"
#include "validate.h"

typedef struct loader {
    pav_container container;
    pav_load_options options;
    pav_progress progress;
    pav_progress part; /* The chunk's that is being loaded. */
    pav_allocator allocator;
    size_t memory_limit;
    pav_document *document;
    pav_chunk_info *info; /* Owned by nobody else until the document is made. */
    size_t info_size;
    pav_error *error;
} loader;

/* Of a load from a file: reading is quicker than inflating and checking. */
static const double READING_PART = 0.25;

/* Of a chunk: what inflating takes, and the end of checking its values; the rest is its rules. */
static const double INFLATING_PART = 0.6, CHECKING_END = 0.9;

static const uint64_t DEFAULT_MEMORY_LIMIT = (uint64_t)1 << 32;

/* ---- One chunk ---- */

static size_t memory_left(const loader *l)
{
    const size_t taken = l->document ? l->document->memory : 0;
    return taken < l->memory_limit ? l->memory_limit - taken : 0;
}

/* A chunk in memory, its values checked one by one. */
static pav_result read_chunk(loader *l, const pav_entry *entry, void **out, size_t *size)
{
    *out = NULL;
    const size_t left = memory_left(l);
    const pav_progress inflating = pav_progress_within(&l->part, 0, INFLATING_PART);
    const pav_progress checking = pav_progress_within(&l->part, INFLATING_PART, CHECKING_END);
    uint8_t *raw = NULL;
    pav_result result =
        pav_container_read(&l->container, entry, &l->allocator, left, &inflating, &raw, l->error);
    if (result != PAV_OK) {
        return result;
    }
    const pav_chunk_type *type = &pav_chunk_types[entry->known];
    result = pav_decode_chunk(type, entry->where.text, raw, entry->raw_size, &l->allocator, left, out, size,
                              l->error);
    pav_release(&l->allocator, raw);
    if (result == PAV_OK) {
        result = pav_validate_chunk(type, entry->where.text, *out, l->container.counts, &checking, l->error);
    }
    if (result != PAV_OK) {
        pav_release(&l->allocator, *out);
        *out = NULL;
    }
    return result;
}

/* The chunk with that place among those of its type. */
static pav_entry find_chunk(const loader *l, pav_chunk_type_index type)
{
    uint32_t i = 0;
    pav_entry entry = pav_container_entry(&l->container, i);
    while (entry.known != type) {
        entry = pav_container_entry(&l->container, ++i);
    }
    return entry;
}

static pav_result load_info(loader *l)
{
    const pav_entry entry = find_chunk(l, PAV_CHUNK_TYPE_INFO);
    void *chunk;
    pav_result result = read_chunk(l, &entry, &chunk, &l->info_size);
    l->info = chunk;
    if (result == PAV_OK) {
        result = pav_check_clip_names(l->info, l->container.counts[PAV_CHUNK_TYPE_CLIP], l->error);
    }
    return result;
}

static pav_result load_scene(loader *l, const pav_entry *entry, size_t *size)
{
    void *chunk;
    const pav_result result = read_chunk(l, entry, &chunk, size);
    l->document->scene = chunk;
    return result == PAV_OK ? pav_check_scene(entry->where.text, chunk, l->error) : result;
}

static pav_result load_mesh(loader *l, const pav_entry *entry, size_t *size)
{
    void *chunk;
    const pav_result result = read_chunk(l, entry, &chunk, size);
    l->document->meshes[entry->id] = chunk;
    return result == PAV_OK ? pav_check_mesh(entry->where.text, chunk, l->error) : result;
}

static pav_result load_clip(loader *l, const pav_entry *entry, uint32_t place, size_t *size)
{
    void *chunk;
    pav_result result = read_chunk(l, entry, &chunk, size);
    l->document->clips[place] = chunk;
    l->document->clip_bytes[place] = entry->stored_size;
    if (result == PAV_OK) {
        result = pav_check_clip(entry->where.text, chunk, l->error);
    }
    return result == PAV_OK ? pav_check_clip_name(entry->where.text, l->info, entry->id, chunk, l->error)
                            : result;
}

static pav_result load_image(loader *l, const pav_entry *entry, size_t *size)
{
    void *chunk;
    const pav_result result = read_chunk(l, entry, &chunk, size);
    l->document->images[entry->id] = chunk;
    return result == PAV_OK ? pav_check_image(entry->where.text, chunk, l->error) : result;
}

/* ---- Which clips ---- */

static bool clip_is_wanted(const loader *l, uint32_t clip_id)
{
    if (!l->options.clips) {
        return true;
    }
    const char *name = l->info->text + l->info->clips[clip_id].name;
    for (size_t i = 0; i < l->options.clip_count; i++) {
        if (strcmp(l->options.clips[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static uint32_t count_wanted_clips(const loader *l)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->info->clip_name_count; i++) {
        count += clip_is_wanted(l, i);
    }
    return count;
}

static bool info_names_clip(const pav_chunk_info *info, const char *name)
{
    for (uint32_t i = 0; i < info->clip_name_count; i++) {
        if (strcmp(info->text + info->clips[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static pav_result check_wanted_names(const loader *l)
{
    for (size_t i = 0; l->options.clips && i < l->options.clip_count; i++) {
        if (!info_names_clip(l->info, l->options.clips[i])) {
            return pav_fail(l->error, PAV_ERROR_NAME, "no clip is called \"%s\"", l->options.clips[i]);
        }
    }
    return PAV_OK;
}

/* ---- The document ---- */

static pav_result make_document(loader *l)
{
    const uint32_t mesh_count = l->container.counts[PAV_CHUNK_TYPE_MESH];
    l->document = pav_document_allocate(&l->allocator, mesh_count, count_wanted_clips(l));
    if (!l->document) {
        return pav_fail_memory(l->error);
    }
    l->document->info = l->info;
    l->document->memory += l->info_size;
    if (!pav_document_allocate_images(l->document, l->container.counts[PAV_CHUNK_TYPE_IMAG])) {
        return pav_fail_memory(l->error);
    }
    return PAV_OK;
}

static bool is_wanted(const loader *l, const pav_entry *entry)
{
    return entry->known == PAV_CHUNK_TYPE_SCNE || entry->known == PAV_CHUNK_TYPE_MESH ||
           entry->known == PAV_CHUNK_TYPE_IMAG ||
           (entry->known == PAV_CHUNK_TYPE_CLIP && clip_is_wanted(l, entry->id));
}

static double count_wanted_bytes(const loader *l)
{
    double bytes = 0;
    for (uint32_t i = 0; i < l->container.chunk_count; i++) {
        const pav_entry entry = pav_container_entry(&l->container, i);
        bytes += is_wanted(l, &entry) ? entry.raw_size : 0;
    }
    return bytes;
}

static pav_result load_chunk(loader *l, const pav_entry *entry, uint32_t *clips)
{
    size_t size = 0;
    pav_result result;
    if (entry->known == PAV_CHUNK_TYPE_SCNE) {
        result = load_scene(l, entry, &size);
    } else if (entry->known == PAV_CHUNK_TYPE_MESH) {
        result = load_mesh(l, entry, &size);
    } else if (entry->known == PAV_CHUNK_TYPE_IMAG) {
        result = load_image(l, entry, &size);
    } else {
        result = load_clip(l, entry, (*clips)++, &size);
    }
    l->document->memory += size;
    return result;
}

/* The end is told of when all is checked. */
static pav_result load_chunks(loader *l)
{
    const double all = count_wanted_bytes(l);
    double done = 0;
    pav_result result = PAV_OK;
    uint32_t clips = 0;
    for (uint32_t i = 0; result == PAV_OK && i < l->container.chunk_count; i++) {
        const pav_entry entry = pav_container_entry(&l->container, i);
        if (!is_wanted(l, &entry)) {
            continue;
        }
        if (entry.raw_size) {
            l->part = pav_progress_within(&l->progress, done / all, (done + entry.raw_size) / all);
        }
        result = load_chunk(l, &entry, &clips);
        done += entry.raw_size;
        if (result == PAV_OK && entry.raw_size && done < all) {
            result = pav_progress_tell(&l->progress, done / all, l->error);
        }
    }
    return result;
}

static pav_result load(loader *l, const void *data, size_t size)
{
    pav_result result = pav_container_open(data, size, &l->container, l->error);
    if (result == PAV_OK) {
        result = load_info(l);
    }
    if (result == PAV_OK) {
        result = check_wanted_names(l);
    }
    if (result == PAV_OK) {
        result = make_document(l);
    }
    if (result == PAV_OK) {
        result = load_chunks(l);
    }
    if (result == PAV_OK) {
        const pav_chunk_mesh *const *meshes = (const pav_chunk_mesh *const *)l->document->meshes;
        result = pav_check_skins(l->document->scene, meshes, &l->allocator, l->error);
    }
    return result == PAV_OK ? pav_progress_tell(&l->progress, 1, l->error) : result;
}

/* The work begins when a part of the whole is done already. */
static pav_result load_bytes(const void *data, size_t size, const pav_load_options *options, double start,
                             pav_document **out, pav_error *error)
{
    *out = NULL;
    loader l = {.progress = {.options = options, .start = start, .end = 1}, .error = error};
    if (options) {
        l.options = *options;
    }
    l.allocator = pav_allocator_or_default(&l.options.allocator);
    l.memory_limit = l.options.memory_limit;
    if (!l.memory_limit) {
        l.memory_limit = DEFAULT_MEMORY_LIMIT < SIZE_MAX ? (size_t)DEFAULT_MEMORY_LIMIT : SIZE_MAX;
    }
    const pav_result result = load(&l, data, size);
    if (result == PAV_OK) {
        *out = l.document;
    } else if (l.document) {
        pav_document_destroy(l.document);
    } else {
        pav_release(&l.allocator, l.info);
    }
    return result;
}

pav_result pav_document_load_memory(const void *data, size_t size, const pav_load_options *options,
                                    pav_document **out, pav_error *error)
{
    return load_bytes(data, size, options, 0, out, error);
}

pav_result pav_document_load_file(const char *path, const pav_load_options *options, pav_document **out,
                                  pav_error *error)
{
    *out = NULL;
    const pav_allocator allocator = pav_allocator_or_default(options ? &options->allocator : NULL);
    uint8_t *data;
    size_t size;
    const pav_progress reading = {.options = options, .start = 0, .end = READING_PART};
    pav_result result = pav_file_read(path, &allocator, &reading, &data, &size, error);
    if (result == PAV_OK) {
        result = load_bytes(data, size, options, READING_PART, out, error);
        pav_release(&allocator, data);
    }
    if (result != PAV_OK) {
        pav_error_name_file(error, path);
    }
    return result;
}
