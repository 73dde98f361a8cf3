/* SPDX-License-Identifier: MIT */
/* A chunk's raw bytes into its struct: the evolution rules, and no look at the values. */
#ifndef PAV_DECODE_H
#define PAV_DECODE_H

#include <pavane/document.h>

#include "schema.h"

/* `*out` is a pav_chunk_... of that type with all its arrays in one block of memory, which takes `*size`
 * bytes, at most `limit`.  Fields that a shorter record lacks have the schema's defaults. */
pav_result pav_decode_chunk(const pav_chunk_type *type, const char *where, const uint8_t *raw,
                            size_t raw_size, const pav_allocator *allocator, size_t limit, void **out,
                            size_t *size, pav_error *error);

#endif
