/* SPDX-License-Identifier: MIT */
/* Cross-fades from all: they stay within the layer of the new one, its priority and additive or not. */
#include "fade_fixture.h"

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

int main(void)
{
    RUN(a_layer_stays_when_another_one_changes);
    RUN(an_additive_clip_fades_from_additive_ones_alone);
    RUN(a_cross_fade_into_another_layer_ends_undisturbed);
    RUN(what_lies_below_has_what_is_left_to_it_until_it_goes);
    return test_end();
}
