/* SPDX-License-Identifier: MIT */
/* Random histories of cross-fades: whatever interrupts what, all weights sum to 1. */
#include "player_fixture.h"

#include <stdint.h>

#define HISTORIES 2000
#define STEPS 25

static uint64_t state_of_chance = 17;

static uint32_t roll(uint32_t sides)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % sides;
}

/* ONCE that ends in its fade, clips of one frame, loops, paused ones, backwards. */
static uint32_t play_something(const stage *on, int32_t priority, bool cross_fade)
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
    };
    return play(on, names[roll(4)], &options);
}

/* In its layer it takes the place of the last one, in another one a fade between the two does. */
static uint32_t play_next(const stage *on, uint32_t last, const pav_fade *fade)
{
    if (roll(2)) {
        return play_something(on, state_of(on, last).priority, true);
    }
    const uint32_t next = play_something(on, (int32_t)roll(3) - 1, false);
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

static void do_something(const stage *on, uint32_t *last)
{
    const uint32_t count = count_playbacks(on);
    const uint32_t one = pav_player_playback(on->player, roll(count)),
                   other = pav_player_playback(on->player, roll(count));
    const pav_fade fade = {.seconds = roll(4) * 0.3, .curve = (pav_fade_curve)roll(4)};
    switch (roll(6)) {
    case 0:
        if (count < 12) {
            *last = play_next(on, *last, &fade);
        }
        break;
    case 1: /* Back to one that may be leaving. */
        CHECK(pav_player_cross_fade(on->player, PAV_ALL, one, &fade) == PAV_OK);
        *last = one;
        break;
    case 2: /* Between any two; from the last one to itself nothing happens. */
        CHECK(pav_player_cross_fade(on->player, *last, other, &fade) == PAV_OK);
        *last = other;
        break;
    case 3:
        CHECK(pav_player_set_priority(on->player, one, (int32_t)roll(5) - 2) == PAV_OK);
        CHECK(pav_player_set_loop_count(on->player, other, roll(3)) == PAV_OK);
        break;
    case 4:
        CHECK(pav_player_set_mode(on->player, one, (pav_play_mode)(1 + roll(3))) == PAV_OK);
        break;
    default:
        break;
    }
}

static double sum_of_weights(const stage *on)
{
    double sum = 0;
    for (uint32_t i = 0; i < count_playbacks(on); i++) {
        const pav_playback_state state = state_of(on, pav_player_playback(on->player, i));
        sum += state.effective_weight;
        CHECK(state.fade >= 0 && state.fade <= 1);
    }
    return sum;
}

static void all_weights_sum_to_1(void)
{
    for (int history = 0; history < HISTORIES; history++) {
        stage on = open_stage(0);
        uint32_t last = play(&on, "Sink", &(pav_play_options){.mode_set = true, .mode = PAV_PLAY_MODE_STAY});
        CHECK(pav_player_update(on.player, 0, NULL) == PAV_OK); /* Shown, it is faded to from what it is. */
        for (int step = 0; step < STEPS; step++) {
            do_something(&on, &last);
            /* Nothing fades to nothing, so only a clip that was played once may leave the scene to rest. */
            CHECK(pav_player_set_mode(on.player, last, PAV_PLAY_MODE_LOOP) == PAV_OK);
            CHECK(pav_player_update(on.player, 0.05 * roll(6), NULL) == PAV_OK);
            if (!CHECK_NEAR(sum_of_weights(&on), 1, 1e-12)) {
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
