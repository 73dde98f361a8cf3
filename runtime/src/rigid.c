/* SPDX-License-Identifier: MIT */
#include "rigid.h"

#include <math.h>
#include <string.h>

double pav_angle_wrap(double angle)
{
    return remainder(angle, 2 * acos(-1.0));
}

void pav_rigid_turn(int axis, double angle, const double vector[3], double out[3])
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const double sine = sin(angle), cosine = cos(angle), x = vector[a], y = vector[b];
    out[axis] = vector[axis];
    out[a] = cosine * x - sine * y;
    out[b] = sine * x + cosine * y;
}

pav_rigid pav_rigid_compose(int axis, pav_rigid a, pav_rigid b)
{
    pav_rigid result = {.angle = pav_angle_wrap(a.angle + b.angle)};
    pav_rigid_turn(axis, a.angle, b.location, result.location);
    for (int i = 0; i < 3; i++) {
        result.location[i] += a.location[i];
    }
    return result;
}

pav_rigid pav_rigid_invert(int axis, pav_rigid a)
{
    pav_rigid result = {.angle = -a.angle};
    pav_rigid_turn(axis, -a.angle, a.location, result.location);
    for (int i = 0; i < 3; i++) {
        result.location[i] = -result.location[i];
    }
    return result;
}

pav_rigid pav_rigid_repeat(int axis, pav_rigid a, double times)
{
    pav_rigid result = {.angle = 0};
    pav_rigid power = times < 0 ? pav_rigid_invert(axis, a) : a;
    for (double left = fabs(times); left >= 1; left = floor(left / 2)) {
        if (fmod(left, 2) != 0) {
            result = pav_rigid_compose(axis, result, power);
        }
        power = pav_rigid_compose(axis, power, power);
    }
    return result;
}

void pav_angle_to_quaternion(int axis, double angle, double out[4])
{
    memset(out, 0, 4 * sizeof *out);
    out[axis] = sin(angle / 2);
    out[3] = cos(angle / 2);
}

double pav_quaternion_twist(const float *quaternion, int axis)
{
    return 2 * atan2((double)quaternion[axis], (double)quaternion[3]);
}
