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
    events->runners = pav_allocate(allocator, playbacks * 6, sizeof *events->runners);
    events->added.events = pav_allocate(allocator, events->added.capacity, sizeof *events->added.events);
    /* One that has removed itself keeps its place until it returns. */
    events->listeners =
        pav_allocate(allocator, (size_t)events->listener_capacity + 1, sizeof *events->listeners);
    events->queue = pav_allocate(allocator, events->queue_capacity, sizeof *events->queue);
    return events->legs && events->runners && events->added.events && events->listeners && events->queue;
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
    pav_release(&player->allocator, events->runners);
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

bool pav_events_leg(const pav_playback *playback, pav_leg *out)
{
    const bool departs = !playback->departed && !playback->paused;
    const bool something = pav_leg_make(playback, playback->moved_from, playback->time, departs, out);
    out->finishes = pav_playback_is_finished(playback) && !playback->finish_told;
    if (out->finishes) {
        out->end_clip_time = pav_playback_clip_time(playback);
    }
    return something || out->finishes;
}

void pav_events_passed(pav_player *player, pav_playback *playback, double seconds)
{
    pav_leg leg;
    const bool something = pav_events_leg(playback, &leg);
    leg.pace = seconds < 0 ? -leg.pace : leg.pace;
    playback->finish_told = pav_playback_is_finished(playback);
    playback->departed = playback->departed || leg.departs;
    if (something) {
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
    if (something && events->leg_count > events->firing_count &&
        is_continued(&events->legs[events->leg_count - 1], &leg)) {
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

/* ---- Firing in the order of time ---- */

/* The way of a seek comes before anything else. */
static void go_on(pav_runner *runner)
{
    const pav_leg *leg = runner->walk.leg;
    runner->has_next = pav_walk_next(&runner->walk, &runner->next);
    runner->at = leg->sought ? -INFINITY : pav_leg_moment(leg, runner->next.time);
}

static void start_runners(pav_player *player, uint32_t count)
{
    pav_events *events = &player->events;
    for (uint32_t i = 0; i < count; i++) {
        pav_runner *runner = &events->runners[i];
        const pav_leg *leg = &events->legs[i];
        const pav_playback *playback = pav_player_find(player, leg->playback);
        *runner = (pav_runner){.has_next = false};
        if (playback) {
            pav_walk_begin(leg, playback, &events->added, &runner->walk);
            runner->skips = runner->walk.is_beyond;
            go_on(runner);
        }
    }
}

/* What was called may have stopped the playback, or removed the event. */
static bool still_has_next(const pav_player *player, pav_runner *runner)
{
    if (runner->has_next && !pav_player_find(player, runner->walk.leg->playback)) {
        runner->has_next = false;
    }
    while (runner->has_next && runner->next.kind == PAV_EVENT_KIND_ADDED &&
           player->events.added.events[runner->next.index].handle == PAV_NONE) {
        go_on(runner);
    }
    return runner->has_next;
}

/* Of those at the same moment the first in the list; NULL: all are at their ends. */
static pav_runner *find_first(const pav_player *player, uint32_t count)
{
    pav_runner *runners = player->events.runners;
    double first = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        if (still_has_next(player, &runners[i])) {
            first = fmin(first, runners[i].at);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (runners[i].has_next && runners[i].at <= first + PAV_SAME_MOMENT) {
            return &runners[i];
        }
    }
    return NULL;
}

/* A stopped playback fires nothing more, so its binding is there as long as anything is fired. */
static void fire_next(firing *at, pav_runner *runner)
{
    const pav_moment moment = runner->next;
    const bool counts = moment.kind != PAV_EVENT_KIND_FINISHED;
    if (counts && !at->left) {
        runner->skips = runner->walk.is_over = true; /* Only finishing is left. */
        go_on(runner);
        return;
    }
    at->left -= counts;
    runner->fired += counts;
    const pav_playback *playback = pav_player_find(at->player, runner->walk.leg->playback);
    const pav_player_event event = describe(&at->player->events, playback, &moment);
    fire(at, &event);
    if (pav_player_find(at->player, runner->walk.leg->playback)) {
        go_on(runner);
    } else {
        runner->has_next = false;
    }
}

static double count_skipped(const pav_player *player, uint32_t count)
{
    double skipped = 0;
    for (uint32_t i = 0; i < count; i++) {
        const pav_runner *runner = &player->events.runners[i];
        const pav_leg *leg = &player->events.legs[i];
        const pav_playback *playback = pav_player_find(player, leg->playback);
        if (runner->skips && playback) {
            skipped += fmax(0, pav_walk_count(leg, playback, &player->events.added) - runner->fired);
        }
    }
    return skipped;
}

pav_result pav_events_fire(pav_player *player, pav_error *error)
{
    pav_events *events = &player->events;
    firing at = {.player = player, .left = PAV_EVENT_LIMIT, .error = error};
    const uint32_t count = events->leg_count;
    pav_runner *runner;
    events->firing = true;
    events->firing_count = count;
    events->seek_count = 0; /* What callbacks seek is for the next update. */
    start_runners(player, count);
    while ((runner = find_first(player, count))) {
        fire_next(&at, runner);
    }
    const double skipped = count_skipped(player, count);
    if (skipped > 0) {
        fire(&at, &(pav_player_event){.kind = PAV_EVENT_KIND_SKIPPED,
                                      .playback = PAV_NONE,
                                      .clip = PAV_NONE,
                                      .index = PAV_NONE,
                                      .name = "skipped",
                                      .skipped = skipped});
    }
    events->leg_count -= count;
    events->firing_count = 0;
    memmove(events->legs, events->legs + count, events->leg_count * sizeof *events->legs);
    pav_added_settle(&events->added);
    events->firing = false;
    return at.result;
}
