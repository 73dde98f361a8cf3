/* SPDX-License-Identifier: MIT */
#include "unpack.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "error.h"
#include "packing.h"

enum { TABLE_ENTRY_SIZE = 16 };

const pav_packed_table *pav_unpacker_find(const pav_unpacker *unpacker, const pav_packed_table *table,
                                          const char *name)
{
    for (const pav_packed_table *other = unpacker->tables; other != table; other++) {
        if (strcmp(other->name, name) == 0) {
            return other;
        }
    }
    return NULL;
}

pav_result pav_unpacker_fail(const pav_unpacker *unpacker, const pav_packed_table *table, const char *reason)
{
    return pav_fail(unpacker->error, PAV_ERROR_FORMAT, "%s: %s: %s", unpacker->where, table->name, reason);
}

/* ---- The directory ---- */

static void name_table(const pav_chunk_type *type, pav_packed_table *table)
{
    snprintf(table->name, sizeof table->name, "table %" PRIu32, table->id);
    for (uint32_t i = 0; i < type->table_count; i++) {
        if (type->tables[i].id == table->id) {
            snprintf(table->name, sizeof table->name, "%s", type->tables[i].name);
        }
    }
}

static bool read_entry(pav_cursor *cursor, pav_packed_table *table)
{
    return pav_cursor_number(cursor, &table->id) && pav_cursor_number(cursor, &table->record_size) &&
           pav_cursor_number(cursor, &table->count) && pav_cursor_number(cursor, &table->packing) &&
           pav_cursor_number(cursor, &table->packed_size);
}

static pav_result read_entries(pav_unpacker *u, const pav_chunk_type *type, pav_cursor *cursor)
{
    bool whole = pav_cursor_number(cursor, &u->table_count);
    if (whole && u->table_count > PAV_PACKED_TABLE_LIMIT) {
        return pav_fail(u->error, PAV_ERROR_FORMAT,
                        "%s: there are %" PRIu32 " packed tables, but %d at most are allowed", u->where,
                        u->table_count, PAV_PACKED_TABLE_LIMIT);
    }
    for (uint32_t i = 0; whole && i < u->table_count; i++) {
        whole = read_entry(cursor, &u->tables[i]);
        name_table(type, &u->tables[i]);
    }
    for (uint32_t i = 0; whole && i < u->table_count; i++) {
        whole = pav_cursor_bytes(cursor, u->tables[i].packed_size, &u->tables[i].packed);
    }
    if (!whole || cursor->at != cursor->end) {
        return pav_fail(u->error, PAV_ERROR_FORMAT, "%s: the packed tables do not %s", u->where,
                        whole ? "fill its bytes" : "fit in its bytes");
    }
    return PAV_OK;
}

uint32_t pav_unpack_distance(const pav_chunk_type *type, const uint8_t *packed, uint32_t packed_size)
{
    pav_error told_later = {0};
    pav_unpacker u = {.where = "", .error = &told_later};
    pav_cursor cursor = {packed, packed + packed_size};
    if (read_entries(&u, type, &cursor) != PAV_OK) {
        return 0;
    }
    for (uint32_t i = 0; i < u.table_count; i++) {
        uint32_t distance;
        if (u.tables[i].packing == PAV_PACKING_SHARED) {
            return pav_packed_distance(&u.tables[i], &distance) ? distance : 0;
        }
    }
    return 0;
}

/* Each product is compared before it is added, since the sum of 64 of them could wrap. */
static pav_result check_size(const pav_unpacker *u, uint32_t raw_size)
{
    uint64_t size = 4 + (uint64_t)u->table_count * TABLE_ENTRY_SIZE;
    for (uint32_t i = 0; i < u->table_count && size <= raw_size; i++) {
        const uint64_t bytes = (uint64_t)u->tables[i].record_size * u->tables[i].count;
        size = bytes > raw_size ? bytes : size + ((bytes + 3) & ~(uint64_t)3);
    }
    if (size != raw_size) {
        return pav_fail(u->error, PAV_ERROR_FORMAT,
                        "%s: its tables take %s%" PRIu64 " bytes, but must take %" PRIu32, u->where,
                        size > raw_size ? "at least " : "", size, raw_size);
    }
    return PAV_OK;
}

/* The directory of the raw bytes, and where in them each table lies. */
static void write_directory(pav_unpacker *u, uint8_t *raw)
{
    uint32_t offset = 4 + u->table_count * TABLE_ENTRY_SIZE;
    pav_store_u32(raw, u->table_count);
    for (uint32_t i = 0; i < u->table_count; i++) {
        pav_packed_table *table = &u->tables[i];
        uint8_t *entry = raw + 4 + (size_t)i * TABLE_ENTRY_SIZE;
        const uint32_t bytes = table->record_size * table->count;
        pav_store_u32(entry, table->id);
        pav_store_u32(entry + 4, table->record_size);
        pav_store_u32(entry + 8, table->count);
        pav_store_u32(entry + 12, offset);
        table->raw = raw + offset;
        memset(table->raw + bytes, 0, -bytes & 3);
        offset += (bytes + 3) & ~3u;
    }
}

/* ---- Tables ---- */

static pav_result unpack_stored(const pav_unpacker *u, const pav_packed_table *table)
{
    if (table->packed_size != table->record_size * table->count) {
        return pav_unpacker_fail(u, table, "it is stored, but not in as many bytes as its records take");
    }
    memcpy(table->raw, table->packed, table->packed_size);
    return PAV_OK;
}

static pav_result unpack_table(const pav_unpacker *u, const pav_packed_table *table)
{
    switch (table->packing) {
    case PAV_PACKING_STORED:
        return unpack_stored(u, table);
    case PAV_PACKING_COLUMNS:
        return pav_unpack_columns(u, table);
    case PAV_PACKING_KEY_HANDLES:
        return pav_unpack_key_handles(u, table);
    case PAV_PACKING_SAMPLES:
        return pav_unpack_samples(u, table);
    case PAV_PACKING_NORMALS:
        return pav_unpack_normals(u, table);
    case PAV_PACKING_SHARED:
        return pav_unpack_shared(u, table);
    default:
        return pav_fail(u->error, PAV_ERROR_VERSION,
                        "%s: %s: packing is %" PRIu32 ", but this library does not know it", u->where,
                        table->name, table->packing);
    }
}

pav_result pav_unpack_chunk(const pav_chunk_type *type, const char *where, const uint8_t *packed,
                            uint32_t packed_size, const pav_lender *lender, const pav_allocator *allocator,
                            const pav_progress *progress, uint8_t *raw, uint32_t raw_size, pav_error *error)
{
    pav_unpacker u = {.where = where, .lender = lender, .allocator = allocator, .error = error};
    pav_cursor cursor = {packed, packed + packed_size};
    pav_result result = read_entries(&u, type, &cursor);
    if (result == PAV_OK) {
        result = check_size(&u, raw_size);
    }
    if (result != PAV_OK) {
        return result;
    }
    write_directory(&u, raw);
    for (uint32_t i = 0; result == PAV_OK && i < u.table_count; i++) {
        result = unpack_table(&u, &u.tables[i]);
        if (result == PAV_OK && raw_size > PAV_PROGRESS_STEP && i + 1 < u.table_count) {
            result = pav_progress_tell(progress, (double)(i + 1) / u.table_count, error);
        }
    }
    return result;
}
