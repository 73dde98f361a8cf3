/* SPDX-License-Identifier: MIT */
/* The inside of a mask. */
#ifndef PAV_MASK_H
#define PAV_MASK_H

#include "layout.h"

#include <stdatomic.h>

struct pav_mask {
    pav_allocator allocator;
    atomic_uint holds;
    pav_document *document; /* Held. */
    pav_layout layout;
    float other;    /* The weight of targets of a scene's own callbacks. */
    float *weights; /* One per float of the layout. */
};

bool pav_mask_is_for(const pav_mask *mask, const pav_scene *scene);

/* The weight of a number of the targets. */
double pav_mask_at(const pav_mask *mask, uint32_t number);

/* An order of masks by what is in them; NULL comes first. */
int pav_mask_compare(const pav_mask *a, const pav_mask *b);

#endif
