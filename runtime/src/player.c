/* SPDX-License-Identifier: MIT */
#include "binding.h"
#include "clip.h"
#include "error.h"
#include "memory.h"
#include "playback.h"

#include <assert.h>
#include <math.h>

struct pav_player {
    pav_allocator allocator;
    pav_scene *scene; /* Not held. */
    pav_binding *binding;
    pav_playback *playbacks; /* In the order they were started. */
    uint32_t playback_count;
    uint32_t playback_capacity;
    uint32_t next_handle;
};

/* ---- Creation ---- */

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
    player->playbacks = pav_allocate(&allocator, player->playback_capacity, sizeof *player->playbacks);
    const pav_binding_options binding_options = {.allocator = allocator};
    const pav_result result =
        player->playbacks
            ? pav_binding_create_for_scene(scene->document, scene, &binding_options, &player->binding, error)
            : pav_fail_memory(error);
    if (result) {
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
        pav_player_stop(player, PAV_ALL);
        player->scene->has_player = false;
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

/* ---- Playing and stopping ---- */

/* The order of the others stays. */
static void take_out(pav_player *player, uint32_t position)
{
    pav_binding *binding = player->playbacks[position].binding;
    player->playback_count--;
    for (uint32_t i = position; i < player->playback_count; i++) {
        player->playbacks[i] = player->playbacks[i + 1];
    }
    pav_binding_destroy(binding);
}

static pav_result check_play(const pav_player *player, const pav_play_options *options,
                             const pav_chunk_clip *clip, pav_error *error)
{
    const char *name = clip->text + clip->clip->name;
    if (options->weight_set && !(isfinite(options->weight) && options->weight >= 0)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a weight of %g", name, (double)options->weight);
    }
    if (options->speed_set && !isfinite(options->speed)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a speed of %g", name, options->speed);
    }
    if (!isfinite(options->start)) {
        return pav_fail(error, PAV_ERROR_VALUE, "clip \"%s\": a start of %g", name, options->start);
    }
    if (options->owner && !pav_clip_find_owner(clip, options->owner)) {
        return pav_fail(error, PAV_ERROR_NAME, "clip \"%s\": moves no \"%s\"", name, options->owner);
    }
    if (player->playback_count == player->playback_capacity || player->next_handle == PAV_NONE) {
        return pav_fail(error, PAV_ERROR_FULL, "clip \"%s\": %u playbacks are there already", name,
                        (unsigned)player->playback_count);
    }
    return PAV_OK;
}

/* The number may come from a name that was not found. */
static pav_result fail_no_clip(uint32_t clip, uint32_t count, pav_error *error)
{
    if (clip == PAV_NONE) {
        return pav_fail(error, PAV_ERROR_NAME, "no clip of that name among the %u of the document",
                        (unsigned)count);
    }
    return pav_fail(error, PAV_ERROR_NAME, "no clip %u: the document has %u", (unsigned)clip,
                    (unsigned)count);
}

pav_result pav_player_play(pav_player *player, uint32_t clip, const pav_play_options *options, uint32_t *out,
                           pav_error *error)
{
    assert(player);
    const pav_play_options defaults = {.binding = NULL};
    options = options ? options : &defaults;
    pav_binding *binding = options->binding ? (pav_binding *)(uintptr_t)options->binding : player->binding;
    assert(pav_binding_is_for(binding, player->scene));
    if (out) {
        *out = PAV_NONE;
    }
    const uint32_t count = pav_document_clip_count(binding->clips);
    if (clip >= count) {
        return fail_no_clip(clip, count, error);
    }
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    const pav_result result = check_play(player, options, chunk, error);
    if (result) {
        return result;
    }
    pav_playback *playback = &player->playbacks[player->playback_count++];
    *playback = (pav_playback){
        .handle = player->next_handle++,
        .binding = pav_binding_retain(binding),
        .clip = clip,
        .owner = options->owner ? pav_clip_find_owner(chunk, options->owner) : NULL,
        .duration = pav_clip_duration(chunk),
        .mode = options->mode_set ? options->mode : (pav_play_mode)chunk->clip->play_mode,
        .time = options->start,
        .speed = options->speed_set ? options->speed : 1,
        .weight = options->weight_set ? options->weight : 1,
        .priority = options->priority,
        .paused = options->paused,
    };
    if (out) {
        *out = playback->handle;
    }
    return PAV_OK;
}

void pav_player_stop(pav_player *player, uint32_t playback)
{
    assert(player);
    for (uint32_t i = player->playback_count; i-- > 0;) {
        if (playback == PAV_ALL || player->playbacks[i].handle == playback) {
            take_out(player, i);
        }
    }
}

/* ---- Reading and changing ---- */

static pav_playback *find(const pav_player *player, uint32_t handle)
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
    const pav_playback *found = find(player, playback);
    *out = (pav_playback_state){.clip = PAV_NONE};
    if (!found) {
        return PAV_ERROR_NAME;
    }
    *out = (pav_playback_state){
        .clip = found->clip,
        .binding = found->binding,
        .mode = found->mode,
        .time = found->time,
        .clip_time = pav_playback_clip_time(found),
        .speed = found->speed,
        .weight = found->weight,
        .priority = found->priority,
        .paused = found->paused,
        .finished = pav_playback_is_finished(found),
    };
    return PAV_OK;
}

