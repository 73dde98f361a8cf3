/* SPDX-License-Identifier: MIT */
#ifndef VIEW_CLOCK_H
#define VIEW_CLOCK_H

/* Milliseconds of a clock that only runs on. */
double view_clock(void);

/* Sleeps; a signal may end it early. */
void view_clock_wait(double milliseconds);

#endif
