/* SPDX-License-Identifier: MIT */
/* The text stream of a chunk. */
#ifndef PAV_TEXT_H
#define PAV_TEXT_H

#include <pavane/document.h>

/* Rule `text`: starts and ends with a zero byte, is UTF-8, and has no string of 4096 bytes or more. */
pav_result pav_check_text(const char *where, const char *text, uint32_t size, pav_error *error);

#endif
