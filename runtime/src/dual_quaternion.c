/* SPDX-License-Identifier: MIT */
#include "dual_quaternion.h"

#include "matrix.h"

#include <math.h>
#include <string.h>

/* ---- A bone ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static bool normalise(double vector[3])
{
    const double length = sqrt(dot(vector, vector));
    if (!(length > 0.0) || !isfinite(length)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        vector[i] /= length;
    }
    return true;
}

/* The pose without scale and shear: its y axis, and x as near as it can be.  Where there is none, not turned
 * at all, as in Blender a bone of no size. */
static void without_scale(const double pose[16], double out[16])
{
    double x[3], y[3], z[3];
    memcpy(x, pose, sizeof x);
    memcpy(y, pose + 4, sizeof y);
    pav_matrix_identity(out);
    memcpy(out + 12, pose + 12, 3 * sizeof *out);
    cross(x, y, z);
    if (!normalise(y) || !normalise(z)) {
        return;
    }
    cross(y, z, x);
    memcpy(out, x, sizeof x);
    memcpy(out + 4, y, sizeof y);
    memcpy(out + 8, z, sizeof z);
}

static void quaternion_of(const double m[16], double q[4])
{
    const double trace = m[0] + m[5] + m[10];
    int i = 3;
    if (!(trace > 0.0)) {
        i = m[5] > m[0] ? 1 : 0;
        i = m[10] > m[5 * i] ? 2 : i;
    }
    if (i == 3) {
        q[0] = m[6] - m[9];
        q[1] = m[8] - m[2];
        q[2] = m[1] - m[4];
        q[3] = 1.0 + trace;
    } else {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = 1.0 + m[5 * i] - m[5 * j] - m[5 * k];
        q[j] = m[4 * i + j] + m[4 * j + i];
        q[k] = m[4 * i + k] + m[4 * k + i];
        q[3] = m[4 * j + k] - m[4 * k + j];
    }
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int n = 0; n < 4; n++) {
        q[n] = length > 0.0 && isfinite(length) ? q[n] / length : (n == 3 ? 1.0 : 0.0);
    }
}

/* Half the translation times the rotation. */
static void dual_of(const double translation[3], const double q[4], float out[4])
{
    double turned[3];
    cross(translation, q, turned);
    for (int i = 0; i < 3; i++) {
        out[i] = (float)(0.5 * (translation[i] * q[3] + turned[i]));
    }
    out[3] = (float)(-0.5 * dot(translation, q));
}

void pav_dual_bone_set(pav_dual_bone *bone, const double pose[16], const double inverse_bind[16])
{
    double matrix[16], unscaled[16], rigid[16], back[16], scale[16], q[4];
    pav_matrix_multiply(pose, inverse_bind, matrix);
    without_scale(pose, unscaled);
    pav_matrix_multiply(unscaled, inverse_bind, rigid);
    pav_matrix_invert(rigid, back);
    pav_matrix_multiply(back, matrix, scale);
    quaternion_of(rigid, q);
    pav_matrix_upper_rows(matrix, bone->matrix);
    pav_matrix_upper_rows(scale, bone->scale);
    for (int i = 0; i < 4; i++) {
        bone->rotation[i] = (float)q[i];
    }
    dual_of(rigid + 12, q, bone->dual);
}

/* ---- The sum ---- */

static void rotation_matrix(const float q[4], float out[9])
{
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    out[0] = w * w + x * x - y * y - z * z;
    out[1] = 2.0f * (x * y + w * z);
    out[2] = 2.0f * (x * z - w * y);
    out[3] = 2.0f * (x * y - w * z);
    out[4] = w * w - x * x + y * y - z * z;
    out[5] = 2.0f * (y * z + w * x);
    out[6] = 2.0f * (x * z + w * y);
    out[7] = 2.0f * (y * z - w * x);
    out[8] = w * w - x * x - y * y + z * z;
}

/* The dual quaternion that turns as the bone does, and takes `pivot` where the bone takes it. */
static void dual_at(const pav_dual_bone *bone, const float pivot[3], float out[4])
{
    const float *q = bone->rotation;
    float turn[9], turned[3], t[3];
    rotation_matrix(q, turn);
    pav_linear_apply(turn, pivot, turned);
    pav_linear_apply(bone->matrix, pivot, t);
    for (int i = 0; i < 3; i++) {
        t[i] += bone->matrix[9 + i] - turned[i];
    }
    out[0] = 0.5f * (t[0] * q[3] + t[1] * q[2] - t[2] * q[1]);
    out[1] = 0.5f * (t[1] * q[3] + t[2] * q[0] - t[0] * q[2]);
    out[2] = 0.5f * (t[2] * q[3] + t[0] * q[1] - t[1] * q[0]);
    out[3] = -0.5f * (t[0] * q[0] + t[1] * q[1] + t[2] * q[2]);
}

void pav_dual_sum_add(pav_dual_sum *sum, const pav_dual_bone *bone, float weight, const float *pivot)
{
    const float *q = bone->rotation;
    float moved[4];
    const float *dual = bone->dual;
    if (pivot) {
        dual_at(bone, pivot, moved);
        dual = moved;
    }
    /* A quaternion and its negative are the same rotation: that which is nearer to the sum so far. */
    const float towards =
        q[0] * sum->rotation[0] + q[1] * sum->rotation[1] + q[2] * sum->rotation[2] + q[3] * sum->rotation[3];
    const float signed_weight = towards < 0.0f ? -weight : weight;
    for (int i = 0; i < 4; i++) {
        sum->rotation[i] += signed_weight * q[i];
        sum->dual[i] += signed_weight * dual[i];
    }
    for (int i = 0; i < 12; i++) {
        sum->scale[i] += weight * bone->scale[i];
    }
}

/* Twice the vector of dual * conjugate(rotation). */
static void translation_of(const pav_dual_sum *sum, float out[3])
{
    const float *q = sum->rotation, *d = sum->dual;
    out[0] = 2.0f * (d[0] * q[3] - d[3] * q[0] - d[1] * q[2] + d[2] * q[1]);
    out[1] = 2.0f * (d[1] * q[3] - d[3] * q[1] - d[2] * q[0] + d[0] * q[2]);
    out[2] = 2.0f * (d[2] * q[3] - d[3] * q[2] - d[0] * q[1] + d[1] * q[0]);
}

bool pav_dual_sum_apply(const pav_dual_sum *sum, float weight, bool at_pivot, const float point[3],
                        float out[3], float linear[9])
{
    const float *q = sum->rotation;
    const float square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    float turn[9], translation[3], scaled[3], turned[3];
    if (!(square > 0.0f)) {
        return false;
    }
    rotation_matrix(q, turn);
    translation_of(sum, translation);
    memcpy(scaled, point, sizeof scaled);
    if (!at_pivot) {
        pav_linear_apply(sum->scale, point, scaled);
        for (int i = 0; i < 3; i++) {
            scaled[i] = (scaled[i] + sum->scale[9 + i]) / weight;
        }
    }
    pav_linear_apply(turn, scaled, turned);
    for (int i = 0; i < 3; i++) {
        out[i] = (turned[i] + translation[i]) / square;
        pav_linear_apply(turn, sum->scale + 3 * i, linear + 3 * i);
    }
    for (int i = 0; i < 9; i++) {
        linear[i] /= square * weight;
    }
    return true;
}
