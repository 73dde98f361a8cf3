/* SPDX-License-Identifier: MIT */
/* Fields of a record that clips may drive, by name: of a camera, a light, a node's flags, the sky.  camera.c,
 * light.c and visibility.c have the lists. */
#ifndef PAV_ATTRIBUTE_H
#define PAV_ATTRIBUTE_H

#include <pavane/pavane.h>

typedef struct pav_attribute {
    const char *name;
    size_t offset; /* Of the field in the record. */
    pav_value value;
    uint32_t flag; /* The field is a word of flags, and this is its bit; 0: it is floats. */
} pav_attribute;

typedef struct pav_attribute_list {
    const pav_attribute *items;
    uint32_t count;
} pav_attribute_list;

/* Records of one kind, one each `stride` bytes. */
typedef struct pav_attribute_records {
    const void *first;
    size_t stride;
    uint32_t count;
} pav_attribute_records;

/* Which of the list has that name; PAV_NONE: none. */
uint32_t pav_attribute_find(const pav_attribute_list *list, const char *name);

/* Whether a number means true: as Blender has it, from 1 on, but for the last bit. */
bool pav_attribute_is_true(float number);

/* Writes what the records hold to their targets: `targets` has one per record and attribute, the attributes
 * of a record together. */
void pav_attributes_rest(const pav_attribute_list *list, const pav_attribute_records *records,
                         const pav_target *targets, float *rest);

/* Writes the values of the targets to records, which are the scene's own. */
void pav_attributes_update(const pav_attribute_list *list, const pav_attribute_records *records,
                           const pav_target *targets, const float *values);

#endif
