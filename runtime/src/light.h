/* SPDX-License-Identifier: MIT */
/* Lights of a scene and the light from all around, as they are now. */
#ifndef PAV_LIGHT_H
#define PAV_LIGHT_H

#include "attribute.h"

/* What of a pav_record_light clips may drive. */
extern const pav_attribute_list pav_light_attributes;

/* What they may drive of a scene: its world_color alone, counted from there. */
extern const pav_attribute_list pav_sky_attributes;

/* UpdateLight: the scene's own records and the sky from their targets. */
pav_result pav_light_update(void *self, pav_scene *scene);

#endif
