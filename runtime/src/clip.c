/* SPDX-License-Identifier: MIT */
#include "clip.h"

#include "channel.h"
#include "error.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double pav_clip_duration(const pav_chunk_clip *clip)
{
    return pav_clip_seconds(clip, (double)clip->clip->frame_end);
}

/* Times in seconds miss frames by their rounding: a whole or half frame must be itself again, on its side of
 * a cut or a seam. */
static double mend(double frame)
{
    const double grid = 1024, nearest = round(frame * grid) / grid;
    return fabs(frame - nearest) < 1.0 / (1U << 31) ? nearest : frame;
}

double pav_clip_frame(const pav_chunk_clip *clip, double seconds)
{
    const double frames = seconds * (double)clip->clip->fps / (double)clip->clip->fps_base;
    return mend((double)clip->clip->frame_start + frames);
}

/* The product is exact for whole frames, so that the time is the double nearest to the ratio. */
double pav_clip_seconds(const pav_chunk_clip *clip, double frame)
{
    const double frames = frame - (double)clip->clip->frame_start;
    return frames * (double)clip->clip->fps_base / (double)clip->clip->fps;
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

/* ---- A clip that is not there ---- */

/* As many names as have room, after a colon. */
static void list_names(const pav_document *clips, char *out, size_t size)
{
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < pav_document_clip_count(clips); i++) {
        const pav_chunk_clip *clip = pav_document_clip(clips, i);
        const char *name = clip->text + clip->clip->name, *before = i ? ", " : ": ";
        if (used + strlen(name) + sizeof ", \"\", ..." > size) {
            snprintf(out + used, size - used, "%s...", before);
            return;
        }
        used += (size_t)snprintf(out + used, size - used, "%s\"%s\"", before, name);
    }
}

pav_result pav_clip_fail_missing(const pav_document *clips, uint32_t clip, const char *what, const char *name,
                                 pav_error *error)
{
    const unsigned count = pav_document_clip_count(clips);
    char number[16] = "of that name", names[128];
    if (clip != PAV_NONE) {
        snprintf(number, sizeof number, "%u", (unsigned)clip);
    }
    list_names(clips, names, sizeof names);
    if (what) {
        return pav_fail(error, PAV_ERROR_NAME, "%s \"%s\": no clip %s among the %u of the document%s", what,
                        name, number, count, names);
    }
    return pav_fail(error, PAV_ERROR_NAME, "no clip %s among the %u of the document%s", number, count, names);
}
