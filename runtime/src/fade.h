/* SPDX-License-Identifier: MIT */
/* The fade of a playback: what its weight is multiplied by.  All that take part in a cross-fade have the
 * same clock and curve, so that their factors sum up to 1. */
#ifndef PAV_FADE_H
#define PAV_FADE_H

#include <pavane/pavane.h>

typedef struct pav_fading {
    double from;
    double to;
    double elapsed;      /* At most the fade's seconds. */
    double elapsed_rest; /* What rounding has kept out of it so far. */
    pav_fade fade;
    uint32_t group;   /* Equal for all of a cross-fade; PAV_NONE: it fades alone. */
    int32_t priority; /* Of the cross-fade; counts while it is under way. */
    bool raised;      /* Use it. */
    bool leaving;     /* The playback stops when the fade is over. */
} pav_fading;

/* Whether a fade's numbers can be. */
bool pav_fade_is_right(const pav_fade *fade);

/* Starts out with no fade under way. */
pav_fading pav_fading_at(double factor);

/* From the factor that it has to another one, alone. */
void pav_fading_start(pav_fading *fading, double to, const pav_fade *fade);

bool pav_fading_is_under_way(const pav_fading *fading);
double pav_fading_factor(const pav_fading *fading);
double pav_fading_left(const pav_fading *fading);
void pav_fading_move(pav_fading *fading, double seconds);

#endif
