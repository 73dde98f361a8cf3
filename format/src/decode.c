/* SPDX-License-Identifier: MIT */
#include "decode.h"

#include <inttypes.h>
#include <string.h>

#include "bytes.h"
#include "error.h"
#include "memory.h"

enum { TABLE_ENTRY_SIZE = 16, ALIGNMENT = 16 };

/* Where the records of a table lie in the raw bytes. */
typedef struct table_source {
    const uint8_t *data;
    uint32_t record_size;
    uint32_t count;
} table_source;

typedef struct decoder {
    const pav_chunk_type *type;
    const char *where;
    const uint8_t *raw;
    size_t raw_size;
    pav_error *error;
    table_source sources[PAV_TABLE_LIMIT]; /* In the order of type->tables; count 0: not in the file. */
} decoder;

/* ---- The directory of tables ---- */

static pav_result check_record_size(const decoder *d, const pav_table_info *table, const table_source *source)
{
    if (!table->fields && source->record_size != table->item_size) {
        return pav_fail(d->error, PAV_ERROR_FORMAT,
                        "%s: %s: record size is %" PRIu32 ", but must be %" PRIu32, d->where, table->name,
                        source->record_size, table->item_size);
    }
    if (source->record_size % 4 && table->fields) {
        return pav_fail(d->error, PAV_ERROR_FORMAT,
                        "%s: %s: record size is %" PRIu32 ", but must be a multiple of 4", d->where,
                        table->name, source->record_size);
    }
    if (!source->record_size) {
        return pav_fail(d->error, PAV_ERROR_FORMAT, "%s: %s: record size is 0, but must be a multiple of 4",
                        d->where, table->name);
    }
    return PAV_OK;
}

static pav_result take_source(decoder *d, uint32_t id, const table_source *source)
{
    for (uint32_t i = 0; i < d->type->table_count; i++) {
        if (d->type->tables[i].id == id) {
            d->sources[i] = *source;
            return check_record_size(d, &d->type->tables[i], source);
        }
    }
    return PAV_OK; /* A table of a later version. */
}

static pav_result read_directory(decoder *d)
{
    const uint32_t count = d->raw_size >= 4 ? pav_load_u32(d->raw) : 0;
    if (d->raw_size < 4 || count > (d->raw_size - 4) / TABLE_ENTRY_SIZE) {
        return pav_fail(d->error, PAV_ERROR_FORMAT, "%s: %" PRIu32 " tables do not fit in %" PRIu64 " bytes",
                        d->where, count, (uint64_t)d->raw_size);
    }
    uint64_t end = 4 + (uint64_t)count * TABLE_ENTRY_SIZE;
    uint32_t last_id = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *entry = d->raw + 4 + (size_t)i * TABLE_ENTRY_SIZE;
        const uint32_t id = pav_load_u32(entry);
        const uint32_t offset = pav_load_u32(entry + 12);
        table_source source = {.record_size = pav_load_u32(entry + 4), .count = pav_load_u32(entry + 8)};
        if (i && id <= last_id) {
            return pav_fail(d->error, PAV_ERROR_FORMAT, "%s: table %" PRIu32 " stands after table %" PRIu32,
                            d->where, id, last_id);
        }
        const uint64_t bytes = (uint64_t)source.record_size * source.count;
        if (offset % 4 || offset < end || bytes > d->raw_size || offset + bytes > d->raw_size) {
            return pav_fail(d->error, PAV_ERROR_FORMAT,
                            "%s: table %" PRIu32 ": %" PRIu64 " bytes from %" PRIu32
                            " on, but must lie from %" PRIu64 " to %" PRIu64,
                            d->where, id, bytes, offset, end, (uint64_t)d->raw_size);
        }
        source.data = d->raw + offset;
        end = offset + bytes;
        last_id = id;
        const pav_result result = take_source(d, id, &source);
        if (result != PAV_OK) {
            return result;
        }
    }
    return PAV_OK;
}

/* ---- How many of each ---- */

/* Counts are checked here because the struct has none for a single table, and so that sizes are right from
 * the start. */
