/* SPDX-License-Identifier: MIT */
/* The one place where the library opens a file. */
#ifndef PAV_FILE_H
#define PAV_FILE_H

#include "progress.h"

/* The whole file; the caller releases `*out`, and names the file in an error. */
pav_result pav_file_read(const char *path, const pav_allocator *allocator, const pav_progress *progress,
                         uint8_t **out, size_t *size, pav_error *error);

#endif
