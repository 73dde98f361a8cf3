/* SPDX-License-Identifier: MIT */
/* The contact sheet: eight moments in one picture, with what they are under each. */
#ifndef VIEW_SHEET_H
#define VIEW_SHEET_H

#include "session.h"

/* Draws over the whole of the session's picture and writes it.  One clip when the options name one, else
 * moments of as many clips as there is room for. */
pav_result view_sheet_write(view_session *session, const char *path, pav_error *error);

#endif
