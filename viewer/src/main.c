/* SPDX-License-Identifier: MIT */
/* pavane-viewer FILE.pav [OPTIONS]: plays a file in a window, or draws pictures of it. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>

static pav_result check_scene(const view_command *command, const pav_document *document, pav_error *error)
{
    if (pav_document_scene(document)) {
        return PAV_OK;
    }
    if (error) {
        error->result = PAV_ERROR_NAME;
        snprintf(error->message, sizeof error->message,
                 "%.120s holds %u clips and no scene; the viewer needs a file with the scene that they move",
                 command->file, (unsigned)pav_document_clip_count(document));
    }
    return PAV_ERROR_NAME;
}

static pav_result view_document(const view_command *command, pav_document *document, pav_error *error)
{
    const pav_scene_options options = {.apply_capacity = pav_view_capacity(document)};
    pav_scene *scene = NULL;
    pav_player *player = NULL;
    pav_result result = check_scene(command, document, error);
    if (!result) {
        result = pav_scene_create(document, &options, &scene, error);
    }
    if (!result) {
        result = pav_player_create(scene, NULL, &player, error);
    }
    if (!result) {
        result = pav_view(scene, player, &command->options, error);
    }
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    return result;
}

static pav_result view_file(const view_command *command, pav_error *error)
{
    pav_document *document;
    pav_result result = pav_document_load_file(command->file, NULL, &document, error);
    if (!result) {
        result = view_document(command, document, error);
    }
    if (result) {
        fprintf(stderr, "pavane-viewer: %s\n", error->message);
    }
    pav_document_destroy(document);
    return result;
}

int main(int count, char **arguments)
{
    view_command command;
    pav_error error;
    if (view_options_parse(count, arguments, &command, &error)) {
        fprintf(stderr, "pavane-viewer: %s\n", error.message);
        return EXIT_FAILURE;
    }
    if (command.help) {
        view_options_print_help(stdout);
        return EXIT_SUCCESS;
    }
    if (command.version) {
        printf("pavane-viewer %s\n", pav_version());
        return EXIT_SUCCESS;
    }
    if (!command.options.title) {
        command.options.title = command.file;
    }
    return view_file(&command, &error) ? EXIT_FAILURE : EXIT_SUCCESS;
}
