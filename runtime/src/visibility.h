/* SPDX-License-Identifier: MIT */
/* Which nodes are hidden now. */
#ifndef PAV_VISIBILITY_H
#define PAV_VISIBILITY_H

#include "attribute.h"

/* Bits of a node's flags, counted from there. */
extern const pav_attribute_list pav_visibility_attributes;

/* UpdateVisibility: the scene's own flags from their targets. */
pav_result pav_visibility_update(void *self, pav_scene *scene);

#endif
