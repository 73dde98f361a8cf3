/* SPDX-License-Identifier: MIT */
/** @file mask.h
 *  A mask: how much of a clip's weight counts for each target.  Included by pavane.h.
 *
 *  It fits every scene of a document, and may be shared by any number of playbacks; they hold it.  A change
 *  counts from the next update on; while a mask is changed nobody else may use it.
 */
#ifndef PAVANE_MASK_H
#define PAVANE_MASK_H

#include <stdbool.h>

#include <pavane/document.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pav_target pav_target;
typedef struct pav_mask pav_mask;

typedef struct pav_mask_options {
    pav_allocator allocator;
    float weight; /**< Of all targets to begin with, 0 to 1. */
} pav_mask_options;

/** For the scenes of a document.  `options` and `error` may be NULL. */
PAV_API pav_result pav_mask_create(pav_document *scene_document, const pav_mask_options *options, pav_mask **out,
                                   pav_error *error);
PAV_API void pav_mask_destroy(pav_mask *mask);
PAV_API pav_mask *pav_mask_retain(pav_mask *mask);

/** The weight of all targets of a node, its visibility among them; with `below` also of all nodes below it, as
 *  of a bone and those that hang on it.  PAV_ERROR_VALUE for a weight outside 0 to 1, also below. */
PAV_API pav_result pav_mask_set_node(pav_mask *mask, uint32_t node, bool below, float weight);

/** The weight of one target: a shape key, a material's input ... */
PAV_API pav_result pav_mask_set_target(pav_mask *mask, pav_target target, float weight);

/** A node by its name: an object is (owner, NULL), a bone is (armature object, bone). */
typedef struct pav_mask_name {
    const char *owner;
    const char *part;
    bool below; /**< And all nodes below it. */
} pav_mask_name;

/** The same of a set of names.  PAV_ERROR_NAME, and nothing changed, when one of them is not there.  `error`
 *  may be NULL. */
PAV_API pav_result pav_mask_set_names(pav_mask *mask, const pav_mask_name *names, uint32_t count, float weight,
                                      pav_error *error);

/** Whether a target is one of the document's, from its beginning: of a scene's own callbacks all have the
 * first weight. */
PAV_API bool pav_mask_has(const pav_mask *mask, pav_target target);
PAV_API float pav_mask_weight(const pav_mask *mask, pav_target target);

#ifdef __cplusplus
}
#endif

#endif
