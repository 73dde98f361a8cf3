/* SPDX-License-Identifier: MIT */
/* The callbacks that are told of events. */
#include "error.h"
#include "player.h"

#include <assert.h>
#include <string.h>

static void take_out(pav_events *events, uint32_t index)
{
    const pav_event_callback callback = events->listeners[index].callback;
    events->listener_count--;
    memmove(events->listeners + index, events->listeners + index + 1,
            (events->listener_count - index) * sizeof *events->listeners);
    if (callback.destroy) {
        callback.destroy(callback.self);
    }
}

void pav_events_tell(pav_player *player, const pav_player_event *event, pav_result *result, pav_error *error)
{
    pav_events *events = &player->events;
    for (events->running = 0; events->running < events->listener_count; events->running++) {
        const pav_event_callback *callback = &events->listeners[events->running].callback;
        const pav_result told = callback->fire(callback->self, player, event);
        if (told && !*result) {
            *result = pav_fail(error, told, "event \"%s\" of playback %u: its callback failed with result %d",
                               event->name, (unsigned)event->playback, (int)told);
        }
        if (events->running_removed) {
            events->running_removed = false;
            take_out(events, events->running--); /* from 0 it comes back to 0 */
        }
    }
    events->running = PAV_NONE;
}

pav_result pav_player_add_event_callback(pav_player *player, const pav_event_callback *callback,
                                         uint32_t *out)
{
    assert(player && callback && callback->fire);
    pav_events *events = &player->events;
    const bool full = events->listener_count - events->running_removed >= events->listener_capacity ||
                      events->next_listener == PAV_NONE;
    if (out) {
        *out = full ? PAV_NONE : events->next_listener;
    }
    if (full) {
        return PAV_ERROR_FULL;
    }
    events->listeners[events->listener_count++] =
        (pav_event_listener){.callback = *callback, .handle = events->next_listener++};
    return PAV_OK;
}

void pav_player_remove_event_callback(pav_player *player, uint32_t handle)
{
    assert(player);
    pav_events *events = &player->events;
    for (uint32_t i = 0; i < events->listener_count && handle != PAV_NONE; i++) {
        if (events->listeners[i].handle != handle) {
            continue;
        }
        if (i == events->running) {
            events->listeners[i].handle = PAV_NONE;
            events->running_removed = true;
            return;
        }
        if (events->running != PAV_NONE && i < events->running) {
            events->running--;
        }
        take_out(events, i);
        return;
    }
}
