/* SPDX-License-Identifier: MIT */
/* The list of clips, and finding one by typing a part of its name. */
#ifndef VIEW_CLIP_LIST_H
#define VIEW_CLIP_LIST_H

#include "session.h"

/* Clips that fit between the panels, the chosen one among them; while one is looked for, those of which the
 * names hold what is typed. */
void view_clip_list_add(view_session *session);
float view_clip_list_width(const view_session *session);

/* Begins to look for a clip; `text` as if it had been typed. */
void view_clip_list_find(view_session *session, const char *text);
/* A key while a clip is looked for: letters, Backspace, Up and Down, Enter plays it, Esc gives up. */
pav_result view_clip_list_type(view_session *session, int code, pav_error *error);

/* Whether a place of the window, from its upper left, is on the list. */
bool view_clip_list_covers(const view_session *session, int x, int y);
void view_clip_list_scroll(view_session *session, int rows);
/* Plays the clip whose row is there. */
pav_result view_clip_list_click(view_session *session, int y, pav_error *error);

#endif
