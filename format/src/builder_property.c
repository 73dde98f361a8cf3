/* SPDX-License-Identifier: MIT */
/* Custom properties, kept in the order that rule `property_order` wants. */
#include <assert.h>
#include <string.h>

#include "builder.h"
#include "error.h"
#include "rules.h"

static const size_t PROPERTIES = offsetof(pav_chunk_scene, properties);
static const size_t VALUES = offsetof(pav_chunk_scene, property_values);

/* Where a property belongs among those that are there; `*twice` when one of its names is. */
static uint32_t find_place(const pav_growing_chunk *scene, const pav_record_property *property, bool *twice)
{
    const char *text = pav_grown(scene, offsetof(pav_chunk_scene, text));
    const pav_record_property *properties = pav_grown(scene, PROPERTIES);
    uint32_t low = 0, high = pav_grown_count(scene, PROPERTIES);
    *twice = false;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const int order = pav_property_compare(text, &properties[middle], property);
        *twice = *twice || order == 0;
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Takes the last `count` items of a table, which are copies of `last` or zeros for NULL, to a place before.
 */
static void move_last(void *items, size_t item_size, uint32_t total, uint32_t count, uint32_t place,
                      const void *last)
{
    char *to = (char *)items + place * item_size;
    memmove(to + count * item_size, to, (total - count - place) * item_size);
    if (count && last) {
        memcpy(to, last, count * item_size);
    } else if (count) {
        memset(to, 0, count * item_size);
    }
}

static void insert(pav_builder *builder, const pav_record_property *property, const float *values,
                   uint32_t place)
{
    pav_growing_chunk *scene = &builder->scene;
    pav_builder_grow(builder, scene, PROPERTIES, property, 1);
    pav_builder_grow(builder, scene, VALUES, values, property->values_count);
    if (!pav_builder_is_fine(builder)) {
        return;
    }
    pav_record_property *properties = pav_grown(scene, PROPERTIES);
    const uint32_t count = pav_grown_count(scene, PROPERTIES);
    move_last(properties, sizeof *properties, count, 1, place, property);
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        properties[i].values_first = first;
        first += properties[i].values_count;
    }
    if (property->values_count) {
        move_last(pav_grown(scene, VALUES), sizeof *values, first, property->values_count,
                  properties[place].values_first, values);
    }
}

void pav_builder_add_property(pav_builder *builder, const pav_build_property *given)
{
    assert(builder && given);
    if (!pav_builder_has_scene(builder)) {
        return;
    }
    pav_growing_chunk *scene = &builder->scene;
    const pav_record_property property = {
        .owner_kind = (uint32_t)given->owner_kind,
        .library = pav_builder_text(builder, scene, given->library),
        .owner = pav_builder_text(builder, scene, given->owner),
        .part = pav_builder_text(builder, scene, given->part),
        .name = pav_builder_text(builder, scene, given->name),
        .kind = (uint32_t)given->kind,
        .values_count = given->value_count,
        .text = pav_builder_text(builder, scene, given->text),
    };
    if (!pav_builder_is_fine(builder)) {
        return;
    }
    bool twice;
    const uint32_t place = find_place(scene, &property, &twice);
    if (twice) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE, "property \"%.60s\" of \"%.60s\" is there already",
                 given->name ? given->name : "", given->owner ? given->owner : "");
        return;
    }
    insert(builder, &property, given->values, place);
}
