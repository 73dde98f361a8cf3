/* SPDX-License-Identifier: MIT */
/* For damaging files on purpose: all checksums put right again, and compressed chunks stored. */
#ifndef PAV_TEST_RESEAL_H
#define PAV_TEST_RESEAL_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { RESEAL_HEADER = 28, RESEAL_ENTRY = 40 };

static inline uint32_t reseal_load(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void reseal_store(uint8_t *bytes, uint32_t word)
{
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(word >> 8 * i);
    }
}

static inline uint32_t reseal_count(const uint8_t *data, size_t size)
{
    const uint32_t count = size < RESEAL_HEADER ? 0 : reseal_load(data + 16);
    return size >= RESEAL_HEADER && count <= (size - RESEAL_HEADER) / RESEAL_ENTRY ? count : 0;
}

/* Puts size and checksums of header, directory and chunks that are neither compressed nor packed right, as far
 * as the directory can be followed. */
static inline void reseal(uint8_t *data, size_t size)
{
    if (size < RESEAL_HEADER) {
        return;
    }
    const uint32_t count = reseal_count(data, size);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *entry = data + RESEAL_HEADER + (size_t)i * RESEAL_ENTRY;
        const uint32_t offset = reseal_load(entry + 20);
        const uint32_t bytes = reseal_load(entry + 24);
        const int raw = reseal_load(entry + 12) == 0 && reseal_load(entry + 16) == 0;
        if (raw && offset <= size && bytes <= size - offset) {
            reseal_store(entry + 36, (uint32_t)crc32(0, data + offset, bytes));
        }
    }
    reseal_store(data + 12, (uint32_t)size);
    reseal_store(data + 20, (uint32_t)crc32(0, data + RESEAL_HEADER, count * RESEAL_ENTRY));
    reseal_store(data + 24, (uint32_t)crc32(0, data, 24));
}

/* Appends one chunk, inflated where it was compressed, and says so in its entry; false when it does not fit.
 */
static inline int unpack_chunk(const uint8_t *data, size_t size, uint8_t *to, size_t *end, size_t room,
                               uint8_t *entry)
{
    const uint32_t offset = reseal_load(entry + 20);
    const uint32_t stored = reseal_load(entry + 24);
    const uint32_t packed = reseal_load(entry + 28);
    if (offset > size || stored > size - offset || *end > room || packed > room - *end) {
        return 0;
    }
    uLongf got = packed;
    if (reseal_load(entry + 12) == 1) {
        if (uncompress(to + *end, &got, data + offset, stored) != Z_OK || got != packed) {
            return 0;
        }
    } else if (stored == packed) {
        memcpy(to + *end, data + offset, packed);
    } else {
        return 0;
    }
    reseal_store(entry + 12, 0);
    reseal_store(entry + 20, (uint32_t)*end);
    reseal_store(entry + 24, packed);
    *end = (*end + packed + 3) & ~(size_t)3;
    return 1;
}

/* Stores the chunks of a sound file that are compressed; leaves any other file alone.  The new size. */
static inline size_t unpack_chunks(uint8_t *data, size_t size, size_t room)
{
    const uint32_t count = reseal_count(data, size);
    size_t end = RESEAL_HEADER + (size_t)count * RESEAL_ENTRY;
    uint8_t *to = count && end <= room ? calloc(room + 4, 1) : NULL;
    int whole = to != NULL;
    if (whole) {
        memcpy(to, data, end);
    }
    for (uint32_t i = 0; whole && i < count; i++) {
        whole = unpack_chunk(data, size, to, &end, room, to + RESEAL_HEADER + (size_t)i * RESEAL_ENTRY);
    }
    whole = whole && end <= room;
    if (whole) {
        memcpy(data, to, end);
    }
    free(to);
    return whole ? end : size;
}

#endif