pav_result pav_player_set_time(pav_player *player, uint32_t playback, double time)
{
    assert(player);
    pav_playback *found = find(player, playback);
    if (!found || !isfinite(time)) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    found->time = time;
    found->time_rest = 0;
    found->end_shown = false;
    return PAV_OK;
}

pav_result pav_player_set_speed(pav_player *player, uint32_t playback, double speed)
{
    assert(player);
    pav_playback *found = find(player, playback);
    if (!found || !isfinite(speed)) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    found->speed = speed;
    found->end_shown = false;
    return PAV_OK;
}

pav_result pav_player_set_weight(pav_player *player, uint32_t playback, float weight)
{
    assert(player);
    pav_playback *found = find(player, playback);
    if (!found || !isfinite(weight) || weight < 0) {
        return found ? PAV_ERROR_VALUE : PAV_ERROR_NAME;
    }
    found->weight = weight;
    return PAV_OK;
}

pav_result pav_player_set_paused(pav_player *player, uint32_t playback, bool paused)
{
    assert(player);
    pav_playback *found = find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    found->paused = paused;
    return PAV_OK;
}

pav_result pav_player_set_mode(pav_player *player, uint32_t playback, pav_play_mode mode)
{
    assert(player);
    pav_playback *found = find(player, playback);
    if (!found) {
        return PAV_ERROR_NAME;
    }
    found->mode = mode;
    found->end_shown = false;
    return PAV_OK;
}

/* ---- Update ---- */

/* All that can go wrong before anything has moved. */
static pav_result check_update(const pav_player *player, double seconds, pav_error *error)
{
    if (!isfinite(seconds)) {
        return pav_fail(error, PAV_ERROR_VALUE, "an update by %g seconds", seconds);
    }
    uint32_t wanted = player->scene->contribution_count;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        if (!playback->paused && !isfinite(playback->time + seconds * playback->speed)) {
            return pav_fail(error, PAV_ERROR_VALUE, "playback %u: %g seconds at speed %g lead nowhere",
                            (unsigned)playback->handle, seconds, playback->speed);
        }
        wanted += !pav_playback_is_over(playback);
    }
    if (wanted > player->scene->contribution_capacity) {
        return pav_fail(error, PAV_ERROR_FULL, "%u clips to blend, but apply_capacity is %u",
                        (unsigned)wanted, (unsigned)player->scene->contribution_capacity);
    }
    return PAV_OK;
}

pav_result pav_player_update(pav_player *player, double seconds, pav_error *error)
{
    assert(player);
    pav_result result = check_update(player, seconds, error);
    for (uint32_t i = player->playback_count; i-- > 0 && !result;) {
        if (pav_playback_is_over(&player->playbacks[i])) {
            take_out(player, i);
        }
    }
    for (uint32_t i = 0; i < player->playback_count && !result; i++) {
        pav_playback *playback = &player->playbacks[i];
        pav_playback_move(playback, seconds);
        result = pav_clip_apply(player->scene, playback->binding, playback->clip, playback->owner,
                                pav_playback_clip_time(playback), playback->weight, playback->priority);
    }
    if (result) {
        return result;
    }
    if (!player->scene->contribution_count) {
        pav_scene_reset_targets(player->scene);
    }
    return pav_scene_update(player->scene, error);
}
