/* SPDX-License-Identifier: MIT */
#include "fade.h"

#include "player.h"

#include <assert.h>
#include <float.h>
#include <math.h>

static const pav_fade at_once = {.seconds = 0};

/* ---- One fade ---- */

bool pav_fade_is_right(const pav_fade *fade)
{
    return isfinite(fade->seconds) && fade->seconds >= 0;
}

pav_fading pav_fading_at(double factor)
{
    return (pav_fading){.from = factor, .to = factor, .group = PAV_NONE};
}

bool pav_fading_is_under_way(const pav_fading *fading)
{
    return fading->elapsed < fading->fade.seconds;
}

static double bend(pav_fade_curve curve, double s)
{
    switch (curve) {
    case PAV_FADE_CURVE_SMOOTH:
        return s * s * (3 - 2 * s);
    case PAV_FADE_CURVE_EASE_IN:
        return s * s;
    case PAV_FADE_CURVE_EASE_OUT:
        return s * (2 - s);
    default:
        return s;
    }
}

double pav_fading_factor(const pav_fading *fading)
{
    if (!pav_fading_is_under_way(fading)) {
        return fading->leaving ? 0 : fading->to;
    }
    const double part = bend(fading->fade.curve, fading->elapsed / fading->fade.seconds);
    return fading->from + (fading->to - fading->from) * part;
}

void pav_fading_start(pav_fading *fading, double to, const pav_fade *fade)
{
    const pav_fading before = *fading;
    *fading = (pav_fading){.from = pav_fading_factor(&before), .to = to, .fade = *fade, .group = PAV_NONE};
    if (before.raised && pav_fading_is_under_way(&before)) {
        fading->raised = true; /* It would jump below what it was with. */
        fading->priority = before.priority;
    }
}

double pav_fading_left(const pav_fading *fading)
{
    return fading->fade.seconds - fading->elapsed;
}

/* Updates that go back take the fade back, too.  It comes to its end with the clocks of the playbacks,
 * however small the steps are, so it is summed up as they are. */
void pav_fading_move(pav_fading *fading, double seconds)
{
    if (!pav_fading_is_under_way(fading)) {
        return;
    }
    const double end = fading->fade.seconds, step = seconds + fading->elapsed_rest;
    const double sum = fading->elapsed + step;
    const bool inside = sum > 0 && end - sum > 4 * DBL_EPSILON * end;
    fading->elapsed_rest = inside ? step - (sum - fading->elapsed) : 0;
    fading->elapsed = inside ? sum : sum > 0 ? end : 0;
}

/* ---- Fades of playbacks ---- */

/* It is in the list up to the next update alone: what is said to all is not said to it. */
static bool has_left(const pav_playback *playback)
{
    return playback->fading.leaving && !pav_fading_is_under_way(&playback->fading);
}

/* What leaves is not followed by anything of its own any more. */
static void leave(pav_player *player, pav_playback *playback, bool leaves)
{
    playback->fading.leaving = leaves;
    if (leaves) {
        pav_player_clear_transitions(player, playback->handle);
    }
}

static pav_result fade_alone(pav_player *player, uint32_t handle, double to, const pav_fade *fade)
{
    fade = fade ? fade : &at_once;
    if (!pav_fade_is_right(fade)) {
        return PAV_ERROR_VALUE;
    }
    bool found = handle == PAV_ALL;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback *playback = &player->playbacks[i];
        if (handle == PAV_ALL ? !has_left(playback) : playback->handle == handle) {
            pav_fading_start(&playback->fading, to, fade);
            leave(player, playback, to == 0);
            found = true;
        }
    }
    return found ? PAV_OK : PAV_ERROR_NAME;
}

pav_result pav_player_fade_in(pav_player *player, uint32_t playback, const pav_fade *fade)
{
    assert(player);
    return fade_alone(player, playback, 1, fade);
}

pav_result pav_player_fade_out(pav_player *player, uint32_t playback, const pav_fade *fade)
{
    assert(player);
    return fade_alone(player, playback, 0, fade);
}

/* ---- Cross-fades ---- */

/* What is added takes from nobody, so between it and others each fades by itself. */
static bool are_together(const pav_playback *a, const pav_playback *b)
{
    return a->fading.group != PAV_NONE && a->fading.group == b->fading.group && a->additive == b->additive &&
           pav_fading_is_under_way(&a->fading) && pav_fading_is_under_way(&b->fading);
}

/* What a playback fades out in favour of: a cross-fade has the handle of that.  Else itself. */
static const pav_playback *find_heir(const pav_player *player, const pav_playback *playback)
{
    const pav_playback *heir = pav_player_find(player, playback->fading.group);
    return heir && are_together(heir, playback) ? heir : playback;
}

/* Whether a playback takes part in a cross-fade.  `from` NULL: all that lie in one layer with `to`, or give
 * their place to one that does; so a cross-fade that leads into another layer ends undisturbed. */
static bool takes_part(const pav_player *player, const pav_playback *playback, const pav_playback *from,
                       const pav_playback *to)
{
    if (playback == to || are_together(playback, to)) {
        return true;
    }
    if (has_left(playback)) {
        return false;
    }
    return from ? playback == from || are_together(playback, from)
                : playback->additive == to->additive && find_heir(player, playback)->priority == to->priority;
}

