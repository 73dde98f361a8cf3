/* SPDX-License-Identifier: MIT */
#include "transition.h"

#include "binding.h"
#include "clip.h"
#include "error.h"
#include "memory.h"
#include "player.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { DEFAULT_CAPACITY = 16 };

/* ---- The list ---- */

bool pav_transitions_create(pav_player *player, const pav_player_options *options)
{
    pav_transitions *list = &player->transitions;
    list->capacity = options->transition_capacity ? options->transition_capacity : DEFAULT_CAPACITY;
    list->planned = pav_allocate(&player->allocator, list->capacity, sizeof *list->planned);
    return list->planned != NULL;
}

void pav_transitions_destroy(pav_player *player)
{
    pav_release(&player->allocator, player->transitions.planned);
}

static const pav_planned *find(const pav_player *player, uint32_t playback, uint32_t position)
{
    for (uint32_t i = 0; i < player->transitions.count; i++) {
        const pav_planned *planned = &player->transitions.planned[i];
        if (planned->playback == playback && !position--) {
            return planned;
        }
    }
    return NULL;
}

static bool leads_to_a_clip(const pav_player *player, uint32_t playback)
{
    const pav_planned *planned;
    for (uint32_t i = 0; (planned = find(player, playback, i)); i++) {
        if (planned->transition.clip != PAV_NONE) {
            return true;
        }
    }
    return false;
}

uint32_t pav_transitions_reserved(const pav_player *player)
{
    uint32_t reserved = 0;
    for (uint32_t i = 0; i < player->playback_count && player->transitions.count; i++) {
        reserved += leads_to_a_clip(player, player->playbacks[i].handle);
    }
    return reserved;
}

void pav_player_clear_transitions(pav_player *player, uint32_t playback)
{
    assert(player);
    pav_transitions *list = &player->transitions;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->planned[i].playback != playback) {
            list->planned[kept++] = list->planned[i];
        }
    }
    list->count = kept;
}

bool pav_player_transition(const pav_player *player, uint32_t playback, uint32_t position,
                           pav_transition *out)
{
    assert(player && out);
    const pav_planned *planned = find(player, playback, position);
    *out = planned ? planned->transition : (pav_transition){.clip = PAV_NONE};
    if (planned && planned->transition.event) {
        out->event = planned->event;
    }
    return planned != NULL;
}

/* ---- Adding ---- */

static bool has_event(const pav_player *player, const pav_playback *playback, const char *name)
{
    const pav_chunk_clip *clip = pav_document_clip(playback->binding->clips, playback->clip);
    for (uint32_t i = 0; i < clip->event_count; i++) {
        if (strcmp(clip->text + clip->events[i].name, name) == 0) {
            return true;
        }
    }
    for (uint32_t i = 0; i < player->events.added.count; i++) {
        const pav_added *added = &player->events.added.events[i];
        if (added->binding->clips == playback->binding->clips && added->clip == playback->clip &&
            added->handle != PAV_NONE && strcmp(added->name, name) == 0) {
            return true;
        }
    }
    return false;
}

static pav_result check_names(const pav_player *player, const pav_playback *playback,
                              const pav_transition *transition, const char *name, pav_error *error)
{
    const pav_document *clips = playback->binding->clips;
    if (transition->at == PAV_TRANSITION_MOMENT_EVENT &&
        !(transition->event && has_event(player, playback, transition->event))) {
        return pav_fail(error, PAV_ERROR_NAME, "transition of clip \"%s\": it has no event \"%s\"", name,
                        transition->event ? transition->event : "");
    }
    if (transition->clip == PAV_NONE) {
        return PAV_OK;
    }
    if (transition->clip >= pav_document_clip_count(clips)) {
        return pav_clip_fail_missing(clips, transition->clip, "transition of clip", name, error);
    }
    if (playback->owner &&
        !pav_clip_find_owner(pav_document_clip(clips, transition->clip), playback->owner)) {
        return pav_fail(error, PAV_ERROR_NAME, "transition of clip \"%s\": the next clip moves no \"%s\"",
                        name, playback->owner);
    }
    return PAV_OK;
}

pav_result pav_transition_check(const pav_player *player, const pav_playback *playback,
                                const pav_transition *transition, pav_error *error)
{
    const pav_chunk_clip *clip = pav_document_clip(playback->binding->clips, playback->clip);
    const char *name = clip->text + clip->clip->name;
    const double speed = transition->speed_set ? transition->speed : 1;
    if (!pav_fade_is_right(&transition->fade) || !isfinite(speed) || !isfinite(transition->start) ||
        !(transition->ratio >= 0 && transition->ratio <= 1)) {
        return pav_fail(error, PAV_ERROR_VALUE,
                        "transition of clip \"%s\": ratio %g, fade of %g seconds, speed %g, start %g", name,
                        transition->ratio, transition->fade.seconds, speed, transition->start);
    }
    const pav_result result = check_names(player, playback, transition, name, error);
    if (result) {
        return result;
    }
    if (player->transitions.count == player->transitions.capacity) {
        return pav_fail(error, PAV_ERROR_FULL, "transition of clip \"%s\": %u are there already", name,
                        (unsigned)player->transitions.count);
    }
    return PAV_OK;
}

