/* SPDX-License-Identifier: MIT */
/* pavane.Player */
#include "module.h"

#include <string.h>

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
    static char *names[] = {"scene", "playback_capacity", NULL};
    module_state *state = PyType_GetModuleState(type);
    PyObject *scene;
    pav_player_options options = {0};
    pav_player *player = NULL;
    pav_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!|$I:Player", names, state->scene, &scene,
                                     &options.playback_capacity) ||
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
    if (self->player && self->scene->updating) {
        PyErr_SetString(PyExc_RuntimeError, "the player's scene is being updated");
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
    return 0;
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

/* ---- Playing ---- */

typedef struct play_arguments {
    PyObject *clip;
    PyObject *mode;
    PyObject *binding;
    int paused;
    pav_play_options options;
} play_arguments;

static bool take_numbers(play_arguments *given)
{
    uint32_t mode = 0;
    if (given->mode != Py_None && !get_index(given->mode, "play mode", PAV_PLAY_MODE_PING_PONG + 1, &mode)) {
        return false;
    }
    given->options.mode_set = given->mode != Py_None;
    given->options.mode = (pav_play_mode)mode;
    given->options.paused = given->paused != 0;
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

static PyObject *play(player_object *self, play_arguments *given)
{
    module_state *state = state_of((PyObject *)self);
    const pav_binding *binding = pav_player_binding(self->player);
    uint32_t clip;
    uint32_t handle;
    pav_error error = {0};
    if (given->binding != Py_None) {
        binding = get_binding(state, given->binding, self->scene);
    }
    if (!binding) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(binding);
    if (!get_clip(state, clips, given->clip, &clip) ||
        !open_player(self) || /* Its __index__ may have closed it. */
        !check_owner(state, clips, clip, given->options.owner) || !check_bound(state, binding, clip)) {
        return NULL;
    }
    given->options.binding = binding;
    if (pav_player_play(self->player, clip, &given->options, &handle, &error) != PAV_OK) {
        return raise_error(state, &error);
    }
    return new_playback(state, self, handle);
}

static PyObject *player_play(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"clip",  "mode",  "weight",  "priority", "speed",
                            "start", "owner", "binding", "paused",   NULL};
    player_object *self = (player_object *)object;
    play_arguments given = {.mode = Py_None, .binding = Py_None, .options = {.weight = 1.0f, .speed = 1.0}};
    int priority = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OfiddzOp:play", names, &given.clip, &given.mode,
                                     &given.options.weight, &priority, &given.options.speed,
                                     &given.options.start, &given.options.owner, &given.binding,
                                     &given.paused)) {
        return NULL;
    }
    given.options.priority = priority;
    return take_numbers(&given) && open_player(self) ? play(self, &given) : NULL;
}

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
    const playback_object *one = (playback_object *)playback;
    if (!Py_IS_TYPE(playback, state_of(object)->playback) || one->player != self) {
        PyErr_Format(PyExc_ValueError, "%R is no playback of this player", playback);
        return NULL;
    }
    pav_player_stop(self->player, one->handle);
    Py_RETURN_NONE;
}

static PyObject *player_update(PyObject *object, PyObject *seconds)
{
    player_object *self = (player_object *)object;
    const double time = PyFloat_AsDouble(seconds);
    if (time == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    return open_player(self) ? run_update(self->scene, self->player, time) : NULL;
}

/* ---- Lending it to the viewer, which uses it without the interpreter's lock ---- */

static void set_lent(player_object *self, bool lent)
{
    self->scene->updating = lent;
    self->scene->elsewhere = lent;
}

static PyObject *player_lend(PyObject *object, PyObject *unused)
{
    (void)unused;
    player_object *self = (player_object *)object;
    if (!open_player(self)) {
        return NULL;
    }
    if (self->scene->updating) {
        PyErr_SetString(PyExc_RuntimeError, "the player's scene is being updated");
        return NULL;
    }
    PyObject *lent = PyCapsule_New(self->player, "pavane.player", NULL);
    set_lent(self, lent != NULL);
    return lent;
}

static PyObject *player_update_lent(PyObject *object, PyObject *seconds)
{
    player_object *self = (player_object *)object;
    set_lent(self, false);
    PyObject *result = player_update(object, seconds);
    set_lent(self, true);
    return result;
}

static PyObject *player_take_back(PyObject *object, PyObject *unused)
{
    (void)unused;
    set_lent((player_object *)object, false);
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
     "play($self, /, clip, *, mode=None, weight=1.0, priority=0, speed=1.0, start=0.0, owner=None, "
     "binding=None,"
     " paused=False)\n--\n\n"
     "Plays a clip, by default in the mode that the artist meant; returns its Playback.  LinkError when no "
     "channel of\n"
     "the clip is bound; `binding.missed` tells of those that are not."},
    {"stop", player_stop, METH_VARARGS, "stop($self, playback=None, /)\n--\n\nStops one playback, or all."},
    {"update", player_update, METH_O,
     "update($self, seconds, /)\n--\n\nMoves every playback on, and updates the scene."},
    {"_lend", player_lend, METH_NOARGS,
     "_lend($self, /)\n--\n\nFor pavane.view: nobody else may use the scene until it is taken back."},
    {"_update_lent", player_update_lent, METH_O, "_update_lent($self, seconds, /)\n--\n\n"},
    {"_take_back", player_take_back, METH_NOARGS, "_take_back($self, /)\n--\n\n"},
    {"close", player_close, METH_NOARGS, "close($self, /)\n--\n\n"},
    {"__enter__", player_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", player_close, METH_VARARGS, "__exit__($self, /, *exception)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef player_properties[] = {
    {"scene", get_scene, NULL, NULL, NULL},
    {"binding", get_binding_of, NULL, "The binding of the scene's own clips.", NULL},
    {"playbacks", get_playbacks, NULL, "Those that are there, in the order they were started.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot player_slots[] = {
    {Py_tp_doc,
     "Player(scene, *, playback_capacity=0)\n--\n\nPlays clips on a scene; a scene has one at most."},
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
