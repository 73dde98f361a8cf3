/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "reload.h"

#include "clips.h"
#include "message.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static bool find_stamp(const char *path, view_stamp *out)
{
    struct stat found;
    if (stat(path, &found) != 0) {
        return false;
    }
    *out = (view_stamp){.file = (uint64_t)found.st_ino,
                        .size = (int64_t)found.st_size,
                        .seconds = (int64_t)found.st_mtim.tv_sec,
                        .nanoseconds = (int64_t)found.st_mtim.tv_nsec};
    return true;
}

static bool is_same(const view_stamp *a, const view_stamp *b)
{
    return a->file == b->file && a->size == b->size && a->seconds == b->seconds &&
           a->nanoseconds == b->nanoseconds;
}

void view_reload_start(view_session *session)
{
    if (session->options->watch) {
        find_stamp(session->options->watch, &session->stamp);
    }
}

static void free_loaded(view_loaded *loaded)
{
    pav_player_destroy(loaded->player);
    pav_scene_destroy(loaded->scene);
    pav_document_destroy(loaded->document);
    *loaded = (view_loaded){.document = NULL};
}

void view_reload_end(view_session *session)
{
    free_loaded(&session->loaded);
}

static pav_result load(const char *path, bool exact_normals, view_loaded *out, pav_error *error)
{
    *out = (view_loaded){.document = NULL};
    pav_result result = pav_document_load_file(path, NULL, &out->document, error);
    if (!result && !pav_document_scene(out->document)) {
        result = view_fail(error, PAV_ERROR_NAME, "it holds no scene");
    }
    if (!result) {
        const pav_scene_options options = {
            .apply_capacity = view_playing_capacity(out->document),
            .normals = exact_normals ? PAV_NORMALS_EXACT : PAV_NORMALS_BLENDED,
        };
        result = pav_scene_create(out->document, &options, &out->scene, error);
    }
    if (!result) {
        result = pav_player_create(out->scene, NULL, &out->player, error);
    }
    if (result) {
        free_loaded(out);
    }
    return result;
}

/* ---- Going on where it was ---- */

static double time_of(const view_playing *playing)
{
    pav_playback_state state;
    return playing->playback != PAV_NONE && !pav_player_get(playing->player, playing->playback, &state)
               ? state.time
               : view_playing_moment(playing).duration;
}

/* Plays of the new document what the old one plays, by name; another clip when it is gone. */
static pav_result continue_playing(const view_playing *from, view_playing *to, pav_error *error)
{
    uint32_t clip = PAV_NONE;
    to->others = from->others;
    to->paused = from->paused;
    to->fade = from->fade;
    to->mode = from->mode;
    to->speed = from->speed;
    to->reverse = from->reverse;
    for (uint32_t i = 0; i < from->along_count; i++) {
        view_playing_add_along(to, view_clip_name(from->document, from->along[i]), NULL);
    }
    if (from->clip != PAV_NONE) {
        clip = pav_document_find_clip(to->document, view_clip_name(from->document, from->clip));
        const bool gone = clip == PAV_NONE;
        clip = gone ? view_clip_main(to->binding) : clip;
        const pav_result result = view_playing_choose(to, clip, error);
        if (!result && !gone) {
            view_playing_seek(to, time_of(from));
        }
        return result;
    }
    return view_playing_choose(to, PAV_NONE, error);
}

static pav_result show_next(const view_session *session, view_session *next, pav_error *error)
{
    const pav_result result = continue_playing(&session->playing, &next->playing, error);
    if (result) {
        return result;
    }
    view_session_measure(next);
    view_values_carry_over(&session->values, &session->playing, &next->values, &next->playing);
    return view_playing_advance(&next->playing, 0, error);
}

static pav_result make_next(const view_session *session, const view_loaded *loaded, view_session *next,
                            pav_error *error)
{
    pav_result result = view_playing_create(loaded->player, &next->playing, error);
    if (result) {
        return result;
    }
    result = view_values_create(loaded->scene, &next->values, error);
    if (!result) {
        result = view_drawing_create(loaded->scene, &next->drawing, error);
        if (!result && (result = show_next(session, next, error))) {
            view_drawing_destroy(&next->drawing);
        }
        if (result) {
            view_values_destroy(&next->values);
        }
    }
    if (result) {
        view_playing_destroy(&next->playing);
    }
    return result;
}

/* Makes everything new before anything old is given up. */
static pav_result replace(view_session *session, view_loaded *loaded, pav_error *error)
{
    view_session next = *session;
    next.scene = loaded->scene;
    pav_result result = make_next(session, loaded, &next, error);
    if (result) {
        return result;
    }
    view_drawing_destroy(&session->drawing);
    view_values_destroy(&session->values);
    view_playing_destroy(&session->playing);
    view_statistics_detach(&session->statistics);
    view_flashes_detach(&session->flashes);
    free_loaded(&session->loaded);
    *session = next;
    session->loaded = *loaded;
    view_statistics_attach(&session->statistics, session->scene);
    view_flashes_attach(&session->flashes, &session->playing);
    return PAV_OK;
}

/* A line of the window has no room for the path, which its title tells. */
static const char *without_path(const char *message, const char *path)
{
    const size_t length = strlen(path);
    return strncmp(message, path, length) == 0 && strncmp(message + length, ": ", 2) == 0
               ? message + length + 2
               : message;
}

void view_reload_check(view_session *session)
{
    const char *path = session->options->watch;
    view_stamp stamp;
    view_loaded loaded;
    pav_error error;
    /* A file that is not there is about to be replaced. */
    if (!path || !find_stamp(path, &stamp) || is_same(&stamp, &session->stamp)) {
        return;
    }
    session->stamp = stamp;
    pav_result result = load(path, session->options->exact_normals, &loaded, &error);
    if (!result) {
        result = replace(session, &loaded, &error);
        if (result) {
            free_loaded(&loaded);
        }
    }
    session->notice[0] = 0;
    if (result) {
        snprintf(session->notice, sizeof session->notice, "The file has changed and cannot be shown: %.400s",
                 without_path(error.message, path));
        fprintf(stderr, "the file has changed and cannot be shown: %s\n", error.message);
    }
}
