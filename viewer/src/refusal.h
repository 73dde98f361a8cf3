/* SPDX-License-Identifier: MIT */
/* What is shown where OpenGL 3.3 is missing. */
#ifndef VIEW_REFUSAL_H
#define VIEW_REFUSAL_H

/* Lets the X server's complaints pass: without OpenGL 3.3 it has one, and the program would end on it without
 * a word of ours.  Returns what to call afterwards; NULL where there is no X. */
typedef int (*view_x_handler)(void *display, void *event);
view_x_handler view_refusal_begin(void);
void view_refusal_end(view_x_handler before);

/* Shows a text in a window that needs hardly any OpenGL, until a key is pressed or it is closed. */
void view_refusal_show(const char *title, const char *text);

#endif
