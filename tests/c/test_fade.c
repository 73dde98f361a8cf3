/* SPDX-License-Identifier: MIT */
/* Fades and cross-fades: weights sum to 1, whatever ends, interrupts or comes in another order. */
#include "fade_fixture.h"

/* ---- To and from nothing ---- */

static void a_fade_in_shares_with_rest(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", &(pav_play_options){.fade = linear(2)});
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    CHECK_NEAR(update_x(&on, 0.5), 1 + (-5 - 1) * 0.25, 1e-6);
    CHECK_NEAR(state_of(&on, sink).effective_weight, 0.25, 0);
    CHECK_NEAR(state_of(&on, sink).fade_left, 1.5, 0);
    CHECK_NEAR(state_of(&on, sink).fade_target, 1, 0);
    CHECK_NEAR(update_x(&on, 1.5), -5, 0);
    CHECK(state_of(&on, sink).fade_left == 0 && !state_of(&on, sink).leaving);
    close_stage(&on);
}

static void a_fade_out_ends_the_playback(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", NULL);
    const pav_fade fade = linear(1);
    update_x(&on, 0);
    CHECK(pav_player_fade_out(on.player, sink, &fade) == PAV_OK);
    CHECK(state_of(&on, sink).leaving);
    CHECK_NEAR(update_x(&on, 0.75), 1 + (-5 - 1) * 0.25, 1e-6);
    CHECK_NEAR(update_x(&on, 0.75), 1, 0);
    CHECK_NEAR(update_x(&on, 0), 1, 0);
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    CHECK(pav_player_fade_out(on.player, sink, &fade) == PAV_ERROR_NAME);
    close_stage(&on);
}

static void a_fade_may_turn_back(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", &(pav_play_options){.fade = linear(1)});
    const pav_fade fade = linear(0.5);
    update_x(&on, 0.5);
    CHECK(pav_player_fade_out(on.player, PAV_ALL, &fade) == PAV_OK);
    update_x(&on, 0.25);
    CHECK_NEAR(fade_of(&on, sink), 0.25, 0);
    CHECK(pav_player_fade_in(on.player, sink, &fade) == PAV_OK);
    update_x(&on, 0.25);
    CHECK_NEAR(fade_of(&on, sink), 0.625, 0);
    CHECK_NEAR(update_x(&on, 5), -5, 0);
    CHECK_NEAR(update_x(&on, 5), -5, 0);
    close_stage(&on);
}

static void curves_bend_the_way_between(void)
{
    static const double half[] = {0.5, 0.5, 0.25, 0.75}, quarter[] = {0.25, 0.15625, 0.0625, 0.4375};
    for (int curve = 0; curve < 4; curve++) {
        stage on = open_stage(0);
        const pav_fade fade = {.seconds = 1, .curve = (pav_fade_curve)curve};
        const uint32_t sink = play(&on, "Sink", &(pav_play_options){.fade = fade});
        update_x(&on, 0.25);
        CHECK_NEAR(fade_of(&on, sink), quarter[curve], 0);
        update_x(&on, 0.25);
        CHECK_NEAR(fade_of(&on, sink), half[curve], 0);
        update_x(&on, 0.5);
        CHECK_NEAR(fade_of(&on, sink), 1, 0);
        close_stage(&on);
    }
}

static void updates_that_go_back_take_a_fade_back(void)
{
    stage on = open_stage(0);
    const uint32_t sink = play(&on, "Sink", &(pav_play_options){.fade = linear(1)});
    update_x(&on, 0.75);
    update_x(&on, -0.5);
    CHECK_NEAR(fade_of(&on, sink), 0.25, 0);
    update_x(&on, -5);
    CHECK_NEAR(fade_of(&on, sink), 0, 0);
    close_stage(&on);
}

/* ---- Cross-fades ---- */

