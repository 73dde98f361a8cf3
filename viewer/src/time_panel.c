/* SPDX-License-Identifier: MIT */
#include "time_panel.h"

#include "clips.h"
#include "event_marks.h"
#include "hud.h"

#include <math.h>
#include <stdio.h>

static const view_color groove_color = {0.26f, 0.30f, 0.37f, 0.9f};

static const float margin = 16, padding = 18, panel_height = 92;
const float view_time_panel_height = 108;

view_bar view_time_panel_bar(uint32_t width, uint32_t height)
{
    return (view_bar){margin + padding, (float)height - margin - 42, (float)width - 2 * (margin + padding),
                      26};
}

/* ---- Time bar ---- */

/* Frames between two labels: the smallest of 1, 2, 5, 10, 20 ... that leaves room for the numbers. */
static double label_step(double frames, float width)
{
    static const double factors[3] = {2, 2.5, 2};
    double step = 1;
    for (int i = 0; step * width < 48 * frames && i < 60; i++) {
        step *= factors[i % 3];
    }
    return step;
}

static void add_ticks(view_overlay *overlay, const view_bar *bar, const view_moment *moment)
{
    const double frames = moment->frame_end - moment->frame_start;
    const double step = label_step(frames, bar->width);
    const double every = bar->width >= 5 * frames ? 1 : step;
    char text[32];
    for (double frame = ceil(moment->frame_start / every) * every; frame <= moment->frame_end;
         frame += every) {
        const float x = bar->x + bar->width * (float)((frame - moment->frame_start) / frames);
        const bool labelled = fmod(frame, step) == 0;
        view_overlay_add_box(overlay, x - 0.5f, bar->y + (labelled ? 1 : 5), 1, labelled ? 11 : 7,
                             view_muted_color);
        if (labelled) {
            snprintf(text, sizeof text, "%g", frame);
            const float width = view_overlay_width(overlay, VIEW_TEXT_SMALL, text);
            view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x - width / 2, bar->y + 28, text,
                                  view_muted_color);
        }
    }
}

static void add_bar(view_overlay *overlay, const view_bar *bar, const view_moment *moment)
{
    const float part = moment->duration > 0 ? (float)(moment->seconds / moment->duration) : 0;
    const float x = bar->x + part * bar->width;
    view_overlay_add_panel(overlay, bar->x - 4, bar->y + 4, bar->width + 8, 6, 3, groove_color);
    if (moment->frame_end > moment->frame_start) {
        add_ticks(overlay, bar, moment);
    }
    view_overlay_add_panel(overlay, bar->x - 4, bar->y + 4, x - bar->x + 6, 6, 3, view_accent_color);
    view_overlay_add_panel(overlay, x - 5, bar->y - 4, 10, 20, 4, view_text_color);
}

/* A row of texts that grows from the right, and ends where the left side begins. */
typedef struct state_row {
    view_overlay *overlay;
    float left, right, y;
} state_row;

static void add_state(state_row *row, const char *text, view_color color)
{
    const float x = row->right - view_overlay_width(row->overlay, VIEW_TEXT_SMALL, text);
    if (x < row->left) {
        row->left = row->right;
        return;
    }
    view_overlay_add_text(row->overlay, VIEW_TEXT_SMALL, x, row->y, text, color);
    row->right = x - 22;
}

/* How many playbacks there are beside the chosen one. */
static uint32_t count_along(const view_playing *playing)
{
    uint32_t count = 0, playback;
    for (uint32_t i = 0; (playback = pav_player_playback(playing->player, i)) != PAV_NONE; i++) {
        pav_playback_state state;
        count += playback != playing->playback && !pav_player_get(playing->player, playback, &state) &&
                 !state.leaving;
    }
    return count;
}

/* The most important first. */
static void add_states(const view_session *session, state_row *row)
{
    const view_playing *playing = &session->playing;
    const bool plain = playing->speed == 1 && !playing->reverse;
    char text[96];
    snprintf(text, sizeof text, "speed %g%s", playing->speed, playing->reverse ? " backwards" : "");
    add_state(row, text, plain ? view_muted_color : view_accent_color);
    add_state(row, view_mode_name(playing->mode), view_muted_color);
    if (session->file_camera) {
        const bool there = view_session_camera_node(session) != PAV_NONE;
        add_state(row, there ? "file camera" : "the file has no camera", view_accent_color);
    }
    if (playing->left_out) {
        snprintf(text, sizeof text, "%u clips did not fit into the player", (unsigned)playing->left_out);
        add_state(row, text, view_accent_color);
    } else if (count_along(playing)) {
        snprintf(text, sizeof text, "%u more along", (unsigned)count_along(playing));
        add_state(row, text, view_muted_color);
    }
}

