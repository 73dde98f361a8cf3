/* SPDX-License-Identifier: MIT */
#include "value.h"

#include "clips.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double steps = 20; /* Of keys, through the whole range of a shape key. */

static const pav_document *document_of(const view_playing *playing)
{
    return pav_scene_document(pav_player_scene(playing->player));
}

static double within(double number, double least, double most)
{
    return fmin(fmax(number, least), most);
}

/* ---- Playbacks ---- */

static bool is_of_playback(view_value_kind kind)
{
    return kind >= VIEW_VALUE_PLAYBACK && kind <= VIEW_VALUE_TIME;
}

static void read_playback(const view_playing *playing, uint32_t playback, const pav_playback_state *state,
                          view_reading *out)
{
    const char *clip = view_clip_name(pav_binding_clips(state->binding), state->clip);
    /* The chosen one stays while it is paused, and has its mode again afterwards. */
    const pav_play_mode mode = playback == playing->playback ? playing->mode : state->mode;
    snprintf(out->label, sizeof out->label, "%s%s%s", clip, state->owner ? " of " : "",
             state->owner ? state->owner : "");
    snprintf(out->text, sizeof out->text, "%s%s%s%s", view_mode_name(mode),
             state->additive ? ", additive" : "", state->mask ? ", masked" : "",
             state->finished ? ", finished" : "");
    out->number = mode;
    out->step = 1;
}

/* A cross-fade may raise it meanwhile. */
static void read_priority(const pav_playback_state *state, view_reading *out)
{
    snprintf(out->label, sizeof out->label, "priority");
    snprintf(out->text, sizeof out->text, "%d", (int)state->priority);
    if (state->effective_priority != state->priority) {
        snprintf(out->text, sizeof out->text, "%d, in its fade %d", (int)state->priority,
                 (int)state->effective_priority);
    }
    out->number = state->priority;
    out->step = 1;
}

/* What it comes to beside others is different for each thing that they move. */
static void read_weight(const pav_playback_state *state, view_reading *out)
{
    snprintf(out->label, sizeof out->label, "weight");
    snprintf(out->text, sizeof out->text, "%.2f", (double)state->weight);
    if (state->fade < 1) {
        snprintf(out->text, sizeof out->text, "%.2f, faded to %.2f", (double)state->weight,
                 (double)state->weight * state->fade);
    }
    out->number = (double)state->weight;
    out->step = 1 / steps;
    out->part = within((double)state->weight * state->fade, 0, 1);
}

/* A step is a frame. */
static void read_time(const pav_playback_state *state, view_reading *out)
{
    const pav_chunk_clip *chunk = pav_document_clip(pav_binding_clips(state->binding), state->clip);
    snprintf(out->label, sizeof out->label, "time");
    snprintf(out->text, sizeof out->text, "%.2f s, ratio %.2f", state->time, state->ratio);
    out->number = state->time;
    out->step = pav_clip_seconds(chunk, chunk->clip->frame_start + 1.0);
    out->part = state->ratio;
}

static void read_of_playback(const view_playing *playing, const view_value *value, view_reading *out)
{
    pav_playback_state state;
    if (pav_player_get(playing->player, value->owner, &state)) {
        return;
    }
    out->faint = state.leaving;
    if (value->kind == VIEW_VALUE_PLAYBACK) {
        read_playback(playing, value->owner, &state, out);
    } else if (value->kind == VIEW_VALUE_PRIORITY) {
        read_priority(&state, out);
    } else if (value->kind == VIEW_VALUE_WEIGHT) {
        read_weight(&state, out);
    } else {
        read_time(&state, out);
    }
}

/* Up to 1: more would only make less of the others.  A program's own larger one is not cut. */
static void set_weight(view_playing *playing, uint32_t playback, double number)
{
    pav_playback_state state;
    if (!pav_player_get(playing->player, playback, &state)) {
        const double weight = within(number, 0, fmax(1, (double)state.weight));
        pav_player_set_weight(playing->player, playback, (float)weight);
    }
}

static pav_result set_of_playback(view_playing *playing, const view_value *value, double number,
                                  pav_error *error)
{
    if (value->kind == VIEW_VALUE_PRIORITY) {
        pav_player_set_priority(playing->player, value->owner, (int32_t)round(within(number, -1e6, 1e6)));
    } else if (value->kind == VIEW_VALUE_WEIGHT) {
        set_weight(playing, value->owner, number);
    } else if (value->kind == VIEW_VALUE_TIME) {
        pav_player_set_time(playing->player, value->owner, number);
    } else {
        const int count = PAV_PLAY_MODE_PING_PONG + 1;
        const pav_play_mode mode = (pav_play_mode)(((int)number % count + count) % count);
        if (value->owner == playing->playback) {
            return view_playing_set_mode(playing, mode, error);
        }
        pav_player_set_mode(playing->player, value->owner, mode);
    }
    return PAV_OK;
}

/* ---- Shape keys ---- */

static void read_morph(const view_playing *playing, const view_value *value, view_reading *out)
{
    const pav_chunk_mesh *chunk = pav_document_mesh(document_of(playing), value->owner);
    const pav_record_morph *morph = &chunk->morphs[value->index];
    const double range = (double)morph->maximum - (double)morph->minimum;
    const float *weights = pav_scene_morph_weights(pav_player_scene(playing->player), value->owner, NULL);
    snprintf(out->label, sizeof out->label, "%s", chunk->text + morph->name);
    out->number = (double)weights[value->index];
    out->step = range / steps;
    out->part = range > 0 ? within((out->number - (double)morph->minimum) / range, 0, 1) : 0;
    snprintf(out->text, sizeof out->text, "%.3f", out->number);
}

