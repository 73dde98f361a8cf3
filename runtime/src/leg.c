/* SPDX-License-Identifier: MIT */
#include "leg.h"

#include "binding.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Beyond so many passes a clock cannot tell moments from each other. */
#define PASS_LIMIT 4503599627370496.0

/* ---- Legs ---- */

/* What rounding may have kept a clock from. */
static double slack(double time)
{
    return 4 * DBL_EPSILON * fabs(time);
}

bool pav_leg_make(const pav_playback *playback, double from, double to, bool departs, pav_leg *out)
{
    double first, last;
    pav_playback_range(playback, &first, &last);
    const bool backwards = to < from || (to == from && playback->speed < 0);
    const bool enters = backwards ? from > last : from < first;
    const bool outside = backwards ? to > last || from < first : to < first || from > last;
    *out = (pav_leg){
        .playback = playback->handle,
        .mode = playback->mode,
        .duration = playback->duration,
        .first = first,
        .last = last,
        .from = fmin(fmax(from, first), last),
        .to = fmin(fmax(to, first), last),
        .began = playback->began,
        .clock = from,
        .pace = playback->speed,
        .backwards = backwards,
        .departs = (departs || enters) && !outside,
    };
    return !outside && (out->from != out->to || out->departs);
}

/* What it is beyond already it comes to at once. */
double pav_leg_moment(const pav_leg *leg, double time)
{
    return leg->began + (leg->pace == 0 ? 0 : fmax(0, (time - leg->clock) / leg->pace));
}

/* Whether a moment is one that the leg arrives at, or departs from. */
static bool lies_on(const pav_leg *leg, double time, bool departs)
{
    if (leg->backwards) {
        const double from = departs ? leg->from + slack(leg->from) : leg->from - slack(leg->from);
        return (departs ? time <= from : time < from) && time >= leg->to - slack(leg->to);
    }
    const double from = departs ? leg->from - slack(leg->from) : leg->from + slack(leg->from);
    return (departs ? time >= from : time > from) && time <= leg->to + slack(leg->to);
}

/* The pass that a leg is in when it leaves a time, kept within the range. */
static double pass_at(const pav_leg *leg, double time)
{
    if (leg->backwards) {
        const double pass = ceil((time - slack(time)) / leg->duration) - 1;
        return fmax(pass, floor(leg->first / leg->duration + 0.5));
    }
    const double pass = floor((time + slack(time)) / leg->duration);
    return fmin(pass, floor(leg->last / leg->duration + 0.5) - 1);
}

static double pass_end(const pav_leg *leg, double pass)
{
    return (leg->backwards ? pass : pass + 1) * leg->duration;
}

static bool clip_ascends(const pav_leg *leg, double pass)
{
    const bool mirrored = leg->mode == PAV_PLAY_MODE_PING_PONG && fmod(pass, 2) != 0;
    return leg->backwards == mirrored;
}

/* When a moment of the clip comes in a pass. */
static double time_in_pass(const pav_leg *leg, double pass, double seconds)
{
    const bool mirrored = clip_ascends(leg, pass) == leg->backwards;
    return pass * leg->duration + (mirrored ? leg->duration - seconds : seconds);
}

/* Whether a moment is fired in a pass.  What lies where ping-pong turns belongs to the pass before. */
static bool is_fired(const pav_leg *leg, double pass, double seconds)
{
    const double time = time_in_pass(leg, pass, seconds);
    const bool departs = leg->departs && pass == pass_at(leg, leg->from);
    const bool at_start = seconds == (clip_ascends(leg, pass) ? 0 : leg->duration);
    if (leg->mode == PAV_PLAY_MODE_PING_PONG && at_start) {
        const double start = (leg->backwards ? pass + 1 : pass) * leg->duration;
        return departs && fabs(start - leg->from) <= slack(leg->from);
    }
    return lies_on(leg, time, departs);
}

static bool is_looped(const pav_leg *leg, double pass)
{
    const double end = pass_end(leg, pass);
    const double range_end = leg->backwards ? leg->first : leg->last;
    return lies_on(leg, end, false) && fabs(end - range_end) > slack(end);
}

static bool is_beyond_counting(const pav_leg *leg)
{
    return fmax(fabs(leg->from), fabs(leg->to)) > PASS_LIMIT * leg->duration;
}