/* No update has shown it yet: its weight is full only because no fade was asked for. */
static bool is_just_started(const pav_playback *playback)
{
    return !playback->shown && playback->fading.group == PAV_NONE;
}

/* The highest priority at which one that takes part plays. */
static int32_t find_level(const pav_player *player)
{
    int32_t highest = INT32_MIN;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        if (playback->joins && pav_playback_priority(playback) > highest) {
            highest = pav_playback_priority(playback);
        }
    }
    return highest;
}

/* The factor that shows at a higher level what one shows now, of what all that take part show together.  They
 * claim as much there as they did, so nothing jumps, and what is whole stays whole. */
static double lifted(const pav_player *player, const pav_playback *playback, int32_t level)
{
    const int32_t priority = pav_playback_priority(playback);
    const double factor = pav_fading_factor(&playback->fading);
    return priority == level || playback->additive
               ? factor
               : factor * pav_player_left_to(player, priority, true) /
                     fmax(1, pav_player_weight_at(player, priority, true));
}

/* Who belongs together is told by the groups there were, so the new one is set last. */
static void begin(pav_playback *playback, const pav_playback *to, int32_t level, const pav_fade *fade)
{
    pav_fading_start(&playback->fading, playback == to ? 1 : 0, fade);
    playback->fading.from = playback->joined_from;
    playback->fading.group = to->handle;
    playback->fading.raised = true;
    playback->fading.priority = level;
}

/* `from` NULL: the layer of `to`. */
static void cross_fade(pav_player *player, const pav_playback *from, pav_playback *to, const pav_fade *fade)
{
    if (is_just_started(to)) {
        to->fading = pav_fading_at(0);
    }
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback *playback = &player->playbacks[i];
        playback->joins = takes_part(player, playback, from, to);
    }
    const int32_t level = find_level(player);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback *playback = &player->playbacks[i];
        playback->joined_from = playback->joins ? lifted(player, playback, level) : 0;
    }
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback *playback = &player->playbacks[i];
        if (playback->joins) {
            begin(playback, to, level, fade);
            leave(player, playback, playback != to);
        }
    }
}

pav_result pav_player_cross_fade(pav_player *player, uint32_t from, uint32_t to, const pav_fade *fade)
{
    assert(player);
    fade = fade ? fade : &at_once;
    pav_playback *target = pav_player_find(player, to);
    const pav_playback *source = pav_player_find(player, from);
    if (!target || (!source && from != PAV_ALL)) {
        return PAV_ERROR_NAME;
    }
    if (!pav_fade_is_right(fade)) {
        return PAV_ERROR_VALUE;
    }
    if (from != to) {
        cross_fade(player, source, target, fade);
    }
    return PAV_OK;
}

/* ---- Giving up a place ---- */

/* Whether one may have the part of another: they fade together, at one level. */
static bool may_take(const pav_playback *taker, const pav_playback *giver)
{
    return taker != giver && are_together(taker, giver) &&
           pav_playback_priority(taker) == pav_playback_priority(giver) && taker->weight > 0;
}

/* Whether two drive the same by the same. */
static bool are_alike(const pav_playback *a, const pav_playback *b)
{
    return a->clip == b->clip && a->binding == b->binding && a->owner == b->owner && a->mask == b->mask &&
           a->reference_set == b->reference_set && a->reference == b->reference;
}

/* Of those that are alike the one that shows the nearest moment; NULL: none. */
static pav_playback *find_alike(const pav_player *player, const pav_playback *giver)
{
    pav_playback *found = NULL;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        pav_playback *playback = &player->playbacks[i];
        const double distance = fabs(pav_playback_clip_time(playback) - pav_playback_clip_time(giver));
        if (may_take(playback, giver) && are_alike(playback, giver) && distance < nearest) {
            nearest = distance;
            found = playback;
        }
    }
    return found;
}

/* All of a cross-fade have one clock, so a part that changes hands stays whole to the end. */
static void take_part(pav_playback *taker, const pav_playback *giver, double part)
{
    const double scale = part * (double)giver->weight / (double)taker->weight;
    taker->fading.from = fmin(1, taker->fading.from + scale * giver->fading.from);
    taker->fading.to = fmin(1, taker->fading.to + scale * giver->fading.to);
}

void pav_fading_hand_over(pav_player *player, const pav_playback *giver)
{
    pav_playback *alike = find_alike(player, giver);
    if (alike) {
        take_part(alike, giver, 1);
        return;
    }
    double sum = 0;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *taker = &player->playbacks[i];
        sum += may_take(taker, giver) ? pav_playback_weight(taker) : 0;
    }
    pav_playback *heir = pav_player_find(player, giver->fading.group);
    if (sum == 0 && heir && may_take(heir, giver)) {
        take_part(heir, giver, 1); /* All of them have just begun. */
    }
    for (uint32_t i = 0; i < player->playback_count && sum > 0; i++) {
        pav_playback *taker = &player->playbacks[i];
        if (may_take(taker, giver)) {
            take_part(taker, giver, pav_playback_weight(taker) / sum);
        }
    }
}
