/* SPDX-License-Identifier: MIT */
/* What the tests of fades say and ask. */
#ifndef PAV_FADE_FIXTURE_H
#define PAV_FADE_FIXTURE_H

#include "player_fixture.h"

static inline pav_fade linear(double seconds)
{
    return (pav_fade){.seconds = seconds};
}

static inline double fade_of(const stage *on, uint32_t playback)
{
    return state_of(on, playback).fade;
}

/* Of all playbacks. */
static inline double effective_sum(const stage *on)
{
    double sum = 0;
    uint32_t playback;
    for (uint32_t i = 0; (playback = pav_player_playback(on->player, i)) != PAV_NONE; i++) {
        sum += state_of(on, playback).effective_weight;
    }
    return sum;
}

static inline uint32_t cross_fade(const stage *on, const char *name, const pav_play_options *options)
{
    pav_play_options with = *options;
    with.cross_fade = true;
    return play(on, name, &with);
}

#endif
