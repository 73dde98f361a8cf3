/* SPDX-License-Identifier: MIT */
/* The panel at the right: what plays, shape keys and materials, with their numbers, which can be changed
 * there. */
#ifndef VIEW_VALUE_PANEL_H
#define VIEW_VALUE_PANEL_H

#include "session.h"

void view_value_panel_add(view_session *session);
/* Pixels that it covers from the right, with the space beside it; 0: it is not shown. */
float view_value_panel_width(const view_session *session);

/* Chooses the next line that can be changed, so many further; with a large number the last. */
void view_value_panel_move(view_session *session, int lines);
/* As many lines as there is room for. */
int view_value_panel_page(const view_session *session);
/* Changes the chosen line by so many steps, or lets it go. */
pav_result view_value_panel_change(view_session *session, double steps, pav_error *error);
void view_value_panel_release(view_session *session);
void view_value_panel_release_all(view_session *session);

/* Whether a place of the window, from its upper left, is on the panel. */
bool view_value_panel_covers(const view_session *session, int x, int y);
/* Chooses the line that is there; true: it can be dragged.  On its cross it is let go. */
bool view_value_panel_press(view_session *session, int x, int y);
/* By so many pixels to the right since it was pressed. */
pav_result view_value_panel_drag(view_session *session, int pixels, pav_error *error);
void view_value_panel_scroll(view_session *session, int rows);

#endif
