/* SPDX-License-Identifier: MIT */
/* Counts of events against closed forms, over 100,000 random histories of modes, speeds, steps and seeks.
 *
 * All times are whole ticks, and every number is exact: the closed forms are about integers alone.  A second,
 * the clip's duration D, is 2^27 ticks. */
#include "event_fixture.h"

#include <stdint.h>

#define HISTORIES 100000
#define STEPS 8
#define AT_A_TIME 16
#define D ((int64_t)1 << 27)

/* The events at 0, D / 2 and D, then looped and finished. */
enum { START, HALF, END, LOOPED, FINISHED, KINDS };

/* What is known of a playback. */
typedef struct history {
    uint32_t handle;
    pav_play_mode mode;
    bool forwards;
    bool endless;
    int64_t first; /* The range in passes. */
    int64_t last;
    int64_t at;
    bool departed;
    bool finish_told;
    bool end_shown;
    int64_t expected[KINDS];
    int64_t counted[KINDS];
} history;

typedef struct crowd {
    drum on;
    history histories[AT_A_TIME];
    uint64_t random;
} crowd;

static uint32_t roll(crowd *all, uint32_t sides)
{
    all->random = all->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(all->random >> 33) % sides;
}

/* ---- The closed form ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t at_least(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* How many k from `low` to `high` have offset + k * period in (from, to], or backwards in [to, from). */
static int64_t count(const history *of, int64_t from, int64_t to, int64_t offset, int64_t period, int64_t low,
                     int64_t high)
{
    int64_t first, last;
    if (to >= from) {
        first = floor_div(from - offset, period) + 1;
        last = floor_div(to - offset, period);
    } else {
        first = -floor_div(-(to - offset), period);
        last = -floor_div(-(from - offset), period) - 1;
    }
    if (!of->endless) {
        first = at_least(first, low);
        last = last < high ? last : high;
    }
    return at_least(0, last - first + 1);
}

static int64_t up(int64_t a)
{
    return -floor_div(-a, 2);
}

/* Ping-pong: pass k shows the half once; end k is the clip's start when k is even. */
static void expect_turning(history *of, int64_t from, int64_t to)
{
    of->expected[HALF] += count(of, from, to, D / 2, D, of->first, of->last - 1);
    of->expected[START] += count(of, from, to, 0, 2 * D, up(of->first), floor_div(of->last, 2));
    of->expected[END] += count(of, from, to, D, 2 * D, up(of->first - 1), floor_div(of->last - 1, 2));
}

static void expect_passing(history *of, int64_t from, int64_t to)
{
    of->expected[START] += count(of, from, to, 0, D, of->first, of->last - 1);
    of->expected[HALF] += count(of, from, to, D / 2, D, of->first, of->last - 1);
    of->expected[END] += count(of, from, to, D, D, of->first, of->last - 1);
}

/* What lies at the very time that it departs from. */
static void expect_departure(history *of, bool forwards)
{
    const int64_t at = of->at, end = floor_div(at, D);
    if (!of->endless && (at < of->first * D || at > of->last * D)) {
        return;
    }
    if (at == end * D + D / 2) {
        of->expected[HALF]++;
    } else if (at == end * D && of->mode == PAV_PLAY_MODE_PING_PONG) {
        of->expected[end % 2 ? END : START]++;
    } else if (at == end * D) {
        /* The pass that it goes into; at an end of the range the only one there is. */
        const bool start = of->endless        ? forwards
                           : end == of->first ? true
                           : end == of->last  ? false
                                              : forwards;
        of->expected[start ? START : END]++;
    }
}

static bool is_loop(const history *of)
{
    return of->mode == PAV_PLAY_MODE_LOOP || of->mode == PAV_PLAY_MODE_PING_PONG;
}

static void expect_way(history *of, int64_t to)
{
    if (of->mode == PAV_PLAY_MODE_PING_PONG) {
        expect_turning(of, of->at, to);
    } else {
        expect_passing(of, of->at, to);
    }
    if (is_loop(of)) {
        of->expected[LOOPED] += count(of, of->at, to, 0, D, of->first + 1, of->last - 1);
    }
}

/* Whether any of the way lies in the range. */
static bool touches(const history *of, int64_t to)
{
    const int64_t low = of->at < to ? of->at : to, high = of->at < to ? to : of->at;
    return of->endless || (high >= of->first * D && low <= of->last * D);
}

static bool is_finished(const history *of)
{
    return !of->endless && (of->forwards ? of->at >= of->last * D : of->at <= of->first * D);
}

static void expect_step(history *of, int64_t by)
{
    const int64_t to = of->at + by;
    const bool forwards = by ? by > 0 : of->forwards;
    if (!of->departed) {
        expect_departure(of, forwards);
    }
    of->departed = of->departed || touches(of, to);
    expect_way(of, to);
    of->at = to;
    of->expected[FINISHED] += is_finished(of) && !of->finish_told;
    of->finish_told = of->end_shown = is_finished(of);
}

static void expect_seek(history *of, int64_t to, bool fire)
{
    if (fire && !of->departed) {
        expect_departure(of, to != of->at ? to > of->at : of->forwards);
    }
    if (fire) {
        expect_way(of, to);
    }
    of->at = to;
    of->departed = true;
    of->finish_told = of->finish_told && is_finished(of);
    of->end_shown = false;
}

