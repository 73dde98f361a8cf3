/* SPDX-License-Identifier: MIT */
/* Moving all playbacks through a step. */
#ifndef PAV_ADVANCE_H
#define PAV_ADVANCE_H

#include <pavane/player.h>

/* Moves them on, begins the transitions that they arrive at, each at its moment, and keeps what they ran
 * through for the events. */
void pav_player_advance(pav_player *player, double seconds);

#endif
