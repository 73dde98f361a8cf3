/* SPDX-License-Identifier: MIT */
/* Scale and shear of 3x3 matrices as Blender takes them off bones; nine numbers, column by column. */
#ifndef PAV_SHEAR_H
#define PAV_SHEAR_H

double pav_column_length(const double matrix[9], int column);

/* The lengths of the columns. */
void pav_column_lengths(const double matrix[9], double out[3]);

/* Multiplies each column by a number. */
void pav_scale_columns(double matrix[9], const double factors[3]);

/* Divides each column by its length; one of length 0 stays. */
void pav_normalize_columns(double matrix[9]);

double pav_determinant(const double matrix[9]);

/* Makes the columns orthogonal: y stays, x and z give way by half each.  The volume stays the same. */
void pav_remove_shear(double matrix[9]);

#endif
