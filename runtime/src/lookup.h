/* SPDX-License-Identifier: MIT */
/* Everything in a scene document that a clip can name, found by name in constant time. */
#ifndef PAV_LOOKUP_H
#define PAV_LOOKUP_H

#include <pavane/pavane.h>

/* A node, a mesh with a sequence, a morph of a mesh, a material, camera, light, custom property, or the scene,
 * under the name by which clips know it. */
typedef struct pav_named {
    pav_target_kind kind;
    const char *library; /* Of the owner. */
    const char *owner;
    const char *part;
    const char *property; /* Of a custom property its name; else empty. */
    uint32_t index;       /* Which node, mesh, material, camera, light or property. */
    uint32_t morph;       /* Which of the mesh's morphs. */
    uint32_t next;        /* The next one in the same bucket, or PAV_NONE. */
} pav_named;

typedef struct pav_lookup {
    pav_allocator allocator;
    pav_named *items; /* All that clips can name, the things of a kind in their order. */
    uint32_t item_count;
    uint32_t *buckets;
    uint32_t bucket_mask;
} pav_lookup;

/* Borrows the document's strings. */
pav_result pav_lookup_create(const pav_document *document, const pav_allocator *allocator, pav_lookup *out,
                             pav_error *error);
void pav_lookup_destroy(pav_lookup *lookup);

/* What a clip looks for; `element` counts only where the kind is that of a custom property. */
typedef struct pav_wanted {
    pav_target_kind kind;
    const char *owner;
    const char *part;
    const char *element;
} pav_wanted;

/* What is next after `last` under a name, in the order of the document; the first for NULL, NULL at the end.
 * The library is for the caller to look at. */
const pav_named *pav_lookup_find(const pav_lookup *lookup, const pav_wanted *wanted, const pav_named *last);

bool pav_kind_is_property(uint32_t target_kind);

/* An item under its name: of kind object a node, a bone too; a mesh, material, camera or light. */
pav_named pav_name_item(const pav_document *document, pav_target_kind kind, uint32_t index);

/* Calls `use` for everything that clips can name; the owner of a bone without an armature is NULL. */
typedef void pav_use_named(void *self, const pav_named *named);
void pav_names_visit(const pav_document *document, pav_use_named *use, void *self);

#endif
