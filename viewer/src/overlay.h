/* SPDX-License-Identifier: MIT */
/* Panels and text over a picture, in pixels from its upper left; drawn all at once. */
#ifndef VIEW_OVERLAY_H
#define VIEW_OVERLAY_H

#include "font.h"
#include "picture.h"
#include "shapes.h"

typedef struct view_overlay_vertex {
    float x, y, texture_x, texture_y;
    view_color color;
} view_overlay_vertex;

typedef struct view_overlay {
    view_font *font;
    GLuint program, array, buffer;
    view_overlay_vertex *vertices;
    size_t count, capacity;
    view_color color; /* Of what is being added. */
} view_overlay;

pav_result view_overlay_create(view_overlay *out, pav_error *error);
void view_overlay_destroy(view_overlay *overlay);

void view_overlay_add_box(view_overlay *overlay, float x, float y, float width, float height,
                          view_color color);
/* A box with round corners. */
void view_overlay_add_panel(view_overlay *overlay, float x, float y, float width, float height, float round,
                            view_color color);
void view_overlay_add_triangle(view_overlay *overlay, const float corners[6], view_color color);
/* (x, y): the left end of the line that the letters stand on. */
void view_overlay_add_text(view_overlay *overlay, view_text_size size, float x, float y, const char *text,
                           view_color color);
float view_overlay_width(const view_overlay *overlay, view_text_size size, const char *text);
/* Cuts a text in its middle, with three dots, so that it is no wider than that; writes it to `out`. */
void view_overlay_fit(const view_overlay *overlay, view_text_size size, const char *text, float width,
                      char *out, size_t out_size);

/* Moves and scales what was added since `count` was `first`. */
void view_overlay_place(view_overlay *overlay, size_t first, float x, float y, float scale);

/* Draws everything that was added into the picture, and forgets it. */
void view_overlay_draw(view_overlay *overlay, const view_picture *picture);

#endif
