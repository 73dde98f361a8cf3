/* SPDX-License-Identifier: MIT */
/* A batch of coloured triangles and lines in the scene, filled anew for every picture: bones, cameras,
 * lights. */
#ifndef VIEW_SHAPES_H
#define VIEW_SHAPES_H

#include "matrix.h"

#include <GL/glew.h>

#include <pavane/pavane.h>

typedef struct view_color {
    float red, green, blue, alpha;
} view_color;

typedef struct view_shape_vertex {
    view_vector place;
    view_color color;
} view_shape_vertex;

typedef struct view_shape_list {
    view_shape_vertex *vertices;
    size_t count, capacity;
} view_shape_list;

typedef struct view_shapes {
    view_shape_list triangles, lines;
    bool full; /* There was no memory for all of them. */
    GLuint array, buffer;
} view_shapes;

void view_shapes_create(view_shapes *out);
void view_shapes_destroy(view_shapes *shapes);

void view_shapes_clear(view_shapes *shapes);
void view_shapes_add_line(view_shapes *shapes, view_vector from, view_vector to, view_color color);
void view_shapes_add_triangle(view_shapes *shapes, const view_vector corners[3], view_color color);
/* With the program in use. */
void view_shapes_draw(const view_shapes *shapes);

#endif
