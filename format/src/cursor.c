/* SPDX-License-Identifier: MIT */
#include "cursor.h"

bool pav_cursor_number(pav_cursor *cursor, uint32_t *out)
{
    uint32_t number = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        if (cursor->at == cursor->end) {
            return false;
        }
        const uint8_t byte = *cursor->at++;
        if (shift == 28 && byte > 0x0F) {
            return false;
        }
        number |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80) {
            *out = number;
            return true;
        }
    }
    return false;
}

bool pav_cursor_bytes(pav_cursor *cursor, uint64_t size, const uint8_t **out)
{
    if (size > (uint64_t)(cursor->end - cursor->at)) {
        return false;
    }
    *out = cursor->at;
    cursor->at += (size_t)size;
    return true;
}
