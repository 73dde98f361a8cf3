/* SPDX-License-Identifier: MIT */
/* Seconds and frames at rates of all kinds; loops of whole frames. */
#include <pavane/pavane.h>

#include <float.h>
#include <stdlib.h>

#include "clip_fixture.h"
#include "test.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))
#define LOOP 24 /* frames */
#define JUMP 7

typedef struct rate {
    uint32_t fps;
    float fps_base;
} rate;

static const rate RATES[] = {{24, 1},       {25, 1},      {30, 1},          {60, 1},       {24, 1.001f},
                             {30, 1.001f},  {60, 1.001f}, {60, 10},         {24000, 1001}, {30000, 1001},
                             {60000, 1001}, {7, 0.3f},    {32767, 1.7e-3f}, {1, 1000000},  {24, 1.0427094f}};
static const float STARTS[] = {0, 1, -3.25f, 0.5f, -1000};

static void open_clip(clip_fixture *fixture, rate given, float start, float end)
{
    clip_fixture_open(fixture, start, end);
    fixture->clip.fps = given.fps;
    fixture->clip.fps_base = given.fps_base;
}

/* ---- One clip ---- */

static void every_quarter_of_a_frame_comes_back_from_its_time(void)
{
    for (uint32_t r = 0; r < COUNT(RATES); r++) {
        for (uint32_t s = 0; s < COUNT(STARTS); s++) {
            clip_fixture fixture;
            open_clip(&fixture, RATES[r], STARTS[s], 100000);
            uint32_t wrong = 0;
            for (int k = -4000; k < 40000; k++) {
                const double frame = 0.25 * k;
                wrong += pav_clip_frame(&fixture.chunk, pav_clip_seconds(&fixture.chunk, frame)) != frame;
            }
            CHECK(wrong == 0);
        }
    }
}

static void a_length_is_the_double_nearest_to_the_ratio(void)
{
    for (uint32_t r = 0; r < COUNT(RATES); r++) {
        clip_fixture fixture;
        for (int frames = 1; frames < 5000; frames += 7) {
            open_clip(&fixture, RATES[r], -8, (float)(frames - 8));
            const double got = pav_clip_duration(&fixture.chunk);
            /* What is left of the division: fma has no rounding, so its sign and size are exact. */
            const double fps = (double)RATES[r].fps, whole = (double)frames * (double)RATES[r].fps_base;
            const double rest = fabs(fma(got, fps, -whole));
            CHECK(rest <= fabs(fma(nextafter(got, INFINITY), fps, -whole)));
            CHECK(rest <= fabs(fma(nextafter(got, 0), fps, -whole)));
        }
    }
}

static void blenders_film_rate_is_told_from_that_of_the_standard(void)
{
    clip_fixture fixture;
    open_clip(&fixture, (rate){24000, 1001}, 1, 25);
    CHECK(pav_clip_duration(&fixture.chunk) == 1.001);
    open_clip(&fixture, (rate){24, 1.001f}, 1, 25);
    CHECK(pav_clip_duration(&fixture.chunk) == (double)1.001f);
    CHECK_NEAR(3600 * ((double)1.001f / 1.001 - 1), 1.7e-4, 1e-5);
}

/* Near frame 0 single precision tells frames apart far more finely than any rounding of seconds needs. */
static void a_frame_beside_the_others_stays_where_it_is(void)
{
    const double frames[] = {(double)1e-4f, (double)nextafterf(1e-4f, 1), 1.1, 1 + 1e-9, 1 - 1e-9, 0.1,
                             1e-30};
    clip_fixture fixture;
    open_clip(&fixture, (rate){1, 1}, 0, 25);
    for (uint32_t k = 0; k + 1 < COUNT(frames); k++) {
        CHECK(pav_clip_frame(&fixture.chunk, frames[k]) == frames[k]);
    }
    CHECK(pav_clip_frame(&fixture.chunk, frames[COUNT(frames) - 1]) == 0);
}

static void a_time_that_is_no_number_is_none(void)
{
    clip_fixture fixture;
    open_clip(&fixture, RATES[0], 1, 25);
    CHECK(isnan(pav_clip_frame(&fixture.chunk, NAN)));
    CHECK(isinf(pav_clip_frame(&fixture.chunk, INFINITY)));
}

/* ---- Loops ---- */

/* A cube whose x is its frame, from `start` on for LOOP frames; its y, of samples, jumps from 0 to 1 at JUMP.
 */
