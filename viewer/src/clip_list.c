/* SPDX-License-Identifier: MIT */
#include "clip_list.h"

#include "clips.h"
#include "hud.h"
#include "keys.h"

#include <GL/freeglut.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BACKSPACE = 8, ENTER = 13, ESCAPE = 27, DELETE = 127 };

static const float margin = 16, line_height = 24, bottom = 176;
static const float least_width = 220, most_width = 0.4f, around_name = 74;

/* ---- Finding ---- */

/* Without regard to upper and lower case of plain letters. */
static bool holds(const char *name, const char *part)
{
    for (; *name || !*part; name++) {
        size_t same = 0;
        while (part[same] && tolower((unsigned char)name[same]) == tolower((unsigned char)part[same])) {
            same++;
        }
        if (!part[same]) {
            return true;
        }
    }
    return false;
}

/* The next clip from `clip` on that is listed; PAV_NONE: there is none. */
static uint32_t next_listed(const view_session *session, uint32_t clip)
{
    const pav_document *document = session->playing.document;
    const uint32_t count = pav_document_clip_count(document);
    while (clip < count && session->finding && !holds(view_clip_name(document, clip), session->find)) {
        clip++;
    }
    return clip < count ? clip : PAV_NONE;
}

static uint32_t listed_count(const view_session *session)
{
    uint32_t count = 0;
    for (uint32_t clip = next_listed(session, 0); clip != PAV_NONE; clip = next_listed(session, clip + 1)) {
        count++;
    }
    return count;
}

static uint32_t listed(const view_session *session, uint32_t index)
{
    uint32_t clip = next_listed(session, 0);
    for (; index > 0 && clip != PAV_NONE; index--) {
        clip = next_listed(session, clip + 1);
    }
    return clip;
}

/* ---- Typing ---- */

void view_clip_list_find(view_session *session, const char *text)
{
    session->finding = true;
    session->picked = 0;
    snprintf(session->find, sizeof session->find, "%s", text);
}

/* What a keyboard sends is Latin-1; names are UTF-8. */
static void add_letter(view_session *session, int code)
{
    const size_t length = strlen(session->find);
    if (code >= ' ' && code < VIEW_SPECIAL && length + 3 < sizeof session->find) {
        const char two[3] = {(char)(0xC0 | code >> 6), (char)(0x80 | (code & 0x3F)), 0};
        const char one[2] = {(char)code, 0};
        strcpy(session->find + length, code < 0x80 ? one : two);
        session->picked = 0;
    }
}

static void remove_letter(view_session *session)
{
    size_t length = strlen(session->find);
    while (length > 0 && ((unsigned char)session->find[--length] & 0xC0) == 0x80) {
    }
    session->find[length] = 0;
    session->picked = 0;
}

pav_result view_clip_list_type(view_session *session, int code, pav_error *error)
{
    const uint32_t count = listed_count(session), picked = listed(session, session->picked);
    switch (code) {
    case ENTER:
        session->finding = picked == PAV_NONE;
        return picked == PAV_NONE ? PAV_OK : view_playing_fade_to(&session->playing, picked, error);
    case ESCAPE:
        session->finding = false;
        break;
    case BACKSPACE:
    case DELETE:
        remove_letter(session);
        break;
    case VIEW_SPECIAL + GLUT_KEY_DOWN:
        session->picked += session->picked + 1 < count;
        break;
    case VIEW_SPECIAL + GLUT_KEY_UP:
        session->picked -= session->picked > 0;
        break;
    default:
        add_letter(session, code);
        break;
    }
    return PAV_OK;
}

/* ---- Where the rows lie ---- */

typedef struct list_layout {
    float width;
    uint32_t head;  /* Lines for what is looked for. */
    uint32_t count; /* Of the clips listed, also those that have no room. */
    uint32_t first, shown;
} list_layout;

/* As wide as the longest name, where the window has room for it. */
float view_clip_list_width(const view_session *session)
{
    const pav_document *document = session->playing.document;
    const float most = fmaxf(most_width * (float)session->picture.width, least_width);
    float width = least_width;
    for (uint32_t i = 0; i < pav_document_clip_count(document) && width < most; i++) {
        const char *name = view_clip_name(document, i);
        const float wanted = view_overlay_width(&session->overlay, VIEW_TEXT_SMALL, name) + around_name;
        width = fminf(fmaxf(width, wanted), most);
    }
    return width;
}

static list_layout find_layout(const view_session *session)
{
    list_layout out = {.width = view_clip_list_width(session),
                       .head = session->finding ? 1 : 0,
                       .count = listed_count(session)};
    const float head = (float)out.head, room = (float)session->picture.height - bottom;
    const uint32_t most = (uint32_t)fmaxf(room / line_height - head, head);
    out.shown = out.count < most ? out.count : most;
    const uint32_t last = out.count - out.shown;
    out.first = session->list_first < last ? session->list_first : last;
    return out;
}

