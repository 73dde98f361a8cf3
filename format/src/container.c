/* SPDX-License-Identifier: MIT */
#include "container.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <zlib.h>

#include "bytes.h"
#include "error.h"
#include "memory.h"
#include "unpack.h"

enum { HEADER_SIZE = 28, ENTRY_SIZE = 40, FLAG_REQUIRED = 1 };
enum { CODEC_STORED = 0, CODEC_ZLIB = 1, FILTER_NONE = 0, FILTER_PACKED = 1 };

/* Of what reading a packed chunk takes. */
static const double INFLATING_PART = 0.8;

static const uint8_t MAGIC[8] = {0x89, 'P', 'A', 'V', '\r', '\n', 0x1A, '\n'};

static uint32_t checksum(const uint8_t *data, uint32_t size)
{
    return (uint32_t)crc32(0, data, size);
}

static pav_result check_crc(const char *where, uint32_t stated, uint32_t actual, pav_error *error)
{
    if (stated == actual) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT, "%s: checksum is %08" PRIx32 ", but the bytes give %08" PRIx32,
                    where, stated, actual);
}

/* ---- Header ---- */

static pav_result check_header(const uint8_t *data, size_t size, pav_error *error)
{
    if (size < HEADER_SIZE) {
        return pav_fail(error, PAV_ERROR_FORMAT, "header: there are %" PRIu64 " bytes, but it takes %d",
                        (uint64_t)size, HEADER_SIZE);
    }
    if (memcmp(data, MAGIC, sizeof MAGIC) != 0) {
        return pav_fail(error, PAV_ERROR_FORMAT, "header: this is no .pav file");
    }
    const uint32_t version = pav_load_u32(data + 8);
    if (version != PAV_FORMAT_VERSION) {
        return pav_fail(error, PAV_ERROR_VERSION, "header: version is %" PRIu32 ", but this library reads %u",
                        version, PAV_FORMAT_VERSION);
    }
    const pav_result result = check_crc("header", pav_load_u32(data + 24), checksum(data, 24), error);
    if (result != PAV_OK) {
        return result;
    }
    const uint32_t file_size = pav_load_u32(data + 12);
    if (file_size != size) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "header: file size is %" PRIu32 ", but there are %" PRIu64 " bytes", file_size,
                        (uint64_t)size);
    }
    return PAV_OK;
}

/* ---- Directory ---- */

static pav_chunk_type_index find_type(const char *type)
{
    for (int i = 0; i < PAV_CHUNK_TYPE_COUNT; i++) {
        if (strcmp(pav_chunk_types[i].type, type) == 0) {
            return (pav_chunk_type_index)i;
        }
    }
    return PAV_CHUNK_TYPE_COUNT;
}

pav_entry pav_container_entry(const pav_container *container, uint32_t i)
{
    const uint8_t *bytes = container->data + HEADER_SIZE + (size_t)i * ENTRY_SIZE;
    pav_entry entry = {
        .place = i,
        .id = pav_load_u32(bytes + 4),
        .flags = pav_load_u32(bytes + 8),
        .codec = pav_load_u32(bytes + 12),
        .filter = pav_load_u32(bytes + 16),
        .offset = pav_load_u32(bytes + 20),
        .stored_size = pav_load_u32(bytes + 24),
        .packed_size = pav_load_u32(bytes + 28),
        .raw_size = pav_load_u32(bytes + 32),
        .crc = pav_load_u32(bytes + 36),
    };
    memcpy(entry.type, bytes, 4);
    entry.known = find_type(entry.type);
    if (entry.known != PAV_CHUNK_TYPE_COUNT && pav_chunk_types[entry.known].single) {
        snprintf(entry.where.text, sizeof entry.where.text, "%s", entry.type);
    } else {
        snprintf(entry.where.text, sizeof entry.where.text, "%s %" PRIu32, entry.type, entry.id);
    }
    return entry;
}

