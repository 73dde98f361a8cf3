/* SPDX-License-Identifier: MIT */
#ifndef VIEW_MESSAGE_H
#define VIEW_MESSAGE_H

#include <pavane/pavane.h>

/* Fills an error, if there is one to fill, and returns its result. */
pav_result view_fail(pav_error *error, pav_result result, const char *format, ...);

#endif
