/* SPDX-License-Identifier: MIT */
/* What callbacks of events may do. */
#include "event_fixture.h"

#define ONCE PAV_PLAY_MODE_ONCE
#define STAY PAV_PLAY_MODE_STAY
#define LOOP PAV_PLAY_MODE_LOOP

typedef struct actor {
    drum *on;
    const char *at; /* The event that it acts at. */
    enum { STOP, PLAY, SEEK, REMOVE, FAIL, UPDATE, ADD, FORGET } act;
    uint32_t playback;
    uint32_t handle;
    int called;
    int destroyed;
} actor;

static pav_result act(void *self, pav_player *player, const pav_player_event *event)
{
    actor *who = self;
    pav_added_event added = {.clip = who->on->beat, .name = "new", .at = 0.75};
    if (strcmp(event->name, who->at) != 0) {
        return PAV_OK;
    }
    who->called++;
    switch (who->act) {
    case STOP:
        pav_player_stop(player, event->playback);
        return PAV_OK;
    case PLAY:
        return pav_player_play(player, who->on->beat, NULL, &who->playback, NULL);
    case SEEK:
        return pav_player_seek(player, event->playback, 0, true);
    case REMOVE:
        pav_player_remove_event_callback(player, who->handle);
        return PAV_OK;
    case FORGET:
        pav_player_remove_event(player, who->playback);
        return PAV_OK;
    case ADD:
        return pav_player_add_event(player, &added, NULL, NULL);
    case UPDATE:
        return pav_player_update(player, 0.1, NULL);
    default:
        return PAV_ERROR_NAME;
    }
}

static void count_destroyed(void *self)
{
    ((actor *)self)->destroyed++;
}

static void add_actor(drum *on, actor *who)
{
    who->on = on;
    CHECK(pav_player_add_event_callback(
              on->player, &(pav_event_callback){.fire = act, .destroy = count_destroyed, .self = who},
              &who->handle) == PAV_OK);
}

static void a_callback_may_stop_what_fires(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "half", .act = STOP};
    add_actor(&on, &who);
    beat(&on, LOOP, 1, 0);
    beat(&on, LOOP, 1, 0.75);
    CHECK_TEXT(step(&on, 1.25), " start end looped start half half");
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    close_drum(&on);
    CHECK(who.destroyed == 1);
}

static void the_next_callback_still_reads_what_was_stopped(void)
{
    drum on;
    open_drum(&on, &(pav_player_options){.event_capacity = 1}); /* the queue holds no second event */
    pav_document *library = beat_document();
    pav_binding *binding;
    actor stops = {.at = "half", .act = STOP}, reads = {.at = "half", .act = ADD};
    CHECK(pav_binding_create(library, on.document, NULL, &binding, NULL) == PAV_OK);
    add_actor(&on, &stops);
    add_actor(&on, &reads);
    CHECK(pav_player_play(on.player, on.beat, &(pav_play_options){.binding = binding}, NULL, NULL) == PAV_OK);
    pav_binding_destroy(binding);
    pav_document_destroy(library);
    CHECK_TEXT(step(&on, 0.75), " start half");
    CHECK(reads.called == 1);
    close_drum(&on);
}

static void an_added_event_holds_its_clips(void)
{
    drum on;
    open_drum(&on, NULL);
    pav_document *library = beat_document();
    pav_binding *binding;
    CHECK(pav_binding_create(library, on.document, NULL, &binding, NULL) == PAV_OK);
    const pav_added_event event = {.binding = binding, .clip = on.beat, .name = "theirs", .at = 0.25};
    CHECK(pav_player_add_event(on.player, &event, NULL, NULL) == PAV_OK);
    pav_binding_destroy(binding);
    pav_document_destroy(library);
    beat(&on, STAY, 1, 0);
    CHECK_TEXT(step(&on, 0.5), " start half"); /* a clip of that name, but of another document */
    close_drum(&on);
}

static void a_callback_may_play_at_finished_and_gets_one_event_per_end(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "finished", .act = PLAY};
    add_actor(&on, &who);
    beat(&on, ONCE, 1, 0);
    for (int i = 0; i < 8; i++) {
        step(&on, 0.25);
    }
    CHECK(who.called == 2); /* the first, and the one that it has started */
    close_drum(&on);
}

static void what_a_callback_seeks_through_is_for_the_next_update(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "end", .act = SEEK};
    add_actor(&on, &who);
    beat(&on, STAY, 1, 0);
    CHECK_TEXT(step(&on, 1), " start half end finished");
    CHECK_TEXT(step(&on, 0.5), " half start half");
    close_drum(&on);
}

