/* SPDX-License-Identifier: MIT */
/* Normals computed anew from deformed points, as Blender does it. */
#ifndef PAV_EXACT_NORMALS_H
#define PAV_EXACT_NORMALS_H

#include "custom_normals.h"

typedef struct pav_exact_normals {
    pav_topology *topologies; /* One per mesh. */
    float *polygons;          /* Normals of the polygons of one mesh at a time; room for the largest one. */
    float *points;            /* The same of points. */
    pav_turn **turns;         /* One array per mesh, one of each vertex; NULL: no custom normals. */
} pav_exact_normals;

/* Whether a mesh says where its normals come from. */
bool pav_exact_normals_known(const pav_chunk_mesh *mesh);

pav_result pav_exact_normals_create(struct pav_scene *scene);

/* Normals of the vertices of a mesh of known smoothing, whose points are these. */
void pav_exact_normals_update(struct pav_scene *scene, uint32_t mesh, const float *points, float *normals);

#endif
