/* SPDX-License-Identifier: MIT */
#include "playing.h"

#include "clips.h"
#include "companions.h"

#include <math.h>

enum { MOST_FADING = 96 };

/* Each clip once, and room for those that still fade out after three changes in a row. */
uint32_t view_playing_capacity(const pav_document *document)
{
    const uint32_t count = pav_document_clip_count(document) + 1;
    return count + (3 * count < MOST_FADING ? 3 * count : MOST_FADING);
}

const char *view_mode_name(pav_play_mode mode)
{
    static const char *const names[] = {"once", "stay", "loop", "ping-pong"};
    return names[mode];
}

/* ---- What others play on the player ---- */

/* The first or the last of the playbacks that are there to stay and go along with none; PAV_NONE: there is
 * none. */
static uint32_t find_staying(const view_playing *playing, bool last)
{
    uint32_t found = PAV_NONE, playback;
    for (uint32_t i = 0; (playback = pav_player_playback(playing->player, i)) != PAV_NONE; i++) {
        pav_playback_state state;
        if (!pav_player_get(playing->player, playback, &state) && !state.leaving &&
            !view_companions_have(playing, playback) && (last || found == PAV_NONE)) {
            found = playback;
        }
    }
    return found;
}

/* The program may let go of it before the viewer does. */
static void hold(view_playing *playing, const pav_binding *binding)
{
    pav_binding *before = playing->binding;
    playing->binding = pav_binding_retain((pav_binding *)(uintptr_t)binding);
    pav_binding_destroy(before);
}

/* Its clip is the chosen one then.  Clips of another document make other lists. */
static pav_result adopt(view_playing *playing, uint32_t playback, pav_error *error)
{
    pav_playback_state state;
    if (playback == PAV_NONE || pav_player_get(playing->player, playback, &state)) {
        return PAV_OK;
    }
    const pav_document *document = pav_binding_clips(state.binding);
    if (document != playing->document) {
        view_companions_destroy(playing);
        playing->document = document;
        const pav_result result = view_companions_create(playing, error);
        if (result) {
            return result;
        }
    }
    playing->adopted = true;
    hold(playing, state.binding);
    playing->clip = state.clip;
    playing->playback = playback;
    if (!state.additive) {
        playing->priority = state.priority;
    }
    playing->mode = state.mode;
    playing->speed = fabs(state.speed);
    playing->reverse = state.speed < 0;
    return PAV_OK;
}

/* What was started last, by the program or by a transition, is what plays now; when it ends or fades out, the
 * last one before it. */
static pav_result follow(view_playing *playing, pav_error *error)
{
    const uint32_t newest = find_staying(playing, true);
    if (newest == playing->newest) {
        return PAV_OK;
    }
    playing->newest = newest;
    return newest == playing->playback ? PAV_OK : adopt(playing, newest, error);
}

/* ---- Making ---- */

pav_result view_playing_create(pav_player *player, view_playing *out, pav_error *error)
{
    *out = (view_playing){
        .player = player, .mode = PAV_PLAY_MODE_LOOP, .clip = PAV_NONE, .playback = PAV_NONE, .speed = 1};
    hold(out, pav_player_binding(player));
    out->document = pav_binding_clips(out->binding);
    out->newest = find_staying(out, true);
    pav_result result = view_companions_create(out, error);
    if (!result) {
        result = adopt(out, find_staying(out, false), error);
    }
    if (!result && out->adopted) {
        pav_playback_state state;
        pav_player_get(player, out->playback, &state);
        out->paused = state.paused;
    }
    if (result) {
        view_playing_destroy(out);
    }
    return result;
}

void view_playing_destroy(view_playing *playing)
{
    view_companions_destroy(playing);
    pav_binding_destroy(playing->binding);
    *playing = (view_playing){.clip = PAV_NONE};
}

/* ---- Starting ---- */

static double signed_speed(const view_playing *playing)
{
    return playing->reverse ? -playing->speed : playing->speed;
}

static pav_result play(view_playing *playing, uint32_t clip, const pav_play_options *how, uint32_t *out,
                       pav_error *error)
{
    pav_play_options options = *how;
    options.binding = playing->binding;
    options.priority = playing->priority;
    options.mode_set = options.speed_set = true;
    options.speed = signed_speed(playing);
    options.paused = playing->paused;
    return pav_player_play(playing->player, clip, &options, out, error);
}

static double own_time(const view_playing *playing)
{
    pav_playback_state state;
    return playing->playback != PAV_NONE && !pav_player_get(playing->player, playing->playback, &state)
               ? state.time
               : 0;
}

/* Starts the clips that go along, at the time of the chosen one; those that did before go on. */
static pav_result start_companions(view_playing *playing, const pav_fade *fade, pav_error *error)
{
    const pav_play_options how = {
        .mode = playing->mode, .start_set = true, .start = own_time(playing), .fade = *fade};
    pav_result result = PAV_OK;
    view_companions_list(playing);
    playing->left_out = 0;
    uint32_t count = 0;
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        const uint32_t clip = playing->companion_clips[i];
        uint32_t *companion = &playing->companions[count];
        const pav_result played = view_companions_resume(playing, clip, companion)
                                      ? PAV_OK
                                      : play(playing, clip, &how, companion, error);
        if (played == PAV_OK) {
            playing->companion_clips[count++] = clip;
        } else if (played == PAV_ERROR_FULL) {
            playing->left_out++;
        } else {
            result = played;
        }
    }
    playing->companion_count = count;
    playing->before_count = 0;
    return result;
}

