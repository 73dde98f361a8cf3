/* SPDX-License-Identifier: MIT */
/* For tests that load documents: golden files, and an allocator that counts and fails. */
#ifndef PAV_TEST_DOCUMENT_H
#define PAV_TEST_DOCUMENT_H

#include <stdint.h>
#include <stdlib.h>

#include <pavane/document.h>

#include "document.h"
#include "schema.h"
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
    return (pav_load_options){.allocator = {test_allocate, test_release, memory}};
}

/* ---- Comparing ---- */

static inline int test_same_chunk(pav_chunk_type_index index, const void *a, const void *b)
{
    if (!a || !b) {
        return a == b;
    }
    const pav_chunk_type *type = &pav_chunk_types[index];
    for (uint32_t i = 0; i < type->table_count; i++) {
        const pav_table_info *table = &type->tables[i];
        const uint32_t count = pav_table_count(a, table);
        if (count != pav_table_count(b, table)) {
            return 0;
        }
        const size_t bytes = (size_t)count * table->item_size;
        if (bytes && memcmp(pav_table_items(a, table), pav_table_items(b, table), bytes) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Whether two documents hold the same, bit by bit. */
static inline int test_same_document(const pav_document *a, const pav_document *b)
{
    int same = test_same_chunk(PAV_CHUNK_TYPE_INFO, a->info, b->info) &&
               test_same_chunk(PAV_CHUNK_TYPE_SCNE, a->scene, b->scene) && a->mesh_count == b->mesh_count &&
               a->clip_count == b->clip_count && a->image_count == b->image_count;
    for (uint32_t i = 0; same && i < a->mesh_count; i++) {
        same = test_same_chunk(PAV_CHUNK_TYPE_MESH, a->meshes[i], b->meshes[i]);
    }
    for (uint32_t i = 0; same && i < a->clip_count; i++) {
        same = test_same_chunk(PAV_CHUNK_TYPE_CLIP, a->clips[i], b->clips[i]);
    }
    for (uint32_t i = 0; same && i < a->image_count; i++) {
        same = test_same_chunk(PAV_CHUNK_TYPE_IMAG, a->images[i], b->images[i]);
    }
    return same;
}

#endif
