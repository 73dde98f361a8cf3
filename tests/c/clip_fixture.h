/* SPDX-License-Identifier: MIT */
/* A clip chunk made by hand, for tests of what reads one. */
#ifndef PAV_CLIP_FIXTURE_H
#define PAV_CLIP_FIXTURE_H

#include <pavane/format.h>

/* A key of a curve: frame, value, handles, interpolation to the next key. */
typedef struct fixture_key {
    float time, value;
    float left_time, left_value;
    float right_time, right_value;
    pav_interpolation interpolation;
} fixture_key;

#define FIXTURE_KEYS 16

typedef struct clip_fixture {
    pav_chunk_clip chunk;
    pav_record_clip clip;
    pav_record_curve curve;
    float times[FIXTURE_KEYS], values[FIXTURE_KEYS];
    float lefts[2 * FIXTURE_KEYS], rights[2 * FIXTURE_KEYS];
    uint8_t interpolations[FIXTURE_KEYS];
} clip_fixture;

/* A clip of 24 frames a second from frame `start` to frame `end`, with nothing in it. */
static inline void clip_fixture_open(clip_fixture *fixture, float start, float end)
{
    *fixture = (clip_fixture){.clip = {.fps = 24, .fps_base = 1, .frame_start = start, .frame_end = end}};
    fixture->chunk.clip = &fixture->clip;
}

/* Its one curve. */
static inline void clip_fixture_curve(clip_fixture *fixture, const fixture_key *keys, uint32_t count,
                                      pav_extrapolation extrapolation)
{
    for (uint32_t i = 0; i < count; i++) {
        fixture->times[i] = keys[i].time;
        fixture->values[i] = keys[i].value;
        fixture->lefts[2 * i] = keys[i].left_time;
        fixture->lefts[2 * i + 1] = keys[i].left_value;
        fixture->rights[2 * i] = keys[i].right_time;
        fixture->rights[2 * i + 1] = keys[i].right_value;
        fixture->interpolations[i] = (uint8_t)keys[i].interpolation;
    }
    fixture->curve = (pav_record_curve){.extrapolation = extrapolation, .keys_count = count};
    fixture->chunk.curves = &fixture->curve;
    fixture->chunk.curve_count = 1;
    fixture->chunk.key_times = fixture->times;
    fixture->chunk.key_values = fixture->values;
    fixture->chunk.key_lefts = fixture->lefts;
    fixture->chunk.key_rights = fixture->rights;
    fixture->chunk.key_interpolations = fixture->interpolations;
}

#endif
