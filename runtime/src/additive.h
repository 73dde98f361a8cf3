/* SPDX-License-Identifier: MIT */
/* Additive clips: what they differ by from a reference is added to what is there. */
#ifndef PAV_ADDITIVE_H
#define PAV_ADDITIVE_H

#include "scene.h"

/* Adds a contribution to the targets. */
void pav_additive_add(pav_scene *scene, uint32_t contribution);

#endif
