/* SPDX-License-Identifier: MIT */
/* Where each target of a scene document lies in the array of target values.  It depends on the document
 * alone, so a binding made without a scene fits every scene of that document. */
#ifndef PAV_LAYOUT_H
#define PAV_LAYOUT_H

#include "attribute.h"

#define PAV_VALUE_COUNT 7

/* Values are grouped by type in the order of pav_value; each group starts at a multiple of 4 floats. */
typedef struct pav_layout {
    pav_allocator allocator;
    uint32_t first[PAV_VALUE_COUNT]; /* First float of each value type. */
    uint32_t count[PAV_VALUE_COUNT]; /* Targets (not floats) of each value type. */
    uint32_t float_count;            /* All of them; the floats of the user's callbacks come after these. */
    uint32_t node_count;
    uint32_t mesh_count;
    uint32_t *element_first; /* node_count + 1: a node's stack is elements[element_first[n]] and on. */
    pav_target *elements;    /* One per element of every node, in the order of its stack. */
    uint32_t input_count;
    pav_target *inputs;    /* One per input of every material: as the scene's material_inputs. */
    uint32_t property_count;
    uint32_t *property_first; /* First float of each custom property, whose floats follow each other. */
    pav_target *cameras;      /* One per camera and attribute, as are the next. */
    pav_target *lights;
    pav_target *visibility; /* Of the nodes. */
    pav_target sky;
    uint32_t *morph_first; /* mesh_count + 1: a mesh's weights are floats morph_first[m] and on, in order, and
                              where it has a sequence its `eval_time` comes after them. */
} pav_layout;

/* How many floats a value of a type has. */
uint32_t pav_value_floats(pav_value value);

/* Whether a target begins and ends where one of its value type does. */
bool pav_layout_has(const pav_layout *layout, pav_target target);

/* The value type of an element of a stack. */
pav_value pav_element_value(pav_element_kind kind);

/* The value type of a material's input of 1, 3 or 4 numbers. */
pav_value pav_input_value(uint32_t count);

/* The document may have no scene: then there are no nodes. */
pav_result pav_layout_create(const pav_document *document, const pav_allocator *allocator, pav_layout *out,
                             pav_error *error);
void pav_layout_destroy(pav_layout *layout);

/* The place in a node's stack of the element of that name that is not before `place`, or PAV_NONE. */
uint32_t pav_find_element(const pav_chunk_scene *scene, uint32_t node, const char *name, uint32_t place);
pav_target pav_layout_element_at(const pav_layout *layout, uint32_t node, uint32_t place);

/* The target of the first element of that name of a node's stack, or of an object's visibility; first is PAV_NONE: none of that
 * name. */
pav_target pav_layout_element(const pav_layout *layout, const pav_chunk_scene *scene, uint32_t node,
                              const char *name);

/* The target of an element of a mesh. */
pav_target pav_layout_mesh(const pav_layout *layout, const pav_chunk_mesh *mesh, uint32_t index,
                           const char *name);

/* Writes every target's rest value, normalised where it is a rotation, into `rest` (float_count floats). */
void pav_layout_rest(const pav_layout *layout, const pav_document *document, float *rest);

#endif
