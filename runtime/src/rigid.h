/* SPDX-License-Identifier: MIT */
/* A turn about one axis, then a move. */
#ifndef PAV_RIGID_H
#define PAV_RIGID_H

typedef struct pav_rigid {
    double location[3];
    double angle;
} pav_rigid;

/* Into half a turn to either side. */
double pav_angle_wrap(double angle);

void pav_rigid_turn(int axis, double angle, const double vector[3], double out[3]);
pav_rigid pav_rigid_compose(int axis, pav_rigid a, pav_rigid b);
pav_rigid pav_rigid_invert(int axis, pav_rigid a);

/* `a` so many times; negative: back. */
pav_rigid pav_rigid_repeat(int axis, pav_rigid a, double times);

void pav_angle_to_quaternion(int axis, double angle, double out[4]);

/* How far a quaternion turns about an axis. */
double pav_quaternion_twist(const float *quaternion, int axis);

#endif
