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
        *last = playback->loop_first + playback->loop_count * playback->duration;
    }
}

void pav_playback_count_loops(pav_playback *playback, uint32_t loop_count)
{
    const double duration = playback->duration;
    const double passes = duration > 0 ? playback->time / duration : 0;
    playback->loop_count = loop_count;
    playback->loop_first =
        playback->speed < 0 ? (ceil(passes) - loop_count) * duration : floor(passes) * duration;
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

void pav_playback_set_speed(pav_playback *playback, double speed)
{
    if (pav_playback_is_finished(playback)) {
        double first, last;
        pav_playback_range(playback, &first, &last);
        playback->time = playback->speed < 0 ? first : last;
        playback->time_rest = 0;
    }
    playback->speed = speed;
    playback->end_shown = false;
}
