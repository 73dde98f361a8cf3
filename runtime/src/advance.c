/* SPDX-License-Identifier: MIT */
/* A step is cut where a transition begins: what fades there goes on from what it is at that very moment. */
#include "advance.h"

#include "player.h"

#include <math.h>

static void move_all(pav_player *player, double seconds)
{
    pav_root_motion_pass(player, seconds);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback_live(&player->playbacks[i], seconds);
    }
}

/* Rounding must not keep one from what it arrives at: if it stops now, it never comes there. */
static void move_to(pav_player *player, const pav_arrival *arrival, double now)
{
    move_all(player, arrival->at - now);
    pav_playback *playback = pav_player_find(player, arrival->playback);
    if (fabs(playback->time - arrival->time) < PAV_SAME_MOMENT * fmax(1, fabs(playback->speed))) {
        playback->time = arrival->time;
        playback->time_rest = 0;
    }
}

/* What a seek has passed begins before anything moves. */
static void begin_sought(pav_player *player)
{
    pav_arrival arrival;
    while (pav_transitions_first_sought(player, &arrival)) {
        pav_transition_begin(player, &arrival);
    }
}

void pav_player_advance(pav_player *player, double seconds)
{
    pav_arrival arrival;
    double now = 0;
    pav_root_motion_begin(player);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        player->playbacks[i].moved_from = player->playbacks[i].time;
        player->playbacks[i].began = 0;
    }
    begin_sought(player);
    while (pav_transitions_first(player, now, seconds, &arrival)) {
        move_to(player, &arrival, now);
        now = arrival.at;
        pav_transition_begin(player, &arrival);
    }
    move_all(player, seconds - now);
    pav_root_motion_end(player);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_events_passed(player, &player->playbacks[i], seconds);
    }
}
