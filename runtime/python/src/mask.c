/* SPDX-License-Identifier: MIT */
/* pavane.Mask */
#include "module.h"

/* ---- Creation ---- */

static PyObject *wrap(PyTypeObject *type, pav_mask *mask, pav_document *document)
{
    mask_object *self = (mask_object *)PyType_GenericAlloc(type, 0);
    if (!self) {
        pav_mask_destroy(mask);
        return NULL;
    }
    self->mask = mask;
    self->document = pav_document_retain(document);
    return (PyObject *)self;
}

PyObject *wrap_mask(module_state *state, const pav_mask *mask, const scene_object *scene)
{
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene->scene);
    return mask ? wrap(state->mask, pav_mask_retain((pav_mask *)(uintptr_t)mask), document)
                : Py_NewRef(Py_None);
}

bool get_mask(module_state *state, PyObject *object, const scene_object *scene, const pav_mask **out)
{
    *out = NULL;
    if (object == Py_None) {
        return true;
    }
    if (!Py_IS_TYPE(object, state->mask)) {
        return refuse("mask", "a Mask", object);
    }
    const mask_object *self = (mask_object *)object;
    if (self->document != pav_scene_document(scene->scene)) {
        PyErr_SetString(PyExc_ValueError, "the mask is for another document");
        return false;
    }
    *out = self->mask;
    return true;
}

static PyObject *mask_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"document", "weight", NULL};
    module_state *state = PyType_GetModuleState(type);
    PyObject *object;
    pav_mask_options options = {.weight = 0};
    pav_mask *mask = NULL;
    pav_error error = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|O&:Mask", names, take_object,
                                     &(typed_argument){"document", "a Document", state->document, &object},
                                     take_float, &(argument){"weight", &options.weight})) {
        return NULL;
    }
    pav_document *document = open_document(object);
    if (!document) {
        return NULL;
    }
    if (pav_mask_create(document, &options, &mask, &error) != PAV_OK) {
        return raise_error(state, &error);
    }
    return wrap(type, mask, document);
}

static void mask_dealloc(PyObject *object)
{
    mask_object *self = (mask_object *)object;
    pav_mask_destroy(self->mask);
    pav_document_destroy(self->document);
    free_object(object);
}

/* ---- Setting ---- */

static PyObject *answer(pav_result result)
{
    if (result != PAV_OK) {
        PyErr_SetString(PyExc_ValueError, "a mask's weight is from 0 to 1");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *mask_set_node(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"node", "weight", "below", NULL};
    const mask_object *self = (mask_object *)object;
    PyObject *key;
    float weight = 1.0f;
    int below = 0;
    uint32_t node;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O&$p:set_node", names, &key, take_float,
                                     &(argument){"weight", &weight}, &below) ||
        !get_node(state_of(object), self->document, key, &node)) {
        return NULL;
    }
    return answer(pav_mask_set_node(self->mask, node, below, weight));
}

/* All are looked up before any is set. */
static bool take_names(module_state *state, pav_document *document, PyObject *list, pav_mask *mask, int below,
                       const float *weight)
{
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        uint32_t node;
        if (!about("names", get_node(state, document, PyList_GetItem(list, i), &node))) {
            return false;
        }
        if (weight && pav_mask_set_node(mask, node, below, *weight) != PAV_OK) {
            answer(PAV_ERROR_VALUE);
            return false;
        }
    }
    return true;
}

static PyObject *mask_set_names(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"names", "weight", "below", NULL};
    const mask_object *self = (mask_object *)object;
    module_state *state = state_of(object);
    PyObject *given;
    float weight = 1.0f;
    int below = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O&$p:set_names", names, &given, take_float,
                                     &(argument){"weight", &weight}, &below)) {
        return NULL;
    }
    PyObject *list = get_list(given, "names", "a sequence of nodes");
    const bool set = list && take_names(state, self->document, list, self->mask, below, NULL) &&
                     take_names(state, self->document, list, self->mask, below, &weight);
    Py_XDECREF(list);
    return set ? Py_NewRef(Py_None) : NULL;
}

static bool take_target(const mask_object *self, PyObject *object, pav_target *out)
{
    if (!get_target(object, out)) {
        return false;
    }
    if (!pav_mask_has(self->mask, *out)) {
        PyErr_Format(PyExc_IndexError, "no such target in the mask's document: %.100R", object);
        return false;
    }
    return true;
}

static PyObject *mask_set_target(PyObject *object, PyObject *arguments)
{
    const mask_object *self = (mask_object *)object;
    PyObject *given;
    pav_target target;
    float weight = 1.0f;
    if (!PyArg_ParseTuple(arguments, "O|O&:set_target", &given, take_float, &(argument){"weight", &weight}) ||
        !take_target(self, given, &target)) {
        return NULL;
    }
    return answer(pav_mask_set_target(self->mask, target, weight));
}

static PyObject *mask_weight(PyObject *object, PyObject *given)
{
    const mask_object *self = (mask_object *)object;
    pav_target target;
    return take_target(self, given, &target) ? PyFloat_FromDouble((double)pav_mask_weight(self->mask, target))
                                             : NULL;
}

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef mask_methods[] = {
    {"set_node", KEYWORDS(mask_set_node), METH_VARARGS | METH_KEYWORDS,
     "set_node($self, /, node, weight=1.0, *, below=False)\n--\n\n"
     "The weight of all targets of a node, with `below` also of all nodes below it."},
    {"set_names", KEYWORDS(mask_set_names), METH_VARARGS | METH_KEYWORDS,
     "set_names($self, /, names, weight=1.0, *, below=False)\n--\n\n"
     "The same of several nodes; nothing changes when one of them is not there."},
    {"set_target", mask_set_target, METH_VARARGS, "set_target($self, target, weight=1.0, /)\n--\n\n"},
    {"weight", mask_weight, METH_O, "weight($self, target, /)\n--\n\nThe weight of a target."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot mask_slots[] = {
    {Py_tp_doc, "Mask(document, weight=0.0)\n--\n\n"
                "How much of a clip's weight counts for each target; `weight` for all to begin with."},
    {Py_tp_new, mask_new},
    {Py_tp_dealloc, mask_dealloc},
    {Py_tp_methods, mask_methods},
    {0, NULL},
};

PyType_Spec mask_spec = {
    .name = "pavane.Mask",
    .basicsize = sizeof(mask_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = mask_slots,
};
