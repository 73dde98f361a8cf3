/* SPDX-License-Identifier: MIT */
#include "event_marks.h"

#include "hud.h"

#include <math.h>
#include <string.h>

static const view_color mark_color = {0.46f, 0.80f, 1.00f, 1};

/* ---- Marks ---- */

static void add_mark(view_overlay *overlay, const view_bar *bar, const view_moment *moment, double seconds)
{
    const float part = moment->duration > 0 ? (float)(seconds / moment->duration) : 0;
    const float x = bar->x + part * bar->width, y = bar->y - 5;
    if (part >= 0 && part <= 1) {
        const float corners[6] = {x - 5, y, x + 5, y, x, y + 8};
        view_overlay_add_triangle(overlay, corners, mark_color);
    }
}

static void add_marks(view_session *session, const view_bar *bar, const view_moment *moment)
{
    const view_playing *playing = &session->playing;
    const pav_chunk_clip *chunk = pav_document_clip(playing->document, playing->clip);
    for (uint32_t i = 0; i < chunk->event_count; i++) {
        add_mark(&session->overlay, bar, moment, pav_clip_seconds(chunk, chunk->events[i].frame));
    }
    pav_added_event event;
    for (uint32_t i = 0; pav_player_added_event(playing->player, i, &event) != PAV_NONE; i++) {
        const pav_binding *binding = event.binding ? event.binding : pav_player_binding(playing->player);
        if (event.clip == playing->clip && pav_binding_clips(binding) == playing->document) {
            add_mark(&session->overlay, bar, moment, event.at);
        }
    }
}

/* ---- Flashes ---- */

enum { ROWS = 3 };

/* Names above the panel, beside and above each other. */
typedef struct label_rows {
    float left[VIEW_FLASH_COUNT], right[VIEW_FLASH_COUNT];
    int row[VIEW_FLASH_COUNT];
    int count;
} label_rows;

/* The lowest row with room; ROWS: none has. */
static int find_row(const label_rows *rows, float left, float right)
{
    int row = 0;
    for (int i = 0; i < rows->count && row < ROWS; i++) {
        if (rows->row[i] == row && left < rows->right[i] && right > rows->left[i]) {
            row++;
            i = -1;
        }
    }
    return row;
}

static void add_label(view_session *session, label_rows *rows, float x, const view_flash *flash, float light)
{
    view_overlay *overlay = &session->overlay;
    char text[96];
    const float right_end = (float)session->picture.width - 16;
    view_overlay_fit(overlay, VIEW_TEXT_SMALL, *flash->name ? flash->name : "(no name)", right_end / 2, text,
                     sizeof text);
    const float width = view_overlay_width(overlay, VIEW_TEXT_SMALL, text) + 20;
    const float left = fmaxf(fminf(x - width / 2, right_end - width), 16);
    const int row = find_row(rows, left, left + width);
    if (row == ROWS) {
        return;
    }
    rows->left[rows->count] = left;
    rows->right[rows->count] = left + width;
    rows->row[rows->count++] = row;
    const float y = (float)session->picture.height - view_time_panel_height - 32 - 28 * (float)row;
    view_color ground = view_panel_color, color = mark_color;
    ground.alpha *= fminf(2 * light, 1);
    color.alpha = fminf(2 * light, 1);
    view_overlay_add_panel(overlay, left, y, width, 26, 8, ground);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, left + 10, y + 18, text, color);
}

/* The same event of a pass before. */
static bool is_shown(const view_flashes *flashes, uint32_t index, const view_flash *flash)
{
    float light;
    for (uint32_t i = 0; i < index; i++) {
        const view_flash *newer = view_flashes_get(flashes, i, &light);
        if (newer && newer->playback == flash->playback && newer->clip_time == flash->clip_time &&
            strcmp(newer->name, flash->name) == 0) {
            return true;
        }
    }
    return false;
}

static void add_flashes(view_session *session, const view_bar *bar, const view_moment *moment)
{
    const view_flashes *flashes = &session->flashes;
    label_rows rows = {.count = 0};
    const view_flash *flash;
    float light;
    for (uint32_t i = 0; (flash = view_flashes_get(flashes, i, &light)); i++) {
        if (flash->playback != session->playing.playback || is_shown(flashes, i, flash)) {
            continue;
        }
        const float part = moment->duration > 0 ? (float)(flash->clip_time / moment->duration) : 0;
        const float x = bar->x + part * bar->width;
        const view_color glow = {mark_color.red, mark_color.green, mark_color.blue, light};
        view_overlay_add_panel(&session->overlay, x - 9, bar->y - 10, 18, 26, 8, glow);
        add_label(session, &rows, x, flash, light);
    }
}

void view_event_marks_add(view_session *session, const view_bar *bar, const view_moment *moment)
{
    add_flashes(session, bar, moment);
    add_marks(session, bar, moment);
}
