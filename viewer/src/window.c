/* SPDX-License-Identifier: MIT */
#include "window.h"

#include "clip_list.h"
#include "clips.h"
#include "clock.h"
#include "keys.h"
#include "message.h"
#include "refusal.h"
#include "reload.h"
#include "time_panel.h"
#include "value_panel.h"

#include <GL/freeglut.h>

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_MILLISECONDS = 16, RELOAD_MILLISECONDS = 500 };

/* ---- Opening ---- */

typedef struct escape {
    jmp_buf place;
    char message[160];
} escape;

/* freeglut would end the program, and goes on without a display when this returns. */
static void on_error(const char *format, va_list arguments, void *user)
{
    escape *out = user;
    vsnprintf(out->message, sizeof out->message, format, arguments);
    longjmp(out->place, 1);
}

static void on_warning(const char *format, va_list arguments, void *user)
{
    (void)format;
    (void)arguments;
    (void)user;
}

static void initialise(void)
{
    int count = 1;
    char program[] = "pavane", *arguments[2] = {program, NULL};
    if (!glutGet(GLUT_INIT_STATE)) {
        glutInit(&count, arguments);
    }
    glutInitContextVersion(3, 3);
    glutInitContextProfile(GLUT_CORE_PROFILE);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
}

static pav_result start_glew(pav_error *error)
{
    glewExperimental = GL_TRUE;
    const GLenum status = glewInit();
    if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
        return view_fail(error, PAV_ERROR_FILE, "OpenGL: %s", (const char *)glewGetErrorString(status));
    }
    return GLEW_VERSION_3_3 ? PAV_OK
                            : view_fail(error, PAV_ERROR_VERSION, "OpenGL 3.3 is needed, and is not here");
}

/* The display is there, but not what is to be drawn with. */
static pav_result refuse(const char *title, bool hidden, pav_error *error)
{
    const char *text = "OpenGL 3.3 is needed, and this display does not have it; try LIBGL_ALWAYS_SOFTWARE=1";
    if (hidden) {
        glutExit();
    } else {
        view_refusal_show(title, text);
    }
    return view_fail(error, PAV_ERROR_VERSION, "%s", text);
}

pav_result view_window_open(const char *title, uint32_t width, uint32_t height, bool hidden, int *id,
                            pav_error *error)
{
    const char *display = getenv("DISPLAY");
    const char *hint = "run under xvfb-run, or use ./dev play";
    escape out = {.message = ""};
    *id = 0;
    if (!display || !*display) {
        return view_fail(error, PAV_ERROR_FILE, "cannot open a display, DISPLAY is not set; %s", hint);
    }
    const view_x_handler before = view_refusal_begin();
    glutInitErrorFuncUcall(on_error, &out);
    glutInitWarningFuncUcall(on_warning, NULL);
    pav_result result = PAV_OK;
    if (setjmp(out.place)) {
        result = glutGet(GLUT_INIT_STATE)
                     ? refuse(title, hidden, error)
                     : view_fail(error, PAV_ERROR_FILE, "cannot open display \"%s\": %s; %s", display,
                                 out.message, hint);
    } else {
        initialise();
        glutInitWindowSize((int)width, (int)height);
        *id = glutCreateWindow(title);
        if (hidden) {
            glutHideWindow();
        }
        result = start_glew(error);
    }
    glutInitErrorFuncUcall(NULL, NULL);
    view_refusal_end(before);
    return result;
}

void view_window_size(uint32_t *width, uint32_t *height)
{
    *width = (uint32_t)glutGet(GLUT_WINDOW_WIDTH);
    *height = (uint32_t)glutGet(GLUT_WINDOW_HEIGHT);
}

void view_window_close(int id)
{
    if (id && glutGet(GLUT_INIT_STATE)) {
        glutDestroyWindow(id); /* If it is still there. */
        /* The first closes it, the second tells the display, which else would hear of it with the next
         * window. */
        glutMainLoopEvent();
        glutMainLoopEvent();
    }
}

/* ---- Running ---- */

typedef enum drag { DRAG_NONE, DRAG_ORBIT, DRAG_PAN, DRAG_ZOOM, DRAG_SCRUB, DRAG_VALUE } drag;

typedef struct window {
    view_session *session;
    drag drag;
    int mouse_x, mouse_y;
    int pressed_x, pressed_y; /* Where the button went down. */
    bool moved;               /* The mouse has since then. */
    double clock;    /* Milliseconds at the last picture. */
    double reloaded; /* Milliseconds when the file was last looked at. */
    bool closed;
    bool fullscreen;
    bool resumes; /* It played before the time bar was taken hold of. */
    char title[256];
    pav_result result;
    pav_error error;
} window;

