/* SPDX-License-Identifier: MIT */
#include "playback.h"

#include <float.h>
#include <math.h>

/* The part of a time within a period.  A time that only its own rounding keeps from the end of a period is
 * the start of the next one. */
static double wrap(double time, double period)
{
    double part = fmod(time, period);
    if (part < 0) {
        part += period;
    }
    return period - part <= 4 * DBL_EPSILON * fabs(time) ? 0 : part;
}

static bool is_loop(const pav_playback *playback)
{
    return playback->mode == PAV_PLAY_MODE_LOOP || playback->mode == PAV_PLAY_MODE_PING_PONG;
}

/* ---- The range ---- */

void pav_playback_range(const pav_playback *playback, double *first, double *last)
{
    if (!is_loop(playback)) {
        *first = 0;
        *last = playback->duration;
    } else if (!playback->loop_count) {
        *first = -INFINITY;
        *last = INFINITY;
    } else {
        *first = playback->loop_first;
        *last = playback->loop_last;
    }
}

void pav_playback_count_loops(pav_playback *playback, uint32_t loop_count)
{
    const double duration = playback->duration;
    const double passes = duration > 0 ? playback->time / duration : 0;
    const double first = playback->speed < 0 ? ceil(passes) - loop_count : floor(passes);
    playback->loop_count = loop_count;
    playback->loop_first = first * duration;
    playback->loop_last = (first + loop_count) * duration;
}

bool pav_playback_is_finished(const pav_playback *playback)
{
    double first, last;
    pav_playback_range(playback, &first, &last);
    return playback->speed < 0 ? playback->time <= first : playback->time >= last;
}

bool pav_playback_is_over(const pav_playback *playback)
{
    if (pav_fading_is_under_way(&playback->fading)) {
        return false;
    }
    return playback->fading.leaving ||
           (playback->mode == PAV_PLAY_MODE_ONCE && playback->end_shown && !playback->paused);
}

/* ---- Where it is ---- */

double pav_playback_clip_time(const pav_playback *playback)
{
    const double duration = playback->duration;
    if (duration <= 0) {
        return 0;
    }
    double first, last;
    pav_playback_range(playback, &first, &last);
    const double time = fmin(fmax(playback->time, first), last);
    switch (playback->mode) {
    case PAV_PLAY_MODE_LOOP:
        return time == last ? duration : wrap(time, duration);
    case PAV_PLAY_MODE_PING_PONG: {
        const double part = wrap(time, 2 * duration);
        return part > duration ? 2 * duration - part : part;
    }
    default:
        return time;
    }
}

uint32_t pav_playback_loops(const pav_playback *playback)
{
    if (!is_loop(playback) || playback->duration <= 0) {
        return 0;
    }
    double first, last;
    pav_playback_range(playback, &first, &last);
    const double passes = fabs(fmin(fmax(playback->time, first), last)) / playback->duration;
    return (uint32_t)fmin(floor(passes * (1 + 4 * DBL_EPSILON)), UINT32_MAX);
}

int32_t pav_playback_priority(const pav_playback *playback)
{
    const pav_fading *fading = &playback->fading;
    return fading->raised && pav_fading_is_under_way(fading) ? fading->priority : playback->priority;
}

double pav_playback_weight(const pav_playback *playback)
{
    return (double)playback->weight * pav_fading_factor(&playback->fading);
}

/* ---- Moving ---- */

void pav_playback_move(pav_playback *playback, double seconds)
{
    if (!playback->paused) {
        /* Kahan's sum, so that a clock of many small steps keeps with one of a few large ones. */
        const double step = seconds * playback->speed + playback->time_rest;
        const double sum = playback->time + step;
        playback->time_rest = step - (sum - playback->time);
        playback->time = sum;
    }
    playback->end_shown = pav_playback_is_finished(playback);
}

void pav_playback_live(pav_playback *playback, double seconds)
{
    const pav_fading *fading = &playback->fading;
    const double lived = fading->leaving ? fmin(seconds, pav_fading_left(fading)) : seconds;
    pav_playback_move(playback, isfinite(playback->time + lived * playback->speed) ? lived : 0);
    pav_fading_move(&playback->fading, seconds);
}

/* ---- Changing ---- */

/* Puts the clock of one that holds its end on that end; false when it holds none. */
static bool settle(pav_playback *playback)
{
    if (!pav_playback_is_finished(playback)) {
        return false;
    }
    double first, last;
    pav_playback_range(playback, &first, &last);
    playback->time = playback->speed < 0 ? first : last;
    playback->time_rest = 0;
    return true;
}

/* What held its end may come to one again. */
static void set_out(pav_playback *playback)
{
    playback->end_shown = false;
    playback->finish_told = playback->finish_told && pav_playback_is_finished(playback);
}

void pav_playback_set_speed(pav_playback *playback, double speed)
{
    settle(playback);
    playback->speed = speed;
    set_out(playback);
}

/* In a loop the clip's start lies at the same moment as the end that was held, and is not fired yet. */
static void loop_on(pav_playback *playback, double shown)
{
    if (playback->mode == PAV_PLAY_MODE_LOOP && !pav_playback_is_finished(playback) &&
        shown == (playback->speed < 0 ? 0 : playback->duration)) {
        playback->departed = false;
    }
}

/* The pass that it is in: at an end of the clip the one that it goes into, or holds. */
static double pass_of(const pav_playback *playback, bool held)
{
    const double passes = playback->time / playback->duration;
    const double slack = 4 * DBL_EPSILON * fabs(passes);
    return playback->speed < 0 ? ceil(passes - slack) - 1 + held : floor(passes + slack) - held;
}

void pav_playback_set_loop_count(pav_playback *playback, uint32_t loop_count)
{
    const bool held = settle(playback);
    const double shown = pav_playback_clip_time(playback), duration = playback->duration;
    playback->loop_count = loop_count;
    if (loop_count && duration > 0) {
        const double first = playback->loop_first, last = playback->loop_last;
        const double pass = pass_of(playback, held) * duration, all = loop_count * duration;
        const bool backwards = playback->speed < 0;
        playback->loop_first = fmin(pass, backwards ? last - all : first);
        playback->loop_last = fmax(pass + duration, backwards ? last : first + all);
    }
    set_out(playback);
    if (held) {
        loop_on(playback, shown);
    }
}

/* Its clock goes to the first pass; of a counted loop as many passes are left as before; from an end that it
 * holds, and from a mode without passes, all of them. */
void pav_playback_set_mode(pav_playback *playback, pav_play_mode mode)
{
    if (playback->mode == mode) {
        return;
    }
    const bool held = settle(playback), looped = is_loop(playback);
    const double shown = pav_playback_clip_time(playback), duration = playback->duration;
    if (duration > 0) {
        const bool returns =
            playback->mode == PAV_PLAY_MODE_PING_PONG && wrap(playback->time, 2 * duration) > duration;
        const double start = returns ? playback->time + shown - duration : playback->time - shown;
        const double passes = round(start / duration) * duration;
        playback->loop_first -= passes;
        playback->loop_last -= passes;
        playback->time = shown;
        playback->time_rest = 0;
    }
    playback->mode = mode;
    if (held || !looped) {
        pav_playback_count_loops(playback, playback->loop_count);
    }
    if (held) {
        loop_on(playback, shown);
    }
    set_out(playback);
}
