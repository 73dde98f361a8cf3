/* SPDX-License-Identifier: MIT */
/* What is looked up in a clip. */
#ifndef PAV_CLIP_H
#define PAV_CLIP_H

#include <pavane/pavane.h>

/* The owner of that name as it stands in the clip's text, NULL when none of its targets has it. */
const char *pav_clip_find_owner(const pav_chunk_clip *clip, const char *owner);

/* A document has no such clip; PAV_NONE: none was found by its name.  `what` of which `name` asked for it, as
 * in event "x", comes first; `what` NULL: neither. */
pav_result pav_clip_fail_missing(const pav_document *clips, uint32_t clip, const char *what, const char *name,
                                 pav_error *error);

#endif
