/* SPDX-License-Identifier: MIT */
/* What a channel's curves mean as a rotation. */
#ifndef PAV_ROTATION_H
#define PAV_ROTATION_H

#include <pavane/format.h>

typedef struct pav_rotation {
    double x;
    double y;
    double z;
    double w;
} pav_rotation;

/* The quaternion, of length 1, of the numbers that a conversion reads: x y z w, three angles, or axis and angle.  A
 * zero quaternion or axis is no rotation. */
pav_rotation pav_rotation_convert(pav_conversion conversion, const float *values);

#endif
