/* SPDX-License-Identifier: MIT */
/* pavane.Playback: what it can be told. */
#include "module.h"

static int answer(PyObject *self, pav_result result, const char *message)
{
    if (result == PAV_ERROR_NAME) {
        raise_ended(self);
    } else if (result != PAV_OK) {
        PyErr_SetString(PyExc_ValueError, message);
    }
    return result == PAV_OK ? 0 : -1;
}

/* The player when it is open and there is a number to set; NULL after raising. */
static pav_player *take_number(PyObject *object, PyObject *given, double *out)
{
    if (!given) {
        PyErr_SetString(PyExc_AttributeError, "it cannot be deleted");
        return NULL;
    }
    *out = PyFloat_AsDouble(given);
    if (*out == -1.0 && PyErr_Occurred()) {
        return NULL;
    }
    return open_player(((playback_object *)object)->player);
}

int playback_set_time(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    pav_player *player = take_number(self, given, &number);
    return player ? answer(self, pav_player_set_time(player, ((playback_object *)self)->handle, number),
                           "a time must be finite")
                  : -1;
}

int playback_set_speed(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    pav_player *player = take_number(self, given, &number);
    return player ? answer(self, pav_player_set_speed(player, ((playback_object *)self)->handle, number),
                           "a speed must be finite")
                  : -1;
}

int playback_set_weight(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    pav_player *player = take_number(self, given, &number);
    return player
               ? answer(self, pav_player_set_weight(player, ((playback_object *)self)->handle, (float)number),
                        "a weight must be finite and not negative")
               : -1;
}

int playback_set_paused(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number = 0;
    const int paused = given ? PyObject_IsTrue(given) : 0;
    pav_player *player = paused < 0 ? NULL : take_number(self, given ? Py_True : NULL, &number);
    return player ? answer(self, pav_player_set_paused(player, ((playback_object *)self)->handle, paused), "")
                  : -1;
}

int playback_set_mode(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    uint32_t mode = 0;
    if (given && !get_index(given, "play mode", PAV_PLAY_MODE_PING_PONG + 1, &mode)) {
        return -1;
    }
    pav_player *player = take_number(self, given ? Py_True : NULL, &number);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_mode(player, handle, (pav_play_mode)mode), "") : -1;
}

int playback_set_loop_count(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    uint32_t count = 0;
    if (given && !take_count(given, &count)) {
        return -1;
    }
    pav_player *player = take_number(self, given ? Py_True : NULL, &number);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_loop_count(player, handle, count), "") : -1;
}

int playback_set_priority(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    int priority = 0;
    if (given && !PyArg_Parse(given, "i", &priority)) {
        return -1;
    }
    pav_player *player = take_number(self, given ? Py_True : NULL, &number);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_priority(player, handle, priority), "") : -1;
}

int playback_set_mask(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    double number;
    const pav_mask *mask;
    const playback_object *playback = (playback_object *)self;
    pav_player *player = take_number(self, given ? Py_True : NULL, &number);
    if (!player || !get_mask(state_of(self), given, playback->player->scene, &mask)) {
        return -1;
    }
    return answer(self, pav_player_set_mask(player, playback->handle, mask), "");
}

PyObject *playback_seek(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"time", "fire", NULL};
    const playback_object *self = (playback_object *)object;
    double time;
    int fire = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "d|p:seek", names, &time, &fire) ||
        !open_player(self->player)) {
        return NULL;
    }
    const pav_result result = pav_player_seek(self->player->player, self->handle, time, fire);
    if (result == PAV_ERROR_FULL) {
        return raise_error(state_of(object), &(pav_error){result, "too many seeks wait for an update"});
    }
    return answer(object, result, "a time must be finite") ? NULL : Py_NewRef(Py_None);
}

PyObject *playback_stop(PyObject *object, PyObject *unused)
{
    (void)unused;
    const playback_object *self = (playback_object *)object;
    pav_player *player = open_player(self->player);
    if (!player) {
        return NULL;
    }
    pav_player_stop(player, self->handle);
    Py_RETURN_NONE;
}
