/* SPDX-License-Identifier: MIT */
/* Three floats in space. */
#ifndef PAV_VECTOR_H
#define PAV_VECTOR_H

#include <math.h>
#include <stdbool.h>

static inline float pav_vector_dot(const float a[3], const float b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void pav_vector_cross(const float a[3], const float b[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    }
}

static inline void pav_vector_subtract(const float a[3], const float b[3], float out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = a[i] - b[i];
    }
}

/* Adds `b`, `times` times. */
static inline void pav_vector_add(float a[3], float times, const float b[3])
{
    for (int i = 0; i < 3; i++) {
        a[i] += times * b[i];
    }
}

/* False where there is no direction. */
static inline bool pav_vector_normalise(float vector[3])
{
    const float length = sqrtf(pav_vector_dot(vector, vector));
    if (!(length > 0.0f) || !isfinite(length)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        vector[i] /= length;
    }
    return true;
}

/* Of two vectors of length 1 whose product this is, or what rounding makes of it. */
static inline float pav_vector_angle(float cosine)
{
    return acosf(fminf(fmaxf(cosine, -1.0f), 1.0f));
}

#endif