/* ---- Events of the clip and added ones, in order ---- */

static double marker_seconds(const pav_chunk_clip *clip, uint32_t marker)
{
    return pav_clip_seconds(clip, (double)clip->events[marker].frame);
}

static bool is_in_clip(const pav_walk *walk, double seconds)
{
    return seconds >= 0 && seconds <= walk->leg->duration;
}

static bool is_addition(const pav_walk *walk, uint32_t index)
{
    const pav_added *event = &walk->added->events[index];
    return event->binding->clips == walk->clips && event->clip == walk->clip_index &&
           event->handle != PAV_NONE && !event->waits;
}

static void begin_pass(pav_walk *walk)
{
    walk->ascends = clip_ascends(walk->leg, walk->pass);
    walk->marker = walk->ascends ? 0 : walk->clip->event_count;
    walk->addition = walk->ascends ? 0 : walk->added->count;
    walk->pass_is_over = false;
}

/* Of two at the same time the clip's own comes first where the clip runs forwards. */
static bool next_forwards(pav_walk *walk, pav_moment *out)
{
    while (walk->addition < walk->added->count && !is_addition(walk, walk->addition)) {
        walk->addition++;
    }
    const bool added = walk->addition < walk->added->count;
    const bool marked = walk->marker < walk->clip->event_count;
    const double at = added ? walk->added->events[walk->addition].seconds : 0;
    if (marked && (!added || marker_seconds(walk->clip, walk->marker) <= at)) {
        out->kind = PAV_EVENT_KIND_MARKER;
        out->clip_time = marker_seconds(walk->clip, walk->marker);
        out->index = walk->marker++;
    } else if (added) {
        out->kind = PAV_EVENT_KIND_ADDED;
        out->clip_time = at;
        out->index = walk->addition++;
    }
    return marked || added;
}

static bool next_backwards(pav_walk *walk, pav_moment *out)
{
    while (walk->addition > 0 && !is_addition(walk, walk->addition - 1)) {
        walk->addition--;
    }
    const bool added = walk->addition > 0;
    const bool marked = walk->marker > 0;
    const double at = added ? walk->added->events[walk->addition - 1].seconds : 0;
    if (marked && (!added || marker_seconds(walk->clip, walk->marker - 1) > at)) {
        out->kind = PAV_EVENT_KIND_MARKER;
        out->index = --walk->marker;
        out->clip_time = marker_seconds(walk->clip, out->index);
    } else if (added) {
        out->kind = PAV_EVENT_KIND_ADDED;
        out->index = --walk->addition;
        out->clip_time = at;
    }
    return marked || added;
}

static bool next_in_pass(pav_walk *walk, pav_moment *out)
{
    return walk->ascends ? next_forwards(walk, out) : next_backwards(walk, out);
}

/* ---- Walking ---- */

/* What does not move has no passes but that of its only moment. */
static bool is_still(const pav_leg *leg)
{
    return leg->duration <= 0;
}

void pav_walk_begin(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added,
                    pav_walk *out)
{
    *out = (pav_walk){
        .leg = leg,
        .clip = pav_document_clip(playback->binding->clips, playback->clip),
        .clips = playback->binding->clips,
        .added = added,
        .clip_index = playback->clip,
    };
    if (!is_still(leg)) {
        out->pass = pass_at(leg, leg->from);
        out->last_pass = pass_at(leg, leg->to);
    }
    out->is_beyond = !is_still(leg) && is_beyond_counting(leg);
    out->is_over = is_still(leg) ? !leg->departs : out->is_beyond || (leg->from == leg->to && !leg->departs);
    begin_pass(out);
}

static bool next_moment(pav_walk *walk, pav_moment *out)
{
    const pav_leg *leg = walk->leg;
    out->backwards = !walk->ascends;
    while (!walk->pass_is_over && next_in_pass(walk, out)) {
        out->time = is_still(leg) ? leg->from : time_in_pass(leg, walk->pass, out->clip_time);
        if (is_in_clip(walk, out->clip_time) &&
            (is_still(leg) || is_fired(leg, walk->pass, out->clip_time))) {
            return true;
        }
    }
    walk->pass_is_over = true;
    return false;
}

