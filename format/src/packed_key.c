/* SPDX-License-Identifier: MIT */
/* The keys of a clip, read from tables that nothing has checked yet. */
#include "packed_key.h"

#include <float.h>
#include <string.h>

#include "bytes.h"

float pav_packed_float(double number)
{
    if (number > FLT_MAX) {
        return FLT_MAX;
    }
    return number >= -FLT_MAX ? (float)number : -FLT_MAX;
}

static float load(const uint8_t *bytes)
{
    const uint32_t word = pav_load_u32(bytes);
    float number;
    memcpy(&number, &word, 4);
    return number;
}

/* Until the neighbours are known, `has_previous` says that no curve begins or has ended at the key. */
static void mark_start(pav_packed_key *keys, uint32_t count, uint64_t place)
{
    if (place < count) {
        keys[place].has_previous = false;
    }
}

static void mark_starts(const pav_unpacker *unpacker, const pav_packed_table *table, pav_packed_key *keys)
{
    const pav_packed_table *curves = pav_unpacker_find(unpacker, table, "curves");
    mark_start(keys, table->count, 0);
    if (!curves || curves->record_size < 12 || curves->record_size % 4) {
        return;
    }
    for (uint32_t i = 0; i < curves->count; i++) {
        const uint8_t *record = curves->raw + (size_t)i * curves->record_size;
        const uint64_t first = pav_load_u32(record + 4);
        mark_start(keys, table->count, first);
        mark_start(keys, table->count, first + pav_load_u32(record + 8));
    }
}

static float not_zero(float gap)
{
    return gap == 0 ? 1 : gap;
}

static void measure(pav_packed_key *key)
{
    const pav_packed_key *previous = key->has_previous ? key - 1 : key;
    const pav_packed_key *next = key->has_next ? key + 1 : key;
    const bool alone = !key->has_previous && !key->has_next;
    key->previous_value = previous->value;
    key->next_value = next->value;
    const float before = key->time - previous->time, after = next->time - key->time;
    const float rise_before = key->value - previous->value, rise_after = next->value - key->value;
    key->before = alone ? 3 : not_zero(key->has_previous ? before : after);
    key->after = alone ? 3 : not_zero(key->has_next ? after : before);
    key->rise_before = alone ? 0 : key->has_previous ? rise_before : rise_after;
    key->rise_after = alone ? 0 : key->has_next ? rise_after : rise_before;
}

pav_result pav_packed_keys_read(const pav_unpacker *unpacker, const pav_packed_table *table,
                                pav_packed_key *keys)
{
    const pav_packed_table *times = pav_unpacker_find(unpacker, table, "key_times");
    const pav_packed_table *values = pav_unpacker_find(unpacker, table, "key_values");
    if (!times || !values || times->record_size != 4 || values->record_size != 4 ||
        times->count != table->count || values->count != table->count) {
        return pav_unpacker_fail(unpacker, table, "there are no times and values of its keys");
    }
    for (uint32_t i = 0; i < table->count; i++) {
        keys[i].time = load(times->raw + (size_t)i * 4);
        keys[i].value = load(values->raw + (size_t)i * 4);
        keys[i].has_previous = true;
    }
    mark_starts(unpacker, table, keys);
    for (uint32_t i = 0; i < table->count; i++) {
        keys[i].has_next = i + 1 < table->count && keys[i + 1].has_previous;
        measure(&keys[i]);
    }
    return PAV_OK;
}

/* ---- Slopes ---- */

/* left · the slope before + middle · its own + right · the slope after = wanted */
typedef struct equation {
    double left;
    double middle;
    double right;
    double wanted;
} equation;

static double length(float gap)
{
    return gap > 0 ? (double)gap : 1.0;
}

static equation equation_of(const pav_packed_key *key)
{
    const double before = length(key->before), after = length(key->after);
    const double line_before = 3.0 * (key->rise_before / before);
    const double line_after = 3.0 * (key->rise_after / after);
    if (key->has_previous && key->has_next) {
        return (equation){after, 2.0 * (before + after), before, after * line_before + before * line_after};
    }
    return (equation){key->has_previous ? 1.0 : 0.0, 2.0, key->has_next ? 1.0 : 0.0,
                      key->has_next ? line_after : line_before};
}

static double slope_to_the_right(const pav_packed_key *key)
{
    return key->straight ? (double)key->rise_after / key->after : key->slope;
}

static void eliminate(const pav_packed_key *keys, size_t i, double *ratio, double *rest)
{
    const equation e = equation_of(&keys[i]);
    const bool linked = keys[i].has_previous;
    const bool goes_on = linked && keys[i - 1].spline;
    const double known = goes_on ? rest[i - 1] : linked ? slope_to_the_right(&keys[i - 1]) : 0.0;
    const double pivot = e.middle - e.left * (goes_on ? ratio[i - 1] : 0.0);
    ratio[i] = e.right / pivot;
    rest[i] = (e.wanted - e.left * known) / pivot;
}

void pav_packed_keys_solve(pav_packed_key *keys, size_t count, double *scratch)
{
    double *ratio = scratch, *rest = scratch + count;
    for (size_t i = 0; i < count; i++) {
        if (keys[i].spline) {
            eliminate(keys, i, ratio, rest);
        }
    }
    for (size_t i = count; i-- > 0;) {
        if (keys[i].spline) {
            const double following = keys[i].has_next ? keys[i + 1].slope : 0.0;
            keys[i].slope = rest[i] - ratio[i] * following;
        }
    }
}
