/* SPDX-License-Identifier: MIT */
/* The events of a player: what is to be fired, whom it is told, and the queue. */
#ifndef PAV_EVENT_H
#define PAV_EVENT_H

#include "leg.h"

typedef struct pav_event_listener {
    pav_event_callback callback;
    uint32_t handle;
} pav_event_listener;

/* An event that waits to be polled.  It holds the binding, and the name of an added event. */
typedef struct pav_queued_event {
    pav_player_event event;
    char name[PAV_EVENT_NAME_SIZE];
} pav_queued_event;

/* Who walks along a leg, and the next moment there. */
typedef struct pav_runner {
    pav_walk walk;
    pav_moment next;
    bool has_next;
    bool skips; /* Its walk was cut short by the limit. */
    double at;  /* Of the next moment: seconds into the update. */
    double fired;
} pav_runner;

typedef struct pav_events {
    pav_leg *legs;       /* What is fired at the end of the update. */
    pav_runner *runners; /* One for each leg. */
    uint32_t leg_count;
    uint32_t firing_count; /* How many of them are being fired. */
    uint32_t leg_capacity;
    uint32_t seek_count; /* How many of them are from seeking. */
    uint32_t seek_capacity;

    pav_added_list added;
    uint32_t next_added;

    pav_event_listener *listeners;
    uint32_t listener_count;
    uint32_t listener_capacity;
    uint32_t next_listener;
    uint32_t running;     /* The listener that is called, or PAV_NONE. */
    bool running_removed; /* It has removed itself. */
    bool firing;

    pav_queued_event *queue; /* A ring. */
    uint32_t queue_first;
    uint32_t queue_count;
    uint32_t queue_capacity;
    uint64_t overflow;
    pav_queued_event polled; /* What was polled last. */
} pav_events;

/* Takes the capacities from the options. */
bool pav_events_create(pav_player *player, const pav_player_options *options);
void pav_events_destroy(pav_player *player);

/* What a playback has run through in this update; false when nothing is on it. */
bool pav_events_leg(const pav_playback *playback, pav_leg *out);

/* Adds that, in an update by so many seconds. */
void pav_events_passed(pav_player *player, pav_playback *playback, double seconds);

/* Fires all legs; gives the first error of a callback. */
pav_result pav_events_fire(pav_player *player, pav_error *error);

/* ---- listener.c ---- */

/* Tells all callbacks of an event; the first error stays in `*result`. */
void pav_events_tell(pav_player *player, const pav_player_event *event, pav_result *result, pav_error *error);

/* ---- added.c ---- */

/* What waited takes its place, what was removed gives it up. */
void pav_added_settle(pav_added_list *list);

#endif