/* The end of a pass, after all that lies in it. */
static bool end_pass(pav_walk *walk, pav_moment *out)
{
    const pav_leg *leg = walk->leg;
    const bool looped = !is_still(leg) && is_looped(leg, walk->pass);
    *out = (pav_moment){
        .kind = PAV_EVENT_KIND_LOOPED,
        .index = PAV_NONE,
        .time = pass_end(leg, walk->pass),
        .clip_time = walk->ascends ? leg->duration : 0,
        .backwards = !walk->ascends,
    };
    walk->is_over = walk->pass == walk->last_pass;
    walk->pass += leg->backwards ? -1 : 1;
    if (!walk->is_over) {
        begin_pass(walk);
    }
    return looped;
}

bool pav_walk_next(pav_walk *walk, pav_moment *out)
{
    while (!walk->is_over) {
        if (next_moment(walk, out) || end_pass(walk, out)) {
            return true;
        }
    }
    if (walk->has_finished || !walk->leg->finishes) {
        return false;
    }
    walk->has_finished = true;
    *out = (pav_moment){
        .kind = PAV_EVENT_KIND_FINISHED,
        .index = PAV_NONE,
        .time = walk->leg->to,
        .clip_time = walk->leg->end_clip_time,
        .backwards = !walk->ascends,
    };
    return true;
}

/* ---- Counting ---- */

static double count_pass(pav_walk *walk, double pass)
{
    pav_moment moment = {.index = 0};
    double count = is_looped(walk->leg, pass);
    walk->pass = pass;
    begin_pass(walk);
    while (next_in_pass(walk, &moment)) {
        count += is_in_clip(walk, moment.clip_time) && is_fired(walk->leg, pass, moment.clip_time);
    }
    return count;
}

double pav_walk_count(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added)
{
    pav_walk walk;
    pav_walk_begin(leg, playback, added, &walk);
    if (walk.is_over && !walk.is_beyond) {
        return 0;
    }
    const double step = leg->backwards ? -1 : 1;
    const double first = walk.pass, last = walk.last_pass, between = fabs(last - first) - 1;
    if (between < 3) {
        double count = 0;
        for (int i = 0; i <= between + 1; i++) {
            count += count_pass(&walk, first + i * step);
        }
        return count;
    }
    /* Two passes that follow each other are like every such pair. */
    const double even = count_pass(&walk, first + step), odd = count_pass(&walk, first + 2 * step);
    return count_pass(&walk, first) + even * ceil(between / 2) + odd * floor(between / 2) +
           count_pass(&walk, last);
}

/* ---- The first of its kind ---- */

/* Where ping-pong turns nothing is fired twice, so it may take until the pass after the next. */
bool pav_leg_first(const pav_leg *leg, double seconds, double *out)
{
    if (is_still(leg)) {
        *out = leg->from;
        return leg->departs || leg->finishes;
    }
    const double step = leg->backwards ? -1 : 1, last = pass_at(leg, leg->to);
    double pass = pass_at(leg, leg->from);
    for (int i = 0; i < 3 && (leg->backwards ? pass >= last : pass <= last); i++, pass += step) {
        if (is_fired(leg, pass, seconds)) {
            *out = time_in_pass(leg, pass, seconds);
            return true;
        }
    }
    return false;
}

bool pav_leg_first_end(const pav_leg *leg, double *out)
{
    if (!is_still(leg) && lies_on(leg, pass_end(leg, pass_at(leg, leg->from)), false)) {
        *out = pass_end(leg, pass_at(leg, leg->from));
        return true;
    }
    *out = leg->to;
    return leg->finishes;
}

bool pav_walk_first_named(const pav_leg *leg, const pav_playback *playback, const pav_added_list *added,
                          const char *name, double *out)
{
    pav_walk walk;
    pav_moment moment;
    bool found = false;
    double time;
    pav_walk_begin(leg, playback, added, &walk);
    while (next_in_pass(&walk, &moment)) { /* All moments of the clip. */
        const char *named = moment.kind == PAV_EVENT_KIND_MARKER
                                ? walk.clip->text + walk.clip->events[moment.index].name
                                : added->events[moment.index].name;
        if (strcmp(named, name) == 0 && is_in_clip(&walk, moment.clip_time) &&
            pav_leg_first(leg, moment.clip_time, &time) &&
            (!found || (leg->backwards ? time > *out : time < *out))) {
            found = true;
            *out = time;
        }
    }
    return found;
}
