/* SPDX-License-Identifier: MIT */
/* Materials of a scene: their inputs, as they are now. */
#ifndef PAV_MATERIAL_H
#define PAV_MATERIAL_H

#include <pavane/pavane.h>

/* Which of the scene's `material_inputs` is the one of that name of a material; PAV_NONE: there is none. */
uint32_t pav_material_find_input(const pav_chunk_scene *scene, uint32_t material, const char *name);

/* UpdateMaterial: the values of all inputs from their targets. */
pav_result pav_material_update(void *self, pav_scene *scene);

#endif
