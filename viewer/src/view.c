/* SPDX-License-Identifier: MIT */
#include <pavane_view/view.h>

#include "keys.h"
#include "loading.h"
#include "message.h"
#include "output.h"
#include "reload.h"
#include "statistics_panel.h"
#include "window.h"

#include <stdio.h>

uint32_t pav_view_capacity(const pav_document *document)
{
    return view_playing_capacity(document);
}

static void find_size(const pav_view_options *options, uint32_t *width, uint32_t *height)
{
    const bool sheet = options->contact_sheet && !options->screenshot;
    *width = options->width ? options->width : sheet ? 1920 : 1280;
    *height = options->height ? options->height : sheet ? 1080 : 800;
}

static const char *title_of(const pav_view_options *options)
{
    return options->title ? options->title : "Pavane";
}

static pav_result open_window(const pav_view_options *options, int *window, pav_error *error)
{
    uint32_t width, height;
    const bool files = view_output_wanted(options);
    find_size(options, &width, &height);
    return view_window_open(title_of(options), files ? 64 : width, files ? 64 : height, files, window, error);
}

static pav_result run(view_session *session, int window, pav_error *error)
{
    const pav_view_options *options = session->options;
    uint32_t width, height;
    const bool files = view_output_wanted(options);
    find_size(options, &width, &height);
    if (!files) {
        view_window_size(&width, &height); /* It may be another one since it was opened. */
    }
    pav_result result = view_session_create_graphics(session, width, height, error);
    if (!result && options->press) {
        result = view_keys_press(session, options->press, error);
    }
    if (!result) {
        result = files ? view_output_write(session, error) : view_window_run(session, window, error);
    }
    if (!result && options->statistics_file) {
        result = view_statistics_write(session, options->statistics_file, error);
    }
    return result;
}

/* `*window` may be open already. */
static pav_result view(pav_player *player, const pav_view_options *options, int *window, pav_error *error)
{
    view_session session;
    pav_result result = view_session_create(pav_player_scene(player), player, options, &session, error);
    if (result) {
        return result;
    }
    view_reload_start(&session);
    if (!*window) {
        result = open_window(options, window, error);
    }
    if (!result) {
        result = run(&session, *window, error);
    }
    view_session_destroy(&session);
    view_reload_end(&session);
    return result;
}

pav_result pav_view(pav_scene *scene, pav_player *player, const pav_view_options *options, pav_error *error)
{
    const pav_view_options defaults = {.title = NULL};
    options = options ? options : &defaults;
    int window = 0;
    (void)scene;
    pav_result result = view_output_check(options, error);
    if (!result && options->exact_normals) {
        result = view_fail(error, PAV_ERROR_VALUE,
                           "exact_normals is for a file; this scene has the normals that it was made with");
    }
    if (!result) {
        result = view(player, options, &window, error);
        view_window_close(window);
    }
    return result;
}

/* ---- Of a file ---- */

static pav_result make_player(const char *path, const pav_view_options *wanted, pav_document *document,
                              pav_scene **scene, pav_player **player, pav_error *error)
{
    if (!pav_document_scene(document)) {
        return view_fail(
            error, PAV_ERROR_NAME,
            "%.120s holds %u clips and no scene; the viewer needs a file with the scene that they move", path,
            (unsigned)pav_document_clip_count(document));
    }
    const pav_scene_options options = {
        .apply_capacity = pav_view_capacity(document),
        .normals = wanted->exact_normals ? PAV_NORMALS_EXACT : PAV_NORMALS_BLENDED,
    };
    const pav_result result = pav_scene_create(document, &options, scene, error);
    return result ? result : pav_player_create(*scene, NULL, player, error);
}

static pav_result load(const char *path, const pav_view_options *wanted, view_loading *loading,
                       pav_document **document, pav_scene **scene, pav_player **player, pav_error *error)
{
    pav_load_options options = {.progress = NULL};
    if (loading) {
        options.progress = view_loading_tell;
        options.progress_user = loading;
    }
    pav_result result = pav_document_load_file(path, &options, document, error);
    if (!result && loading) {
        view_loading_say(loading, "making it ready to be shown");
    }
    return result ? result : make_player(path, wanted, *document, scene, player, error);
}

/* A file that is not there opens no window. */
static bool is_there(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file) {
        fclose(file);
    }
    return file != NULL;
}

pav_result pav_view_file(const char *path, const pav_view_options *options, pav_error *error)
{
    const pav_view_options defaults = {.title = NULL};
    options = options ? options : &defaults;
    pav_document *document = NULL;
    pav_scene *scene = NULL;
    pav_player *player = NULL;
    view_loading loading;
    int window = 0;
    bool closed = false;
    const bool shown = !view_output_wanted(options) && is_there(path);
    pav_result result = view_output_check(options, error);
    if (!result && shown) {
        result = open_window(options, &window, error);
        result = result ? result : view_loading_begin(&loading, title_of(options), error);
    }
    if (!result) {
        result = load(path, options, shown ? &loading : NULL, &document, &scene, &player, error);
        if (shown) {
            closed = loading.closed;
            view_loading_end(&loading);
        }
    }
    if (!result && !closed) {
        result = view(player, options, &window, error);
    }
    view_window_close(window);
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
    return closed ? PAV_OK : result;
}
