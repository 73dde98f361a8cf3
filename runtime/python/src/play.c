/* SPDX-License-Identifier: MIT */
/* Player.play and the fades. */
#include "module.h"

#include <string.h>

typedef struct play_arguments {
    PyObject *clip;
    PyObject *mode;
    PyObject *binding;
    PyObject *curve;
    PyObject *then;
    PyObject *mask;
    optional_double reference;
    optional_double start;
    int additive;
    int paused;
    int cross_fade;
    pav_play_options options;
} play_arguments;

static bool get_curve(module_state *state, PyObject *given, pav_fade_curve *out)
{
    uint32_t curve = PAV_FADE_CURVE_LINEAR;
    if (given && !get_member(state, given, "curve", "FadeCurve", &curve)) {
        return false;
    }
    *out = (pav_fade_curve)curve;
    return true;
}

static bool take_numbers(module_state *state, play_arguments *given)
{
    uint32_t mode = 0;
    if ((given->mode != Py_None && !get_member(state, given->mode, "mode", "PlayMode", &mode)) ||
        !get_curve(state, given->curve, &given->options.fade.curve)) {
        return false;
    }
    given->options.mode_set = given->mode != Py_None;
    given->options.mode = (pav_play_mode)mode;
    given->options.paused = given->paused != 0;
    given->options.cross_fade = given->cross_fade != 0;
    given->options.additive = given->additive != 0;
    given->options.reference_set = given->reference.set;
    given->options.reference = given->reference.number;
    given->options.start_set = given->start.set;
    given->options.start = given->start.number;
    given->options.weight_set = true;
    given->options.speed_set = true;
    return true;
}

/* The first link of a clip: they are in the order of the clips. */
static uint32_t first_link(const pav_binding *binding, uint32_t clip)
{
    uint32_t low = 0;
    uint32_t high = pav_binding_link_count(binding);
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (pav_binding_link(binding, middle).clip < clip) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Raises for a clip whose every channel misses: it would play and nothing would move.  One that is bound in
   part is fine, as are clips for several scenes. */
static bool check_bound(module_state *state, const pav_binding *binding, uint32_t clip)
{
    const uint32_t first = first_link(binding, clip);
    uint32_t link = first;
    for (; link < pav_binding_link_count(binding) && pav_binding_link(binding, link).clip == clip; link++) {
        if (pav_binding_link(binding, link).status == PAV_LINK_BOUND) {
            return true;
        }
    }
    if (link == first) {
        return true; /* It has no channels, but may have events. */
    }
    pav_error error = {PAV_ERROR_LINK, "nothing would move; "};
    const size_t used = strlen(error.message);
    pav_binding_describe(binding, first, error.message + used, sizeof error.message - used);
    raise_error(state, &error);
    return false;
}

/* Plays what is checked. */
static PyObject *start(player_object *self, pav_document *clips, uint32_t clip, play_arguments *given)
{
    module_state *state = state_of((PyObject *)self);
    pav_transition then;
    PyObject *event = NULL;
    uint32_t handle;
    pav_error error = {0};
    if (given->then != Py_None) {
        if (!about("then", get_transition(state, clips, given->then, &event, &then)) || !open_player(self)) {
            Py_XDECREF(event);
            return NULL;
        }
        given->options.then = &then;
    }
    const pav_result result = pav_player_play(self->player, clip, &given->options, &handle, &error);
    Py_XDECREF(event);
    return result == PAV_OK ? new_playback(state, self, handle) : raise_error(state, &error);
}

static PyObject *play(player_object *self, play_arguments *given)
{
    module_state *state = state_of((PyObject *)self);
    const pav_binding *binding = pav_player_binding(self->player);
    uint32_t clip;
    if (given->binding != Py_None) {
        binding = get_binding(state, given->binding, self->scene);
    }
    if (!binding) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(binding);
    if (!get_clip(state, clips, given->clip, &clip) ||
        !open_player(self) || /* Its __index__ may have closed it. */
        !get_mask(state, given->mask, self->scene, &given->options.mask) ||
        !check_owner(state, clips, clip, given->options.owner) || !check_bound(state, binding, clip)) {
        return NULL;
    }
    given->options.binding = binding;
    return start(self, clips, clip, given);
}

static bool read_arguments(PyObject *arguments, PyObject *keywords, char **names, play_arguments *out)
{
    pav_play_options *options = &out->options;
    return PyArg_ParseTupleAndKeywords(
        arguments, keywords, "O|$OO&O&O&O&O&O&OpO&O&OpOOpO&:play", names, &out->clip, &out->mode, take_float,
        &(argument){"weight", &options->weight}, take_priority, &(argument){"priority", &options->priority},
        take_double, &(argument){"speed", &options->speed}, take_double,
        &(argument){"duration", &options->duration}, take_optional_double, &(argument){"start", &out->start},
        take_optional_text, &(argument){"owner", &options->owner}, &out->binding, &out->paused, take_count,
        &(argument){"loop_count", &options->loop_count}, take_double,
        &(argument){"fade", &options->fade.seconds}, &out->curve, &out->cross_fade, &out->then, &out->mask,
        &out->additive, take_optional_double, &(argument){"reference", &out->reference});
}

PyObject *player_play(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"clip",  "mode",    "weight",   "priority",   "speed", "duration", "start",
                            "owner", "binding", "paused",   "loop_count", "fade",  "curve",    "cross_fade",
                            "then",  "mask",    "additive", "reference",  NULL};
    player_object *self = (player_object *)object;
    play_arguments given = {.mode = Py_None,
                            .binding = Py_None,
                            .then = Py_None,
                            .mask = Py_None,
                            .options = {.weight = 1.0f, .speed = 1.0}};
    return about_clip(given.clip, read_arguments(arguments, keywords, names, &given) &&
                                      take_numbers(state_of(object), &given)) &&
                   open_player(self)
               ? play(self, &given)
               : NULL;
}

