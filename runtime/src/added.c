/* SPDX-License-Identifier: MIT */
/* Events that the program adds to clips. */
#include "binding.h"
#include "clip.h"
#include "error.h"
#include "player.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static void take_out(pav_added_list *list, uint32_t index)
{
    list->count--; /* Its binding goes to whoever has copied it. */
    memmove(list->events + index, list->events + index + 1, (list->count - index) * sizeof *list->events);
}

/* After those at the same time. */
static void put_in(pav_added_list *list, const pav_added *event)
{
    uint32_t place = list->count++;
    for (; place > 0 && list->events[place - 1].seconds > event->seconds; place--) {
        list->events[place] = list->events[place - 1];
    }
    list->events[place] = *event;
}

void pav_added_settle(pav_added_list *list)
{
    for (uint32_t i = list->count; i-- > 0;) {
        if (list->events[i].handle == PAV_NONE) {
            pav_binding *binding = list->events[i].binding;
            take_out(list, i);
            pav_binding_destroy(binding);
        }
    }
    for (uint32_t i = 0; i < list->count; i++) {
        pav_added event = list->events[i];
        if (event.waits) {
            event.waits = false;
            take_out(list, i);
            put_in(list, &event);
        }
    }
}

static pav_result find_moment(const pav_chunk_clip *clip, const pav_added_event *event, double *out,
                              pav_error *error)
{
    const double duration = pav_clip_duration(clip);
    *out = event->by_ratio ? event->at * duration : event->at;
    if (isfinite(event->at) && *out >= 0 && *out <= duration) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_VALUE, "event \"%s\": %g seconds into clip \"%s\" of %g seconds",
                    event->name, *out, clip->text + clip->clip->name, duration);
}

void pav_event_copy_name(const char *name, char out[PAV_EVENT_NAME_SIZE])
{
    size_t length = strlen(name);
    if (length >= PAV_EVENT_NAME_SIZE) {
        length = PAV_EVENT_NAME_SIZE - 1;
        while (length && ((unsigned char)name[length] & 0xC0u) == 0x80u) {
            length--;
        }
    }
    memset(out, 0, PAV_EVENT_NAME_SIZE);
    memcpy(out, name, length);
}

pav_result pav_player_add_event(pav_player *player, const pav_added_event *event, uint32_t *out,
                                pav_error *error)
{
    assert(player && event && event->name);
    pav_events *events = &player->events;
    const pav_binding *binding = event->binding ? event->binding : player->binding;
    assert(pav_binding_is_for(binding, player->scene));
    if (out) {
        *out = PAV_NONE;
    }
    if (event->clip >= pav_document_clip_count(binding->clips)) {
        return pav_clip_fail_missing(binding->clips, event->clip, "event", event->name, error);
    }
    pav_added added = {.clip = event->clip, .waits = events->firing};
    const pav_result result =
        find_moment(pav_document_clip(binding->clips, event->clip), event, &added.seconds, error);
    if (result) {
        return result;
    }
    if (events->added.count == events->added.capacity || events->next_added == PAV_NONE) {
        return pav_fail(error, PAV_ERROR_FULL, "event \"%s\": %u are there already", event->name,
                        (unsigned)events->added.count);
    }
    added.handle = events->next_added++;
    added.binding = pav_binding_retain((pav_binding *)(uintptr_t)binding);
    pav_event_copy_name(event->name, added.name);
    if (added.waits) {
        events->added.events[events->added.count++] = added;
    } else {
        put_in(&events->added, &added);
    }
    if (out) {
        *out = added.handle;
    }
    return PAV_OK;
}

void pav_player_remove_event(pav_player *player, uint32_t handle)
{
    assert(player);
    pav_added_list *list = &player->events.added;
    for (uint32_t i = 0; i < list->count && handle != PAV_NONE; i++) {
        if (list->events[i].handle == handle) {
            list->events[i].handle = PAV_NONE;
        }
    }
    if (!player->events.firing) {
        pav_added_settle(list);
    }
}

uint32_t pav_player_added_event(const pav_player *player, uint32_t position, pav_added_event *out)
{
    assert(player);
    const pav_added_list *list = &player->events.added;
    for (uint32_t i = 0; i < list->count; i++) {
        const pav_added *event = &list->events[i];
        if (event->handle == PAV_NONE || position--) {
            continue;
        }
        if (out) {
            *out = (pav_added_event){
                .binding = event->binding, .clip = event->clip, .name = event->name, .at = event->seconds};
        }
        return event->handle;
    }
    return PAV_NONE;
}
