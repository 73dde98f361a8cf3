/* SPDX-License-Identifier: MIT */
/* A leg: what a playback ran through in one direction, and the moments on it.
 *
 * The clock of a playback is cut into passes: pass k lies between k and k + 1 durations.  A moment of the
 * clip lies once in each pass. */
#ifndef PAV_LEG_H
#define PAV_LEG_H

#include "playback.h"

#define PAV_EVENT_NAME_SIZE 64

/* Moments within so many seconds are one: rounding must not tell which is first. */
#define PAV_SAME_MOMENT 1e-9

/* An event of the program's own. */
typedef struct pav_added {
    pav_binding *binding; /* Held. */
    uint32_t clip;
    uint32_t handle; /* PAV_NONE: removed. */
    double seconds;
    bool waits; /* Added while events are fired: not yet in its place. */
    char name[PAV_EVENT_NAME_SIZE];
} pav_added;

/* In the order of their seconds. */
typedef struct pav_added_list {
    pav_added *events;
    uint32_t count;
    uint32_t capacity;
} pav_added_list;

typedef struct pav_leg {
    uint32_t playback; /* A handle. */
    pav_play_mode mode;
    double duration;
    double first; /* The range of the playback. */
    double last;
    double from; /* Both within the range. */
    double to;
    double end_clip_time; /* Of one that finishes. */
    double began;         /* Seconds into the update at which the clock was at `clock`. */
    double clock;
    double pace; /* How fast the clock goes in the update. */
    bool backwards;
    bool departs;  /* What lies at `from` belongs to it, too. */
    bool sought;   /* By seeking, not by an update. */
    bool finishes; /* It comes to the end that the playback runs to. */
} pav_leg;

/* A moment on a leg. */
typedef struct pav_moment {
    pav_event_kind kind;
    uint32_t index; /* Into the clip's events, or into the list of added ones. */
    double time;
    double clip_time;
    bool backwards;
} pav_moment;

/* Where a walk along a leg has come to. */
typedef struct pav_walk {
    const pav_leg *leg;
    const pav_chunk_clip *clip;
    const pav_document *clips;
    const pav_added_list *added;
    uint32_t clip_index;
    double pass;
    double last_pass;
    bool ascends;    /* The clip runs forwards in this pass. */
    uint32_t marker; /* The next of each; counted down where the clip runs backwards. */
    uint32_t addition;
    bool pass_is_over; /* Only its end is left. */
    bool is_over;      /* Only finishing is left. */
    bool is_beyond;    /* Its moments cannot be told from each other. */
    bool has_finished;
} pav_walk;

/* As many whole characters as fit. */
void pav_event_copy_name(const char *name, char out[PAV_EVENT_NAME_SIZE]);

/* The leg between two times of a playback; false when nothing can lie on it but finishing. */
bool pav_leg_make(const pav_playback *playback, double from, double to, bool departs, pav_leg *out);

void pav_walk_begin(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added,
                    pav_walk *out);

/* The next moment; false at the end. */
bool pav_walk_next(pav_walk *walk, pav_moment *out);

/* Seconds into the update at which the clock comes to a time on the leg. */
double pav_leg_moment(const pav_leg *leg, double time);

/* The time at which a leg first arrives at a moment of the clip; false: never. */
bool pav_leg_first(const pav_leg *leg, double seconds, double *out);

/* The same of the end of a pass, or of the range. */
bool pav_leg_first_end(const pav_leg *leg, double *out);

/* The same of an event of that name. */
bool pav_walk_first_named(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added,
                          const char *name, double *out);

/* How many moments a whole leg has, but for finishing, without walking along it. */
double pav_walk_count(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added);

#endif
