/* SPDX-License-Identifier: MIT */
/* From results to exceptions. */
#include "module.h"

static const char *own_exception(pav_result result)
{
    switch (result) {
    case PAV_ERROR_FORMAT:
        return "FormatError";
    case PAV_ERROR_VERSION:
        return "VersionError";
    case PAV_ERROR_NAME:
        return "NotFoundError";
    case PAV_ERROR_LINK:
        return "LinkError";
    case PAV_ERROR_FULL:
        return "CapacityError";
    case PAV_ERROR_CALLBACK:
        return "CallbackError";
    default:
        return "Error";
    }
}

PyObject *raise_error(module_state *state, const pav_error *error)
{
    switch (error->result) {
    case PAV_ERROR_MEMORY:
        PyErr_SetString(PyExc_MemoryError, error->message);
        return NULL;
    case PAV_ERROR_FILE:
        PyErr_SetString(PyExc_OSError, error->message);
        return NULL;
    case PAV_ERROR_VALUE:
        PyErr_SetString(PyExc_ValueError, error->message);
        return NULL;
    default:
        break;
    }
    PyObject *type = PyObject_GetAttrString(state->errors, own_exception(error->result));
    if (type) {
        PyErr_SetString(type, error->message);
        Py_DECREF(type);
    }
    return NULL;
}

PyObject *raise_not_found(module_state *state, const char *kind, PyObject *name, PyObject *names)
{
    if (!names) {
        return NULL;
    }
    PyObject *exception = PyObject_CallMethod(state->errors, "not_found", "sOO", kind, name, names);
    if (exception) {
        PyErr_SetObject((PyObject *)Py_TYPE(exception), exception);
        Py_DECREF(exception);
    }
    return NULL;
}
