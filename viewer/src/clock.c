/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <time.h>

double view_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

void view_clock_wait(double milliseconds)
{
    const double seconds = milliseconds / 1e3;
    const struct timespec length = {(time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds))};
    if (milliseconds > 0) {
        nanosleep(&length, NULL);
    }
}
