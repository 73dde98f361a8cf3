/* SPDX-License-Identifier: MIT */
/* Packing `shared`: the records are those of the same table in a chunk before. */
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "packing.h"

enum { TABLE_ENTRY_SIZE = 16 };

bool pav_packed_distance(const pav_packed_table *table, uint32_t *out)
{
    pav_cursor cursor = {table->packed, table->packed + table->packed_size};
    return pav_cursor_number(&cursor, out) && *out && cursor.at == cursor.end;
}

/* The records of the table in the lender's raw bytes, whose directory nobody has checked; NULL if it has none
 * that is as large. */
static const uint8_t *find_records(const pav_lender *lender, const pav_packed_table *table)
{
    const uint32_t count = lender->raw_size >= 4 ? pav_load_u32(lender->raw) : 0;
    const uint64_t bytes = (uint64_t)table->record_size * table->count;
    for (uint32_t i = 0; i < count && i < (lender->raw_size - 4) / TABLE_ENTRY_SIZE; i++) {
        const uint8_t *entry = lender->raw + 4 + (size_t)i * TABLE_ENTRY_SIZE;
        if (pav_load_u32(entry) == table->id) {
            const uint32_t offset = pav_load_u32(entry + 12);
            const bool same =
                pav_load_u32(entry + 4) == table->record_size && pav_load_u32(entry + 8) == table->count;
            return same && offset + bytes <= lender->raw_size ? lender->raw + offset : NULL;
        }
    }
    return NULL;
}

pav_result pav_unpack_shared(const pav_unpacker *unpacker, const pav_packed_table *table)
{
    uint32_t distance;
    if (!pav_packed_distance(table, &distance)) {
        return pav_unpacker_fail(unpacker, table, "the packed distance is damaged");
    }
    if (!unpacker->lender || unpacker->lender->distance != distance) {
        return pav_unpacker_fail(unpacker, table,
                                 "it is shared with another chunk than the tables before it");
    }
    const uint8_t *records = find_records(unpacker->lender, table);
    if (!records) {
        return pav_unpacker_fail(unpacker, table, "it is shared, but the other chunk has no such table");
    }
    memcpy(table->raw, records, (size_t)table->record_size * table->count);
    return PAV_OK;
}
