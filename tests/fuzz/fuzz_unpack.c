/* SPDX-License-Identifier: MIT */
/* libFuzzer target: a packed chunk alone, without the checksums that keep nearly all damage from the
 * packings.  The first byte is the chunk's type.  What is unpacked fills its bytes, all of them, and is the
 * same twice. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cursor.h"
#include "memory.h"
#include "unpack.h"

enum { RAW_LIMIT = 1 << 20 };

/* The chunk before, of two tables: 1 of four bytes, 7 of two words. */
static const uint8_t LENT[] = {2, 0, 0, 0, 1, 0, 0, 0, 1,  0, 0, 0, 4, 0, 0, 0, 36, 0, 0, 0, 7, 0, 0, 0,
                               4, 0, 0, 0, 2, 0, 0, 0, 40, 0, 0, 0, 0, 9, 9, 0, 1,  2, 3, 4, 5, 6, 7, 8};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The raw size that the packed tables ask for, so that none is refused for that; 0 where it is too large. */
static uint32_t raw_size(const uint8_t *packed, size_t size)
{
    pav_cursor cursor = {packed, packed + size};
    uint32_t count = 0;
    uint64_t bytes = 4;
    if (!pav_cursor_number(&cursor, &count)) {
        return 0;
    }
    for (uint32_t i = 0; i < count && bytes <= RAW_LIMIT; i++) {
        uint32_t numbers[5];
        for (int j = 0; j < 5; j++) {
            if (!pav_cursor_number(&cursor, &numbers[j])) {
                return 0;
            }
        }
        const uint64_t table = (uint64_t)numbers[1] * numbers[2];
        bytes = table > RAW_LIMIT ? table : bytes + 16 + ((table + 3) & ~(uint64_t)3);
    }
    return bytes <= RAW_LIMIT ? (uint32_t)bytes : 0;
}

static pav_result unpack(const uint8_t *data, size_t size, uint8_t *raw, uint32_t raw_bytes, uint8_t filling)
{
    const pav_allocator allocator = pav_allocator_or_default(NULL);
    const pav_progress progress = {0};
    const pav_lender lender = {1, LENT, sizeof LENT};
    pav_error error = {0};
    memset(raw, filling, raw_bytes);
    return pav_unpack_chunk(&pav_chunk_types[data[0] % PAV_CHUNK_TYPE_COUNT], "chunk", data + 1,
                            (uint32_t)(size - 1), &lender, &allocator, &progress, raw, raw_bytes, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint32_t bytes = size > 1 ? raw_size(data + 1, size - 1) : 0;
    if (!bytes) {
        return 0;
    }
    uint8_t *first = malloc(bytes), *second = malloc(bytes);
    const pav_result result = unpack(data, size, first, bytes, 0x55);
    if (unpack(data, size, second, bytes, 0xAA) != result ||
        (result == PAV_OK && memcmp(first, second, bytes) != 0)) {
        abort();
    }
    free(first);
    free(second);
    return 0;
}
