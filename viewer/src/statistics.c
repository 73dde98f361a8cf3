/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "statistics.h"

#include <time.h>

double view_statistics_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static double smooth(double before, double now, bool first)
{
    return first ? now : before + 0.1 * (now - before);
}

void view_statistics_measure(view_statistics *statistics, double frame, double update, double draw)
{
    const bool first = !statistics->measured;
    statistics->frame = smooth(statistics->frame, frame, first);
    statistics->update = smooth(statistics->update, update, first);
    statistics->draw = smooth(statistics->draw, draw, first);
    statistics->measured = true;
}
