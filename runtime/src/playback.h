/* SPDX-License-Identifier: MIT */
/* A playback: one clip that a player plays, and its clock. */
#ifndef PAV_PLAYBACK_H
#define PAV_PLAYBACK_H

#include <pavane/pavane.h>

typedef struct pav_playback {
    uint32_t handle;
    uint32_t clip;
    pav_binding *binding; /* Held. */
    const char *owner;    /* In the text of the clip, or NULL: all. */
    double duration;
    double time;      /* Since the clip's start, never wrapped. */
    double time_rest; /* What rounding has kept out of `time` so far. */
    double speed;
    float weight;
    int32_t priority;
    pav_play_mode mode;
    bool paused;
    bool end_shown; /* An update has shown its end since it was last told where to go. */
} pav_playback;

/* The moment of the clip that it shows, 0 to its duration. */
double pav_playback_clip_time(const pav_playback *playback);

/* Whether once or stay has reached the end that it runs to. */
bool pav_playback_is_finished(const pav_playback *playback);

/* Whether the next update takes it away. */
bool pav_playback_is_over(const pav_playback *playback);

/* Moves on, unless it is paused. */
void pav_playback_move(pav_playback *playback, double seconds);

#endif
