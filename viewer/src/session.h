/* SPDX-License-Identifier: MIT */
/* One viewer: what plays, where the camera stands, what is shown. */
#ifndef VIEW_SESSION_H
#define VIEW_SESSION_H

#include "draw.h"
#include "flashes.h"
#include "overlay.h"
#include "playing.h"
#include "statistics.h"
#include "values.h"

#include <pavane_view/view.h>

/* What tells one state of a file from another. */
typedef struct view_stamp {
    uint64_t file;
    int64_t size, seconds, nanoseconds;
} view_stamp;

/* What was loaded in place of the caller's scene; NULL: nothing. */
typedef struct view_loaded {
    pav_document *document;
    pav_scene *scene;
    pav_player *player;
} view_loaded;

typedef struct view_session {
    const pav_view_options *options;
    pav_scene *scene;
    view_playing playing;
    view_camera camera;
    view_box all, focus; /* Everything there is, and what moves. */
    view_drawing drawing;
    view_overlay overlay;
    view_picture picture;
    view_lighting lighting;
    bool file_camera, bones, wireframe, grid, hidden, textures, hud, help;
    view_statistics statistics;
    bool show_statistics;
    view_flashes flashes;
    bool timed;      /* The statistics tell times too: in pictures they would differ each time. */
    bool finding;    /* A clip, by what is typed. */
    uint32_t picked; /* Which of those found. */
    char find[64];
    uint32_t list_first; /* Which of the clips listed is uppermost. */
    uint32_t list_seen, list_shown; /* Which was to be seen in the last picture, and how many had room. */
    view_values values;
    bool show_values;
    view_value value;      /* The chosen line of the panel of values. */
    uint32_t value_row;    /* And where it was in the last picture. */
    uint32_t value_first;  /* The uppermost line. */
    view_reading pressed;  /* What the chosen line was when the mouse took hold of it. */
    view_stamp stamp; /* Of the watched file. */
    view_loaded loaded;
    char notice[512]; /* What the user must know; empty: nothing. */
    bool quit;
    bool fullscreen;
} view_session;

/* Everything that needs no window: finds the clips, starts them, places the camera. */
pav_result view_session_create(pav_scene *scene, pav_player *player, const pav_view_options *options,
                               view_session *out, pav_error *error);
/* The rest, with an OpenGL context. */
pav_result view_session_create_graphics(view_session *session, uint32_t width, uint32_t height,
                                        pav_error *error);
/* While there still is a context; more than once is fine. */
void view_session_destroy_graphics(view_session *session);
void view_session_destroy(view_session *session);

pav_result view_session_resize(view_session *session, uint32_t width, uint32_t height, pav_error *error);

/* The file's camera, when it is chosen and there is one: its node. PAV_NONE: the orbit camera. */
uint32_t view_session_camera_node(const view_session *session);

/* Finds again what moves, and how large everything is. */
void view_session_measure(view_session *session);
/* Places the orbit camera so that a box fits into the picture. */
void view_session_frame(view_session *session, const view_box *box);

/* Draws the scene alone into an area of the picture, or the whole picture with all panels. */
void view_session_draw_area(view_session *session, const view_area *area);
void view_session_draw(view_session *session);

#endif
