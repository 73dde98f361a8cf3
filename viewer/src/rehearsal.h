/* SPDX-License-Identifier: MIT */
/* A scene of the viewer's own, to look ahead in: the caller's scene is left alone, and its callbacks do not
 * run. */
#ifndef VIEW_REHEARSAL_H
#define VIEW_REHEARSAL_H

#include <pavane/pavane.h>

typedef struct view_rehearsal {
    pav_scene *scene;
    pav_binding *binding;
} view_rehearsal;

/* Of the document of `scene`, at rest, for clips of `clips`; false without memory for it. */
bool view_rehearsal_create(const pav_scene *scene, const pav_document *clips, view_rehearsal *out);
void view_rehearsal_destroy(view_rehearsal *rehearsal);

/* Shows a clip alone at a time in seconds; false when it cannot be. */
bool view_rehearsal_show(view_rehearsal *rehearsal, uint32_t clip, double seconds);

#endif
