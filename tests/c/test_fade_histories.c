/* SPDX-License-Identifier: MIT */
/* Random histories of cross-fades between priorities, with additive clips among them and with few places or
 * many: whatever interrupts what, all weights sum to 1, and nothing jumps where a cross-fade within a layer
 * begins.  What must hold of every update is in closed form: with the weights w of what plays at a priority,
 * and what the priorities above it leave, L = product of max(0, 1 - sum of w), each shows L * w / max(1, sum
 * of w); additive ones show w, and since one full playback fades to the next at all times, L of all
 * priorities is 0. */
#include "player_fixture.h"

#include <stdint.h>

#define HISTORIES 4000
#define STEPS 25

static uint64_t state_of_chance = 17;

static uint32_t roll(uint32_t sides)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % sides;
}

/* ONCE that ends in its fade, clips of one frame, loops, paused ones, backwards. */
static uint32_t play_something(const stage *on, int32_t priority, bool cross_fade, bool additive)
{
    static const char *const names[] = {"Move", "Sink", "Pose", "Stand"};
    const pav_play_options options = {
        .mode_set = true,
        .mode = (pav_play_mode)roll(4),
        .speed_set = true,
        .speed = (double)roll(9) - 4,
        .start = roll(3) * 0.5,
        .paused = roll(5) == 0,
        .priority = priority,
        .fade = {.seconds = roll(4) * 0.4, .curve = (pav_fade_curve)roll(4)},
        .cross_fade = cross_fade,
        .additive = additive,
    };
    return play(on, names[roll(4)], &options);
}

/* In its layer it takes the place of the last one, in another one a fade between the two does. */
static uint32_t play_next(const stage *on, uint32_t last, const pav_fade *fade)
{
    if (roll(2)) {
        return play_something(on, state_of(on, last).priority, true, false);
    }
    const uint32_t next = play_something(on, (int32_t)roll(3) - 1, false, false);
    CHECK(pav_player_cross_fade(on->player, last, next, fade) == PAV_OK);
    return next;
}

static uint32_t count_playbacks(const stage *on)
{
    uint32_t count = 0;
    while (pav_player_playback(on->player, count) != PAV_NONE) {
        count++;
    }
    return count;
}

/* How many there are that something new may take the place of. */
static uint32_t count_leaving(const stage *on)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < count_playbacks(on); i++) {
        count += state_of(on, pav_player_playback(on->player, i)).leaving;
    }
    return count;
}

static uint32_t pick(const stage *on, bool additive)
{
    const uint32_t count = count_playbacks(on), first = roll(count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t playback = pav_player_playback(on->player, (first + i) % count);
        if (state_of(on, playback).additive == additive) {
            return playback;
        }
    }
    return PAV_NONE;
}

/* Additive ones go their own way; what they fade to may be another one of theirs, or take its place with the
 * rest. */
static void do_something_additive(const stage *on, const pav_fade *fade)
{
    const uint32_t one = pick(on, true), other = pick(on, true);
    const uint32_t target = roll(2) ? other : pick(on, false);
    switch (one == PAV_NONE ? 0 : roll(4)) {
    case 0:
        play_something(on, (int32_t)roll(3) - 1, roll(2), true);
        break;
    case 1:
        CHECK(pav_player_fade_out(on->player, one, fade) == PAV_OK);
        break;
    case 2:
        CHECK(pav_player_cross_fade(on->player, PAV_ALL, one, fade) == PAV_OK);
        break;
    default: /* What leaves already is not fetched back from what it fades in favour of. */
        if (!state_of(on, target).leaving) {
            CHECK(pav_player_cross_fade(on->player, one, target, fade) == PAV_OK);
        }
        break;
    }
}

/* Whether all play at their own priorities: no layer lies in parts above and below another one. */
static bool none_is_lifted(const stage *on)
{
    for (uint32_t i = 0; i < count_playbacks(on); i++) {
        const pav_playback_state state = state_of(on, pav_player_playback(on->player, i));
        if (state.effective_priority != state.priority) {
            return false;
        }
    }
    return true;
}

