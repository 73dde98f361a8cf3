/* SPDX-License-Identifier: MIT */
#include "hud.h"

#include "clip_list.h"
#include "keys.h"
#include "statistics_panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const view_color view_panel_color = {0.09f, 0.11f, 0.15f, 0.80f};
const view_color view_text_color = {0.95f, 0.96f, 0.97f, 1};
const view_color view_muted_color = {0.66f, 0.71f, 0.78f, 1};
const view_color view_accent_color = {1.00f, 0.67f, 0.25f, 1};
static const view_color groove_color = {0.26f, 0.30f, 0.37f, 0.9f};

static const float margin = 16, padding = 18, panel_height = 92, line_height = 24;
const float view_hud_height = 108;

const char *view_mode_name(pav_play_mode mode)
{
    static const char *const names[] = {"once", "stay", "loop", "ping-pong"};
    return names[mode];
}

view_bar view_hud_bar(uint32_t width, uint32_t height)
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
    } else if (playing->companion_count) {
        snprintf(text, sizeof text, "%u more along", (unsigned)playing->companion_count);
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

static void add_time_panel(view_session *session)
{
    const view_playing *playing = &session->playing;
    view_overlay *overlay = &session->overlay;
    const view_moment moment = view_playing_moment(playing);
    const view_bar bar = view_hud_bar(session->picture.width, session->picture.height);
    const float top = (float)session->picture.height - margin - panel_height, y = top + 32;
    view_overlay_add_panel(overlay, margin, top, (float)session->picture.width - 2 * margin, panel_height, 10,
                           view_panel_color);
    add_play_sign(overlay, bar.x - 2, y - 15, view_playing_stands(playing));
    const float left = add_moment(session, &moment, bar.x + 26, y, fmaxf(0.6f * bar.width - 250, 80));
    state_row row = {overlay, left, bar.x + bar.width, y};
    add_states(session, &row);
    if (playing->clip != PAV_NONE) {
        add_bar(overlay, &bar, &moment);
    }
}

/* ---- What the user must know ---- */

static void add_hint(view_session *session)
{
    const char *hint = "H  help";
    const float width = view_overlay_width(&session->overlay, VIEW_TEXT_SMALL, hint) + 28;
    const float x = (float)session->picture.width - margin - width;
    view_overlay_add_panel(&session->overlay, x, margin, width, 30, 10, view_panel_color);
    view_overlay_add_text(&session->overlay, VIEW_TEXT_SMALL, x + 14, margin + 21, hint, view_text_color);
}

/* As many whole words as have room, one at least. */
static size_t line_length(const view_overlay *overlay, const char *text, float room)
{
    char part[512];
    size_t found = 0;
    for (size_t i = 1; text[0] && i <= strlen(text); i++) {
        if (text[i] == ' ' || !text[i]) {
            snprintf(part, sizeof part, "%.*s", (int)i, text);
            if (found && view_overlay_width(overlay, VIEW_TEXT_SMALL, part) > room) {
                break;
            }
            found = i;
        }
    }
    return found;
}

/* In up to four lines. */
static float add_notice(view_overlay *overlay, float right, float top, float room, const char *text)
{
    enum { MOST = 4 };
    char lines[MOST][512];
    float width = 0;
    int count = 0;
    for (; *text && count < MOST; count++) {
        const size_t length = count + 1 < MOST ? line_length(overlay, text, room - 28) : strlen(text);
        char line[512];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        view_overlay_fit(overlay, VIEW_TEXT_SMALL, line, room - 28, lines[count], sizeof lines[count]);
        width = fmaxf(width, view_overlay_width(overlay, VIEW_TEXT_SMALL, lines[count]) + 28);
        text += length + (text[length] == ' ');
    }
    if (!count) {
        return top;
    }
    const float height = 12 + 18 * (float)count;
    view_overlay_add_panel(overlay, right - width, top, width, height, 10, view_panel_color);
    for (int i = 0; i < count; i++) {
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, right - width + 14, top + 21 + 18 * (float)i,
                              lines[i], view_accent_color);
    }
    return top + height + 6;
}

void view_hud_add_notices(view_session *session)
{
    const float right = (float)session->picture.width - margin;
    const float list = session->hud || session->finding ? view_clip_list_width(session) + margin : 0;
    const float room = fmaxf(right - margin - list, 0.6f * right);
    const uint32_t left_out = session->lighting == VIEW_LIGHTING_FILE ? session->drawing.lights.left_out : 0;
    char lights[64] = "";
    if (left_out) {
        snprintf(lights, sizeof lights, "%u more lights are not shown", (unsigned)left_out);
    }
    float top = add_notice(&session->overlay, right, margin + 36, room, session->notice);
    if (session->hud) {
        top = add_notice(&session->overlay, right, top, room, session->drawing.surfaces.notice);
        top = add_notice(&session->overlay, right, top, room, lights);
    }
    if (session->show_statistics) {
        view_statistics_panel_add(session, top);
    }
}

void view_hud_add(view_session *session)
{
    add_hint(session);
    add_time_panel(session);
}

/* ---- Help ---- */

static size_t list_help(const char *lines[][2], size_t most)
{
    size_t count = 0;
    for (size_t i = 0; i < view_key_count && count < most; i++) {
        if (view_keys[i].shown) {
            lines[count][0] = view_keys[i].shown;
            lines[count++][1] = view_keys[i].help;
        }
    }
    for (size_t i = 0; i < view_mouse_help_count && count < most; i++) {
        lines[count][0] = view_mouse_help[i][0];
        lines[count++][1] = view_mouse_help[i][1];
    }
    return count;
}

/* In two columns where one is too high, and smaller where those are too wide. */
void view_hud_add_help(view_session *session)
{
    enum { MOST = 64 };
    static const float column = 476, side = 28, above = 74, least_line_height = 18;
    view_overlay *overlay = &session->overlay;
    const char *lines[MOST][2];
    const size_t count = list_help(lines, MOST), first = overlay->count;
    const float wide = (float)session->picture.width, high = (float)session->picture.height;
    const size_t columns = (float)count * least_line_height + above + 18 > high ? 2 : 1;
    const size_t rows = (count + columns - 1) / columns;
    const float line = fmaxf(fminf(line_height, (high - above - 18) / (float)rows), least_line_height);
    const float width = column * (float)columns + 3 * side, height = line * (float)rows + above + 10;
    const float scale = fminf(fminf(wide / width, high / height), 1);
    const view_color ground = {view_panel_color.red, view_panel_color.green, view_panel_color.blue, 0.94f};
    view_overlay_add_panel(overlay, 0, 0, width, height, 14, ground);
    view_overlay_add_text(overlay, VIEW_TEXT_LARGE, side, 42, "Keys and mouse", view_text_color);
    for (size_t i = 0; i < count; i++) {
        const float x = side + (column + side) * (float)(i / rows), y = above + line * (float)(i % rows);
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x, y, lines[i][0], view_accent_color);
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x + 200, y, lines[i][1], view_text_color);
    }
    view_overlay_place(overlay, first, (wide - scale * width) / 2, (high - scale * height) / 2, scale);
}
