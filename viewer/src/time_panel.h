/* SPDX-License-Identifier: MIT */
/* The panel at the lower edge: what plays, and where in it. */
#ifndef VIEW_TIME_PANEL_H
#define VIEW_TIME_PANEL_H

#include "session.h"

/* The part of the time bar that a moment of the clip is chosen with, in pixels from the upper left. */
typedef struct view_bar {
    float x, y, width, height;
} view_bar;

/* Pixels that the panel covers from below. */
extern const float view_time_panel_height;

view_bar view_time_panel_bar(uint32_t width, uint32_t height);

void view_time_panel_add(view_session *session);

#endif