pav_result view_playing_refresh(view_playing *playing, pav_error *error)
{
    const pav_fade at_once = {.seconds = 0};
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_stop(playing->player, playing->companions[i]);
    }
    return start_companions(playing, &at_once, error);
}

/* What plays in its layer fades out meanwhile, but for what goes along with the new clip too: all at one
 * clock, and the new clips fade in at the same, so that the weights of each target sum up to what they were.
 */
static pav_result change_to(view_playing *playing, uint32_t clip, const pav_fade *fade, pav_error *error)
{
    view_companions_note(playing);
    playing->adopted = false;
    playing->clip = clip;
    playing->playback = PAV_NONE;
    if (clip != PAV_NONE) {
        const double duration = pav_clip_duration(pav_document_clip(playing->document, clip));
        const pav_play_options how = {.mode = playing->paused ? PAV_PLAY_MODE_STAY : playing->mode,
                                      .start = playing->reverse ? duration : 0,
                                      .fade = *fade,
                                      .cross_fade = true};
        const pav_result result = play(playing, clip, &how, &playing->playback, error);
        if (result) {
            return result;
        }
    } else {
        pav_player_fade_out(playing->player, PAV_ALL, fade);
    }
    playing->newest = playing->playback;
    return start_companions(playing, fade, error);
}

pav_result view_playing_choose(view_playing *playing, uint32_t clip, pav_error *error)
{
    const pav_fade at_once = {.seconds = 0};
    pav_player_stop(playing->player, PAV_ALL);
    return change_to(playing, clip, &at_once, error);
}

/* While it is paused a fade would not get on; and where the player has no room for both, there is none. */
pav_result view_playing_fade_to(view_playing *playing, uint32_t clip, pav_error *error)
{
    const pav_fade fade = {.seconds = playing->paused ? 0 : playing->fade};
    const pav_result result = change_to(playing, clip, &fade, error);
    return result == PAV_ERROR_FULL ? view_playing_choose(playing, clip, error) : result;
}

view_fading view_playing_fading(const view_playing *playing)
{
    view_fading out = {.from = NULL};
    pav_playback_state state;
    uint32_t playback;
    double most = 0;
    for (uint32_t i = 0; (playback = pav_player_playback(playing->player, i)) != PAV_NONE; i++) {
        if (!pav_player_get(playing->player, playback, &state) && state.leaving && state.fade > most &&
            !state.additive) {
            most = state.fade;
            out.from = view_clip_name(pav_binding_clips(state.binding), state.clip);
        }
    }
    out.under_way = most > 0;
    out.part = 1 - most;
    if (playing->playback != PAV_NONE && !pav_player_get(playing->player, playing->playback, &state)) {
        out.under_way = state.fade_left > 0;
        out.part = state.leaving ? 1 - state.fade : state.fade;
    }
    return out;
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
        const pav_play_options how = {.mode = playing->paused ? PAV_PLAY_MODE_STAY : playing->mode};
        play(playing, playing->clip, &how, &playing->playback, NULL);
        playing->newest = playing->playback;
    }
}

static void seek(view_playing *playing, double seconds, bool fire)
{
    revive(playing);
    playing->shown += fabs(seconds - view_playing_moment(playing).seconds);
    if (pav_player_seek(playing->player, playing->playback, seconds, fire)) {
        pav_player_set_time(playing->player, playing->playback,
                            seconds); /* Too many ways wait to be fired. */
    }
    for (uint32_t i = 0; i < playing->companion_count; i++) {
        pav_player_set_time(playing->player, playing->companions[i], seconds);
    }
}

void view_playing_seek(view_playing *playing, double seconds)
{
    seek(playing, seconds, false);
}

/* Its events are fired, as if the frame had been played; not those of a program, which may act on them. */
void view_playing_step(view_playing *playing, int frames)
{
    view_playing_set_paused(playing, true);
    if (playing->clip == PAV_NONE) {
        return;
    }
    const view_moment moment = view_playing_moment(playing);
    const double from = frames > 0 ? floor(moment.frame + 1e-4) : ceil(moment.frame - 1e-4);
    double frame = from + frames;
    const bool inside = frame < moment.frame_end + 1e-4 && frame > moment.frame_start - 1e-4;
    if (!inside) {
        frame = frames > 0 ? moment.frame_start : moment.frame_end;
    }
    const pav_chunk_clip *chunk = pav_document_clip(playing->document, playing->clip);
    seek(playing, pav_clip_seconds(chunk, frame), inside && !playing->adopted);
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
    playing->shown += passed;
    const pav_result result = playing->update
                                  ? playing->update(playing->update_user, playing->player, passed, error)
                                  : pav_player_update(playing->player, passed, error);
    return result ? result : follow(playing, error);
}
