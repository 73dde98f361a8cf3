/* SPDX-License-Identifier: MIT */
#include "playing.h"

#include "clips.h"
#include "message.h"
#include "owners.h"

#include <math.h>
#include <stdlib.h>

uint32_t view_playing_capacity(const pav_document *document)
{
    return pav_document_clip_count(document) + 1;
}

/* ---- Making ---- */

/* When the player plays already, its first playback is the chosen clip and the others go along. */
static void adopt(view_playing *playing)
{
    pav_playback_state state;
    const uint32_t first = pav_player_playback(playing->player, 0);
    if (first == PAV_NONE || pav_player_get(playing->player, first, &state)) {
        return;
    }
    playing->adopted = true;
    playing->binding = state.binding;
    playing->clip = state.clip;
    playing->playback = first;
    playing->mode = state.mode;
    playing->speed = fabs(state.speed);
    playing->reverse = state.speed < 0;
    playing->paused = state.paused;
}

pav_result view_playing_create(pav_player *player, view_playing *out, pav_error *error)
{
    *out = (view_playing){.player = player,
                          .mode = PAV_PLAY_MODE_LOOP,
                          .binding = pav_player_binding(player),
                          .clip = PAV_NONE,
                          .playback = PAV_NONE,
                          .speed = 1};
    adopt(out);
    out->document = pav_binding_clips(out->binding);
    const uint32_t capacity = view_playing_capacity(out->document);
    out->companion_capacity = capacity;
    out->along = calloc(capacity, sizeof *out->along);
    out->companions = calloc(capacity, sizeof *out->companions);
    out->companion_clips = calloc(capacity, sizeof *out->companion_clips);
    if (!out->along || !out->companions || !out->companion_clips) {
        view_playing_destroy(out);
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for %u playbacks", (unsigned)capacity);
    }
    return PAV_OK;
}

void view_playing_destroy(view_playing *playing)
{
    free(playing->along);
    free(playing->companions);
    free(playing->companion_clips);
    *playing = (view_playing){.clip = PAV_NONE};
}

/* ---- Starting ---- */

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

static double signed_speed(const view_playing *playing)
{
    return playing->reverse ? -playing->speed : playing->speed;
}

static pav_result play(view_playing *playing, uint32_t clip, pav_play_mode mode, double start, uint32_t *out,
                       pav_error *error)
{
    const pav_play_options options = {
        .binding = playing->binding,
        .mode_set = true,
        .mode = mode,
        .speed_set = true,
        .speed = signed_speed(playing),
        .start = start,
        .paused = playing->paused,
    };
    return pav_player_play(playing->player, clip, &options, out, error);
}

static bool is_companion(const view_playing *playing, uint32_t clip)
{
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        if (playing->companion_clips[i] == clip) {
            return true;
        }
    }
    return clip == playing->clip;
}

/* The clips of the user first, then those of owners that are still free. */
static void list_companions(view_playing *playing)
{
    uint32_t *clips = playing->companion_clips;
    playing->companion_count = 0;
    for (uint32_t i = 0; i < playing->along_count; i++) {
        if (!is_companion(playing, playing->along[i])) {
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

static double own_time(const view_playing *playing)
{
    pav_playback_state state;
    return playing->playback != PAV_NONE && !pav_player_get(playing->player, playing->playback, &state)
               ? state.time
               : 0;
}

pav_result view_playing_refresh(view_playing *playing, pav_error *error)
{
    const double time = own_time(playing);
    pav_result result = PAV_OK;
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_stop(playing->player, playing->companions[i]);
    }
    list_companions(playing);
    playing->left_out = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        const uint32_t clip = playing->companion_clips[i];
        const pav_result played =
            play(playing, clip, playing->mode, time, &playing->companions[count], error);
        if (played == PAV_OK) {
            playing->companion_clips[count++] = clip;
        } else if (played == PAV_ERROR_FULL) {
            playing->left_out++;
        } else {
            result = played;
        }
    }
    playing->companion_count = count;
    return result;
}

pav_result view_playing_choose(view_playing *playing, uint32_t clip, pav_error *error)
{
    pav_player_stop(playing->player, PAV_ALL);
    playing->companion_count = 0;
    playing->adopted = false;
    playing->clip = clip;
    playing->playback = PAV_NONE;
    if (clip != PAV_NONE) {
        const pav_chunk_clip *chunk = pav_document_clip(playing->document, clip);
        const double start = playing->reverse ? pav_clip_duration(chunk) : 0;
        const pav_result result = play(playing, clip, playing->paused ? PAV_PLAY_MODE_STAY : playing->mode,
                                       start, &playing->playback, error);
        if (result) {
            return result;
        }
    }
    return view_playing_refresh(playing, error);
}

/* ---- The clock ---- */

view_moment view_playing_moment(const view_playing *playing)
{
    view_moment moment = {.seconds = 0};
    pav_playback_state state;
    if (playing->clip == PAV_NONE) {
        return moment;
    }
    const pav_chunk_clip *chunk = pav_document_clip(playing->document, playing->clip);
    moment.duration = pav_clip_duration(chunk);
    moment.frame_start = chunk->clip->frame_start;
    moment.frame_end = chunk->clip->frame_end;
    moment.ended = pav_player_get(playing->player, playing->playback, &state) != PAV_OK;
    moment.seconds = moment.ended ? moment.duration : state.clip_time;
    moment.ended = moment.ended || (state.mode == PAV_PLAY_MODE_ONCE && state.finished);
    moment.frame = pav_clip_frame(chunk, moment.seconds);
    return moment;
}

/* A clip that is over is started again, so that there is something to seek in. */
static void revive(view_playing *playing)
{
    pav_playback_state state;
    if (playing->clip != PAV_NONE && pav_player_get(playing->player, playing->playback, &state)) {
        play(playing, playing->clip, playing->paused ? PAV_PLAY_MODE_STAY : playing->mode, 0,
             &playing->playback, NULL);
    }
}

void view_playing_seek(view_playing *playing, double seconds)
{
    revive(playing);
    pav_player_set_time(playing->player, playing->playback, seconds);
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_set_time(playing->player, playing->companions[i], seconds);
    }
}

