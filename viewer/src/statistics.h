/* SPDX-License-Identifier: MIT */
/* How long pictures take, and how much there is in them. */
#ifndef VIEW_STATISTICS_H
#define VIEW_STATISTICS_H

#include <stdbool.h>

/* In milliseconds, each smoothed over a few pictures. */
typedef struct view_statistics {
    double frame;  /* From one picture to the next. */
    double update; /* Sampling, blending and deforming. */
    double draw;   /* Until everything is given to OpenGL. */
    bool measured; /* False in pictures: they take no part of a clock. */
} view_statistics;

void view_statistics_measure(view_statistics *statistics, double frame, double update, double draw);

#endif
