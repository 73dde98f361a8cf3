/* SPDX-License-Identifier: MIT */
/* Bones that do not inherit all of their parent's matrix: FORMAT.md, *Bones that do not inherit all*. */
#ifndef PAV_INHERIT_H
#define PAV_INHERIT_H

#include <pavane/pavane.h>

/* The rest pose of a bone; nodes that are no bones have the identity. */
typedef struct pav_bone_rest {
    double pose[16];    /* In the space of its armature. */
    double inverse[16]; /* Of its own matrix in its stack, that from its rest to its parent's. */
} pav_bone_rest;

/* Makes scene->bone_rests, which stays NULL when all bones inherit all. */
pav_result pav_inherit_create(pav_scene *scene);

/* Whether the node's world matrix is another than its parent's times its local one. */
bool pav_inherit_is_partial(const pav_scene *scene, uint32_t node);

/* The world matrix of such a node from its local one; the worlds of its parent and its armature are known. */
void pav_inherit_world(const pav_scene *scene, uint32_t node, const double local[16], double world[16]);

/* The way back; false where there is none, because something is flat. */
bool pav_inherit_local(const pav_scene *scene, uint32_t node, const double world[16], double local[16]);

#endif
