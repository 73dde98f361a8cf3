/* SPDX-License-Identifier: MIT */
/* pavane.Player */
#include "module.h"

pav_player *open_player(player_object *self)
{
    if (!self->player) {
        PyErr_SetString(PyExc_ValueError, "the player is closed");
        return NULL;
    }
    return open_scene(self->scene) ? self->player : NULL;
}

void close_player(player_object *self)
{
    pav_player *player = self->player;
    self->player = NULL;
    if (player) {
        self->scene->player = NULL;
        pav_player_destroy(player);
    }
}

/* ---- Its beginning and its end ---- */

static PyObject *player_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"scene",
                            "playback_capacity",
                            "event_capacity",
                            "event_callback_capacity",
                            "added_event_capacity",
                            "transition_capacity",
                            NULL};
    module_state *state = PyType_GetModuleState(type);
    PyObject *scene;
    pav_player_options options = {0};
    pav_player *player = NULL;
    pav_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(
            arguments, keywords, "O&|$O&O&O&O&O&:Player", names, take_object,
            &(typed_argument){"scene", "a Scene", state->scene, &scene}, take_count,
            &(argument){"playback_capacity", &options.playback_capacity}, take_count,
            &(argument){"event_capacity", &options.event_capacity}, take_count,
            &(argument){"event_callback_capacity", &options.event_callback_capacity}, take_count,
            &(argument){"added_event_capacity", &options.added_event_capacity}, take_count,
            &(argument){"transition_capacity", &options.transition_capacity}) ||
        !open_scene((scene_object *)scene)) {
        return NULL;
    }
    scene_object *owner = (scene_object *)scene;
    if (!begin_linking(owner, (pav_document *)(uintptr_t)pav_scene_document(owner->scene))) {
        return NULL;
    }
    pav_player_create(owner->scene, &options, &player, &error);
    if (!end_linking(owner)) {
        pav_player_destroy(player);
        return NULL;
    }
    if (!player) {
        return raise_error(state, &error);
    }
    player_object *self = (player_object *)PyType_GenericAlloc(type, 0);
    if (!self) {
        pav_player_destroy(player);
        return NULL;
    }
    self->player = player;
    self->scene = (scene_object *)Py_NewRef(scene);
    self->scene->player = self;
    return (PyObject *)self;
}

static PyObject *player_close(PyObject *object, PyObject *unused)
{
    (void)unused;
    player_object *self = (player_object *)object;
    if (self->player && (self->scene->updating || self->scene->lent)) {
        PyErr_Format(PyExc_RuntimeError, "the player's scene is %s",
                     self->scene->lent ? "shown" : "being updated");
        return NULL;
    }
    close_player(self);
    Py_RETURN_NONE;
}

static PyObject *player_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    return open_player((player_object *)self) ? Py_NewRef(self) : NULL;
}

static int player_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((player_object *)self)->scene);
    return visit_listeners((player_object *)self, visit, arg);
}

static int player_clear(PyObject *object)
{
    player_object *self = (player_object *)object;
    if (self->scene) {
        close_player(self);
    }
    Py_CLEAR(self->scene);
    return 0;
}

static void player_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    player_clear(self);
    free_object(self);
}

/* ---- Stopping and updates ---- */

static PyObject *player_stop(PyObject *object, PyObject *arguments)
{
    player_object *self = (player_object *)object;
    PyObject *playback = Py_None;
    if (!PyArg_ParseTuple(arguments, "|O:stop", &playback) || !open_player(self)) {
        return NULL;
    }
    if (playback == Py_None) {
        pav_player_stop(self->player, PAV_ALL);
        Py_RETURN_NONE;
    }
    uint32_t handle;
    if (!get_playback(self, "playback", playback, &handle)) {
        return NULL;
    }
    pav_player_stop(self->player, handle);
    Py_RETURN_NONE;
}

static PyObject *player_update(PyObject *object, PyObject *seconds)
{
    player_object *self = (player_object *)object;
    double time;
    return get_double(seconds, "seconds", &time) && open_player(self)
               ? run_update(self->scene, self->player, time)
               : NULL;
}

/* ---- Lending it to the viewer, which uses it without the interpreter's lock ---- */

