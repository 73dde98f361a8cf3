/* SPDX-License-Identifier: MIT */
/* Sockets and overrides of a Scene. */
#include "module.h"

/* ---- Sockets ---- */

/* A Scene that hangs is kept, so that it is not freed while another thread updates what it hangs on. */
static bool keep_scene(scene_object *self, uint32_t handle, PyObject *hung)
{
    if (!self->hung) {
        self->hung = PyDict_New();
    }
    PyObject *key = self->hung ? PyLong_FromUnsignedLong(handle) : NULL;
    const bool kept = key && PyDict_SetItem(self->hung, key, hung) == 0;
    Py_XDECREF(key);
    return kept;
}

typedef struct socket_arguments {
    PyObject *hung;
    PyObject *to;
    PyObject *offset;
    PyObject *flags; /* Or NULL. */
} socket_arguments;

static bool take_hung(module_state *state, pav_document *document, PyObject *object, pav_socket *out)
{
    if (Py_IS_TYPE(object, state->scene)) {
        out->scene = open_scene((scene_object *)object);
        return out->scene != NULL;
    }
    return get_node(state, document, object, &out->node);
}

/* Numbers of one's own may have closed either scene. */
static bool take_socket(scene_object *self, pav_document *document, const socket_arguments *given,
                        pav_socket *out)
{
    module_state *state = state_of((PyObject *)self);
    const bool taken =
        about("to", get_node(state, document, given->to, &out->to)) &&
        about("hung", take_hung(state, document, given->hung, out)) &&
        (given->offset == Py_None || get_floats(given->offset, "offset", out->offset, 16)) &&
        (!given->flags || get_member(state, given->flags, "flags", "SocketFlag", &out->flags)) &&
        open_scene(self) && (!out->scene || open_scene((scene_object *)given->hung));
    out->offset_set = given->offset != Py_None;
    return taken;
}

PyObject *scene_attach(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"hung", "to", "offset", "flags", NULL};
    scene_object *self = (scene_object *)object;
    socket_arguments given = {.offset = Py_None};
    pav_socket socket = {0};
    uint32_t handle;
    pav_error error = {0};
    if (!open_scene(self) ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|$OO:attach", names, &given.hung, &given.to,
                                     &given.offset, &given.flags)) {
        return NULL;
    }
    pav_document *document = pav_document_retain((pav_document *)(uintptr_t)pav_scene_document(self->scene));
    const bool taken = take_socket(self, document, &given, &socket);
    pav_document_destroy(document);
    if (!taken) {
        return NULL;
    }
    if (pav_scene_attach(self->scene, &socket, &handle, &error) != PAV_OK) {
        raise_error(state_of(object), &error);
        about("hung", false);
        return NULL;
    }
    if (socket.scene && !keep_scene(self, handle, given.hung)) {
        pav_scene_detach(self->scene, handle);
        return NULL;
    }
    return PyLong_FromUnsignedLong(handle);
}

PyObject *scene_detach(PyObject *object, PyObject *handle)
{
    scene_object *self = (scene_object *)object;
    uint32_t number;
    if (!get_handle(handle, "Scene.attach", &number) || !open_scene(self)) {
        return NULL;
    }
    pav_scene_detach(self->scene, number);
    PyObject *key = PyLong_FromUnsignedLong(number);
    PyObject *kept = key && self->hung ? PyDict_GetItemWithError(self->hung, key) : NULL;
    const bool fine = key && !(kept && PyDict_DelItem(self->hung, key)) && !PyErr_Occurred();
    Py_XDECREF(key);
    return fine ? Py_NewRef(Py_None) : NULL;
}

