/* SPDX-License-Identifier: MIT */
/* The keys: one table for the keyboard, the help sheet, --help and --press. */
#ifndef VIEW_KEYS_H
#define VIEW_KEYS_H

#include "session.h"

typedef enum view_action {
    VIEW_PAUSE,
    VIEW_STEP,        /* value: how many frames. */
    VIEW_JUMP,        /* value: to the next key, 1 forwards, -1 backwards. */
    VIEW_END,         /* value: 1 the last frame, -1 the first. */
    VIEW_NEXT_CLIP,   /* value: 1 forwards, -1 backwards. */
    VIEW_CHOOSE_CLIP, /* value: which. */
    VIEW_REST,
    VIEW_OTHERS,
    VIEW_FIND,
    VIEW_SLOWER,
    VIEW_FASTER,
    VIEW_REVERSE,
    VIEW_MODE,
    VIEW_CAMERA,
    VIEW_FRAME_MOVING,
    VIEW_FRAME_ALL,
    VIEW_BONES,
    VIEW_WIREFRAME,
    VIEW_GRID,
    VIEW_HIDDEN,
    VIEW_LIGHTING,
    VIEW_TEXTURES,
    VIEW_STATISTICS,
    VIEW_VALUES,
    VIEW_MOVE_VALUE,    /* value: how many lines. */
    VIEW_PAGE_VALUE,    /* value: how many pages. */
    VIEW_CHANGE_VALUE,  /* value: how many steps. */
    VIEW_RELEASE_VALUE, /* value: 1 all of them. */
    VIEW_HUD,
    VIEW_FULLSCREEN,
    VIEW_HELP,
    VIEW_QUIT
} view_action;

typedef struct view_key {
    int code;         /* A letter in lower case, or VIEW_SPECIAL plus freeglut's number of a special key. */
    const char *name; /* As --press calls it. */
    view_action action;
    int value;
    const char *shown; /* How the help calls it, with its aliases; NULL: the entry is such an alias. */
    const char *help;
} view_key;

enum { VIEW_SPECIAL = 256 };

extern const view_key view_keys[];
extern const size_t view_key_count;

/* What keys mean while the panel of values is shown; the others mean what they always do. */
extern const view_key view_value_keys[];
extern const size_t view_value_key_count;

/* What the mouse does, for the help: pairs of texts. */
extern const char *const view_mouse_help[][2];
extern const size_t view_mouse_help_count;

/* A key of the keyboard, by its code; one that means nothing does nothing.  While a clip is looked for, it is
 * typed. */
pav_result view_keys_type(view_session *session, int code, pav_error *error);
/* Presses keys by name, separated by commas; seconds between them, as 0.5s, pass. */
pav_result view_keys_press(view_session *session, const char *names, pav_error *error);

#endif
