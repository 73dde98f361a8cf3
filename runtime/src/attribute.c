/* SPDX-License-Identifier: MIT */
#include "attribute.h"

#include "layout.h"

#include <float.h>
#include <string.h>

uint32_t pav_attribute_find(const pav_attribute_list *list, const char *name)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i].name, name) == 0) {
            return i;
        }
    }
    return PAV_NONE;
}

bool pav_attribute_is_true(float number)
{
    return number > 1 - FLT_EPSILON;
}

static void read_field(const pav_attribute *attribute, const char *record, float *rest)
{
    if (attribute->flag) {
        uint32_t flags;
        memcpy(&flags, record + attribute->offset, sizeof flags);
        *rest = (flags & attribute->flag) ? 1 : 0;
    } else {
        memcpy(rest, record + attribute->offset, pav_value_floats(attribute->value) * sizeof *rest);
    }
}

void pav_attributes_rest(const pav_attribute_list *list, const pav_attribute_records *records,
                         const pav_target *targets, float *rest)
{
    const char *record = records->first;
    for (uint32_t r = 0; r < records->count; r++, record += records->stride) {
        for (uint32_t i = 0; i < list->count; i++) {
            read_field(&list->items[i], record, rest + targets++->first);
        }
    }
}

static void write_field(const pav_attribute *attribute, char *record, const float *value)
{
    if (attribute->flag) {
        uint32_t flags;
        memcpy(&flags, record + attribute->offset, sizeof flags);
        flags = pav_attribute_is_true(*value) ? flags | attribute->flag : flags & ~attribute->flag;
        memcpy(record + attribute->offset, &flags, sizeof flags);
    } else {
        memcpy(record + attribute->offset, value, pav_value_floats(attribute->value) * sizeof *value);
    }
}

void pav_attributes_update(const pav_attribute_list *list, const pav_attribute_records *records,
                           const pav_target *targets, const float *values)
{
    char *record = (char *)(uintptr_t)records->first;
    for (uint32_t r = 0; r < records->count; r++, record += records->stride) {
        for (uint32_t i = 0; i < list->count; i++) {
            write_field(&list->items[i], record, values + targets++->first);
        }
    }
}
