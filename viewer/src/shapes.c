/* SPDX-License-Identifier: MIT */
#include "shapes.h"

#include <stdlib.h>

void view_shapes_create(view_shapes *out)
{
    *out = (view_shapes){.full = false};
    glGenVertexArrays(1, &out->array);
    glBindVertexArray(out->array);
    glGenBuffers(1, &out->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, out->buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(view_shape_vertex), NULL);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_FLOAT, GL_FALSE, sizeof(view_shape_vertex),
                          (const void *)sizeof(view_vector));
    glBindVertexArray(0);
}

void view_shapes_destroy(view_shapes *shapes)
{
    if (shapes->array) {
        glDeleteVertexArrays(1, &shapes->array);
        glDeleteBuffers(1, &shapes->buffer);
    }
    free(shapes->triangles.vertices);
    free(shapes->lines.vertices);
    *shapes = (view_shapes){.full = false};
}

void view_shapes_clear(view_shapes *shapes)
{
    shapes->triangles.count = shapes->lines.count = 0;
    shapes->full = false;
}

static bool make_room(view_shape_list *list, size_t count)
{
    if (list->count + count <= list->capacity) {
        return true;
    }
    const size_t capacity = 2 * list->capacity + 1024;
    view_shape_vertex *vertices = realloc(list->vertices, capacity * sizeof *vertices);
    if (!vertices) {
        return false;
    }
    list->vertices = vertices;
    list->capacity = capacity;
    return true;
}

static void add(view_shapes *shapes, view_shape_list *list, const view_vector *places, size_t count,
                view_color color)
{
    if (!make_room(list, count)) {
        shapes->full = true;
        return;
    }
    for (size_t i = 0; i < count; i++) {
        list->vertices[list->count++] = (view_shape_vertex){places[i], color};
    }
}

void view_shapes_add_line(view_shapes *shapes, view_vector from, view_vector to, view_color color)
{
    const view_vector ends[2] = {from, to};
    add(shapes, &shapes->lines, ends, 2, color);
}

void view_shapes_add_triangle(view_shapes *shapes, const view_vector corners[3], view_color color)
{
    add(shapes, &shapes->triangles, corners, 3, color);
}

static void draw_list(const view_shape_list *list, GLenum mode)
{
    if (list->count) {
        const size_t size = list->count * sizeof *list->vertices;
        glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)size, list->vertices, GL_STREAM_DRAW);
        glDrawArrays(mode, 0, (GLsizei)list->count);
    }
}

void view_shapes_draw(const view_shapes *shapes)
{
    glBindVertexArray(shapes->array);
    glBindBuffer(GL_ARRAY_BUFFER, shapes->buffer);
    draw_list(&shapes->triangles, GL_TRIANGLES);
    draw_list(&shapes->lines, GL_LINES);
    glBindVertexArray(0);
}
