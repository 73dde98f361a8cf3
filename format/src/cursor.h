/* SPDX-License-Identifier: MIT */
/* Bytes that are read once, from the first to the last. */
#ifndef PAV_CURSOR_H
#define PAV_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pav_cursor {
    const uint8_t *at;
    const uint8_t *end;
} pav_cursor;

/* A number in LEB128; false when the bytes end before it does, or it does not fit in 32 bits. */
bool pav_cursor_number(pav_cursor *cursor, uint32_t *out);

/* The next `size` bytes; false when there are fewer. */
bool pav_cursor_bytes(pav_cursor *cursor, uint64_t size, const uint8_t **out);

#endif
