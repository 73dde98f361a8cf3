/* SPDX-License-Identifier: MIT */
/* Events: which are fired, in which order, and the queue. */
#include "event_fixture.h"

#define ONCE PAV_PLAY_MODE_ONCE
#define STAY PAV_PLAY_MODE_STAY
#define LOOP PAV_PLAY_MODE_LOOP
#define TURN PAV_PLAY_MODE_PING_PONG

/* ---- Which, and in which order ---- */

static void every_mode_fires_each_moment_once(void)
{
    static const struct {
        pav_play_mode mode;
        double speed, start, step;
        const char *told;
    } cases[] = {
        {ONCE, 1, 0, 0, " start"},
        {ONCE, 1, 0, 5, " start half end finished"},
        {STAY, 2, 0, 0.25, " start half"},
        {STAY, -1, 1, 5, " end half start finished"},
        {STAY, 1, -0.5, 0.25, ""},
        {STAY, 1, -0.5, 0.5, " start"},
        {STAY, 1, 3, 1, " finished"},
        {LOOP, 1, 0, 1, " start half end looped start"},
        {LOOP, 1, 0, 1.75, " start half end looped start half"},
        {LOOP, -1, 0, 1, " end half start looped end"},
        {LOOP, -1, 1, 0.5, " end half"},
        {LOOP, 1, 0.25, 0.25, " half"},
        {LOOP, 0, 0, 1, " start"},
        {TURN, 1, 0, 1, " start half end looped"},
        {TURN, 1, 0, 2.5, " start half end looped half start looped half"},
        {TURN, -1, 0, 1, " start half end looped"},
        {TURN, 1, 1, 1, " end half start looped"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        drum on;
        open_drum(&on, NULL);
        beat(&on, cases[i].mode, cases[i].speed, cases[i].start);
        CHECK_TEXT(step(&on, cases[i].step), cases[i].told);
        CHECK_TEXT(step(&on, 0), "");
        close_drum(&on);
    }
}

static void landing_on_a_moment_and_leaving_it_fires_once(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t playback = beat(&on, LOOP, 1, 0.25);
    CHECK_TEXT(step(&on, 0.25), " half");
    CHECK_TEXT(step(&on, 0.25), "");
    CHECK(pav_player_set_speed(on.player, playback, -1) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), " half");
    CHECK(pav_player_set_speed(on.player, playback, 1) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), "");
    close_drum(&on);
}

static void ten_steps_of_a_tenth_come_to_the_end(void)
{
    drum on;
    open_drum(&on, NULL);
    beat(&on, LOOP, 1, 0);
    char all[256] = "";
    for (int i = 0; i < 30; i++) {
        strcat(all, step(&on, 0.1));
    }
    CHECK_TEXT(all, " start half end looped start half end looped start half end looped start");
    close_drum(&on);
}

static void a_clip_of_one_frame_fires_when_it_starts(void)
{
    static const char *const told[] = {" now finished", " now finished", " now", " now"};
    for (int mode = (int)ONCE; mode <= (int)TURN; mode++) {
        drum on;
        open_drum(&on, NULL);
        const pav_play_options options = {.mode_set = true, .mode = (pav_play_mode)mode};
        CHECK(pav_player_play(on.player, on.still, &options, NULL, NULL) == PAV_OK);
        CHECK_TEXT(step(&on, 0.5), told[mode]);
        CHECK_TEXT(step(&on, 0.5), "");
        close_drum(&on);
    }
}

static void a_counted_loop_finishes_in_place_of_looping(void)
{
    drum on;
    open_drum(&on, NULL);
    const pav_play_options options = {.mode_set = true, .mode = LOOP, .loop_count = 2};
    CHECK(pav_player_play(on.player, on.beat, &options, NULL, NULL) == PAV_OK);
    CHECK_TEXT(step(&on, 9), " start half end looped start half end finished");
    CHECK_TEXT(step(&on, 9), "");
    close_drum(&on);
}

