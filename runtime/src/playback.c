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

double pav_playback_clip_time(const pav_playback *playback)
{
    const double duration = playback->duration;
    if (duration <= 0) {
        return 0;
    }
    switch (playback->mode) {
    case PAV_PLAY_MODE_LOOP:
        return wrap(playback->time, duration);
    case PAV_PLAY_MODE_PING_PONG: {
        const double part = wrap(playback->time, 2 * duration);
        return part > duration ? 2 * duration - part : part;
    }
    default:
        return fmin(fmax(playback->time, 0), duration);
    }
}

bool pav_playback_is_finished(const pav_playback *playback)
{
    if (playback->mode != PAV_PLAY_MODE_ONCE && playback->mode != PAV_PLAY_MODE_STAY) {
        return false;
    }
    return playback->speed < 0 ? playback->time <= 0 : playback->time >= playback->duration;
}

bool pav_playback_is_over(const pav_playback *playback)
{
    return playback->mode == PAV_PLAY_MODE_ONCE && playback->end_shown && !playback->paused;
}

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
