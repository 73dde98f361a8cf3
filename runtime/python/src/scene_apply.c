/* SPDX-License-Identifier: MIT */
/* What a program gives a Scene: clips to blend, and matrices. */
#include "module.h"

/* ---- Clips ---- */

typedef struct apply_arguments {
    PyObject *binding;
    PyObject *clip;
    PyObject *mask;
    PyObject *reference;
    int additive;
    pav_apply_options options;
} apply_arguments;

static PyObject *apply(scene_object *self, apply_arguments *given)
{
    module_state *state = state_of((PyObject *)self);
    pav_binding *binding = get_binding(state, given->binding, self);
    if (!binding) {
        return NULL;
    }
    pav_document *clips = (pav_document *)(uintptr_t)pav_binding_clips(binding);
    uint32_t clip;
    if (!get_clip(state, clips, given->clip, &clip) ||
        !check_owner(state, clips, clip, given->options.owner) || !open_scene(self) ||
        !get_mask(state, given->mask, self, &given->options.mask)) {
        return NULL;
    }
    pav_error error = {pav_clip_apply_with(self->scene, binding, clip, &given->options), ""};
    if (error.result == PAV_OK) {
        Py_RETURN_NONE;
    }
    PyOS_snprintf(error.message, sizeof error.message, "%s",
                  error.result == PAV_ERROR_FULL
                      ? "apply_capacity is used up"
                      : "seconds, reference and weight must be finite, the weight not negative");
    return raise_error(state, &error);
}

PyObject *scene_apply(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"binding",  "clip", "seconds",  "owner",     "weight",
                            "priority", "mask", "additive", "reference", NULL};
    scene_object *self = (scene_object *)object;
    int priority = 0;
    apply_arguments given = {
        .mask = Py_None, .reference = Py_None, .options = {.weight_set = true, .weight = 1.0f}};
    if (!open_scene(self) || !PyArg_ParseTupleAndKeywords(
                                 arguments, keywords, "OOd|$zfiOpO:apply", names, &given.binding, &given.clip,
                                 &given.options.seconds, &given.options.owner, &given.options.weight,
                                 &priority, &given.mask, &given.additive, &given.reference)) {
        return NULL;
    }
    given.options.priority = priority;
    given.options.additive = given.additive != 0;
    given.options.reference_set = given.reference != Py_None;
    if (given.options.reference_set) {
        given.options.reference = PyFloat_AsDouble(given.reference);
        if (given.options.reference == -1.0 && PyErr_Occurred()) {
            return NULL;
        }
    }
    return apply(self, &given);
}

/* ---- Setting nodes ---- */

typedef void set_matrix(pav_scene *, uint32_t, const float[16]);

static PyObject *set_node(PyObject *object, PyObject *arguments, set_matrix *set)
{
    scene_object *self = (scene_object *)object;
    PyObject *key;
    PyObject *numbers;
    float matrix[16];
    uint32_t node;
    if (!open_scene(self) || !PyArg_ParseTuple(arguments, "OO", &key, &numbers) ||
        !get_node(state_of(object), (pav_document *)(uintptr_t)pav_scene_document(self->scene), key, &node) ||
        !get_floats(numbers, matrix, 16) || !open_scene(self)) {
        return NULL;
    }
    set(self->scene, node, matrix);
    Py_RETURN_NONE;
}

PyObject *scene_set_local(PyObject *self, PyObject *arguments)
{
    return set_node(self, arguments, pav_scene_set_local);
}

PyObject *scene_set_world(PyObject *self, PyObject *arguments)
{
    return set_node(self, arguments, pav_scene_set_world);
}
