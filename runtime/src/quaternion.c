/* SPDX-License-Identifier: MIT */
#include "quaternion.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static void normalise(double quaternion[4])
{
    const double length = sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] +
                               quaternion[2] * quaternion[2] + quaternion[3] * quaternion[3]);
    if (length == 0.0) {
        quaternion[3] = 1.0;
        return;
    }
    for (int i = 0; i < 4; i++) {
        quaternion[i] /= length;
    }
}

static void from_axis_angle(const float axis[3], double angle, double out[4])
{
    const double x = (double)axis[0];
    const double y = (double)axis[1];
    const double z = (double)axis[2];
    const double length = sqrt(x * x + y * y + z * z);
    const double sine = length == 0.0 ? 0.0 : sin(0.5 * angle) / length;
    out[0] = x * sine;
    out[1] = y * sine;
    out[2] = z * sine;
    out[3] = length == 0.0 ? 1.0 : cos(0.5 * angle);
}

/* Of a quaternion of length 1. */
static void to_matrix(const double q[4], double out[9])
{
    const double x = q[0];
    const double y = q[1];
    const double z = q[2];
    const double w = q[3];
    const double matrix[9] = {
        1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w),       2.0 * (x * z - y * w),
        2.0 * (x * y - z * w),       1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w),
        2.0 * (x * z + y * w),       2.0 * (y * z - x * w),       1.0 - 2.0 * (x * x + y * y),
    };
    memcpy(out, matrix, sizeof matrix);
}

void pav_quaternion_normalise(const float quaternion[4], float out[4])
{
    double q[4] = { (double)quaternion[0], (double)quaternion[1], (double)quaternion[2],
                    (double)quaternion[3] };
    normalise(q);
    for (int i = 0; i < 4; i++) {
        out[i] = (float)q[i];
    }
}

void pav_quaternion_from_axis_angle(const float axis[3], double angle, float out[4])
{
    double q[4];
    from_axis_angle(axis, angle, q);
    for (int i = 0; i < 4; i++) {
        out[i] = (float)q[i];
    }
}

void pav_quaternion_slerp(const float from[4], const float to[4], double part, float out[4])
{
    double dot = 0;
    for (int i = 0; i < 4; i++) {
        dot += (double)from[i] * (double)to[i];
    }
    const double angle = acos(fmin(fabs(dot), 1)), sine = sin(angle);
    const bool is_near = fabs(dot) >= 0.99999;
    const double first = is_near ? 1 - part : sin((1 - part) * angle) / sine;
    const double second = is_near ? part : sin(part * angle) / sine;
    double q[4];
    for (int i = 0; i < 4; i++) {
        q[i] = first * (double)from[i] + (dot < 0 ? -second : second) * (double)to[i];
    }
    normalise(q);
    for (int i = 0; i < 4; i++) {
        out[i] = (float)q[i];
    }
}

void pav_quaternion_matrix(const float quaternion[4], double out[9])
{
    double q[4] = { (double)quaternion[0], (double)quaternion[1], (double)quaternion[2],
                    (double)quaternion[3] };
    normalise(q);
    to_matrix(q, out);
}

void pav_axis_angle_matrix(const float axis[3], double angle, double out[9])
{
    double q[4];
    from_axis_angle(axis, angle, q);
    to_matrix(q, out);
}
