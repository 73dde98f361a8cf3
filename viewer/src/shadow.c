/* SPDX-License-Identifier: MIT */
#include "shadow.h"

#include "message.h"

#include <math.h>

enum { SHADOW_SIZE = 2048 };

pav_result view_shadow_create(view_shadow *out, pav_error *error)
{
    const float lit[4] = {1, 1, 1, 1};
    *out = (view_shadow){.texel = 0};
    glGenTextures(1, &out->map);
    glBindTexture(GL_TEXTURE_2D, out->map);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE, 0, GL_DEPTH_COMPONENT,
                 GL_FLOAT, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
    glGenFramebuffers(1, &out->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, out->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, out->map, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
        view_shadow_destroy(out);
        return view_fail(error, PAV_ERROR_MEMORY, "OpenGL has no room for a shadow map");
    }
    return PAV_OK;
}

void view_shadow_destroy(view_shadow *shadow)
{
    glDeleteFramebuffers(1, &shadow->framebuffer);
    glDeleteTextures(1, &shadow->map);
    *shadow = (view_shadow){.texel = 0};
}

void view_shadow_aim(view_shadow *shadow, const view_box *focus, view_vector towards, view_vector up)
{
    const float to_texture[16] = {0.5f, 0, 0, 0, 0, 0.5f, 0, 0, 0, 0, 0.5f, 0, 0.5f, 0.5f, 0.5f, 1};
    const float radius = fmaxf(1.35f * view_box_radius(focus), 1e-6f);
    const view_vector middle = view_box_is_empty(focus) ? (view_vector){0, 0, 0} : view_box_center(focus);
    const view_vector right = view_vector_normalize(view_vector_cross(up, towards));
    const float sides[4] = {-radius, radius, -radius, radius};
    float view[16], projection[16];
    view_matrix_look(middle, right, view_vector_cross(towards, right), towards, view);
    view_matrix_orthographic(sides, -2 * radius, 2 * radius, projection);
    view_matrix_multiply(projection, view, shadow->view_projection);
    view_matrix_multiply(to_texture, shadow->view_projection, shadow->lookup);
    shadow->texel = 2 * radius / SHADOW_SIZE;
}

void view_shadow_begin(const view_shadow *shadow)
{
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->framebuffer);
    glViewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    glClear(GL_DEPTH_BUFFER_BIT);
}
