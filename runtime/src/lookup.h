/* SPDX-License-Identifier: MIT */
/* Everything in a scene document that a clip can name, found by name in constant time. */
#ifndef PAV_LOOKUP_H
#define PAV_LOOKUP_H

#include <pavane/pavane.h>

/* A node, a morph of a mesh, or a material, under the name by which clips know it. */
typedef struct pav_named {
    pav_target_kind kind;
    const char *library; /* Of the owner. */
    const char *owner;
    const char *part;
    uint32_t index; /* The node, the mesh, or the material. */
    uint32_t morph; /* Which of the mesh's morphs. */
    uint32_t next;  /* The next one in the same bucket, or PAV_NONE. */
} pav_named;

typedef struct pav_lookup {
    pav_allocator allocator;
    pav_named *items; /* All nodes, then all materials, then the morphs of all meshes. */
    uint32_t item_count;
    uint32_t *buckets;
    uint32_t bucket_mask;
} pav_lookup;

/* Borrows the document's strings. */
pav_result pav_lookup_create(const pav_document *document, const pav_allocator *allocator, pav_lookup *out,
                             pav_error *error);
void pav_lookup_destroy(pav_lookup *lookup);

/* What is next after `last` under a name, in the order of nodes, meshes or materials; the first for NULL,
 * NULL at the end.  The library is for the caller to look at. */
const pav_named *pav_lookup_find(const pav_lookup *lookup, pav_target_kind kind, const char *owner,
                                 const char *part, const pav_named *last);

/* The name of node `n` of a scene; its part is empty for an object, its owner NULL for a bone without an
 * armature. */
pav_named pav_node_name(const pav_chunk_scene *scene, uint32_t n);

/* The name of material `m`; its part is empty. */
pav_named pav_material_name(const pav_chunk_scene *scene, uint32_t m);

#endif
