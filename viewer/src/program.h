/* SPDX-License-Identifier: MIT */
/* Shader programs and their uniforms. */
#ifndef VIEW_PROGRAM_H
#define VIEW_PROGRAM_H

#include "matrix.h"

#include <GL/glew.h>

#include <pavane/pavane.h>

/* `name` is for messages. */
pav_result view_program_create(const char *name, const char *vertex, const char *fragment, GLuint *out,
                               pav_error *error);

/* The same of a fragment shader in parts. */
pav_result view_program_create_of_parts(const char *name, const char *vertex, const char *const *fragments,
                                        GLsizei fragment_count, GLuint *out, pav_error *error);

void view_program_set_matrix(GLuint program, const char *uniform, const float matrix[16]);
void view_program_set_normal_matrix(GLuint program, const char *uniform, const float matrix[9]);
void view_program_set_vector(GLuint program, const char *uniform, view_vector vector);
void view_program_set_pair(GLuint program, const char *uniform, float x, float y);
void view_program_set_color(GLuint program, const char *uniform, const float color[4]);
void view_program_set_number(GLuint program, const char *uniform, int value);
void view_program_set_float(GLuint program, const char *uniform, float value);

#endif
