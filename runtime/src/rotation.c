/* SPDX-License-Identifier: MIT */
#include "rotation.h"

#include "quaternion.h"

#include <math.h>

/* Of each Euler order its axes, the one applied first in front. */
static const uint8_t euler_axes[][3] = {
    [PAV_CONVERSION_EULER_XYZ] = {0, 1, 2}, [PAV_CONVERSION_EULER_XZY] = {0, 2, 1},
    [PAV_CONVERSION_EULER_YXZ] = {1, 0, 2}, [PAV_CONVERSION_EULER_YZX] = {1, 2, 0},
    [PAV_CONVERSION_EULER_ZXY] = {2, 0, 1}, [PAV_CONVERSION_EULER_ZYX] = {2, 1, 0},
};

/* Turns a rotation further, by an angle about an axis of the space that it ends in. */
static void turn(double rotation[4], uint8_t axis, double angle)
{
    const double s = sin(0.5 * angle), c = cos(0.5 * angle);
    const uint8_t next = (uint8_t)((axis + 1) % 3), after = (uint8_t)((axis + 2) % 3);
    const double turned[4] = {rotation[axis], rotation[next], rotation[after], rotation[3]};
    rotation[axis] = c * turned[0] + s * turned[3];
    rotation[next] = c * turned[1] - s * turned[2];
    rotation[after] = c * turned[2] + s * turned[1];
    rotation[3] = c * turned[3] - s * turned[0];
}

static void from_euler(const uint8_t axes[3], const float angles[3], float out[4])
{
    double rotation[4] = {0, 0, 0, 1};
    for (int i = 0; i < 3; i++) {
        turn(rotation, axes[i], (double)angles[axes[i]]);
    }
    for (int i = 0; i < 4; i++) {
        out[i] = (float)rotation[i];
    }
}

void pav_rotation_convert(pav_conversion conversion, const float numbers[4], float out[4])
{
    switch (conversion) {
    case PAV_CONVERSION_NONE:
    case PAV_CONVERSION_QUATERNION:
        pav_quaternion_normalise(numbers, out);
        break;
    case PAV_CONVERSION_AXIS_ANGLE:
        pav_quaternion_from_axis_angle(numbers, (double)numbers[3], out);
        break;
    default:
        from_euler(euler_axes[conversion], numbers, out);
    }
}
