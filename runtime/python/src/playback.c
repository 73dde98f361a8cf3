/* SPDX-License-Identifier: MIT */
/* pavane.Playback: one play of a clip, by its handle. */
#include "module.h"

PyObject *new_playback(module_state *state, player_object *player, uint32_t handle)
{
    playback_object *self = (playback_object *)PyType_GenericAlloc(state->playback, 0);
    if (self) {
        self->player = (player_object *)Py_NewRef((PyObject *)player);
        self->handle = handle;
    }
    return (PyObject *)self;
}

static int playback_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((playback_object *)self)->player);
    return 0;
}

static int playback_clear(PyObject *self)
{
    Py_CLEAR(((playback_object *)self)->player);
    return 0;
}

static void playback_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    playback_clear(self);
    free_object(self);
}

/* ---- Reading ---- */

bool get_playback(player_object *player, const char *argument, PyObject *playback, uint32_t *out)
{
    const playback_object *self = (playback_object *)playback;
    if (!Py_IS_TYPE(playback, state_of((PyObject *)player)->playback)) {
        return refuse(argument, "a Playback", playback);
    }
    if (self->player != player) {
        PyErr_Format(PyExc_ValueError, "%s: %R is no playback of this player", argument, playback);
        return false;
    }
    *out = self->handle;
    return true;
}

PyObject *raise_ended(PyObject *self)
{
    return raise_error(state_of(self), &(pav_error){PAV_ERROR_NAME, "the playback has ended"});
}

/* What it is doing; false after raising when it has ended. */
static bool read_state(PyObject *object, pav_playback_state *out)
{
    const playback_object *self = (playback_object *)object;
    pav_player *player = open_player(self->player);
    if (player && pav_player_get(player, self->handle, out) != PAV_OK) {
        raise_ended(object);
        return false;
    }
    return player != NULL;
}

static PyObject *get_active(PyObject *object, void *closure)
{
    (void)closure;
    const playback_object *self = (playback_object *)object;
    pav_playback_state state;
    if (!self->player->player) {
        Py_RETURN_FALSE;
    }
    pav_player *player = open_player(self->player);
    return player ? PyBool_FromLong(pav_player_get(player, self->handle, &state) == PAV_OK) : NULL;
}

static PyObject *get_player(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef((PyObject *)((playback_object *)self)->player);
}

static PyObject *get_clip_of(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    if (!read_state(self, &state)) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(state.binding);
    return new_part(state_of(self)->clip, clips, state.clip, PAV_NONE);
}

static PyObject *get_binding_of(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    return read_state(self, &state)
               ? wrap_binding(state_of(self), state.binding, ((playback_object *)self)->player->scene)
               : NULL;
}

static PyObject *get_mode(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    return read_state(self, &state) ? new_enum(state_of(self), "PlayMode", state.mode) : NULL;
}

static PyObject *get_fade_curve(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    return read_state(self, &state) ? new_enum(state_of(self), "FadeCurve", state.fade_curve) : NULL;
}

static PyObject *get_owner(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    return read_state(self, &state) ? Py_BuildValue("z", state.owner) : NULL;
}

static PyObject *get_mask_of(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    return read_state(self, &state)
               ? wrap_mask(state_of(self), state.mask, ((playback_object *)self)->player->scene)
               : NULL;
}

static PyObject *get_reference(PyObject *self, void *closure)
{
    (void)closure;
    pav_playback_state state;
    if (!read_state(self, &state)) {
        return NULL;
    }
    return state.reference_set ? PyFloat_FromDouble(state.reference) : Py_NewRef(Py_None);
}

typedef enum field_type { FIELD_DOUBLE, FIELD_FLOAT, FIELD_INT, FIELD_COUNT, FIELD_BOOL } field_type;

/* Where in a pav_playback_state the value of a property lies. */
typedef struct field {
    size_t offset;
    field_type type;
} field;

