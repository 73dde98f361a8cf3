/* SPDX-License-Identifier: MIT */
/* The window, its keyboard and its mouse: what is done with freeglut once a scene is loaded. */
#ifndef VIEW_WINDOW_H
#define VIEW_WINDOW_H

#include "session.h"

/* Opens a window with an OpenGL 3.3 context; a hidden one, when nothing is to be shown in it.  `*id` is
 * freeglut's number for it, 0: there is none. */
pav_result view_window_open(const char *title, uint32_t width, uint32_t height, bool hidden, int *id,
                            pav_error *error);
/* Of the current window. */
void view_window_size(uint32_t *width, uint32_t *height);
/* Also one that its user has closed already, or none. */
void view_window_close(int id);

/* Shows the session in the window until it is closed. */
pav_result view_window_run(view_session *session, int id, pav_error *error);

#endif
