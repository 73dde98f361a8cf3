/* SPDX-License-Identifier: MIT */
/* Root motion of a Player. */
#include "module.h"

PyObject *player_set_root_motion(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"node", "location", "turn", NULL};
    player_object *self = (player_object *)object;
    PyObject *node, *location = NULL, *turn = NULL;
    pav_root_motion_options options = {0};
    pav_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:set_root_motion", names, &node, &location,
                                     &turn) ||
        (location && !get_member(state_of(object), location, "location", "AxisFlag", &options.location)) ||
        (turn && !get_member(state_of(object), turn, "turn", "AxisFlag", &options.turn)) ||
        !open_player(self)) {
        return NULL;
    }
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(self->scene->scene);
    if (node != Py_None &&
        (!get_node(state_of(object), document, node, &options.node) || !open_player(self))) {
        return NULL;
    }
    if (node != Py_None && !options.location && !options.turn) {
        PyErr_SetString(PyExc_ValueError, "location, turn: neither names an axis");
        return NULL;
    }
    if (pav_player_set_root_motion(self->player, node == Py_None ? NULL : &options, &error) != PAV_OK) {
        return raise_error(state_of(object), &error);
    }
    Py_RETURN_NONE;
}

PyObject *player_reset_root_motion(PyObject *object, PyObject *unused)
{
    (void)unused;
    pav_player *player = open_player((player_object *)object);
    if (!player) {
        return NULL;
    }
    pav_player_reset_root_motion(player);
    Py_RETURN_NONE;
}

PyObject *player_root_motion(PyObject *object, void *closure)
{
    (void)closure;
    pav_root_motion m;
    pav_player *player = open_player((player_object *)object);
    if (!player) {
        return NULL;
    }
    if (!pav_player_root_motion(player, &m)) {
        Py_RETURN_NONE;
    }
    return new_record(state_of(object), "RootMotion", "((ddd)(dddd)(ddd)(dddd))", m.location[0],
                      m.location[1], m.location[2], m.rotation[0], m.rotation[1], m.rotation[2],
                      m.rotation[3], m.step_location[0], m.step_location[1], m.step_location[2],
                      m.step_rotation[0], m.step_rotation[1], m.step_rotation[2], m.step_rotation[3]);
}

PyObject *player_root_motion_options(PyObject *object, void *closure)
{
    (void)closure;
    module_state *state = state_of(object);
    pav_root_motion_options options;
    pav_player *player = open_player((player_object *)object);
    if (!player) {
        return NULL;
    }
    if (!pav_player_root_motion_options(player, &options)) {
        Py_RETURN_NONE;
    }
    return Py_BuildValue("(NNN)", new_index(options.node), new_enum(state, "AxisFlag", options.location),
                         new_enum(state, "AxisFlag", options.turn));
}
