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

/* Finds which clips they are for the clip that is chosen now. */
void view_companions_list(view_playing *playing);

#endif
