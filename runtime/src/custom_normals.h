/* SPDX-License-Identifier: MIT */
/* Normals that someone turned away from those that the surface has, and that go along with it. */
#ifndef PAV_CUSTOM_NORMALS_H
#define PAV_CUSTOM_NORMALS_H

#include "posed.h"

/* How far a normal is turned, in parts of what its fan spans; of no fan's shape, so that it holds for any. */
typedef struct pav_turn {
    float tilt;   /* From the normal of the fan, in parts of the angle to its edges. */
    float around; /* From its first edge, in parts of the angle to its last one. */
} pav_turn;

/* What turns the normal of a corner's fan, `plain`, to `custom`. */
pav_turn pav_turn_measure(const pav_posed *posed, uint32_t corner, const float plain[3],
                          const float custom[3]);

/* Turns the normal of a corner's fan so. */
void pav_turn_apply(const pav_posed *posed, uint32_t corner, pav_turn turn, float normal[3]);

#endif