/* ---- Playing ---- */

static pav_result count_event(void *self, pav_player *player, const pav_player_event *event)
{
    (void)player;
    crowd *all = self;
    for (int i = 0; i < AT_A_TIME; i++) {
        history *of = &all->histories[i];
        if (of->handle != event->playback) {
            continue;
        }
        of->counted[event->kind == PAV_EVENT_KIND_MARKER   ? (int)event->index - 1
                    : event->kind == PAV_EVENT_KIND_LOOPED ? LOOPED
                                                           : FINISHED]++;
        return PAV_OK;
    }
    return PAV_ERROR_NAME;
}

static double seconds(int64_t ticks)
{
    return (double)ticks / (double)D;
}

static int64_t random_time(crowd *all)
{
    static const int64_t places[] = {0, D / 2, D, D / 4, -D / 2, 3 * D / 2, -D, 2 * D};
    const uint32_t choice = roll(all, 12);
    return choice < 8 ? places[choice] : (int64_t)roll(all, 1u << 28) - ((int64_t)1 << 26);
}

static void start_history(crowd *all, history *of)
{
    static const double speeds[] = {1, 0.0078125, 0.5, 2, 50};
    const uint32_t loops = roll(all, 3);
    const double speed = speeds[roll(all, 5)] * (roll(all, 2) ? 1 : -1);
    *of = (history){.mode = (pav_play_mode)roll(all, 4), .forwards = speed > 0, .at = random_time(all)};
    of->endless = is_loop(of) && !loops;
    of->last = 1;
    if (is_loop(of)) {
        of->first = of->forwards ? floor_div(of->at, D) : -floor_div(-of->at, D) - loops;
        of->last = of->first + loops;
    }
    const pav_play_options options = {.mode_set = true,
                                      .mode = of->mode,
                                      .speed_set = true,
                                      .speed = speed,
                                      .start_set = true,
                                      .start = seconds(of->at),
                                      .loop_count = loops};
    CHECK(pav_player_play(all->on.player, all->on.beat, &options, &of->handle, NULL) == PAV_OK);
}

static void seek_some(crowd *all)
{
    for (int i = 0; i < AT_A_TIME; i++) {
        history *of = &all->histories[i];
        const uint32_t choice = roll(all, 6);
        pav_playback_state state;
        if (choice > 1 || pav_player_get(all->on.player, of->handle, &state) != PAV_OK) {
            continue;
        }
        const int64_t to = random_time(all);
        CHECK(pav_player_seek(all->on.player, of->handle, seconds(to), choice) == PAV_OK);
        expect_seek(of, to, choice);
    }
}

/* A playback of once that has shown its end is taken away before anything moves. */
static void update_all(crowd *all)
{
    static const int64_t steps[] = {D, D / 2, D / 4,     D / 60 / 128 * 128, 128,
                                    0, D / 8, 3 * D / 2, 128 * 1000};
    const uint32_t choice = roll(all, 200);
    const int64_t step_ticks = choice == 0 ? 10 * D : steps[choice % 9];
    for (int i = 0; i < AT_A_TIME; i++) {
        history *of = &all->histories[i];
        pav_playback_state state;
        if (pav_player_get(all->on.player, of->handle, &state) != PAV_OK ||
            (of->mode == PAV_PLAY_MODE_ONCE && of->end_shown)) {
            continue;
        }
        expect_step(of, (int64_t)((double)step_ticks * state.speed));
    }
    step(&all->on, seconds(step_ticks));
}

static const char *const kind_names[] = {"start", "half", "end", "looped", "finished"};

static bool is_as_expected(const history *of)
{
    bool same = true;
    for (int kind = 0; kind < KINDS; kind++) {
        same = same && of->expected[kind] == of->counted[kind];
    }
    for (int kind = 0; kind < KINDS && !same; kind++) {
        fprintf(stderr, "    mode %d, passes %lld to %lld: %s expected %lld, counted %lld\n", (int)of->mode,
                (long long)of->first, (long long)of->last, kind_names[kind], (long long)of->expected[kind],
                (long long)of->counted[kind]);
    }
    return same;
}

static void counts_equal_the_closed_form(void)
{
    crowd all = {.random = 16};
    double events = 0;
    open_drum(&all.on, &(pav_player_options){.event_callback_capacity = 2});
    CHECK(pav_player_add_event_callback(
              all.on.player, &(pav_event_callback){.fire = count_event, .self = &all}, NULL) == PAV_OK);
    for (int done = 0; done < HISTORIES; done += AT_A_TIME) {
        for (int i = 0; i < AT_A_TIME; i++) {
            start_history(&all, &all.histories[i]);
        }
        for (int i = 0; i < STEPS; i++) {
            seek_some(&all);
            update_all(&all);
        }
        for (int i = 0; i < AT_A_TIME; i++) {
            if (!CHECK(is_as_expected(&all.histories[i]))) {
                exit(1);
            }
            for (int kind = 0; kind < KINDS; kind++) {
                events += (double)all.histories[i].counted[kind];
            }
        }
        pav_player_stop(all.on.player, PAV_ALL);
    }
    printf("%d histories, %.0f events\n", HISTORIES, events);
    CHECK(events > HISTORIES);
    close_drum(&all.on);
}

int main(void)
{
    RUN(counts_equal_the_closed_form);
    return test_end();
}
