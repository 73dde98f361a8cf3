/* SPDX-License-Identifier: MIT */
/* Uniform samples of a clip, straight from one to the next, and the cuts between them. */
#ifndef PAV_SAMPLE_H
#define PAV_SAMPLE_H

#include <pavane/format.h>

/* The value of one lane of a group at a frame; outside the clip that at its nearer end. */
float pav_sample_evaluate(const pav_chunk_clip *clip, uint32_t group, uint32_t lane, double frame);

#endif
