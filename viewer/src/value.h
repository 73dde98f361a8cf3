/* SPDX-License-Identifier: MIT */
/* One thing that can be read and mostly changed: of a playback, a shape key or a material's input. */
#ifndef VIEW_VALUE_H
#define VIEW_VALUE_H

#include "playing.h"

typedef enum view_value_kind {
    VIEW_VALUE_TITLE,    /* Of what follows; `index` is a view_title. */
    VIEW_VALUE_PLAYBACK, /* Its number is its mode. */
    VIEW_VALUE_PRIORITY,
    VIEW_VALUE_WEIGHT,
    VIEW_VALUE_TIME,
    VIEW_VALUE_MESH, /* Its shape keys follow. */
    VIEW_VALUE_MORPH,
    VIEW_VALUE_MATERIAL, /* Its inputs follow. */
    VIEW_VALUE_INPUT
} view_value_kind;

typedef enum view_title { VIEW_TITLE_PLAYBACKS, VIEW_TITLE_MORPHS, VIEW_TITLE_MATERIALS } view_title;

typedef struct view_value {
    view_value_kind kind;
    uint32_t owner;     /* The playback, mesh or material. */
    uint32_t index;     /* The shape key, or the input among all of the scene. */
    uint32_t component; /* Of the input. */
} view_value;

/* What it is now. */
typedef struct view_reading {
    char label[160], text[96];
    double number;
    double step;     /* By how much a key changes it; 0: it cannot be changed. */
    double part;     /* Of a bar, 0 to 1; negative: it has none. */
    bool overridden; /* It wins over all clips. */
    bool faint;      /* A playback that fades out. */
} view_reading;

void view_value_read(const view_playing *playing, const view_value *value, view_reading *out);

/* A shape key or an input is overridden, until it is released. */
pav_result view_value_set(view_playing *playing, const view_value *value, double number, pav_error *error);
void view_value_release(view_playing *playing, const view_value *value);

#endif
