/* SPDX-License-Identifier: MIT */
/* Bones as dual quaternions: what Blender's armature modifier calls to preserve volume.  After Kavan,
 * Collins, Zara, O'Sullivan: Geometric Skinning with Approximate Dual Quaternion Blending (2008); how scale
 * comes in was measured in Blender. */
#ifndef PAV_DUAL_QUATERNION_H
#define PAV_DUAL_QUATERNION_H

#include <stdbool.h>

/* What a bone does to a point in the space of its armature.  The matrix is the rigid part times `scale`;
 * matrices are the upper three rows, column by column. */
typedef struct pav_dual_bone {
    float matrix[12];
    float scale[12];
    float rotation[4]; /* The rigid part: x, y, z, w, of length 1, ... */
    float dual[4];     /* ... and its other quaternion. */
} pav_dual_bone;

/* Of several bones, by weight. */
typedef struct pav_dual_sum {
    float scale[12];
    float rotation[4];
    float dual[4];
} pav_dual_sum;

/* From the bone's matrix now, and that which takes the armature's space to the bone's at rest. */
void pav_dual_bone_set(pav_dual_bone *bone, const double pose[16], const double inverse_bind[16]);

/* The bone in the sum, which begins as all zeros.  `pivot`: the point at which the rigid part takes over what
 * scale moves; NULL: scale comes first. */
void pav_dual_sum_add(pav_dual_sum *sum, const pav_dual_bone *bone, float weight, const float *pivot);

/* The point, moved (`out` may be it), and the 3x3 matrix that its surroundings are moved by, column by
 * column. `weight` is the sum of weights, above 0.  False where the rotations cancel out, and nothing is
 * written. */
bool pav_dual_sum_apply(const pav_dual_sum *sum, float weight, bool at_pivot, const float point[3],
                        float out[3], float linear[9]);

#endif
