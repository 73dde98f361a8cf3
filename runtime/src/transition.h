/* SPDX-License-Identifier: MIT */
/* What comes after a playback by itself. */
#ifndef PAV_TRANSITION_H
#define PAV_TRANSITION_H

#include "leg.h"

typedef struct pav_planned {
    uint32_t playback; /* A handle. */
    pav_transition transition;
    char event[PAV_EVENT_NAME_SIZE]; /* The transition's. */
} pav_planned;

typedef struct pav_transitions {
    pav_planned *planned; /* In the order they were added. */
    uint32_t count;
    uint32_t capacity;
} pav_transitions;

bool pav_transitions_create(pav_player *player, const pav_player_options *options);
void pav_transitions_destroy(pav_player *player);

/* How many playbacks may be started by transitions: one for each that has one to a clip. */
uint32_t pav_transitions_reserved(const pav_player *player);

/* Checks one for a playback of a clip with an owner, or NULL, before it is added. */
pav_result pav_transition_check(const pav_player *player, const pav_playback *playback,
                                const pav_transition *transition, pav_error *error);

/* Adds one that is known to be right, and has room. */
void pav_transition_add(pav_player *player, uint32_t playback, const pav_transition *transition);

/* A transition that is to begin, and when in the update. */
typedef struct pav_arrival {
    uint32_t playback; /* A handle. */
    pav_transition next;
    double at;
    double time; /* The playback's. */
} pav_arrival;

/* The first that a playback arrives at from `now` to the end of an update by so many seconds; false: none. */
bool pav_transitions_first(const pav_player *player, double now, double seconds, pav_arrival *out);

/* The same of what was sought: it lies before the update. */
bool pav_transitions_first_sought(const pav_player *player, pav_arrival *out);

/* Begins it, and takes the others of its playback away. */
void pav_transition_begin(pav_player *player, const pav_arrival *arrival);

#endif
