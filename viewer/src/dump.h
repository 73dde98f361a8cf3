/* SPDX-License-Identifier: MIT */
/* Writes what the graphics card has been given, for comparing with another program.
 *
 * Little-endian.  "PAVVIEW\n"; then u32: the number of nodes, of meshes with morphs, of nodes with vertices,
 * of frames; of each mesh with morphs its mesh and its number of weights, of each node with vertices its node
 * and its number of vertices (u32).  Then for each frame (f32): the frame; world matrices of all nodes, 16
 * each; the weights of each mesh; of each node its positions and then its normals, 3 each, read back from the
 * card. */
#ifndef VIEW_DUMP_H
#define VIEW_DUMP_H

#include "session.h"

#include <stdio.h>

typedef struct view_dump {
    FILE *file;
    const char *path;
} view_dump;

pav_result view_dump_open(const char *path, const view_session *session, uint32_t frame_count, view_dump *out,
                          pav_error *error);
pav_result view_dump_write(view_dump *dump, const view_session *session, double frame, pav_error *error);
pav_result view_dump_close(view_dump *dump, pav_error *error);

#endif
