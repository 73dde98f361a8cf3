/* SPDX-License-Identifier: MIT */
/* For tests that load documents: golden files, and an allocator that counts and fails. */
#ifndef PAV_TEST_DOCUMENT_H
#define PAV_TEST_DOCUMENT_H

#include <stdint.h>
#include <stdlib.h>

#include <pavane/document.h>

#include "test.h"

/* The whole file, or a failed check and NULL; the caller frees it. */
static inline uint8_t *test_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(1 << 20);
    *size = file && data ? fread(data, 1, 1 << 20, file) : 0;
    if (!CHECK(file && data && *size && *size < 1 << 20)) {
        fprintf(stderr, "    cannot read %s\n", path);
        free(data);
        data = NULL;
    }
    if (file) {
        fclose(file);
    }
    return data;
}

typedef struct test_memory {
    size_t largest; /* Most bytes asked for at once. */
    size_t live;    /* Allocations not yet released. */
    size_t calls;
    size_t fail_at; /* The call that fails, counted from 1; 0: none. */
} test_memory;

static inline void *test_allocate(void *user, size_t size)
{
    test_memory *memory = user;
    memory->largest = size > memory->largest ? size : memory->largest;
    if (++memory->calls == memory->fail_at) {
        return NULL;
    }
    memory->live++;
    return malloc(size);
}

static inline void test_release(void *user, void *block)
{
    test_memory *memory = user;
    memory->live -= block != NULL;
    free(block);
}

static inline pav_load_options test_options(test_memory *memory)
{
    return (pav_load_options){ .allocator = { test_allocate, test_release, memory } };
}

#endif