static pav_result check_counts(const decoder *d)
{
    for (uint32_t i = 0; i < d->type->table_count; i++) {
        const pav_table_info *table = &d->type->tables[i];
        const uint32_t count = d->sources[i].count;
        if (table->single && count != 1) {
            return pav_fail(d->error, PAV_ERROR_FORMAT,
                            "%s: %s: there are %" PRIu32 " records, but must be 1", d->where, table->name,
                            count);
        }
        if (table->parallel && count != d->sources[table->parallel_to].count) {
            return pav_fail(d->error, PAV_ERROR_FORMAT, "%s: there are %" PRIu32 " %s, but %" PRIu32 " %s",
                            d->where, count, table->name, d->sources[table->parallel_to].count,
                            d->type->tables[table->parallel_to].name);
        }
    }
    return PAV_OK;
}

static uint64_t aligned(uint64_t size)
{
    return (size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1);
}

/* Cannot wrap: 32 tables of less than 2^32 records of less than 2^16 bytes. */
static uint64_t decoded_size(const decoder *d)
{
    uint64_t size = aligned(d->type->struct_size);
    for (uint32_t i = 0; i < d->type->table_count; i++) {
        size += aligned((uint64_t)d->sources[i].count * d->type->tables[i].item_size);
    }
    return size;
}

/* ---- Records ---- */

static void copy_words(uint8_t *to, const uint8_t *from, size_t size)
{
    for (size_t i = 0; i < size; i += 4) {
        const uint32_t word = pav_load_u32(from + i);
        memcpy(to + i, &word, 4);
    }
}

static void copy_table(const pav_table_info *table, const table_source *source, uint8_t *to)
{
    const size_t bytes = (size_t)source->count * table->item_size;
    if (table->stream == PAV_STREAM_U8) {
        memcpy(to, source->data, bytes);
        return;
    }
    if (source->record_size == table->item_size) {
        copy_words(to, source->data, bytes);
        return;
    }
    const size_t known = source->record_size < table->item_size ? source->record_size : table->item_size;
    for (uint32_t i = 0; i < source->count; i++) {
        uint8_t *record = to + (size_t)i * table->item_size;
        pav_table_default(table, record);
        copy_words(record, source->data + (size_t)i * source->record_size, known);
    }
}

static void copy_tables(const decoder *d, uint8_t *block)
{
    memset(block, 0, d->type->struct_size);
    uint8_t *to = block + aligned(d->type->struct_size);
    for (uint32_t i = 0; i < d->type->table_count; i++) {
        const pav_table_info *table = &d->type->tables[i];
        const table_source *source = &d->sources[i];
        if (!source->count) {
            continue;
        }
        copy_table(table, source, to);
        pav_table_set(block, table, to, source->count);
        to += aligned((uint64_t)source->count * table->item_size);
    }
    const pav_table_info *text = &d->type->tables[0];
    if (!pav_table_count(block, text)) {
        pav_table_set(block, text, "", 1); /* So that offset 0 is the empty string, come what may. */
    }
}

pav_result pav_decode_chunk(const pav_chunk_type *type, const char *where, const uint8_t *raw,
                            size_t raw_size, const pav_allocator *allocator, size_t limit, void **out,
                            size_t *size, pav_error *error)
{
    *out = NULL;
    decoder d = {.type = type, .where = where, .raw = raw, .raw_size = raw_size, .error = error};
    pav_result result = read_directory(&d);
    if (result == PAV_OK) {
        result = check_counts(&d);
    }
    if (result != PAV_OK) {
        return result;
    }
    const uint64_t wanted = decoded_size(&d);
    if (wanted > limit) {
        return pav_fail(error, PAV_ERROR_MEMORY, "%s: takes %" PRIu64 " bytes, over the memory limit", where,
                        wanted);
    }
    uint8_t *block = pav_allocate(allocator, (size_t)wanted, 1);
    if (!block) {
        return pav_fail_memory(error);
    }
    copy_tables(&d, block);
    *out = block;
    *size = (size_t)wanted;
    return PAV_OK;
}
