/* SPDX-License-Identifier: MIT */
#include "output.h"

#include "dump.h"
#include "message.h"
#include "sheet.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool view_output_wanted(const pav_view_options *options)
{
    return options->screenshot || options->contact_sheet || options->dump ||
           (options->statistics_file && options->frames_set);
}

/* ---- Names of many pictures: one %d, with zeros and a width if need be ---- */

typedef struct pattern {
    size_t start, end; /* Of the %d; both 0: there is none. */
    int digits;
} pattern;

static bool find_pattern(const char *path, pattern *out)
{
    const char *percent = strchr(path, '%');
    *out = (pattern){0, 0, 0};
    if (!percent) {
        return true;
    }
    char *end;
    const long digits = strtol(percent + 1, &end, 10);
    if (*end != 'd' || digits < 0 || digits > 20 ||
        (end > percent + 1 && !isdigit((unsigned char)percent[1])) || strchr(end, '%')) {
        return false;
    }
    *out = (pattern){(size_t)(percent - path), (size_t)(end + 1 - path), (int)digits};
    return true;
}

pav_result view_output_check(const pav_view_options *options, pav_error *error)
{
    pattern place;
    if (options->fade_set && !(isfinite(options->fade) && options->fade >= 0)) {
        return view_fail(error, PAV_ERROR_VALUE, "a fade of %g seconds", options->fade);
    }
    if (options->frames_set && options->frames_last < options->frames_first) {
        return view_fail(error, PAV_ERROR_VALUE, "frames %d..%d: the last one lies before the first",
                         (int)options->frames_first, (int)options->frames_last);
    }
    if (options->frames_set && !options->screenshot && !options->dump && !options->statistics_file) {
        return view_fail(error, PAV_ERROR_VALUE,
                         "frames %d..%d: of what? Give a screenshot, a dump or a statistics file too",
                         (int)options->frames_first, (int)options->frames_last);
    }
    if (!options->screenshot || !options->frames_set) {
        return PAV_OK;
    }
    if (!find_pattern(options->screenshot, &place) || !place.end) {
        return view_fail(error, PAV_ERROR_VALUE,
                         "%s: the name of many pictures needs one %%d, as in out_%%04d.png",
                         options->screenshot);
    }
    return PAV_OK;
}

static pav_result write_screenshot(const view_session *session, int frame, pav_error *error)
{
    const char *path = session->options->screenshot;
    pattern place;
    char name[4096];
    if (!session->options->frames_set || !find_pattern(path, &place)) {
        snprintf(name, sizeof name, "%s", path);
    } else {
        snprintf(name, sizeof name, "%.*s%0*d%s", (int)place.start, path, place.digits, frame,
                 path + place.end);
    }
    return view_picture_write(&session->picture, name, error);
}

/* ---- Posing ---- */

pav_result view_output_pose(view_session *session, double seconds, pav_error *error)
{
    view_playing *playing = &session->playing;
    const double duration = view_playing_moment(playing).duration;
    view_playing_set_paused(playing, seconds >= -1e-9 && seconds <= duration + 1e-9);
    view_playing_seek(playing, seconds);
    return view_playing_advance(playing, 0, error);
}

static pav_result pose_frame(view_session *session, double frame, pav_error *error)
{
    const view_playing *playing = &session->playing;
    if (playing->clip == PAV_NONE) {
        return view_playing_advance(&session->playing, 0, error);
    }
    const pav_chunk_clip *clip = pav_document_clip(playing->document, playing->clip);
    return view_output_pose(session, pav_clip_seconds(clip, frame), error);
}

static double first_frame(const view_session *session)
{
    const view_playing *playing = &session->playing;
    const pav_view_options *options = session->options;
    if (options->frame_set || playing->clip == PAV_NONE) {
        return options->frame;
    }
    const double end =
        options->reverse && options->time == 0 ? view_playing_moment(playing).duration : options->time;
    return pav_clip_frame(pav_document_clip(playing->document, playing->clip), end);
}

/* ---- Writing ---- */

static pav_result write_shown(view_session *session, double frame, view_dump *dump, pav_error *error)
{
    const pav_view_options *options = session->options;
    pav_result result = PAV_OK;
    view_statistics_update_done(&session->statistics);
    if (options->screenshot || options->statistics_file) {
        view_session_draw(session);
    }
    view_statistics_drawing_done(&session->statistics);
    if (dump) {
        result = view_dump_write(dump, session, error);
    }
    return result || !options->screenshot ? result : write_screenshot(session, (int)frame, error);
}

static pav_result write_frame(view_session *session, double frame, view_dump *dump, pav_error *error)
{
    view_statistics_begin(&session->statistics);
    const pav_result result = pose_frame(session, frame, error);
    return result ? result : write_shown(session, frame, dump, error);
}

/* Where keys or the caller's own player have led. */
static pav_result write_here(view_session *session, view_dump *dump, pav_error *error)
{
    view_statistics_begin(&session->statistics);
    const pav_result result = view_playing_advance(&session->playing, 0, error);
    return result ? result : write_shown(session, view_playing_moment(&session->playing).frame, dump, error);
}

static pav_result write_frames(view_session *session, view_dump *dump, pav_error *error)
{
    const pav_view_options *options = session->options;
    if (!options->frames_set && (options->press || session->playing.adopted)) {
        return write_here(session, dump, error);
    }
    if (!options->frames_set) {
        return write_frame(session, first_frame(session), dump, error);
    }
    pav_result result = PAV_OK;
    for (int64_t frame = options->frames_first; frame <= options->frames_last && !result; frame++) {
        result = write_frame(session, (double)frame, dump, error);
    }
    return result;
}

static pav_result write_with_dump(view_session *session, pav_error *error)
{
    const pav_view_options *options = session->options;
    view_dump dump;
    pav_result result = view_dump_open(options->dump, session, &dump, error);
    if (!result) {
        result = write_frames(session, &dump, error);
        const pav_result closed = view_dump_close(&dump, result ? NULL : error);
        result = result ? result : closed;
    }
    return result;
}

pav_result view_output_write(view_session *session, pav_error *error)
{
    const pav_view_options *options = session->options;
    pav_result result = PAV_OK;
    if (options->dump) {
        result = write_with_dump(session, error);
    } else if (options->screenshot || options->frames_set) {
        result = write_frames(session, NULL, error);
    }
    return !result && options->contact_sheet ? view_sheet_write(session, options->contact_sheet, error)
                                             : result;
}
