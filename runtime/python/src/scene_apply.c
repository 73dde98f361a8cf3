/* SPDX-License-Identifier: MIT */
/* What a program gives a Scene: clips to blend, and matrices. */
#include "module.h"

/* ---- Clips ---- */

typedef struct apply_arguments {
    PyObject *binding;
    PyObject *clip;
    PyObject *mask;
    optional_double reference;
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
    const pav_chunk_clip *chunk = pav_document_clip(clips, clip);
    PyOS_snprintf(error.message, sizeof error.message, "clip \"%s\": %s", chunk->text + chunk->clip->name,
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
    apply_arguments given = {.mask = Py_None, .options = {.weight_set = true, .weight = 1.0f}};
    pav_apply_options *options = &given.options;
    const bool parsed =
        open_scene(self) &&
        PyArg_ParseTupleAndKeywords(arguments, keywords, "OOO&|$O&O&O&OpO&:apply", names, &given.binding,
                                    &given.clip, take_double, &(argument){"seconds", &options->seconds},
                                    take_optional_text, &(argument){"owner", &options->owner}, take_float,
                                    &(argument){"weight", &options->weight}, take_priority,
                                    &(argument){"priority", &options->priority}, &given.mask, &given.additive,
                                    take_optional_double, &(argument){"reference", &given.reference});
    if (!about_clip(given.clip, parsed) ||
        !open_scene(self)) { /* A number of one's own may have closed it. */
        return NULL;
    }
    options->additive = given.additive != 0;
    options->reference_set = given.reference.set;
    options->reference = given.reference.number;
    return apply(self, &given);
}

/* ---- Setting nodes ---- */

static bool about_node(const scene_object *self, uint32_t node, bool fine)
{
    const pav_chunk_scene *scene = self->scene ? pav_document_scene(pav_scene_document(self->scene)) : NULL;
    char noun[128];
    if (fine || !scene) {
        return fine;
    }
    PyOS_snprintf(noun, sizeof noun, "node \"%s\"", scene->text + scene->nodes[node].name);
    return about(noun, false);
}

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
        !about_node(self, node, get_floats(numbers, "matrix", matrix, 16)) || !open_scene(self)) {
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
