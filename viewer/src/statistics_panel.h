/* SPDX-License-Identifier: MIT */
#ifndef VIEW_STATISTICS_PANEL_H
#define VIEW_STATISTICS_PANEL_H

#include "session.h"

/* How long pictures take, and how much there is in them: as a panel, or as text. */
pav_result view_statistics_write(const view_session *session, const char *path, pav_error *error);

/* Below `top`, at the right edge. */
void view_statistics_panel_add(view_session *session, float top);

#endif
