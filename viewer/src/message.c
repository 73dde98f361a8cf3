/* SPDX-License-Identifier: MIT */
#include "message.h"

#include <stdarg.h>
#include <stdio.h>

pav_result view_fail(pav_error *error, pav_result result, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        error->result = result;
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
    }
    return result;
}
