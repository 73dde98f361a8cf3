/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* A straight piece of a lane. */
typedef struct piece {
    double start, end; /* Frames. */
    double from, to;
} piece;

/* The sample before a moment inside the clip, the last but one at most. */
static uint32_t find_sample(const pav_chunk_clip *clip, const pav_record_sample_group *group, double frame)
{
    const double place = (frame - (double)clip->clip->frame_start) * (double)group->rate;
    const uint32_t last = group->sample_count - 2;
    return place <= 0 ? 0 : place < (double)last ? (uint32_t)place : last;
}

static piece find_piece(const pav_chunk_clip *clip, const pav_record_sample_group *group, uint32_t lane,
                        uint32_t sample)
{
    const double rate = (double)group->rate, first = (double)clip->clip->frame_start;
    const float *values = clip->samples + group->samples_first + (size_t)sample * group->lane_count + lane;
    const bool is_last = sample == group->sample_count - 2;
    return (piece){
        .start = first + (double)sample / rate,
        .end = is_last ? (double)clip->clip->frame_end : first + (double)(sample + 1) / rate,
        .from = (double)values[0],
        .to = (double)values[group->lane_count],
    };
}

/* The first cut of the group after the frame, or the number of its cuts. */
static uint32_t find_cut(const pav_record_cut *cuts, uint32_t count, double frame)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)cuts[middle].frame > frame) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

/* Shortens the piece to what lies between the cuts around the frame. */
static void apply_cuts(const pav_chunk_clip *clip, const pav_record_sample_group *group, uint32_t lane,
                       double frame, piece *part)
{
    const pav_record_cut *cuts = clip->cuts + group->cuts_first;
    const uint32_t next = find_cut(cuts, group->cuts_count, frame);
    if (next > 0 && (double)cuts[next - 1].frame > part->start) {
        part->start = (double)cuts[next - 1].frame;
        part->from = (double)clip->cut_values[cuts[next - 1].values_first + group->lane_count + lane];
    }
    if (next < group->cuts_count && (double)cuts[next].frame <= part->end) {
        part->end = (double)cuts[next].frame;
        part->to = (double)clip->cut_values[cuts[next].values_first + lane];
    }
}

float pav_sample_evaluate(const pav_chunk_clip *clip, uint32_t group, uint32_t lane, double frame)
{
    const pav_record_sample_group *record = &clip->sample_groups[group];
    const uint32_t last = record->sample_count - 1;
    if (!last || frame >= (double)clip->clip->frame_end) {
        return clip->samples[record->samples_first + (size_t)last * record->lane_count + lane];
    }
    piece part = find_piece(clip, record, lane, find_sample(clip, record, frame));
    if (record->cuts_count) {
        apply_cuts(clip, record, lane, frame, &part);
    }
    const double length = part.end - part.start;
    const double fraction = length > 0 ? fmin(fmax(0, (frame - part.start) / length), 1) : 1;
    return (float)(part.from * (1 - fraction) + part.to * fraction);
}
