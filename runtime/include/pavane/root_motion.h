/* SPDX-License-Identifier: MIT */
/** @file root_motion.h
 *  Root motion: what a clip moves its root by goes to the program in place of the pose.  Included by pavane.h.
 *
 *  Of one node, some axes of its `location` and the turn of its `rotation` about one axis are taken out of the
 *  pose, where they stay at rest, and are added up: over loops (a pass goes on where the last one ended),
 *  backwards too, and over fades and blends by the weights that clips have for those targets from moment to moment.
 *  The size of the steps does not show: a whole cross-fade in one step leads where a thousand steps do, to within a
 *  thousandth of the way.  Ping-pong goes back the way it came.  A seek is no motion.
 *
 *  The space is that of the two targets: of an object its parent's, of a bone its own at rest.  A step is given
 *  in the space of the turn before it, so that walking in a circle does.
 */
#ifndef PAVANE_ROOT_MOTION_H
#define PAVANE_ROOT_MOTION_H

#include <stdbool.h>

#include <pavane/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Bits, one per axis. */
typedef enum pav_axis_flag { PAV_AXIS_FLAG_X = 1, PAV_AXIS_FLAG_Y = 2, PAV_AXIS_FLAG_Z = 4 } pav_axis_flag;

/** What is taken from which node. */
typedef struct pav_root_motion_options {
    uint32_t node;
    uint32_t location; /**< Bits of pav_axis_flag. */
    uint32_t turn;     /**< One of them: the axis that it turns about; 0: no turn is taken. */
} pav_root_motion_options;

/** Where it has come to, and the last update's step. */
typedef struct pav_root_motion {
    double location[3];
    double rotation[4]; /**< A quaternion. */
    double step_location[3];
    double step_rotation[4];
} pav_root_motion;

/** Begins to take root motion out, from nothing.  `options` NULL: no longer.  PAV_ERROR_NAME when the node has no
 *  `location` or, with a turn, no quaternion `rotation`, PAV_ERROR_VALUE for bits that are no axis, or several in
 *  `turn`. */
PAV_API pav_result pav_player_set_root_motion(pav_player *player, const pav_root_motion_options *options,
                                              pav_error *error);
/** False, and no motion, when none is taken. */
PAV_API bool pav_player_root_motion(const pav_player *player, pav_root_motion *out);
/** What is taken; false when nothing is. */
PAV_API bool pav_player_root_motion_options(const pav_player *player, pav_root_motion_options *out);
/** Adds up from nothing again. */
PAV_API void pav_player_reset_root_motion(pav_player *player);

#ifdef __cplusplus
}
#endif

#endif
