/* SPDX-License-Identifier: MIT */
#include "hud.h"

#include "clip_list.h"
#include "keys.h"
#include "statistics_panel.h"
#include "time_panel.h"
#include "value_panel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const view_color view_panel_color = {0.09f, 0.11f, 0.15f, 0.80f};
const view_color view_text_color = {0.95f, 0.96f, 0.97f, 1};
const view_color view_muted_color = {0.66f, 0.71f, 0.78f, 1};
const view_color view_accent_color = {1.00f, 0.67f, 0.25f, 1};

static const float margin = 16, line_height = 24;

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
    const float right = (float)session->picture.width - margin - view_value_panel_width(session);
    const float list = session->hud || session->finding ? view_clip_list_width(session) + margin : 0;
    const float room = fmaxf(right - margin - list, 0.6f * right);
    const uint32_t left_out = session->lighting == VIEW_LIGHTING_FILE ? session->drawing.lights.left_out : 0;
    char lights[64] = "";
    if (left_out) {
        snprintf(lights, sizeof lights, "%u more lights are not shown", (unsigned)left_out);
    }
    float top = add_notice(&session->overlay, right, margin + 36, room, session->notice);
    if (session->hud) {
        if (!session->flashes.player) {
            top = add_notice(&session->overlay, right, top, room,
                             "The player takes no more event callbacks: events do not flash");
        }
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
    view_time_panel_add(session);
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
    if (count < most) {
        lines[count][0] = "While values are shown:";
        lines[count++][1] = "";
    }
    for (size_t i = 0; i < view_value_key_count && count < most; i++) {
        if (view_value_keys[i].shown) {
            lines[count][0] = view_value_keys[i].shown;
            lines[count++][1] = view_value_keys[i].help;
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
