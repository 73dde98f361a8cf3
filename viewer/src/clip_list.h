/* SPDX-License-Identifier: MIT */
/* The list of clips, and finding one by typing a part of its name. */
#ifndef VIEW_CLIP_LIST_H
#define VIEW_CLIP_LIST_H

#include "session.h"

/* Clips that fit between the panels, the chosen one among them; while one is looked for, those of which the
 * names hold what is typed. */
void view_clip_list_add(view_session *session);

/* Begins to look for a clip; `text` as if it had been typed. */
void view_clip_list_find(view_session *session, const char *text);
/* A key while a clip is looked for: letters, Backspace, Up and Down, Enter plays it, Esc gives up. */
pav_result view_clip_list_type(view_session *session, int code, pav_error *error);

#endif