static void a_cross_fade_gives_one_what_it_takes_from_the_other(void)
{
    for (int curve = 0; curve < 4; curve++) {
        stage on = open_stage(0);
        const uint32_t move = play(&on, "Pose", NULL),
                       sink = play(&on, "Sink", &(pav_play_options){.paused = true});
        const pav_fade fade = {.seconds = 0.7, .curve = (pav_fade_curve)curve};
        CHECK(pav_player_cross_fade(on.player, move, sink, &fade) == PAV_OK);
        for (int i = 0; i < 7; i++) {
            const double x = update_x(&on, 0.1), share = fade_of(&on, sink);
            CHECK_NEAR(effective_sum(&on), 1, 1e-12);
            CHECK_NEAR(x, 4 + (-5 - 4) * share, 1e-6); /* a float's rounding */
        }
        CHECK_NEAR(update_x(&on, 0.1), -5, 0);
        CHECK(pav_player_playback(on.player, 0) == sink && pav_player_playback(on.player, 1) == PAV_NONE);
        close_stage(&on);
    }
}

static void clips_that_end_in_their_fade_hold_their_end(void)
{
    for (int mode = PAV_PLAY_MODE_ONCE; mode <= PAV_PLAY_MODE_STAY; mode++) {
        stage on = open_stage(0);
        const pav_play_options options = {.mode_set = true, .mode = (pav_play_mode)mode, .fade = linear(4)};
        play(&on, "Move", &(pav_play_options){.mode_set = true, .mode = (pav_play_mode)mode, .start = 0.9});
        update_x(&on, 0);
        const uint32_t other = cross_fade(&on, "Move", &options);
        for (int i = 1; i < 32; i++) {
            update_x(&on, 0.125);
            CHECK_NEAR(effective_sum(&on), 1, 1e-12);
            CHECK_NEAR(fade_of(&on, other), i * 0.125 / 4, 1e-12);
        }
        CHECK_NEAR(update_x(&on, 0.125), 24, 0);
        CHECK_NEAR(update_x(&on, 0.125), mode == PAV_PLAY_MODE_ONCE ? 1 : 24, 0);
        close_stage(&on);
    }
}

static void a_third_interrupts_without_a_jump(void)
{
    stage on = open_stage(0);
    play(&on, "Sink", NULL);
    update_x(&on, 0);
    cross_fade(&on, "Pose", &(pav_play_options){.fade = linear(1)});
    const double before = update_x(&on, 0.5);
    CHECK_NEAR(before, (-5 + 4) / 2.0, 1e-6);
    const uint32_t third =
        cross_fade(&on, "Move", &(pav_play_options){.speed_set = true, .speed = 0, .fade = linear(2)});
    CHECK_NEAR(update_x(&on, 0), before, 0);
    for (int i = 1; i <= 8; i++) {
        CHECK_NEAR(update_x(&on, 0.25), before * (1 - i / 8.0), 1e-6);
        CHECK_NEAR(effective_sum(&on), 1, 1e-12);
    }
    update_x(&on, 0);
    CHECK(pav_player_playback(on.player, 0) == third && pav_player_playback(on.player, 1) == PAV_NONE);
    close_stage(&on);
}

static void back_to_where_it_came_from(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    const uint32_t sink = play(&on, "Sink", NULL);
    update_x(&on, 0);
    const uint32_t pose = cross_fade(&on, "Pose", &(pav_play_options){.fade = fade});
    update_x(&on, 0.25);
    CHECK(pav_player_cross_fade(on.player, pose, sink, &fade) == PAV_OK);
    update_x(&on, 0.5);
    CHECK_NEAR(fade_of(&on, sink), 0.875, 0);
    CHECK_NEAR(fade_of(&on, pose), 0.125, 0);
    CHECK_NEAR(update_x(&on, 0.5), -5, 0);
    CHECK(!state_of(&on, sink).leaving);
    close_stage(&on);
}

static void to_itself_nothing_changes(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    const uint32_t move = play(&on, "Move", NULL);
    update_x(&on, 0.25);
    CHECK(pav_player_cross_fade(on.player, move, move, &fade) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0.25), 12, 1e-6);
    CHECK(state_of(&on, move).fade == 1 && state_of(&on, move).fade_left == 0);
    close_stage(&on);
}

