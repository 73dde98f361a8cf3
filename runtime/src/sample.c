/* SPDX-License-Identifier: MIT */
#include "sample.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    SIDE = 3
}; /* Points that may be needed on one side of a moment: those of a cubic at a stretch's end. */

/* What the lanes are at a frame. */
typedef struct point {
    double frame;
    const float *row;
} point;

/* Where a moment lies among what its group consists of. */
typedef struct place {
    const pav_chunk_clip *clip;
    const pav_record_sample_group *group;
    uint32_t sample; /* The uniform sample before it, the last but one at most. */
    uint32_t knot;   /* How many knots are not after it. */
    uint32_t cut;    /* How many cuts are not after it. */
    double start;    /* The stretch that it is in: from the cut before it, */
    double end;      /* to the one after it; infinite if there is none. */
} place;

static point sample_at(const place *at, uint32_t i)
{
    const pav_record_sample_group *group = at->group;
    const bool is_last = i == group->sample_count - 1;
    const double start = (double)at->clip->clip->frame_start;
    return (point){
        .frame = is_last ? (double)at->clip->clip->frame_end : start + (double)i / (double)group->rate,
        .row = at->clip->samples + group->samples_first + (size_t)i * group->lane_count,
    };
}

static point knot_at(const place *at, uint32_t i)
{
    const pav_record_knot *knot = &at->clip->knots[at->group->knots_first + i];
    return (point){(double)knot->frame, at->clip->knot_values + knot->values_first};
}

static const pav_record_cut *cut_at(const place *at, uint32_t i)
{
    return &at->clip->cuts[at->group->cuts_first + i];
}

/* ---- Finding ---- */

static uint32_t find_sample(const place *at, double frame)
{
    const double p = (frame - (double)at->clip->clip->frame_start) * (double)at->group->rate;
    const uint32_t last = at->group->sample_count - 2;
    return p <= 0 ? 0 : p < (double)last ? (uint32_t)p : last;
}

static uint32_t find_knot(const place *at, double frame)
{
    uint32_t low = 0, high = at->group->knots_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (knot_at(at, middle).frame > frame) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static uint32_t find_cut(const place *at, double frame)
{
    uint32_t low = 0, high = at->group->cuts_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)cut_at(at, middle)->frame > frame) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return low;
}

static place find_place(const pav_chunk_clip *clip, const pav_record_sample_group *group, double frame)
{
    place at = {.clip = clip, .group = group};
    at.sample = find_sample(&at, frame);
    at.knot = find_knot(&at, frame);
    at.cut = find_cut(&at, frame);
    at.start = at.cut ? (double)cut_at(&at, at.cut - 1)->frame : -INFINITY;
    at.end = at.cut < group->cuts_count ? (double)cut_at(&at, at.cut)->frame : INFINITY;
    return at;
}

/* ---- Points of the stretch ---- */

/* Those not after the moment, the nearest first. */
static uint32_t points_before(const place *at, uint32_t wanted, point out[SIDE])
{
    uint32_t count = 0, samples = at->sample + 1, knots = at->knot;
    while (count < wanted) {
        const point sample = samples ? sample_at(at, samples - 1) : (point){-INFINITY, NULL};
        const point knot = knots ? knot_at(at, knots - 1) : (point){-INFINITY, NULL};
        const bool takes_knot = knot.frame > sample.frame;
        const point next = takes_knot ? knot : sample;
        if (next.frame <= at->start) {
            if (at->cut) {
                const float *values = at->clip->cut_values + cut_at(at, at->cut - 1)->values_first;
                out[count++] = (point){at->start, values + at->group->lane_count};
            }
            break;
        }
        out[count++] = next;
        samples -= !takes_knot;
        knots -= takes_knot;
    }
    return count;
}

/* Those after the moment, the nearest first. */
static uint32_t points_after(const place *at, uint32_t wanted, point out[SIDE])
{
    uint32_t count = 0, samples = at->sample + 1, knots = at->knot;
    while (count < wanted) {
        const bool has_sample = samples < at->group->sample_count, has_knot = knots < at->group->knots_count;
        const point sample = has_sample ? sample_at(at, samples) : (point){INFINITY, NULL};
        const point knot = has_knot ? knot_at(at, knots) : (point){INFINITY, NULL};
        const bool takes_knot = knot.frame < sample.frame;
        const point next = takes_knot ? knot : sample;
        if (next.frame >= at->end) {
            if (at->cut < at->group->cuts_count) {
                out[count++] = (point){at->end, at->clip->cut_values + cut_at(at, at->cut)->values_first};
            }
            break;
        }
        out[count++] = next;
        samples += !takes_knot;
        knots += takes_knot;
    }
    return count;
}

/* The points that the lanes run through around a moment, in the order of time: as many on either side, as far
 * as there are. */
static uint32_t choose_points(const place *at, point out[4])
{
    const uint32_t half = at->group->interpolation == PAV_SAMPLE_INTERPOLATION_CUBIC ? 2 : 1;
    const uint32_t wanted = half == 2 ? SIDE : 1;
    point before[SIDE], after[SIDE];
    uint32_t before_count = points_before(at, wanted, before);
    uint32_t after_count = points_after(at, wanted, after);
    const uint32_t spare_after = after_count < half ? half - after_count : 0;
    const uint32_t spare_before = before_count < half ? half - before_count : 0;
    before_count = before_count < half + spare_after ? before_count : half + spare_after;
    after_count = after_count < half + spare_before ? after_count : half + spare_before;
    for (uint32_t i = 0; i < before_count; i++) {
        out[i] = before[before_count - 1 - i];
    }
    for (uint32_t i = 0; i < after_count; i++) {
        out[before_count + i] = after[i];
    }
    return before_count + after_count;
}

/* ---- Weights ---- */

/* Of the polynomial through all the points. */
static void weigh(const point *points, uint32_t count, double frame, pav_stencil *out)
{
    out->count = count;
    for (uint32_t i = 0; i < count; i++) {
        double above = 1, below = 1;
        for (uint32_t k = 0; k < count; k++) {
            if (k != i) {
                above *= frame - points[k].frame;
                below *= points[i].frame - points[k].frame;
            }
        }
        out->rows[i] = points[i].row;
        out->weights[i] = above / below;
    }
}

pav_stencil pav_sample_stencil(const pav_chunk_clip *clip, uint32_t group, double frame)
{
    const pav_record_sample_group *record = &clip->sample_groups[group];
    const place whole = {.clip = clip, .group = record};
    const uint32_t last = record->sample_count - 1;
    if (!last || frame >= (double)clip->clip->frame_end) {
        return (pav_stencil){.rows = {sample_at(&whole, last).row}, .weights = {1}, .count = 1};
    }
    const double inside = fmax(frame, (double)clip->clip->frame_start);
    const place at = find_place(clip, record, inside);
    point points[4];
    pav_stencil stencil = {.count = 0};
    weigh(points, choose_points(&at, points), inside, &stencil);
    return stencil;
}

float pav_stencil_value(const pav_stencil *stencil, uint32_t lane)
{
    double sum = 0;
    for (uint32_t i = 0; i < stencil->count; i++) {
        sum += stencil->weights[i] * (double)stencil->rows[i][lane];
    }
    return (float)sum;
}
