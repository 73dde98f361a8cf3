/* SPDX-License-Identifier: MIT */
/* Which clips go along with the chosen one. */
#ifndef VIEW_COMPANIONS_H
#define VIEW_COMPANIONS_H

#include "playing.h"

/* The lists of a playing, with room for every clip of its document. */
pav_result view_companions_create(view_playing *playing, pav_error *error);
void view_companions_destroy(view_playing *playing);

/* Whether a playback is one of them. */
bool view_companions_have(const view_playing *playing, uint32_t playback);

/* Around the choice of another clip: keeps in mind what plays, the chosen one too, and lets one of it, which
 * fades out with all the rest, go along as it was.  False when the clip did not play, or is over. */
void view_companions_note(view_playing *playing);
bool view_companions_resume(view_playing *playing, uint32_t clip, uint32_t *out);

/* Finds which clips they are for the clip that is chosen now. */
void view_companions_list(view_playing *playing);

#endif
