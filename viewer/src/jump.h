/* SPDX-License-Identifier: MIT */
/* Leaps in time: from key to key of the chosen clip's curves, and to its ends. */
#ifndef VIEW_JUMP_H
#define VIEW_JUMP_H

#include "playing.h"

/* Pauses, and goes to the next key in that direction, 1 or -1; stays where there is none. */
void view_jump_to_key(view_playing *playing, int direction);
/* Pauses, and goes to the last frame when `direction` is above 0, else to the first. */
void view_jump_to_end(view_playing *playing, int direction);

#endif
