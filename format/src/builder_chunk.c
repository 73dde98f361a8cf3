/* SPDX-License-Identifier: MIT */
#include "builder_chunk.h"

#include <assert.h>
#include <string.h>

#include "memory.h"

static const size_t ALIGNMENT = 16;

static uint32_t find_table(const pav_chunk_type *type, size_t table)
{
    uint32_t i = 0;
    while (type->tables[i].pointer_offset != table) {
        i++;
        assert(i < type->table_count);
    }
    return i;
}

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

bool pav_grow_reserve(const pav_allocator *allocator, pav_growing_table *table, size_t item_size,
                      uint32_t more)
{
    if (more <= table->capacity - table->count) {
        return true;
    }
    if (more >= PAV_NONE - table->count) {
        return false;
    }
    const uint32_t needed = table->count + more;
    const uint32_t doubled = table->capacity < PAV_NONE / 2 ? table->capacity * 2 : PAV_NONE - 1;
    const uint32_t capacity = needed > doubled ? needed : doubled;
    uint8_t *items = pav_allocate(allocator, capacity, item_size);
    if (!items) {
        return false;
    }
    if (table->count) {
        memcpy(items, table->items, table->count * item_size);
    }
    pav_release(allocator, table->items);
    table->items = items;
    table->capacity = capacity;
    return true;
}

uint32_t pav_grow(const pav_allocator *allocator, pav_growing_chunk *chunk, size_t table, const void *records,
                  uint32_t count)
{
    const uint32_t place = find_table(chunk->type, table);
    const size_t item_size = chunk->type->tables[place].item_size;
    pav_growing_table *growing = &chunk->tables[place];
    const uint32_t first = growing->count;
    if (!pav_grow_reserve(allocator, growing, item_size, count)) {
        return PAV_NONE;
    }
    if (count && records) {
        memcpy(growing->items + first * item_size, records, count * item_size);
    } else if (count) {
        memset(growing->items + first * item_size, 0, count * item_size);
    }
    growing->count += count;
    return first;
}

uint32_t pav_grow_text(const pav_allocator *allocator, pav_growing_chunk *chunk, const char *text)
{
    const size_t table = chunk->type->tables[0].pointer_offset;
    if (!chunk->tables[0].count && pav_grow(allocator, chunk, table, NULL, 1) == PAV_NONE) {
        return PAV_NONE;
    }
    if (!text || !*text) {
        return 0;
    }
    const size_t size = strlen(text) + 1;
    return size < PAV_NONE ? pav_grow(allocator, chunk, table, text, (uint32_t)size) : PAV_NONE;
}

void *pav_grown(const pav_growing_chunk *chunk, size_t table)
{
    return chunk->tables[find_table(chunk->type, table)].items;
}

uint32_t pav_grown_count(const pav_growing_chunk *chunk, size_t table)
{
    return chunk->tables[find_table(chunk->type, table)].count;
}

void pav_grow_default(const pav_chunk_type *type, size_t table, void *record)
{
    pav_table_default(&type->tables[find_table(type, table)], record);
}

void *pav_grow_finish(const pav_allocator *allocator, const pav_growing_chunk *chunk, size_t *size)
{
    const pav_chunk_type *type = chunk->type;
    *size = aligned(type->struct_size);
    for (uint32_t i = 0; i < type->table_count; i++) {
        const size_t bytes = (size_t)chunk->tables[i].count * type->tables[i].item_size;
        if (bytes > SIZE_MAX - ALIGNMENT - *size) {
            return NULL;
        }
        *size += aligned(bytes);
    }
    uint8_t *block = pav_allocate_zeroed(allocator, *size, 1);
    if (!block) {
        return NULL;
    }
    uint8_t *to = block + aligned(type->struct_size);
    for (uint32_t i = 0; i < type->table_count; i++) {
        const size_t bytes = (size_t)chunk->tables[i].count * type->tables[i].item_size;
        if (bytes) {
            memcpy(to, chunk->tables[i].items, bytes);
            pav_table_set(block, &type->tables[i], to, chunk->tables[i].count);
            to += aligned(bytes);
        }
    }
    return block;
}

void pav_grow_release(const pav_allocator *allocator, pav_growing_chunk *chunk)
{
    for (uint32_t i = 0; i < PAV_TABLE_LIMIT; i++) {
        pav_release(allocator, chunk->tables[i].items);
    }
}
