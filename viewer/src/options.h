/* SPDX-License-Identifier: MIT */
/* The options of the program: one table for the parser and for --help. */
#ifndef VIEW_OPTIONS_H
#define VIEW_OPTIONS_H

#include <pavane_view/view.h>

#include <stdio.h>

enum { VIEW_MOST_ALONG = 64 };

typedef struct view_command {
    const char *file;
    bool help, version, watch_off, time_set;
    pav_view_options options;
    const char *along[VIEW_MOST_ALONG];
} view_command;

/* The arguments of the program, its own name first.  `out` must stay where it is: its options point into it.
 */
pav_result view_options_parse(int count, char *const *arguments, view_command *out, pav_error *error);

/* The same without asking for a file. */
pav_result view_options_read(int count, char *const *arguments, view_command *out, pav_error *error);

void view_options_print_help(FILE *out);

#endif
