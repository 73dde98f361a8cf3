/* SPDX-License-Identifier: MIT */
#include "picture.h"

#include "message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb/stb_image_write.h>

/* ---- Making ---- */

static GLuint make_storage(GLenum format, GLenum attachment, GLint samples, const view_picture *picture)
{
    GLuint storage;
    glGenRenderbuffers(1, &storage);
    glBindRenderbuffer(GL_RENDERBUFFER, storage);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, (GLsizei)picture->width,
                                     (GLsizei)picture->height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, storage);
    return storage;
}

static bool fits(uint32_t width, uint32_t height)
{
    GLint largest = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    return width && height && width <= (uint32_t)largest && height <= (uint32_t)largest;
}

pav_result view_picture_create(uint32_t width, uint32_t height, view_picture *out, pav_error *error)
{
    *out = (view_picture){.width = width, .height = height};
    if (!fits(width, height)) {
        return view_fail(error, PAV_ERROR_VALUE, "OpenGL draws no picture of %u x %u here", (unsigned)width,
                         (unsigned)height);
    }
    GLint samples = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &samples);
    samples = samples > 4 ? 4 : samples;
    glGenFramebuffers(1, &out->smooth);
    glBindFramebuffer(GL_FRAMEBUFFER, out->smooth);
    out->smooth_color = make_storage(GL_RGBA8, GL_COLOR_ATTACHMENT0, samples, out);
    out->smooth_depth = make_storage(GL_DEPTH_COMPONENT24, GL_DEPTH_ATTACHMENT, samples, out);
    const bool complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glGenFramebuffers(1, &out->plain);
    glBindFramebuffer(GL_FRAMEBUFFER, out->plain);
    out->plain_color = make_storage(GL_RGBA8, GL_COLOR_ATTACHMENT0, 0, out);
    if (complete && glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        return PAV_OK;
    }
    view_picture_destroy(out);
    return view_fail(error, PAV_ERROR_MEMORY, "OpenGL has no room for a picture of %u x %u", (unsigned)width,
                     (unsigned)height);
}

void view_picture_destroy(view_picture *picture)
{
    const GLuint storages[3] = {picture->smooth_color, picture->smooth_depth, picture->plain_color};
    const GLuint framebuffers[2] = {picture->smooth, picture->plain};
    glDeleteFramebuffers(2, framebuffers);
    glDeleteRenderbuffers(3, storages);
    *picture = (view_picture){0};
}

/* ---- Use ---- */

void view_picture_begin(const view_picture *picture)
{
    glBindFramebuffer(GL_FRAMEBUFFER, picture->smooth);
    glViewport(0, 0, (GLsizei)picture->width, (GLsizei)picture->height);
}

static void copy(const view_picture *picture, GLuint from, GLuint to)
{
    const GLint width = (GLint)picture->width, height = (GLint)picture->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, width, height, 0, 0, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void view_picture_show(const view_picture *picture)
{
    /* In two steps: a window may have samples of its own, and the two numbers must not differ in one. */
    copy(picture, picture->smooth, picture->plain);
    copy(picture, picture->plain, 0);
}

/* ---- Files ---- */

typedef struct sink {
    FILE *file;
    bool failed;
} sink;

static void put(void *context, void *data, int size)
{
    sink *to = context;
    to->failed |= fwrite(data, 1, (size_t)size, to->file) != (size_t)size;
}

static bool write_png(const view_picture *picture, const unsigned char *pixels, FILE *file)
{
    sink to = {file, false};
    const int stride = (int)picture->width * 3;
    /* OpenGL's first row is the lowest, a PNG's the highest. */
    const unsigned char *highest = pixels + (size_t)stride * (picture->height - 1);
    const int written =
        stbi_write_png_to_func(put, &to, (int)picture->width, (int)picture->height, 3, highest, -stride);
    return written && !to.failed;
}

pav_result view_picture_write(const view_picture *picture, const char *path, pav_error *error)
{
    unsigned char *pixels = malloc((size_t)picture->width * picture->height * 3);
    if (!pixels) {
        return view_fail(error, PAV_ERROR_MEMORY, "%s: no memory for the picture", path);
    }
    copy(picture, picture->smooth, picture->plain);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, picture->plain);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, (GLsizei)picture->width, (GLsizei)picture->height, GL_RGB, GL_UNSIGNED_BYTE, pixels);
    FILE *file = fopen(path, "wb");
    bool written = file && write_png(picture, pixels, file);
    if (file && fclose(file)) {
        written = false;
    }
    free(pixels);
    return written ? PAV_OK
                   : view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
}