static void also_where_a_paused_one_goes_on_the_same_way(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "half", .act = SEEK};
    add_actor(&on, &who);
    const uint32_t playback = beat(&on, STAY, 1, 0.75);
    step(&on, 0);
    CHECK(pav_player_set_paused(on.player, playback, true) == PAV_OK);
    CHECK(pav_player_seek(on.player, playback, 0.25, true) == PAV_OK);
    CHECK_TEXT(step(&on, 0), " half");
    CHECK_TEXT(step(&on, 0), " start");
    close_drum(&on);
}

static void an_event_that_is_removed_meanwhile_is_not_fired(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "half", .act = FORGET};
    const pav_added_event added = {.clip = on.beat, .name = "mine", .at = 0.75};
    CHECK(pav_player_add_event(on.player, &added, &who.playback, NULL) == PAV_OK);
    add_actor(&on, &who);
    beat(&on, STAY, 1, 0);
    beat(&on, STAY, 1, 0.625); /* its next event is the removed one, when that is removed */
    CHECK_TEXT(step(&on, 0.125), " start mine");
    CHECK_TEXT(step(&on, 0.625), " end finished half");
    close_drum(&on);
}

static void a_callback_may_remove_itself(void)
{
    drum on;
    open_drum(&on, &(pav_player_options){.event_callback_capacity = 2});
    actor who = {.at = "half", .act = REMOVE};
    add_actor(&on, &who);
    CHECK(pav_player_add_event_callback(on.player, &(pav_event_callback){.fire = act, .self = &who}, NULL) ==
          PAV_ERROR_FULL);
    beat(&on, LOOP, 1, 0);
    step(&on, 5);
    CHECK(who.called == 1 && who.destroyed == 1);
    actor next = {.at = "half", .act = STOP};
    add_actor(&on, &next);
    pav_player_remove_event_callback(on.player, who.handle);
    close_drum(&on);
    CHECK(who.destroyed == 1 && next.destroyed == 1);
}

static void a_callback_that_fails_stops_no_other(void)
{
    drum on;
    pav_error error = {0};
    open_drum(&on, NULL);
    actor fails = {.at = "half", .act = FAIL}, after = {.at = "end", .act = ADD};
    add_actor(&on, &fails);
    add_actor(&on, &after);
    beat(&on, LOOP, 1, 0);
    CHECK(pav_player_update(on.player, 1, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "event \"half\" of playback 0: its callback failed with result 5");
    CHECK(after.called == 1);
    CHECK_TEXT(on.told, " start half end looped start");
    CHECK(pav_player_update(on.player, 0.75, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(on.told, " start half end looped start half new"); /* that was added */
    close_drum(&on);
}

static void an_update_inside_an_event_is_refused(void)
{
    drum on;
    open_drum(&on, NULL);
    actor who = {.at = "half", .act = UPDATE};
    add_actor(&on, &who);
    const uint32_t playback = beat(&on, LOOP, 1, 0);
    CHECK(pav_player_update(on.player, 0.75, NULL) == PAV_ERROR_CALLBACK);
    pav_playback_state state;
    CHECK(pav_player_get(on.player, playback, &state) == PAV_OK && state.time == 0.75);
    close_drum(&on);
}

static void a_step_that_is_not_finite_fires_nothing(void)
{
    drum on;
    open_drum(&on, NULL);
    beat(&on, LOOP, 1, 0);
    CHECK(pav_player_update(on.player, (double)INFINITY, NULL) == PAV_ERROR_VALUE);
    CHECK(pav_player_update(on.player, (double)NAN, NULL) == PAV_ERROR_VALUE);
    CHECK_TEXT(on.told, "");
    CHECK_TEXT(step(&on, 0.5), " start half");
    close_drum(&on);
}

int main(void)
{
    RUN(a_callback_may_stop_what_fires);
    RUN(the_next_callback_still_reads_what_was_stopped);
    RUN(an_added_event_holds_its_clips);
    RUN(a_callback_may_play_at_finished_and_gets_one_event_per_end);
    RUN(what_a_callback_seeks_through_is_for_the_next_update);
    RUN(also_where_a_paused_one_goes_on_the_same_way);
    RUN(an_event_that_is_removed_meanwhile_is_not_fired);
    RUN(a_callback_may_remove_itself);
    RUN(a_callback_that_fails_stops_no_other);
    RUN(an_update_inside_an_event_is_refused);
    RUN(a_step_that_is_not_finite_fires_nothing);
    return test_end();
}