static double within_morph(const view_playing *playing, const view_value *value, double number)
{
    const pav_record_morph *morph =
        &pav_document_mesh(document_of(playing), value->owner)->morphs[value->index];
    return within(number, (double)morph->minimum, (double)morph->maximum);
}

/* ---- Inputs of materials ---- */

static const char *component_name(const char *input, uint32_t count, uint32_t component)
{
    static const char *const colors[4] = {" red", " green", " blue", " alpha"};
    static const char *const axes[4] = {" x", " y", " z", " w"};
    const bool color = strstr(input, "color") || strstr(input, "tint") || count == 4;
    const bool moved = strstr(input, "_location") || strstr(input, "_rotation") || strstr(input, "_scale");
    return count == 1 || count > 4 ? "" : color && !moved ? colors[component] : axes[component];
}

/* They mostly are from 0 to 1; the steps grow with those that are larger. */
static void read_input(const view_playing *playing, const view_value *value, view_reading *out)
{
    const pav_scene *scene = pav_player_scene(playing->player);
    const pav_chunk_scene *chunk = pav_document_scene(document_of(playing));
    const pav_record_material_input *input = &chunk->material_inputs[value->index];
    const char *name = chunk->text + input->name;
    const float *values = pav_scene_material_input(scene, value->owner, name, NULL);
    snprintf(out->label, sizeof out->label, "%s%s", name,
             component_name(name, input->values_count, value->component));
    out->number = (double)values[value->component];
    out->step = fmax(fabs(out->number), 1) / steps;
    out->part = within(out->number, 0, 1);
    snprintf(out->text, sizeof out->text, "%.3f", out->number);
}

/* ---- All ---- */

/* What is overridden: one float; first is PAV_NONE of a line that is none. */
static pav_target target_of(const view_playing *playing, const view_value *value)
{
    const pav_scene *scene = pav_player_scene(playing->player);
    pav_target target = {.first = PAV_NONE};
    if (value->kind == VIEW_VALUE_MORPH) {
        target = pav_scene_morph_target(scene, value->owner, value->index);
    } else if (value->kind == VIEW_VALUE_INPUT) {
        const pav_chunk_scene *chunk = pav_document_scene(document_of(playing));
        const char *name = chunk->text + chunk->material_inputs[value->index].name;
        target = pav_scene_material_target(scene, value->owner, name);
    }
    if (target.first != PAV_NONE) {
        target.first += value->component;
    }
    return target;
}

static void read_heading(const view_playing *playing, const view_value *value, view_reading *out)
{
    static const char *const titles[] = {"What plays", "Shape keys", "Materials"};
    const pav_document *document = document_of(playing);
    const char *name = titles[value->index];
    if (value->kind == VIEW_VALUE_MESH) {
        const pav_chunk_mesh *chunk = pav_document_mesh(document, value->owner);
        name = chunk->text + chunk->mesh->name;
    } else if (value->kind == VIEW_VALUE_MATERIAL) {
        const pav_chunk_scene *chunk = pav_document_scene(document);
        name = chunk->text + chunk->materials[value->owner].name;
    } else if (value->index == VIEW_TITLE_PLAYBACKS && pav_player_playback(playing->player, 0) == PAV_NONE) {
        name = "Nothing plays";
    }
    snprintf(out->label, sizeof out->label, "%s", name);
}

void view_value_read(const view_playing *playing, const view_value *value, view_reading *out)
{
    *out = (view_reading){.part = -1};
    switch (value->kind) {
    case VIEW_VALUE_PLAYBACK:
    case VIEW_VALUE_PRIORITY:
    case VIEW_VALUE_WEIGHT:
    case VIEW_VALUE_TIME:
        read_of_playback(playing, value, out);
        break;
    case VIEW_VALUE_MORPH:
        read_morph(playing, value, out);
        break;
    case VIEW_VALUE_INPUT:
        read_input(playing, value, out);
        break;
    default:
        read_heading(playing, value, out);
        break;
    }
    const pav_target target = target_of(playing, value);
    float number;
    if (target.first != PAV_NONE &&
        pav_scene_override(pav_player_scene(playing->player), target, &number, 1)) {
        out->overridden = true;
        out->number = (double)number; /* Also before the next update. */
    }
}

pav_result view_value_set(view_playing *playing, const view_value *value, double number, pav_error *error)
{
    const pav_target target = target_of(playing, value);
    if (target.first == PAV_NONE) {
        return is_of_playback(value->kind) ? set_of_playback(playing, value, number, error) : PAV_OK;
    }
    const float override =
        (float)(value->kind == VIEW_VALUE_MORPH ? within_morph(playing, value, number) : number);
    return pav_scene_set_override(pav_player_scene(playing->player), target, &override, 1);
}

void view_value_release(view_playing *playing, const view_value *value)
{
    const pav_target target = target_of(playing, value);
    if (target.first != PAV_NONE) {
        pav_scene_clear_override(pav_player_scene(playing->player), target, 1);
    }
}
