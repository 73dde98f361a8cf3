/* SPDX-License-Identifier: MIT */
#include "flashes.h"

#include <math.h>
#include <stdio.h>

static const double length = 0.6; /* Seconds that are shown. */

/* How long ago it was: a large step goes on behind an event. */
static double age_of(const pav_player *player, const pav_player_event *event)
{
    pav_playback_state state;
    if (pav_player_get(player, event->playback, &state) || state.speed == 0) {
        return 0;
    }
    return fabs((state.time - event->time) / state.speed);
}

static pav_result fire(void *self, pav_player *player, const pav_player_event *event)
{
    view_flashes *flashes = self;
    if (event->kind != PAV_EVENT_KIND_MARKER && event->kind != PAV_EVENT_KIND_ADDED) {
        return PAV_OK;
    }
    view_flash *flash = &flashes->list[flashes->count++ % VIEW_FLASH_COUNT];
    *flash = (view_flash){.playback = event->playback,
                          .clip_time = event->clip_time,
                          .fired = flashes->playing->shown - age_of(player, event)};
    snprintf(flash->name, sizeof flash->name, "%s", event->name);
    return PAV_OK;
}

void view_flashes_attach(view_flashes *flashes, const view_playing *playing)
{
    *flashes = (view_flashes){.playing = playing, .player = playing->player};
    const pav_event_callback callback = {.fire = fire, .self = flashes};
    if (pav_player_add_event_callback(flashes->player, &callback, &flashes->handle)) {
        flashes->player = NULL;
    }
}

void view_flashes_detach(view_flashes *flashes)
{
    if (flashes->player) {
        pav_player_remove_event_callback(flashes->player, flashes->handle);
        flashes->player = NULL;
    }
}

const view_flash *view_flashes_get(const view_flashes *flashes, uint32_t index, float *light)
{
    if (index >= VIEW_FLASH_COUNT || index >= flashes->count) {
        return NULL;
    }
    const view_flash *flash = &flashes->list[(flashes->count - 1 - index) % VIEW_FLASH_COUNT];
    *light = (float)(1 - (flashes->playing->shown - flash->fired) / length);
    return *light > 0 ? flash : NULL;
}
