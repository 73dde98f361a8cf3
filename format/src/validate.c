/* SPDX-License-Identifier: MIT */
#include "validate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "text.h"

typedef struct walk {
    const pav_chunk_type *type;
    const char *where;
    const void *chunk;
    const uint32_t *counts;
    const char *text;
    uint32_t text_size;
    pav_error *error;
} walk;

/* One value in a table: where the walk stands. */
typedef struct place {
    const pav_table_info *table;
    const pav_field_info *field; /* NULL: a stream. */
    uint32_t record;
    uint32_t element; /* Of an array. */
} place;

typedef struct place_name {
    char text[96];
} place_name;

/* `node 17: parent`, `scene: camera`, `material 2: base_color[3]`, `corners[5]`. */
static place_name name_of(const place *at)
{
    place_name name;
    if (!at->field) {
        snprintf(name.text, sizeof name.text, "%s[%" PRIu32 "]", at->table->name, at->record);
        return name;
    }
    int length = snprintf(name.text, sizeof name.text, "%s", at->table->record);
    const size_t room = sizeof name.text;
    if (!at->table->single) {
        length += snprintf(name.text + length, room - (size_t)length, " %" PRIu32, at->record);
    }
    length += snprintf(name.text + length, room - (size_t)length, ": %s", at->field->name);
    if (at->field->count > 1) {
        snprintf(name.text + length, room - (size_t)length, "[%" PRIu32 "]", at->element);
    }
    return name;
}

static uint32_t load_word(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static float load_float(const uint8_t *bytes)
{
    float number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

/* ---- Values ---- */

static pav_result check_string(const walk *w, const place *at, uint32_t offset)
{
    if (offset >= w->text_size) {
        return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %" PRIu32 ", but text has %" PRIu32 " bytes",
                        w->where, name_of(at).text, offset, w->text_size);
    }
    if (((unsigned char)w->text[offset] & 0xC0u) == 0x80u) {
        return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %" PRIu32 ", inside a character", w->where,
                        name_of(at).text, offset);
    }
    return PAV_OK;
}

static pav_result refuse_index(const walk *w, const place *at, uint32_t index, uint32_t count,
                               const char *things)
{
    return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %" PRIu32 ", but there are %" PRIu32 " %s",
                    w->where, name_of(at).text, index, count, things);
}

static pav_result check_index(const walk *w, const place *at, uint32_t index)
{
    const pav_field_info *field = at->field;
    if (field->optional && index == PAV_NONE) {
        return PAV_OK;
    }
    const pav_table_info *table = field->ref_chunk ? NULL : &w->type->tables[field->ref];
    const uint32_t count = table ? pav_table_count(w->chunk, table) : w->counts[field->ref];
    if (index < count) {
        return PAV_OK;
    }
    return refuse_index(w, at, index, count, table ? table->name : pav_chunk_types[field->ref].type);
}

static bool enum_has(const pav_enum_info *enumeration, uint32_t value)
{
    for (uint32_t i = 0; i < enumeration->value_count; i++) {
        if (enumeration->values[i] == value) {
            return true;
        }
    }
    return false;
}

static pav_result check_enum(const walk *w, const place *at, uint8_t *bytes)
{
    const pav_enum_info *enumeration = at->field->enumeration;
    const uint32_t value = load_word(bytes);
    if (enum_has(enumeration, value)) {
        return PAV_OK;
    }
    if (enumeration->fallback != PAV_NONE) {
        memcpy(bytes, &enumeration->fallback, sizeof enumeration->fallback);
        return PAV_OK;
    }
    return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %" PRIu32 ", which is no %s", w->where,
                    name_of(at).text, value, enumeration->name);
}

static pav_result check_flags(const walk *w, const place *at, uint32_t flags)
{
    uint32_t known = 0;
    for (uint32_t i = 0; i < at->field->enumeration->value_count; i++) {
        known |= at->field->enumeration->values[i];
    }
    if (!(flags & ~known)) {
        return PAV_OK;
    }
    return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %" PRIu32 ", but only %" PRIu32 " are known",
                    w->where, name_of(at).text, flags, known);
}

static pav_result refuse_infinite(const walk *w, const place *at)
{
    return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is not finite", w->where, name_of(at).text);
}

static bool is_finite(uint32_t bits)
{
    return (bits & 0x7F800000u) != 0x7F800000u;
}

static pav_result check_limits(const walk *w, const place *at, double number)
{
    if (number < at->field->minimum) {
        return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %.9g, but must be at least %.8g", w->where,
                        name_of(at).text, number, at->field->minimum);
    }
    if (number > at->field->maximum) {
        return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %.9g, but must be at most %.8g", w->where,
                        name_of(at).text, number, at->field->maximum);
    }
    return PAV_OK;
}

static pav_result check_number(const walk *w, const place *at, const uint8_t *bytes)
{
    if (at->field->type == PAV_FIELD_U32) {
        return check_limits(w, at, load_word(bytes));
    }
    if (!is_finite(load_word(bytes))) {
        return refuse_infinite(w, at);
    }
    return check_limits(w, at, (double)load_float(bytes));
}

/* Spans of a field stand in order and do not overlap, so that following them all costs no more than the file
 * is long;
 * `*end` is where the one before ended. */
