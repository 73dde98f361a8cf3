/* SPDX-License-Identifier: MIT */
/* pavane.Playback: what it can be told. */
#include "module.h"

static int answer(PyObject *self, pav_result result)
{
    if (result == PAV_ERROR_NAME) {
        raise_ended(self);
    } else if (result != PAV_OK) {
        raise_error(state_of(self), &(pav_error){result, "the playback cannot be changed"});
    }
    return result == PAV_OK ? 0 : -1;
}

static pav_result set_weight(pav_player *player, uint32_t playback, double weight)
{
    return pav_player_set_weight(player, playback, (float)weight);
}

/* False after raising: it cannot be deleted. */
static bool is_given(const char *name, PyObject *given)
{
    if (!given) {
        PyErr_Format(PyExc_AttributeError, "%s cannot be deleted", name);
    }
    return given != NULL;
}

static pav_player *player_of(PyObject *self)
{
    return open_player(((playback_object *)self)->player);
}

typedef pav_result set_number(pav_player *, uint32_t, double);

/* A program's own number may close the player: it is asked for afterwards. */
static int change_number(PyObject *self, PyObject *given, const char *name, set_number *set)
{
    double number;
    pav_player *player = is_given(name, given) && get_double(given, name, &number) ? player_of(self) : NULL;
    if (!player) {
        return -1;
    }
    const pav_result result = set(player, ((playback_object *)self)->handle, number);
    if (result == PAV_ERROR_VALUE) {
        refuse_value(name, set == set_weight ? "a finite number that is not negative" : "a finite number",
                     given);
        return -1;
    }
    return answer(self, result);
}

int playback_set_time(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    return change_number(self, given, "time", pav_player_set_time);
}

int playback_set_speed(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    return change_number(self, given, "speed", pav_player_set_speed);
}

int playback_set_weight(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    return change_number(self, given, "weight", set_weight);
}

int playback_set_paused(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    const int paused = is_given("paused", given) ? PyObject_IsTrue(given) : -1;
    pav_player *player = paused < 0 ? NULL : player_of(self);
    return player ? answer(self, pav_player_set_paused(player, ((playback_object *)self)->handle, paused))
                  : -1;
}

int playback_set_mode(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    uint32_t mode;
    if (!is_given("mode", given) || !get_member(state_of(self), given, "mode", "PlayMode", &mode)) {
        return -1;
    }
    pav_player *player = player_of(self);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_mode(player, handle, (pav_play_mode)mode)) : -1;
}

int playback_set_loop_count(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    uint32_t count;
    if (!is_given("loop_count", given) || !get_count(given, "loop_count", &count)) {
        return -1;
    }
    pav_player *player = player_of(self);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_loop_count(player, handle, count)) : -1;
}

int playback_set_priority(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    int32_t priority;
    if (!is_given("priority", given) || !take_priority(given, &(argument){"priority", &priority})) {
        return -1;
    }
    pav_player *player = player_of(self);
    const uint32_t handle = ((playback_object *)self)->handle;
    return player ? answer(self, pav_player_set_priority(player, handle, priority)) : -1;
}

int playback_set_mask(PyObject *self, PyObject *given, void *closure)
{
    (void)closure;
    const pav_mask *mask;
    const playback_object *playback = (playback_object *)self;
    pav_player *player = is_given("mask", given) ? player_of(self) : NULL;
    if (!player || !get_mask(state_of(self), given, playback->player->scene, &mask)) {
        return -1;
    }
    return answer(self, pav_player_set_mask(player, playback->handle, mask));
}

PyObject *playback_seek(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"time", "fire", NULL};
    const playback_object *self = (playback_object *)object;
    double time;
    int fire = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|p:seek", names, take_double,
                                     &(argument){"time", &time}, &fire) ||
        !open_player(self->player)) {
        return NULL;
    }
    const pav_result result = pav_player_seek(self->player->player, self->handle, time, fire);
    if (result == PAV_ERROR_FULL) {
        return raise_error(state_of(object), &(pav_error){result, "too many seeks wait for an update"});
    }
    if (result == PAV_ERROR_VALUE) {
        PyErr_SetString(PyExc_ValueError, "time: a finite number is wanted");
        return NULL;
    }
    return answer(object, result) ? NULL : Py_NewRef(Py_None);
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
