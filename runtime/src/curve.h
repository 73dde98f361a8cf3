/* SPDX-License-Identifier: MIT */
/* A curve: one of Blender's F-curves, evaluated as Blender does. */
#ifndef PAV_CURVE_H
#define PAV_CURVE_H

#include <pavane/format.h>

/* The keys of one curve, borrowed from a clip's streams. */
typedef struct pav_curve {
    const float *times; /* frames, in order */
    const float *values;
    const float *lefts;  /* frame, value */
    const float *rights; /* frame, value */
    const uint8_t *interpolations;
    uint32_t count; /* at least 1 */
    uint32_t extrapolation;
} pav_curve;

pav_curve pav_curve_of(const pav_chunk_clip *clip, uint32_t curve);

/* The value at a frame.  Always finite for finite keys.  The frame is not rounded to float, as Blender rounds
 * it: where Blender can show a number the two agree, and slow motion far from frame 0 does not stutter. */
float pav_curve_evaluate(const pav_curve *curve, double frame);

#endif