/* ---- Fades ---- */

static bool take_fade(const playback_object *self, PyObject *arguments, PyObject *keywords,
                      const char *format, pav_fade *out)
{
    static char *names[] = {"seconds", "curve", NULL};
    PyObject *curve = NULL;
    *out = (pav_fade){0};
    return PyArg_ParseTupleAndKeywords(arguments, keywords, format, names, take_double,
                                       &(argument){"seconds", &out->seconds}, &curve) &&
           get_curve(state_of((PyObject *)(uintptr_t)self), curve, &out->curve) && open_player(self->player);
}

static PyObject *answer(PyObject *self, pav_result result)
{
    if (result == PAV_ERROR_VALUE) {
        PyErr_SetString(PyExc_ValueError, "the seconds of a fade must be finite and not negative");
        return NULL;
    }
    return result == PAV_OK ? Py_NewRef(Py_None)
                            : raise_error(state_of(self), &(pav_error){result, "the playback has ended"});
}

PyObject *player_cross_fade(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"source", "to", "seconds", "curve", NULL};
    player_object *self = (player_object *)object;
    PyObject *source, *target, *curve = NULL;
    pav_fade fade = {0};
    uint32_t from = PAV_ALL;
    uint32_t to;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|O&O:cross_fade", names, &source, &target,
                                     take_double, &(argument){"seconds", &fade.seconds}, &curve) ||
        !get_curve(state_of(object), curve, &fade.curve) || !open_player(self) ||
        (source != Py_None && !get_playback(self, "source", source, &from)) ||
        !get_playback(self, "to", target, &to)) {
        return NULL;
    }
    return answer(object, pav_player_cross_fade(self->player, from, to, &fade));
}

PyObject *playback_fade_in(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    const playback_object *self = (playback_object *)object;
    pav_fade fade;
    return take_fade(self, arguments, keywords, "|O&O:fade_in", &fade)
               ? answer(object, pav_player_fade_in(self->player->player, self->handle, &fade))
               : NULL;
}

PyObject *playback_fade_out(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    const playback_object *self = (playback_object *)object;
    pav_fade fade;
    return take_fade(self, arguments, keywords, "|O&O:fade_out", &fade)
               ? answer(object, pav_player_fade_out(self->player->player, self->handle, &fade))
               : NULL;
}