static void a_clip_fades_to_another_play_of_itself(void)
{
    stage on = open_stage(0);
    play(&on, "Move", &(pav_play_options){.start = 0.5});
    update_x(&on, 0);
    cross_fade(&on, "Move", &(pav_play_options){.fade = linear(0.25)});
    CHECK_NEAR(update_x(&on, 0.125), (15 + 3) / 2.0, 1e-5);
    CHECK_NEAR(update_x(&on, 0.125), 6, 1e-5);
    close_stage(&on);
}

static void finished_and_held_gives_all_to_the_next(void)
{
    stage on = open_stage(0);
    play_move(&on, PAV_PLAY_MODE_STAY, 1, 0);
    CHECK_NEAR(update_x(&on, 5), 24, 0);
    cross_fade(&on, "Sink", &(pav_play_options){.fade = linear(1)});
    CHECK_NEAR(update_x(&on, 0.5), (24 - 5) / 2.0, 1e-6);
    CHECK_NEAR(update_x(&on, 0.5), -5, 0);
    close_stage(&on);
}

static void two_priorities_play_at_the_higher_one_until_it_ends(void)
{
    static const int32_t priorities[][2] = {{0, 3}, {3, 0}, {-2, -1}};
    for (int i = 0; i < 3; i++) {
        stage on = open_stage(0);
        const pav_fade fade = linear(1);
        const uint32_t sink = play(&on, "Sink", &(pav_play_options){.priority = priorities[i][0]});
        update_x(&on, 0);
        const uint32_t pose = play(&on, "Pose", &(pav_play_options){.priority = priorities[i][1]});
        CHECK(pav_player_cross_fade(on.player, sink, pose, &fade) == PAV_OK);
        CHECK_NEAR(update_x(&on, 0.25), -5 + 9 * 0.25, 1e-6);
        CHECK_NEAR(update_x(&on, 0.5), -5 + 9 * 0.75, 1e-6);
        CHECK_NEAR(effective_sum(&on), 1, 1e-12);
        CHECK_NEAR(update_x(&on, 0.25), 4, 0);
        CHECK(state_of(&on, pose).priority == priorities[i][1]);
        /* Back at its own priority it yields to what lies between. */
        play(&on, "Sink", &(pav_play_options){.priority = priorities[i][1] + 1});
        CHECK_NEAR(update_x(&on, 0), -5, 0);
        close_stage(&on);
    }
}

static void one_that_was_just_started_comes_from_0(void)
{
    stage on = open_stage(0);
    const pav_fade fade = linear(1);
    const uint32_t sink = play(&on, "Sink", NULL);
    update_x(&on, 0);
    const uint32_t pose = play(&on, "Pose", NULL);
    CHECK(pav_player_cross_fade(on.player, sink, pose, &fade) == PAV_OK);
    CHECK(fade_of(&on, pose) == 0 && fade_of(&on, sink) == 1);
    CHECK_NEAR(update_x(&on, 0.25), -5 + 9 * 0.25, 1e-6);
    const uint32_t move = play(&on, "Move", &(pav_play_options){.speed_set = true});
    update_x(&on, 0); /* Shown in full. */
    CHECK(pav_player_cross_fade(on.player, pose, move, &fade) == PAV_OK);
    CHECK(fade_of(&on, move) == 1);
    close_stage(&on);
}

static void the_order_of_play_does_not_show_in_fades(void)
{
    static const char *const names[] = {"Turn 178", "Turn -178", "Turn 90"};
    float seen[6][4];
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int o = 0; o < 6; o++) {
        stage on = open_stage(0);
        uint32_t handles[3];
        for (int i = 0; i < 3; i++) {
            const int which = orders[o][i];
            handles[which] = play(&on, names[which], &(pav_play_options){.fade = linear(which ? 1 : 0)});
        }
        update_x(&on, 0.3);
        const pav_fade fade = linear(0.8);
        CHECK(pav_player_cross_fade(on.player, handles[0], handles[1], &fade) == PAV_OK);
        update_x(&on, 0.3);
        const pav_target rotation = pav_scene_element_target(on.scene, CUBE, "rotation");
        memcpy(seen[o], pav_scene_targets(on.scene, NULL) + rotation.first, sizeof seen[o]);
        CHECK(memcmp(seen[0], seen[o], sizeof seen[0]) == 0);
        close_stage(&on);
    }
}

