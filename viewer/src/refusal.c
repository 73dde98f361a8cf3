/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "refusal.h"

#include <GL/freeglut.h>

#include <dlfcn.h>
#include <string.h>

/* ---- The X server's complaints ---- */

static int ignore(void *display, void *event)
{
    (void)display;
    (void)event;
    return 0;
}

/* XSetErrorHandler, of the library that freeglut has brought along; so it need not be linked for this alone.
 */
static view_x_handler set_handler(view_x_handler handler)
{
    void *library = dlopen("libX11.so.6", RTLD_LAZY);
    void *symbol = library ? dlsym(library, "XSetErrorHandler") : NULL;
    view_x_handler (*set)(view_x_handler) = NULL;
    memcpy(&set, &symbol, sizeof set); /* POSIX lets this be, ISO C has no cast for it. */
    view_x_handler before = set ? set(handler) : NULL;
    if (library) {
        dlclose(library);
    }
    return before;
}

view_x_handler view_refusal_begin(void)
{
    return set_handler(ignore);
}

void view_refusal_end(view_x_handler before)
{
    if (before) {
        set_handler(before);
    }
}

/* ---- The window ---- */

static void on_display(void *user)
{
    const char *text = user;
    glViewport(0, 0, glutGet(GLUT_WINDOW_WIDTH), glutGet(GLUT_WINDOW_HEIGHT));
    glClearColor(0.09f, 0.11f, 0.15f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glColor3f(0.95f, 0.96f, 0.97f);
    glRasterPos2f(-0.94f, 0);
    glutBitmapString(GLUT_BITMAP_HELVETICA_18, (const unsigned char *)text);
    glutSwapBuffers();
}

static void on_key(unsigned char key, int x, int y, void *user)
{
    (void)key;
    (void)x;
    (void)y;
    (void)user;
    glutLeaveMainLoop();
}

void view_refusal_show(const char *title, const char *text)
{
    char copy[256] = "";
    strncpy(copy, text, sizeof copy - 1);
    glutInitContextVersion(1, 0);
    glutInitContextProfile(0);
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_GLUTMAINLOOP_RETURNS);
    glutInitWindowSize(900, 120);
    glutCreateWindow(title);
    glutDisplayFuncUcall(on_display, copy);
    glutKeyboardFuncUcall(on_key, NULL);
    glutMainLoop();
}
