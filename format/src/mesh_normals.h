/* SPDX-License-Identifier: MIT */
/* What the normals of a mesh are expected to be: those of its faces and points as Blender reckons them. Every
 * operation is one of + - * / and the square root, in the precision and order that FORMAT.md says, so that
 * all readers expect the same bits. */
#ifndef PAV_MESH_NORMALS_H
#define PAV_MESH_NORMALS_H

#include <stdbool.h>
#include <stdint.h>

/* Raw tables of a chunk whose numbers are good. */
typedef struct pav_faces {
    const uint8_t *points;
    const uint8_t *polygons; /* How many corners each has; all of them together are the corners. */
    const uint8_t *corners;
    uint32_t point_count;
    uint32_t polygon_count;
} pav_faces;

/* Of each polygon: 3 floats. */
void pav_faces_flat(const pav_faces *faces, float *normals);

/* Of each point, from those of its polygons, each by the angle that it has there: roughly, or to the last
 * bit. */
void pav_faces_smooth(const pav_faces *faces, const float *polygon_normals, bool rough, float *normals);

#endif
