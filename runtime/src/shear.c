/* SPDX-License-Identifier: MIT */
#include "shear.h"

#include <math.h>

/* Blender leaves angles alone whose cosine is smaller than the first, or as near to 1 as the second. */
#define SMALLEST_COSINE 1e-4
#define FLATTEST_COSINE (1.0 - 1.1920929e-7)

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void scale(double *a, double factor)
{
    for (int i = 0; i < 3; i++) {
        a[i] *= factor;
    }
}

static void add_scaled(double *a, const double *b, double factor)
{
    for (int i = 0; i < 3; i++) {
        a[i] += b[i] * factor;
    }
}

static void copy(const double *from, double *to)
{
    for (int i = 0; i < 3; i++) {
        to[i] = from[i];
    }
}

double pav_column_length(const double matrix[9], int column)
{
    const double *const a = matrix + 3 * column;
    return sqrt(dot(a, a));
}

void pav_column_lengths(const double matrix[9], double out[3])
{
    for (int column = 0; column < 3; column++) {
        out[column] = pav_column_length(matrix, column);
    }
}

void pav_scale_columns(double matrix[9], const double factors[3])
{
    for (int column = 0; column < 3; column++) {
        scale(matrix + 3 * column, factors[column]);
    }
}

void pav_normalize_columns(double matrix[9])
{
    for (int column = 0; column < 3; column++) {
        const double length = pav_column_length(matrix, column);
        if (length > 0) {
            scale(matrix + 3 * column, 1 / length);
        }
    }
}

double pav_determinant(const double m[9])
{
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[3] * (m[1] * m[8] - m[2] * m[7]) +
           m[6] * (m[1] * m[5] - m[2] * m[4]);
}

/* Of two unit vectors with that cosine between them: turned apart by the same angle each, until they are
 * orthogonal. */
static void turn_apart(double x[3], double z[3], double cosine)
{
    const double right = 1.57079632679489661923;
    const double angle = acos(cosine);
    const double target = angle + (right - angle) / 2; /* Between the new x and the old z. */
    add_scaled(x, z, -cosine);
    scale(x, sin(target) / sqrt(dot(x, x)));
    add_scaled(x, z, cos(target));
    add_scaled(z, x, -dot(x, z) / dot(x, x));
    scale(z, 1 / sqrt(dot(z, z)));
}

void pav_remove_shear(double matrix[9])
{
    double *const x = matrix, *const y = matrix + 3, *const z = matrix + 6;
    const double square = dot(y, y);
    if (square > 0) {
        add_scaled(x, y, -dot(x, y) / square);
        add_scaled(z, y, -dot(z, y) / square);
    }
    const double length_x = sqrt(dot(x, x)), length_z = sqrt(dot(z, z));
    if (!(length_x > 0 && length_z > 0)) {
        return;
    }
    double unit_x[3], unit_z[3];
    copy(x, unit_x);
    copy(z, unit_z);
    scale(unit_x, 1 / length_x);
    scale(unit_z, 1 / length_z);
    const double cosine = dot(unit_x, unit_z);
    if (fabs(cosine) <= SMALLEST_COSINE || fabs(cosine) >= FLATTEST_COSINE) {
        return;
    }
    const double kept = sqrt(sqrt(1 - cosine * cosine)); /* The square root of the sine: x and z share it. */
    turn_apart(unit_x, unit_z, cosine);
    copy(unit_x, x);
    copy(unit_z, z);
    scale(x, length_x * kept);
    scale(z, length_z * kept);
}
