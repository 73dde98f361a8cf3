/* SPDX-License-Identifier: MIT */
/* What is shown in the window while a file is being loaded. */
#ifndef VIEW_LOADING_H
#define VIEW_LOADING_H

#include "overlay.h"

typedef struct view_loading {
    view_overlay overlay;
    view_picture picture;
    const char *name;
    const char *doing; /* What takes its time now. */
    double done;       /* 0 to 1. */
    double shown;      /* The clock when it was last drawn. */
    bool closed;       /* The user wants no more of it. */
} view_loading;

/* In the window that is current.  `loading` must stay where it is until the end. */
pav_result view_loading_begin(view_loading *loading, const char *name, pav_error *error);
void view_loading_end(view_loading *loading);

/* For pav_load_options: draws, now and then, how much is done; false when the window is closed or Esc or Q
 * pressed. */
bool view_loading_tell(void *loading, double done);
/* What comes next, shown at once. */
void view_loading_say(view_loading *loading, const char *doing);

#endif
