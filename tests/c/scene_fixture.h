/* SPDX-License-Identifier: MIT */
/* Documents made by fixtures/make_fixtures.py, scenes of them, and an allocator that counts and fails when
 * told. */
#ifndef PAV_SCENE_FIXTURE_H
#define PAV_SCENE_FIXTURE_H

#include <pavane/pavane.h>

#include <stdio.h>
#include <stdlib.h>

#include "test.h"

/* ---- Documents and scenes ---- */

/* Nodes of scene.pav. */
enum {
    NODE_ROOT,
    NODE_CHILD,
    NODE_COPY,
    NODE_RIG,
    NODE_UPPER,
    NODE_LOWER,
    NODE_BODY,
    NODE_FACE,
    NODE_FACE_TWIN,
    NODE_PLAIN,
    NODE_FLAT,
    NODE_UNTURNED,
    NODE_LINKED_RIG,
    NODE_LINKED_UPPER
};

enum { MESH_BODY, MESH_FACE, MESH_PLAIN };

/* The document of that name, or the end of the test: nothing can be tested without. */
static inline pav_document *fixture_document(const char *name)
{
    char path[256];
    pav_document *document;
    pav_error error;
    snprintf(path, sizeof path, "tests/c/fixtures/%s.pav", name);
    if (pav_document_load_file(path, NULL, &document, &error)) {
        fprintf(stderr, "%s: %s\n", path, error.message);
        exit(1);
    }
    return document;
}

/* A scene of that document, which it alone holds. */
static inline pav_scene *fixture_scene(const char *name, const pav_scene_options *options)
{
    pav_document *document = fixture_document(name);
    pav_scene *scene;
    pav_error error;
    if (pav_scene_create(document, options, &scene, &error)) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        exit(1);
    }
    pav_document_destroy(document);
    return scene;
}

/* Sets a target of a node. */
static inline void fixture_set(pav_scene *scene, uint32_t node, const char *element, const float *values,
                               size_t count)
{
    const pav_target target = pav_scene_element_target(scene, node, element);
    if (CHECK(target.first != PAV_NONE)) {
        memcpy(pav_scene_targets(scene, NULL) + target.first, values, count * sizeof *values);
    }
}

static inline void fixture_update(pav_scene *scene)
{
    pav_error error = { 0 };
    if (!CHECK(pav_scene_update(scene, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
}

static inline void fixture_check_floats(const float *got, const double *wanted, int count, double within,
                                        const char *file, int line)
{
    if (test_check(got != NULL, file, line, "there are numbers")) {
        for (int i = 0; i < count; i++) {
            test_check_near((double)got[i], wanted[i], within, file, line);
        }
    }
}

#define CHECK_FLOATS(got, count, within, ...)                                                                \
    fixture_check_floats((got), (const double[]){ __VA_ARGS__ }, (count), (within), __FILE__, __LINE__)

/* ---- The allocator ---- */

typedef struct counting {
    size_t made; /* Allocations asked for. */
    size_t held; /* Allocations not released. */
    size_t fail; /* The allocation that fails, from 1; 0: none. */
} counting;

static inline void *counting_allocate(void *user, size_t size)
{
    counting *self = user;
    self->made++;
    if (self->made == self->fail) {
        return NULL;
    }
    self->held++;
    return malloc(size);
}

static inline void counting_release(void *user, void *memory)
{
    counting *self = user;
    self->held -= memory != NULL;
    free(memory);
}

static inline pav_allocator counting_allocator(counting *self)
{
    return (pav_allocator){ .allocate = counting_allocate, .release = counting_release, .user = self };
}

#endif
