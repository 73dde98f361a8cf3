/* SPDX-License-Identifier: MIT */
#include "statistics.h"

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