static void set_away(player_object *self, bool away)
{
    self->scene->updating = away;
    self->scene->elsewhere = away;
}

static PyObject *player_lend(PyObject *object, PyObject *unused)
{
    (void)unused;
    player_object *self = (player_object *)object;
    if (!open_player(self)) {
        return NULL;
    }
    if (self->scene->updating || self->scene->lent) {
        PyErr_Format(PyExc_RuntimeError, "the player's scene is %s",
                     self->scene->updating ? "being updated" : "shown already");
        return NULL;
    }
    PyObject *lent = PyCapsule_New(self->player, "pavane.player", NULL);
    self->scene->lent = lent != NULL;
    set_away(self, self->scene->lent);
    return lent;
}

/* Calls a function with seconds, for which the scene is here. */
static PyObject *player_call_lent(PyObject *object, PyObject *arguments)
{
    player_object *self = (player_object *)object;
    PyObject *function;
    double seconds;
    if (!PyArg_ParseTuple(arguments, "Od:_call_lent", &function, &seconds)) {
        return NULL;
    }
    set_away(self, false);
    PyObject *result = PyObject_CallFunction(function, "d", seconds);
    set_away(self, true);
    return result;
}

static PyObject *player_take_back(PyObject *object, PyObject *unused)
{
    (void)unused;
    set_away((player_object *)object, false);
    ((player_object *)object)->scene->lent = false;
    Py_RETURN_NONE;
}

/* ---- What can be asked ---- */

