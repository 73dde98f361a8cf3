/* SPDX-License-Identifier: MIT */
/* Cross-fades and layers: from all they stay within the layer of the new one, its priority and additive or
 * not; between two layers they set out from what is shown. */
#include "fade_fixture.h"

#include <stdint.h>

static void a_layer_stays_when_another_one_changes(void)
{
    for (int32_t priority = -1; priority <= 1; priority++) {
        stage on = open_stage(0);
        const pav_play_options layer = {.priority = priority,
                                        .weight_set = true,
                                        .weight = 0.5f,
                                        .additive = priority == 0,
                                        .speed_set = true,
                                        .start = 0.5};
        const uint32_t above = play(&on, "Move", &layer), sink = play(&on, "Sink", NULL);
        update_x(&on, 0);
        const uint32_t pose = cross_fade(&on, "Pose", &(pav_play_options){.fade = linear(1)});
        update_x(&on, 0.5);
        CHECK(!state_of(&on, above).leaving && state_of(&on, above).fade == 1);
        CHECK(fade_of(&on, pose) == 0.5 && fade_of(&on, sink) == 0.5 && state_of(&on, sink).leaving);
        update_x(&on, 1);
        update_x(&on, 0);
        CHECK(pav_player_playback(on.player, 0) == above && pav_player_playback(on.player, 1) == pose);
        close_stage(&on);
    }
}

/* Only among its own kind: an additive one takes additive ones of its priority. */
static void an_additive_clip_fades_from_additive_ones_alone(void)
{
    stage on = open_stage(0);
    const pav_play_options additive = {.additive = true, .fade = linear(1)},
                           higher = {.additive = true, .priority = 1};
    const uint32_t sink = play(&on, "Sink", NULL), above = play(&on, "Move", &higher),
                   first = play(&on, "Pose", &(pav_play_options){.additive = true});
    update_x(&on, 0);
    const uint32_t second = cross_fade(&on, "Pose", &additive);
    update_x(&on, 0.25);
    CHECK(fade_of(&on, first) == 0.75 && fade_of(&on, second) == 0.25 && state_of(&on, first).leaving);
    CHECK(fade_of(&on, sink) == 1 && !state_of(&on, sink).leaving);
    CHECK(fade_of(&on, above) == 1 && !state_of(&on, above).leaving);
    close_stage(&on);
}

/* What leaves in favour of another layer goes its way with that, raised or not. */
static void a_cross_fade_into_another_layer_ends_undisturbed(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    const uint32_t sink = play(&on, "Sink", NULL);
    update_x(&on, 0);
    const uint32_t pose = play(&on, "Pose", &(pav_play_options){.priority = 1});
    CHECK(pav_player_cross_fade(on.player, sink, pose, &fade) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0.25), -5 + 9 * 0.25, 1e-6);
    const uint32_t move = cross_fade(&on, "Move", &(pav_play_options){.speed_set = true, .fade = fade});
    CHECK_NEAR(update_x(&on, 0.25), -5 + 9 * 0.5, 1e-6);
    CHECK(!state_of(&on, pose).leaving && fade_of(&on, move) == 0.25);
    CHECK_NEAR(update_x(&on, 1), 4, 0);
    update_x(&on, 0);
    CHECK(pav_player_playback(on.player, 0) == pose && pav_player_playback(on.player, 1) == move);
    close_stage(&on);
}

/* In the middle of a fade from the layer above into its own, with something else in its own. */
static void what_lies_below_has_what_is_left_to_it_until_it_goes(void)
{
    stage on = open_stage(0);
    const pav_fade long_fade = linear(100);
    play(&on, "Sink", NULL);
    const uint32_t above =
        play(&on, "Pose", &(pav_play_options){.priority = 1, .weight_set = true, .weight = 0.5f});
    update_x(&on, 0);
    const uint32_t raised = play(&on, "Pose", &(pav_play_options){.weight_set = true, .weight = 0.5f});
    CHECK(pav_player_cross_fade(on.player, above, raised, &long_fade) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), -0.5, 1e-6);
    cross_fade(&on, "Move", &(pav_play_options){.speed_set = true, .fade = linear(1)}); /* stands at 0 */
    for (int i = 1; i <= 4; i++) {
        const double s =
            i / 4.0; /* above: half of Pose leaves, Move comes; below: Sink has what they leave */
        CHECK_NEAR(update_x(&on, 0.25), 4 * 0.5 * (1 - s) + -5 * (1 - (0.5 * (1 - s) + s)), 1e-6);
        CHECK_NEAR(effective_sum(&on), 1, 1e-12);
    }
    CHECK_NEAR(update_x(&on, 0), 0, 0);
    CHECK(pav_player_playback(on.player, 1) == PAV_NONE);
    close_stage(&on);
}

/* ---- Between layers ---- */

/* Half or all of what lies above hides what it fades to. */
static void from_above_what_lies_below_is_uncovered(void)
{
    for (int half = 0; half <= 1; half++) {
        stage on = open_stage(0);
        const pav_fade fade = linear(1);
        const uint32_t pose = play(&on, "Pose", NULL),
                       sink = play(&on, "Sink",
                                   &(pav_play_options){
                                       .priority = 1, .weight_set = true, .weight = half ? 0.5f : 1.0f});
        const double before = update_x(&on, 0);
        CHECK(pav_player_cross_fade(on.player, sink, pose, &fade) == PAV_OK);
        CHECK(fade_of(&on, pose) == (half ? 0.5 : 0));
        CHECK_NEAR(update_x(&on, 0), before, 1e-6); /* a float's rounding, here and below */
        for (int i = 1; i <= 4; i++) {
            CHECK_NEAR(update_x(&on, 0.25), before + (4 - before) * i / 4, 1e-6);
            CHECK_NEAR(effective_sum(&on), 1, 1e-12);
        }
        close_stage(&on);
    }
}