static pav_document *make_loop(rate given, float start)
{
    pav_builder *builder = NULL;
    const pav_builder_options options = {.fps = given.fps, .fps_base = given.fps_base};
    CHECK(pav_builder_create(&options, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Cube"});
    const pav_build_key keys[] = {
        {.frame = start, .value = start, .interpolation = PAV_INTERPOLATION_LINEAR},
        {.frame = start + LOOP, .value = start + LOOP, .interpolation = PAV_INTERPOLATION_LINEAR}};
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "Loop",
                                                                          .mode_set = true,
                                                                          .mode = PAV_PLAY_MODE_LOOP,
                                                                          .frame_start = start,
                                                                          .frame_end = start + LOOP});
    float samples[LOOP + 1], sides[] = {0, 1};
    for (uint32_t k = 0; k <= LOOP; k++) {
        samples[k] = k >= JUMP;
    }
    const uint32_t group = pav_builder_add_samples(
        builder, clip,
        &(pav_build_samples){.rate = 1, .lane_count = 1, .samples = samples, .sample_count = LOOP + 1});
    pav_builder_add_cut(builder, clip, start + JUMP, sides, 2);
    const pav_build_component numbers[] = {
        {.component = 0, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2},
        {.component = 1, .kind = PAV_COMPONENT_KIND_SAMPLED, .group = group}};
    pav_builder_add_channel(
        builder, clip,
        &(pav_build_channel){
            .owner = "Cube", .element = "location", .components = numbers, .component_count = 2});
    pav_document *document = NULL;
    pav_error error = {0};
    if (!CHECK(pav_builder_finish(builder, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

typedef struct stage {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
    uint32_t playback;
} stage;

static stage open_stage(rate given, float start)
{
    stage made = {.document = make_loop(given, start)};
    CHECK(pav_scene_create(made.document, NULL, &made.scene, NULL) == PAV_OK);
    CHECK(pav_player_create(made.scene, NULL, &made.player, NULL) == PAV_OK);
    CHECK(pav_player_play(made.player, 0, NULL, &made.playback, NULL) == PAV_OK);
    return made;
}

static void close_stage(stage *closed)
{
    pav_player_destroy(closed->player);
    pav_scene_destroy(closed->scene);
    pav_document_destroy(closed->document);
}

/* A period has exactly its frames: the last one is the first of the next, and is shown once. */
static void a_loop_shows_each_frame_once_in_each_of_a_thousand_periods(void)
{
    for (uint32_t r = 0; r < COUNT(RATES); r++) {
        const float start = STARTS[r % COUNT(STARTS)];
        stage on = open_stage(RATES[r], start);
        const double step = (double)RATES[r].fps_base / (double)RATES[r].fps;
        uint32_t wrong = 0;
        for (uint32_t k = 0; k < 1000 * LOOP; k++) {
            CHECK(pav_player_update(on.player, k ? step : 0, NULL) == PAV_OK);
            const float *world = pav_scene_world_matrices(on.scene);
            wrong += world[12] != start + (float)(k % LOOP) || world[13] != (float)(k % LOOP >= JUMP);
        }
        CHECK(wrong == 0);
        close_stage(&on);
    }
}

static void a_period_has_the_length_of_its_frames(void)
{
    for (uint32_t r = 0; r < COUNT(RATES); r++) {
        stage on = open_stage(RATES[r], 1);
        const double period = (double)LOOP * (double)RATES[r].fps_base / (double)RATES[r].fps;
        const pav_chunk_clip *clip = pav_document_clip(on.document, 0);
        CHECK(pav_clip_duration(clip) == period);
        const double passes[] = {1, 2, 3, 1000, 86400, -1, -7, -86400};
        for (uint32_t k = 0; k < COUNT(passes); k++) {
            pav_playback_state state;
            CHECK(pav_player_set_time(on.player, on.playback, passes[k] * period) == PAV_OK);
            CHECK(pav_player_get(on.player, on.playback, &state) == PAV_OK);
            CHECK(pav_clip_frame(clip, state.clip_time) == 1);
        }
        close_stage(&on);
    }
}

int main(void)
{
    RUN(every_quarter_of_a_frame_comes_back_from_its_time);
    RUN(a_length_is_the_double_nearest_to_the_ratio);
    RUN(blenders_film_rate_is_told_from_that_of_the_standard);
    RUN(a_frame_beside_the_others_stays_where_it_is);
    RUN(a_time_that_is_no_number_is_none);
    RUN(a_loop_shows_each_frame_once_in_each_of_a_thousand_periods);
    RUN(a_period_has_the_length_of_its_frames);
    return test_end();
}
