/* SPDX-License-Identifier: MIT */
/* The file's lights, as they stand now, for the shader of meshes. */
#ifndef VIEW_LIGHTS_H
#define VIEW_LIGHTS_H

#include "matrix.h"

#include <GL/glew.h>

#include <pavane/pavane.h>

/* How meshes are lit. */
typedef enum view_lighting {
    VIEW_LIGHTING_FILE,   /* By the file's lights and sky. */
    VIEW_LIGHTING_STUDIO, /* By the viewer's own: a key light from the camera's side, and a soft sky. */
    VIEW_LIGHTING_FLAT,   /* Not at all: their colours as they are. */
    VIEW_LIGHTING_COUNT
} view_lighting;

typedef struct view_lights {
    GLuint buffer;
    uint32_t count;      /* Of the last upload. */
    uint32_t left_out;   /* Lights beyond those that the shader has room for. */
    view_vector towards; /* To the strongest light, from what is looked at: the one that casts shadows. */
} view_lights;

void view_lights_create(view_lights *out);
void view_lights_destroy(view_lights *lights);

/* Whether something shines; `rendered`: in pictures that Blender renders, not in its viewport. */
bool view_lights_are_in(const pav_scene *scene, bool rendered);

/* Uploads them; shadows are around `middle`. */
void view_lights_upload(view_lights *lights, const pav_scene *scene, view_vector middle, bool rendered);

/* What is to be seen where nothing is: the world's colour as a screen shows it. */
void view_lights_sky(const pav_scene *scene, float out[3]);

/* Once for a program. */
void view_lights_prepare(GLuint program);

#endif
