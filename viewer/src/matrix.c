/* SPDX-License-Identifier: MIT */
#include "matrix.h"

#include <math.h>
#include <string.h>

/* ---- Vectors ---- */

view_vector view_vector_add(view_vector a, view_vector b)
{
    return (view_vector){a.x + b.x, a.y + b.y, a.z + b.z};
}

view_vector view_vector_subtract(view_vector a, view_vector b)
{
    return (view_vector){a.x - b.x, a.y - b.y, a.z - b.z};
}

view_vector view_vector_scale(view_vector a, float factor)
{
    return (view_vector){a.x * factor, a.y * factor, a.z * factor};
}

float view_vector_dot(view_vector a, view_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

view_vector view_vector_cross(view_vector a, view_vector b)
{
    return (view_vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

float view_vector_length(view_vector a)
{
    return hypotf(hypotf(a.x, a.y), a.z);
}

view_vector view_vector_normalize(view_vector a)
{
    const float length = view_vector_length(a);
    return length > 0 && isfinite(length) ? view_vector_scale(a, 1 / length) : (view_vector){1, 0, 0};
}

/* ---- Boxes ---- */

view_box view_box_empty(void)
{
    return (view_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
}

bool view_box_is_empty(const view_box *box)
{
    return !(box->min.x <= box->max.x);
}

void view_box_add(view_box *box, view_vector point)
{
    if (!isfinite(point.x) || !isfinite(point.y) || !isfinite(point.z)) {
        return;
    }
    box->min =
        (view_vector){fminf(box->min.x, point.x), fminf(box->min.y, point.y), fminf(box->min.z, point.z)};
    box->max =
        (view_vector){fmaxf(box->max.x, point.x), fmaxf(box->max.y, point.y), fmaxf(box->max.z, point.z)};
}

void view_box_join(view_box *box, const view_box *other)
{
    view_box_add(box, other->min);
    view_box_add(box, other->max);
}

view_vector view_box_center(const view_box *box)
{
    return view_vector_add(view_vector_scale(box->min, 0.5f), view_vector_scale(box->max, 0.5f));
}

float view_box_radius(const view_box *box)
{
    return view_box_is_empty(box) ? 0 : 0.5f * view_vector_length(view_vector_subtract(box->max, box->min));
}

/* ---- Matrices ---- */

void view_matrix_multiply(const float a[16], const float b[16], float out[16])
{
    float product[16];
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            float sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += a[4 * k + row] * b[4 * column + k];
            }
            product[4 * column + row] = sum;
        }
    }
    memcpy(out, product, sizeof product);
}

view_vector view_matrix_column(const float matrix[16], int column)
{
    return (view_vector){matrix[4 * column], matrix[4 * column + 1], matrix[4 * column + 2]};
}

view_vector view_matrix_point(const float matrix[16], view_vector point)
{
    const view_vector x = view_vector_scale(view_matrix_column(matrix, 0), point.x);
    const view_vector y = view_vector_scale(view_matrix_column(matrix, 1), point.y);
    const view_vector z = view_vector_scale(view_matrix_column(matrix, 2), point.z);
    return view_vector_add(view_vector_add(x, y), view_vector_add(z, view_matrix_column(matrix, 3)));
}

float view_matrix_determinant(const float matrix[16])
{
    const view_vector x = view_matrix_column(matrix, 0);
    return view_vector_dot(x,
                           view_vector_cross(view_matrix_column(matrix, 1), view_matrix_column(matrix, 2)));
}

void view_matrix_normal(const float matrix[16], float out[9])
{
    for (int column = 0; column < 3; column++) {
        const view_vector cofactors = view_vector_cross(view_matrix_column(matrix, (column + 1) % 3),
                                                        view_matrix_column(matrix, (column + 2) % 3));
        out[3 * column] = cofactors.x;
        out[3 * column + 1] = cofactors.y;
        out[3 * column + 2] = cofactors.z;
    }
}

void view_matrix_look(view_vector eye, view_vector right, view_vector up, view_vector backward, float out[16])
{
    const view_vector axes[3] = {right, up, backward};
    for (int row = 0; row < 3; row++) {
        out[row] = axes[row].x;
        out[4 + row] = axes[row].y;
        out[8 + row] = axes[row].z;
        out[12 + row] = -view_vector_dot(axes[row], eye);
    }
    out[3] = out[7] = out[11] = 0;
    out[15] = 1;
}

void view_matrix_frustum(const float sides[4], float near, float far, float out[16])
{
    const float width = sides[1] - sides[0], height = sides[3] - sides[2], depth = far - near;
    memset(out, 0, 16 * sizeof *out);
    out[0] = 2 / width;
    out[5] = 2 / height;
    out[8] = (sides[0] + sides[1]) / width;
    out[9] = (sides[2] + sides[3]) / height;
    out[10] = -(far + near) / depth;
    out[11] = -1;
    out[14] = -2 * far * near / depth;
}

void view_matrix_orthographic(const float sides[4], float near, float far, float out[16])
{
    const float width = sides[1] - sides[0], height = sides[3] - sides[2], depth = far - near;
    memset(out, 0, 16 * sizeof *out);
    out[0] = 2 / width;
    out[5] = 2 / height;
    out[10] = -2 / depth;
    out[12] = -(sides[0] + sides[1]) / width;
    out[13] = -(sides[2] + sides[3]) / height;
    out[14] = -(far + near) / depth;
    out[15] = 1;
}
