/* SPDX-License-Identifier: MIT */
/* Transitions of playbacks, from and to records. */
#include "module.h"

static bool take_number(PyObject *record, const char *name, double *out)
{
    PyObject *number = PyObject_GetAttrString(record, name);
    const bool taken = number && get_double(number, name, out);
    Py_XDECREF(number);
    return taken;
}

static bool take_curve(module_state *state, PyObject *record, pav_fade *out)
{
    uint32_t curve = PAV_FADE_CURVE_LINEAR;
    PyObject *given = PyObject_GetAttrString(record, "curve");
    const bool taken = given && get_member(state, given, "curve", "FadeCurve", &curve);
    out->curve = (pav_fade_curve)curve;
    Py_XDECREF(given);
    return taken;
}

/* None: the transition is to nothing. */
static bool take_clip(module_state *state, pav_document *clips, PyObject *record, uint32_t *out)
{
    PyObject *clip = PyObject_GetAttrString(record, "clip");
    *out = PAV_NONE;
    const bool taken = clip && (clip == Py_None || get_clip(state, clips, clip, out));
    Py_XDECREF(clip);
    return taken;
}

/* At the end, unless a ratio or an event is given. */
static bool take_moment(PyObject *record, PyObject **event, pav_transition *out)
{
    PyObject *ratio = PyObject_GetAttrString(record, "ratio");
    *event = ratio ? PyObject_GetAttrString(record, "event") : NULL;
    bool taken = *event != NULL;
    if (taken && ratio != Py_None && *event != Py_None) {
        PyErr_SetString(PyExc_TypeError, "a transition is at a ratio or at an event, not at both");
        taken = false;
    } else if (taken && ratio != Py_None) {
        out->at = PAV_TRANSITION_MOMENT_RATIO;
        taken = get_double(ratio, "ratio", &out->ratio);
    } else if (taken && *event != Py_None) {
        out->at = PAV_TRANSITION_MOMENT_EVENT;
        taken = about("event", get_text(*event, &out->event));
    }
    Py_XDECREF(ratio);
    return taken;
}

static bool take_mode(module_state *state, PyObject *record, pav_transition *out)
{
    uint32_t mode = 0;
    PyObject *given = PyObject_GetAttrString(record, "mode");
    const bool taken = given && (given == Py_None || get_member(state, given, "mode", "PlayMode", &mode));
    out->mode_set = given && given != Py_None;
    out->mode = (pav_play_mode)mode;
    Py_XDECREF(given);
    return taken;
}

static bool take_loop_count(PyObject *record, pav_transition *out)
{
    PyObject *given = PyObject_GetAttrString(record, "loop_count");
    const bool taken = given && get_count(given, "loop_count", &out->loop_count);
    Py_XDECREF(given);
    return taken;
}

static bool take_start(PyObject *record, pav_transition *out)
{
    PyObject *given = PyObject_GetAttrString(record, "start");
    optional_double start = {.set = false};
    const bool taken = given && take_optional_double(given, &(argument){"start", &start});
    out->start_set = start.set;
    out->start = start.number;
    Py_XDECREF(given);
    return taken;
}

bool get_transition(module_state *state, pav_document *clips, PyObject *record, PyObject **event,
                    pav_transition *out)
{
    *out = (pav_transition){.speed_set = true};
    *event = NULL;
    if (!index_of_record(state, record, "Transition")) {
        PyErr_Format(PyExc_TypeError, "a Transition is wanted, not %.100R", record);
        return false;
    }
    if (!take_clip(state, clips, record, &out->clip) || !take_moment(record, event, out) ||
        !take_mode(state, record, out) || !take_number(record, "fade", &out->fade.seconds) ||
        !take_curve(state, record, &out->fade) || !take_number(record, "speed", &out->speed) ||
        !take_start(record, out) || !take_loop_count(record, out)) {
        Py_CLEAR(*event);
        return false;
    }
    return true;
}

/* ---- Of a playback ---- */

static pav_player *open_playback(playback_object *self, pav_playback_state *state)
{
    pav_player *player = open_player(self->player);
    if (player && pav_player_get(player, self->handle, state) != PAV_OK) {
        raise_error(state_of((PyObject *)self), &(pav_error){PAV_ERROR_NAME, "the playback has ended"});
        return NULL;
    }
    return player;
}

PyObject *playback_add_transition(PyObject *object, PyObject *record)
{
    playback_object *self = (playback_object *)object;
    pav_playback_state state;
    pav_transition transition;
    PyObject *event;
    pav_error error = {0};
    if (!open_playback(self, &state)) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(state.binding);
    if (!about("transition", get_transition(state_of(object), clips, record, &event, &transition))) {
        return NULL;
    }
    pav_player *player = open_player(self->player);
    const pav_result result =
        player ? pav_player_add_transition(player, self->handle, &transition, &error) : PAV_OK;
    Py_XDECREF(event);
    if (!player || result != PAV_OK) {
        return player ? raise_error(state_of(object), &error) : NULL;
    }
    Py_RETURN_NONE;
}

PyObject *playback_clear_transitions(PyObject *object, PyObject *unused)
{
    (void)unused;
    const playback_object *self = (playback_object *)object;
    pav_player *player = open_player(self->player);
    if (!player) {
        return NULL;
    }
    pav_player_clear_transitions(player, self->handle);
    Py_RETURN_NONE;
}

static PyObject *new_transition(module_state *state, pav_document *clips, const pav_transition *transition)
{
    PyObject *clip = transition->clip == PAV_NONE ? Py_NewRef(Py_None)
                                                  : new_part(state->clip, clips, transition->clip, PAV_NONE);
    PyObject *ratio = transition->at == PAV_TRANSITION_MOMENT_RATIO ? PyFloat_FromDouble(transition->ratio)
                                                                    : Py_NewRef(Py_None);
    PyObject *mode =
        transition->mode_set ? new_enum(state, "PlayMode", transition->mode) : Py_NewRef(Py_None);
    PyObject *start = transition->start_set || transition->start != 0 ? PyFloat_FromDouble(transition->start)
                                                                      : Py_NewRef(Py_None);
    if (!clip || !ratio || !mode || !start) {
        Py_XDECREF(start);
        Py_XDECREF(clip);
        Py_XDECREF(ratio);
        Py_XDECREF(mode);
        return NULL;
    }
    return new_record(state, "Transition", "(NNzdNNdNk)", clip, ratio, transition->event,
                      transition->fade.seconds, new_enum(state, "FadeCurve", transition->fade.curve), mode,
                      transition->speed_set ? transition->speed : 1.0, start,
                      (unsigned long)transition->loop_count);
}

PyObject *playback_transitions(PyObject *object, void *closure)
{
    (void)closure;
    playback_object *self = (playback_object *)object;
    pav_playback_state state;
    pav_transition transition;
    pav_player *player = open_playback(self, &state);
    PyObject *list = player ? PyList_New(0) : NULL;
    for (uint32_t i = 0; list && pav_player_transition(player, self->handle, i, &transition); i++) {
        pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(state.binding);
        PyObject *record = new_transition(state_of(object), clips, &transition);
        if (!record || PyList_Append(list, record)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(record);
    }
    PyObject *transitions = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return transitions;
}
