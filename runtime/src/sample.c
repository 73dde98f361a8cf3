/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>
#include <stddef.h>

/* A moment between two neighbouring samples. */
typedef struct position {
    uint32_t sample;
    double fraction; /* 0 at `sample`, below 1 before the next. */
} position;

static position find_position(const pav_chunk_clip *clip, const pav_record_sample_group *group, double frame)
{
    const uint32_t last = group->sample_count - 1;
    const double start = (double)clip->clip->frame_start, end = (double)clip->clip->frame_end;
    if (!last || frame >= end) {
        return (position){last, 0};
    }
    const double place = fmax(0, (frame - start) * (double)group->rate);
    if (place < (double)(last - 1)) {
        const double whole = floor(place);
        return (position){(uint32_t)whole, place - whole};
    }
    /* The last sample is at the clip's end, which may come sooner than the others follow each other. */
    const double length = (end - start) * (double)group->rate - (double)(last - 1);
    return (position){last - 1, length > 0 ? fmin((place - (double)(last - 1)) / length, 1) : 1};
}

float pav_sample_evaluate(const pav_chunk_clip *clip, uint32_t group, uint32_t lane, double frame)
{
    const pav_record_sample_group *record = &clip->sample_groups[group];
    const position at = find_position(clip, record, frame);
    const float *sample =
        clip->samples + record->samples_first + (size_t)at.sample * record->lane_count + lane;
    if (at.fraction == 0) {
        return sample[0];
    }
    const double here = (double)sample[0], next = (double)sample[record->lane_count];
    return (float)(here * (1 - at.fraction) + next * at.fraction);
}
