/* SPDX-License-Identifier: MIT */
#ifndef VIEW_STATISTICS_PANEL_H
#define VIEW_STATISTICS_PANEL_H

#include "session.h"

/* Below `top`, at the right edge. */
void view_statistics_panel_add(view_session *session, float top);

#endif
