/* SPDX-License-Identifier: MIT */
/* Automatic transitions: they begin at their moment, whatever the step. */
#include "scene_fixture.h"

/* "Attack": a second, x is the frame from 0 to 24, an event "hit" at frame 6.  "Idle" stands at x = 100. */
typedef struct fight {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    uint32_t attack;
    uint32_t idle;
} fight;

static uint32_t add_clip(pav_builder *builder, const char *name, pav_play_mode mode, float first, float last)
{
    const uint32_t clip = pav_builder_add_clip(
        builder, &(pav_build_clip){.name = name, .mode_set = true, .mode = mode, .fps = 24, .frame_end = 24});
    const pav_build_key keys[] = {{.value = first, .interpolation = PAV_INTERPOLATION_LINEAR},
                                  {.frame = 24, .value = last, .interpolation = PAV_INTERPOLATION_LINEAR}};
    const pav_build_component x = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2};
    pav_builder_add_channel(builder, clip,
                            &(pav_build_channel){.kind = PAV_TARGET_KIND_OBJECT,
                                                 .owner = "Box",
                                                 .element = "location",
                                                 .components = &x,
                                                 .component_count = 1});
    return clip;
}

static fight open_fight(const pav_player_options *options)
{
    fight on;
    pav_builder *builder;
    pav_error error;
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Box"});
    const uint32_t attack = add_clip(builder, "Attack", PAV_PLAY_MODE_ONCE, 0, 24);
    pav_builder_add_event(builder, attack, "hit", 6);
    pav_builder_add_event(builder, attack, "late", 18);
    add_clip(builder, "Idle", PAV_PLAY_MODE_LOOP, 100, 100);
    if (!CHECK(pav_builder_finish(builder, &on.document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    CHECK(pav_scene_create(on.document, NULL, &on.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(on.scene, options, &on.player, NULL) == PAV_OK);
    on.attack = pav_document_find_clip(on.document, "Attack");
    on.idle = pav_document_find_clip(on.document, "Idle");
    return on;
}

static void close_fight(fight *on)
{
    pav_player_destroy(on->player);
    pav_scene_destroy(on->scene);
    pav_document_destroy(on->document);
}

static double update(fight *on, double seconds)
{
    pav_error error = {0};
    if (!CHECK(pav_player_update(on->player, seconds, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return (double)pav_scene_world_matrices(on->scene)[12];
}

static pav_playback_state at(const fight *on, uint32_t position)
{
    pav_playback_state state;
    CHECK(pav_player_get(on->player, pav_player_playback(on->player, position), &state) == PAV_OK);
    return state;
}

static uint32_t attack(fight *on, const pav_play_options *options)
{
    uint32_t playback;
    pav_error error = {0};
    if (!CHECK(pav_player_play(on->player, on->attack, options, &playback, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
    }
    return playback;
}

static void attack_and_at_a_ratio_back_to_idle_is_one_call(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {
        .at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.75, .clip = on.idle, .fade = {.seconds = 0.5}};
    attack(&on, &(pav_play_options){.then = &back});
    CHECK_NEAR(update(&on, 0.5), 12, 1e-5);
    CHECK_NEAR(update(&on, 0.25), 18, 1e-5); /* it begins at 0 */
    CHECK_NEAR(update(&on, 0.125), (21 * 0.75) + 25, 1e-4);
    CHECK_NEAR(update(&on, 0.125), (24 * 0.5) + 50, 1e-4);
    CHECK_NEAR(update(&on, 0.125), (24 * 0.25) + 75, 1e-4); /* the attack holds its end */
    CHECK_NEAR(update(&on, 0.125), 100, 0);
    update(&on, 0);
    CHECK(at(&on, 0).clip == on.idle && pav_player_playback(on.player, 1) == PAV_NONE);
    close_fight(&on);
}

static void the_size_of_the_step_does_not_show(void)
{
    static const int counts[] = {1, 2, 3, 7, 100};
    static const pav_transition_moment moments[] = {PAV_TRANSITION_MOMENT_END, PAV_TRANSITION_MOMENT_RATIO,
                                                    PAV_TRANSITION_MOMENT_EVENT};
    static const double begins[] = {1, 0.95, 0.75};
    for (int moment = 0; moment < 3; moment++) {
        for (int i = 0; i < 5; i++) {
            fight on = open_fight(NULL);
            const pav_transition back = {.at = moments[moment],
                                         .ratio = 0.95,
                                         .event = "late",
                                         .clip = on.idle,
                                         .fade = {.seconds = 1, .curve = PAV_FADE_CURVE_SMOOTH}};
            attack(&on, &(pav_play_options){.speed_set = true, .speed = 0.5, .then = &back});
            double x = 0;
            for (int step = 0; step < counts[i]; step++) {
                x = update(&on, 2.4 / counts[i]);
            }
            const double faded = 2.4 - begins[moment] / 0.5, s = fmin(faded, 1);
            const double share = s * s * (3 - 2 * s);
            CHECK_NEAR(x, 24 * (1 - share) + 100 * share, 1e-3);
            const pav_playback_state idle = at(&on, pav_player_playback(on.player, 1) == PAV_NONE ? 0 : 1);
            CHECK(idle.clip == on.idle);
            CHECK_NEAR(idle.time, faded, 1e-12);
            close_fight(&on);
        }
    }
}

/* Attack fades in for a second, and at its half gives way in half a second. */
static void what_still_fades_in_goes_on_from_what_it_is_at_that_moment(void)
{
    static const int counts[] = {1, 3, 100};
    for (int i = 0; i < 3; i++) {
        fight on = open_fight(NULL);
        const pav_transition back = {
            .at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.5, .clip = on.idle, .fade = {.seconds = 0.5}};
        attack(&on, &(pav_play_options){.fade = {.seconds = 1}, .then = &back});
        for (int step = 0; step < counts[i]; step++) {
            update(&on, 0.75 / counts[i]);
        }
        CHECK_NEAR(at(&on, 0).fade, 0.5 * 0.5, 1e-12);
        CHECK_NEAR(at(&on, 1).fade, 0.5, 1e-12);
        CHECK_NEAR(at(&on, 1).time, 0.25, 1e-12);
        close_fight(&on);
    }
}

static pav_result keep_event(void *self, pav_player *player, const pav_player_event *event)
{
    (void)player;
    char *told = self;
    snprintf(told + strlen(told), 256 - strlen(told), " %u:%s", (unsigned)event->playback, event->name);
    return PAV_OK;
}

/* Attack loops with events at 0.25 and 0.75; the idle clip is another attack, once. */
static void the_one_that_gave_way_fires_nothing_more(void)
{
    static const double fades[] = {0, 0.125, 0.5};
    static const char *const told[] = {" 0:hit 1:hit 1:late 1:finished", " 0:hit 1:hit 1:late 1:finished",
                                       " 0:hit 0:late 1:hit 0:looped 1:late 1:finished"};
    static const int counts[] = {1, 24, 1000};
    for (int i = 0; i < 9; i++) {
        char all[256] = "";
        fight on = open_fight(NULL);
        const pav_transition next = {.at = PAV_TRANSITION_MOMENT_RATIO,
                                     .ratio = 0.5,
                                     .clip = on.attack,
                                     .mode_set = true,
                                     .mode = PAV_PLAY_MODE_STAY,
                                     .fade = {.seconds = fades[i / 3]}};
        CHECK(pav_player_add_event_callback(on.player, &(pav_event_callback){.fire = keep_event, .self = all},
                                            NULL) == PAV_OK);
        attack(&on, &(pav_play_options){.mode_set = true, .mode = PAV_PLAY_MODE_LOOP, .then = &next});
        for (int step = 0; step < counts[i % 3]; step++) {
            update(&on, 3.0 / counts[i % 3]);
        }
        CHECK_TEXT(all, told[i / 3]);
        update(&on, 0);
        CHECK_NEAR(at(&on, 0).time, 2.5, 1e-12);
        close_fight(&on);
    }
}

static void the_first_in_time_begins_first(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.75, .clip = on.idle},
                         out = {.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.25, .clip = on.attack};
    attack(&on, &(pav_play_options){.then = &back});
    attack(&on, &(pav_play_options){.then = &out});
    update(&on, 0.9375);
    CHECK(at(&on, 2).clip == on.attack && at(&on, 3).clip == on.idle);
    CHECK(at(&on, 2).time == 0.6875 && at(&on, 3).time == 0.1875);
    close_fight(&on);
}

static void what_a_seek_passed_goes_on_with_the_next_step(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {
        .at = PAV_TRANSITION_MOMENT_EVENT, .event = "hit", .clip = on.idle, .fade = {.seconds = 1}};
    const uint32_t playback = attack(&on, &(pav_play_options){.then = &back});
    CHECK(pav_player_seek(on.player, playback, 0.5, true) == PAV_OK);
    update(&on, 0.25);
    CHECK(at(&on, 1).time == 0.25 && at(&on, 1).fade == 0.25 && at(&on, 0).time == 0.75);
    close_fight(&on);
}

static void backwards_the_end_is_the_start(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {.clip = on.idle, .speed_set = true, .speed = 0, .start = 0.5};
    attack(&on, &(pav_play_options){.speed_set = true, .speed = -2, .start = 1, .then = &back});
    CHECK_NEAR(update(&on, 0.25), 12, 1e-5);
    CHECK_NEAR(update(&on, 0.5), 100, 0); /* at once */
    update(&on, 0);
    CHECK(at(&on, 0).time == 0.5);
    close_fight(&on);
}

static void the_next_one_starts_at_its_end_when_it_runs_backwards(void)
{
    for (int given = 0; given < 2; given++) {
        fight on = open_fight(NULL);
        const pav_transition back = {.at = PAV_TRANSITION_MOMENT_RATIO,
                                     .ratio = 0.5,
                                     .clip = on.attack,
                                     .speed_set = true,
                                     .speed = -1,
                                     .start_set = given};
        attack(&on, &(pav_play_options){.then = &back});
        CHECK_NEAR(update(&on, 0.75), given ? 0 : 18, 1e-5);
        close_fight(&on);
    }
}

static void a_loop_ends_its_pass(void)
{
    fight on = open_fight(NULL);
    const pav_transition next = {.clip = on.attack, .mode_set = true, .mode = PAV_PLAY_MODE_STAY};
    uint32_t idle;
    CHECK(pav_player_play(on.player, on.idle, &(pav_play_options){.start = 5.5}, &idle, NULL) == PAV_OK);
    CHECK_NEAR(update(&on, 0.25), 100, 0);
    CHECK(pav_player_add_transition(on.player, idle, &next, NULL) == PAV_OK);
    CHECK_NEAR(update(&on, 0.5), 6, 1e-5);
    CHECK_NEAR(update(&on, 5), 24, 0);
    close_fight(&on);
}

static void to_nothing_it_fades_out(void)
{
    fight on = open_fight(NULL);
    const pav_transition out = {
        .at = PAV_TRANSITION_MOMENT_EVENT, .event = "hit", .clip = PAV_NONE, .fade = {.seconds = 0.5}};
    attack(&on, &(pav_play_options){.then = &out});
    CHECK_NEAR(update(&on, 0.5), 12 * 0.5, 1e-5);
    CHECK_NEAR(update(&on, 0.5), 0, 0);
    update(&on, 0);
    CHECK(pav_player_playback(on.player, 0) == PAV_NONE);
    close_fight(&on);
}

static void the_first_of_several_counts(void)
{
    fight on = open_fight(NULL);
    const uint32_t playback = attack(&on, NULL);
    const pav_transition late = {.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.5, .clip = on.attack},
                         soon = {.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.25, .clip = on.idle};
    pav_transition read;
    CHECK(pav_player_add_transition(on.player, playback, &late, NULL) == PAV_OK);
    CHECK(pav_player_add_transition(on.player, playback, &soon, NULL) == PAV_OK);
    CHECK(pav_player_transition(on.player, playback, 1, &read) && read.ratio == 0.25 && read.clip == on.idle);
    CHECK(!pav_player_transition(on.player, playback, 2, &read));
    CHECK_NEAR(update(&on, 0.75), 100, 0);
    CHECK(!pav_player_transition(on.player, playback, 0, &read));
    close_fight(&on);
}

static void one_that_is_interrupted_is_not_followed(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.5, .clip = on.idle};
    attack(&on, &(pav_play_options){.then = &back});
    update(&on, 0.25);
    attack(&on, &(pav_play_options){.fade = {.seconds = 1}, .cross_fade = true, .speed_set = true});
    CHECK_NEAR(update(&on, 0.5), 18 * 0.5, 1e-5);
    close_fight(&on);
}

static void a_seek_that_fires_passes_it(void)
{
    fight on = open_fight(NULL);
    const pav_transition back = {.at = PAV_TRANSITION_MOMENT_EVENT, .event = "hit", .clip = on.idle};
    uint32_t playback = attack(&on, &(pav_play_options){.then = &back});
    CHECK(pav_player_seek(on.player, playback, 0.5, false) == PAV_OK);
    CHECK_NEAR(update(&on, 0), 12, 1e-5);
    CHECK(pav_player_seek(on.player, playback, 0, true) == PAV_OK);
    CHECK_NEAR(update(&on, 0), 100, 0);
    close_fight(&on);
}

static void an_added_event_begins_one(void)
{
    fight on = open_fight(NULL);
    const pav_added_event added = {.clip = on.attack, .name = "mine", .at = 0.5};
    const pav_transition back = {.at = PAV_TRANSITION_MOMENT_EVENT, .event = "mine", .clip = on.idle};
    CHECK(pav_player_add_event(on.player, &added, NULL, NULL) == PAV_OK);
    attack(&on, &(pav_play_options){.then = &back});
    CHECK_NEAR(update(&on, 0.375), 9, 1e-5);
    CHECK_NEAR(update(&on, 0.375), 100, 0);
    close_fight(&on);
}

static void what_cannot_be_is_refused(void)
{
    fight on = open_fight(&(pav_player_options){.playback_capacity = 3, .transition_capacity = 2});
    pav_error error;
    const uint32_t playback = attack(&on, NULL);
    const struct {
        pav_transition transition;
        pav_result result;
        const char *message;
    } cases[] = {
        {{.at = PAV_TRANSITION_MOMENT_EVENT, .event = "hti", .clip = on.idle},
         PAV_ERROR_NAME,
         "transition of clip \"Attack\": it has no event \"hti\""},
        {{.clip = 9},
         PAV_ERROR_NAME,
         "transition of clip \"Attack\": no clip 9 among the 2 of the document: \"Attack\", \"Idle\""},
        {{.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 1.5},
         PAV_ERROR_VALUE,
         "transition of clip \"Attack\": ratio 1.5, fade of 0 seconds, speed 1, start 0"},
        {{.fade = {.seconds = -1}},
         PAV_ERROR_VALUE,
         "transition of clip \"Attack\": ratio 0, fade of -1 seconds, speed 1, start 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(pav_player_add_transition(on.player, playback, &cases[i].transition, &error) ==
              cases[i].result);
        CHECK_TEXT(error.message, cases[i].message);
        CHECK(pav_player_play(on.player, on.attack, &(pav_play_options){.then = &cases[i].transition}, NULL,
                              NULL) == cases[i].result);
        CHECK(pav_player_playback(on.player, 1) == PAV_NONE);
    }
    const pav_transition good = {.clip = on.idle};
    CHECK(pav_player_add_transition(on.player, 77, &good, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "no playback 77");
    CHECK(pav_player_add_transition(on.player, playback, &good, NULL) == PAV_OK);
    attack(&on, NULL); /* and the third place is kept free */
    CHECK(pav_player_play(on.player, on.attack, NULL, NULL, NULL) == PAV_ERROR_FULL);
    CHECK(pav_player_add_transition(on.player, playback, &good, NULL) == PAV_OK);
    CHECK(pav_player_add_transition(on.player, playback, &good, NULL) == PAV_ERROR_FULL);
    pav_player_clear_transitions(on.player, playback);
    attack(&on, NULL);
    CHECK(pav_player_add_transition(on.player, playback, &good, &error) == PAV_ERROR_FULL);
    CHECK_TEXT(error.message, "no room for what a transition starts: 3 playbacks are there");
    close_fight(&on);
}

int main(void)
{
    RUN(attack_and_at_a_ratio_back_to_idle_is_one_call);
    RUN(the_size_of_the_step_does_not_show);
    RUN(what_still_fades_in_goes_on_from_what_it_is_at_that_moment);
    RUN(the_one_that_gave_way_fires_nothing_more);
    RUN(the_first_in_time_begins_first);
    RUN(what_a_seek_passed_goes_on_with_the_next_step);
    RUN(backwards_the_end_is_the_start);
    RUN(the_next_one_starts_at_its_end_when_it_runs_backwards);
    RUN(a_loop_ends_its_pass);
    RUN(to_nothing_it_fades_out);
    RUN(the_first_of_several_counts);
    RUN(one_that_is_interrupted_is_not_followed);
    RUN(a_seek_that_fires_passes_it);
    RUN(an_added_event_begins_one);
    RUN(what_cannot_be_is_refused);
    return test_end();
}
