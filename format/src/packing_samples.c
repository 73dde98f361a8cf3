/* SPDX-License-Identifier: MIT */
/* Packing `samples`: floats as multiples of a step, in lanes of whole numbers of which the differences are
 * stored.  The arithmetic is that of FORMAT.md, operation by operation: all machines come to the same bits.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "error.h"
#include "memory.h"
#include "packing.h"

enum { KIND_GIVEN = 15, KIND_BASE = 16, KIND_SIGNED = 32, KIND_LIMIT = 64 };
enum {
    FIRST_EXPONENT = 64,
    ORDER_MASK = 3,
    SIZE_SHIFT = 2,
    SIZE_LIMIT = 64,
    SPARED_LIMIT = 32,
    ESCAPE = 255
};

static const double BASE_STEP = 1.0 / 512.0;

/* One number of whole numbers after another, row after row. */
typedef struct lane {
    uint32_t rows;
    uint8_t order;
    uint8_t size; /* In half bits; 0: all differences are 0. */
    uint32_t *numbers;
} lane;

typedef struct turn {
    double x, y, z, w;
} turn;

/* A number, or a rotation of which some of x, y, z, w are given. */
typedef struct unit {
    uint32_t rows;
    uint8_t kind;
    uint8_t exponent;
    uint8_t lane_count;
    uint8_t value_count; /* Floats of a row. */
    int32_t base[3];
    const lane *lanes;
} unit;

typedef struct group {
    uint32_t rows;
    uint32_t unit_count;
} group;

typedef struct samples {
    pav_cursor cursor;
    uint32_t spared;
    group *groups;
    uint32_t group_count;
    unit *units;
    uint32_t unit_count;
    lane *lanes;
    uint32_t lane_count;
    lane **ordered; /* Those with differences, by their size. */
    uint32_t ordered_count;
    uint32_t *numbers;
} samples;

/* Low bits of numbers, one after the other. */
typedef struct bit_reader {
    const uint8_t *at;
    uint64_t bits;
    uint32_t count;
} bit_reader;

static uint32_t unzigzag(uint32_t number)
{
    return number >> 1 ^ (0u - (number & 1));
}

static bool read_whole(pav_cursor *cursor, uint32_t *out)
{
    uint32_t number;
    const bool whole = pav_cursor_number(cursor, &number);
    *out = whole ? unzigzag(number) : 0;
    return whole;
}

/* ---- Groups and units ---- */

/* Each group and each unit takes a byte at least, so that no more of them are made than there are bytes. */
static bool read_groups(samples *s, const pav_allocator *allocator, pav_result *result)
{
    const uint8_t *spared;
    if (!pav_cursor_bytes(&s->cursor, 1, &spared) || *spared >= SPARED_LIMIT ||
        !pav_cursor_number(&s->cursor, &s->group_count) ||
        s->group_count > (size_t)(s->cursor.end - s->cursor.at)) {
        return false;
    }
    s->spared = *spared;
    s->groups = pav_allocate(allocator, s->group_count ? s->group_count : 1, sizeof *s->groups);
    if (!s->groups) {
        *result = PAV_ERROR_MEMORY;
        return false;
    }
    uint64_t unit_count = 0;
    for (uint32_t i = 0; i < s->group_count; i++) {
        group *g = &s->groups[i];
        if (!pav_cursor_number(&s->cursor, &g->rows) || !pav_cursor_number(&s->cursor, &g->unit_count)) {
            return false;
        }
        unit_count += g->unit_count;
        if (!g->rows && g->unit_count) {
            return false;
        }
    }
    if (unit_count > (size_t)(s->cursor.end - s->cursor.at)) {
        return false;
    }
    s->unit_count = (uint32_t)unit_count;
    return true;
}

static uint8_t bit_count(uint32_t bits)
{
    return (uint8_t)((bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1));
}