void view_playing_step(view_playing *playing, int frames)
{
    view_playing_set_paused(playing, true);
    if (playing->clip == PAV_NONE) {
        return;
    }
    const view_moment moment = view_playing_moment(playing);
    const double from = frames > 0 ? floor(moment.frame + 1e-4) : ceil(moment.frame - 1e-4);
    double frame = from + frames;
    frame = frame > moment.frame_end + 1e-4 ? moment.frame_start : frame;
    frame = frame < moment.frame_start - 1e-4 ? moment.frame_end : frame;
    view_playing_seek(playing, pav_clip_seconds(pav_document_clip(playing->document, playing->clip), frame));
}

/* A paused clip stays: of a loop, the end and the start would be one moment, and one could not look at the
 * end. */
void view_playing_set_paused(view_playing *playing, bool paused)
{
    if (paused == playing->paused) {
        return;
    }
    const view_moment moment = view_playing_moment(playing);
    playing->paused = paused;
    revive(playing);
    pav_player_set_paused(playing->player, playing->playback, paused);
    pav_player_set_mode(playing->player, playing->playback, paused ? PAV_PLAY_MODE_STAY : playing->mode);
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_set_paused(playing->player, playing->companions[i], paused);
    }
    if (paused) {
        pav_player_set_time(playing->player, playing->playback, moment.seconds);
    } else if (playing->mode == PAV_PLAY_MODE_ONCE || playing->mode == PAV_PLAY_MODE_STAY) {
        const double first = playing->reverse ? moment.duration : 0, last = moment.duration - first;
        if (fabs(moment.seconds - last) < 1e-6) {
            view_playing_seek(playing, first);
        }
    }
}

void view_playing_set_speed(view_playing *playing, double speed, bool reverse)
{
    playing->speed = speed;
    playing->reverse = reverse;
    pav_player_set_speed(playing->player, playing->playback, signed_speed(playing));
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_set_speed(playing->player, playing->companions[i], signed_speed(playing));
    }
}

pav_result view_playing_set_mode(view_playing *playing, pav_play_mode mode, pav_error *error)
{
    const view_moment moment = view_playing_moment(playing);
    playing->mode = mode;
    if (!playing->paused && playing->clip != PAV_NONE) {
        revive(playing);
        pav_player_set_mode(playing->player, playing->playback, mode);
        pav_player_set_time(playing->player, playing->playback, moment.seconds);
    }
    if (!playing->adopted) {
        return view_playing_refresh(playing, error); /* Also those that have ended. */
    }
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_set_mode(playing->player, playing->companions[i], mode);
    }
    return PAV_OK;
}

static bool is_over(const view_playing *playing, uint32_t playback)
{
    pav_playback_state state;
    return pav_player_get(playing->player, playback, &state) != PAV_OK || state.finished;
}

bool view_playing_stands(const view_playing *playing)
{
    bool stands = playing->clip == PAV_NONE || is_over(playing, playing->playback);
    for (uint32_t i = 0; i < playing->companion_count && stands; i++) {
        stands = is_over(playing, playing->companions[i]);
    }
    return playing->paused || stands;
}

pav_result view_playing_go_on(view_playing *playing, pav_error *error)
{
    if (!playing->paused && !playing->adopted && view_playing_stands(playing)) {
        return view_playing_choose(playing, playing->clip, error);
    }
    view_playing_set_paused(playing, !playing->paused);
    return PAV_OK;
}

pav_result view_playing_advance(view_playing *playing, double seconds, pav_error *error)
{
    const double passed = playing->paused ? 0 : seconds;
    return playing->update ? playing->update(playing->update_user, playing->player, passed, error)
                           : pav_player_update(playing->player, passed, error);
}
