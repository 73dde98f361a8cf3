/* SPDX-License-Identifier: MIT */
/* What the priorities of a player leave to each other, by the rule of blending, before an update is made. */
#include "player.h"

#include <math.h>

static bool counts(const pav_playback *playback, bool joining)
{
    return !playback->additive && (playback->joins || !joining);
}

/* The highest priority below a limit that anything plays at. */
static bool next_level(const pav_player *player, bool joining, int64_t limit, int64_t *out)
{
    bool found = false;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        const int64_t priority = pav_playback_priority(playback);
        if (counts(playback, joining) && priority < limit && (!found || priority > *out)) {
            *out = priority;
            found = true;
        }
    }
    return found;
}

double pav_player_weight_at(const pav_player *player, int32_t priority, bool joining)
{
    double sum = 0;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        sum += counts(playback, joining) && pav_playback_priority(playback) == priority
                   ? pav_playback_weight(playback)
                   : 0;
    }
    return sum;
}

double pav_player_left_to(const pav_player *player, int32_t priority, bool joining)
{
    double left = 1;
    int64_t level = INT64_MAX;
    while (next_level(player, joining, level, &level) && level > priority) {
        left *= fmax(0, 1 - pav_player_weight_at(player, (int32_t)level, joining));
    }
    return left;
}

double pav_player_shown(const pav_player *player, const pav_playback *playback)
{
    const double weight = pav_playback_weight(playback);
    const int32_t priority = pav_playback_priority(playback);
    return playback->additive ? weight
                              : weight * pav_player_left_to(player, priority, false) /
                                    fmax(1, pav_player_weight_at(player, priority, false));
}
