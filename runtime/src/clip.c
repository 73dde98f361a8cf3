/* SPDX-License-Identifier: MIT */
#include "clip.h"

#include "channel.h"

#include <assert.h>
#include <string.h>

static double frames_per_second(const pav_chunk_clip *clip)
{
    return (double)clip->clip->fps / (double)clip->clip->fps_base;
}

double pav_clip_duration(const pav_chunk_clip *clip)
{
    return pav_clip_seconds(clip, (double)clip->clip->frame_end);
}

double pav_clip_frame(const pav_chunk_clip *clip, double seconds)
{
    return (double)clip->clip->frame_start + seconds * frames_per_second(clip);
}

double pav_clip_seconds(const pav_chunk_clip *clip, double frame)
{
    return (frame - (double)clip->clip->frame_start) / frames_per_second(clip);
}

void pav_channel_evaluate(const pav_document *document, uint32_t clip, uint32_t channel, double seconds,
                          float out[16], uint32_t *count)
{
    assert(clip < pav_document_clip_count(document));
    const pav_chunk_clip *chunk = pav_document_clip(document, clip);
    assert(channel < chunk->channel_count);
    const pav_record_channel *record = &chunk->channels[channel];
    pav_channel_sample(chunk, record, pav_clip_frame(chunk, seconds), out);
    *count = 0;
    for (uint32_t numbers = pav_channel_numbers(chunk, record); numbers; numbers >>= 1) {
        ++*count;
    }
}

const char *pav_clip_find_owner(const pav_chunk_clip *clip, const char *owner)
{
    for (uint32_t i = 0; i < clip->target_count; i++) {
        const char *candidate = clip->text + clip->targets[i].owner;
        if (strcmp(candidate, owner) == 0) {
            return candidate;
        }
    }
    return NULL;
}