static pav_result check_span(const walk *w, const place *at, const uint8_t *bytes, uint64_t *end)
{
    const pav_table_info *table = &w->type->tables[at->field->ref];
    const uint32_t first = load_word(bytes);
    const uint64_t after = (uint64_t)first + load_word(bytes + 4);
    const uint32_t count = pav_table_count(w->chunk, table);
    if (after > count) {
        return pav_fail(w->error, PAV_ERROR_FORMAT,
                        "%s: %s go from %" PRIu32 " to %" PRIu64 ", but there are %" PRIu32 " %s", w->where,
                        name_of(at).text, first, after, count, table->name);
    }
    if (after == first) {
        return PAV_OK;
    }
    if (first < *end) {
        return pav_fail(w->error, PAV_ERROR_FORMAT,
                        "%s: %s go from %" PRIu32 ", but those of the record before end at %" PRIu64,
                        w->where, name_of(at).text, first, *end);
    }
    *end = after;
    return PAV_OK;
}

static pav_result check_value(const walk *w, const place *at, uint8_t *bytes, uint64_t *end)
{
    switch (at->field->type) {
    case PAV_FIELD_STRING:
        return check_string(w, at, load_word(bytes));
    case PAV_FIELD_INDEX:
        return check_index(w, at, load_word(bytes));
    case PAV_FIELD_ENUM:
        return check_enum(w, at, bytes);
    case PAV_FIELD_FLAGS:
        return check_flags(w, at, load_word(bytes));
    case PAV_FIELD_SPAN:
        return check_span(w, at, bytes, end);
    case PAV_FIELD_U32:
    case PAV_FIELD_F32:
        break;
    }
    return check_number(w, at, bytes);
}

/* ---- Tables ---- */

static pav_result check_field(const walk *w, const pav_table_info *table, const pav_field_info *field,
                              uint8_t *items)
{
    const uint32_t count = pav_table_count(w->chunk, table);
    uint64_t end = 0;
    place at = {.table = table, .field = field};
    for (at.record = 0; at.record < count; at.record++) {
        uint8_t *bytes = items + (size_t)at.record * table->item_size + field->offset;
        for (at.element = 0; at.element < field->count; at.element++) {
            const pav_result result = check_value(w, &at, bytes + (size_t)at.element * 4, &end);
            if (result != PAV_OK) {
                return result;
            }
        }
    }
    return PAV_OK;
}

static pav_result check_float_stream(const walk *w, const pav_table_info *table, const uint8_t *items,
                                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_finite(load_word(items + i * 4))) {
            return refuse_infinite(w, &(place){.table = table, .record = (uint32_t)(i / table->width)});
        }
    }
    return PAV_OK;
}

static pav_result check_index_stream(const walk *w, const pav_table_info *table, const uint8_t *items,
                                     size_t count)
{
    const pav_table_info *other = &w->type->tables[table->ref];
    const uint32_t below = pav_table_count(w->chunk, other);
    for (size_t i = 0; i < count; i++) {
        const uint32_t index = load_word(items + i * 4);
        if (index >= below) {
            const place at = {.table = table, .record = (uint32_t)(i / table->width)};
            return refuse_index(w, &at, index, below, other->name);
        }
    }
    return PAV_OK;
}

static pav_result check_enum_stream(const walk *w, const pav_table_info *table, const uint8_t *items,
                                    size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!enum_has(table->enumeration, items[i])) {
            const place at = {.table = table, .record = (uint32_t)i};
            return pav_fail(w->error, PAV_ERROR_FORMAT, "%s: %s is %u, which is no %s", w->where,
                            name_of(&at).text, items[i], table->enumeration->name);
        }
    }
    return PAV_OK;
}

static pav_result check_stream(const walk *w, const pav_table_info *table, const uint8_t *items)
{
    const size_t count = (size_t)pav_table_count(w->chunk, table) * table->width;
    if (table->stream == PAV_STREAM_F32) {
        return check_float_stream(w, table, items, count);
    }
    if (table->refers && table->stream == PAV_STREAM_U32) {
        return check_index_stream(w, table, items, count);
    }
    return table->refers ? check_enum_stream(w, table, items, count) : PAV_OK;
}

static uint64_t table_bytes(const void *chunk, const pav_table_info *table)
{
    return (uint64_t)pav_table_count(chunk, table) * table->item_size;
}

static uint64_t chunk_bytes(const pav_chunk_type *type, const void *chunk)
{
    uint64_t bytes = 0;
    for (uint32_t t = 1; t < type->table_count; t++) {
        bytes += table_bytes(chunk, &type->tables[t]);
    }
    return bytes;
}

static pav_result check_table(const walk *w, const pav_table_info *table)
{
    uint8_t *items =
        (uint8_t *)(uintptr_t)pav_table_items(w->chunk, table); /* Ours: in the chunk's own block. */
    pav_result result = table->fields ? PAV_OK : check_stream(w, table, items);
    for (uint32_t f = 0; result == PAV_OK && f < table->field_count; f++) {
        result = check_field(w, table, &table->fields[f], items);
    }
    return result;
}

pav_result pav_validate_chunk(const pav_chunk_type *type, const char *where, void *chunk,
                              const uint32_t counts[PAV_CHUNK_TYPE_COUNT], const pav_progress *progress,
                              pav_error *error)
{
    walk w = {.type = type, .where = where, .chunk = chunk, .counts = counts, .error = error};
    w.text = pav_table_items(chunk, &type->tables[0]);
    w.text_size = pav_table_count(chunk, &type->tables[0]);
    const double all = (double)chunk_bytes(type, chunk);
    double done = 0;
    pav_result result = pav_check_text(where, w.text, w.text_size, error);
    for (uint32_t t = 1; result == PAV_OK && t < type->table_count; t++) {
        const double bytes = (double)table_bytes(chunk, &type->tables[t]);
        if (bytes >= PAV_PROGRESS_STEP) {
            result = pav_progress_tell(progress, done / all, error);
        }
        if (result == PAV_OK) {
            result = check_table(&w, &type->tables[t]);
        }
        done += bytes;
    }
    return result;
}
