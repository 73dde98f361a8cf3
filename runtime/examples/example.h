/* SPDX-License-Identifier: MIT */
/* What the examples share: a sphere, and a main that shows a scene in a window, in a picture or in numbers.
 *
 *      pavane-NAME                        a window
 *      pavane-NAME PICTURE.png SECONDS    a picture of that moment
 *      pavane-NAME --print                numbers, a line each quarter of a second
 */
#ifndef PAVANE_EXAMPLE_H
#define PAVANE_EXAMPLE_H

#include <pavane_view/view.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void example_check(pav_result result, const pav_error *error)
{
    if (result) {
        fprintf(stderr, "%s\n", error->message);
        exit(EXIT_FAILURE);
    }
}

/* ---- A sphere of radius 1 ---- */

enum {
    SPHERE_SEGMENTS = 24,
    SPHERE_RINGS = 12,
    SPHERE_POINTS = SPHERE_SEGMENTS * (SPHERE_RINGS - 1) + 2,
    SPHERE_POLYGONS = SPHERE_SEGMENTS * SPHERE_RINGS,
    SPHERE_CORNERS = 4 * SPHERE_POLYGONS - 2 * SPHERE_SEGMENTS
};

/* Its points, which are its normals too; rings from the lower pole to the upper one. */
typedef struct example_sphere {
    float points[3 * SPHERE_POINTS];
    uint32_t polygons[SPHERE_POLYGONS]; /* Corners of each: 3 at the poles, else 4. */
    uint32_t corners[SPHERE_CORNERS];
} example_sphere;

static inline uint32_t example_sphere_point(uint32_t ring, uint32_t segment)
{
    return ring == 0              ? 0
           : ring == SPHERE_RINGS ? SPHERE_POINTS - 1
                                  : 1 + (ring - 1) * SPHERE_SEGMENTS + segment % SPHERE_SEGMENTS;
}

static inline void example_sphere_make(example_sphere *out)
{
    const double pi = 3.14159265358979323846;
    uint32_t polygon = 0, corner = 0;
    for (uint32_t ring = 0; ring <= SPHERE_RINGS; ring++) {
        for (uint32_t segment = 0; segment < SPHERE_SEGMENTS; segment++) {
            float *point = out->points + 3 * (size_t)example_sphere_point(ring, segment);
            const double across = pi * ring / SPHERE_RINGS, around = 2 * pi * segment / SPHERE_SEGMENTS;
            point[0] = (float)(sin(across) * cos(around));
            point[1] = (float)(sin(across) * sin(around));
            point[2] = (float)-cos(across);
            if (ring < SPHERE_RINGS) {
                const uint32_t first = corner;
                out->corners[corner++] = example_sphere_point(ring, segment);
                if (ring > 0) {
                    out->corners[corner++] = example_sphere_point(ring, segment + 1);
                }
                out->corners[corner++] = example_sphere_point(ring + 1, segment + 1);
                if (ring < SPHERE_RINGS - 1) {
                    out->corners[corner++] = example_sphere_point(ring + 1, segment);
                }
                out->polygons[polygon++] = corner - first;
            }
        }
    }
}

/* A mesh of the sphere, to be changed before it is added. */
static inline pav_build_mesh example_sphere_mesh(const example_sphere *sphere, const char *name)
{
    return (pav_build_mesh){
        .name = name,
        .points = sphere->points,
        .point_count = SPHERE_POINTS,
        .polygons = sphere->polygons,
        .polygon_count = SPHERE_POLYGONS,
        .corners = sphere->corners,
        .corner_count = SPHERE_CORNERS,
        .smooth = true,
    };
}

/* ---- Materials ---- */

static inline uint32_t example_add_material(pav_builder *builder, const char *name, float red, float green,
                                            float blue)
{
    const float color[3] = {red, green, blue};
    const pav_build_input input = {"base_color", color, 3};
    return pav_builder_add_material(builder,
                                    &(pav_build_material){.name = name, .inputs = &input, .input_count = 1});
}

/* ---- Nodes ---- */

/* A node that stands that high above the ground, of one material. */
static inline uint32_t example_add_node(pav_builder *builder, const char *name, float height,
                                        uint32_t material)
{
    const float place[3] = {0, 0, height};
    const pav_build_element location = {"location", PAV_ELEMENT_KIND_TRANSLATE, place};
    return pav_builder_add_node(
        builder, PAV_NONE,
        &(pav_build_node){
            .name = name, .elements = &location, .element_count = 1, .slots = &material, .slot_count = 1});
}

/* ---- Running ---- */

typedef struct example {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    /* In place of pav_player_update, with `self`; NULL: the player does it. */
    pav_result (*update)(void *self, pav_player *player, double seconds, pav_error *error);
    void *self;
    bool below_player; /* `update` does without the player, of which no clip plays. */
    pav_result (*click)(void *self, pav_player *player, pav_error *error); /* May be NULL. */
    void (*print)(const struct example *example); /* What there is to say of a moment. */
    double seconds;                               /* How long it is printed. */
    const char *file;                             /* What it takes first; NULL: nothing. */
} example;

/* Finishes what was built, and makes a scene and a player of it. */
static inline void example_open(example *self, pav_builder *builder)
{
    pav_error error;
    example_check(pav_builder_finish(builder, &self->document, &error), &error);
    pav_builder_destroy(builder);
    example_check(pav_scene_create(self->document, NULL, &self->scene, &error), &error);
    example_check(pav_player_create(self->scene, NULL, &self->player, &error), &error);
}

static inline void example_update(const example *self, double seconds)
{
    pav_error error;
    example_check(self->update ? self->update(self->self, self->player, seconds, &error)
                               : pav_player_update(self->player, seconds, &error),
                  &error);
}

static inline void example_print(const example *self)
{
    for (int i = 0; 0.25 * i <= self->seconds; i++) {
        example_update(self, i ? 0.25 : 0);
        printf("%.2f", 0.25 * i);
        self->print(self);
        printf("\n");
    }
}

static inline void example_view(const example *self, const char *picture)
{
    pav_error error;
    const pav_view_options options = {
        .rest = self->below_player,
        .update = self->update,
        .update_user = self->self,
        .click = self->click,
        .click_user = self->self,
        .screenshot = picture,
    };
    example_check(pav_view(self->scene, self->player, &options, &error), &error);
}

/* Whether it is seconds, and nothing else. */
static inline bool example_take_seconds(const char *text, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out) && *out >= 0;
}

static inline int example_usage(const char *program, const char *file)
{
    fprintf(stderr, "usage: %s %s%s[--print | PICTURE.png SECONDS]\n", program, file ? file : "",
            file ? " " : "");
    return EXIT_FAILURE;
}

/* `arguments` without the file. */
static inline int example_run(example *self, int count, char **arguments)
{
    double left;
    int status = EXIT_SUCCESS;
    if (count == 2 && strcmp(arguments[1], "--print") == 0) {
        example_print(self);
    } else if (count == 3 && arguments[1][0] != '-' && example_take_seconds(arguments[2], &left)) {
        for (; left > 0; left -= 0.25) {
            example_update(self, fmin(left, 0.25));
        }
        example_view(self, arguments[1]);
    } else if (count == 1) {
        example_view(self, NULL);
    } else {
        status = example_usage(arguments[0], self->file);
    }
    pav_player_destroy(self->player);
    pav_scene_destroy(self->scene);
    pav_document_destroy(self->document);
    return status;
}

#endif