static PyObject *get_playbacks(PyObject *object, void *closure)
{
    (void)closure;
    player_object *self = (player_object *)object;
    PyObject *list = open_player(self) ? PyList_New(0) : NULL;
    for (uint32_t i = 0; list; i++) {
        const uint32_t handle = pav_player_playback(self->player, i);
        if (handle == PAV_NONE) {
            break;
        }
        PyObject *playback = new_playback(state_of(object), self, handle);
        if (!playback || PyList_Append(list, playback)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(playback);
    }
    PyObject *playbacks = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return playbacks;
}

static PyObject *get_binding_of(PyObject *object, void *closure)
{
    (void)closure;
    player_object *self = (player_object *)object;
    return open_player(self) ? wrap_binding(state_of(object), pav_player_binding(self->player), self->scene)
                             : NULL;
}

static PyObject *get_scene(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef((PyObject *)((player_object *)self)->scene);
}

static PyObject *player_repr(PyObject *object)
{
    const player_object *self = (player_object *)object;
    unsigned long count = 0;
    if (!self->player || self->scene->elsewhere) {
        return PyUnicode_FromFormat("<pavane.Player, %s>", self->player ? "in an update" : "closed");
    }
    while (pav_player_playback(self->player, (uint32_t)count) != PAV_NONE) {
        count++;
    }
    return PyUnicode_FromFormat("<pavane.Player, %lu playbacks>", count);
}

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef player_methods[] = {
    {"play", KEYWORDS(player_play), METH_VARARGS | METH_KEYWORDS,
     "play($self, /, clip, *, mode=None, weight=1.0, priority=0, speed=1.0, duration=0.0, start=None, "
     "owner=None, "
     "binding=None, paused=False, loop_count=0, fade=0.0, curve=0, cross_fade=False, then=None, "
     "mask=None, additive=False, reference=None)\n--\n\n"
     "Plays a clip, by default in the mode that the artist meant; returns its Playback.  LinkError when no "
     "channel of\n"
     "the clip is bound; `binding.missed` tells of those that are not.  It fades in over `fade` seconds; "
     "with "
     "`cross_fade`\n"
     "all others of its priority fade out in favour of it: of additive ones if it is one, else of the "
     "others; "
     "what lies in\n"
     "other layers goes on.  Player.cross_fade fades from "
     "one playback alone.  Where no place is left, what shows least of what fades out makes room.  `then` is a "
     "Transition: what comes after it.  A Mask says\n"
     "how much of the weight counts where.  An `additive` clip adds what it differs by from rest, or from "
     "itself at\n"
     "`reference` seconds.  It starts at `start` seconds, by default at the clip's start, or with a negative "
     "speed at its\n"
     "end.  At speed 1 it takes `duration` seconds from end to end; 0: as long as the artist meant."},
    {"cross_fade", KEYWORDS(player_cross_fade), METH_VARARGS | METH_KEYWORDS,
     "cross_fade($self, /, source, to, seconds=0.0, curve=0)\n--\n\n"
     "Fades from one Playback, or with None from all others of its priority (additive ones to an additive "
     "one, else the\nothers), to another; the weights sum to 1 all the time.  All else goes on as it is.  "
     "One that no update has shown yet\ncomes from 0."},
    {"stop", player_stop, METH_VARARGS, "stop($self, playback=None, /)\n--\n\nStops one playback, or all."},
    {"poll_event", player_poll_event, METH_NOARGS,
     "poll_event($self, /)\n--\n\nThe oldest PlayerEvent of the queue, or None."},
    {"add_event_callback", player_add_event_callback, METH_O,
     "add_event_callback($self, callback, /)\n--\n\n"
     "Adds a callable that is called with every PlayerEvent when the frame is complete; returns its handle."},
    {"remove_event_callback", player_remove_event_callback, METH_O,
     "remove_event_callback($self, handle, /)\n--\n\n"},
    {"add_event", KEYWORDS(player_add_event), METH_VARARGS | METH_KEYWORDS,
     "add_event($self, /, clip, name, *, seconds=None, ratio=None, binding=None)\n--\n\n"
     "Adds an event to a clip, for all its playbacks in this player; returns its handle."},
    {"remove_event", player_remove_event, METH_O, "remove_event($self, handle, /)\n--\n\n"},
    {"set_root_motion", KEYWORDS(player_set_root_motion), METH_VARARGS | METH_KEYWORDS,
     "set_root_motion($self, /, node, location=0, turn=0)\n--\n\n"
     "Takes axes of a node's location, and its turn about one axis, out of the pose and adds them up; None: "
     "no "
     "longer."},
    {"reset_root_motion", player_reset_root_motion, METH_NOARGS, "reset_root_motion($self, /)\n--\n\n"},
    {"update", player_update, METH_O,
     "update($self, seconds, /)\n--\n\nMoves every playback on, and updates the scene.  The first one shows "
     "what\nlies that many seconds after the start; update(0) shows the start."},
    {"_lend", player_lend, METH_NOARGS,
     "_lend($self, /)\n--\n\nFor pavane.view: nobody else may use the scene until it is taken back."},
    {"_call_lent", player_call_lent, METH_VARARGS, "_call_lent($self, function, seconds, /)\n--\n\n"},
    {"_take_back", player_take_back, METH_NOARGS, "_take_back($self, /)\n--\n\n"},
    {"close", player_close, METH_NOARGS, "close($self, /)\n--\n\n"},
    {"__enter__", player_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", player_close, METH_VARARGS, "__exit__($self, /, *exception)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef player_properties[] = {
    {"scene", get_scene, NULL, NULL, NULL},
    {"binding", get_binding_of, NULL, "The binding of the scene's own clips.", NULL},
    {"added_events", player_added_events, NULL, "In the order of their moments.", NULL},
    {"event_overflow", player_event_overflow, NULL, "How many events found the queue full.", NULL},
    {"root_motion", player_root_motion, NULL, "A RootMotion, or None when none is taken.", NULL},
    {"root_motion_options", player_root_motion_options, NULL, "(node, location, turn), or None.", NULL},
    {"playbacks", get_playbacks, NULL, "Those that are there, in the order they were started.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot player_slots[] = {
    {Py_tp_doc, "Player(scene, *, playback_capacity=0, event_capacity=0, event_callback_capacity=0, "
                "added_event_capacity=0, transition_capacity=0)\n--\n\nPlays clips on a scene; a scene has "
                "one at most."},
    {Py_tp_new, player_new},
    {Py_tp_dealloc, player_dealloc},
    {Py_tp_traverse, player_traverse},
    {Py_tp_clear, player_clear},
    {Py_tp_repr, player_repr},
    {Py_tp_methods, player_methods},
    {Py_tp_getset, player_properties},
    {0, NULL},
};

PyType_Spec player_spec = {
    .name = "pavane.Player",
    .basicsize = sizeof(player_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = player_slots,
};
