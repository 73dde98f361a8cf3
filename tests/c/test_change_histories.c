/* SPDX-License-Identifier: MIT */
/* Random histories of changes: what is told and shown does not depend on how large the steps between them
 * are, and no change makes the clip jump.  All times are whole 64ths of a second, so every number is exact.
 */
#include "event_fixture.h"

#include <stdint.h>

enum { HISTORIES = 3000, CHANGES = 12 };

static uint64_t state_of_chance = 5;

static uint32_t roll(uint32_t sides)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % sides;
}

/* The same playback twice: one moves in large steps, one in small ones. */
typedef struct pair {
    drum large, small;
    uint32_t handles[2];
} pair;

static pav_playback_state state_in(const drum *on, uint32_t handle)
{
    pav_playback_state state;
    CHECK(pav_player_get(on->player, handle, &state) == PAV_OK);
    return state;
}

static double random_speed(void)
{
    static const double speeds[] = {-2, -1, -0.5, 0, 0.5, 1, 2};
    return speeds[roll(7)];
}

/* Not once: it goes in the update after its end, so small steps end it sooner. */
static pav_play_mode random_mode(void)
{
    return (pav_play_mode)(PAV_PLAY_MODE_STAY + roll(3));
}

/* What a held loop shows is an end of the clip; when it goes on as a loop, the other end is the same moment.
 */
static bool is_same_moment(double before, double after)
{
    return before == after || (before + after == 1 && before * after == 0);
}

static void change(const pair *both)
{
    const uint32_t what = roll(4), count = roll(4);
    const pav_play_mode mode = random_mode();
    const double speed = random_speed();
    for (int i = 0; i < 2; i++) {
        const drum *on = i ? &both->small : &both->large;
        const uint32_t handle = both->handles[i];
        const pav_playback_state before = state_in(on, handle);
        if (what == 0) {
            CHECK(pav_player_set_mode(on->player, handle, mode) == PAV_OK);
        } else if (what == 1) {
            CHECK(pav_player_set_loop_count(on->player, handle, count) == PAV_OK);
        } else if (what == 2) {
            CHECK(pav_player_set_speed(on->player, handle, speed) == PAV_OK);
        } else {
            CHECK(pav_player_set_paused(on->player, handle, !before.paused) == PAV_OK);
        }
        CHECK(is_same_moment(before.clip_time, state_in(on, handle).clip_time));
    }
}

static void run(pair *both)
{
    static char told[65536];
    const int ticks = (int)roll(200);
    told[0] = '\0';
    step(&both->large, ticks / 64.0);
    for (int i = 0; i < ticks; i++) {
        strcat(told, step(&both->small, 1 / 64.0));
    }
    if (!ticks) {
        step(&both->small, 0);
        strcat(told, both->small.told);
    }
    CHECK_TEXT(both->large.told, told);
    const pav_playback_state large = state_in(&both->large, both->handles[0]),
                             small = state_in(&both->small, both->handles[1]);
    CHECK(large.clip_time == small.clip_time && large.time == small.time && large.loops == small.loops);
    CHECK(large.finished == small.finished && large.mode == small.mode);
}

static void steps_of_any_size_tell_and_show_the_same(void)
{
    size_t told = 0;
    for (int history = 0; history < HISTORIES; history++) {
        pair both;
        open_drum(&both.large, NULL);
        open_drum(&both.small, NULL);
        const pav_play_options options = {.mode_set = true,
                                          .mode = random_mode(),
                                          .speed_set = true,
                                          .speed = random_speed(),
                                          .start_set = true,
                                          .start = roll(5) / 4.0,
                                          .loop_count = roll(3)};
        pav_player_play(both.large.player, both.large.beat, &options, &both.handles[0], NULL);
        pav_player_play(both.small.player, both.small.beat, &options, &both.handles[1], NULL);
        const int failures = test_failures;
        for (int i = 0; i < CHANGES && test_failures == failures; i++) {
            run(&both);
            told += strlen(both.large.told);
            change(&both);
        }
        close_drum(&both.large);
        close_drum(&both.small);
        if (test_failures != failures) {
            fprintf(stderr, "    in history %d\n", history);
            exit(1);
        }
    }
    printf("%d histories, %d changes, %zu characters of events\n", HISTORIES, HISTORIES * CHANGES, told);
}

int main(void)
{
    RUN(steps_of_any_size_tell_and_show_the_same);
    return test_end();
}
