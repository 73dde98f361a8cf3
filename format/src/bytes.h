/* SPDX-License-Identifier: MIT */
/* Little-endian numbers, whatever the machine. */
#ifndef PAV_BYTES_H
#define PAV_BYTES_H

#include <stdint.h>

static inline uint32_t pav_load_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static inline void pav_store_u32(uint8_t *bytes, uint32_t number)
{
    for (int i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(number >> 8 * i);
    }
}

#endif