static bool type_is_plain(const char *type)
{
    for (int i = 0; i < 4; i++) {
        const char c = type[i];
        if (!((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_')) {
            return false;
        }
    }
    return true;
}

/* What holds for every chunk, known or not; `*end` is where the one before ends. */
static pav_result check_entry(const pav_container *container, const pav_entry *entry, uint32_t *end,
                              pav_error *error)
{
    const char *where = entry->where.text;
    if (entry->flags & ~(uint32_t)FLAG_REQUIRED) {
        return pav_fail(error, PAV_ERROR_FORMAT, "directory: %s: flags are %" PRIu32 ", but only 1 is known",
                        where, entry->flags);
    }
    const uint64_t after = (uint64_t)entry->offset + entry->stored_size;
    if (entry->offset % 4 || entry->offset < *end || after > container->size) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "directory: %s: lies from %" PRIu32 " to %" PRIu64 ", but must from %" PRIu32
                        " to %" PRIu64,
                        where, entry->offset, after, *end, (uint64_t)container->size);
    }
    *end = (uint32_t)after;
    if (entry->known == PAV_CHUNK_TYPE_COUNT && entry->flags & FLAG_REQUIRED) {
        return pav_fail(error, PAV_ERROR_VERSION,
                        "directory: %s: it is required, but this library does not know it", where);
    }
    return PAV_OK;
}

/* Rule `chunk_ids`: a single type has one chunk at most, the others count from 0. */
static pav_result check_id(pav_container *container, const pav_entry *entry, pav_error *error)
{
    if (entry->known == PAV_CHUNK_TYPE_COUNT) {
        return PAV_OK;
    }
    const uint32_t before = container->counts[entry->known]++;
    if (pav_chunk_types[entry->known].single && before) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "directory: there are two %s chunks, but one at most is allowed", entry->type);
    }
    if (!pav_chunk_types[entry->known].single && entry->id != before) {
        return pav_fail(error, PAV_ERROR_FORMAT, "directory: %s: its id must be %" PRIu32, entry->where.text,
                        before);
    }
    return PAV_OK;
}

static pav_result check_directory(pav_container *container, pav_error *error)
{
    uint32_t end = HEADER_SIZE + container->chunk_count * ENTRY_SIZE;
    for (uint32_t i = 0; i < container->chunk_count; i++) {
        const pav_entry entry = pav_container_entry(container, i);
        if (!type_is_plain(entry.type)) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "directory: chunk %" PRIu32 ": the type is not four capitals or digits", i);
        }
        pav_result result = check_entry(container, &entry, &end, error);
        if (result == PAV_OK) {
            result = check_id(container, &entry, error);
        }
        if (result != PAV_OK) {
            return result;
        }
    }
    if (!container->counts[PAV_CHUNK_TYPE_INFO]) {
        return pav_fail(error, PAV_ERROR_FORMAT, "directory: there is no INFO chunk");
    }
    return PAV_OK;
}

pav_result pav_container_open(const void *data, size_t size, pav_container *out, pav_error *error)
{
    *out = (pav_container){.data = data, .size = size};
    pav_result result = check_header(out->data, size, error);
    if (result != PAV_OK) {
        return result;
    }
    const uint32_t chunk_count = pav_load_u32(out->data + 16);
    if (chunk_count > (size - HEADER_SIZE) / ENTRY_SIZE) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "directory: %" PRIu32 " chunks do not fit in %" PRIu64 " bytes", chunk_count,
                        (uint64_t)size);
    }
    out->chunk_count = chunk_count;
    const uint32_t actual = checksum(out->data + HEADER_SIZE, chunk_count * ENTRY_SIZE);
    result = check_crc("directory", pav_load_u32(out->data + 20), actual, error);
    return result == PAV_OK ? check_directory(out, error) : result;
}

/* ---- Chunks ---- */

static void *inflate_allocate(void *user, unsigned count, unsigned size)
{
    return pav_allocate(user, count, size);
}

static void inflate_release(void *user, void *memory)
{
    pav_release(user, memory);
}

/* In steps; PAV_OK with a `status` that says how it went. */
static pav_result inflate_steps(z_stream *stream, uint32_t size, const pav_progress *progress, int *status,
                                pav_error *error)
{
    uint32_t left = size;
    bool last = false;
    *status = Z_OK;
    while (*status == Z_OK && !last) {
        const uint32_t step = left < PAV_PROGRESS_STEP ? left : PAV_PROGRESS_STEP;
        last = step == left;
        stream->avail_out = step;
        *status = inflate(stream, last ? Z_FINISH : Z_NO_FLUSH);
        left -= step - stream->avail_out;
        if (*status == Z_OK && !last) {
            const pav_result told = pav_progress_tell(progress, (double)(size - left) / size, error);
            if (told != PAV_OK) {
                return told;
            }
        }
    }
    stream->avail_out = left;
    return PAV_OK;
}

