/* SPDX-License-Identifier: MIT */
/* The inside of a player. */
#ifndef PAV_PLAYER_H
#define PAV_PLAYER_H

#include "event.h"
#include "scene.h"
#include "transition.h"

struct pav_player {
    pav_allocator allocator;
    pav_scene *scene; /* Not held. */
    pav_binding *binding;
    pav_playback *playbacks; /* In the order they were started; one place more than the capacity. */
    uint32_t playback_count;
    uint32_t playback_capacity;
    uint32_t next_handle;
    pav_events events;
    pav_transitions transitions;
    pav_root_sum root;
};

/* The playback of a handle, or NULL. */
pav_playback *pav_player_find(const pav_player *player, uint32_t handle);

/* Starts a playback of what is known to be right; its fade is at 0. */
uint32_t pav_player_start(pav_player *player, pav_binding *binding, uint32_t clip,
                          const pav_play_options *options);

/* Takes out what shows least of what fades out, so many times; as often as there is any. */
void pav_player_make_room(pav_player *player, uint32_t places);

/* Whether so many fade out. */
bool pav_player_has_leaving(const pav_player *player, uint32_t count);

/* How many places more than the capacity are taken, if so many playbacks are added. */
uint32_t pav_player_excess(const pav_player *player, uint32_t added);

/* What those of a priority weigh that are not additive: all, or those that join a cross-fade; levels.c. */
double pav_player_weight_at(const pav_player *player, int32_t priority, bool joining);

/* What the priorities above one leave to it, of 1. */
double pav_player_left_to(const pav_player *player, int32_t priority, bool joining);

/* What a playback would show now of a number that all drive. */
double pav_player_shown(const pav_player *player, const pav_playback *playback);

/* What one that goes before its fade is over has left goes to those that fade with it; fade.c. */
void pav_fading_hand_over(pav_player *player, const pav_playback *giver);

/* Takes a playback out of the list; the order of the others stays. */
void pav_player_take_out(pav_player *player, uint32_t position);

#endif
