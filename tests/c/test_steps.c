/* SPDX-License-Identifier: MIT */
/* The size of the steps does not show: whether a second is one step or a thousand, the same events come in
 * the same order, and the same playbacks are left at the same moments. */
#include "scene_fixture.h"

#include <stdint.h>
#include <stdlib.h>

#define HISTORIES 300
#define SECONDS 6
#define CLIPS 4
#define TEXT (1 << 16)

/* ---- A document: clips of a second or so, each with events ---- */

static pav_document *build(void)
{
    static const char *const names[CLIPS] = {"A", "B", "C", "D"};
    static const float ends[CLIPS] = {32, 32, 16, 48},
                       events[][3] = {{0, 8, 32}, {5, 16, 27}, {0, 7, 16}, {1, 24, 48}};
    pav_builder *builder;
    pav_document *document;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Box"});
    for (int i = 0; i < CLIPS; i++) {
        const uint32_t clip = pav_builder_add_clip(
            builder, &(pav_build_clip){.name = names[i], .fps = 32, .frame_end = ends[i]});
        for (int event = 0; event < 3; event++) {
            static const char *const called[] = {"x", "y", "z"};
            pav_builder_add_event(builder, clip, called[event], events[i][event]);
        }
    }
    if (!CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK)) {
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

typedef struct run {
    pav_scene *scene;
    pav_player *player;
    uint64_t chance;
    bool exact; /* All numbers are whole parts of 1024, so that many moments are the same. */
    char *told;
    size_t used;
} run;

static pav_result keep(void *self, pav_player *player, const pav_player_event *event)
{
    run *on = self;
    (void)player;
    on->used += (size_t)snprintf(on->told + on->used, TEXT - on->used, "%u%c%s@%.6f%s ",
                                 (unsigned)event->playback, 'A' + (int)event->clip, event->name,
                                 fabs(event->time) < 1e-7 ? 0 : event->time, event->backwards ? "<" : "");
    CHECK(on->used < TEXT - 100);
    return PAV_OK;
}

static void open_run(run *on, pav_document *document, uint64_t chance, bool exact)
{
    *on = (run){.chance = chance, .exact = exact, .told = calloc(1, TEXT)};
    CHECK(pav_scene_create(document, &(pav_scene_options){.apply_capacity = 64}, &on->scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on->scene, &(pav_player_options){.transition_capacity = 64}, &on->player, NULL) ==
          PAV_OK);
    CHECK(pav_player_add_event_callback(on->player, &(pav_event_callback){.fire = keep, .self = on}, NULL) ==
          PAV_OK);
    for (uint32_t i = 0; i < CLIPS; i++) {
        const pav_added_event added = {.clip = i, .name = "added", .by_ratio = true, .at = 0.25 * i};
        CHECK(pav_player_add_event(on->player, &added, NULL, NULL) == PAV_OK);
    }
}

static void close_run(run *on)
{
    pav_player_destroy(on->player);
    pav_scene_destroy(on->scene);
    free(on->told);
}

/* ---- What a program does ---- */

static uint32_t roll(run *on, uint32_t sides)
{
    on->chance = on->chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(on->chance >> 33) % sides;
}

static double number(run *on, double largest)
{
    const double part = on->exact ? roll(on, 17) / 16.0 : roll(on, 1u << 30) / (double)(1u << 30);
    return part * largest;
}

static double random_speed(run *on)
{
    static const double exact[] = {1, 2, 0.5, -1, -2, -0.5, 0, 4};
    const uint32_t choice = roll(on, 8);
    return on->exact ? exact[choice] : choice ? number(on, 6) - 3 : 0;
}

static pav_fade random_fade(run *on)
{
    return (pav_fade){.seconds = roll(on, 4) ? number(on, 2) : 0, .curve = (pav_fade_curve)roll(on, 4)};
}

static pav_transition random_transition(run *on)
{
    static const char *const names[] = {"x", "y", "z", "added"};
    pav_transition next = {.at = (pav_transition_moment)roll(on, 3), .ratio = number(on, 1)};
    next.event = names[roll(on, 4)];
    next.clip = roll(on, 5) ? roll(on, CLIPS) : PAV_NONE;
    next.fade = random_fade(on);
    next.mode_set = next.speed_set = true;
    next.mode = (pav_play_mode)roll(on, 4);
    next.speed = random_speed(on);
    next.start = number(on, 2) - 0.5;
    next.loop_count = roll(on, 3);
    return next;
}

static void play_something(run *on)
{
    const pav_transition next = random_transition(on);
    const pav_play_options options = {
        .mode_set = true,
        .mode = (pav_play_mode)roll(on, 4),
        .speed_set = true,
        .speed = random_speed(on),
        .start = number(on, 2) - 0.5,
        .loop_count = roll(on, 3),
        .fade = random_fade(on),
        .cross_fade = roll(on, 2) == 0,
        .paused = roll(on, 8) == 0,
        .then = roll(on, 3) ? &next : NULL,
    };
    CHECK(pav_player_play(on->player, roll(on, CLIPS), &options, NULL, NULL) == PAV_OK);
}

static uint32_t count_playbacks(const run *on)
{
    uint32_t count = 0;
    while (pav_player_playback(on->player, count) != PAV_NONE) {
        count++;
    }
    return count;
}

static void change_something(run *on)
{
    const uint32_t count = count_playbacks(on);
    const uint32_t one = count ? pav_player_playback(on->player, roll(on, count)) : PAV_NONE,
                   other = count ? pav_player_playback(on->player, roll(on, count)) : PAV_NONE;
    const pav_fade fade = random_fade(on);
    const pav_transition next = random_transition(on);
    const double speed = random_speed(on), time = number(on, 2);
    switch (roll(on, 8)) {
    case 0:
        pav_player_fade_out(on->player, one, &fade);
        break;
    case 1:
        pav_player_cross_fade(on->player, roll(on, 2) ? one : PAV_ALL, other, &fade);
        break;
    case 2:
        pav_player_set_speed(on->player, one, speed);
        break;
    case 3:
        pav_player_seek(on->player, one, time, roll(on, 2));
        break;
    case 4:
        pav_player_set_paused(on->player, one, roll(on, 2));
        break;
    case 5:
        pav_player_add_transition(on->player, one, &next, NULL);
        break;
    case 6:
        pav_player_fade_in(on->player, one, &fade);
        break;
    default:
        pav_player_stop(on->player, other);
    }
}

/* What is left, after what has ended is taken away. */
static void note_what_is_left(run *on)
{
    CHECK(pav_player_update(on->player, 0, NULL) == PAV_OK);
    for (uint32_t i = 0; i < count_playbacks(on); i++) {
        pav_playback_state state;
        const uint32_t playback = pav_player_playback(on->player, i);
        CHECK(pav_player_get(on->player, playback, &state) == PAV_OK);
        on->used +=
            (size_t)snprintf(on->told + on->used, TEXT - on->used, "\n  %u%c at %.7f fade %.7f%s%s",
                             (unsigned)playback, 'A' + (int)state.clip, state.time + 1e-9, state.fade + 1e-9,
                             state.leaving ? " leaves" : "", state.finished ? " finished" : "");
    }
    on->told[on->used++] = '\n';
}

static void live(run *on, int steps)
{
    for (int second = 0; second < SECONDS; second++) {
        for (uint32_t actions = roll(on, 4); actions; actions--) {
            if (roll(on, 2) && count_playbacks(on) < 24) {
                play_something(on);
            } else {
                change_something(on);
            }
        }
        const double direction = roll(on, 8) ? 1 : -1;
        if (direction < 0) { /* Who stands at an end tells so before he is taken back from there. */
            CHECK(pav_player_update(on->player, 0, NULL) == PAV_OK);
        }
        for (int step = 0; step < steps; step++) {
            if (!CHECK(pav_player_update(on->player, direction / steps, NULL) == PAV_OK)) {
                exit(1);
            }
        }
        note_what_is_left(on);
    }
}

/* The first line in which two differ. */
static void show_difference(const char *one, const char *other)
{
    size_t line = 0, i = 0;
    for (; one[i] && one[i] == other[i]; i++) {
        line = one[i] == '\n' && one[i + 1] != ' ' ? i + 1 : line;
    }
    fprintf(stderr, "    one step:   %.900s\n\n    many steps: %.900s\n", one + line, other + line);
}

static void compare_histories(bool exact, const int counts[3])
{
    pav_document *document = build();
    size_t characters = 0;
    for (uint64_t history = 0; history < HISTORIES; history++) {
        run runs[3];
        for (int i = 0; i < 3; i++) {
            open_run(&runs[i], document, 1000 * history + 7, exact);
            live(&runs[i], counts[i]);
        }
        for (int i = 1; i < 3; i++) {
            if (!CHECK(strcmp(runs[0].told, runs[i].told) == 0)) {
                fprintf(stderr, "    history %d, %d steps a second\n", (int)history, counts[i]);
                show_difference(runs[0].told, runs[i].told);
                exit(1);
            }
        }
        characters += runs[0].used;
        for (int i = 0; i < 3; i++) {
            close_run(&runs[i]);
        }
    }
    printf("%d histories, %zu characters\n", HISTORIES, characters);
    pav_document_destroy(document);
}

static void any_numbers(void)
{
    compare_histories(false, (const int[]){1, 24, 1000});
}

/* Many events, ends of fades and transitions lie at the very same moment, and at ends of steps. */
static void the_same_moments(void)
{
    compare_histories(true, (const int[]){1, 32, 1024});
}

int main(void)
{
    RUN(any_numbers);
    RUN(the_same_moments);
    return test_end();
}
