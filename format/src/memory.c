/* SPDX-License-Identifier: MIT */
#include "memory.h"

#include <stdlib.h>
#include <string.h>

static void *default_allocate(void *user, size_t size)
{
    (void)user;
    return malloc(size);
}

static void default_release(void *user, void *memory)
{
    (void)user;
    free(memory);
}

pav_allocator pav_allocator_or_default(const pav_allocator *allocator)
{
    if (allocator && allocator->allocate) {
        return *allocator;
    }
    return (pav_allocator){.allocate = default_allocate, .release = default_release};
}

void *pav_allocate(const pav_allocator *allocator, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) {
        return NULL;
    }
    const size_t bytes = count * size;
    return allocator->allocate(allocator->user, bytes ? bytes : 1);
}

void *pav_allocate_zeroed(const pav_allocator *allocator, size_t count, size_t size)
{
    void *memory = pav_allocate(allocator, count, size);
    if (memory) {
        memset(memory, 0, count * size);
    }
    return memory;
}

void pav_release(const pav_allocator *allocator, void *memory)
{
    allocator->release(allocator->user, memory);
}
