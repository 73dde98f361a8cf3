/* SPDX-License-Identifier: MIT */
/* Clips by their names. */
#ifndef VIEW_CLIPS_H
#define VIEW_CLIPS_H

#include <pavane/pavane.h>

const char *view_clip_name(const pav_document *document, uint32_t clip);

/* When there is none of that name, the message names those that there are. */
pav_result view_clip_find(const pav_document *document, const char *name, uint32_t *out, pav_error *error);

/* The clip with the most channels that drive something; PAV_NONE when none does. */
uint32_t view_clip_main(const pav_binding *binding);

#endif
