/* SPDX-License-Identifier: MIT */
/* What the scene's materials are now, in one buffer for the shader of meshes. */
#ifndef VIEW_SURFACES_H
#define VIEW_SURFACES_H

#include "images.h"
#include "mesh_buffers.h"

enum { VIEW_MOST_TEXTURES = 8 };

/* Of one material, what does not change. */
typedef struct view_surface {
    uint32_t textures[VIEW_MOST_TEXTURES]; /* Into the scene's. */
    uint32_t texture_count;
    bool see_through; /* Of the last upload: it is to be blended with what lies behind. */
    bool double_sided;
} view_surface;

typedef struct view_surfaces {
    const pav_scene *scene;
    view_surface *surfaces; /* One per material, and one for where there is none. */
    uint32_t count;
    unsigned char *bytes; /* What is uploaded: `stride` for each. */
    size_t stride;
    GLuint buffer;
    view_images images;
    char notice[160]; /* What of the materials is not shown; empty: nothing. */
} view_surfaces;

pav_result view_surfaces_create(const pav_scene *scene, view_surfaces *out, pav_error *error);
void view_surfaces_destroy(view_surfaces *surfaces);

/* Uploads the inputs as they are now. */
void view_surfaces_upload(view_surfaces *surfaces, bool textures);

/* The surface of a slot of a node. */
uint32_t view_surfaces_of_slot(const view_surfaces *surfaces, uint32_t node, uint32_t slot);

/* Makes it the shader's: its numbers, its images, and of the node's mesh the UV maps that they lie on. */
void view_surfaces_bind(const view_surfaces *surfaces, uint32_t surface, const view_mesh_buffers *meshes,
                        uint32_t node);

/* Once for a program: which binding, which texture units. */
void view_surfaces_prepare(GLuint program);

#endif
