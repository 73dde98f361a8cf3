/* SPDX-License-Identifier: MIT */
#include "event.h"

#include "binding.h"
#include "memory.h"
#include "player.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEFAULT_QUEUE = 64, DEFAULT_LISTENERS = 8, DEFAULT_ADDED = 16 };

/* ---- Creation ---- */

bool pav_events_create(pav_player *player, const pav_player_options *options)
{
    pav_events *events = &player->events;
    const pav_allocator *allocator = &player->allocator;
    const size_t playbacks = player->playback_capacity;
    events->running = PAV_NONE;
    events->queue_capacity = options->event_capacity ? options->event_capacity : DEFAULT_QUEUE;
    events->listener_capacity =
        options->event_callback_capacity ? options->event_callback_capacity : DEFAULT_LISTENERS;
    events->added.capacity = options->added_event_capacity ? options->added_event_capacity : DEFAULT_ADDED;
    if (playbacks > PAV_NONE / 8 || events->listener_capacity == PAV_NONE) {
        return false;
    }
    /* Seeks of callbacks while an update is fired, and those for the next update. */
    events->seek_capacity = (uint32_t)playbacks * 2;
    events->leg_capacity = (uint32_t)playbacks * 6;
    events->legs = pav_allocate(allocator, playbacks * 6, sizeof *events->legs);
    events->added.events = pav_allocate(allocator, events->added.capacity, sizeof *events->added.events);
    /* One that has removed itself keeps its place until it returns. */
    events->listeners =
        pav_allocate(allocator, (size_t)events->listener_capacity + 1, sizeof *events->listeners);
    events->queue = pav_allocate(allocator, events->queue_capacity, sizeof *events->queue);
    return events->legs && events->added.events && events->listeners && events->queue;
}

static void let_go(pav_queued_event *queued)
{
    pav_binding_destroy((pav_binding *)(uintptr_t)queued->event.binding);
    queued->event.binding = NULL;
}

void pav_events_destroy(pav_player *player)
{
    pav_events *events = &player->events;
    for (uint32_t i = 0; i < events->queue_count; i++) {
        let_go(&events->queue[(events->queue_first + i) % events->queue_capacity]);
    }
    let_go(&events->polled);
    for (uint32_t i = 0; i < events->added.count; i++) {
        events->added.events[i].handle = PAV_NONE;
    }
    pav_added_settle(&events->added);
    pav_release(&player->allocator, events->legs);
    pav_release(&player->allocator, events->added.events);
    pav_release(&player->allocator, events->listeners);
    pav_release(&player->allocator, events->queue);
}

/* ---- The queue ---- */

static void put_in_queue(pav_events *events, const pav_player_event *event)
{
    if (events->queue_count == events->queue_capacity) {
        events->overflow++;
        return;
    }
    const uint32_t place =
        (uint32_t)(((uint64_t)events->queue_first + events->queue_count++) % events->queue_capacity);
    pav_queued_event *queued = &events->queue[place];
    queued->event = *event;
    if (event->binding) {
        pav_binding_retain((pav_binding *)(uintptr_t)event->binding);
    }
    if (event->kind == PAV_EVENT_KIND_ADDED) {
        memcpy(queued->name, event->name, sizeof queued->name);
    }
}

bool pav_player_poll_event(pav_player *player, pav_player_event *out)
{
    assert(player && out);
    pav_events *events = &player->events;
    if (!events->queue_count) {
        return false;
    }
    let_go(&events->polled);
    events->polled = events->queue[events->queue_first];
    events->queue_first = (events->queue_first + 1) % events->queue_capacity;
    events->queue_count--;
    *out = events->polled.event;
    if (out->kind == PAV_EVENT_KIND_ADDED) {
        out->name = events->polled.name;
    }
    return true;
}

uint64_t pav_player_event_overflow(const pav_player *player)
{
    assert(player);
    return player->events.overflow;
}

/* ---- Legs ---- */

void pav_events_passed(pav_player *player, pav_playback *playback, double from)
{
    pav_leg leg;
    const bool finished = pav_playback_is_finished(playback);
    const bool departs = !playback->departed && !playback->paused;
    const bool something = pav_leg_make(playback, from, playback->time, departs, &leg);
    leg.finishes = finished && !playback->finish_told;
    playback->finish_told = finished;
    playback->departed = playback->departed || leg.departs;
    if (leg.finishes) {
        leg.end_clip_time = pav_playback_clip_time(playback);
    }
    if (something || leg.finishes) {
        player->events.legs[player->events.leg_count++] = leg;
    }
}

/* Whether a leg goes on where the last one of all ended. */
static bool is_continued(const pav_leg *last, const pav_leg *leg)
{
    return last->sought && last->playback == leg->playback && last->mode == leg->mode &&
           last->first == leg->first && last->last == leg->last && last->backwards == leg->backwards &&
           last->to == leg->from && !leg->departs && !last->finishes;
}