static pav_result inflate_chunk(const pav_container *container, const pav_entry *entry,
                                const pav_allocator *allocator, const pav_progress *progress, uint8_t *packed,
                                pav_error *error)
{
    pav_allocator user = *allocator;
    z_stream stream = {.zalloc = inflate_allocate, .zfree = inflate_release, .opaque = &user};
    if (inflateInit(&stream) != Z_OK) {
        return pav_fail_memory(error);
    }
    stream.next_in = (Bytef *)(uintptr_t)(container->data + entry->offset);
    stream.avail_in = entry->stored_size;
    stream.next_out = packed;
    int status;
    const pav_result told = inflate_steps(&stream, entry->packed_size, progress, &status, error);
    const bool whole = status == Z_STREAM_END && stream.avail_in == 0 && stream.avail_out == 0;
    inflateEnd(&stream);
    if (told != PAV_OK) {
        return told;
    }
    if (status == Z_MEM_ERROR) {
        return pav_fail_memory(error);
    }
    return whole ? PAV_OK
                 : pav_fail(error, PAV_ERROR_FORMAT, "%s: the zlib data is damaged", entry->where.text);
}

/* zlib's best is 1032 to 1: whoever claims more has no such data.  What a filter makes of it keeps to that.
 */
static pav_result check_ratio(const pav_entry *entry, uint32_t size, pav_error *error)
{
    if (size <= (uint64_t)entry->stored_size * 1100 + 64) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT, "%s: %" PRIu32 " bytes cannot come from %" PRIu32 " stored ones",
                    entry->where.text, size, entry->stored_size);
}

/* Of what its bytes take before and after they are unpacked. */
static uint32_t larger(const pav_entry *entry)
{
    return entry->packed_size > entry->raw_size ? entry->packed_size : entry->raw_size;
}

/* What can be told of a chunk before anything is allocated for it. */
static pav_result check_codec(const pav_entry *entry, size_t limit, pav_error *error)
{
    const char *where = entry->where.text;
    if (entry->filter != FILTER_NONE && entry->filter != FILTER_PACKED) {
        return pav_fail(error, PAV_ERROR_VERSION,
                        "%s: filter is %" PRIu32 ", but this library does not know it", where, entry->filter);
    }
    if (entry->codec != CODEC_STORED && entry->codec != CODEC_ZLIB) {
        return pav_fail(error, PAV_ERROR_VERSION,
                        "%s: codec is %" PRIu32 ", but this library does not know it", where, entry->codec);
    }
    if (entry->filter == FILTER_NONE && entry->packed_size != entry->raw_size) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: it is not packed, but its packed size is %" PRIu32 " instead of %" PRIu32, where,
                        entry->packed_size, entry->raw_size);
    }
    if (entry->codec == CODEC_STORED && entry->stored_size != entry->packed_size) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: it is stored, but in %" PRIu32 " bytes instead of %" PRIu32, where,
                        entry->stored_size, entry->packed_size);
    }
    const pav_result result = check_ratio(entry, larger(entry), error);
    if (result == PAV_OK && larger(entry) > limit) {
        return pav_fail(error, PAV_ERROR_MEMORY, "%s: takes %" PRIu32 " bytes, over the memory limit", where,
                        larger(entry));
    }
    return result;
}

/* How a chunk is read: what all steps of it need. */
typedef struct reading {
    const pav_container *container;
    const pav_allocator *allocator;
    size_t limit;
    pav_error *error;
} reading;

/* Codec: the bytes that the filter made, which the caller releases also after a failure. */
static pav_result read_packed(const reading *r, const pav_entry *entry, const pav_progress *progress,
                              uint8_t **out)
{
    const pav_result result = check_codec(entry, r->limit, r->error);
    if (result != PAV_OK) {
        return result;
    }
    *out = pav_allocate(r->allocator, entry->packed_size, 1);
    if (!*out) {
        return pav_fail_memory(r->error);
    }
    if (entry->codec == CODEC_STORED) {
        memcpy(*out, r->container->data + entry->offset, entry->packed_size);
        return PAV_OK;
    }
    return inflate_chunk(r->container, entry, r->allocator, progress, *out, r->error);
}

