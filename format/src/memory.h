/* SPDX-License-Identifier: MIT */
/* The caller's allocator, with sizes that cannot wrap. */
#ifndef PAV_MEMORY_H
#define PAV_MEMORY_H

#include <pavane/document.h>

/* The allocator of some options, or malloc and free where it is all zero. */
pav_allocator pav_allocator_or_default(const pav_allocator *allocator);

/* `count` items of `size` bytes, not cleared.  NULL when there is no memory or the product does not fit. */
void *pav_allocate(const pav_allocator *allocator, size_t count, size_t size);

/* The same, all bytes zero. */
void *pav_allocate_zeroed(const pav_allocator *allocator, size_t count, size_t size);

void pav_release(const pav_allocator *allocator, void *memory);

#endif
