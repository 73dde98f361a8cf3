/* SPDX-License-Identifier: MIT */
/* Playing and stopping. */
#include "binding.h"
#include "clip.h"
#include "error.h"
#include "mask.h"
#include "player.h"

#include <assert.h>
#include <math.h>

void pav_player_take_out(pav_player *player, uint32_t position)
{
    pav_binding *binding = player->playbacks[position].binding;
    pav_mask *mask = player->playbacks[position].mask;
    pav_player_clear_transitions(player, player->playbacks[position].handle);
    player->playback_count--;
    for (uint32_t i = position; i < player->playback_count; i++) {
        player->playbacks[i] = player->playbacks[i + 1];
    }
    pav_binding_destroy(binding);
    pav_mask_destroy(mask);
}

/* ---- Room ---- */

bool pav_player_has_leaving(const pav_player *player, uint32_t count)
{
    for (uint32_t i = 0; i < player->playback_count && count; i++) {
        count -= player->playbacks[i].fading.leaving;
    }
    return count == 0;
}

static uint32_t find_faintest_leaving(const pav_player *player)
{
    uint32_t faintest = PAV_NONE;
    double least = INFINITY;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        const double shown = playback->fading.leaving ? pav_player_shown(player, playback) : INFINITY;
        if (shown < least) {
            least = shown;
            faintest = i;
        }
    }
    return faintest;
}

void pav_player_make_room(pav_player *player, uint32_t places)
{
    uint32_t faintest;
    for (; places && (faintest = find_faintest_leaving(player)) != PAV_NONE; places--) {
        pav_fading_hand_over(player, &player->playbacks[faintest]);
        pav_player_take_out(player, faintest);
    }
}

uint32_t pav_player_excess(const pav_player *player, uint32_t added)
{
    const uint32_t taken = player->playback_count + pav_transitions_reserved(player) + added;
    return taken > player->playback_capacity ? taken - player->playback_capacity : 0;
}

/* ---- Playing ---- */

/* A clip without a length has no speed at which it would take longer. */
static double speed_of(const pav_play_options *options, double duration)
{
    const double speed = options->speed_set ? options->speed : 1;
    return options->duration > 0 && duration > 0 ? speed * (duration / options->duration) : speed;
}

static pav_result check_play(const pav_play_options *options, const pav_chunk_clip *clip, pav_error *error)
{
    const char *name = clip->text + clip->clip->name;
    if (options->weight_set && !(isfinite(options->weight) && options->weight >= 0)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a weight of %g", name, (double)options->weight);
    }
    if (options->speed_set && !isfinite(options->speed)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a speed of %g", name, options->speed);
    }
    if (!(isfinite(options->duration) && options->duration >= 0)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a duration of %g", name, options->duration);
    }
    const double speed = speed_of(options, pav_clip_duration(clip));
    if (!isfinite(speed)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a duration of %g, which takes a speed of %g",
                        name, options->duration, speed);
    }
    if (!isfinite(options->reference)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a reference of %g", name, options->reference);
    }
    if (!isfinite(options->start)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a start of %g", name, options->start);
    }
    if (!pav_fade_is_right(&options->fade)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a fade of %g seconds", name,
                        options->fade.seconds);
    }
    if (options->owner && !pav_clip_find_owner(clip, options->owner)) {
        return pav_fail(error, PAV_ERROR_NAME, "clip \"%s\": moves no \"%s\"", name, options->owner);
    }
    return PAV_OK;
}

/* What comes after it is checked before anyone gives up a place for the two. */
static pav_result check_then(const pav_player *player, pav_binding *binding, uint32_t clip,
                             const pav_play_options *options, pav_error *error)
{
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    const pav_playback planned = {
        .binding = binding,
        .clip = clip,
        .owner = options->owner ? pav_clip_find_owner(chunk, options->owner) : NULL,
    };
    return options->then ? pav_transition_check(player, &planned, options->then, error) : PAV_OK;
}

/* What takes the place of others makes room when they have begun to leave, so that any of them may go. */
static pav_result make_room(pav_player *player, const pav_play_options *options, const pav_chunk_clip *clip,
                            pav_error *error)
{
    const uint32_t places = options->then && options->then->clip != PAV_NONE ? 2 : 1;
    const uint32_t excess = pav_player_excess(player, places);
    if (player->next_handle == PAV_NONE || !pav_player_has_leaving(player, excess)) {
        return pav_fail(error, PAV_ERROR_FULL, "clip \"%s\": %u playbacks are there already",
                        clip->text + clip->clip->name, (unsigned)player->playback_count);
    }
    pav_player_make_room(player, options->cross_fade ? 0 : excess);
    return PAV_OK;
}

static double start_of(const pav_play_options *options, double speed, double duration)
{
    return options->start_set || options->start != 0 || speed >= 0 ? options->start : duration;
}

uint32_t pav_player_start(pav_player *player, pav_binding *binding, uint32_t clip,
                          const pav_play_options *options)
{
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    const double duration = pav_clip_duration(chunk), speed = speed_of(options, duration);
    pav_playback *playback = &player->playbacks[player->playback_count++];
    *playback = (pav_playback){
        .handle = player->next_handle++,
        .binding = pav_binding_retain(binding),
        .clip = clip,
        .owner = options->owner ? pav_clip_find_owner(chunk, options->owner) : NULL,
        .mask = options->mask ? pav_mask_retain((pav_mask *)(uintptr_t)options->mask) : NULL,
        .additive = options->additive,
        .reference_set = options->reference_set,
        .reference = options->reference,
        .duration = duration,
        .mode = options->mode_set ? options->mode : (pav_play_mode)chunk->clip->play_mode,
        .time = start_of(options, speed, duration),
        .speed = speed,
        .weight = options->weight_set ? options->weight : 1,
        .priority = options->priority,
        .paused = options->paused,
        .fading = pav_fading_at(0),
    };
    pav_playback_count_loops(playback, options->loop_count);
    return playback->handle;
}

pav_result pav_player_play(pav_player *player, uint32_t clip, const pav_play_options *options, uint32_t *out,
                           pav_error *error)
{
    assert(player);
    const pav_play_options defaults = {.binding = NULL};
    options = options ? options : &defaults;
    pav_binding *binding = options->binding ? (pav_binding *)(uintptr_t)options->binding : player->binding;
    assert(pav_binding_is_for(binding, player->scene));
    assert(!options->mask || pav_mask_is_for(options->mask, player->scene));
    if (out) {
        *out = PAV_NONE;
    }
    if (clip >= pav_document_clip_count(binding->clips)) {
        return pav_clip_fail_missing(binding->clips, clip, NULL, NULL, error);
    }
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    pav_result result = check_play(options, chunk, error);
    if (!result) {
        result = check_then(player, binding, clip, options, error);
    }
    if (!result) {
        result = make_room(player, options, chunk, error);
    }
    if (result) {
        return result;
    }
    const uint32_t handle = pav_player_start(player, binding, clip, options);
    if (options->then) {
        pav_transition_add(player, handle, options->then);
    }
    if (options->cross_fade) {
        pav_player_cross_fade(player, PAV_ALL, handle, &options->fade);
        pav_player_make_room(player, pav_player_excess(player, 0));
    } else {
        pav_player_fade_in(player, handle, &options->fade);
    }
    if (out) {
        *out = handle;
    }
    return PAV_OK;
}

void pav_player_stop(pav_player *player, uint32_t playback)
{
    assert(player);
    for (uint32_t i = player->playback_count; i-- > 0;) {
        if (playback == PAV_ALL || player->playbacks[i].handle == playback) {
            pav_player_take_out(player, i);
        }
    }
}
