/* SPDX-License-Identifier: MIT */
/* The filter `packed`: the raw bytes of a chunk, made again from tables that are packed one by one. */
#ifndef PAV_UNPACK_H
#define PAV_UNPACK_H

#include <pavane/document.h>

#include "progress.h"
#include "schema.h"

/* The chunk that another shares tables of. */
typedef struct pav_lender {
    uint32_t distance; /* So many places before the other in the directory. */
    const uint8_t *raw;
    uint32_t raw_size;
} pav_lender;

/* The distance of the lender that the first of the shared tables names; 0 where none is shared, or where that
 * cannot be told, which unpacking then says. */
uint32_t pav_unpack_distance(const pav_chunk_type *type, const uint8_t *packed, uint32_t packed_size);

/* Fills `raw`, all `raw_size` bytes of it.  A `lender` that is NULL, or of distance 0, is none.  A large
 * chunk is told of in parts, its end is not. */
pav_result pav_unpack_chunk(const pav_chunk_type *type, const char *where, const uint8_t *packed,
                            uint32_t packed_size, const pav_lender *lender, const pav_allocator *allocator,
                            const pav_progress *progress, uint8_t *raw, uint32_t raw_size, pav_error *error);

#endif
