/* SPDX-License-Identifier: MIT */
/* From results to exceptions. */
#include "module.h"

#include <string.h>

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
    case PAV_ERROR_CANCELLED:
        return "CancelledError";
    default:
        return "Error";
    }
}

/* The path in a message may be no UTF-8; where it is some, it comes back as os.fsdecode gives it. */
static PyObject *raise_text(PyObject *type, const char *text)
{
    PyObject *message = PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
    if (message) {
        PyErr_SetObject(type, message);
        Py_DECREF(message);
    }
    return NULL;
}

PyObject *raise_error(module_state *state, const pav_error *error)
{
    switch (error->result) {
    case PAV_ERROR_MEMORY:
        return raise_text(PyExc_MemoryError, error->message);
    case PAV_ERROR_FILE:
        return raise_text(PyExc_OSError, error->message);
    case PAV_ERROR_VALUE:
        return raise_text(PyExc_ValueError, error->message);
    default:
        break;
    }
    PyObject *type = PyObject_GetAttrString(state->errors, own_exception(error->result));
    if (type) {
        raise_text(type, error->message);
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
