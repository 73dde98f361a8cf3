/* SPDX-License-Identifier: MIT */
/* Cameras of a scene, as they are now. */
#ifndef PAV_CAMERA_H
#define PAV_CAMERA_H

#include "attribute.h"

/* What of a pav_record_camera clips may drive. */
extern const pav_attribute_list pav_camera_attributes;

/* UpdateCamera: the scene's own records from their targets. */
pav_result pav_camera_update(void *self, pav_scene *scene);

#endif
