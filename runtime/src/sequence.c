/* SPDX-License-Identifier: MIT */
#include "sequence.h"

#include <math.h>
#include <string.h>

enum { NEAR_KEYS = 4 }; /* The two keys around a moment, and one more on either side. */

/* ---- Weights of the keys around a moment, from one key (u = 0) to the next (u = 1) ---- */

static void linear(double u, double out[NEAR_KEYS])
{
    out[0] = 0.0;
    out[1] = 1.0 - u;
    out[2] = u;
    out[3] = 0.0;
}

static void cardinal(double u, double tension, double out[NEAR_KEYS])
{
    const double square = u * u, cube = square * u;
    out[0] = tension * (-cube + 2.0 * square - u);
    out[1] = (2.0 - tension) * cube + (tension - 3.0) * square + 1.0;
    out[2] = (tension - 2.0) * cube + (3.0 - 2.0 * tension) * square + tension * u;
    out[3] = tension * (cube - square);
}

static void bspline(double u, double out[NEAR_KEYS])
{
    const double square = u * u, cube = square * u;
    out[0] = (1.0 - 3.0 * u + 3.0 * square - cube) / 6.0;
    out[1] = (3.0 * cube - 6.0 * square + 4.0) / 6.0;
    out[2] = (-3.0 * cube + 3.0 * square + 3.0 * u + 1.0) / 6.0;
    out[3] = cube / 6.0;
}

static void interpolate(uint32_t interpolation, double u, double out[NEAR_KEYS])
{
    switch ((pav_sequence_interpolation)interpolation) {
    case PAV_SEQUENCE_INTERPOLATION_CARDINAL:
        cardinal(u, 0.71, out);
        break;
    case PAV_SEQUENCE_INTERPOLATION_CATMULL_ROM:
        cardinal(u, 0.5, out);
        break;
    case PAV_SEQUENCE_INTERPOLATION_BSPLINE:
        bspline(u, out);
        break;
    default:
        linear(u, out);
    }
}

/* From the kind of one key to that of the next. */
static void blend(const pav_record_sequence_key *key, double u, double out[NEAR_KEYS])
{
    double next[NEAR_KEYS];
    interpolate(key[0].interpolation, u, out);
    if (key[1].interpolation == key[0].interpolation) {
        return;
    }
    interpolate(key[1].interpolation, u, next);
    for (int i = 0; i < NEAR_KEYS; i++) {
        out[i] = (1.0 - u) * out[i] + u * next[i];
    }
}

/* ---- The sequence ---- */

/* The last key, but the last of all, that is not after the time; there are two at least. */
static uint32_t find_key(const pav_chunk_mesh *mesh, double time)
{
    uint32_t low = 0, high = mesh->sequence_key_count - 1;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if ((double)mesh->sequence_keys[middle].frame <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static void add(const pav_chunk_mesh *mesh, uint32_t key, double weight, float *weights)
{
    const uint32_t morph = mesh->sequence_keys[key].morph;
    if (morph != PAV_NONE) {
        weights[morph] += (float)weight;
    }
}

void pav_sequence_weights(const pav_chunk_mesh *mesh, float time, float *weights)
{
    const uint32_t last = mesh->sequence_key_count - 1;
    memset(weights, 0, mesh->morph_count * sizeof *weights);
    if (!last) {
        add(mesh, 0, 1.0, weights);
        return;
    }
    const double start = (double)mesh->sequence_keys[0].frame, end = (double)mesh->sequence_keys[last].frame;
    const double inside = fmin(fmax((double)time, start), end); /* A time that is no number: the start. */
    const uint32_t key = find_key(mesh, inside);
    const double from = (double)mesh->sequence_keys[key].frame;
    double near[NEAR_KEYS];
    blend(&mesh->sequence_keys[key], (inside - from) / ((double)mesh->sequence_keys[key + 1].frame - from),
          near);
    add(mesh, key ? key - 1 : 0, near[0], weights);
    add(mesh, key, near[1], weights);
    add(mesh, key + 1, near[2], weights);
    add(mesh, key + 2 < last ? key + 2 : last, near[3], weights);
}
