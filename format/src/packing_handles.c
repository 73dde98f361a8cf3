/* SPDX-License-Identifier: MIT */
/* Packing `key_handles`: each handle less where Blender would put it, in steps of a float's bits. */
#include <math.h>
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "error.h"
#include "memory.h"
#include "packed_key.h"

enum { FRAME_THIRD, FRAME_VECTOR, FRAME_AUTO, FRAME_MIRRORED };
enum { VALUE_FLAT, VALUE_SPLINE, VALUE_SMOOTH, VALUE_STRAIGHT, VALUE_NEIGHBOUR, VALUE_ALIGNED };

typedef struct handles {
    pav_packed_key *keys;
    double *scratch;
    uint32_t count;
    uint32_t *steps;        /* Of all frames, then of all values. */
    const uint8_t *classes; /* Frame in the low half, value in the high one. */
    const uint8_t *lefts;   /* Raw; NULL when these are the left handles. */
    uint8_t *raw;
} handles;

static uint32_t ordered(uint32_t bits)
{
    return bits & 0x80000000u ? ~bits : bits ^ 0x80000000u;
}

static float stepped(float expected, uint32_t zigzag)
{
    uint32_t bits;
    memcpy(&bits, &expected, 4);
    bits = ordered(bits) + (zigzag >> 1 ^ (0u - (zigzag & 1)));
    bits = bits & 0x80000000u ? bits ^ 0x80000000u : ~bits;
    memcpy(&expected, &bits, 4);
    return expected;
}

static float load(const uint8_t *bytes)
{
    const uint32_t bits = pav_load_u32(bytes);
    float number;
    memcpy(&number, &bits, 4);
    return number;
}

static void store(uint8_t *bytes, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, 4);
    pav_store_u32(bytes, bits);
}

/* ---- What is expected ---- */

/* The distance to the neighbour on the handle's side, at most five times that on the other. */
static float clipped(const handles *h, const pav_packed_key *key)
{
    const float own = h->lefts ? key->after : key->before;
    const float most = 5.0f * (h->lefts ? key->before : key->after);
    return own < most ? own : most;
}

/* Towards the handle's side. */
static float moved(const handles *h, float from, float away)
{
    return h->lefts ? from + away : from - away;
}

static float expected_frame(const handles *h, uint32_t i, uint32_t kind)
{
    const pav_packed_key *key = &h->keys[i];
    const float own = h->lefts ? key->after : key->before;
    float away = 2.0f * (own / 6.0f);
    if (kind == FRAME_VECTOR) {
        away = own * (float)(1.0 / 3.0);
    } else if (kind == FRAME_AUTO) {
        away = 2.0f * (clipped(h, key) / 5.1228f);
    } else if (kind == FRAME_MIRRORED) {
        away = key->time - load(h->lefts + (size_t)i * 8);
    }
    const float frame = moved(h, key->time, away);
    return isfinite(frame) ? frame : key->time;
}

static float aligned(const handles *h, uint32_t i, float frame)
{
    const pav_packed_key *key = &h->keys[i];
    const double time = key->time, value = key->value;
    const double reach = time - load(h->lefts + (size_t)i * 8);
    const double ratio = (frame - time) / (reach == 0 ? 1.0 : reach);
    return pav_packed_float(value + (value - load(h->lefts + (size_t)i * 8 + 4)) * ratio);
}

static float expected_value(const handles *h, uint32_t i, uint32_t kind, float frame)
{
    const pav_packed_key *key = &h->keys[i];
    float value = key->value;
    if (kind == VALUE_SMOOTH) {
        const float rise = key->rise_after / key->after + key->rise_before / key->before;
        value = moved(h, key->value, rise * (clipped(h, key) / 5.1228f));
    } else if (kind == VALUE_STRAIGHT) {
        value = moved(h, key->value, (h->lefts ? key->rise_after : key->rise_before) * (float)(1.0 / 3.0));
    } else if (kind == VALUE_NEIGHBOUR) {
        value = h->lefts ? key->next_value : key->previous_value;
    } else if (kind == VALUE_ALIGNED) {
        value = aligned(h, i, frame);
    } else if (kind == VALUE_SPLINE) {
        value = pav_packed_float(key->value + key->slope * ((double)frame - key->time));
    }
    return isfinite(value) ? value : key->value;
}

/* ---- Tables ---- */

