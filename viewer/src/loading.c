/* SPDX-License-Identifier: MIT */
#include "loading.h"

#include "clock.h"
#include "hud.h"

#include <GL/freeglut.h>

#include <math.h>
#include <stdio.h>

enum { MILLISECONDS_BETWEEN = 40, ESCAPE = 27 };

static const float bar_height = 8;

/* ---- Drawing ---- */

static void add_bar(view_loading *loading)
{
    view_overlay *overlay = &loading->overlay;
    const float width = fminf(420, 0.8f * (float)loading->picture.width);
    const float x = ((float)loading->picture.width - width) / 2, y = (float)loading->picture.height / 2;
    const float filled = fmaxf(width * (float)loading->done, bar_height);
    const view_color groove = {0.26f, 0.30f, 0.37f, 1};
    char text[128], name[256];
    view_overlay_fit(overlay, VIEW_TEXT_LARGE, loading->name, width, name, sizeof name);
    view_overlay_add_text(overlay, VIEW_TEXT_LARGE, x, y - 20, name, view_text_color);
    view_overlay_add_panel(overlay, x, y, width, bar_height, bar_height / 2, groove);
    view_overlay_add_panel(overlay, x, y, filled, bar_height, bar_height / 2, view_accent_color);
    snprintf(text, sizeof text, "%s, %.0f %%", loading->doing, 100 * loading->done);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, x, y + 34, text, view_muted_color);
}

static void fit_window(view_loading *loading)
{
    const uint32_t width = (uint32_t)glutGet(GLUT_WINDOW_WIDTH),
                   height = (uint32_t)glutGet(GLUT_WINDOW_HEIGHT);
    view_picture next;
    if ((width != loading->picture.width || height != loading->picture.height) &&
        !view_picture_create(width, height, &next, NULL)) {
        view_picture_destroy(&loading->picture);
        loading->picture = next;
    }
}

static void draw(view_loading *loading)
{
    char title[256];
    fit_window(loading);
    view_picture_begin(&loading->picture);
    glClearColor(view_panel_color.red, view_panel_color.green, view_panel_color.blue, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    add_bar(loading);
    view_overlay_draw(&loading->overlay, &loading->picture);
    view_picture_show(&loading->picture);
    glutSwapBuffers();
    snprintf(title, sizeof title, "%.200s: %s, %.0f %%", loading->name, loading->doing, 100 * loading->done);
    glutSetWindowTitle(title);
    loading->shown = view_clock();
}

/* ---- The window ---- */

static void on_display(void *user)
{
    draw(user);
}

static void on_key(unsigned char key, int x, int y, void *user)
{
    view_loading *loading = user;
    (void)x;
    (void)y;
    loading->closed = loading->closed || key == ESCAPE || key == 'q' || key == 'Q';
}

static void release(view_loading *loading)
{
    if (loading->picture.smooth) {
        view_picture_destroy(&loading->picture);
    }
    if (loading->overlay.array) {
        view_overlay_destroy(&loading->overlay);
    }
}

/* The context goes with the window. */
static void on_close(void *user)
{
    view_loading *loading = user;
    release(loading);
    loading->closed = true;
}

pav_result view_loading_begin(view_loading *loading, const char *name, pav_error *error)
{
    *loading = (view_loading){.name = name, .doing = "loading"};
    pav_result result = view_overlay_create(&loading->overlay, error);
    if (!result) {
        result = view_picture_create((uint32_t)glutGet(GLUT_WINDOW_WIDTH),
                                     (uint32_t)glutGet(GLUT_WINDOW_HEIGHT), &loading->picture, error);
    }
    if (result) {
        release(loading);
        return result;
    }
    glutDisplayFuncUcall(on_display, loading);
    glutKeyboardFuncUcall(on_key, loading);
    glutCloseFuncUcall(on_close, loading);
    glutMainLoopEvent();
    return PAV_OK;
}

void view_loading_end(view_loading *loading)
{
    if (loading->picture.smooth) {
        glutKeyboardFuncUcall(NULL, NULL);
        glutCloseFuncUcall(NULL, NULL);
    }
    release(loading);
}

bool view_loading_tell(void *user, double done)
{
    view_loading *loading = user;
    loading->done = done;
    if (!loading->closed && view_clock() - loading->shown >= MILLISECONDS_BETWEEN) {
        glutPostRedisplay();
        glutMainLoopEvent();
    }
    return !loading->closed;
}

void view_loading_say(view_loading *loading, const char *doing)
{
    loading->doing = doing;
    loading->shown = 0;
    view_loading_tell(loading, loading->done);
}
