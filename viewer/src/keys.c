/* SPDX-License-Identifier: MIT */
#include "keys.h"

#include "clip_list.h"
#include "jump.h"
#include "message.h"
#include "value_panel.h"

#include <GL/freeglut.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const view_key view_keys[] = {
    {' ', "Space", VIEW_PAUSE, 0, "Space", "play, pause"},
    {VIEW_SPECIAL + GLUT_KEY_LEFT, "Left", VIEW_STEP, -1, "Left, Right", "one frame back, on"},
    {VIEW_SPECIAL + GLUT_KEY_RIGHT, "Right", VIEW_STEP, 1, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_DOWN, "Down", VIEW_JUMP, -1, "Down, Up", "key of the curves before, after"},
    {VIEW_SPECIAL + GLUT_KEY_UP, "Up", VIEW_JUMP, 1, NULL, NULL},
    {'<', "<", VIEW_END, -1, "< >", "first, last frame"},
    {'>', ">", VIEW_END, 1, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_PAGE_UP, "PageUp", VIEW_NEXT_CLIP, -1, "Page Up, Down or [ ]",
     "clip before, after"},
    {VIEW_SPECIAL + GLUT_KEY_PAGE_DOWN, "PageDown", VIEW_NEXT_CLIP, 1, NULL, NULL},
    {'[', "[", VIEW_NEXT_CLIP, -1, NULL, NULL},
    {']', "]", VIEW_NEXT_CLIP, 1, NULL, NULL},
    {'1', "1", VIEW_CHOOSE_CLIP, 0, "1 ... 9", "fade to a clip"},
    {'2', "2", VIEW_CHOOSE_CLIP, 1, NULL, NULL},
    {'3', "3", VIEW_CHOOSE_CLIP, 2, NULL, NULL},
    {'4', "4", VIEW_CHOOSE_CLIP, 3, NULL, NULL},
    {'5', "5", VIEW_CHOOSE_CLIP, 4, NULL, NULL},
    {'6', "6", VIEW_CHOOSE_CLIP, 5, NULL, NULL},
    {'7', "7", VIEW_CHOOSE_CLIP, 6, NULL, NULL},
    {'8', "8", VIEW_CHOOSE_CLIP, 7, NULL, NULL},
    {'9', "9", VIEW_CHOOSE_CLIP, 8, NULL, NULL},
    {'/', "/", VIEW_FIND, 0, "/", "find a clip by typing; Enter plays it"},
    {'0', "0", VIEW_REST, 0, "0", "the scene at rest"},
    {'a', "A", VIEW_OTHERS, 0, "A", "everything else moves too, or rests"},
    {'-', "-", VIEW_SLOWER, 0, "- =", "half, double speed"},
    {'=', "=", VIEW_FASTER, 0, NULL, NULL},
    {'+', "+", VIEW_FASTER, 0, NULL, NULL},
    {'r', "R", VIEW_REVERSE, 0, "R", "play backwards"},
    {'l', "L", VIEW_MODE, 0, "L", "once, stay, loop, ping-pong"},
    {'f', "F", VIEW_FRAME_MOVING, 0, "F", "frame what moves"},
    {VIEW_SPECIAL + GLUT_KEY_HOME, "Home", VIEW_FRAME_ALL, 0, "Home", "frame everything"},
    {'c', "C", VIEW_CAMERA, 0, "C", "the file's camera"},
    {'b', "B", VIEW_BONES, 0, "B", "bones, cameras and lights"},
    {'w', "W", VIEW_WIREFRAME, 0, "W", "wireframe"},
    {'g', "G", VIEW_GRID, 0, "G", "ground grid"},
    {'x', "X", VIEW_HIDDEN, 0, "X", "objects that Blender hides"},
    {'i', "I", VIEW_LIGHTING, 0, "I", "light: the file's, the viewer's, none"},
    {'t', "T", VIEW_TEXTURES, 0, "T", "textures"},
    {'s', "S", VIEW_STATISTICS, 0, "S", "times and counts"},
    {'\t', "Tab", VIEW_VALUES, 0, "Tab", "values: what plays, shape keys, materials"},
    {'u', "U", VIEW_HUD, 0, "U", "time bar and names"},
    {VIEW_SPECIAL + GLUT_KEY_F11, "F11", VIEW_FULLSCREEN, 0, "F11", "full screen"},
    {'h', "H", VIEW_HELP, 0, "H", "this help"},
    {'q', "Q", VIEW_QUIT, 0, "Q, Esc", "quit"},
    {27, "Esc", VIEW_QUIT, 0, NULL, NULL},
};
const size_t view_key_count = sizeof view_keys / sizeof *view_keys;

enum { VERY_FAR = 1 << 30 };

