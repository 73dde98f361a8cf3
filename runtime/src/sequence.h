/* SPDX-License-Identifier: MIT */
/* Absolute shape keys: a mesh goes through a sequence of shapes. */
#ifndef PAV_SEQUENCE_H
#define PAV_SEQUENCE_H

#include <pavane/pavane.h>

/* The weight of each of the mesh's morphs at a time; the mesh has a sequence. */
void pav_sequence_weights(const pav_chunk_mesh *mesh, float time, float *weights);

#endif