static void finished_is_told_once_per_end(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t playback = beat(&on, STAY, 1, 0.75);
    CHECK_TEXT(step(&on, 0.25), " end finished");
    CHECK_TEXT(step(&on, 0.25), "");
    CHECK(pav_player_set_speed(on.player, playback, 2) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), "");
    CHECK(pav_player_set_speed(on.player, playback, -1) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), "");
    CHECK(pav_player_set_speed(on.player, playback, 1) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), " end finished");
    close_drum(&on);
}

static void a_paused_playback_departs_when_it_goes_on(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t playback = beat(&on, LOOP, 1, 0);
    CHECK(pav_player_set_paused(on.player, playback, true) == PAV_OK);
    CHECK_TEXT(step(&on, 1), "");
    CHECK(pav_player_set_paused(on.player, playback, false) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), " start");
    close_drum(&on);
}

/* ---- Steps of any size ---- */

static void what_has_faded_away_fires_nothing_more(void)
{
    static const struct {
        pav_play_mode mode;
        double speed, start, fade;
        const char *told;
    } cases[] = {
        {LOOP, 1, 0, 2.25, " start half end looped start half end looped start"},
        {LOOP, 1, 0, 0.5, " start half"},
        {LOOP, -1, 1, 0.75, " end half"},
        {LOOP, 4, 0.25, 0.25, " half end looped start"},
        {TURN, 1, 0, 1.75, " start half end looped half"},
        {STAY, 1, 0, 0.75, " start half"},
        {STAY, 1, 0, 2, " start half end finished"},
    };
    static const int counts[] = {1, 3, 24, 1000};
    for (size_t i = 0; i < 4 * sizeof cases / sizeof *cases; i++) {
        drum on;
        open_drum(&on, NULL);
        char all[256] = "";
        const pav_fade fade = {.seconds = cases[i / 4].fade};
        const uint32_t playback = beat(&on, cases[i / 4].mode, cases[i / 4].speed, cases[i / 4].start);
        CHECK(pav_player_fade_out(on.player, playback, &fade) == PAV_OK);
        for (int each = 0; each < counts[i % 4]; each++) {
            strcat(all, step(&on, 3.0 / counts[i % 4]));
        }
        CHECK_TEXT(all, cases[i / 4].told);
        CHECK_TEXT(step(&on, 0), "");
        CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
        close_drum(&on);
    }
}

static void it_stands_where_it_was_when_it_had_faded_out(void)
{
    drum on;
    open_drum(&on, NULL);
    pav_playback_state state;
    const uint32_t playback = beat(&on, LOOP, 2, 0);
    CHECK(pav_player_fade_out(on.player, playback, &(pav_fade){.seconds = 0.625}) == PAV_OK);
    step(&on, 10);
    CHECK(pav_player_get(on.player, playback, &state) == PAV_OK && state.time == 1.25 && state.fade == 0);
    close_drum(&on);
}

static void events_of_several_come_in_the_order_of_time(void)
{
    drum on;
    open_drum(&on, NULL);
    const pav_added_event added = {.clip = on.still, .name = "later", .at = 0};
    CHECK(pav_player_add_event(on.player, &added, NULL, NULL) == PAV_OK);
    beat(&on, STAY, 0.5, 0);
    beat(&on, STAY, -1, 1);
    CHECK(pav_player_play(on.player, on.still, NULL, NULL, NULL) == PAV_OK);
    /* start 0, half 1, end 2; end 0, half 0.5, start 1; now 0: at one moment as they were started */
    CHECK_TEXT(step(&on, 2), " start end now later finished half half start finished end finished");
    close_drum(&on);
}

/* ---- Seeking ---- */