const view_key view_value_keys[] = {
    {VIEW_SPECIAL + GLUT_KEY_UP, "Up", VIEW_MOVE_VALUE, -1, "Up, Down",
     "choose one; Page, Home, End too"},
    {VIEW_SPECIAL + GLUT_KEY_DOWN, "Down", VIEW_MOVE_VALUE, 1, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_PAGE_UP, "PageUp", VIEW_PAGE_VALUE, -1, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_PAGE_DOWN, "PageDown", VIEW_PAGE_VALUE, 1, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_HOME, "Home", VIEW_MOVE_VALUE, -VERY_FAR, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_END, "End", VIEW_MOVE_VALUE, VERY_FAR, NULL, NULL},
    {VIEW_SPECIAL + GLUT_KEY_LEFT, "Left", VIEW_CHANGE_VALUE, -1, "Left, Right",
     "change it: it wins over the clips"},
    {VIEW_SPECIAL + GLUT_KEY_RIGHT, "Right", VIEW_CHANGE_VALUE, 1, NULL, NULL},
    {127, "Delete", VIEW_RELEASE_VALUE, 0, "Delete, Z", "let it go, let all go"},
    {8, "Backspace", VIEW_RELEASE_VALUE, 0, NULL, NULL},
    {'z', "Z", VIEW_RELEASE_VALUE, 1, NULL, NULL},
    {27, "Esc", VIEW_VALUES, 0, NULL, NULL},
};
const size_t view_value_key_count = sizeof view_value_keys / sizeof *view_value_keys;

const char *const view_mouse_help[][2] = {
    {"Drag", "orbit"},
    {"Middle drag, Shift drag", "pan"},
    {"Wheel, right drag", "zoom"},
    {"Drag on the time bar", "scrub"},
    {"Click, wheel on the list", "choose a clip, scroll"},
    {"Drag on a value, click its \xC3\x97", "change it, let it go"},
};
const size_t view_mouse_help_count = sizeof view_mouse_help / sizeof *view_mouse_help;

/* ---- What they do ---- */

static pav_result choose(view_session *session, int clip, pav_error *error)
{
    const int count = (int)pav_document_clip_count(session->playing.document);
    return clip < count ? view_playing_fade_to(&session->playing, (uint32_t)clip, error) : PAV_OK;
}

static pav_result choose_next(view_session *session, int direction, pav_error *error)
{
    const int count = (int)pav_document_clip_count(session->playing.document);
    if (count == 0) {
        return PAV_OK;
    }
    const uint32_t clip = session->playing.clip;
    const int from = clip != PAV_NONE ? (int)clip : direction > 0 ? -1 : 0;
    return choose(session, (from + direction + count) % count, error);
}

static pav_result act_on_clips(view_session *session, view_action action, int value, pav_error *error)
{
    view_playing *playing = &session->playing;
    switch (action) {
    case VIEW_NEXT_CLIP:
        return choose_next(session, value, error);
    case VIEW_CHOOSE_CLIP:
        return choose(session, value, error);
    case VIEW_FIND:
        view_clip_list_find(session, "");
        return PAV_OK;
    case VIEW_REST:
        playing->others = false;
        return view_playing_fade_to(playing, PAV_NONE, error);
    default:
        playing->others = !playing->others;
        return view_playing_refresh(playing, error);
    }
}

static pav_result act_on_time(view_session *session, view_action action, int value, pav_error *error)
{
    view_playing *playing = &session->playing;
    switch (action) {
    case VIEW_PAUSE:
        return view_playing_go_on(playing, error);
    case VIEW_STEP:
        view_playing_step(playing, value);
        break;
    case VIEW_JUMP:
        view_jump_to_key(playing, value);
        break;
    case VIEW_END:
        view_jump_to_end(playing, value);
        break;
    case VIEW_SLOWER:
        view_playing_set_speed(playing, fmax(playing->speed / 2, 1.0 / 64), playing->reverse);
        break;
    case VIEW_FASTER:
        view_playing_set_speed(playing, fmin(playing->speed * 2, 64), playing->reverse);
        break;
    case VIEW_REVERSE:
        view_playing_set_speed(playing, playing->speed, !playing->reverse);
        break;
    default:
        return view_playing_set_mode(
            playing, (pav_play_mode)((playing->mode + 1) % (PAV_PLAY_MODE_PING_PONG + 1)), error);
    }
    return PAV_OK;
}

static void act_on_view(view_session *session, view_action action)
{
    switch (action) {
    case VIEW_CAMERA:
        session->file_camera = !session->file_camera;
        break;
    case VIEW_FRAME_MOVING:
    case VIEW_FRAME_ALL:
        session->file_camera = false;
        view_session_frame(session, action == VIEW_FRAME_ALL ? &session->all : &session->focus);
        break;
    case VIEW_BONES:
        session->bones = !session->bones;
        break;
    case VIEW_WIREFRAME:
        session->wireframe = !session->wireframe;
        break;
    case VIEW_GRID:
        session->grid = !session->grid;
        break;
    case VIEW_HIDDEN:
        session->hidden = !session->hidden;
        break;
    case VIEW_LIGHTING:
        session->lighting = (view_lighting)((session->lighting + 1) % VIEW_LIGHTING_COUNT);
        break;
    case VIEW_TEXTURES:
        session->textures = !session->textures;
        break;
    case VIEW_STATISTICS:
        session->show_statistics = !session->show_statistics;
        break;
    case VIEW_VALUES:
        session->show_values = !session->show_values;
        break;
    case VIEW_HUD:
        session->hud = !session->hud;
        break;
    case VIEW_FULLSCREEN:
        session->fullscreen = !session->fullscreen;
        break;
    case VIEW_HELP:
        session->help = !session->help;
        break;
    default:
        session->quit = true;
        break;
    }
}

