/* SPDX-License-Identifier: MIT */
/* Everything that is told to a player and a scene can be read back. */
#include "player_fixture.h"

static void all_of_a_playback(void)
{
    stage on = open_stage(0);
    const pav_binding *own = pav_player_binding(on.player);
    const uint32_t move = clip(&on, "Move");
    pav_mask *mask;
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(on.scene);
    CHECK(pav_mask_create(document, &(pav_mask_options){.weight = 0.25f}, &mask, NULL) == PAV_OK);
    play(&on, "Sink", &(pav_play_options){.priority = 2, .weight_set = true, .weight = 0.5f});
    const uint32_t playback = play(&on, "Move",
                                   &(pav_play_options){.mode_set = true,
                                                       .mode = PAV_PLAY_MODE_PING_PONG,
                                                       .weight_set = true,
                                                       .weight = 0.75f,
                                                       .priority = 1,
                                                       .speed_set = true,
                                                       .speed = 0.5,
                                                       .start = 1,
                                                       .loop_count = 3,
                                                       .owner = "Cube",
                                                       .mask = mask,
                                                       .fade = {2, PAV_FADE_CURVE_EASE_OUT}});
    CHECK(pav_player_update(on.player, 0.5, NULL) == PAV_OK);
    const pav_playback_state state = state_of(&on, playback);
    const double fade = 0.25 * (2 - 0.25);
    CHECK(state.clip == move && state.binding == own && state.mask == mask);
    CHECK_TEXT(state.owner, "Cube");
    CHECK(state.mode == PAV_PLAY_MODE_PING_PONG && state.time == 1.25 && state.clip_time == 0.75);
    CHECK(state.ratio == 0.75 && state.speed == 0.5 && state.loops == 1 && state.loop_count == 3);
    CHECK(state.weight == 0.75f && state.priority == 1 && state.effective_priority == 1);
    CHECK(state.fade == fade && state.fade_target == 1 && state.fade_left == 1.5);
    CHECK(state.fade_curve == PAV_FADE_CURVE_EASE_OUT && !state.leaving && !state.paused && !state.finished);
    CHECK_NEAR(state.effective_weight, 0.5 * 0.75 * fade, 1e-15);
    CHECK(!state.additive && !state.reference_set && state.reference == 0);
    const uint32_t added =
        play(&on, "Move",
             &(pav_play_options){.additive = true, .reference_set = true, .reference = 0.5, .paused = true});
    CHECK(pav_player_fade_out(on.player, added, &(pav_fade){4, PAV_FADE_CURVE_SMOOTH}) == PAV_OK);
    const pav_playback_state other = state_of(&on, added);
    CHECK(other.additive && other.reference_set && other.reference == 0.5 && other.paused && !other.owner);
    CHECK(other.leaving && other.fade == 1 && other.fade_target == 0 && other.fade_left == 4);
    CHECK(other.fade_curve == PAV_FADE_CURVE_SMOOTH && !other.mask);
    CHECK(pav_player_playback(on.player, 1) == playback && pav_player_playback(on.player, 2) == added);
    CHECK(pav_player_playback(on.player, 3) == PAV_NONE);
    pav_mask_destroy(mask);
    close_stage(&on);
}

static void what_comes_next_and_what_was_added(void)
{
    stage on = open_stage(0);
    const uint32_t move = clip(&on, "Move"), sink = clip(&on, "Sink");
    uint32_t handle;
    const pav_added_event late = {.clip = move, .name = "late", .by_ratio = true, .at = 0.75};
    CHECK(pav_player_add_event(on.player, &late, &handle, NULL) == PAV_OK);
    pav_added_event added;
    CHECK(pav_player_added_event(on.player, 0, &added) == handle && added.clip == move && added.at == 0.75);
    CHECK_TEXT(added.name, "late");
    CHECK(pav_player_added_event(on.player, 1, NULL) == PAV_NONE);
    const pav_transition then = {.at = PAV_TRANSITION_MOMENT_EVENT,
                                 .event = "late",
                                 .clip = sink,
                                 .fade = {0.5, PAV_FADE_CURVE_SMOOTH},
                                 .mode_set = true,
                                 .mode = PAV_PLAY_MODE_LOOP,
                                 .speed_set = true,
                                 .speed = 2,
                                 .start = 0.25,
                                 .loop_count = 4};
    const uint32_t playback = play(&on, "Move", &(pav_play_options){.then = &then});
    pav_transition next;
    CHECK(pav_player_transition(on.player, playback, 0, &next));
    CHECK_TEXT(next.event, "late");
    CHECK(next.at == then.at && next.clip == sink && next.fade.seconds == 0.5 && next.mode == then.mode);
    CHECK(next.fade.curve == then.fade.curve && next.speed == 2 && next.start == 0.25 &&
          next.loop_count == 4);
    CHECK(!pav_player_transition(on.player, playback, 1, &next));
    pav_root_motion_options root = {.node = CUBE, .location = PAV_AXIS_FLAG_X};
    CHECK(pav_player_set_root_motion(on.player, &root, NULL) == PAV_OK);
    root = (pav_root_motion_options){.node = PAV_NONE};
    CHECK(pav_player_root_motion_options(on.player, &root));
    CHECK(root.node == CUBE && root.location == PAV_AXIS_FLAG_X && root.turn == 0);
    CHECK(pav_player_event_overflow(on.player) == 0 && pav_player_scene(on.player) == on.scene);
    close_stage(&on);
}

/* Of each channel: whether it is bound, and to how many targets. */
static void what_is_bound(void)
{
    stage on = open_stage(0);
    const pav_binding *binding = pav_player_binding(on.player);
    uint32_t bound = 0, missed = 0;
    char text[256];
    for (uint32_t i = 0; i < pav_binding_link_count(binding); i++) {
        const pav_link link = pav_binding_link(binding, i);
        const bool is_bound = link.status == PAV_LINK_BOUND;
        CHECK(is_bound == (link.target_count > 0));
        pav_binding_describe(binding, i, text, sizeof text);
        CHECK(*text != '\0');
        bound += is_bound;
        missed += !is_bound;
    }
    CHECK(bound > 0 && missed > 0);
    CHECK(pav_binding_clips(binding) == pav_scene_document(on.scene));
    close_stage(&on);
}

int main(void)
{
    RUN(all_of_a_playback);
    RUN(what_comes_next_and_what_was_added);
    RUN(what_is_bound);
    return test_end();
}
