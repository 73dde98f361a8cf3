/* SPDX-License-Identifier: MIT */
/* A curve: one of Blender's F-curves, evaluated as Blender does. */
#ifndef PAV_CURVE_H
#define PAV_CURVE_H

#include <pavane/format.h>

/* One curve, borrowed from a clip. */
typedef struct pav_curve {
    const float *times; /* frames, in order */
    const float *values;
    const float *lefts;  /* frame, value */
    const float *rights; /* frame, value */
    const uint8_t *interpolations;
    uint32_t count;
    uint32_t first_key; /* Its place in the clip, which `easings` count from. */
    uint32_t extrapolation;
    uint32_t rounding;
    const pav_record_easing *easings;
    uint32_t easing_count;
    const pav_record_modifier *modifiers;
    uint32_t modifier_count;                        /* Without any there is a key. */
    const float *coefficients;                      /* Of the clip. */
    const pav_record_control_point *control_points; /* Of the clip. */
} pav_curve;

pav_curve pav_curve_of(const pav_chunk_clip *clip, uint32_t curve);

/* The value at a frame.  Always finite.  The frame is not rounded to float, as Blender rounds it: where
 * Blender can show a number the two agree, and slow motion far from frame 0 does not stutter. */
float pav_curve_evaluate(const pav_curve *curve, double frame);

/* The last key at or before a frame that lies between the first and the last key. */
uint32_t pav_curve_find_segment(const pav_curve *curve, double frame);

#endif
