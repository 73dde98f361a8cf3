/* SPDX-License-Identifier: MIT */
#include <pavane_view/view.h>

#include "keys.h"
#include "message.h"
#include "output.h"
#include "reload.h"
#include "statistics_panel.h"
#include "window.h"

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

static pav_result run(view_session *session, int *window, pav_error *error)
{
    const pav_view_options *options = session->options;
    uint32_t width, height;
    find_size(options, &width, &height);
    const bool files = view_output_wanted(options);
    const char *title = options->title ? options->title : "Pavane";
    pav_result result =
        view_window_open(title, files ? 64 : width, files ? 64 : height, files, window, error);
    if (!result) {
        result = view_session_create_graphics(session, width, height, error);
    }
    if (!result && options->press) {
        result = view_keys_press(session, options->press, error);
    }
    if (!result) {
        result = files ? view_output_write(session, error) : view_window_run(session, *window, error);
    }
    if (!result && options->statistics_file) {
        result = view_statistics_write(session, options->statistics_file, error);
    }
    return result;
}

pav_result pav_view(pav_scene *scene, pav_player *player, const pav_view_options *options, pav_error *error)
{
    const pav_view_options defaults = {.title = NULL};
    options = options ? options : &defaults;
    view_session session;
    int window = 0;
    pav_result result = view_output_check(options, error);
    if (!result) {
        result = view_session_create(scene, player, options, &session, error);
    }
    if (!result) {
        view_reload_start(&session);
        result = run(&session, &window, error);
        view_session_destroy(&session);
        view_reload_end(&session);
        view_window_close(window);
    }
    return result;
}
