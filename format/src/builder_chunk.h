/* SPDX-License-Identifier: MIT */
/* A chunk whose tables still grow.  A table is named by the place of its pointer in the chunk's struct, as in
 * offsetof(pav_chunk_scene, nodes). */
#ifndef PAV_BUILDER_CHUNK_H
#define PAV_BUILDER_CHUNK_H

#include <pavane/document.h>

#include "schema.h"

typedef struct pav_growing_table {
    uint8_t *items;
    uint32_t count;
    uint32_t capacity;
} pav_growing_table;

typedef struct pav_growing_chunk {
    const pav_chunk_type *type;
    pav_growing_table tables[PAV_TABLE_LIMIT];
} pav_growing_chunk;

/* Makes room for `more` items of `item_size` bytes; false: no memory, or indices would not suffice. */
bool pav_grow_reserve(const pav_allocator *allocator, pav_growing_table *table, size_t item_size,
                      uint32_t more);

/* Appends records, or zeros for NULL; the index of the first, or PAV_NONE without memory. */
uint32_t pav_grow(const pav_allocator *allocator, pav_growing_chunk *chunk, size_t table, const void *records,
                  uint32_t count);

/* Appends a string; its offset, 0 for an empty one or NULL, PAV_NONE without memory. */
uint32_t pav_grow_text(const pav_allocator *allocator, pav_growing_chunk *chunk, const char *text);

/* The records of a table: until it grows next. */
void *pav_grown(const pav_growing_chunk *chunk, size_t table);
uint32_t pav_grown_count(const pav_growing_chunk *chunk, size_t table);

/* A record with the format's defaults. */
void pav_grow_default(const pav_chunk_type *type, size_t table, void *record);

/* The chunk as a loaded one would be, all in one block of memory; NULL without memory. */
void *pav_grow_finish(const pav_allocator *allocator, const pav_growing_chunk *chunk, size_t *size);

void pav_grow_release(const pav_allocator *allocator, pav_growing_chunk *chunk);

#endif
