/* SPDX-License-Identifier: MIT */
#include "values.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_OF_PLAYBACK = 4 };

/* ---- The lines that are always the same ---- */

/* Counts a line, and lists it where there is a list. */
static void put(view_value *out, uint32_t *count, view_value value)
{
    if (out) {
        out[*count] = value;
    }
    (*count)++;
}

static void list_morphs(const pav_document *document, view_value *out, uint32_t *count)
{
    const uint32_t before = *count;
    for (uint32_t mesh = 0; mesh < pav_document_mesh_count(document); mesh++) {
        const uint32_t morph_count = pav_document_mesh(document, mesh)->morph_count;
        if (morph_count && *count == before) {
            put(out, count, (view_value){.kind = VIEW_VALUE_TITLE, .index = VIEW_TITLE_MORPHS});
        }
        if (morph_count) {
            put(out, count, (view_value){.kind = VIEW_VALUE_MESH, .owner = mesh});
        }
        for (uint32_t morph = 0; morph < morph_count; morph++) {
            put(out, count, (view_value){.kind = VIEW_VALUE_MORPH, .owner = mesh, .index = morph});
        }
    }
}

static void list_inputs(const pav_chunk_scene *chunk, view_value *out, uint32_t *count)
{
    const uint32_t before = *count;
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        const pav_record_material *record = &chunk->materials[material];
        if (record->inputs_count && *count == before) {
            put(out, count, (view_value){.kind = VIEW_VALUE_TITLE, .index = VIEW_TITLE_MATERIALS});
        }
        if (record->inputs_count) {
            put(out, count, (view_value){.kind = VIEW_VALUE_MATERIAL, .owner = material});
        }
        for (uint32_t i = 0; i < record->inputs_count; i++) {
            const uint32_t input = record->inputs_first + i;
            for (uint32_t j = 0; j < chunk->material_inputs[input].values_count; j++) {
                put(out, count, (view_value){VIEW_VALUE_INPUT, material, input, j});
            }
        }
    }
}

pav_result view_values_create(const pav_scene *scene, view_values *out, pav_error *error)
{
    const pav_document *document = pav_scene_document(scene);
    uint32_t count = 0;
    *out = (view_values){.fixed = NULL};
    list_morphs(document, NULL, &count);
    list_inputs(pav_document_scene(document), NULL, &count);
    out->fixed = calloc((size_t)count + 1, sizeof *out->fixed);
    if (!out->fixed) {
        return view_fail(error, PAV_ERROR_MEMORY, "no memory for a list of %u values", (unsigned)count);
    }
    list_morphs(document, out->fixed, &out->fixed_count);
    list_inputs(pav_document_scene(document), out->fixed, &out->fixed_count);
    return PAV_OK;
}

void view_values_destroy(view_values *values)
{
    free(values->fixed);
    *values = (view_values){.fixed = NULL};
}

/* ---- All lines: a title, those of playbacks, those that are always the same ---- */

static uint32_t playback_count(const view_playing *playing)
{
    uint32_t count = 0;
    while (pav_player_playback(playing->player, count) != PAV_NONE) {
        count++;
    }
    return count;
}

/* Those that stay come first, those that fade out after them. */
static uint32_t nth_playback(const view_playing *playing, uint32_t position)
{
    for (int leaving = 0; leaving < 2; leaving++) {
        uint32_t playback;
        for (uint32_t i = 0; (playback = pav_player_playback(playing->player, i)) != PAV_NONE; i++) {
            pav_playback_state state;
            pav_player_get(playing->player, playback, &state);
            if (state.leaving == leaving && !position--) {
                return playback;
            }
        }
    }
    return PAV_NONE;
}

uint32_t view_values_count(const view_values *values, const view_playing *playing)
{
    return 1 + LINES_OF_PLAYBACK * playback_count(playing) + values->fixed_count;
}

view_value view_values_get(const view_values *values, const view_playing *playing, uint32_t row)
{
    static const view_value_kind kinds[LINES_OF_PLAYBACK] = {VIEW_VALUE_PLAYBACK, VIEW_VALUE_PRIORITY,
                                                             VIEW_VALUE_WEIGHT, VIEW_VALUE_TIME};
    const uint32_t before = 1 + LINES_OF_PLAYBACK * playback_count(playing);
    if (row == 0) {
        return (view_value){.kind = VIEW_VALUE_TITLE, .index = VIEW_TITLE_PLAYBACKS};
    }
    if (row >= before) {
        return values->fixed[row - before];
    }
    return (view_value){.kind = kinds[(row - 1) % LINES_OF_PLAYBACK],
                        .owner = nth_playback(playing, (row - 1) / LINES_OF_PLAYBACK)};
}

uint32_t view_values_find(const view_values *values, const view_playing *playing, const view_value *value)
{
    const uint32_t count = view_values_count(values, playing);
    for (uint32_t row = 0; row < count; row++) {
        const view_value other = view_values_get(values, playing, row);
        if (other.kind == value->kind && other.owner == value->owner && other.index == value->index &&
            other.component == value->component) {
            return row;
        }
    }
    return PAV_NONE;
}

/* ---- Another scene ---- */

static bool same_name(const view_playing *one_playing, const view_value *one,
                      const view_playing *other_playing, const view_value *other)
{
    view_reading a, b;
    view_value_read(one_playing, one, &a);
    view_value_read(other_playing, other, &b);
    return strcmp(a.label, b.label) == 0;
}

static view_value heading_of(const view_value *value)
{
    return (view_value){.kind = value->kind == VIEW_VALUE_MORPH ? VIEW_VALUE_MESH : VIEW_VALUE_MATERIAL,
                        .owner = value->owner};
}

void view_values_carry_over(const view_values *from_values, const view_playing *from,
                            const view_values *values, view_playing *playing)
{
    for (uint32_t i = 0; i < from_values->fixed_count; i++) {
        const view_value *one = &from_values->fixed[i];
        view_reading reading;
        view_value_read(from, one, &reading);
        for (uint32_t j = 0; j < values->fixed_count && reading.overridden; j++) {
            const view_value *other = &values->fixed[j];
            const view_value one_heading = heading_of(one), other_heading = heading_of(other);
            if (one->kind == other->kind && same_name(from, one, playing, other) &&
                same_name(from, &one_heading, playing, &other_heading)) {
                view_value_set(playing, other, reading.number, NULL);
            }
        }
    }
}
