/* SPDX-License-Identifier: MIT */
#include <pavane/pavane.h>

const char *pav_version(void)
{
    return "0.1.0";
}
