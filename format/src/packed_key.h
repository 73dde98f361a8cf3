/* SPDX-License-Identifier: MIT */
/* Keys with their neighbours and slopes, as the packing `key_handles` sees them.  Every operation is one of +
 * - * / in the precision that is written, so that all readers expect the same bits. */
#ifndef PAV_PACKED_KEY_H
#define PAV_PACKED_KEY_H

#include <stdbool.h>
#include <stddef.h>

#include "packing.h"

/* A key and its neighbours on the same curve.  The distances are never 0; at an end that to the other side's
 * neighbour, of a single key 3.  `rise_before`, `rise_after` are what the value rises over them. */
typedef struct pav_packed_key {
    float time;
    float value;
    float previous_value;
    float next_value;
    float before;
    float after;
    float rise_before;
    float rise_after;
    bool has_previous;
    bool has_next;
    bool spline;   /* Its slope is to be found. */
    bool straight; /* To the right it has the slope of the line to the next key. */
    double slope;  /* Of its left handle. */
} pav_packed_key;

/* Fills `count` keys but for `spline` and what follows, from the tables before `table`. */
pav_result pav_packed_keys_read(const pav_unpacker *unpacker, const pav_packed_table *table,
                                pav_packed_key *keys);

/* Gives each spline key the slope with which it is passed without a jump of the acceleration.  `scratch` has
 * two numbers for each key. */
void pav_packed_keys_solve(pav_packed_key *keys, size_t count, double *scratch);

/* The nearest float, never infinite; not a number becomes the lowest. */
float pav_packed_float(double number);

#endif
