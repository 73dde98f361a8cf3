/* SPDX-License-Identifier: MIT */
#include "schema.h"

#include <string.h>

#include "schema.inc"

/* Pointers are copied by their bytes: the struct's members have many types, and the loop knows only where
 * they are. */
const void *pav_table_items(const void *chunk, const pav_table_info *table)
{
    const void *items;
    memcpy(&items, (const char *)chunk + table->pointer_offset, sizeof items);
    return items;
}

uint32_t pav_table_count(const void *chunk, const pav_table_info *table)
{
    if (table->single) {
        return pav_table_items(chunk, table) ? 1 : 0;
    }
    uint32_t count;
    memcpy(&count, (const char *)chunk + table->count_offset, sizeof count);
    return count;
}

void pav_table_set(void *chunk, const pav_table_info *table, const void *items, uint32_t count)
{
    memcpy((char *)chunk + table->pointer_offset, &items, sizeof items);
    if (!table->single) {
        memcpy((char *)chunk + table->count_offset, &count, sizeof count);
    }
}

void pav_table_default(const pav_table_info *table, void *record)
{
    uint8_t *bytes = record;
    memset(bytes, 0, table->item_size);
    for (uint32_t f = 0; f < table->field_count; f++) {
        const pav_field_info *field = &table->fields[f];
        for (uint32_t k = 0; k < field->count; k++) {
            memcpy(bytes + field->offset + k * 4, &field->default_bits, 4);
        }
    }
}
