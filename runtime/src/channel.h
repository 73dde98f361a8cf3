/* SPDX-License-Identifier: MIT */
/* A channel: the motion of one target. */
#ifndef PAV_CHANNEL_H
#define PAV_CHANNEL_H

#include <pavane/pavane.h>

#define PAV_CHANNEL_FLOATS 16

/* A bit for each number that a channel writes. */
uint32_t pav_channel_numbers(const pav_chunk_clip *clip, const pav_record_channel *channel);

/* The value at a frame.  Of a channel with conversion none, numbers that it does not write are NaN; all
 * others are finite. */
void pav_channel_sample(const pav_chunk_clip *clip, const pav_record_channel *channel, double frame,
                        float out[PAV_CHANNEL_FLOATS]);

#endif
