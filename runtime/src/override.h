/* SPDX-License-Identifier: MIT */
/* Values that win over all clips. */
#ifndef PAV_OVERRIDE_H
#define PAV_OVERRIDE_H

#include <pavane/pavane.h>

typedef struct pav_overrides {
    float *values; /* One per float of the targets. */
    uint8_t *set;  /* Which of them count. */
    uint32_t count;
} pav_overrides;

/* Puts them in the targets. */
void pav_overrides_apply(pav_scene *scene);

#endif
