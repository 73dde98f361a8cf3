/* SPDX-License-Identifier: MIT */
/* The inside of a binding. */
#ifndef PAV_BINDING_H
#define PAV_BINDING_H

#include "document.h"
#include "scene.h"

#include <stdatomic.h>

/* A channel that is bound: where its numbers go. */
typedef struct pav_bound {
    uint32_t target_first; /* Into the binding's targets. */
    uint32_t numbers;      /* pav_channel_numbers. */
} pav_bound;

struct pav_binding {
    pav_kept kept; /* First, see pav_binding_of_document. */
    bool is_kept;  /* A part of its document: to hold it is to hold that. */
    pav_allocator allocator;
    atomic_uint holds;
    pav_document *clips;
    pav_document *scene_document;
    const pav_scene *scene; /* The only scene that it is good for; NULL: all of the document.  Not held. */

    uint32_t *clip_first; /* Clips + 1: a clip's channels are links clip_first[c] and on, in order. */
    pav_link *links;
    pav_bound *bounds; /* One per link. */
    uint32_t link_count;

    pav_target *targets; /* What the links drive, link after link. */
    uint32_t target_count;
    uint32_t target_capacity;

    pav_owner_pair *owners; /* With strings of its own. */
    uint32_t owner_count;
};

/* ---- binding.c ---- */

/* The binding of a document's own clips to its own scene: made once, by whoever is first, and kept with the document. */
pav_result pav_binding_of_document(pav_document *document, pav_binding **out, pav_error *error);

/* Whether it may be played on a scene. */
bool pav_binding_is_for(const pav_binding *binding, const pav_scene *scene);

/* ---- owner.c: pairs of owners ---- */

/* Copies and checks the pairs of the options. */
pav_result pav_owners_create(pav_binding *binding, const pav_binding_options *options, pav_error *error);
void pav_owners_destroy(pav_binding *binding);

/* The owner in the scene that an owner in the clips plays on.  `*paired`: a pair says so. */
const char *pav_owner_in_scene(const pav_binding *binding, const char *clip_owner, bool *paired);

/* Whether a thing of the scene in `scene_library` can be what a clip finds in `clip_library`. */
bool pav_library_fits(const pav_binding *binding, bool paired, const char *clip_library,
                      const char *scene_library);

/* ---- link.c ---- */

/* Links all channels.  `scene`: its callbacks are asked, too; may be NULL. */
pav_result pav_binding_link_all(pav_binding *binding, pav_scene *scene, pav_error *error);

#endif
