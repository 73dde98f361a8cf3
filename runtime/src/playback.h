/* SPDX-License-Identifier: MIT */
/* A playback: one clip that a player plays, its clock and its fade. */
#ifndef PAV_PLAYBACK_H
#define PAV_PLAYBACK_H

#include "fade.h"

typedef struct pav_playback {
    uint32_t handle;
    uint32_t clip;
    pav_binding *binding; /* Held. */
    const char *owner;    /* In the text of the clip, or NULL: all. */
    pav_mask *mask;       /* Held, or NULL. */
    bool additive;
    bool reference_set;
    double reference;
    double duration;
    double time;       /* Since the clip's start, never wrapped. */
    double moved_from; /* The time before this update, or at which it began in it. */
    double began;      /* Seconds into this update. */
    double time_rest;  /* What rounding has kept out of `time` so far. */
    double speed;
    uint32_t loop_count; /* 0: endless. */
    double loop_first;   /* Of a counted loop: the times between which its passes lie. */
    double loop_last;
    float weight;
    int32_t priority;
    pav_play_mode mode;
    bool paused;
    bool end_shown; /* An update has shown its end since it was last told where to go. */
    bool departed;  /* What lies at the time that it started on is fired. */
    bool finish_told;
    bool shown; /* In an update. */
    pav_fading fading;
    bool joins;                /* While a cross-fade begins: it takes part, */
    double joined_from;        /* and sets out from this factor. */
    uint32_t root_channels[2]; /* Of root motion's location and turn, or PAV_NONE. */
    double root_shares[2][2];  /* Its part of each, at the two points of a piece of an update. */
    double effective_weight;   /* In the last update. */
} pav_playback;

/* The times between which it runs; infinite when it never ends. */
void pav_playback_range(const pav_playback *playback, double *first, double *last);

/* Sets the range of a counted loop: whole passes, the first of which holds the time that it starts at. */
void pav_playback_count_loops(pav_playback *playback, uint32_t loop_count);

/* The moment of the clip that it shows, 0 to its duration. */
double pav_playback_clip_time(const pav_playback *playback);

/* How many ends of the clip lie between its time and the clip's start. */
uint32_t pav_playback_loops(const pav_playback *playback);

/* Whether it has reached the end that it runs to. */
bool pav_playback_is_finished(const pav_playback *playback);

/* Whether the next update takes it away. */
bool pav_playback_is_over(const pav_playback *playback);

/* The priority that it plays at: of a cross-fade the highest. */
int32_t pav_playback_priority(const pav_playback *playback);

/* What it weighs, faded as it is. */
double pav_playback_weight(const pav_playback *playback);

/* Moves its clock on, unless it is paused. */
void pav_playback_move(pav_playback *playback, double seconds);

/* Moves its clock and its fade on; where it leaves, the clock stands when the fade is over. */
void pav_playback_live(pav_playback *playback, double seconds);

/* A new speed; from an end that it holds it sets out at once. */
void pav_playback_set_speed(pav_playback *playback, double speed);

/* A new number of passes; the one that it is in is run to its end. */
void pav_playback_set_loop_count(pav_playback *playback, uint32_t loop_count);

/* A new mode; the clip goes on from the moment that it shows. */
void pav_playback_set_mode(pav_playback *playback, pav_play_mode mode);

#endif
