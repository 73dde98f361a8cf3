/* SPDX-License-Identifier: MIT */
/** @file socket.h
 *  Sockets and overrides of a scene.  Included by pavane.h.
 *
 *  A socket hangs a node, or a whole other scene, on a node or bone: a sword in a hand, a rider on a horse.  It
 *  follows in the same update, after whatever moves what it hangs on, callbacks after world included, whoever
 *  updates first; outside an update at once.
 */
#ifndef PAVANE_SOCKET_H
#define PAVANE_SOCKET_H

#include <stdbool.h>

#include <pavane/mask.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pav_scene pav_scene;

/* ---- Sockets ---- */

/** What a socket does not take of what it hangs on. */
typedef enum pav_socket_flag {
    PAV_SOCKET_FLAG_NO_LOCATION = 1,
    PAV_SOCKET_FLAG_NO_ROTATION = 2,
    PAV_SOCKET_FLAG_NO_SCALE = 4 /**< Nor shear. */
} pav_socket_flag;

/** What hangs where.  Its world matrix is that of `to`, without what the flags say, times the offset; a node's own
 *  local matrix and parent do not count.  Another scene's nodes without a parent hang on it by their own. */
typedef struct pav_socket {
    uint32_t node;    /**< Of this scene; not read when there is a `scene`. */
    pav_scene *scene; /**< Another scene; NULL: a node.  Not held: when it is destroyed it is detached. */
    uint32_t to;      /**< A node or bone of this scene. */
    bool offset_set;  /**< Use `offset`; false: none. */
    float offset[16];
    uint32_t flags; /**< Bits of pav_socket_flag. */
} pav_socket;

/** Attaches; `*out` is the socket's handle, never used again in this scene.  PAV_ERROR_VALUE when it would hang on
 *  itself, or hangs elsewhere already, or for an offset that is not finite, PAV_ERROR_FULL when socket_capacity is
 *  used up.  While scenes hang on each other one thread uses them all.  `out` and `error` may be NULL. */
PAV_API pav_result pav_scene_attach(pav_scene *scene, const pav_socket *socket, uint32_t *out,
                                    pav_error *error);
/** A node then goes back to its parent in the next update, a scene to the world in its own.  Unknown handles are
 *  fine. */
PAV_API void pav_scene_detach(pav_scene *scene, uint32_t handle);

/** Handles of the sockets in the order they were attached; PAV_NONE past the last.  `out` may be NULL. */
PAV_API uint32_t pav_scene_socket(const pav_scene *scene, uint32_t position, pav_socket *out);

/* ---- Overrides ---- */

/** Gives a target values that win over all clips, masks and additive clips until they are cleared: from the next
 *  update on, before the phases.  `count`: how many floats from its first; 0: as many as its value type has (a
 *  custom property may have more).  PAV_ERROR_VALUE for a number that is not finite. */
PAV_API pav_result pav_scene_set_override(pav_scene *scene, pav_target target, const float *values,
                                          uint32_t count);
/** Back to what clips give, and where there are none to rest. */
PAV_API void pav_scene_clear_override(pav_scene *scene, pav_target target, uint32_t count);
PAV_API void pav_scene_clear_overrides(pav_scene *scene);

/** The values of an override, `count` of them; false when the target has none. */
PAV_API bool pav_scene_override(const pav_scene *scene, pav_target target, float *values, uint32_t count);

#ifdef __cplusplus
}
#endif

#endif
