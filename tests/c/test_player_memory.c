/* SPDX-License-Identifier: MIT */
/* One document, thousands of scenes: memory stays flat, and an update allocates nothing, whatever happens in
 * it. */
#include "player_fixture.h"

/* All that a player can do at once. */
static pav_result play_again(void *self, pav_player *player, const pav_player_event *event)
{
    (void)self;
    if (event->kind == PAV_EVENT_KIND_LOOPED && pav_player_playback(player, 8) == PAV_NONE) {
        return pav_player_play(player, event->clip,
                               &(pav_play_options){.fade = {.seconds = 0.3}, .cross_fade = true}, NULL, NULL);
    }
    return PAV_OK;
}

static void make_busy(const stage *on, const pav_mask *mask)
{
    const uint32_t move = clip(on, "Move");
    const pav_transition then = {
        .at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.8, .clip = move, .fade = {.seconds = 0.2}};
    CHECK(pav_player_add_event_callback(on->player, &(pav_event_callback){.fire = play_again}, NULL) ==
          PAV_OK);
    CHECK(pav_player_add_event(on->player,
                               &(pav_added_event){.clip = move, .name = "half", .by_ratio = true, .at = 0.5},
                               NULL, NULL) == PAV_OK);
    CHECK(pav_player_set_root_motion(on->player,
                                     &(pav_root_motion_options){CUBE, PAV_AXIS_FLAG_X, PAV_AXIS_FLAG_Z},
                                     NULL) == PAV_OK);
    play(on, "Move", &(pav_play_options){.then = &then, .fade = {.seconds = 0.5}});
    play(on, "Turn 90", &(pav_play_options){.additive = true, .mask = mask});
    play(on, "Stand", &(pav_play_options){.priority = 2, .mask = mask});
    const pav_target location = pav_scene_element_target(on->scene, CUBE, "location");
    CHECK(pav_scene_set_override(on->scene, location, (float[]){1, 2, 3}, 0) == PAV_OK);
}

static stage new_stage(pav_document *document, counting *counter)
{
    stage on;
    const pav_scene_options scene_options = {.allocator = counting_allocator(counter)};
    const pav_player_options options = {.allocator = counting_allocator(counter)};
    CHECK(pav_scene_create(document, &scene_options, &on.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on.scene, &options, &on.player, NULL) == PAV_OK);
    return on;
}

static void an_update_allocates_nothing(void)
{
    counting counter = {0};
    pav_document *document = fixture_document("playback");
    pav_mask *mask;
    CHECK(pav_mask_create(document, &(pav_mask_options){.weight = 0.5f}, &mask, NULL) == PAV_OK);
    stage on = new_stage(document, &counter), other = new_stage(document, &counter);
    CHECK(pav_scene_attach(on.scene, &(pav_socket){.scene = other.scene, .to = CUBE}, NULL, NULL) == PAV_OK);
    const size_t made = counter.made, held = counter.held;
    make_busy(&on, mask);
    pav_player_event event;
    size_t events = 0;
    for (int i = 0; i < 500; i++) {
        CHECK(pav_player_update(on.player, 0.07 * (i % 5), NULL) == PAV_OK);
        CHECK(pav_player_seek(on.player, pav_player_playback(on.player, 0), i * 0.3, true) == PAV_OK);
        while (i % 3 == 0 && pav_player_poll_event(on.player, &event)) {
            events++;
        }
    }
    CHECK(events > 100);
    CHECK(counter.made == made && counter.held == held);
    pav_mask_destroy(mask);
    close_stage(&on);
    close_stage(&other);
    CHECK(counter.held == 0);
    pav_document_destroy(document);
}

/* The document's own memory counts, too: nothing piles up in what scenes share. */
static void ten_thousand_players_leave_memory_flat(void)
{
    counting counter = {0};
    pav_document *document;
    const pav_load_options load = {.allocator = counting_allocator(&counter)};
    CHECK(pav_document_load_file("tests/c/fixtures/playback.pav", &load, &document, NULL) == PAV_OK);
    pav_mask *mask;
    const pav_mask_options options = {.allocator = counting_allocator(&counter), .weight = 0.5f};
    CHECK(pav_mask_create(document, &options, &mask, NULL) == PAV_OK);
    stage first = new_stage(document, &counter); /* Links the document for all. */
    close_stage(&first);
    const size_t held = counter.held;
    for (int i = 0; i < 10000; i++) {
        stage on = new_stage(document, &counter);
        make_busy(&on, mask);
        CHECK(pav_player_update(on.player, 0.9, NULL) == PAV_OK);
        close_stage(&on);
        if (!CHECK(counter.held == held)) {
            break;
        }
    }
    pav_mask_destroy(mask);
    pav_document_destroy(document);
    CHECK(counter.held == 0);
}

/* Many at once: a thousand characters.  What links is counted: only the first player does. */
static void a_thousand_scenes_are_linked_once(void)
{
    enum { COUNT = 1000 };
    counting counter = {0}, linking = {0};
    const pav_load_options load = {.allocator = counting_allocator(&linking)};
    pav_document *document;
    CHECK(pav_document_load_file("tests/c/fixtures/playback.pav", &load, &document, NULL) == PAV_OK);
    const size_t loaded = linking.made;
    stage *crowd = calloc(COUNT, sizeof *crowd);
    crowd[0] = new_stage(document, &counter);
    const size_t linked = linking.made;
    CHECK(linked > loaded);
    for (int i = 1; i < COUNT; i++) {
        crowd[i] = new_stage(document, &counter);
        CHECK(pav_player_binding(crowd[i].player) == pav_player_binding(crowd[0].player));
    }
    for (int i = 0; i < COUNT; i++) {
        play(&crowd[i], "Move", &(pav_play_options){.start = i / 1000.0});
        CHECK_NEAR(update_x(&crowd[i], 0), 24 * (i / 1000.0), 1e-4);
    }
    CHECK(linking.made == linked);
    for (int i = 0; i < COUNT; i++) {
        close_stage(&crowd[i]);
    }
    free(crowd);
    pav_document_destroy(document);
    CHECK(counter.held == 0 && linking.held == 0);
}

int main(void)
{
    RUN(an_update_allocates_nothing);
    RUN(ten_thousand_players_leave_memory_flat);
    RUN(a_thousand_scenes_are_linked_once);
    return test_end();
}