static PyObject *new_socket(scene_object *self, uint32_t handle, const pav_socket *socket)
{
    PyObject *key = PyLong_FromUnsignedLong(handle);
    PyObject *hung = key && socket->scene && self->hung ? PyDict_GetItemWithError(self->hung, key) : NULL;
    PyObject *offset = socket->offset_set ? new_floats(socket->offset, 16) : Py_NewRef(Py_None);
    if (!key || !offset || PyErr_Occurred()) {
        Py_XDECREF(key);
        Py_XDECREF(offset);
        return NULL;
    }
    return new_record(state_of((PyObject *)self), "Socket", "(NNONNN)", key,
                      socket->scene ? Py_NewRef(Py_None) : new_index(socket->node), hung ? hung : Py_None,
                      new_index(socket->to), offset,
                      new_enum(state_of((PyObject *)self), "SocketFlag", socket->flags));
}

PyObject *scene_sockets(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    PyObject *list = open_scene(self) ? PyList_New(0) : NULL;
    pav_socket socket;
    for (uint32_t i = 0, handle; list && (handle = pav_scene_socket(self->scene, i, &socket)) != PAV_NONE;
         i++) {
        PyObject *record = new_socket(self, handle, &socket);
        if (!record || PyList_Append(list, record)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(record);
    }
    PyObject *sockets = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return sockets;
}

/* ---- Overrides ---- */

/* A custom property has as many floats as it has numbers, all others as many as their type. */
static bool take_target(scene_object *self, PyObject *object, pav_target *out, uint32_t *count)
{
    static const uint32_t sizes[] = {1, 3, 4, 6, 16, 4, 1};
    uint32_t floats;
    if (!get_target(object, out) || !open_scene(self)) {
        return false;
    }
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(self->scene));
    *count = sizes[out->value];
    for (uint32_t i = 0; i < chunk->property_count; i++) {
        const pav_target property = pav_scene_property_target(self->scene, i);
        if (property.first == out->first && property.value == out->value) {
            *count = chunk->properties[i].values_count;
        }
    }
    pav_scene_targets(self->scene, &floats);
    if (out->first >= floats || *count > floats - out->first) {
        PyErr_Format(PyExc_IndexError, "%R, but there are %lu target floats", object, (unsigned long)floats);
        return false;
    }
    if (!pav_scene_has_target(self->scene, *out)) {
        PyErr_Format(PyExc_IndexError, "target: %R begins where no such value does", object);
        return false;
    }
    return true;
}

/* One number, or as many as the target has. */
static bool take_values(PyObject *given, float values[16], uint32_t count)
{
    PyObject *one = count == 1 && PyNumber_Check(given) ? PyTuple_Pack(1, given) : Py_NewRef(given);
    const bool taken = one && get_floats(one, "values", values, (Py_ssize_t)count);
    Py_XDECREF(one);
    return taken;
}

PyObject *scene_set_override(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *given_target;
    PyObject *given;
    pav_target target;
    uint32_t count;
    float values[16];
    if (!PyArg_ParseTuple(arguments, "OO:set_override", &given_target, &given) ||
        !take_target(self, given_target, &target, &count) || !take_values(given, values, count) ||
        !open_scene(self)) {
        return NULL;
    }
    if (pav_scene_set_override(self->scene, target, values, count) != PAV_OK) {
        PyErr_SetString(PyExc_ValueError, "the values of an override must be finite");
        return NULL;
    }
    Py_RETURN_NONE;
}

PyObject *scene_clear_override(PyObject *object, PyObject *given)
{
    scene_object *self = (scene_object *)object;
    pav_target target;
    uint32_t count;
    if (!take_target(self, given, &target, &count)) {
        return NULL;
    }
    pav_scene_clear_override(self->scene, target, count);
    Py_RETURN_NONE;
}

PyObject *scene_clear_overrides(PyObject *object, PyObject *unused)
{
    (void)unused;
    scene_object *self = (scene_object *)object;
    if (!open_scene(self)) {
        return NULL;
    }
    pav_scene_clear_overrides(self->scene);
    Py_RETURN_NONE;
}

PyObject *scene_override(PyObject *object, PyObject *given)
{
    scene_object *self = (scene_object *)object;
    pav_target target;
    uint32_t count;
    float values[16];
    if (!take_target(self, given, &target, &count)) {
        return NULL;
    }
    return pav_scene_override(self->scene, target, values, count) ? new_floats(values, count)
                                                                  : Py_NewRef(Py_None);
}