static bool set_kind(unit *u, uint8_t kind, uint32_t rows)
{
    const uint32_t given = kind & KIND_GIVEN;
    u->kind = kind;
    u->rows = rows;
    u->lane_count = !given ? 1 : kind & KIND_SIGNED ? 4 : 3;
    u->value_count = given ? bit_count(given) : 1;
    return kind < KIND_LIMIT && (given || !kind);
}

/* `count` floats must come out. */
static bool read_units(samples *s, uint32_t count, const pav_allocator *allocator, pav_result *result)
{
    const uint8_t *kinds, *exponents;
    if (!pav_cursor_bytes(&s->cursor, s->unit_count, &kinds) ||
        !pav_cursor_bytes(&s->cursor, s->unit_count, &exponents)) {
        return false;
    }
    s->units = pav_allocate_zeroed(allocator, s->unit_count ? s->unit_count : 1, sizeof *s->units);
    if (!s->units) {
        *result = PAV_ERROR_MEMORY;
        return false;
    }
    uint8_t before[2] = {FIRST_EXPONENT, FIRST_EXPONENT};
    uint64_t values = 0;
    uint32_t i = 0;
    for (uint32_t g = 0; g < s->group_count; g++) {
        for (uint32_t j = 0; j < s->groups[g].unit_count; j++, i++) {
            unit *u = &s->units[i];
            if (!set_kind(u, kinds[i], s->groups[g].rows)) {
                return false;
            }
            uint8_t *last = &before[u->lane_count > 1];
            u->exponent = *last = (uint8_t)(*last + exponents[i]);
            s->lane_count += u->lane_count;
            values += (uint64_t)u->rows * u->value_count;
        }
    }
    return values == count;
}

/* ---- Lanes ---- */

static bool allocate_lanes(samples *s, const pav_allocator *allocator)
{
    uint64_t total = 1; /* And at most four for each float. */
    for (uint32_t i = 0; i < s->unit_count; i++) {
        total += (uint64_t)s->units[i].rows * s->units[i].lane_count;
    }
    if (total > SIZE_MAX) {
        return false;
    }
    s->lanes = pav_allocate_zeroed(allocator, s->lane_count + 1, sizeof *s->lanes);
    s->ordered = pav_allocate_zeroed(allocator, s->lane_count + 1, sizeof(lane *));
    s->numbers = pav_allocate_zeroed(allocator, (size_t)total, sizeof *s->numbers);
    return s->lanes && s->ordered && s->numbers;
}

static bool read_lanes(samples *s)
{
    const uint8_t *described;
    if (!pav_cursor_bytes(&s->cursor, s->lane_count, &described)) {
        return false;
    }
    lane *l = s->lanes;
    uint32_t *numbers = s->numbers;
    for (uint32_t i = 0; i < s->unit_count; i++) {
        unit *u = &s->units[i];
        u->lanes = l;
        for (uint32_t j = 0; j < u->lane_count; j++, l++, described++) {
            *l = (lane){u->rows, *described & ORDER_MASK, *described >> SIZE_SHIFT, numbers};
            numbers += u->rows;
        }
    }
    bool whole = true;
    for (uint32_t i = 0; i < s->unit_count; i++) {
        for (uint32_t j = 0; whole && j < 3 && s->units[i].kind & KIND_BASE; j++) {
            uint32_t number;
            whole = read_whole(&s->cursor, &number);
            memcpy(&s->units[i].base[j], &number, sizeof number);
        }
    }
    for (uint32_t i = 0; whole && i < s->lane_count; i++) {
        whole = read_whole(&s->cursor, s->lanes[i].numbers);
    }
    return whole;
}

static void order_lanes(samples *s)
{
    uint32_t places[SIZE_LIMIT + 1] = {0};
    for (uint32_t i = 0; i < s->lane_count; i++) {
        places[s->lanes[i].size + 1]++;
    }
    s->ordered_count = s->lane_count - places[1];
    places[1] = 0;
    for (uint32_t size = 1; size < SIZE_LIMIT; size++) {
        places[size + 1] += places[size];
    }
    for (uint32_t i = 0; i < s->lane_count; i++) {
        if (s->lanes[i].size) {
            s->ordered[places[s->lanes[i].size]++] = &s->lanes[i];
        }
    }
}