static PyObject *get_field(PyObject *self, void *closure)
{
    const field *wanted = closure;
    pav_playback_state state;
    if (!read_state(self, &state)) {
        return NULL;
    }
    const void *value = (const char *)&state + wanted->offset;
    switch (wanted->type) {
    case FIELD_DOUBLE:
        return PyFloat_FromDouble(*(const double *)value);
    case FIELD_FLOAT:
        return PyFloat_FromDouble((double)*(const float *)value);
    case FIELD_INT:
        return PyLong_FromLong(*(const int32_t *)value);
    case FIELD_COUNT:
        return PyLong_FromUnsignedLong(*(const uint32_t *)value);
    default:
        return PyBool_FromLong(*(const bool *)value);
    }
}

/* ---- As an object ---- */

static PyObject *playback_repr(PyObject *object)
{
    const playback_object *self = (playback_object *)object;
    pav_playback_state state;
    if (self->player->scene->elsewhere) {
        return PyUnicode_FromString("<pavane.Playback, in an update>");
    }
    if (!self->player->player || pav_player_get(self->player->player, self->handle, &state) != PAV_OK) {
        return PyUnicode_FromString("<pavane.Playback, ended>");
    }
    const pav_chunk_clip *clip = pav_document_clip(pav_binding_clips(state.binding), state.clip);
    PyObject *time = PyFloat_FromDouble(state.clip_time);
    PyObject *text =
        time ? PyUnicode_FromFormat("<pavane.Playback of '%s' at %R seconds%s>",
                                    clip->text + clip->clip->name, time, state.paused ? ", paused" : "")
             : NULL;
    Py_XDECREF(time);
    return text;
}

