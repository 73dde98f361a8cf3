/* SPDX-License-Identifier: MIT */
/* What a channel of a rotation means. */
#ifndef PAV_ROTATION_H
#define PAV_ROTATION_H

#include <pavane/format.h>

/* The quaternion x, y, z, w of length 1 that a channel's numbers stand for: x y z w, three Euler angles, or
 * axis and angle.  A zero quaternion or axis is no rotation.  `conversion` is neither none nor slerp. */
void pav_rotation_convert(pav_conversion conversion, const float numbers[4], float out[4]);

#endif
