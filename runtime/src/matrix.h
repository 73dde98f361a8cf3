/* SPDX-License-Identifier: MIT */
/* 4x4 matrices of doubles, column by column: chains of them would show float's rounding. */
#ifndef PAV_MATRIX_H
#define PAV_MATRIX_H

#include <stdbool.h>

void pav_matrix_identity(double out[16]);
void pav_matrix_from_floats(const float matrix[16], double out[16]);
void pav_matrix_to_floats(const double matrix[16], float out[16]);

/* The upper three rows of each column. */
void pav_matrix_upper_rows(const double matrix[16], float out[12]);

/* out = a * b; out may be neither. */
void pav_matrix_multiply(const double a[16], const double b[16], double out[16]);

/* False, and `out` the identity, when the matrix has no inverse in finite numbers. */
bool pav_matrix_invert(const double matrix[16], double out[16]);

/* matrix = matrix * the 3x3 matrix `other`, column by column. */
void pav_matrix_multiply_3x3(double matrix[16], const double other[9]);

/* out = the 3x3 matrix m * vector, of another array; for each vertex, so it is here. */
static inline void pav_linear_apply(const float *m, const float vector[3], float out[3])
{
    for (int row = 0; row < 3; row++) {
        out[row] = m[row] * vector[0] + m[3 + row] * vector[1] + m[6 + row] * vector[2];
    }
}

#endif
