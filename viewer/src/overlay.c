/* SPDX-License-Identifier: MIT */
#include "overlay.h"

#include "program.h"
#include "shaders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making ---- */

static void make_array(view_overlay *overlay)
{
    const GLsizei stride = sizeof(view_overlay_vertex);
    glGenVertexArrays(1, &overlay->array);
    glBindVertexArray(overlay->array);
    glGenBuffers(1, &overlay->buffer);
    glBindBuffer(GL_ARRAY_BUFFER, overlay->buffer);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, NULL);
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 2, GL_FLOAT, GL_FALSE, stride,
                          (const void *)offsetof(view_overlay_vertex, texture_x));
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 4, GL_FLOAT, GL_FALSE, stride,
                          (const void *)offsetof(view_overlay_vertex, color));
    glBindVertexArray(0);
}

pav_result view_overlay_create(view_overlay *out, pav_error *error)
{
    *out = (view_overlay){.font = NULL};
    make_array(out);
    pav_result result = view_font_create(&out->font, error);
    if (!result) {
        result = view_program_create("panels", view_shader_overlay_vertex, view_shader_overlay_fragment,
                                     &out->program, error);
    }
    if (result) {
        view_overlay_destroy(out);
    }
    return result;
}

void view_overlay_destroy(view_overlay *overlay)
{
    if (overlay->array) {
        glDeleteVertexArrays(1, &overlay->array);
        glDeleteBuffers(1, &overlay->buffer);
        glDeleteProgram(overlay->program);
    }
    view_font_destroy(overlay->font);
    free(overlay->vertices);
    *overlay = (view_overlay){.font = NULL};
}

/* ---- Adding: without memory for more, the rest is not drawn ---- */

static bool make_room(view_overlay *overlay, size_t count)
{
    if (overlay->count + count <= overlay->capacity) {
        return true;
    }
    const size_t capacity = 2 * overlay->capacity + 4096;
    view_overlay_vertex *vertices = realloc(overlay->vertices, capacity * sizeof *vertices);
    if (!vertices) {
        return false;
    }
    overlay->vertices = vertices;
    overlay->capacity = capacity;
    return true;
}

static void add_vertex(view_overlay *overlay, float x, float y, float texture_x, float texture_y)
{
    overlay->vertices[overlay->count++] = (view_overlay_vertex){x, y, texture_x, texture_y, overlay->color};
}

static void add_quad(void *user, const view_quad *quad)
{
    view_overlay *overlay = user;
    if (make_room(overlay, 6)) {
        add_vertex(overlay, quad->left, quad->top, quad->texture_left, quad->texture_top);
        add_vertex(overlay, quad->left, quad->bottom, quad->texture_left, quad->texture_bottom);
        add_vertex(overlay, quad->right, quad->top, quad->texture_right, quad->texture_top);
        add_vertex(overlay, quad->right, quad->top, quad->texture_right, quad->texture_top);
        add_vertex(overlay, quad->left, quad->bottom, quad->texture_left, quad->texture_bottom);
        add_vertex(overlay, quad->right, quad->bottom, quad->texture_right, quad->texture_bottom);
    }
}

void view_overlay_add_triangle(view_overlay *overlay, const float corners[6], view_color color)
{
    const float white = view_font_white();
    overlay->color = color;
    if (make_room(overlay, 3)) {
        for (int i = 0; i < 3; i++) {
            add_vertex(overlay, corners[2 * i], corners[2 * i + 1], white, white);
        }
    }
}

void view_overlay_add_box(view_overlay *overlay, float x, float y, float width, float height,
                          view_color color)
{
    const float white = view_font_white();
    overlay->color = color;
    add_quad(overlay, &(view_quad){x, y, x + width, y + height, white, white, white, white});
}

void view_overlay_add_panel(view_overlay *overlay, float x, float y, float width, float height, float round,
                            view_color color)
{
    enum { STEPS = 6, CORNERS = 4 * (STEPS + 1) };
    float outline[2 * CORNERS];
    round = fminf(round, 0.5f * fminf(width, height));
    for (int i = 0; i < CORNERS; i++) {
        const int corner = i / (STEPS + 1), step = i % (STEPS + 1);
        const float angle = 1.5707963f * ((float)corner + (float)step / STEPS);
        const bool right = corner == 0 || corner == 3, low = corner < 2;
        outline[2 * i] = (right ? x + width - round : x + round) + round * cosf(angle);
        outline[2 * i + 1] = (low ? y + height - round : y + round) + round * sinf(angle);
    }
    for (int i = 1; i + 1 < CORNERS; i++) {
        const float corners[6] = {outline[0],         outline[1],         outline[2 * i],
                                  outline[2 * i + 1], outline[2 * i + 2], outline[2 * i + 3]};
        view_overlay_add_triangle(overlay, corners, color);
    }
}

void view_overlay_add_text(view_overlay *overlay, view_text_size size, float x, float y, const char *text,
                           view_color color)
{
    overlay->color = color;
    view_font_lay(overlay->font, size, x, y, text, add_quad, overlay);
}

float view_overlay_width(const view_overlay *overlay, view_text_size size, const char *text)
{
    return view_font_width(overlay->font, size, text);
}

static bool is_inside_letter(const char *text, size_t place)
{
    return ((unsigned char)text[place] & 0xC0) == 0x80;
}

/* Names mostly differ at their ends, as in .001 and .002; so the end is kept. */
void view_overlay_fit(const view_overlay *overlay, view_text_size size, const char *text, float width,
                      char *out, size_t out_size)
{
    const size_t length = strlen(text);
    size_t left = length / 2;
    while (left > 0 && is_inside_letter(text, left)) {
        left--;
    }
    size_t right = length - left;
    snprintf(out, out_size, "%s", text);
    while ((length >= out_size || view_overlay_width(overlay, size, out) > width) && left + right > 0) {
        size_t *longer = left > right ? &left : &right;
        do {
            (*longer)--;
        } while (*longer > 0 && is_inside_letter(text, longer == &left ? left : length - right));
        if (left + right + 4 <= out_size) {
            snprintf(out, out_size, "%.*s...%s", (int)left, text, text + length - right);
            if (view_overlay_width(overlay, size, out) <= width) {
                return;
            }
        }
    }
}

void view_overlay_place(view_overlay *overlay, size_t first, float x, float y, float scale)
{
    for (size_t i = first; i < overlay->count; i++) {
        overlay->vertices[i].x = x + scale * overlay->vertices[i].x;
        overlay->vertices[i].y = y + scale * overlay->vertices[i].y;
    }
}

/* ---- Drawing ---- */

void view_overlay_draw(view_overlay *overlay, const view_picture *picture)
{
    glUseProgram(overlay->program);
    view_program_set_pair(overlay->program, "size", (float)picture->width, (float)picture->height);
    glBindTexture(GL_TEXTURE_2D, view_font_texture(overlay->font));
    glBindVertexArray(overlay->array);
    glBindBuffer(GL_ARRAY_BUFFER, overlay->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(overlay->count * sizeof *overlay->vertices), overlay->vertices,
                 GL_STREAM_DRAW);
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)overlay->count);
    glDisable(GL_BLEND);
    glEnable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    overlay->count = 0;
}