/* It fades in, out of sight, when it comes to the layer of what hides it. */
static void what_gets_another_priority_in_its_fade_shares_nothing_with_rest(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    play(&on, "Sink", NULL);
    const uint32_t pose = cross_fade(&on, "Pose", &(pav_play_options){.priority = -1, .fade = fade});
    update_x(&on, 0.5);
    CHECK(pav_player_set_priority(on.player, pose, 0) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0), -5, 0);
    CHECK(pav_player_cross_fade(on.player, PAV_ALL, pose, &fade) == PAV_OK);
    for (int i = 1; i <= 4; i++) {
        CHECK_NEAR(update_x(&on, 0.25), -5 + 9 * i / 4.0, 1e-6);
        CHECK_NEAR(effective_sum(&on), 1, 1e-12);
    }
    close_stage(&on);
}

static void an_additive_clip_and_another_do_not_belong_together(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    const pav_play_options additive = {.additive = true};
    const uint32_t sink = play(&on, "Sink", NULL), first = play(&on, "Pose", &additive);
    update_x(&on, 0);
    const uint32_t pose = play(&on, "Pose", NULL);
    CHECK(pav_player_cross_fade(on.player, sink, pose, &fade) == PAV_OK);
    CHECK(pav_player_cross_fade(on.player, first, pose, &fade) == PAV_OK);
    update_x(&on, 0.5);
    const uint32_t second = play(&on, "Pose", &additive);
    CHECK(pav_player_cross_fade(on.player, first, second, &fade) == PAV_OK);
    CHECK(!state_of(&on, pose).leaving && state_of(&on, pose).fade_target == 1);
    update_x(&on, 0.25);
    CHECK(fade_of(&on, pose) == 0.75 && fade_of(&on, sink) == 0.25);
    CHECK(fade_of(&on, first) == 0.375 && fade_of(&on, second) == 0.25);
    close_stage(&on);
}

/* ---- Many layers at once ---- */

enum { LAYERS = 5 };

static const struct {
    int32_t priority;
    bool additive;
    float weight;
    double shown; /* Of a number that all drive: what those above leave it. */
} layers[LAYERS] = {
    {2, false, 0.25f, 0.25}, {1, false, 0.5f, 0.75 * 0.5}, {0, false, 1, 0.75 * 0.5}, {1, true, 0.75f, 0.75},
    {0, true, 1, 1},
};

static uint64_t state_of_chance = 23;

static uint32_t roll(uint32_t sides)
{
    state_of_chance = state_of_chance * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_chance >> 33) % sides;
}

static uint32_t tap(const stage *on, int layer, double seconds)
{
    static const char *const names[] = {"Move", "Sink", "Pose"};
    return cross_fade(on, names[roll(3)],
                      &(pav_play_options){.priority = layers[layer].priority,
                                          .additive = layers[layer].additive,
                                          .weight_set = true,
                                          .weight = layers[layer].weight,
                                          .mode_set = true,
                                          .mode = PAV_PLAY_MODE_LOOP,
                                          .fade = {.seconds = seconds, .curve = (pav_fade_curve)roll(4)}});
}

static void check_layers(const stage *on)
{
    double faded[LAYERS] = {0}, shown[LAYERS] = {0};
    uint32_t playback;
    for (uint32_t i = 0; (playback = pav_player_playback(on->player, i)) != PAV_NONE; i++) {
        const pav_playback_state state = state_of(on, playback);
        for (int layer = 0; layer < LAYERS; layer++) {
            const bool here =
                state.priority == layers[layer].priority && state.additive == layers[layer].additive;
            faded[layer] += here ? state.fade : 0;
            shown[layer] += here ? state.effective_weight : 0;
        }
    }
    for (int layer = 0; layer < LAYERS; layer++) {
        if (!CHECK_NEAR(faded[layer], 1, 1e-12) || !CHECK_NEAR(shown[layer], layers[layer].shown, 1e-12)) {
            exit(1);
        }
    }
}

/* So many that some must give up their places to others of their layer. */
static void each_layer_keeps_its_weight_whatever_others_do(void)
{
    for (int history = 0; history < 2000; history++) {
        stage on = open_stage(roll(2) ? 0 : 6 + roll(4));
        for (int layer = 0; layer < LAYERS; layer++) {
            tap(&on, layer, 0);
        }
        CHECK(pav_player_update(on.player, 0, NULL) == PAV_OK);
        for (int step = 0; step < 25; step++) {
            tap(&on, (int)roll(LAYERS), roll(4) * 0.3);
            CHECK(pav_player_update(on.player, 0.05 * roll(6), NULL) == PAV_OK);
            check_layers(&on);
        }
        close_stage(&on);
    }
}

int main(void)
{
    RUN(a_layer_stays_when_another_one_changes);
    RUN(an_additive_clip_fades_from_additive_ones_alone);
    RUN(a_cross_fade_into_another_layer_ends_undisturbed);
    RUN(what_lies_below_has_what_is_left_to_it_until_it_goes);
    RUN(from_above_what_lies_below_is_uncovered);
    RUN(what_gets_another_priority_in_its_fade_shares_nothing_with_rest);
    RUN(an_additive_clip_and_another_do_not_belong_together);
    RUN(each_layer_keeps_its_weight_whatever_others_do);
    return test_end();
}
