/* SPDX-License-Identifier: MIT */
/* The panels of the window: time bar, clips, help. */
#ifndef VIEW_HUD_H
#define VIEW_HUD_H

#include "session.h"

/* Colours of all panels and labels. */
extern const view_color view_panel_color, view_text_color, view_muted_color, view_accent_color;

/* The part of the time bar that a moment of the clip is chosen with, in pixels from the upper left. */
typedef struct view_bar {
    float x, y, width, height;
} view_bar;

/* Pixels that the time panel covers from below. */
extern const float view_hud_height;

view_bar view_hud_bar(uint32_t width, uint32_t height);

void view_hud_add(view_session *session);
/* What the user must know: that a file cannot be shown also without the other panels. */
void view_hud_add_notices(view_session *session);
void view_hud_add_help(view_session *session);

const char *view_mode_name(pav_play_mode mode);

#endif
