/* SPDX-License-Identifier: MIT */
/* What a clip has samples of: uniform ones, knots between them, and cuts where it jumps. */
#ifndef PAV_SAMPLE_H
#define PAV_SAMPLE_H

#include <pavane/format.h>

/* How all lanes of a group come about at one moment: each is the sum of weights times its value in each row.
 */
typedef struct pav_stencil {
    const float *rows[4]; /* Each holds a value of every lane, one after the other. */
    double weights[4];
    uint32_t count;
} pav_stencil;

/* Of a group at a frame; outside the clip that at its nearer end. */
pav_stencil pav_sample_stencil(const pav_chunk_clip *clip, uint32_t group, double frame);

float pav_stencil_value(const pav_stencil *stencil, uint32_t lane);

#endif
