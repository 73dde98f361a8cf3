/* SPDX-License-Identifier: MIT */
/* The builder from within. */
#ifndef PAV_BUILDER_H
#define PAV_BUILDER_H

#include <pavane/builder.h>

#include "builder_chunk.h"

typedef struct pav_growing_clip {
    pav_growing_chunk chunk;
    bool range_from_keys; /* Its start and end are those of its keys. */
    bool has_keys;
} pav_growing_clip;

struct pav_builder {
    pav_allocator allocator;
    pav_growing_chunk info;
    pav_growing_chunk scene;
    bool clips_alone;
    pav_growing_table meshes; /* Of pav_growing_chunk. */
    pav_growing_table images; /* Of pav_growing_chunk. */
    pav_growing_table clips;  /* Of pav_growing_clip. */
    pav_error failure;        /* The first one. */
};

/* Says that there is no memory, unless something failed before. */
void pav_builder_fail_memory(pav_builder *builder);

/* Whether adding may go on: no failure so far, and the builder has a scene. */
bool pav_builder_has_scene(pav_builder *builder);

/* The mesh or clip of that index, NULL after a failure: of now, when there is none. */
pav_growing_chunk *pav_builder_mesh(pav_builder *builder, uint32_t mesh);
pav_growing_clip *pav_builder_clip(pav_builder *builder, uint32_t clip);

/* Appends to a chunk; what fails stays as the builder's failure. */
uint32_t pav_builder_grow(pav_builder *builder, pav_growing_chunk *chunk, size_t table, const void *records,
                          uint32_t count);
/* The same of given indices, or 0, 1, 2 ... for NULL. */
uint32_t pav_builder_indices(pav_builder *builder, pav_growing_chunk *chunk, size_t table,
                             const uint32_t *given, uint32_t count);
uint32_t pav_builder_text(pav_builder *builder, pav_growing_chunk *chunk, const char *text);

/* The index of a component's curve. */
uint32_t pav_builder_add_curve(pav_builder *builder, pav_growing_clip *growing,
                               const pav_build_component *component);

/* Whether nothing has failed. */
bool pav_builder_is_fine(const pav_builder *builder);

/* `index`, or PAV_NONE after a failure. */
uint32_t pav_builder_result(const pav_builder *builder, uint32_t index);

#endif