static pav_result pass_by_seeking(pav_player *player, pav_playback *playback, double time)
{
    pav_events *events = &player->events;
    const double from = playback->time;
    pav_leg leg;
    playback->time = time;
    bool something = pav_leg_make(playback, from, time, !playback->departed, &leg);
    if (something && events->leg_count && is_continued(&events->legs[events->leg_count - 1], &leg)) {
        events->legs[events->leg_count - 1].to = leg.to;
        something = false;
    }
    if (something &&
        (events->seek_count == events->seek_capacity || events->leg_count == events->leg_capacity)) {
        playback->time = from;
        return PAV_ERROR_FULL;
    }
    if (something) {
        leg.sought = true;
        events->legs[events->leg_count++] = leg;
        events->seek_count++;
    }
    return PAV_OK;
}

pav_result pav_player_seek(pav_player *player, uint32_t playback, double time, bool fire)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found || !isfinite(time)) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    const pav_result result = fire ? pass_by_seeking(player, found, time) : PAV_OK;
    if (result) {
        return result;
    }
    found->time = time;
    found->time_rest = 0;
    found->end_shown = false;
    found->departed = true;
    found->finish_told = found->finish_told && pav_playback_is_finished(found);
    return PAV_OK;
}

pav_result pav_player_set_time(pav_player *player, uint32_t playback, double time)
{
    return pav_player_seek(player, playback, time, false);
}

/* ---- Firing ---- */

typedef struct firing {
    pav_player *player;
    uint32_t left; /* Of the limit. */
    double skipped;
    pav_result result;
    pav_error *error;
} firing;

/* One callback may stop the playback, and the next still reads the event. */
static void fire(firing *at, const pav_player_event *event)
{
    pav_binding *binding = (pav_binding *)(uintptr_t)event->binding;
    if (binding) {
        pav_binding_retain(binding);
    }
    put_in_queue(&at->player->events, event);
    pav_events_tell(at->player, event, &at->result, at->error);
    pav_binding_destroy(binding);
}

static pav_player_event describe(const pav_events *events, const pav_playback *playback,
                                 const pav_moment *moment)
{
    pav_player_event event = {
        .kind = moment->kind,
        .playback = playback->handle,
        .clip = playback->clip,
        .binding = playback->binding,
        .index = moment->index,
        .name = moment->kind == PAV_EVENT_KIND_LOOPED ? "looped" : "finished",
        .time = moment->time,
        .clip_time = moment->clip_time,
        .backwards = moment->backwards,
    };
    if (moment->kind == PAV_EVENT_KIND_MARKER) {
        const pav_chunk_clip *clip = pav_document_clip(playback->binding->clips, playback->clip);
        event.name = clip->text + clip->events[moment->index].name;
    } else if (moment->kind == PAV_EVENT_KIND_ADDED) {
        event.name = events->added.events[moment->index].name;
        event.index = events->added.events[moment->index].handle;
    }
    return event;
}

/* Looked up each time: what is called may stop the playback, or move it in the list. */
static const pav_playback *next_on_leg(firing *at, const pav_leg *leg, pav_walk *walk, pav_moment *out)
{
    const pav_playback *playback = pav_player_find(at->player, leg->playback);
    return playback && pav_walk_next(walk, out) ? playback : NULL;
}

/* A stopped playback fires nothing more, so its binding is there as long as anything is fired. */
static void fire_leg(firing *at, pav_leg leg)
{
    const pav_events *events = &at->player->events;
    const pav_playback *playback = pav_player_find(at->player, leg.playback);
    if (!playback) {
        return;
    }
    pav_walk walk;
    pav_moment moment;
    double fired = 0;
    pav_walk_begin(&leg, playback, &events->added, &walk);
    bool skips = walk.is_beyond;
    while ((playback = next_on_leg(at, &leg, &walk, &moment))) {
        if (moment.kind != PAV_EVENT_KIND_FINISHED && !at->left--) {
            at->left = 0;
            skips = walk.is_over = true; /* Only finishing is left. */
            continue;
        }
        fired += moment.kind != PAV_EVENT_KIND_FINISHED;
        const pav_player_event event = describe(events, playback, &moment);
        fire(at, &event);
    }
    playback = pav_player_find(at->player, leg.playback);
    if (skips && playback) {
        at->skipped += fmax(0, pav_walk_count(&leg, playback, &events->added) - fired);
    }
}

pav_result pav_events_fire(pav_player *player, pav_error *error)
{
    pav_events *events = &player->events;
    firing at = {.player = player, .left = PAV_EVENT_LIMIT, .error = error};
    const uint32_t count = events->leg_count;
    events->firing = true;
    events->seek_count = 0; /* What callbacks seek is for the next update. */
    for (uint32_t i = 0; i < count; i++) {
        fire_leg(&at, events->legs[i]);
    }
    if (at.skipped > 0) {
        fire(&at, &(pav_player_event){.kind = PAV_EVENT_KIND_SKIPPED,
                                      .playback = PAV_NONE,
                                      .clip = PAV_NONE,
                                      .index = PAV_NONE,
                                      .name = "skipped",
                                      .skipped = at.skipped});
    }
    events->leg_count -= count;
    memmove(events->legs, events->legs + count, events->leg_count * sizeof *events->legs);
    pav_added_settle(&events->added);
    events->firing = false;
    return at.result;
}
