/* SPDX-License-Identifier: MIT */
/* Events of a player: callables that are told, the queue, and added events. */
#include "module.h"

typedef struct event_listener {
    struct event_listener *next;
    struct event_listener *previous;
    player_object *player; /* Borrowed: it goes with the player's list. */
    PyObject *call;
    uint32_t handle;
} event_listener;

/* ---- An event as a record ---- */

static PyObject *new_event(player_object *self, const pav_player_event *event)
{
    module_state *state = state_of((PyObject *)self);
    PyObject *playback = Py_NewRef(Py_None);
    PyObject *clip = Py_NewRef(Py_None);
    if (event->binding) {
        pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(event->binding);
        Py_DECREF(playback);
        Py_DECREF(clip);
        playback = new_playback(state, self, event->playback);
        clip = playback ? new_part(state->clip, clips, event->clip, PAV_NONE) : NULL;
        if (!clip) {
            Py_XDECREF(playback);
            return NULL;
        }
    }
    PyObject *skipped = PyLong_FromDouble(event->skipped);
    if (!skipped) {
        Py_DECREF(playback);
        Py_DECREF(clip);
        return NULL;
    }
    return new_record(state, "PlayerEvent", "(NNNNsddNN)", new_enum(state, "EventKind", event->kind),
                      playback, clip, new_index(event->index), event->name, event->time, event->clip_time,
                      PyBool_FromLong(event->backwards), skipped);
}

PyObject *player_poll_event(PyObject *object, PyObject *unused)
{
    (void)unused;
    player_object *self = (player_object *)object;
    pav_player_event event;
    pav_player *player = open_player(self);
    if (!player) {
        return NULL;
    }
    return pav_player_poll_event(player, &event) ? new_event(self, &event) : Py_NewRef(Py_None);
}

PyObject *player_event_overflow(PyObject *object, void *closure)
{
    (void)closure;
    pav_player *player = open_player((player_object *)object);
    return player ? PyLong_FromUnsignedLongLong(pav_player_event_overflow(player)) : NULL;
}

/* ---- Callables ---- */

static pav_result fire(void *self, pav_player *player, const pav_player_event *event)
{
    (void)player;
    event_listener *listener = self;
    player_object *owner = listener->player;
    PyObject *call = Py_NewRef(listener->call); /* It may remove itself. */
    PyObject *record = new_event(owner, event);
    PyObject *result = record ? PyObject_CallFunctionObjArgs(call, record, NULL) : NULL;
    if (!result) {
        keep_exception(owner->scene, call);
    }
    Py_XDECREF(result);
    Py_XDECREF(record);
    Py_DECREF(call);
    return PAV_OK;
}

static void free_listener(void *self)
{
    event_listener *listener = self;
    if (listener->previous) {
        listener->previous->next = listener->next;
    } else if (listener->player->listeners == listener) {
        listener->player->listeners = listener->next;
    }
    if (listener->next) {
        listener->next->previous = listener->previous;
    }
    PyObject *call = listener->call;
    PyMem_Free(listener);
    Py_DECREF(call);
}

PyObject *player_add_event_callback(PyObject *object, PyObject *call)
{
    player_object *self = (player_object *)object;
    if (!open_player(self)) {
        return NULL;
    }
    if (!PyCallable_Check(call)) {
        refuse("callback", "a callable", call);
        return NULL;
    }
    event_listener *listener = PyMem_Calloc(1, sizeof *listener);
    if (!listener) {
        return PyErr_NoMemory();
    }
    *listener = (event_listener){.next = self->listeners, .player = self, .call = Py_NewRef(call)};
    if (listener->next) {
        listener->next->previous = listener;
    }
    self->listeners = listener;
    const pav_event_callback callback = {.fire = fire, .destroy = free_listener, .self = listener};
    if (pav_player_add_event_callback(self->player, &callback, &listener->handle) != PAV_OK) {
        free_listener(listener);
        return raise_error(state_of(object),
                           &(pav_error){PAV_ERROR_FULL, "event_callback_capacity is used up"});
    }
    return PyLong_FromUnsignedLong(listener->handle);
}

PyObject *player_remove_event_callback(PyObject *object, PyObject *handle)
{
    player_object *self = (player_object *)object;
    uint32_t number;
    if (!get_handle(handle, "Player.add_event_callback", &number) || !open_player(self)) {
        return NULL;
    }
    pav_player_remove_event_callback(self->player, number);
    Py_RETURN_NONE;
}

int visit_listeners(player_object *self, visitproc visit, void *arg)
{
    for (event_listener *listener = self->listeners; listener; listener = listener->next) {
        Py_VISIT(listener->call);
    }
    return 0;
}

/* ---- Added events ---- */

static bool take_moment(PyObject *seconds, PyObject *ratio, pav_added_event *out)
{
    if ((seconds == Py_None) == (ratio == Py_None)) {
        PyErr_SetString(PyExc_TypeError, "either seconds or ratio is wanted");
        return false;
    }
    out->by_ratio = ratio != Py_None;
    return out->by_ratio ? get_double(ratio, "ratio", &out->at) : get_double(seconds, "seconds", &out->at);
}

PyObject *player_add_event(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"clip", "name", "seconds", "ratio", "binding", NULL};
    player_object *self = (player_object *)object;
    PyObject *clip;
    PyObject *seconds = Py_None;
    PyObject *ratio = Py_None;
    PyObject *given_binding = Py_None;
    pav_added_event event = {0};
    uint32_t handle;
    pav_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO&|$OOO:add_event", names, &clip, take_text,
                                     &(argument){"name", &event.name}, &seconds, &ratio, &given_binding) ||
        !take_moment(seconds, ratio, &event) || !open_player(self)) {
        return NULL;
    }
    module_state *state = state_of(object);
    event.binding = given_binding == Py_None ? pav_player_binding(self->player)
                                             : get_binding(state, given_binding, self->scene);
    if (!event.binding) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(event.binding);
    if (!get_clip(state, clips, clip, &event.clip) || !open_player(self)) {
        return NULL;
    }
    if (pav_player_add_event(self->player, &event, &handle, &error) != PAV_OK) {
        return raise_error(state, &error);
    }
    return PyLong_FromUnsignedLong(handle);
}

PyObject *player_remove_event(PyObject *object, PyObject *handle)
{
    player_object *self = (player_object *)object;
    uint32_t number;
    if (!get_handle(handle, "Player.add_event", &number) || !open_player(self)) {
        return NULL;
    }
    pav_player_remove_event(self->player, number);
    Py_RETURN_NONE;
}

static PyObject *new_added(player_object *self, uint32_t handle, const pav_added_event *event)
{
    module_state *state = state_of((PyObject *)self);
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(event->binding);
    PyObject *clip = new_part(state->clip, clips, event->clip, PAV_NONE);
    return clip ? new_record(state, "AddedEvent", "(NNsd)", new_index(handle), clip, event->name, event->at)
                : NULL;
}

PyObject *player_added_events(PyObject *object, void *closure)
{
    (void)closure;
    player_object *self = (player_object *)object;
    PyObject *list = open_player(self) ? PyList_New(0) : NULL;
    pav_added_event event;
    for (uint32_t i = 0, handle;
         list && (handle = pav_player_added_event(self->player, i, &event)) != PAV_NONE; i++) {
        PyObject *record = new_added(self, handle, &event);
        if (!record || PyList_Append(list, record)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(record);
    }
    PyObject *events = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return events;
}
