/* SPDX-License-Identifier: MIT */
/* Letters: a system font in two sizes, and a second one for what it lacks; or without one the built-in
 * letters of stb_easy_font. */
#ifndef VIEW_FONT_H
#define VIEW_FONT_H

#include <GL/glew.h>

#include <pavane/pavane.h>

typedef enum view_text_size { VIEW_TEXT_SMALL, VIEW_TEXT_LARGE } view_text_size;

/* A piece of text: a rectangle on the screen and its place in the texture. */
typedef struct view_quad {
    float left, top, right, bottom;
    float texture_left, texture_top, texture_right, texture_bottom;
} view_quad;

typedef struct view_font view_font;

pav_result view_font_create(view_font **out, pav_error *error);
void view_font_destroy(view_font *font);

GLuint view_font_texture(const view_font *font);
/* A place in the texture that is all white, for plain surfaces. */
float view_font_white(void);

float view_font_width(const view_font *font, view_text_size size, const char *text);
/* Passes one quad after another to `put`; (x, y) is the left end of the line that the letters stand on. */
void view_font_lay(const view_font *font, view_text_size size, float x, float y, const char *text,
                   void (*put)(void *user, const view_quad *quad), void *user);

#endif
