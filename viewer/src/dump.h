/* SPDX-License-Identifier: MIT */
/* Writes what the graphics card has been given, for comparing with another program: in the format that
 * pavane-dump --help describes, what pavane-dump --drawn writes.  Vertices are read back from the card. */
#ifndef VIEW_DUMP_H
#define VIEW_DUMP_H

#include "session.h"

#include <stdio.h>

typedef struct view_dump {
    FILE *file;
    const char *path;
} view_dump;

pav_result view_dump_open(const char *path, const view_session *session, view_dump *out, pav_error *error);
/* What is shown now. */
pav_result view_dump_write(view_dump *dump, const view_session *session, pav_error *error);
pav_result view_dump_close(view_dump *dump, pav_error *error);

#endif