static float top_of(const list_layout *layout, uint32_t row)
{
    return margin + 9 + line_height * (float)(row + layout->head);
}

/* Which of those listed is to be seen: the picked one, or the chosen one. */
static uint32_t important(const view_session *session)
{
    const uint32_t clip = session->playing.clip;
    return session->finding ? session->picked : clip == PAV_NONE ? 0 : clip;
}

/* The list follows what is important when that or the room for it changes; else it stays as it was
 * scrolled. */
static void follow(view_session *session, list_layout *layout)
{
    const uint32_t seen = important(session);
    if (seen != session->list_seen || layout->shown != session->list_shown) {
        if (seen < layout->first) {
            layout->first = seen;
        } else if (seen >= layout->first + layout->shown) {
            layout->first = seen + 1 - layout->shown;
        }
    }
    session->list_first = layout->first;
    session->list_seen = seen;
    session->list_shown = layout->shown;
}

/* ---- Mouse ---- */

bool view_clip_list_covers(const view_session *session, int x, int y)
{
    const list_layout layout = find_layout(session);
    const float across = (float)x - margin, down = (float)y - margin;
    return (session->hud || session->finding) && !session->help && across >= 0 && across < layout.width &&
           down >= 0 && down < top_of(&layout, layout.shown) + 9 - margin && layout.shown > 0;
}

void view_clip_list_scroll(view_session *session, int rows)
{
    const list_layout layout = find_layout(session);
    const int64_t first = (int64_t)layout.first + rows, last = (int64_t)layout.count - layout.shown;
    session->list_first = (uint32_t)(first < 0 ? 0 : first < last ? first : last);
}

pav_result view_clip_list_click(view_session *session, int y, pav_error *error)
{
    const list_layout layout = find_layout(session);
    const float row = ((float)y - top_of(&layout, 0)) / line_height;
    if (row < 0 || row >= (float)layout.shown) {
        return PAV_OK;
    }
    const uint32_t clip = listed(session, layout.first + (uint32_t)row);
    session->finding = false;
    return view_playing_fade_to(&session->playing, clip, error);
}

/* ---- Drawing ---- */

/* Beside the chosen one, whoever started it. */
static bool goes_along(const view_playing *playing, uint32_t clip)
{
    uint32_t playback;
    for (uint32_t i = 0; (playback = pav_player_playback(playing->player, i)) != PAV_NONE; i++) {
        pav_playback_state state;
        if (playback != playing->playback && !pav_player_get(playing->player, playback, &state) &&
            state.clip == clip && pav_binding_clips(state.binding) == playing->document && !state.leaving) {
            return true;
        }
    }
    return false;
}

static void add_line(view_session *session, uint32_t clip, bool is_picked, float width, float y)
{
    const view_playing *playing = &session->playing;
    view_overlay *overlay = &session->overlay;
    const view_color picked_color = {0.26f, 0.30f, 0.37f, 0.9f};
    char text[160], number[16];
    if (is_picked) {
        view_overlay_add_panel(overlay, margin + 6, y, width - 12, line_height, 6, picked_color);
    }
    if (goes_along(playing, clip)) {
        view_overlay_add_panel(overlay, margin + width - 22, y + 9, 7, 7, 3.5f, view_accent_color);
    }
    snprintf(number, sizeof number, "%u", (unsigned)clip + 1);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, margin + 14, y + 17, number, view_muted_color);
    view_overlay_fit(overlay, VIEW_TEXT_SMALL, view_clip_name(playing->document, clip), width - around_name,
                     text, sizeof text);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, margin + 42, y + 17, text,
                          clip == playing->clip ? view_accent_color : view_text_color);
}

static void add_search(view_session *session, uint32_t count)
{
    char text[96];
    view_overlay *overlay = &session->overlay;
    snprintf(text, sizeof text, "find: %s_", session->find);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, margin + 14, margin + 26, text, view_accent_color);
    if (!count) {
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, margin + 14, margin + 26 + line_height, "no clip",
                              view_muted_color);
    }
}

void view_clip_list_add(view_session *session)
{
    list_layout layout = find_layout(session);
    const uint32_t head = layout.head, lines = head + (layout.shown > head ? layout.shown : head);
    if (!layout.shown && !head) {
        return;
    }
    follow(session, &layout);
    view_overlay_add_panel(&session->overlay, margin, margin, layout.width,
                           (float)lines * line_height + 18, 10, view_panel_color);
    if (head) {
        add_search(session, layout.count);
    }
    uint32_t clip = listed(session, layout.first);
    for (uint32_t i = 0; i < layout.shown && clip != PAV_NONE; i++) {
        const bool is_picked = layout.first + i == session->list_seen;
        add_line(session, clip, is_picked && (head || clip == session->playing.clip), layout.width,
                 top_of(&layout, i));
        clip = next_listed(session, clip + 1);
    }
}
