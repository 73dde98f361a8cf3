/* SPDX-License-Identifier: MIT */
/* What is looked up in a clip. */
#ifndef PAV_CLIP_H
#define PAV_CLIP_H

#include <pavane/pavane.h>

/* The owner of that name as it stands in the clip's text, NULL when none of its targets has it. */
const char *pav_clip_find_owner(const pav_chunk_clip *clip, const char *owner);

#endif
