/* SPDX-License-Identifier: MIT */
/* A mesh at the moment that its normals are computed for, and the ways over it. */
#ifndef PAV_POSED_H
#define PAV_POSED_H

#include "topology.h"

typedef struct pav_posed {
    const pav_chunk_mesh *mesh;
    const pav_topology *topology;
    const float *points;
    const float *polygons; /* Their normals. */
    float sharp_cosine;    /* Polygons whose normals have a lesser product are parted by a sharp edge. */
} pav_posed;

/* Of a mesh with these points; fills `polygons`. */
pav_posed pav_posed_make(const pav_chunk_mesh *mesh, const pav_topology *topology, const float *points,
                         float *polygons);

/* The normal of a corner's polygon. */
const float *pav_posed_polygon(const pav_posed *posed, uint32_t corner);

/* The direction from the point of one corner to that of another; false where they are one place. */
bool pav_posed_edge(const pav_posed *posed, uint32_t from, uint32_t to, float out[3]);

/* The corner on the other side of a corner's edge; PAV_NONE where that is sharp now. */
uint32_t pav_posed_across(const pav_posed *posed, uint32_t corner);

/* The first corner of a fan, in the order that one walks it in: across the edge before a corner, on and on.
 * Of a fan all around its point it is the least one. */
uint32_t pav_posed_first(const pav_posed *posed, uint32_t corner);

#endif