/* The first failure ends the window. */
static void keep(window *window, pav_result result)
{
    window->result = window->result ? window->result : result;
}

static void set_title(window *window)
{
    const view_session *session = window->session;
    const view_playing *playing = &session->playing;
    const char *name = session->options->title ? session->options->title : "Pavane";
    const char *suffix = *session->notice ? " (the file cannot be shown)" : "";
    char title[sizeof window->title];
    if (playing->clip == PAV_NONE) {
        snprintf(title, sizeof title, "%s%s", name, suffix);
    } else if (playing->paused) {
        snprintf(title, sizeof title, "%s: %s, frame %.4g, paused%s", name,
                 view_clip_name(playing->document, playing->clip), view_playing_moment(playing).frame,
                 suffix);
    } else {
        snprintf(title, sizeof title, "%s: %s%s", name, view_clip_name(playing->document, playing->clip),
                 suffix);
    }
    if (strcmp(title, window->title) != 0) {
        memcpy(window->title, title, sizeof title);
        glutSetWindowTitle(title);
    }
}

static void on_display(void *user)
{
    window *window = user;
    const double now = view_clock();
    const double passed = (now - window->clock) / 1000.0;
    window->clock = now;
    if (now - window->reloaded >= RELOAD_MILLISECONDS) {
        window->reloaded = now;
        view_reload_check(window->session);
    }
    view_statistics *statistics = &window->session->statistics;
    view_statistics_begin(statistics);
    /* After a stop of the whole program the clip goes on where it was. */
    keep(window, view_playing_advance(&window->session->playing, fmin(passed, 0.25), &window->error));
    view_statistics_update_done(statistics);
    view_session_draw(window->session);
    view_picture_show(&window->session->picture);
    view_statistics_drawing_done(statistics);
    glutSwapBuffers();
    set_title(window);
}

/* The context goes with the window. */
static void on_close(void *user)
{
    window *window = user;
    view_session_destroy_graphics(window->session);
    window->session->quit = true;
    window->closed = true;
}

static void on_reshape(int width, int height, void *user)
{
    window *window = user;
    const view_picture *picture = &window->session->picture;
    const uint32_t new_width = width > 0 ? (uint32_t)width : 1,
                   new_height = height > 0 ? (uint32_t)height : 1;
    if (new_width != picture->width || new_height != picture->height) {
        keep(window, view_session_resize(window->session, new_width, new_height, &window->error));
    }
}

/* ---- Keyboard ---- */

static void press(window *window, int code)
{
    keep(window, view_keys_type(window->session, code, &window->error));
    if (window->session->fullscreen != window->fullscreen) {
        window->fullscreen = window->session->fullscreen;
        glutFullScreenToggle();
    }
}

static void on_key(unsigned char key, int x, int y, void *user)
{
    (void)x;
    (void)y;
    press(user, key);
}

static void on_special(int key, int x, int y, void *user)
{
    (void)x;
    (void)y;
    press(user, VIEW_SPECIAL + key);
}

/* ---- Mouse ---- */

static void scrub(window *window, int x)
{
    view_session *session = window->session;
    const view_bar bar = view_time_panel_bar(session->picture.width, session->picture.height);
    const float part = fminf(fmaxf(((float)x - bar.x) / bar.width, 0), 1);
    view_playing_seek(&session->playing, part * view_playing_moment(&session->playing).duration);
}

static bool is_on_bar(const view_session *session, int x, int y)
{
    const view_bar bar = view_time_panel_bar(session->picture.width, session->picture.height);
    const float across = (float)x - bar.x, down = (float)y - bar.y;
    return session->hud && session->playing.clip != PAV_NONE && across >= -10 && across <= bar.width + 10 &&
           down >= -10 && down <= bar.height + 10;
}

static drag drag_of(const view_session *session, int button, int x, int y)
{
    const bool shift = (glutGetModifiers() & GLUT_ACTIVE_SHIFT) != 0;
    if (button == GLUT_LEFT_BUTTON) {
        return is_on_bar(session, x, y) ? DRAG_SCRUB : shift ? DRAG_PAN : DRAG_ORBIT;
    }
    return button == GLUT_MIDDLE_BUTTON ? DRAG_PAN : button == GLUT_RIGHT_BUTTON ? DRAG_ZOOM : DRAG_NONE;
}

/* Nearer to where the button went down than this, in pixels, the mouse has not moved. */
#define CLICK_REACH 4

