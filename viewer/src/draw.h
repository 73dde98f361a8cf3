/* SPDX-License-Identifier: MIT */
/* Draws a scene: backdrop, meshes with light and shadow, ground, bones. */
#ifndef VIEW_DRAW_H
#define VIEW_DRAW_H

#include "camera.h"
#include "depth_order.h"
#include "lights.h"
#include "mesh_buffers.h"
#include "picture.h"
#include "shadow.h"
#include "shapes.h"
#include "surfaces.h"

typedef struct view_programs {
    GLuint mesh, shadow, ground, backdrop, shape;
} view_programs;

typedef struct view_drawing {
    pav_scene *scene;
    view_ground ground;
    view_programs programs;
    view_mesh_buffers meshes;
    view_surfaces surfaces;
    view_lights lights;
    view_shadow shadow;
    view_shapes shapes;
    view_depth_order order;
    GLuint empty; /* A vertex array for what needs no vertices. */
} view_drawing;

/* What is to be seen, and how. */
typedef struct view_look {
    view_lens lens;
    view_box focus; /* Shadows and the grid are around it. */
    view_lighting lighting;
    bool bones, wireframe, grid, hidden, glyphs, textures;
    bool rendered; /* What Blender renders instead of what its viewport shows. */
    bool masks;    /* Each object in a colour of its own on black. */
} view_look;

/* A part of a picture in pixels from its lower left. */
typedef struct view_area {
    int x, y, width, height;
} view_area;

pav_result view_drawing_create(pav_scene *scene, view_drawing *out, pav_error *error);
void view_drawing_destroy(view_drawing *drawing);

/* Uploads what has moved and draws it into an area of the picture. */
void view_drawing_draw(view_drawing *drawing, const view_picture *picture, const view_area *area,
                       const view_look *look);

#endif
