/* SPDX-License-Identifier: MIT */
/* Events on the time bar: a mark for each, which flashes with its name when it is fired. */
#ifndef VIEW_EVENT_MARKS_H
#define VIEW_EVENT_MARKS_H

#include "time_panel.h"

void view_event_marks_add(view_session *session, const view_bar *bar, const view_moment *moment);

#endif
