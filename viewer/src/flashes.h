/* SPDX-License-Identifier: MIT */
/* Events that were fired lately.  They come from a callback of the player: its queue is the program's own,
 * and what the viewer took out of it the program would miss. */
#ifndef VIEW_FLASHES_H
#define VIEW_FLASHES_H

#include "playing.h"

enum { VIEW_FLASH_COUNT = 16 };

typedef struct view_flash {
    uint32_t playback;
    double clip_time;
    double fired; /* What `shown` of the playing was at its moment. */
    char name[64];
} view_flash;

typedef struct view_flashes {
    const view_playing *playing;
    pav_player *player; /* NULL: its list of callbacks is full. */
    uint32_t handle;
    view_flash list[VIEW_FLASH_COUNT]; /* The oldest gives way to the newest. */
    uint32_t count;                    /* Of all that there were. */
} view_flashes;

/* Adds the callback, or takes it out.  Both must stay where they are meanwhile. */
void view_flashes_attach(view_flashes *flashes, const view_playing *playing);
void view_flashes_detach(view_flashes *flashes);

/* The `index`th from the newest on; NULL past the last, and when it is over: so are those before it. `*light`
 * is 1 for one that was just fired and falls to 0. */
const view_flash *view_flashes_get(const view_flashes *flashes, uint32_t index, float *light);

#endif
