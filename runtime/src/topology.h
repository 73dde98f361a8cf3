/* SPDX-License-Identifier: MIT */
/* How the polygons of a mesh meet, for normals that are computed anew. */
#ifndef PAV_TOPOLOGY_H
#define PAV_TOPOLOGY_H

#include <pavane/document.h>

#include <stdbool.h>

struct pav_scene;

typedef struct pav_topology {
    uint32_t *first;      /* The first corner of each polygon, and at the end the number of corners. */
    uint32_t *polygon_of; /* The polygon of each corner. */
    bool *flat;           /* Of each polygon. */
    uint32_t *twins; /* Of each corner, whose edge goes to the next one: the corner whose edge is the same
                        the other way round; PAV_NONE: a sharp edge.  NULL: smoothing is neither corners nor custom. */
} pav_topology;

/* Of a mesh whose smoothing is known; the scene owns the memory. */
pav_result pav_topology_create(struct pav_scene *scene, const pav_chunk_mesh *mesh, pav_topology *topology);

/* The corners beside one in its polygon. */
uint32_t pav_topology_next(const pav_topology *topology, uint32_t corner);
uint32_t pav_topology_previous(const pav_topology *topology, uint32_t corner);

#endif
