/* SPDX-License-Identifier: MIT */
/* pavane-viewer FILE.pav [OPTIONS]: plays a file in a window, or draws pictures of it. */
#include "options.h"

#include <stdio.h>
#include <stdlib.h>

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
    if (pav_view_file(command.file, &command.options, &error)) {
        fprintf(stderr, "pavane-viewer: %s\n", error.message);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
