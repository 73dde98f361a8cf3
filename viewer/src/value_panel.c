/* SPDX-License-Identifier: MIT */
#include "value_panel.h"

#include "clip_list.h"
#include "hud.h"
#include "time_panel.h"

#include <math.h>
#include <stdio.h>

static const float margin = 16, top = 54, line_height = 22, around = 9;
static const float most_width = 380, least_width = 240, cross_width = 26, bar_width = 60;
static const double steps_per_pixel = 0.1;

/* ---- Where the rows lie ---- */

typedef struct panel_layout {
    float left, width;
    uint32_t count; /* Of all lines, also those that have no room. */
    uint32_t first, shown;
} panel_layout;

static panel_layout find_layout(const view_session *session)
{
    const float across = (float)session->picture.width, down = (float)session->picture.height;
    const float list = session->hud || session->finding ? view_clip_list_width(session) + margin : 0;
    const float below = session->hud ? view_time_panel_height + 8 : margin;
    panel_layout out = {.width = fmaxf(fminf(most_width, across - list - 2 * margin), least_width),
                        .count = view_values_count(&session->values, &session->playing)};
    out.left = across - margin - out.width;
    const uint32_t room = (uint32_t)fmaxf((down - top - below - 2 * around) / line_height, 1);
    out.shown = out.count < room ? out.count : room;
    const uint32_t last = out.count - out.shown;
    out.first = session->value_first < last ? session->value_first : last;
    return out;
}

float view_value_panel_width(const view_session *session)
{
    return session->show_values ? find_layout(session).width + margin : 0;
}

int view_value_panel_page(const view_session *session)
{
    return (int)find_layout(session).shown;
}

/* ---- The chosen line ---- */

static bool can_change(const view_session *session, uint32_t row)
{
    view_reading reading;
    const view_value value = view_values_get(&session->values, &session->playing, row);
    view_value_read(&session->playing, &value, &reading);
    return reading.step > 0;
}

/* The nearest line that can be changed, from a row on in a direction, else in the other one. */
static uint32_t find_changeable(const view_session *session, uint32_t row, int direction)
{
    const uint32_t count = view_values_count(&session->values, &session->playing);
    for (int turn = 0; turn < 2; turn++, direction = -direction) {
        for (uint32_t i = row; i < count; i += (uint32_t)direction) {
            if (can_change(session, i)) {
                return i;
            }
        }
    }
    return PAV_NONE;
}

/* Its row now.  One that is there no more gives way to what has come to its place. */
static uint32_t chosen_row(const view_session *session)
{
    const uint32_t count = view_values_count(&session->values, &session->playing);
    const uint32_t row = view_values_find(&session->values, &session->playing, &session->value);
    if (row != PAV_NONE && can_change(session, row)) {
        return row;
    }
    return find_changeable(session, session->value_row < count ? session->value_row : count - 1, 1);
}

static void choose(view_session *session, uint32_t row)
{
    session->value = view_values_get(&session->values, &session->playing, row);
    session->value_row = row;
}

static void show_row(view_session *session, uint32_t row)
{
    const panel_layout layout = find_layout(session);
    session->value_first = layout.first;
    if (row < layout.first) {
        session->value_first = row;
    } else if (row >= layout.first + layout.shown) {
        session->value_first = row + 1 - layout.shown;
    }
}

void view_value_panel_move(view_session *session, int lines)
{
    const int64_t count = view_values_count(&session->values, &session->playing);
    const uint32_t from = chosen_row(session);
    if (from == PAV_NONE) {
        return;
    }
    const int64_t wanted = (int64_t)from + lines;
    const uint32_t row = (uint32_t)(wanted < 0 ? 0 : wanted < count ? wanted : count - 1);
    choose(session, find_changeable(session, row, lines < 0 ? -1 : 1));
    /* With the headings above the first of all. */
    show_row(session, session->value_row == find_changeable(session, 0, 1) ? 0 : session->value_row);
}

pav_result view_value_panel_change(view_session *session, double steps, pav_error *error)
{
    const uint32_t row = chosen_row(session);
    view_reading reading;
    if (row == PAV_NONE) {
        return PAV_OK;
    }
    choose(session, row);
    show_row(session, row);
    view_value_read(&session->playing, &session->value, &reading);
    return view_value_set(&session->playing, &session->value, reading.number + steps * reading.step, error);
}

void view_value_panel_release(view_session *session)
{
    view_value_release(&session->playing, &session->value);
}

void view_value_panel_release_all(view_session *session)
{
    for (uint32_t i = 0; i < session->values.fixed_count; i++) {
        view_value_release(&session->playing, &session->values.fixed[i]);
    }
}

/* ---- Mouse ---- */

bool view_value_panel_covers(const view_session *session, int x, int y)
{
    const panel_layout layout = find_layout(session);
    const float across = (float)x - layout.left, down = (float)y - top;
    return session->show_values && !session->help && across >= 0 && across < layout.width && down >= 0 &&
           down < line_height * (float)layout.shown + 2 * around;
}

