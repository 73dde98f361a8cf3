/* SPDX-License-Identifier: MIT */
/* A channel: the motion of one target. */
#ifndef PAV_CHANNEL_H
#define PAV_CHANNEL_H

#include <stdbool.h>

#include <pavane/pavane.h>

#define PAV_CHANNEL_FLOATS 16

/* Whether a component moves or sets a number of the target; one of kind base only serves the conversion. */
bool pav_component_counts(const pav_record_channel *channel, const pav_record_component *component);

/* How many numbers a channel may write; those in between that it does not hold included. */
uint32_t pav_channel_size(const pav_chunk_clip *clip, const pav_record_channel *channel);

/* The value at a frame, pav_channel_size numbers.  Of a channel with conversion none, those that it does not hold are
 * NaN; all others are finite. */
void pav_channel_sample(const pav_chunk_clip *clip, const pav_record_channel *channel, double frame,
                        float out[PAV_CHANNEL_FLOATS]);

#endif
