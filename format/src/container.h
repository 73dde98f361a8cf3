/* SPDX-License-Identifier: MIT */
/* The container of a .pav file: header, directory, chunks.  All that is known of zlib is in container.c. */
#ifndef PAV_CONTAINER_H
#define PAV_CONTAINER_H

#include <pavane/document.h>

#include "progress.h"
#include "schema.h"

/* What a chunk is called in messages: `SCNE`, `CLIP 3`. */
typedef struct pav_where {
    char text[20];
} pav_where;

typedef struct pav_entry {
    uint32_t place; /* In the directory. */
    char type[5];
    uint32_t id;
    uint32_t flags;
    uint32_t codec;
    uint32_t filter;
    uint32_t offset;
    uint32_t stored_size;
    uint32_t packed_size; /* Between codec and filter. */
    uint32_t raw_size;
    uint32_t crc;
    pav_chunk_type_index known; /* PAV_CHUNK_TYPE_COUNT: a type to skip. */
    pav_where where;
} pav_entry;

typedef struct pav_container {
    const uint8_t *data;
    size_t size;
    uint32_t chunk_count;
    uint32_t counts[PAV_CHUNK_TYPE_COUNT]; /* Chunks of each type. */
} pav_container;

/* Checks the header and the whole directory, and reads no chunk. */
pav_result pav_container_open(const void *data, size_t size, pav_container *out, pav_error *error);

pav_entry pav_container_entry(const pav_container *container, uint32_t i);

/* The chunk's raw bytes, checked against its checksum; the caller releases them.  Another chunk, of which it
 * shares tables, is read with it, and takes no more than `limit` bytes.  A large chunk is told of in parts,
 * its end is not. */
pav_result pav_container_read(const pav_container *container, const pav_entry *entry,
                              const pav_allocator *allocator, size_t limit, const pav_progress *progress,
                              uint8_t **out, pav_error *error);

#endif