/* Filter: `*bytes` are the packed ones, and then the raw ones. */
static pav_result unpack(const reading *r, const pav_entry *entry, const pav_lender *lender,
                         const pav_progress *progress, uint8_t **bytes)
{
    uint8_t *raw = pav_allocate(r->allocator, entry->raw_size, 1);
    if (!raw) {
        return pav_fail_memory(r->error);
    }
    const pav_result result =
        pav_unpack_chunk(&pav_chunk_types[entry->known], entry->where.text, *bytes, entry->packed_size,
                         lender, r->allocator, progress, raw, entry->raw_size, r->error);
    pav_release(r->allocator, *bytes);
    *bytes = raw;
    return result;
}

static pav_result finish(const reading *r, const pav_entry *entry, const pav_lender *lender,
                         const pav_progress *progress, uint8_t **bytes)
{
    const pav_result result =
        entry->filter == FILTER_PACKED ? unpack(r, entry, lender, progress, bytes) : PAV_OK;
    return result == PAV_OK
               ? check_crc(entry->where.text, entry->crc, checksum(*bytes, entry->raw_size), r->error)
               : result;
}

/* ---- Chunks that share tables ---- */

static uint32_t find_distance(const pav_entry *entry, const uint8_t *packed)
{
    const pav_chunk_type *type = &pav_chunk_types[entry->known];
    return entry->filter == FILTER_PACKED ? pav_unpack_distance(type, packed, entry->packed_size) : 0;
}

/* What it takes to read the lender must be what could come from the bytes of this chunk: so reading a file
 * takes no longer than its size allows, however many chunks share one. */
static pav_result check_lender(const pav_entry *entry, const pav_entry *lender, pav_error *error)
{
    if (lender->known != entry->known) {
        return pav_fail(error, PAV_ERROR_FORMAT, "%s: it shares tables with %s, which is no %s",
                        entry->where.text, lender->where.text, entry->type);
    }
    const pav_result result = check_ratio(entry, lender->stored_size, error);
    return result == PAV_OK ? check_ratio(entry, larger(lender), error) : result;
}

/* The chunk that this one shares tables with, if it does.  The caller releases its bytes, also after a
 * failure. */
static pav_result read_lender(const reading *r, const pav_entry *entry, const uint8_t *packed,
                              uint8_t **bytes, pav_lender *out)
{
    const uint32_t distance = find_distance(entry, packed);
    const pav_progress silent = {0};
    if (!distance) {
        return PAV_OK;
    }
    if (distance > entry->place) {
        return pav_fail(r->error, PAV_ERROR_FORMAT,
                        "%s: it shares tables with a chunk %" PRIu32 " places before it, where there is none",
                        entry->where.text, distance);
    }
    const pav_entry lender = pav_container_entry(r->container, entry->place - distance);
    pav_result result = check_lender(entry, &lender, r->error);
    if (result == PAV_OK) {
        result = read_packed(r, &lender, &silent, bytes);
    }
    if (result == PAV_OK && find_distance(&lender, *bytes)) {
        return pav_fail(r->error, PAV_ERROR_FORMAT, "%s: it shares tables with %s, which shares some itself",
                        entry->where.text, lender.where.text);
    }
    if (result == PAV_OK) {
        result = finish(r, &lender, NULL, &silent, bytes);
    }
    *out = (pav_lender){distance, *bytes, lender.raw_size};
    return result;
}

pav_result pav_container_read(const pav_container *container, const pav_entry *entry,
                              const pav_allocator *allocator, size_t limit, const pav_progress *progress,
                              uint8_t **out, pav_error *error)
{
    const reading r = {container, allocator, limit, error};
    const bool filtered = entry->filter == FILTER_PACKED;
    const pav_progress inflating = pav_progress_within(progress, 0, filtered ? INFLATING_PART : 1);
    const pav_progress unpacking = pav_progress_within(progress, INFLATING_PART, 1);
    uint8_t *bytes = NULL, *lent = NULL;
    pav_lender lender = {0};
    pav_result result = read_packed(&r, entry, &inflating, &bytes);
    if (result == PAV_OK) {
        result = read_lender(&r, entry, bytes, &lent, &lender);
    }
    if (result == PAV_OK) {
        result = finish(&r, entry, &lender, &unpacking, &bytes);
    }
    pav_release(allocator, lent);
    if (result != PAV_OK) {
        pav_release(allocator, bytes);
        bytes = NULL;
    }
    *out = bytes;
    return result;
}
