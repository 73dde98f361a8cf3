/* SPDX-License-Identifier: MIT */
#include "rotation.h"

#include <math.h>

static const pav_rotation no_rotation = { 0.0, 0.0, 0.0, 1.0 };

static pav_rotation normalise(pav_rotation q)
{
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0.0)) {
        return no_rotation;
    }
    return (pav_rotation){ q.x / length, q.y / length, q.z / length, q.w / length };
}

/* First b, then a. */
static pav_rotation multiply(pav_rotation a, pav_rotation b)
{
    return (pav_rotation){
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    };
}

static pav_rotation around_axis(double x, double y, double z, double angle)
{
    const double length = sqrt(x * x + y * y + z * z);
    if (!(length > 0.0)) {
        return no_rotation;
    }
    const double sine = sin(0.5 * angle) / length;
    return (pav_rotation){ x * sine, y * sine, z * sine, cos(0.5 * angle) };
}

static pav_rotation around_letter(char letter, const float *angles)
{
    switch (letter) {
    case 'x':
        return around_axis(1.0, 0.0, 0.0, (double)angles[0]);
    case 'y':
        return around_axis(0.0, 1.0, 0.0, (double)angles[1]);
    default:
        return around_axis(0.0, 0.0, 1.0, (double)angles[2]);
    }
}

/* Blender's order XYZ turns around x first. */
static pav_rotation from_euler(const char *order, const float *angles)
{
    const pav_rotation first = around_letter(order[0], angles);
    const pav_rotation second = around_letter(order[1], angles);
    const pav_rotation third = around_letter(order[2], angles);
    return multiply(third, multiply(second, first));
}

pav_rotation pav_rotation_convert(pav_conversion conversion, const float *values)
{
    switch (conversion) {
    case PAV_CONVERSION_EULER_XYZ:
        return from_euler("xyz", values);
    case PAV_CONVERSION_EULER_XZY:
        return from_euler("xzy", values);
    case PAV_CONVERSION_EULER_YXZ:
        return from_euler("yxz", values);
    case PAV_CONVERSION_EULER_YZX:
        return from_euler("yzx", values);
    case PAV_CONVERSION_EULER_ZXY:
        return from_euler("zxy", values);
    case PAV_CONVERSION_EULER_ZYX:
        return from_euler("zyx", values);
    case PAV_CONVERSION_AXIS_ANGLE:
        return around_axis((double)values[0], (double)values[1], (double)values[2], (double)values[3]);
    default:
        return normalise(
            (pav_rotation){ (double)values[0], (double)values[1], (double)values[2], (double)values[3] });
    }
}
