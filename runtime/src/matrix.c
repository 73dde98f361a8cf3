/* SPDX-License-Identifier: MIT */
#include "matrix.h"

#include <math.h>
#include <string.h>

void pav_matrix_identity(double out[16])
{
    memset(out, 0, 16 * sizeof *out);
    out[0] = out[5] = out[10] = out[15] = 1.0;
}

void pav_matrix_from_floats(const float matrix[16], double out[16])
{
    for (int i = 0; i < 16; i++) {
        out[i] = (double)matrix[i];
    }
}

void pav_matrix_to_floats(const double matrix[16], float out[16])
{
    for (int i = 0; i < 16; i++) {
        out[i] = (float)matrix[i];
    }
}

void pav_matrix_upper_rows(const double matrix[16], float out[12])
{
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 3; row++) {
            out[3 * column + row] = (float)matrix[4 * column + row];
        }
    }
}

void pav_matrix_multiply(const double a[16], const double b[16], double out[16])
{
    for (int column = 0; column < 4; column++) {
        const double *factor = b + 4 * column;
        for (int row = 0; row < 4; row++) {
            out[4 * column + row] = a[row] * factor[0] + a[4 + row] * factor[1] + a[8 + row] * factor[2] +
                                    a[12 + row] * factor[3];
        }
    }
}

void pav_matrix_multiply_3x3(double matrix[16], const double other[9])
{
    for (int row = 0; row < 4; row++) {
        const double x = matrix[row];
        const double y = matrix[4 + row];
        const double z = matrix[8 + row];
        for (int column = 0; column < 3; column++) {
            const double *factor = other + 3 * column;
            matrix[4 * column + row] = x * factor[0] + y * factor[1] + z * factor[2];
        }
    }
}

/* ---- Inverse: Gauss and Jordan, with the largest pivot of each column ---- */

static void swap_rows(double matrix[16], int a, int b)
{
    for (int column = 0; column < 4; column++) {
        const double kept = matrix[4 * column + a];
        matrix[4 * column + a] = matrix[4 * column + b];
        matrix[4 * column + b] = kept;
    }
}

static int largest_pivot(const double matrix[16], int step)
{
    int pivot = step;
    for (int row = step + 1; row < 4; row++) {
        if (fabs(matrix[4 * step + row]) > fabs(matrix[4 * step + pivot])) {
            pivot = row;
        }
    }
    return pivot;
}

/* Makes column `step` of `left` a unit vector by operations on rows, done to both. */
static void clear_column(double left[16], double right[16], int step)
{
    const double pivot = left[4 * step + step];
    for (int column = 0; column < 4; column++) {
        left[4 * column + step] /= pivot;
        right[4 * column + step] /= pivot;
    }
    for (int row = 0; row < 4; row++) {
        const double factor = left[4 * step + row];
        if (row == step || factor == 0.0) {
            continue;
        }
        for (int column = 0; column < 4; column++) {
            left[4 * column + row] -= factor * left[4 * column + step];
            right[4 * column + row] -= factor * right[4 * column + step];
        }
    }
}

bool pav_matrix_invert(const double matrix[16], double out[16])
{
    double left[16];
    memcpy(left, matrix, sizeof left);
    pav_matrix_identity(out);
    for (int step = 0; step < 4; step++) {
        const int pivot = largest_pivot(left, step);
        if (left[4 * step + pivot] == 0.0) {
            pav_matrix_identity(out);
            return false;
        }
        swap_rows(left, step, pivot);
        swap_rows(out, step, pivot);
        clear_column(left, out, step);
    }
    for (int i = 0; i < 16; i++) {
        if (!isfinite(out[i])) {
            pav_matrix_identity(out);
            return false;
        }
    }
    return true;
}
