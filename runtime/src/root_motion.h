/* SPDX-License-Identifier: MIT */
/* Root motion: taken out of the pose, and added up. */
#ifndef PAV_ROOT_MOTION_H
#define PAV_ROOT_MOTION_H

#include <pavane/pavane.h>

/* What is taken out of a scene's targets. */
typedef struct pav_root_pin {
    pav_root_motion_options taken; /* No bits: nothing. */
    uint32_t location;             /* First floats of the two targets. */
    uint32_t rotation;
} pav_root_pin;

/* A turn about one axis, then a move. */
typedef struct pav_rigid {
    double location[3];
    double angle;
} pav_rigid;

typedef struct pav_root_sum {
    pav_rigid total;
    pav_rigid step;
} pav_root_sum;

/* Puts what is taken to rest in the blended targets. */
void pav_root_motion_pin(pav_scene *scene);

/* Adds up what the playbacks have moved by; `first` is the contribution of the first of them. */
void pav_root_motion_add(pav_player *player, uint32_t first);

#endif