static void seeking_fires_or_not_as_asked(void)
{
    drum on;
    open_drum(&on, NULL);
    const uint32_t playback = beat(&on, LOOP, 1, 0);
    step(&on, 0);
    CHECK(pav_player_seek(on.player, playback, 0.75, false) == PAV_OK);
    CHECK_TEXT(step(&on, 0), "");
    CHECK(pav_player_seek(on.player, playback, 0.25, true) == PAV_OK);
    CHECK_TEXT(step(&on, 0), " half");
    CHECK(pav_player_seek(on.player, playback, 2.5, true) == PAV_OK);
    CHECK_TEXT(step(&on, 0.5), " half end looped start half end looped start half end looped start");
    CHECK(pav_player_seek(on.player, playback, 0.5, false) == PAV_OK);
    CHECK_TEXT(step(&on, 0.25), "");
    CHECK(pav_player_seek(on.player, playback, (double)NAN, true) == PAV_ERROR_VALUE);
    CHECK(pav_player_seek(on.player, 99, 0, true) == PAV_ERROR_NAME);
    close_drum(&on);
}

static void stepping_by_hand_fires_the_same(void)
{
    for (int mode = (int)ONCE; mode <= (int)TURN; mode++) {
        drum on;
        open_drum(&on, NULL);
        char played[1024] = "", stepped[1024] = "";
        const uint32_t one = beat(&on, (pav_play_mode)mode, 1, 0);
        for (int i = 1; i < 40; i++) {
            strcat(played, step(&on, 0.07));
        }
        pav_player_stop(on.player, one);
        const uint32_t two = beat(&on, (pav_play_mode)mode, 0, 0);
        step(&on, 0);
        strcat(stepped, on.told);
        CHECK(pav_player_set_speed(on.player, two, 1) == PAV_OK);
        CHECK(pav_player_set_paused(on.player, two, true) == PAV_OK);
        double time = 0;
        for (int i = 1; i < 40; i++) {
            time += 0.07;
            CHECK(pav_player_seek(on.player, two, time, true) == PAV_OK);
            strcat(stepped, step(&on, 0));
        }
        CHECK_TEXT(stepped, played);
        close_drum(&on);
    }
}

static void more_ways_than_fit_are_refused(void)
{
    drum on;
    open_drum(&on, &(pav_player_options){.playback_capacity = 1});
    const uint32_t playback = beat(&on, LOOP, 1, 0.25);
    step(&on, 0);
    CHECK(pav_player_seek(on.player, playback, 0.75, true) == PAV_OK);
    CHECK(pav_player_seek(on.player, playback, 0.8, true) == PAV_OK); /* the same way */
    CHECK(pav_player_seek(on.player, playback, 0.25, true) == PAV_OK);
    CHECK(pav_player_seek(on.player, playback, 0.75, true) == PAV_ERROR_FULL);
    pav_playback_state state;
    CHECK(pav_player_get(on.player, playback, &state) == PAV_OK && state.time == 0.25);
    CHECK_TEXT(step(&on, 0.5), " half half half");
    CHECK(pav_player_seek(on.player, playback, 0.25, true) == PAV_OK);
    close_drum(&on);
}

/* ---- Added events ---- */

static void added_events_take_their_place(void)
{
    drum on;
    open_drum(&on, NULL);
    uint32_t late, half;
    const pav_added_event added[] = {{.clip = on.beat, .name = "late", .by_ratio = true, .at = 0.75},
                                     {.clip = on.beat, .name = "also half", .at = 0.5},
                                     {.clip = on.still, .name = "elsewhere", .at = 0}};
    CHECK(pav_player_add_event(on.player, &added[0], &late, NULL) == PAV_OK);
    CHECK(pav_player_add_event(on.player, &added[1], &half, NULL) == PAV_OK);
    CHECK(pav_player_add_event(on.player, &added[2], NULL, NULL) == PAV_OK);
    beat(&on, TURN, 1, 0);
    CHECK_TEXT(step(&on, 2), " start half also half late end looped late also half half start looped");
    pav_player_remove_event(on.player, late);
    pav_player_remove_event(on.player, late);
    CHECK_TEXT(step(&on, 1), " half also half end looped");
    close_drum(&on);
}

