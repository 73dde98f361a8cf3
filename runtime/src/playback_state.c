/* SPDX-License-Identifier: MIT */
/* What a playback can be asked and told. */
#include "mask.h"
#include "player.h"

#include <assert.h>
#include <math.h>

/* ---- Reading and changing ---- */

pav_playback *pav_player_find(const pav_player *player, uint32_t handle)
{
    for (uint32_t i = 0; i < player->playback_count; i++) {
        if (player->playbacks[i].handle == handle) {
            return &player->playbacks[i];
        }
    }
    return NULL;
}

uint32_t pav_player_playback(const pav_player *player, uint32_t position)
{
    assert(player);
    return position < player->playback_count ? player->playbacks[position].handle : PAV_NONE;
}

pav_result pav_player_get(const pav_player *player, uint32_t playback, pav_playback_state *out)
{
    assert(player && out);
    const pav_playback *found = pav_player_find(player, playback);
    *out = (pav_playback_state){.clip = PAV_NONE};
    if (!found) {
        return PAV_ERROR_NAME;
    }
    const double clip_time = pav_playback_clip_time(found);
    const pav_fading *fading = &found->fading;
    *out = (pav_playback_state){
        .clip = found->clip,
        .binding = found->binding,
        .owner = found->owner,
        .mode = found->mode,
        .time = found->time,
        .clip_time = clip_time,
        .ratio = found->duration > 0 ? clip_time / found->duration : 0,
        .speed = found->speed,
        .loops = pav_playback_loops(found),
        .loop_count = found->loop_count,
        .weight = found->weight,
        .priority = found->priority,
        .effective_priority = pav_playback_priority(found),
        .fade = pav_fading_factor(fading),
        .fade_target = fading->to,
        .fade_left = pav_fading_left(fading),
        .fade_curve = fading->fade.curve,
        .leaving = fading->leaving,
        .effective_weight = found->effective_weight,
        .mask = found->mask,
        .additive = found->additive,
        .reference_set = found->reference_set,
        .reference = found->reference,
        .paused = found->paused,
        .finished = pav_playback_is_finished(found),
    };
    return PAV_OK;
}

pav_result pav_player_set_speed(pav_player *player, uint32_t playback, double speed)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found || !isfinite(speed)) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    pav_playback_set_speed(found, speed);
    return PAV_OK;
}

pav_result pav_player_set_weight(pav_player *player, uint32_t playback, float weight)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found || !isfinite(weight) || weight < 0) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    found->weight = weight;
    return PAV_OK;
}

pav_result pav_player_set_priority(pav_player *player, uint32_t playback, int32_t priority)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    found->priority = priority;
    return PAV_OK;
}

pav_result pav_player_set_mask(pav_player *player, uint32_t playback, const pav_mask *mask)
{
    assert(player && (!mask || pav_mask_is_for(mask, player->scene)));
    pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    pav_mask *before = found->mask;
    found->mask = mask ? pav_mask_retain((pav_mask *)(uintptr_t)mask) : NULL;
    pav_mask_destroy(before);
    return PAV_OK;
}

pav_result pav_player_set_loop_count(pav_player *player, uint32_t playback, uint32_t loop_count)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    pav_playback_set_loop_count(found, loop_count);
    return PAV_OK;
}

pav_result pav_player_set_paused(pav_player *player, uint32_t playback, bool paused)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    found->paused = paused;
    return PAV_OK;
}

pav_result pav_player_set_mode(pav_player *player, uint32_t playback, pav_play_mode mode)
{
    assert(player);
    pav_playback *found = pav_player_find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    pav_playback_set_mode(found, mode);
    return PAV_OK;
}
