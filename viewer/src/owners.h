/* SPDX-License-Identifier: MIT */
/* Which clips can go along with others: those whose owners nobody else moves. */
#ifndef VIEW_OWNERS_H
#define VIEW_OWNERS_H

#include <pavane/pavane.h>

/* Whether two clips have an owner in common. */
bool view_clips_meet(const pav_chunk_clip *a, const pav_chunk_clip *b);

/* How many channels of a clip drive something. */
uint32_t view_clip_bound_channels(const pav_binding *binding, uint32_t clip);

/* Adds to `clips`, which holds `count` already, in their order the clips that drive something and meet none
 * of those before; returns how many there are then.  There is room for every clip of the document. */
uint32_t view_clips_complete(const pav_binding *binding, uint32_t *clips, uint32_t count);

#endif
