/* SPDX-License-Identifier: MIT */
/* What is drawn of a mesh, computed where it is not given. */
#ifndef PAV_BUILDER_SURFACE_H
#define PAV_BUILDER_SURFACE_H

#include "builder.h"

/* Adds polygons, corners, vertices, normals, triangles and primitives; the points are there. */
void pav_builder_add_surface(pav_builder *builder, pav_growing_chunk *chunk, const pav_build_mesh *mesh);

#endif