static void from_178_to_minus_178_it_goes_the_short_way(void)
{
    stage on = open_stage(0);
    play(&on, "Turn 178", NULL);
    update_x(&on, 0);
    cross_fade(&on, "Turn -178", &(pav_play_options){.fade = linear(1)});
    const pav_target rotation = pav_scene_element_target(on.scene, CUBE, "rotation");
    for (int i = 1; i < 8; i++) {
        update_x(&on, 0.125);
        const float *q = pav_scene_targets(on.scene, NULL) + rotation.first;
        const double degrees = 2 * atan2((double)q[2], (double)q[3]) * 180 / acos(-1);
        CHECK(fabs(fabs(degrees) - 180) <= 2); /* never through 0 */
    }
    close_stage(&on);
}

static void a_fade_leaves_the_speed_alone(void)
{
    stage on = open_stage(0);
    const uint32_t move = play_move(&on, PAV_PLAY_MODE_LOOP, 0.5, 0);
    update_x(&on, 0.5);
    const uint32_t sink =
        cross_fade(&on, "Sink", &(pav_play_options){.speed_set = true, .speed = 3, .fade = linear(1)});
    update_x(&on, 0.5);
    CHECK_NEAR(state_of(&on, move).time, 0.5, 0);
    CHECK_NEAR(state_of(&on, move).speed, 0.5, 0);
    update_x(&on, 0.5);
    CHECK_NEAR(state_of(&on, sink).speed, 3, 0);
    CHECK_NEAR(state_of(&on, sink).time, 3, 0);
    close_stage(&on);
}

static void a_paused_playback_fades_too(void)
{
    stage on = open_stage(0);
    const uint32_t move = play(&on, "Move", NULL);
    update_x(&on, 0.25);
    CHECK(pav_player_set_paused(on.player, move, true) == PAV_OK);
    cross_fade(&on, "Sink", &(pav_play_options){.paused = true, .fade = linear(1)});
    CHECK_NEAR(update_x(&on, 0.5), (6 - 5) / 2.0, 1e-6);
    CHECK_NEAR(update_x(&on, 0.5), -5, 0);
    close_stage(&on);
}

static void what_cannot_fade_is_refused(void)
{
    stage on = open_stage(0);
    pav_error error;
    const uint32_t move = play(&on, "Move", NULL);
    const pav_fade bad[] = {linear(-1), linear((double)NAN), linear((double)INFINITY)}, good = linear(1);
    for (int i = 0; i < 3; i++) {
        CHECK(pav_player_fade_in(on.player, move, &bad[i]) == PAV_ERROR_VALUE);
        CHECK(pav_player_fade_out(on.player, move, &bad[i]) == PAV_ERROR_VALUE);
        CHECK(pav_player_cross_fade(on.player, PAV_ALL, move, &bad[i]) == PAV_ERROR_VALUE);
    }
    CHECK(pav_player_play(on.player, clip(&on, "Sink"), &(pav_play_options){.fade = bad[0]}, NULL, &error) ==
          PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "clip \"Sink\": a fade of -1 seconds");
    CHECK(pav_player_cross_fade(on.player, 77, move, &good) == PAV_ERROR_NAME);
    CHECK(pav_player_cross_fade(on.player, move, 77, &good) == PAV_ERROR_NAME);
    CHECK_NEAR(update_x(&on, 0.25), 6, 1e-6);
    close_stage(&on);
}

/* ---- Loops that are counted ---- */