static PyObject *playback_compare(PyObject *self, PyObject *other, int operation)
{
    if (!Py_IS_TYPE(other, Py_TYPE(self)) || (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    const playback_object *a = (playback_object *)self;
    const playback_object *b = (playback_object *)other;
    const bool same = a->player == b->player && a->handle == b->handle;
    return PyBool_FromLong(same == (operation == Py_EQ));
}

static Py_hash_t playback_hash(PyObject *self)
{
    const playback_object *playback = (playback_object *)self;
    return (Py_hash_t)(((uintptr_t)playback->player >> 4) ^ playback->handle) & 0x7FFFFFFF;
}

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef playback_methods[] = {
    {"stop", playback_stop, METH_NOARGS, "stop($self, /)\n--\n\n"},
    {"seek", KEYWORDS(playback_seek), METH_VARARGS | METH_KEYWORDS,
     "seek($self, /, time, fire=False)\n--\n\nGoes to a time; with `fire` the next update fires the events "
     "on the way."},
    {"add_transition", playback_add_transition, METH_O,
     "add_transition($self, transition, /)\n--\n\nAdds a Transition: what comes after it, and when."},
    {"clear_transitions", playback_clear_transitions, METH_NOARGS, "clear_transitions($self, /)\n--\n\n"},
    {"fade_in", KEYWORDS(playback_fade_in), METH_VARARGS | METH_KEYWORDS,
     "fade_in($self, /, seconds=0.0, curve=0)\n--\n\nFades from what it is to its full weight."},
    {"fade_out", KEYWORDS(playback_fade_out), METH_VARARGS | METH_KEYWORDS,
     "fade_out($self, /, seconds=0.0, curve=0)\n--\n\nFades to nothing, where it stops."},
    {NULL, NULL, 0, NULL},
};

static field fields[] = {
    {offsetof(pav_playback_state, time), FIELD_DOUBLE},
    {offsetof(pav_playback_state, clip_time), FIELD_DOUBLE},
    {offsetof(pav_playback_state, ratio), FIELD_DOUBLE},
    {offsetof(pav_playback_state, speed), FIELD_DOUBLE},
    {offsetof(pav_playback_state, loops), FIELD_COUNT},
    {offsetof(pav_playback_state, loop_count), FIELD_COUNT},
    {offsetof(pav_playback_state, weight), FIELD_FLOAT},
    {offsetof(pav_playback_state, priority), FIELD_INT},
    {offsetof(pav_playback_state, fade), FIELD_DOUBLE},
    {offsetof(pav_playback_state, fade_target), FIELD_DOUBLE},
    {offsetof(pav_playback_state, fade_left), FIELD_DOUBLE},
    {offsetof(pav_playback_state, leaving), FIELD_BOOL},
    {offsetof(pav_playback_state, effective_weight), FIELD_DOUBLE},
    {offsetof(pav_playback_state, paused), FIELD_BOOL},
    {offsetof(pav_playback_state, finished), FIELD_BOOL},
    {offsetof(pav_playback_state, additive), FIELD_BOOL},
    {offsetof(pav_playback_state, effective_priority), FIELD_INT},
};

static PyGetSetDef playback_properties[] = {
    {"active", get_active, NULL, "Whether it is still there.", NULL},
    {"player", get_player, NULL, NULL, NULL},
    {"clip", get_clip_of, NULL, NULL, NULL},
    {"binding", get_binding_of, NULL, NULL, NULL},
    {"owner", get_owner, NULL, "The only owner whose channels play, or None.", NULL},
    {"mask", get_mask_of, playback_set_mask, "How much of its weight counts where, or None.", NULL},
    {"additive", get_field, NULL, "Whether it is added to the others.", &fields[15]},
    {"reference", get_reference, NULL, "Of an additive one: the moment it is compared with; None: rest.",
     NULL},
    {"mode", get_mode, playback_set_mode, NULL, NULL},
    {"transitions", playback_transitions, NULL, NULL, NULL},
    {"time", get_field, playback_set_time, "Seconds run since the clip's start: not wrapped.", &fields[0]},
    {"clip_time", get_field, NULL, "The moment of the clip that is shown.", &fields[1]},
    {"ratio", get_field, NULL, "The same as a part of the duration.", &fields[2]},
    {"speed", get_field, playback_set_speed, NULL, &fields[3]},
    {"loops", get_field, NULL, "How many passes lie between its time and the clip's start.", &fields[4]},
    {"loop_count", get_field, playback_set_loop_count, "After how many passes it is finished; 0: never.",
     &fields[5]},
    {"weight", get_field, playback_set_weight, NULL, &fields[6]},
    {"priority", get_field, playback_set_priority, NULL, &fields[7]},
    {"effective_priority", get_field, NULL, "The one it plays at: during a cross-fade that of the fade.",
     &fields[16]},
    {"fade", get_field, NULL, "What the weight is multiplied by, 0 to 1.", &fields[8]},
    {"fade_target", get_field, NULL, "Where its fade leads.", &fields[9]},
    {"fade_left", get_field, NULL, "Seconds until there; 0: it does not fade.", &fields[10]},
    {"fade_curve", get_fade_curve, NULL, "Of its last fade.", NULL},
    {"leaving", get_field, NULL, "It stops when its fade is over.", &fields[11]},
    {"effective_weight", get_field, NULL, "Its part of the last update.", &fields[12]},
    {"paused", get_field, playback_set_paused, NULL, &fields[13]},
    {"finished", get_field, NULL, "The end that it runs to is reached.", &fields[14]},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot playback_slots[] = {
    {Py_tp_doc, "One play of a clip."},  {Py_tp_dealloc, playback_dealloc},
    {Py_tp_traverse, playback_traverse}, {Py_tp_clear, playback_clear},
    {Py_tp_repr, playback_repr},         {Py_tp_richcompare, playback_compare},
    {Py_tp_hash, playback_hash},         {Py_tp_methods, playback_methods},
    {Py_tp_getset, playback_properties}, {0, NULL},
};

PyType_Spec playback_spec = {
    .name = "pavane.Playback",
    .basicsize = sizeof(playback_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = playback_slots,
};
