/* SPDX-License-Identifier: MIT */
#include "images.h"

#include "message.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

/* Of its own for this file, whatever else the program links; most of it is not used. */
#define STBIDEF static __attribute__((unused))
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_GIF
/* Declared there and defined nowhere. */
#define stbi_set_unpremultiply_on_load_thread stbi_set_unpremultiply_on_load
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#include <stb/stb_image.h>

/* ---- Making ---- */

static void fill(GLenum format, int width, int height, const unsigned char *pixels)
{
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    glGenerateMipmap(GL_TEXTURE_2D);
}

/* False when it cannot be decoded, or is larger than textures can be here. */
static bool upload(const pav_chunk_image *image)
{
    GLint largest = 0;
    int width = 0, height = 0, channels;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
    const bool srgb = image->image->color_space == PAV_COLOR_SPACE_SRGB;
    if (image->byte_count > INT_MAX ||
        !stbi_info_from_memory(image->bytes, (int)image->byte_count, &width, &height, &channels) ||
        width > largest || height > largest) {
        return false;
    }
    unsigned char *pixels =
        stbi_load_from_memory(image->bytes, (int)image->byte_count, &width, &height, &channels, 4);
    if (pixels) {
        fill(srgb ? GL_SRGB8_ALPHA8 : GL_RGBA8, width, height, pixels);
    }
    free(pixels);
    return pixels != NULL;
}

static void make_texture(view_images *images, const pav_chunk_image *image, uint32_t index)
{
    const unsigned char pink[4] = {255, 0, 255, 255};
    glBindTexture(GL_TEXTURE_2D, images->textures[index]);
    if (!upload(image)) {
        fill(GL_RGBA8, 1, 1, pink);
        snprintf(images->notice, sizeof images->notice, "image \"%.100s\" cannot be decoded",
                 image->text + image->image->name);
    }
}

static GLuint make_sampler(pav_texture_extension extension, pav_texture_filter filter)
{
    static const GLint wraps[VIEW_EXTENSION_COUNT] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_CLAMP_TO_BORDER,
                                                      GL_MIRRORED_REPEAT};
    const float nothing[4] = {0, 0, 0, 0};
    const bool closest = filter == PAV_TEXTURE_FILTER_CLOSEST;
    GLuint sampler;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, wraps[extension]);
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, wraps[extension]);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, closest ? GL_NEAREST : GL_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, closest ? GL_NEAREST : GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, nothing);
    return sampler;
}

pav_result view_images_create(const pav_document *document, view_images *out, pav_error *error)
{
    const uint32_t count = pav_document_image_count(document);
    *out = (view_images){.textures = calloc((size_t)count + 1, sizeof *out->textures)};
    if (!out->textures) {
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for %u images", (unsigned)count);
    }
    out->count = count;
    glGenTextures((GLsizei)count, out->textures);
    for (uint32_t i = 0; i < count; i++) {
        make_texture(out, pav_document_image(document, i), i);
    }
    for (int extension = 0; extension < VIEW_EXTENSION_COUNT; extension++) {
        for (int filter = 0; filter < VIEW_FILTER_COUNT; filter++) {
            out->samplers[extension][filter] =
                make_sampler((pav_texture_extension)extension, (pav_texture_filter)filter);
        }
    }
    return PAV_OK;
}

void view_images_destroy(view_images *images)
{
    if (images->textures) {
        glDeleteTextures((GLsizei)images->count, images->textures);
        glDeleteSamplers(VIEW_EXTENSION_COUNT * VIEW_FILTER_COUNT, &images->samplers[0][0]);
    }
    free(images->textures);
    *images = (view_images){.textures = NULL};
}

/* ---- Use ---- */

void view_images_bind(const view_images *images, const pav_record_texture *texture, GLuint unit)
{
    /* Cubic is drawn linear: only close up a difference can be seen. */
    const bool closest = texture->filter == PAV_TEXTURE_FILTER_CLOSEST;
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, images->textures[texture->image]);
    glBindSampler(unit, images->samplers[texture->extension][closest]);
    glActiveTexture(GL_TEXTURE0);
}