bool view_value_panel_press(view_session *session, int x, int y)
{
    const panel_layout layout = find_layout(session);
    const float row = ((float)y - top - around) / line_height;
    if (row < 0 || row >= (float)layout.shown || !can_change(session, layout.first + (uint32_t)row)) {
        return false;
    }
    choose(session, layout.first + (uint32_t)row);
    if ((float)x >= layout.left + layout.width - cross_width) {
        view_value_panel_release(session);
        return false;
    }
    view_value_read(&session->playing, &session->value, &session->pressed);
    return session->value.kind != VIEW_VALUE_PLAYBACK;
}

pav_result view_value_panel_drag(view_session *session, int pixels, pav_error *error)
{
    const view_reading *pressed = &session->pressed;
    const double number = pressed->number + steps_per_pixel * pixels * pressed->step;
    return view_value_set(&session->playing, &session->value, number, error);
}

void view_value_panel_scroll(view_session *session, int rows)
{
    const panel_layout layout = find_layout(session);
    const int64_t first = (int64_t)layout.first + rows, last = (int64_t)layout.count - layout.shown;
    session->value_first = (uint32_t)(first < 0 ? 0 : first < last ? first : last);
}

/* ---- Drawing ---- */

static const view_color groove_color = {0.26f, 0.30f, 0.37f, 0.9f};

static float indent_of(view_value_kind kind)
{
    return kind == VIEW_VALUE_TITLE                                                                ? 0
           : kind == VIEW_VALUE_PLAYBACK || kind == VIEW_VALUE_MESH || kind == VIEW_VALUE_MATERIAL ? 8
                                                                                                   : 20;
}

static void add_bar(view_overlay *overlay, float x, float y, const view_reading *reading)
{
    const view_color color = reading->overridden ? view_accent_color : view_muted_color;
    view_overlay_add_box(overlay, x, y + 9, bar_width, 5, groove_color);
    view_overlay_add_box(overlay, x, y + 9, (float)reading->part * bar_width, 5, color);
}

static view_color color_of(const view_session *session, const view_value *value, const view_reading *reading)
{
    const bool chosen = value->kind == VIEW_VALUE_PLAYBACK && value->owner == session->playing.playback;
    return value->kind == VIEW_VALUE_TITLE || reading->overridden || chosen ? view_accent_color
           : reading->faint                                                 ? view_muted_color
                                                                            : view_text_color;
}

/* Label, bar, number, and a cross for what is overridden. */
static void add_row(view_session *session, const panel_layout *layout, const view_value *value, float y)
{
    view_overlay *overlay = &session->overlay;
    view_reading reading;
    char text[160];
    view_value_read(&session->playing, value, &reading);
    const view_color color = color_of(session, value, &reading);
    const float left = layout->left + 14 + indent_of(value->kind),
                end = layout->left + layout->width - cross_width;
    const float number = end - view_overlay_width(overlay, VIEW_TEXT_SMALL, reading.text);
    const bool short_number = value->kind == VIEW_VALUE_MORPH || value->kind == VIEW_VALUE_INPUT;
    const float bar = fminf(end - (short_number ? 60 : 144), number - 8) - bar_width;
    const float room = (reading.part < 0 ? number : bar) - left - 8;
    view_overlay_fit(overlay, VIEW_TEXT_SMALL, reading.label, fmaxf(room, 20), text, sizeof text);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, left, y + 16, text, color);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, number, y + 16, reading.text,
                          reading.overridden ? color : view_muted_color);
    if (reading.part >= 0) {
        add_bar(overlay, bar, y, &reading);
    }
    if (reading.overridden) {
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, end + 7, y + 16, "\xC3\x97", color);
    }
}

/* How far it is scrolled. */
static void add_scroll_bar(view_session *session, const panel_layout *layout, float height)
{
    if (layout->shown < layout->count) {
        const float long_side = fmaxf(height * (float)layout->shown / (float)layout->count, 12);
        const float part = (float)layout->first / (float)(layout->count - layout->shown);
        view_overlay_add_panel(&session->overlay, layout->left + layout->width - 6,
                               top + part * (height - long_side), 4, long_side, 2, view_muted_color);
    }
}

/* The chosen line stays where it is to be seen when lines before it come or go. */
static void follow(view_session *session)
{
    const uint32_t row = chosen_row(session);
    if (row != PAV_NONE && row != session->value_row) {
        const int64_t first = (int64_t)session->value_first + row - session->value_row;
        session->value_first = (uint32_t)(session->value_first && first > 0 ? first : 0);
    }
    if (row != PAV_NONE) {
        choose(session, row);
    }
}

void view_value_panel_add(view_session *session)
{
    follow(session);
    const panel_layout layout = find_layout(session);
    const float height = line_height * (float)layout.shown + 2 * around;
    view_overlay_add_panel(&session->overlay, layout.left, top, layout.width, height, 10, view_panel_color);
    for (uint32_t i = 0; i < layout.shown; i++) {
        const uint32_t row = layout.first + i;
        const float y = top + around + line_height * (float)i;
        const view_value value = view_values_get(&session->values, &session->playing, row);
        if (row == session->value_row && can_change(session, row)) {
            view_overlay_add_panel(&session->overlay, layout.left + 6, y, layout.width - 14, line_height, 6,
                                   groove_color);
        }
        add_row(session, &layout, &value, y);
    }
    add_scroll_bar(session, &layout, height);
}