static void a_counted_loop_holds_where_it_ends(void)
{
    static const struct {
        pav_play_mode mode;
        double speed, start, end;
    } cases[] = {
        {PAV_PLAY_MODE_LOOP, 1, 0, 24},      {PAV_PLAY_MODE_LOOP, 1, 0.25, 24},
        {PAV_PLAY_MODE_LOOP, -1, 1, 0},      {PAV_PLAY_MODE_LOOP, -1, 0, 0},
        {PAV_PLAY_MODE_LOOP, -1, 0.5, 0},    {PAV_PLAY_MODE_PING_PONG, 1, 0, 24},
        {PAV_PLAY_MODE_PING_PONG, -1, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        stage on = open_stage(0);
        const uint32_t move = play(&on, "Move",
                                   &(pav_play_options){.mode_set = true,
                                                       .mode = cases[i].mode,
                                                       .speed_set = true,
                                                       .speed = cases[i].speed,
                                                       .start = cases[i].start,
                                                       .loop_count = 3});
        const double partial = cases[i].start == 0.25 ? 0.75 : cases[i].start == 0.5 ? 0.5 : 1;
        update_x(&on, partial + 1.75);
        CHECK(!state_of(&on, move).finished && state_of(&on, move).loop_count == 3);
        CHECK_NEAR(update_x(&on, 0.25), cases[i].end, 0);
        CHECK(state_of(&on, move).finished);
        CHECK_NEAR(update_x(&on, 7.3), cases[i].end, 0);
        CHECK(pav_player_set_speed(on.player, move, -cases[i].speed) == PAV_OK);
        CHECK_NEAR(update_x(&on, 0.25), fabs(cases[i].end - 6), 1e-5);
        close_stage(&on);
    }
}

static void passes_are_counted(void)
{
    stage on = open_stage(0);
    const uint32_t move = play_move(&on, PAV_PLAY_MODE_PING_PONG, 1, 0);
    update_x(&on, 0.5);
    CHECK(state_of(&on, move).loops == 0);
    CHECK_NEAR(state_of(&on, move).ratio, 0.5, 0);
    update_x(&on, 2.75);
    CHECK(state_of(&on, move).loops == 3);
    CHECK_NEAR(state_of(&on, move).ratio, 0.75, 0);
    close_stage(&on);
}

static void from_a_held_end_it_runs_back_at_once(void)
{
    stage on = open_stage(0);
    const uint32_t move = play_move(&on, PAV_PLAY_MODE_STAY, 1, 0);
    update_x(&on, 50);
    CHECK(pav_player_set_speed(on.player, move, -1) == PAV_OK);
    CHECK_NEAR(update_x(&on, 0.25), 18, 1e-6);
    close_stage(&on);
}

int main(void)
{
    RUN(a_fade_in_shares_with_rest);
    RUN(a_fade_out_ends_the_playback);
    RUN(a_fade_may_turn_back);
    RUN(curves_bend_the_way_between);
    RUN(updates_that_go_back_take_a_fade_back);
    RUN(a_cross_fade_gives_one_what_it_takes_from_the_other);
    RUN(clips_that_end_in_their_fade_hold_their_end);
    RUN(a_third_interrupts_without_a_jump);
    RUN(back_to_where_it_came_from);
    RUN(to_itself_nothing_changes);
    RUN(a_clip_fades_to_another_play_of_itself);
    RUN(finished_and_held_gives_all_to_the_next);
    RUN(two_priorities_play_at_the_higher_one_until_it_ends);
    RUN(one_that_was_just_started_comes_from_0);
    RUN(the_order_of_play_does_not_show_in_fades);
    RUN(from_178_to_minus_178_it_goes_the_short_way);
    RUN(a_fade_leaves_the_speed_alone);
    RUN(a_paused_playback_fades_too);
    RUN(what_cannot_fade_is_refused);
    RUN(a_counted_loop_holds_where_it_ends);
    RUN(passes_are_counted);
    RUN(from_a_held_end_it_runs_back_at_once);
    return test_end();
}
