/* SPDX-License-Identifier: MIT */
/* Easings: the interpolations that are functions of their own, from back to sine. */
#ifndef PAV_EASING_H
#define PAV_EASING_H

#include <pavane/format.h>

/* A segment between two keys, and where in it a time lies. */
typedef struct pav_segment {
    double duration; /* frames, above 0 */
    double change;   /* of the value */
    double progress; /* 0 at its first key, 1 at its last */
} pav_segment;

/* What is to be added to the value of the segment's first key. */
double pav_easing_evaluate(uint8_t interpolation, const pav_record_easing *easing, pav_segment segment);

#endif
