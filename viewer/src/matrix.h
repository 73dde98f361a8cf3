/* SPDX-License-Identifier: MIT */
/* Vectors and matrices for cameras: column vectors, float[16] column by column. */
#ifndef VIEW_MATRIX_H
#define VIEW_MATRIX_H

#include <stdbool.h>

typedef struct view_vector {
    float x, y, z;
} view_vector;

/* A box along the axes; empty when min is above max. */
typedef struct view_box {
    view_vector min, max;
} view_box;

view_vector view_vector_add(view_vector a, view_vector b);
view_vector view_vector_subtract(view_vector a, view_vector b);
view_vector view_vector_scale(view_vector a, float factor);
float view_vector_dot(view_vector a, view_vector b);
view_vector view_vector_cross(view_vector a, view_vector b);
float view_vector_length(view_vector a);
/* The vector (1, 0, 0) when there is no direction. */
view_vector view_vector_normalize(view_vector a);

view_box view_box_empty(void);
bool view_box_is_empty(const view_box *box);
/* Points that are not finite are left out. */
void view_box_add(view_box *box, view_vector point);
void view_box_join(view_box *box, const view_box *other);
view_vector view_box_center(const view_box *box);
/* Half of the diagonal. */
float view_box_radius(const view_box *box);

void view_matrix_multiply(const float a[16], const float b[16], float out[16]);
view_vector view_matrix_point(const float matrix[16], view_vector point);
/* A column: 0, 1, 2 the axes, 3 the origin. */
view_vector view_matrix_column(const float matrix[16], int column);
float view_matrix_determinant(const float matrix[16]);
/* The cofactors of the 3x3 part, which turn normals (their length is not 1): 9 floats, column by column. */
void view_matrix_normal(const float matrix[16], float out[9]);
/* From a camera's place and its orthonormal axes (it looks along -backward). */
void view_matrix_look(view_vector eye, view_vector right, view_vector up, view_vector backward,
                      float out[16]);
/* A frustum through left .. right and bottom .. top at distance 1. */
void view_matrix_frustum(const float sides[4], float near, float far, float out[16]);
void view_matrix_orthographic(const float sides[4], float near, float far, float out[16]);

#endif
