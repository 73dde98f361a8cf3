/* SPDX-License-Identifier: MIT */
/* The document's images on the graphics card, and the ways to look them up. */
#ifndef VIEW_IMAGES_H
#define VIEW_IMAGES_H

#include <GL/glew.h>

#include <pavane/pavane.h>

enum { VIEW_EXTENSION_COUNT = 4, VIEW_FILTER_COUNT = 2 };

typedef struct view_images {
    GLuint *textures; /* One per image. */
    uint32_t count;
    GLuint samplers[VIEW_EXTENSION_COUNT][VIEW_FILTER_COUNT];
    char notice[160]; /* Which image cannot be decoded; empty: none.  It is drawn in pink. */
} view_images;

pav_result view_images_create(const pav_document *document, view_images *out, pav_error *error);
void view_images_destroy(view_images *images);

/* Puts a texture's image on a texture unit; its first row of pixels is at v = 0. */
void view_images_bind(const view_images *images, const pav_record_texture *texture, GLuint unit);

#endif
