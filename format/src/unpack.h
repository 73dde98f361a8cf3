/* SPDX-License-Identifier: MIT */
/* The filter `packed`: the raw bytes of a chunk, made again from tables that are packed one by one. */
#ifndef PAV_UNPACK_H
#define PAV_UNPACK_H

#include <pavane/document.h>

#include "progress.h"
#include "schema.h"

/* Fills `raw`, all `raw_size` bytes of it.  A large chunk is told of in parts, its end is not. */
pav_result pav_unpack_chunk(const pav_chunk_type *type, const char *where, const uint8_t *packed,
                            uint32_t packed_size, const pav_allocator *allocator,
                            const pav_progress *progress, uint8_t *raw, uint32_t raw_size, pav_error *error);

#endif
