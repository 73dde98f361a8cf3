/* SPDX-License-Identifier: MIT */
/* What is drawn into: a framebuffer of its own, so that a picture never depends on the window. */
#ifndef VIEW_PICTURE_H
#define VIEW_PICTURE_H

#include <GL/glew.h>

#include <pavane/pavane.h>

typedef struct view_picture {
    uint32_t width, height;
    GLuint smooth, smooth_color, smooth_depth; /* Four samples a pixel, where there are so many. */
    GLuint plain, plain_color;                 /* One sample a pixel. */
} view_picture;

pav_result view_picture_create(uint32_t width, uint32_t height, view_picture *out, pav_error *error);
void view_picture_destroy(view_picture *picture);

/* Drawing goes into the picture from here on. */
void view_picture_begin(const view_picture *picture);
/* Shows it in the window. */
void view_picture_show(const view_picture *picture);
/* Writes it as a PNG. */
pav_result view_picture_write(const view_picture *picture, const char *path, pav_error *error);

#endif
