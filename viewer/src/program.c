/* SPDX-License-Identifier: MIT */
#include "program.h"

#include "message.h"

/* ---- Making ---- */

static pav_result compile(const char *name, GLenum kind, const char *const *parts, GLsizei part_count,
                          GLuint *out, pav_error *error)
{
    char log[160] = "";
    GLint compiled;
    *out = glCreateShader(kind);
    glShaderSource(*out, part_count, parts, NULL);
    glCompileShader(*out);
    glGetShaderiv(*out, GL_COMPILE_STATUS, &compiled);
    if (compiled) {
        return PAV_OK;
    }
    glGetShaderInfoLog(*out, (GLsizei)sizeof log, NULL, log);
    return view_fail(error, PAV_ERROR_VALUE, "OpenGL does not accept the %s shader of %s: %s",
                     kind == GL_VERTEX_SHADER ? "vertex" : "fragment", name, log);
}

static pav_result link_program(const char *name, GLuint program, pav_error *error)
{
    char log[160] = "";
    GLint linked;
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked) {
        return PAV_OK;
    }
    glGetProgramInfoLog(program, (GLsizei)sizeof log, NULL, log);
    return view_fail(error, PAV_ERROR_VALUE, "OpenGL does not link the shaders of %s: %s", name, log);
}

pav_result view_program_create_of_parts(const char *name, const char *vertex, const char *const *fragments,
                                        GLsizei fragment_count, GLuint *out, pav_error *error)
{
    GLuint shaders[2] = {0, 0};
    *out = 0;
    pav_result result = compile(name, GL_VERTEX_SHADER, &vertex, 1, &shaders[0], error);
    if (!result) {
        result = compile(name, GL_FRAGMENT_SHADER, fragments, fragment_count, &shaders[1], error);
    }
    if (!result) {
        *out = glCreateProgram();
        glAttachShader(*out, shaders[0]);
        glAttachShader(*out, shaders[1]);
        result = link_program(name, *out, error);
    }
    glDeleteShader(shaders[0]);
    glDeleteShader(shaders[1]);
    if (result) {
        glDeleteProgram(*out);
        *out = 0;
    }
    return result;
}

pav_result view_program_create(const char *name, const char *vertex, const char *fragment, GLuint *out,
                               pav_error *error)
{
    return view_program_create_of_parts(name, vertex, &fragment, 1, out, error);
}

/* ---- Uniforms of the program in use ---- */

void view_program_set_matrix(GLuint program, const char *uniform, const float matrix[16])
{
    glUniformMatrix4fv(glGetUniformLocation(program, uniform), 1, GL_FALSE, matrix);
}

void view_program_set_normal_matrix(GLuint program, const char *uniform, const float matrix[9])
{
    glUniformMatrix3fv(glGetUniformLocation(program, uniform), 1, GL_FALSE, matrix);
}

void view_program_set_vector(GLuint program, const char *uniform, view_vector vector)
{
    glUniform3f(glGetUniformLocation(program, uniform), vector.x, vector.y, vector.z);
}

void view_program_set_pair(GLuint program, const char *uniform, float x, float y)
{
    glUniform2f(glGetUniformLocation(program, uniform), x, y);
}

void view_program_set_color(GLuint program, const char *uniform, const float color[4])
{
    glUniform4fv(glGetUniformLocation(program, uniform), 1, color);
}

void view_program_set_float(GLuint program, const char *uniform, float value)
{
    glUniform1f(glGetUniformLocation(program, uniform), value);
}

void view_program_set_number(GLuint program, const char *uniform, int value)
{
    glUniform1i(glGetUniformLocation(program, uniform), value);
}
