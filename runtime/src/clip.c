/* SPDX-License-Identifier: MIT */
/* A clip's clock. */
#include <pavane/pavane.h>

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