static void added_events_are_read_back(void)
{
    drum on;
    open_drum(&on, NULL);
    pav_added_event read;
    uint32_t late, soon;
    const pav_added_event added[] = {{.clip = on.beat, .name = "late", .by_ratio = true, .at = 0.75},
                                     {.clip = on.beat, .name = "soon", .at = 0.5}};
    CHECK(pav_player_add_event(on.player, &added[0], &late, NULL) == PAV_OK);
    CHECK(pav_player_add_event(on.player, &added[1], &soon, NULL) == PAV_OK);
    CHECK(pav_player_added_event(on.player, 0, &read) == soon && read.at == 0.5 && read.clip == on.beat);
    CHECK(pav_player_added_event(on.player, 1, &read) == late && read.at == 0.75);
    CHECK_TEXT(read.name, "late");
    CHECK(read.binding == pav_player_binding(on.player));
    CHECK(pav_player_added_event(on.player, 2, NULL) == PAV_NONE);
    close_drum(&on);
}

static void what_cannot_be_added_is_refused(void)
{
    drum on;
    pav_error error;
    uint32_t handle;
    open_drum(&on, &(pav_player_options){.added_event_capacity = 1});
    pav_added_event event = {.clip = on.beat, .name = "x", .at = 1.5};
    CHECK(pav_player_add_event(on.player, &event, &handle, &error) == PAV_ERROR_VALUE && handle == PAV_NONE);
    CHECK_TEXT(error.message, "event \"x\": 1.5 seconds into clip \"Beat\" of 1 seconds");
    event.at = (double)NAN;
    CHECK(pav_player_add_event(on.player, &event, &handle, NULL) == PAV_ERROR_VALUE);
    event = (pav_added_event){.clip = 7, .name = "x"};
    CHECK(pav_player_add_event(on.player, &event, &handle, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "event \"x\": no clip 7 among the 2 of the document: \"Beat\", \"Still\"");
    event.clip = pav_document_find_clip(on.document, "Beet");
    CHECK(pav_player_add_event(on.player, &event, NULL, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message,
               "event \"x\": no clip of that name among the 2 of the document: \"Beat\", \"Still\"");
    event.clip = on.beat;
    CHECK(pav_player_add_event(on.player, &event, &handle, NULL) == PAV_OK);
    CHECK(pav_player_add_event(on.player, &event, NULL, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "event \"x\": 1 are there already");
    close_drum(&on);
}

/* ---- The queue ---- */

static void the_queue_holds_what_was_fired(void)
{
    drum on;
    open_drum(&on, NULL);
    pav_player_event event;
    uint32_t mine;
    const pav_added_event added = {.clip = on.beat, .name = "mine", .at = 0.25};
    CHECK(pav_player_add_event(on.player, &added, &mine, NULL) == PAV_OK);
    const uint32_t playback = beat(&on, LOOP, -1, 0.5);
    step(&on, 0.75);
    pav_player_remove_event(on.player, mine);
    pav_player_stop(on.player, PAV_ALL);
    CHECK(pav_player_poll_event(on.player, &event) && event.kind == PAV_EVENT_KIND_MARKER);
    CHECK(event.index == 2 && event.playback == playback && event.clip == on.beat && event.backwards);
    CHECK_TEXT(event.name, "half");
    CHECK(event.time == 0.5 && event.clip_time == 0.5 && event.binding == pav_player_binding(on.player));
    CHECK(pav_player_poll_event(on.player, &event) && event.kind == PAV_EVENT_KIND_ADDED &&
          event.index == mine);
    CHECK_TEXT(event.name, "mine");
    CHECK(pav_player_poll_event(on.player, &event) && event.index == 1);
    CHECK(pav_player_poll_event(on.player, &event) && event.kind == PAV_EVENT_KIND_LOOPED);
    CHECK(event.time == 0 && event.index == PAV_NONE);
    CHECK(pav_player_poll_event(on.player, &event) && event.index == 3 && event.clip_time == 1 &&
          event.time == 0);
    CHECK(!pav_player_poll_event(on.player, &event));
    close_drum(&on);
}

static void a_full_queue_counts_what_it_loses(void)
{
    drum on;
    open_drum(&on, &(pav_player_options){.event_capacity = 3});
    pav_player_event event;
    beat(&on, LOOP, 1, 0);
    CHECK_TEXT(step(&on, 1), " start half end looped start"); /* callbacks lose nothing */
    CHECK(pav_player_event_overflow(on.player) == 2);
    CHECK(pav_player_poll_event(on.player, &event));
    step(&on, 0.5);
    CHECK(pav_player_event_overflow(on.player) == 2);
    static const char *const left[] = {"half", "end", "half"};
    for (int i = 0; i < 3; i++) {
        CHECK(pav_player_poll_event(on.player, &event));
        CHECK_TEXT(event.name, left[i]);
    }
    CHECK(!pav_player_poll_event(on.player, &event));
    close_drum(&on);
}

typedef struct tally {
    double fired;
    double skipped;
    bool finished;
} tally;

static pav_result count_event(void *self, pav_player *player, const pav_player_event *event)
{
    (void)player;
    tally *counted = self;
    counted->fired += event->kind != PAV_EVENT_KIND_SKIPPED && event->kind != PAV_EVENT_KIND_FINISHED;
    counted->skipped += event->skipped;
    counted->finished = counted->finished || event->kind == PAV_EVENT_KIND_FINISHED;
    return PAV_OK;
}

static void more_than_the_limit_is_one_event(void)
{
    for (int backwards = 0; backwards < 2; backwards++) {
        drum on;
        tally counted = {.fired = 0};
        open_drum(&on, NULL);
        CHECK(pav_player_add_event_callback(
                  on.player, &(pav_event_callback){.fire = count_event, .self = &counted}, NULL) == PAV_OK);
        beat(&on, LOOP, backwards ? -1 : 1, 0);
        beat(&on, STAY, 1, 0);
        step(&on, 1e6); /* 1 + 4e6 of the loop, 3 of the other */
        CHECK(counted.fired == PAV_EVENT_LIMIT && counted.finished);
        CHECK_NEAR(counted.skipped, 4e6 + 4 - PAV_EVENT_LIMIT, 0);
        counted = (tally){.fired = 0};
        step(&on, 0.5);
        CHECK(counted.fired == 1 && counted.skipped == 0);
        step(&on, 1e300);
        CHECK(counted.skipped > 1e300);
        step(&on, 1e299);
        close_drum(&on);
    }
}

int main(void)
{
    RUN(every_mode_fires_each_moment_once);
    RUN(landing_on_a_moment_and_leaving_it_fires_once);
    RUN(ten_steps_of_a_tenth_come_to_the_end);
    RUN(a_clip_of_one_frame_fires_when_it_starts);
    RUN(a_counted_loop_finishes_in_place_of_looping);
    RUN(finished_is_told_once_per_end);
    RUN(a_paused_playback_departs_when_it_goes_on);
    RUN(what_has_faded_away_fires_nothing_more);
    RUN(it_stands_where_it_was_when_it_had_faded_out);
    RUN(events_of_several_come_in_the_order_of_time);
    RUN(seeking_fires_or_not_as_asked);
    RUN(stepping_by_hand_fires_the_same);
    RUN(more_ways_than_fit_are_refused);
    RUN(added_events_take_their_place);
    RUN(added_events_are_read_back);
    RUN(what_cannot_be_added_is_refused);
    RUN(the_queue_holds_what_was_fired);
    RUN(a_full_queue_counts_what_it_loses);
    RUN(more_than_the_limit_is_one_event);
    return test_end();
}
