/* SPDX-License-Identifier: MIT */
#include "player.h"
#include "advance.h"
#include "binding.h"
#include "contribution.h"
#include "error.h"
#include "memory.h"

#include <assert.h>
#include <math.h>

/* ---- Creation ---- */

/* Linking is done once for all scenes of a document, unless a callback of this one has a say in it. */
static pav_result bind_own_clips(pav_player *player, pav_error *error)
{
    pav_scene *scene = player->scene;
    const pav_binding_options options = {.allocator = player->allocator};
    return pav_callbacks_link(scene)
               ? pav_binding_create_for_scene(scene->document, scene, &options, &player->binding, error)
               : pav_binding_of_document(scene->document, &player->binding, error);
}

pav_result pav_player_create(pav_scene *scene, const pav_player_options *options, pav_player **out,
                             pav_error *error)
{
    assert(scene && out);
    const pav_player_options defaults = {.playback_capacity = 0};
    options = options ? options : &defaults;
    *out = NULL;
    if (scene->has_player) {
        return pav_fail(error, PAV_ERROR_FULL, "the scene has a player already");
    }
    const pav_allocator allocator = pav_allocator_or_default(&options->allocator);
    pav_player *player = pav_allocate_zeroed(&allocator, 1, sizeof *player);
    if (!player) {
        return pav_fail_memory(error);
    }
    player->allocator = allocator;
    player->scene = scene;
    player->playback_capacity =
        options->playback_capacity ? options->playback_capacity : scene->contribution_capacity;
    player->playbacks =
        pav_allocate(&allocator, (size_t)player->playback_capacity + 1, sizeof *player->playbacks);
    const pav_result result =
        player->playbacks && pav_events_create(player, options) && pav_transitions_create(player, options)
            ? bind_own_clips(player, error)
            : pav_fail_memory(error);
    if (result) {
        pav_events_destroy(player);
        pav_transitions_destroy(player);
        pav_release(&allocator, player->playbacks);
        pav_release(&allocator, player);
        return result;
    }
    scene->has_player = true;
    *out = player;
    return PAV_OK;
}

void pav_player_destroy(pav_player *player)
{
    if (player) {
        const pav_allocator allocator = player->allocator;
        assert(!player->events.firing);
        pav_player_stop(player, PAV_ALL);
        while (player->events.listener_count) {
            pav_player_remove_event_callback(player, player->events.listeners[0].handle);
        }
        pav_events_destroy(player);
        pav_transitions_destroy(player);
        player->scene->has_player = false;
        player->scene->pin = (pav_root_pin){.taken = {.node = PAV_NONE}};
        pav_binding_destroy(player->binding);
        pav_release(&allocator, player->playbacks);
        pav_release(&allocator, player);
    }
}

pav_scene *pav_player_scene(const pav_player *player)
{
    assert(player);
    return player->scene;
}

const pav_binding *pav_player_binding(const pav_player *player)
{
    assert(player);
    return player->binding;
}

/* ---- Update ---- */

/* All that can go wrong before anything has moved. */
static pav_result check_update(const pav_player *player, double seconds, pav_error *error)
{
    if (player->events.firing || player->scene->updating) {
        return pav_fail(error, PAV_ERROR_CALLBACK,
                        "a callback called pav_player_update for the player that runs it");
    }
    if (!isfinite(seconds)) {
        return pav_fail(error, PAV_ERROR_VALUE, "an update by %g seconds", seconds);
    }
    uint32_t wanted = player->scene->contribution_count + pav_transitions_reserved(player);
    uint32_t leaving = 0;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        if (!playback->paused && !isfinite(playback->time + seconds * playback->speed)) {
            return pav_fail(error, PAV_ERROR_VALUE, "playback %u: %g seconds at speed %g lead nowhere",
                            (unsigned)playback->handle, seconds, playback->speed);
        }
        wanted += !pav_playback_is_over(playback);
        leaving += playback->fading.leaving && !pav_playback_is_over(playback);
    }
    if (wanted > player->scene->contribution_capacity + (uint64_t)leaving) {
        return pav_fail(error, PAV_ERROR_FULL, "%u clips to blend, but apply_capacity is %u",
                        (unsigned)wanted, (unsigned)player->scene->contribution_capacity);
    }
    return PAV_OK;
}

static void take_out_what_is_over(pav_player *player)
{
    for (uint32_t i = player->playback_count; i-- > 0;) {
        if (pav_playback_is_over(&player->playbacks[i])) {
            pav_player_take_out(player, i);
        }
    }
    const uint32_t wanted =
        player->scene->contribution_count + player->playback_count + pav_transitions_reserved(player);
    if (wanted > player->scene->contribution_capacity) {
        pav_player_make_room(player, wanted - player->scene->contribution_capacity);
    }
}

static double plain_weight(const void *user, const pav_contribution *contribution)
{
    (void)user;
    return contribution->weight;
}

static void apply(pav_player *player)
{
    const uint32_t first = player->scene->contribution_count;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        pav_contribution_add(player->scene, &(pav_contribution){
                                                .binding = playback->binding,
                                                .owner = playback->owner,
                                                .mask = playback->mask,
                                                .additive = playback->additive,
                                                .reference_set = playback->reference_set,
                                                .reference = playback->reference,
                                                .seconds = pav_playback_clip_time(playback),
                                                .clip = playback->clip,
                                                .weight = pav_playback_weight(playback),
                                                .priority = pav_playback_priority(playback),
                                            });
    }
    pav_contributions_share(player->scene, plain_weight, NULL);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        player->playbacks[i].effective_weight = player->scene->contributions[first + i].share;
        player->playbacks[i].shown = true;
    }
}

pav_result pav_player_update(pav_player *player, double seconds, pav_error *error)
{
    assert(player);
    const pav_result result = check_update(player, seconds, error);
    if (result) {
        return result;
    }
    take_out_what_is_over(player);
    pav_player_advance(player, seconds);
    apply(player);
    if (!player->scene->contribution_count) {
        pav_scene_reset_targets(player->scene);
    }
    const pav_result updated = pav_scene_update(player->scene, error);
    const pav_result fired = pav_events_fire(player, updated ? NULL : error);
    return updated ? updated : fired;
}