static pav_result act_on_values(view_session *session, view_action action, int value, pav_error *error)
{
    switch (action) {
    case VIEW_MOVE_VALUE:
        view_value_panel_move(session, value);
        break;
    case VIEW_PAGE_VALUE:
        view_value_panel_move(session, value * view_value_panel_page(session));
        break;
    case VIEW_CHANGE_VALUE:
        return view_value_panel_change(session, value, error);
    default:
        if (value) {
            view_value_panel_release_all(session);
        } else {
            view_value_panel_release(session);
        }
        break;
    }
    return PAV_OK;
}

static pav_result act(view_session *session, const view_key *key, pav_error *error)
{
    switch (key->action) {
    case VIEW_NEXT_CLIP:
    case VIEW_CHOOSE_CLIP:
    case VIEW_REST:
    case VIEW_OTHERS:
    case VIEW_FIND:
        return act_on_clips(session, key->action, key->value, error);
    case VIEW_PAUSE:
    case VIEW_STEP:
    case VIEW_JUMP:
    case VIEW_END:
    case VIEW_SLOWER:
    case VIEW_FASTER:
    case VIEW_REVERSE:
    case VIEW_MODE:
        return act_on_time(session, key->action, key->value, error);
    case VIEW_MOVE_VALUE:
    case VIEW_PAGE_VALUE:
    case VIEW_CHANGE_VALUE:
    case VIEW_RELEASE_VALUE:
        return act_on_values(session, key->action, key->value, error);
    default:
        act_on_view(session, key->action);
        return PAV_OK;
    }
}

/* ---- Finding them ---- */

static const view_key *find_in(const view_key *keys, size_t count, int code)
{
    const int lower = code < 128 ? tolower(code) : code;
    for (size_t i = 0; i < count; i++) {
        if (keys[i].code == lower) {
            return &keys[i];
        }
    }
    return NULL;
}

static const view_key *find_code(const view_session *session, int code)
{
    const view_key *key = session->show_values ? find_in(view_value_keys, view_value_key_count, code) : NULL;
    return key ? key : find_in(view_keys, view_key_count, code);
}

pav_result view_keys_type(view_session *session, int code, pav_error *error)
{
    if (session->finding) {
        return view_clip_list_type(session, code, error);
    }
    const view_key *key = find_code(session, code);
    return key ? act(session, key, error) : PAV_OK;
}

static bool is_name(const char *name, size_t length, const char *other)
{
    size_t same = 0;
    while (same < length && other[same] &&
           tolower((unsigned char)name[same]) == tolower((unsigned char)other[same])) {
        same++;
    }
    return same == length && !other[same];
}

/* Seconds, as 0.5s: they pass, while it is not paused.  false when a name is none. */
static bool read_seconds(const char *name, size_t length, double *out)
{
    char *end;
    if (!isdigit((unsigned char)*name)) {
        return false;
    }
    *out = strtod(name, &end);
    return end + 1 == name + length && *end == 's' && isfinite(*out);
}

/* 0 when there is no key of that name. */
static int find_name(const char *name, size_t length)
{
    if (is_name(name, length, "Enter") || is_name(name, length, "Backspace")) {
        return length == 5 ? '\r' : '\b';
    }
    for (size_t i = 0; i < view_key_count; i++) {
        if (is_name(name, length, view_keys[i].name)) {
            return view_keys[i].code;
        }
    }
    for (size_t i = 0; i < view_value_key_count; i++) {
        if (is_name(name, length, view_value_keys[i].name)) {
            return view_value_keys[i].code;
        }
    }
    return length == 1 ? (unsigned char)*name : 0;
}

pav_result view_keys_press(view_session *session, const char *names, pav_error *error)
{
    while (*names) {
        const size_t length = strcspn(names, ",");
        double seconds;
        const bool waits = read_seconds(names, length, &seconds);
        const int code = find_name(names, length);
        if (!waits && (!code || !(session->finding || find_code(session, code)))) {
            return view_fail(
                error, PAV_ERROR_VALUE,
                "no key \"%.*s\"; names are as in --help: Space, Left, PageUp, H, or 0.5s to wait",
                (int)(length < 40 ? length : 40), names);
        }
        const pav_result result = waits ? view_playing_advance(&session->playing, seconds, error)
                                        : view_keys_type(session, code, error);
        if (result) {
            return result;
        }
        names += length + (names[length] == ',');
    }
    return PAV_OK;
}
