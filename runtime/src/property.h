/* SPDX-License-Identifier: MIT */
/* Custom properties of a scene, as they are now. */
#ifndef PAV_PROPERTY_H
#define PAV_PROPERTY_H

#include "layout.h"

/* What a property's numbers are. */
pav_value pav_property_value(pav_property_kind kind);

/* UpdateProperty: the values of all properties from their targets. */
pav_result pav_property_update(void *self, pav_scene *scene);

#endif
