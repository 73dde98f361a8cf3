/* SPDX-License-Identifier: MIT */
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Takes away the first bytes of a UTF-8 character whose last bytes were cut off. */
static void drop_cut_character(char *text)
{
    size_t lead = strlen(text);
    size_t tail = 0;
    while (lead && tail < 4 && ((unsigned char)text[lead - 1] & 0xC0u) == 0x80u) {
        lead--;
        tail++;
    }
    if (!lead) {
        return;
    }
    const unsigned char first = (unsigned char)text[lead - 1];
    const size_t wanted = first >= 0xF0u ? 3 : first >= 0xE0u ? 2 : first >= 0xC0u ? 1 : 0;
    if (tail < wanted) {
        text[lead - 1] = '\0';
    }
}

pav_result pav_fail(pav_error *error, pav_result result, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        error->result = result;
        const int length = vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        if (length < 0 || (size_t)length >= sizeof error->message) {
            drop_cut_character(error->message);
        }
    }
    return result;
}

pav_result pav_fail_memory(pav_error *error)
{
    return pav_fail(error, PAV_ERROR_MEMORY, "out of memory");
}

void pav_error_name_file(pav_error *error, const char *path)
{
    enum { SIZE = sizeof error->message, LEAST = 64 };
    char sentence[SIZE];
    const size_t length = strlen(path);
    const size_t kept = length < LEAST ? length : LEAST;
    if (!error) {
        return;
    }
    memcpy(sentence, error->message, SIZE);
    if (kept + 2 + strlen(sentence) >= SIZE) {
        sentence[SIZE - 3 - kept] = '\0';
        drop_cut_character(sentence);
    }
    const size_t room = SIZE - 3 - strlen(sentence);
    const char *name = length > room ? path + length - (room - 3) : path;
    while (name != path && ((unsigned char)*name & 0xC0u) == 0x80u) {
        name++;
    }
    pav_fail(error, error->result, "%s%s: %s", name == path ? "" : "...", name, sentence);
}
