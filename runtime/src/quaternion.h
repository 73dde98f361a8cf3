/* SPDX-License-Identifier: MIT */
/* Rotations: quaternions x, y, z, w, and 3x3 matrices column by column. */
#ifndef PAV_QUATERNION_H
#define PAV_QUATERNION_H

/* A quaternion of length 1; a zero one is no rotation.  `out` may be `quaternion`. */
void pav_quaternion_normalise(const float quaternion[4], float out[4]);

/* From an axis of any length and an angle; a zero axis is no rotation. */
void pav_quaternion_from_axis_angle(const float axis[3], double angle, float out[4]);

/* Between two quaternions on the shortest arc, of length 1; `part` is 0 to 1.  Of lengths other than 1 it is
 * what the same formula gives. */
void pav_quaternion_slerp(const float from[4], const float to[4], double part, float out[4]);

/* The matrix of a quaternion of any length. */
void pav_quaternion_matrix(const float quaternion[4], double out[9]);

/* The matrix of an axis of any length and an angle. */
void pav_axis_angle_matrix(const float axis[3], double angle, double out[9]);

#endif