/* An orbit that went nowhere is a click. */
static void click(window *window)
{
    const view_session *session = window->session;
    const pav_view_options *options = session->options;
    if (window->drag == DRAG_ORBIT && !window->moved && options->click) {
        keep(window, options->click(options->click_user, session->playing.player, &window->error));
    }
}

static void on_button(int button, int state, int x, int y, void *user)
{
    window *window = user;
    view_session *session = window->session;
    if (state == GLUT_UP) {
        if (window->drag == DRAG_SCRUB && window->resumes) {
            view_playing_set_paused(&session->playing, false);
        }
        click(window);
        window->drag = DRAG_NONE;
        return;
    }
    if (button == GLUT_LEFT_BUTTON && view_clip_list_covers(session, x, y)) {
        keep(window, view_clip_list_click(session, y, &window->error));
        return;
    }
    if (button == GLUT_LEFT_BUTTON && view_value_panel_covers(session, x, y)) {
        window->drag = view_value_panel_press(session, x, y) ? DRAG_VALUE : DRAG_NONE;
        window->pressed_x = x;
        return;
    }
    window->drag = drag_of(session, button, x, y);
    window->mouse_x = window->pressed_x = x;
    window->mouse_y = window->pressed_y = y;
    window->moved = false;
    if (window->drag == DRAG_SCRUB) {
        window->resumes = !session->playing.paused;
        view_playing_set_paused(&session->playing, true);
        scrub(window, x);
    }
}

static void on_motion(int x, int y, void *user)
{
    window *window = user;
    view_session *session = window->session;
    const float right = (float)(x - window->mouse_x), down = (float)(y - window->mouse_y);
    const float height = (float)session->picture.height;
    window->mouse_x = x;
    window->mouse_y = y;
    if (window->drag == DRAG_SCRUB) {
        scrub(window, x);
        return;
    }
    if (window->drag == DRAG_VALUE) {
        keep(window, view_value_panel_drag(session, x - window->pressed_x, &window->error));
        return;
    }
    window->moved = window->moved || abs(x - window->pressed_x) > CLICK_REACH ||
                    abs(y - window->pressed_y) > CLICK_REACH;
    if (window->drag != DRAG_NONE) {
        session->file_camera = false;
    }
    if (window->drag == DRAG_ORBIT) {
        view_camera_orbit(&session->camera, -right * 0.008f, down * 0.008f);
    } else if (window->drag == DRAG_PAN) {
        view_camera_pan(&session->camera, -right / height, down / height);
    } else if (window->drag == DRAG_ZOOM) {
        view_camera_zoom(&session->camera, expf(down * 0.006f));
    }
}

static void on_wheel(int wheel, int direction, int x, int y, void *user)
{
    window *window = user;
    (void)wheel;
    if (view_clip_list_covers(window->session, x, y)) {
        view_clip_list_scroll(window->session, direction > 0 ? -1 : 1);
        return;
    }
    if (view_value_panel_covers(window->session, x, y)) {
        view_value_panel_scroll(window->session, direction > 0 ? -3 : 3);
        return;
    }
    window->session->file_camera = false;
    view_camera_zoom(&window->session->camera, direction > 0 ? 0.9f : 1 / 0.9f);
}

/* ---- The whole ---- */

static void listen(window *window)
{
    glutDisplayFuncUcall(on_display, window);
    glutReshapeFuncUcall(on_reshape, window);
    glutKeyboardFuncUcall(on_key, window);
    glutSpecialFuncUcall(on_special, window);
    glutMouseFuncUcall(on_button, window);
    glutMotionFuncUcall(on_motion, window);
    glutMouseWheelFuncUcall(on_wheel, window);
    glutCloseFuncUcall(on_close, window);
}

pav_result view_window_run(view_session *session, int id, pav_error *error)
{
    window window = {.session = session, .clock = view_clock()};
    double due = window.clock;
    session->timed = true;
    listen(&window);
    if (session->fullscreen) {
        window.fullscreen = true;
        glutFullScreen();
    }
    /* Not glutMainLoop, which takes all of freeglut down at its end: there may be another window later. */
    while (!window.result && !session->quit) {
        glutMainLoopEvent();
        const double now = view_clock();
        if (now < due) {
            view_clock_wait(due - now);
        } else if (!session->quit) {
            glutPostRedisplay();
            due = fmax(due + FRAME_MILLISECONDS, now);
        }
    }
    if (!window.closed) {
        glutSetWindow(id);
        glutCloseFuncUcall(NULL, NULL); /* `window` ends before it is closed. */
    }
    if (window.result && error) {
        *error = window.error;
    }
    return window.result;
}