static uint32_t low_bits(const samples *s, const lane *l)
{
    const uint32_t usual = l->size < 2 ? 0 : (l->size - 2u) >> 1;
    return usual > s->spared ? usual - s->spared : 0;
}

static uint32_t take_bits(bit_reader *reader, uint32_t count)
{
    while (reader->count < count) {
        reader->bits |= (uint64_t)*reader->at++ << reader->count;
        reader->count += 8;
    }
    const uint32_t bits = (uint32_t)(reader->bits & ((UINT64_C(1) << count) - 1));
    reader->bits >>= count;
    reader->count -= count;
    return bits;
}

/* The differences of a lane; `cursor` is at the escapes. */
static bool read_differences(const lane *l, uint32_t low_count, const uint8_t *high, bit_reader *low,
                             pav_cursor *cursor)
{
    for (uint32_t row = 1; row < l->rows; row++) {
        uint64_t number = *high++;
        uint32_t more;
        if (number == ESCAPE) {
            if (!pav_cursor_number(cursor, &more)) {
                return false;
            }
            number += more;
        }
        number = number << low_count | take_bits(low, low_count);
        if (number > UINT32_MAX) {
            return false;
        }
        l->numbers[row] = unzigzag((uint32_t)number);
    }
    return true;
}

/* Differences of an order are those of the order below, summed up. */
static void sum_up(const lane *l)
{
    for (uint32_t start = l->order < l->rows ? l->order : l->rows; start-- > 0;) {
        uint32_t sum = l->numbers[start];
        for (uint32_t row = start + 1; row < l->rows; row++) {
            l->numbers[row] = sum += l->numbers[row];
        }
    }
}

static bool read_streams(samples *s)
{
    uint64_t bytes = 0, bits = 0;
    for (uint32_t i = 0; i < s->ordered_count; i++) {
        bytes += s->ordered[i]->rows - 1;
        bits += (uint64_t)(s->ordered[i]->rows - 1) * low_bits(s, s->ordered[i]);
    }
    const uint8_t *high;
    bit_reader low = {0};
    if (!pav_cursor_bytes(&s->cursor, bytes, &high) ||
        !pav_cursor_bytes(&s->cursor, (bits + 7) / 8, &low.at)) {
        return false;
    }
    for (uint32_t i = 0; i < s->ordered_count; i++) {
        const lane *l = s->ordered[i];
        if (!read_differences(l, low_bits(s, l), high, &low, &s->cursor)) {
            return false;
        }
        high += l->rows - 1;
    }
    for (uint32_t i = 0; i < s->lane_count; i++) {
        sum_up(&s->lanes[i]);
    }
    return s->cursor.at == s->cursor.end;
}

/* ---- Floats ---- */

/* 2^(16 - exponent / 4) */
static double step_of(uint32_t exponent)
{
    static const double ROOTS[4] = {1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605};
    return ldexp(ROOTS[exponent & 3], 16 - (int)(exponent >> 2));
}

static double number_at(const lane *l, uint32_t row)
{
    int32_t number;
    memcpy(&number, &l->numbers[row], sizeof number);
    return (double)number;
}

static void store_float(uint8_t *bytes, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    pav_store_u32(bytes, bits);
}

/* The turn at a point of the stereographic chart. */
static turn turn_at(double x, double y, double z)
{
    const double n = (x * x + y * y + z * z) * 0.0625;
    const turn result = {x * 0.5 / (n + 1.0), y * 0.5 / (n + 1.0), z * 0.5 / (n + 1.0),
                         (1.0 - n) / (n + 1.0)};
    return result;
}

