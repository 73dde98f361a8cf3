/* SPDX-License-Identifier: MIT */
/* Tells the program how much of a load is done. */
#ifndef PAV_PROGRESS_H
#define PAV_PROGRESS_H

#include <pavane/document.h>

/* Some of the work, as a part of the whole from 0 to 1. */
typedef struct pav_progress {
    const pav_load_options *options; /* NULL: nobody listens. */
    double start;
    double end;
} pav_progress;

/* Work of fewer bytes is not told of in parts. */
enum { PAV_PROGRESS_STEP = 1 << 16 };

/* What lies between two parts of that work. */
pav_progress pav_progress_within(const pav_progress *progress, double start, double end);

/* `part` of this work is done, 0 to 1; PAV_ERROR_CANCELLED when the program wants no more of it. */
pav_result pav_progress_tell(const pav_progress *progress, double part, pav_error *error);

#endif