static bool read_steps(pav_cursor *cursor, uint32_t *steps, size_t count)
{
    const uint8_t *low;
    if (!pav_cursor_bytes(cursor, count, &low)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t more = 0;
        if (low[i] == 255 && !pav_cursor_number(cursor, &more)) {
            return false;
        }
        steps[i] = low[i] + more;
    }
    return true;
}

static bool classes_are_known(const handles *h)
{
    for (uint32_t i = 0; i < h->count; i++) {
        const uint32_t frame = h->classes[i] & 15, value = h->classes[i] >> 4;
        if (frame > (h->lefts ? FRAME_MIRRORED : FRAME_AUTO) ||
            value > (h->lefts ? VALUE_ALIGNED : VALUE_NEIGHBOUR) || (h->lefts && value == VALUE_SPLINE)) {
            return false;
        }
    }
    return true;
}

static void fill_handle(const handles *h, uint32_t i, float frame)
{
    const float value = expected_value(h, i, h->classes[i] >> 4, frame);
    store(h->raw + (size_t)i * 8 + 4, stepped(value, h->steps[(size_t)h->count + i]));
}

/* What is on a spline comes after the others, whose slopes it needs. */
static void fill(const handles *h)
{
    bool splines = false;
    for (uint32_t i = 0; i < h->count; i++) {
        pav_packed_key *key = &h->keys[i];
        const float frame = stepped(expected_frame(h, i, h->classes[i] & 15), h->steps[i]);
        key->spline = h->classes[i] >> 4 == VALUE_SPLINE;
        key->straight = h->classes[i] >> 4 == VALUE_STRAIGHT;
        splines = splines || key->spline;
        store(h->raw + (size_t)i * 8, frame);
        if (!key->spline) {
            fill_handle(h, i, frame);
            const double reach = (double)key->time - frame;
            key->slope = ((double)key->value - load(h->raw + (size_t)i * 8 + 4)) / (reach == 0 ? 1.0 : reach);
        }
    }
    if (splines) {
        pav_packed_keys_solve(h->keys, h->count, h->scratch);
        for (uint32_t i = 0; i < h->count; i++) {
            if (h->keys[i].spline) {
                fill_handle(h, i, load(h->raw + (size_t)i * 8));
            }
        }
    }
}

static pav_result unpack(const pav_unpacker *unpacker, const pav_packed_table *table, handles *h)
{
    const pav_result result = pav_packed_keys_read(unpacker, table, h->keys);
    if (result != PAV_OK) {
        return result;
    }
    pav_cursor cursor = {table->packed, table->packed + table->packed_size};
    if (!pav_cursor_bytes(&cursor, h->count, &h->classes) || !classes_are_known(h) ||
        !read_steps(&cursor, h->steps, (size_t)h->count * 2) || cursor.at != cursor.end) {
        return pav_unpacker_fail(unpacker, table, "the packed handles are damaged");
    }
    fill(h);
    return PAV_OK;
}

pav_result pav_unpack_key_handles(const pav_unpacker *unpacker, const pav_packed_table *table)
{
    const pav_packed_table *lefts = pav_unpacker_find(unpacker, table, "key_lefts");
    const bool right = strcmp(table->name, "key_rights") == 0;
    if ((!right && strcmp(table->name, "key_lefts") != 0) || table->record_size != 8) {
        return pav_unpacker_fail(unpacker, table, "it is packed as handles, but these are none");
    }
    if (right && (!lefts || lefts->record_size != 8 || lefts->count != table->count)) {
        return pav_unpacker_fail(unpacker, table, "there are no left handles");
    }
    if (table->packed_size / 3 < table->count) {
        return pav_unpacker_fail(unpacker, table, "the packed handles are damaged");
    }
    handles h = {.count = table->count, .lefts = right ? lefts->raw : NULL, .raw = table->raw};
    h.keys = pav_allocate(unpacker->allocator, table->count, sizeof *h.keys);
    h.scratch = pav_allocate(unpacker->allocator, table->count, 2 * sizeof *h.scratch);
    h.steps = pav_allocate(unpacker->allocator, table->count, 2 * sizeof *h.steps);
    const bool enough = h.keys && h.scratch && h.steps;
    const pav_result result = enough ? unpack(unpacker, table, &h) : pav_fail_memory(unpacker->error);
    pav_release(unpacker->allocator, h.keys);
    pav_release(unpacker->allocator, h.scratch);
    pav_release(unpacker->allocator, h.steps);
    return result;
}
