/* SPDX-License-Identifier: MIT */
#include "jump.h"

static const double near_enough = 1e-3; /* Of a frame: keys are floats. */

void view_jump_to_key(view_playing *playing, int direction)
{
    view_playing_set_paused(playing, true);
    if (playing->clip == PAV_NONE) {
        return;
    }
    const pav_chunk_clip *chunk = pav_document_clip(playing->document, playing->clip);
    const view_moment moment = view_playing_moment(playing);
    double found = moment.frame;
    bool any = false;
    for (uint32_t i = 0; i < chunk->key_time_count; i++) {
        const double frame = chunk->key_times[i];
        const bool inside = frame >= moment.frame_start && frame <= moment.frame_end;
        const bool ahead = (frame - moment.frame) * direction > near_enough;
        if (inside && ahead && (!any || (found - frame) * direction > 0)) {
            found = frame;
            any = true;
        }
    }
    if (any) {
        view_playing_seek(playing, pav_clip_seconds(chunk, found));
    }
}

void view_jump_to_end(view_playing *playing, int direction)
{
    view_playing_set_paused(playing, true);
    view_playing_seek(playing, direction > 0 ? view_playing_moment(playing).duration : 0);
}