static void add_play_sign(view_overlay *overlay, float x, float y, bool stands)
{
    if (stands) {
        view_overlay_add_box(overlay, x + 1, y, 5, 16, view_accent_color);
        view_overlay_add_box(overlay, x + 10, y, 5, 16, view_accent_color);
    } else {
        const float corners[6] = {x + 1, y, x + 1, y + 16, x + 15, y + 8};
        view_overlay_add_triangle(overlay, corners, view_accent_color);
    }
}

/* Name, frame and seconds; returns where they end. */
static float add_moment(view_session *session, const view_moment *moment, float x, float y, float room)
{
    const view_playing *playing = &session->playing;
    view_overlay *overlay = &session->overlay;
    char text[160];
    if (playing->clip == PAV_NONE) {
        view_overlay_add_text(overlay, VIEW_TEXT_LARGE, x, y, "at rest", view_text_color);
        return x + view_overlay_width(overlay, VIEW_TEXT_LARGE, "at rest") + 24;
    }
    const char *name = view_clip_name(playing->document, playing->clip);
    view_overlay_fit(overlay, VIEW_TEXT_LARGE, name, room, text, sizeof text);
    view_overlay_add_text(overlay, VIEW_TEXT_LARGE, x, y, text, view_text_color);
    x += view_overlay_width(overlay, VIEW_TEXT_LARGE, text) + 24;
    snprintf(text, sizeof text, "frame %.4g", floor(moment->frame * 10 + 1e-3) / 10);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x, y, text, view_text_color);
    x += 104; /* A fixed step, so that the seconds do not tremble. */
    snprintf(text, sizeof text, "%.2f of %.2f s%s", moment->seconds, moment->duration,
             moment->ended ? ", over" : "");
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x, y, text, view_muted_color);
    return x + view_overlay_width(overlay, VIEW_TEXT_SMALL, text) + 24;
}

/* As a line along the panel, and in words where there is room; returns where they end. */
static float add_fade(view_session *session, const view_fading *fading, float x, float y)
{
    view_overlay *overlay = &session->overlay;
    const view_bar bar = view_time_panel_bar(session->picture.width, session->picture.height);
    const float top = (float)session->picture.height - margin - panel_height;
    char name[96], text[160];
    view_overlay_add_box(overlay, bar.x, top, (float)fading->part * bar.width, 3, view_accent_color);
    view_overlay_fit(overlay, VIEW_TEXT_SMALL, fading->from ? fading->from : "rest", 160, name, sizeof name);
    snprintf(text, sizeof text, "fades from %s, %.0f %%", name, floor(100 * fading->part));
    const float width = view_overlay_width(overlay, VIEW_TEXT_SMALL, text);
    if (x + width > bar.x + bar.width) {
        return x;
    }
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x, y, text, view_accent_color);
    return x + width + 24;
}

void view_time_panel_add(view_session *session)
{
    const view_playing *playing = &session->playing;
    view_overlay *overlay = &session->overlay;
    const view_moment moment = view_playing_moment(playing);
    const view_bar bar = view_time_panel_bar(session->picture.width, session->picture.height);
    const float top = (float)session->picture.height - margin - panel_height, y = top + 32;
    const view_fading fading = view_playing_fading(playing);
    view_overlay_add_panel(overlay, margin, top, (float)session->picture.width - 2 * margin, panel_height, 10,
                           view_panel_color);
    add_play_sign(overlay, bar.x - 2, y - 15, view_playing_stands(playing));
    float left = add_moment(session, &moment, bar.x + 26, y, fmaxf(0.6f * bar.width - 250, 80));
    if (fading.under_way) {
        left = add_fade(session, &fading, left, y);
    }
    state_row row = {overlay, left, bar.x + bar.width, y};
    add_states(session, &row);
    if (playing->clip != PAV_NONE) {
        view_event_marks_add(session, &bar, &moment);
        add_bar(overlay, &bar, &moment);
    }
}
