/* SPDX-License-Identifier: MIT */
/* The generic walk: everything that the schema says of a value. */
#ifndef PAV_VALIDATE_H
#define PAV_VALIDATE_H

#include <pavane/document.h>

#include "progress.h"
#include "schema.h"

/* Checks every string, index, span, enum, flag and number of a decoded chunk, and its text.  Unknown values
 * of an enum with a fallback become the fallback.  `counts` says how many chunks of each type the file has.
 * Large tables are told of, the end is not. */
pav_result pav_validate_chunk(const pav_chunk_type *type, const char *where, void *chunk,
                              const uint32_t counts[PAV_CHUNK_TYPE_COUNT], const pav_progress *progress,
                              pav_error *error);

#endif
