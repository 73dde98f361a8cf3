/* SPDX-License-Identifier: MIT */
#include "companions.h"

#include "clips.h"
#include "message.h"
#include "owners.h"

#include <stdlib.h>

pav_result view_companions_create(view_playing *playing, pav_error *error)
{
    const uint32_t capacity = pav_document_clip_count(playing->document) + 1;
    playing->along = calloc(capacity, sizeof *playing->along);
    playing->companions = calloc(capacity, sizeof *playing->companions);
    playing->companion_clips = calloc(capacity, sizeof *playing->companion_clips);
    playing->before = calloc(capacity, sizeof *playing->before);
    return playing->along && playing->companions && playing->companion_clips && playing->before
               ? PAV_OK
               : view_fail(error, PAV_ERROR_MEMORY, "no memory for %u playbacks", (unsigned)capacity);
}

void view_companions_destroy(view_playing *playing)
{
    free(playing->along);
    free(playing->companions);
    free(playing->companion_clips);
    free(playing->before);
    playing->along = playing->companions = playing->companion_clips = NULL;
    playing->before = NULL;
    playing->along_count = playing->companion_count = playing->before_count = 0;
}

static void note(view_playing *playing, uint32_t playback)
{
    pav_playback_state state;
    if (!pav_player_get(playing->player, playback, &state) && !state.leaving && !state.finished) {
        playing->before[playing->before_count++] =
            (view_companion){.clip = state.clip, .playback = playback, .fade_left = state.fade_left};
    }
}

void view_companions_note(view_playing *playing)
{
    playing->before_count = 0;
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        note(playing, playing->companions[i]);
    }
    if (!playing->adopted) { /* Else it is the program's own. */
        note(playing, playing->playback);
    }
    playing->companion_count = 0;
}

bool view_companions_resume(view_playing *playing, uint32_t clip, uint32_t *out)
{
    for (uint32_t i = 0; i < playing->before_count; i++) {
        const view_companion *companion = &playing->before[i];
        const pav_fade fade = {.seconds = companion->fade_left};
        if (companion->clip == clip && !pav_player_fade_in(playing->player, companion->playback, &fade)) {
            pav_player_set_mode(playing->player, companion->playback, playing->mode);
            *out = companion->playback;
            return true;
        }
    }
    return false;
}

bool view_companions_have(const view_playing *playing, uint32_t playback)
{
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        if (playing->companions[i] == playback) {
            return true;
        }
    }
    return false;
}

pav_result view_playing_add_along(view_playing *playing, const char *name, pav_error *error)
{
    uint32_t clip;
    const pav_result result = view_clip_find(playing->document, name, &clip, error);
    for (uint32_t i = 0; i < playing->along_count && !result; i++) {
        if (playing->along[i] == clip) {
            return PAV_OK;
        }
    }
    if (!result) {
        playing->along[playing->along_count++] = clip;
    }
    return result;
}

/* Also the chosen one. */
static bool goes_along(const view_playing *playing, uint32_t clip)
{
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        if (playing->companion_clips[i] == clip) {
            return true;
        }
    }
    return clip == playing->clip;
}

/* The clips of the user first, then those of owners that are still free. */
void view_companions_list(view_playing *playing)
{
    uint32_t *clips = playing->companion_clips;
    playing->companion_count = 0;
    for (uint32_t i = 0; i < playing->along_count; i++) {
        if (!goes_along(playing, playing->along[i])) {
            clips[playing->companion_count++] = playing->along[i];
        }
    }
    if (playing->others) {
        const bool chosen = playing->clip != PAV_NONE;
        const uint32_t last = playing->companion_count;
        clips[last] = playing->clip;
        const uint32_t count = view_clips_complete(playing->binding, clips, last + chosen);
        for (uint32_t i = last + chosen; i < count; i++) {
            clips[i - chosen] = clips[i];
        }
        playing->companion_count = count - chosen;
    }
}
