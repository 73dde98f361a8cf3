/* SPDX-License-Identifier: MIT */
/* How long pictures take.  The runtime has no clock: update callbacks of the viewer stand at the ends of
 * phases. */
#ifndef VIEW_STATISTICS_H
#define VIEW_STATISTICS_H

#include <pavane/pavane.h>

enum { VIEW_MARK_COUNT = 3 };

/* In milliseconds. */
typedef struct view_times {
    double frame;     /* From the beginning of one picture to that of the next. */
    double update;    /* Of the player, with the three that follow and what lies between them. */
    double sampling;  /* Until the targets are blended, with callbacks of the phase before. */
    double posing;    /* From targets to world matrices, with callbacks of these phases. */
    double deforming; /* With callbacks of the phase after. */
    double drawing;   /* Until everything is given to OpenGL. */
} view_times;

typedef struct view_statistics {
    view_times times; /* Each smoothed over a few pictures. */
    view_times now;   /* Of the picture that is being made. */
    double begun;     /* The clock at its beginning. */
    uint32_t begun_count;
    double marks[VIEW_MARK_COUNT]; /* The clock at the ends of sampling, posing and deforming. */
    double updated;
    uint32_t pictures; /* Measured ones: with a next one. */
    pav_scene *scene;  /* Whose phases are marked; NULL: its list of callbacks is full. */
    uint32_t handles[VIEW_MARK_COUNT];
} view_statistics;

/* Adds the callbacks, at the end of the list, or takes them out.  The statistics must stay where they are
 * meanwhile. */
void view_statistics_attach(view_statistics *statistics, pav_scene *scene);
void view_statistics_detach(view_statistics *statistics);

/* Three moments of a picture: before the player is updated, after it, and when everything is drawn. */
void view_statistics_begin(view_statistics *statistics);
void view_statistics_update_done(view_statistics *statistics);
void view_statistics_drawing_done(view_statistics *statistics);

#endif