/* Returns whether a cross-fade within a layer began that takes time. */
static bool do_something(const stage *on, uint32_t capacity, uint32_t *last)
{
    const uint32_t one = pick(on, false), other = pick(on, false);
    const pav_fade fade = {.seconds = roll(4) * 0.3, .curve = (pav_fade_curve)roll(4)};
    bool smooth;
    const bool room = count_playbacks(on) < capacity || count_leaving(on) > 0;
    switch (roll(7)) {
    case 0:
        if (room) {
            *last = play_next(on, *last, &fade);
        }
        return false;
    case 1: /* Back to one that may be leaving. */
        smooth = none_is_lifted(on) && fade.seconds > 0;
        CHECK(pav_player_cross_fade(on->player, PAV_ALL, one, &fade) == PAV_OK);
        *last = one;
        return smooth;
    case 2: /* Between any two; from the last one to itself nothing happens. */
        CHECK(pav_player_cross_fade(on->player, *last, other, &fade) == PAV_OK);
        *last = other;
        return false;
    case 3:
        CHECK(pav_player_set_priority(on->player, one, (int32_t)roll(5) - 2) == PAV_OK);
        CHECK(pav_player_set_loop_count(on->player, other, roll(3)) == PAV_OK);
        return false;
    case 4:
        CHECK(pav_player_set_mode(on->player, one, (pav_play_mode)(1 + roll(3))) == PAV_OK);
        return false;
    case 5:
        if (room) {
            do_something_additive(on, &fade);
        }
        return false;
    default:
        return false;
    }
}

/* ---- What must hold ---- */

/* What a number that all drive must get of one, by the closed form. */
static double expected_weight(const pav_playback_state *states, uint32_t count, uint32_t which)
{
    const pav_playback_state *one = &states[which];
    const double weight = (double)one->weight * one->fade;
    double left = 1, beside = 0;
    if (one->additive) {
        return weight;
    }
    for (int32_t priority = 2; priority >= one->effective_priority; priority--) {
        left *= fmax(0, 1 - beside);
        beside = 0;
        for (uint32_t i = 0; i < count; i++) {
            beside += !states[i].additive && states[i].effective_priority == priority
                          ? (double)states[i].weight * states[i].fade
                          : 0;
        }
    }
    return left * weight / fmax(1, beside);
}

static bool weights_are_right(const stage *on)
{
    pav_playback_state states[32];
    const uint32_t count = count_playbacks(on);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        states[i] = state_of(on, pav_player_playback(on->player, i));
    }
    for (uint32_t i = 0; i < count; i++) {
        sum += states[i].additive ? 0 : states[i].effective_weight;
        if (!CHECK_NEAR(states[i].effective_weight, expected_weight(states, count, i), 1e-12) ||
            !CHECK(states[i].fade >= 0 && states[i].fade <= 1)) {
            return false;
        }
    }
    return CHECK_NEAR(sum, 1, 1e-12);
}

static void all_weights_sum_to_1(void)
{
    for (int history = 0; history < HISTORIES; history++) {
        const uint32_t capacity = roll(2) ? 16 : 2 + roll(4);
        stage on = open_stage(capacity);
        uint32_t last = play(&on, "Sink", &(pav_play_options){.mode_set = true, .mode = PAV_PLAY_MODE_STAY});
        CHECK(pav_player_update(on.player, 0, NULL) == PAV_OK); /* Shown, it is faded to from what it is. */
        for (int step = 0; step < STEPS; step++) {
            const double before = update_x(&on, 0);
            const bool smooth = do_something(&on, capacity, &last);
            /* Nothing fades to nothing, so only a clip that was played once may leave the scene to rest. */
            CHECK(pav_player_set_mode(on.player, last, PAV_PLAY_MODE_LOOP) == PAV_OK);
            const double after = update_x(&on, 0);
            CHECK(pav_player_update(on.player, 0.05 * ((int)roll(8) - 2), NULL) == PAV_OK);
            if ((smooth && !CHECK_NEAR(after, before, 1e-4)) ||
                !weights_are_right(&on)) { /* floats' rounding */
                exit(1);
            }
        }
        close_stage(&on);
    }
}

int main(void)
{
    RUN(all_weights_sum_to_1);
    return test_end();
}
