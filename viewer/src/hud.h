/* SPDX-License-Identifier: MIT */
/* The panels of the window together, notices and help. */
#ifndef VIEW_HUD_H
#define VIEW_HUD_H

#include "session.h"

/* Colours of all panels and labels. */
extern const view_color view_panel_color, view_text_color, view_muted_color, view_accent_color;

void view_hud_add(view_session *session);
/* What the user must know: that a file cannot be shown also without the other panels. */
void view_hud_add_notices(view_session *session);
void view_hud_add_help(view_session *session);

#endif
