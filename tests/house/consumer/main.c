/* SPDX-License-Identifier: MIT */
#include <pavane/pavane.h>

#include <stdio.h>

int main(void)
{
    puts(pav_version());
    return 0;
}
