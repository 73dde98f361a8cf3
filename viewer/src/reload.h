/* SPDX-License-Identifier: MIT */
/* Watches the shown file, and shows it anew when it has changed. */
#ifndef VIEW_RELOAD_H
#define VIEW_RELOAD_H

#include "session.h"

/* Remembers how the file is now. */
void view_reload_start(view_session *session);

/* Loads the file when it has changed since; clip, time, camera and all that is switched on stay.  A file that
 * cannot be shown leaves everything as it is, and says why in the session's notice. */
void view_reload_check(view_session *session);

/* Destroys what was loaded. */
void view_reload_end(view_session *session);

#endif