/* Whether there is a place for a playback that a transition starts.  What fades out itself makes none. */
static bool make_room(pav_player *player, const pav_playback *from, const pav_transition *transition)
{
    if (transition->clip == PAV_NONE || leads_to_a_clip(player, from->handle)) {
        return true;
    }
    const uint32_t places = pav_player_excess(player, 1);
    if (places && (from->fading.leaving || !pav_player_has_leaving(player, places))) {
        return false;
    }
    pav_player_make_room(player, places);
    return true;
}

void pav_transition_add(pav_player *player, uint32_t playback, const pav_transition *transition)
{
    pav_planned *planned = &player->transitions.planned[player->transitions.count++];
    *planned = (pav_planned){.playback = playback, .transition = *transition};
    if (transition->at == PAV_TRANSITION_MOMENT_EVENT) {
        pav_event_copy_name(transition->event, planned->event);
    } else {
        planned->transition.event = NULL;
    }
}

pav_result pav_player_add_transition(pav_player *player, uint32_t playback, const pav_transition *transition,
                                     pav_error *error)
{
    assert(player && transition);
    const pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return pav_fail(error, PAV_ERROR_NAME, "no playback %u", (unsigned)playback);
    }
    const pav_result result = pav_transition_check(player, found, transition, error);
    if (result) {
        return result;
    }
    if (!make_room(player, found, transition)) {
        return pav_fail(error, PAV_ERROR_FULL, "no room for what a transition starts: %u playbacks are there",
                        (unsigned)player->playback_count);
    }
    pav_transition_add(player, playback, transition);
    return PAV_OK;
}

/* ---- Beginning ---- */

/* The time at which a leg first arrives at what a transition waits for. */
static bool arrives(const pav_player *player, const pav_planned *planned, const pav_playback *playback,
                    const pav_leg *leg, double *out)
{
    const pav_transition *transition = &planned->transition;
    if (transition->at == PAV_TRANSITION_MOMENT_END) {
        return pav_leg_first_end(leg, out);
    }
    if (transition->at == PAV_TRANSITION_MOMENT_RATIO) {
        return pav_leg_first(leg, transition->ratio * leg->duration, out);
    }
    return pav_walk_first_named(leg, playback, &player->events.added, planned->event, out);
}

/* The first of a playback's transitions on a leg; NULL: none. */
static const pav_planned *first_on(const pav_player *player, const pav_playback *playback, const pav_leg *leg,
                                   double *out)
{
    const pav_planned *first = NULL;
    const pav_planned *planned;
    double time;
    for (uint32_t i = 0; (planned = find(player, playback->handle, i)); i++) {
        if (arrives(player, planned, playback, leg, &time) &&
            (!first || (leg->backwards ? time > *out : time < *out))) {
            first = planned;
            *out = time;
        }
    }
    return first;
}

/* The leg that a playback will have run through at the end of the update. */
static bool leg_to_end(const pav_playback *playback, double seconds_left, pav_leg *out)
{
    pav_playback there = *playback;
    pav_playback_live(&there, seconds_left);
    return pav_events_leg(&there, out);
}

bool pav_transitions_first(const pav_player *player, double now, double seconds, pav_arrival *out)
{
    bool found = false;
    for (uint32_t i = 0; i < player->playback_count && player->transitions.count && seconds >= 0; i++) {
        const pav_playback *playback = &player->playbacks[i];
        pav_leg leg;
        double time;
        const pav_planned *planned =
            find(player, playback->handle, 0) && leg_to_end(playback, seconds - now, &leg)
                ? first_on(player, playback, &leg, &time)
                : NULL;
        const double at = planned ? fmin(fmax(pav_leg_moment(&leg, time), now), seconds) : INFINITY;
        if (planned && (!found || at < out->at)) {
            found = true;
            *out = (pav_arrival){
                .playback = playback->handle, .next = planned->transition, .at = at, .time = time};
        }
    }
    return found;
}

bool pav_transitions_first_sought(const pav_player *player, pav_arrival *out)
{
    for (uint32_t i = 0; i < player->events.leg_count && player->transitions.count; i++) {
        const pav_leg *leg = &player->events.legs[i];
        const pav_playback *playback = pav_player_find(player, leg->playback);
        double time;
        const pav_planned *planned = playback ? first_on(player, playback, leg, &time) : NULL;
        if (planned) {
            *out = (pav_arrival){.playback = leg->playback, .next = planned->transition};
            return true;
        }
    }
    return false;
}

void pav_transition_begin(pav_player *player, const pav_arrival *arrival)
{
    const pav_playback *from = pav_player_find(player, arrival->playback);
    const pav_transition *next = &arrival->next;
    pav_player_clear_transitions(player, arrival->playback);
    if (next->clip == PAV_NONE) {
        pav_player_fade_out(player, arrival->playback, &next->fade);
        return;
    }
    const pav_play_options options = {
        .owner = from->owner,
        .mode_set = next->mode_set,
        .mode = next->mode,
        .weight_set = true,
        .weight = from->weight,
        .priority = from->priority,
        .mask = from->mask,
        .additive = from->additive,
        .reference_set = from->reference_set,
        .reference = from->reference,
        .speed_set = next->speed_set,
        .speed = next->speed,
        .start_set = next->start_set,
        .start = next->start,
        .loop_count = next->loop_count,
    };
    const uint32_t to = pav_player_start(player, from->binding, next->clip, &options);
    pav_playback *started = pav_player_find(player, to);
    started->moved_from = started->time;
    started->began = arrival->at;
    pav_player_cross_fade(player, arrival->playback, to, &next->fade);
}