static turn turn_from(turn b, turn t)
{
    const turn result = {
        b.w * t.x + b.x * t.w + b.y * t.z - b.z * t.y,
        b.w * t.y - b.x * t.z + b.y * t.w + b.z * t.x,
        b.w * t.z + b.x * t.y - b.y * t.x + b.z * t.w,
        b.w * t.w - b.x * t.x - b.y * t.y - b.z * t.z,
    };
    return result;
}

static void store_rotations(const unit *u, uint8_t *raw, size_t stride)
{
    const double step = step_of(u->exponent);
    const turn base = turn_at(u->base[0] * BASE_STEP, u->base[1] * BASE_STEP, u->base[2] * BASE_STEP);
    const bool has_base = u->base[0] || u->base[1] || u->base[2];
    const lane *l = u->lanes;
    for (uint32_t row = 0; row < u->rows; row++, raw += stride) {
        turn t =
            turn_at(number_at(&l[0], row) * step, number_at(&l[1], row) * step, number_at(&l[2], row) * step);
        t = has_base ? turn_from(base, t) : t;
        const float sign = u->kind & KIND_SIGNED && l[3].numbers[row] == 1 ? -1.0f : 1.0f;
        const float values[4] = {(float)t.x * sign, (float)t.y * sign, (float)t.z * sign, (float)t.w * sign};
        uint8_t *to = raw;
        for (uint32_t i = 0; i < 4; i++) {
            if (u->kind >> i & 1) {
                store_float(to, values[i]);
                to += 4;
            }
        }
    }
}

static void store_numbers(const unit *u, uint8_t *raw, size_t stride)
{
    const double step = step_of(u->exponent);
    for (uint32_t row = 0; row < u->rows; row++, raw += stride) {
        store_float(raw, (float)(number_at(u->lanes, row) * step));
    }
}

static void store_groups(const samples *s, uint8_t *raw)
{
    const unit *u = s->units;
    for (uint32_t i = 0; i < s->group_count; i++) {
        size_t stride = 0, place = 0;
        for (uint32_t j = 0; j < s->groups[i].unit_count; j++) {
            stride += 4 * (size_t)u[j].value_count;
        }
        for (uint32_t j = 0; j < s->groups[i].unit_count; j++, u++) {
            if (u->kind) {
                store_rotations(u, raw + place, stride);
            } else {
                store_numbers(u, raw + place, stride);
            }
            place += 4 * (size_t)u->value_count;
        }
        raw += stride * s->groups[i].rows;
    }
}

static bool unpack(samples *s, const pav_unpacker *unpacker, const pav_packed_table *table,
                   pav_result *result)
{
    if (table->record_size != 4 || !read_groups(s, unpacker->allocator, result) ||
        !read_units(s, table->count, unpacker->allocator, result)) {
        return false;
    }
    if (!allocate_lanes(s, unpacker->allocator)) {
        *result = PAV_ERROR_MEMORY;
        return false;
    }
    if (!read_lanes(s)) {
        return false;
    }
    order_lanes(s);
    return read_streams(s);
}

pav_result pav_unpack_samples(const pav_unpacker *unpacker, const pav_packed_table *table)
{
    samples s = {.cursor = {table->packed, table->packed + table->packed_size}};
    pav_result result = PAV_ERROR_FORMAT;
    if (unpack(&s, unpacker, table, &result)) {
        store_groups(&s, table->raw);
        result = PAV_OK;
    }
    pav_release(unpacker->allocator, s.groups);
    pav_release(unpacker->allocator, s.units);
    pav_release(unpacker->allocator, s.lanes);
    pav_release(unpacker->allocator, s.ordered);
    pav_release(unpacker->allocator, s.numbers);
    if (result == PAV_ERROR_MEMORY) {
        return pav_fail_memory(unpacker->error);
    }
    return result == PAV_OK ? result : pav_unpacker_fail(unpacker, table, "the packed samples are damaged");
}
