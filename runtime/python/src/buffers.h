/* SPDX-License-Identifier: MIT */
/* Buffers of the caller's that are read during one call. */
#ifndef PAVANE_PYTHON_BUFFERS_H
#define PAVANE_PYTHON_BUFFERS_H

#include "module.h"

enum { BUFFER_LIMIT = 130 }; /* A material's inputs, and some more. */

typedef struct buffers {
    Py_buffer views[BUFFER_LIMIT];
    int count;
} buffers;

/* The memory of a buffer of items of that size, NULL for None; raises when it cannot be. */
const void *take_buffer(buffers *held, PyObject *object, size_t item_size, uint32_t *count);
void release_buffers(buffers *held);

/* Whether there are as many as wanted; raises when not. */
bool check_count(const char *what, uint32_t count, uint32_t wanted);

#endif
