/* SPDX-License-Identifier: MIT */
/* Packing `columns`: field by field, each number less what its neighbours let expect, byte by byte. */
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "packing.h"

enum { PREDICTOR_NONE, PREDICTOR_PREVIOUS, PREDICTOR_LINEAR, PREDICTOR_SPAN };
enum { PREDICTOR_MASK = 3, FLAG_ORDERED = 4, FLAG_WHOLE = 8, PLANE_SHIFT = 4, SHIFT_LIMIT = 32 };

typedef struct column {
    uint8_t *raw;         /* Its first number. */
    uint32_t record_size; /* From one number to the next. */
    uint32_t unit;        /* Bytes of a number: 4 or 1. */
    uint32_t count;
    uint32_t predictor;
    bool ordered; /* Floats, in the order of their values. */
    bool whole;   /* Floats, in steps of `step`. */
    double step;
    uint32_t plane_count;
    const uint8_t *planes; /* Of the numbers after the first where there is a predictor, else of all. */
    uint32_t plane_size;
} column;

static uint32_t load(const column *c, uint32_t place)
{
    const uint8_t *bytes = c->raw + (size_t)place * c->record_size;
    return c->unit == 4 ? pav_load_u32(bytes) : *bytes;
}

/* Floats of both signs in the order of their values, and back. */
static uint32_t unordered(uint32_t bits)
{
    return bits & 0x80000000u ? bits ^ 0x80000000u : ~bits;
}

static uint32_t multiple(const column *c, uint32_t number)
{
    const float value = (float)(c->step * (int32_t)number);
    uint32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

static void store(const column *c, uint32_t place, uint32_t number)
{
    uint8_t *bytes = c->raw + (size_t)place * c->record_size;
    if (c->unit == 1) {
        *bytes = (uint8_t)number;
    } else if (c->whole) {
        pav_store_u32(bytes, multiple(c, number));
    } else {
        pav_store_u32(bytes, c->ordered ? unordered(number) : number);
    }
}

static uint32_t residual(const column *c, uint32_t place)
{
    uint32_t number = 0;
    for (uint32_t plane = 0; plane < c->plane_count; plane++) {
        number |= (uint32_t)c->planes[(size_t)plane * c->plane_size + place] << 8 * plane;
    }
    return number;
}

static uint32_t unzigzag(uint32_t number)
{
    return number >> 1 ^ (0u - (number & 1));
}

static void fill_plain(const column *c)
{
    for (uint32_t i = 0; i < c->count; i++) {
        store(c, i, residual(c, i));
    }
}

static void fill_predicted(const column *c, uint32_t first)
{
    uint32_t before = first, last = first;
    store(c, 0, first);
    for (uint32_t i = 1; i < c->count; i++) {
        uint32_t expected = last;
        if (c->predictor == PREDICTOR_LINEAR) {
            expected += last - before;
        } else if (c->predictor == PREDICTOR_SPAN) {
            const column next = {.raw = c->raw + c->unit, .record_size = c->record_size, .unit = c->unit};
            expected += load(&next, i - 1);
        }
        before = last;
        last = expected + unzigzag(residual(c, i - 1));
        store(c, i, last);
    }
}

static bool read_mode(pav_cursor *cursor, column *c, bool is_last)
{
    const uint8_t *mode, *shift;
    if (!pav_cursor_bytes(cursor, 1, &mode)) {
        return false;
    }
    c->predictor = *mode & PREDICTOR_MASK;
    c->ordered = *mode & FLAG_ORDERED;
    c->whole = *mode & FLAG_WHOLE;
    c->plane_count = *mode >> PLANE_SHIFT;
    const bool plain = !c->ordered && !c->whole;
    if (c->plane_count > c->unit || (!plain && c->unit == 1) || (c->ordered && c->whole) ||
        (c->predictor == PREDICTOR_SPAN && (is_last || !plain))) {
        return false;
    }
    if (!c->whole) {
        return true;
    }
    if (!pav_cursor_bytes(cursor, 1, &shift) || *shift >= SHIFT_LIMIT) {
        return false;
    }
    c->step = 1.0 / (double)((uint64_t)1 << *shift);
    return true;
}

static bool unpack_column(pav_cursor *cursor, column *c, bool is_last)
{
    uint32_t first = 0;
    if (!read_mode(cursor, c, is_last) ||
        (c->predictor != PREDICTOR_NONE && !pav_cursor_number(cursor, &first))) {
        return false;
    }
    c->plane_size = c->predictor == PREDICTOR_NONE ? c->count : c->count - 1;
    if (!pav_cursor_bytes(cursor, (uint64_t)c->plane_size * c->plane_count, &c->planes)) {
        return false;
    }
    if (c->predictor == PREDICTOR_NONE) {
        fill_plain(c);
    } else {
        fill_predicted(c, first);
    }
    return true;
}

pav_result pav_unpack_columns(const pav_unpacker *unpacker, const pav_packed_table *table)
{
    pav_cursor cursor = {table->packed, table->packed + table->packed_size};
    const uint32_t unit = table->record_size % 4 ? 1 : 4;
    bool whole = table->count != 0;
    for (uint32_t left = table->record_size; whole && left; left -= unit) {
        column c = {.raw = table->raw + left - unit,
                    .record_size = table->record_size,
                    .unit = unit,
                    .count = table->count};
        whole = unpack_column(&cursor, &c, left == table->record_size);
    }
    if (!whole || cursor.at != cursor.end) {
        return pav_unpacker_fail(unpacker, table, "the packed columns are damaged");
    }
    return PAV_OK;
}
