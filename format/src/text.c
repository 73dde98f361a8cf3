/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <inttypes.h>

#include "error.h"

enum {
    STRING_LIMIT = 4096
}; /* Longer than any name or path of Blender's; it bounds what comparing may cost. */

/* Bytes of the UTF-8 character at `text`, 0 when it is none.  The zero byte at the end stops a character cut
 * off. */
static uint32_t character_size(const unsigned char *text)
{
    const unsigned first = text[0];
    if (first < 0x80u) {
        return 1;
    }
    const uint32_t size = first >= 0xF0u ? 4 : first >= 0xE0u ? 3 : 2;
    if (first < 0xC2u || first > 0xF4u) {
        return 0;
    }
    for (uint32_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0u) != 0x80u) {
            return 0;
        }
    }
    const unsigned second = text[1];
    const int overlong = (first == 0xE0u && second < 0xA0u) || (first == 0xF0u && second < 0x90u);
    const int surrogate = first == 0xEDu && second > 0x9Fu;
    const int too_large = first == 0xF4u && second > 0x8Fu;
    return overlong || surrogate || too_large ? 0 : size;
}

pav_result pav_check_text(const char *where, const char *text, uint32_t size, pav_error *error)
{
    if (text[0] || text[size - 1]) {
        return pav_fail(error, PAV_ERROR_FORMAT, "%s: text must start and end with a zero byte", where);
    }
    uint32_t start = 0;
    for (uint32_t i = 0; i < size;) {
        const uint32_t character = character_size((const unsigned char *)text + i);
        if (!character) {
            return pav_fail(error, PAV_ERROR_FORMAT, "%s: text is not UTF-8 at byte %" PRIu32, where, i);
        }
        if (!text[i]) {
            start = i + 1;
        } else if (i + character - start >= STRING_LIMIT) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: text has a string of %d bytes or more at byte %" PRIu32, where, STRING_LIMIT,
                            start);
        }
        i += character;
    }
    return PAV_OK;
}
