/* SPDX-License-Identifier: MIT */
/* How a failure gets its sentence. */
#ifndef PAV_ERROR_H
#define PAV_ERROR_H

#include <pavane/document.h>

#ifdef __GNUC__
#define PAV_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PAV_PRINTF(text, first)
#endif

/* Fills `error`, if there is one, and returns `result`. A sentence too long ends with a whole character. */
pav_result pav_fail(pav_error *error, pav_result result, const char *format, ...) PAV_PRINTF(3, 4);

/* The sentence for an allocation that failed. */
pav_result pav_fail_memory(pav_error *error);

/* Puts the file's name before the sentence.  Where both are too long the end of the name stands for it. */
void pav_error_name_file(pav_error *error, const char *path);

#endif
