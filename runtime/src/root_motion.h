/* SPDX-License-Identifier: MIT */
/* Root motion: taken out of the pose, and added up. */
#ifndef PAV_ROOT_MOTION_H
#define PAV_ROOT_MOTION_H

#include <pavane/pavane.h>

#include "rigid.h"

/* What is taken out of a scene's targets. */
typedef struct pav_root_pin {
    pav_root_motion_options taken; /* No bits: nothing. */
    uint32_t location;             /* First floats of the two targets. */
    uint32_t rotation;
} pav_root_pin;

typedef struct pav_root_sum {
    pav_rigid total;
    pav_rigid step;
} pav_root_sum;

/* 0 to 2. */
int pav_axis_of(uint32_t flag);

/* Puts what is taken to rest in the blended targets. */
void pav_root_motion_pin(pav_scene *scene);

/* ---- root_path.c ---- */

/* Begins the step of an update. */
void pav_root_motion_begin(pav_player *player);

/* Adds what the playbacks are about to move by in so many seconds, in which no fade is begun. */
void pav_root_motion_pass(pav_player *player, double seconds);

/* Adds the step to the sum. */
void pav_root_motion_end(pav_player *player);

#endif
