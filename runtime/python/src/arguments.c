/* SPDX-License-Identifier: MIT */
/* What a call was given: every exception about an argument names it. */
#include "module.h"

#include <math.h>
#include <string.h>

/* ---- Exceptions ---- */

bool refuse(const char *argument, const char *wanted, PyObject *object)
{
    PyErr_Format(PyExc_TypeError, "%s: %s is wanted, not %.100R", argument, wanted, object);
    return false;
}

bool refuse_value(const char *argument, const char *wanted, PyObject *object)
{
    PyErr_Format(PyExc_ValueError, "%s: %s is wanted, not %.100R", argument, wanted, object);
    return false;
}

/* Whether what was raised is about the value itself.  What a program's own __index__ or __iter__ raises has a
 * traceback, and stays as it is. */
static bool is_about_value(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    const bool plain = type && !traceback &&
                       (PyErr_GivenExceptionMatches(type, PyExc_TypeError) ||
                        PyErr_GivenExceptionMatches(type, PyExc_ValueError) ||
                        PyErr_GivenExceptionMatches(type, PyExc_LookupError) ||
                        PyErr_GivenExceptionMatches(type, PyExc_OverflowError) ||
                        PyErr_GivenExceptionMatches(type, PyExc_BufferError));
    PyErr_Restore(type, value, traceback);
    return plain;
}

bool refuse_instead(const char *argument, const char *wanted, PyObject *object)
{
    if (!is_about_value()) {
        return false;
    }
    PyObject *const kind = PyErr_ExceptionMatches(PyExc_BufferError) ? PyExc_BufferError
                           : PyErr_ExceptionMatches(PyExc_TypeError) ? PyExc_TypeError
                                                                     : PyExc_ValueError;
    PyErr_Clear();
    PyErr_Format(kind, "%s: %s is wanted, not %.100R", argument, wanted, object);
    return false;
}

bool about(const char *argument, bool fine)
{
    PyObject *type, *value, *traceback;
    if (fine || !is_about_value()) {
        return fine;
    }
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyErr_Format(type, "%s: %S", argument, value);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return false;
}

bool about_clip(PyObject *clip, bool fine)
{
    const char *name = !fine && clip && PyUnicode_Check(clip) ? PyUnicode_AsUTF8AndSize(clip, NULL) : NULL;
    char noun[128];
    if (!name) {
        return fine;
    }
    PyOS_snprintf(noun, sizeof noun, "clip \"%s\"", name);
    return about(noun, fine);
}

/* ---- Numbers ---- */

bool get_double(PyObject *object, const char *name, double *out)
{
    *out = PyFloat_AsDouble(object);
    return *out != -1.0 || !PyErr_Occurred() || refuse_instead(name, "a number", object);
}

bool get_finite(PyObject *object, const char *name, double *out)
{
    return get_double(object, name, out) && (isfinite(*out) || refuse_value(name, "a finite number", object));
}

int take_double(PyObject *object, void *to)
{
    const argument *given = to;
    return get_double(object, given->name, given->out);
}

int take_float(PyObject *object, void *to)
{
    const argument *given = to;
    double number;
    const bool got = get_double(object, given->name, &number);
    *(float *)given->out = got ? (float)number : 0;
    return got;
}

int take_optional_double(PyObject *object, void *to)
{
    const argument *given = to;
    optional_double *out = given->out;
    out->set = object != Py_None;
    return !out->set || get_double(object, given->name, &out->number);
}

/* A whole number, which neither a bool nor a fraction is; -1 and an exception when it is none. */
static long long whole_number(PyObject *object, const char *name, const char *wanted)
{
    PyObject *number = PyBool_Check(object) ? NULL : PyNumber_Index(object);
    if (!number) {
        if (!PyErr_Occurred()) {
            refuse(name, wanted, object);
        }
        refuse_instead(name, wanted, object);
        return -1;
    }
    const long long whole = PyLong_AsLongLong(number);
    Py_DECREF(number);
    if (whole == -1 && PyErr_Occurred()) {
        refuse_instead(name, wanted, object);
    }
    return whole;
}

bool get_count(PyObject *object, const char *name, uint32_t *out)
{
    static const char *const wanted = "a whole number from 0 to 4294967295";
    const long long count = whole_number(object, name, wanted);
    if (PyErr_Occurred()) {
        return false;
    }
    *out = (uint32_t)count;
    return (count >= 0 && count <= UINT32_MAX) || refuse_value(name, wanted, object);
}

int take_count(PyObject *object, void *to)
{
    const argument *given = to;
    return get_count(object, given->name, given->out);
}

int take_priority(PyObject *object, void *to)
{
    static const char *const wanted = "a whole number from -2147483648 to 2147483647";
    const argument *given = to;
    const long long priority = whole_number(object, given->name, wanted);
    if (PyErr_Occurred()) {
        return false;
    }
    *(int32_t *)given->out = (int32_t)priority;
    return (priority >= INT32_MIN && priority <= INT32_MAX) || refuse_value(given->name, wanted, object);
}

int take_bytes(PyObject *object, void *to)
{
    static const char *const wanted = "a number of bytes, whole and not negative,";
    const argument *given = to;
    const long long bytes = whole_number(object, given->name, wanted);
    if (PyErr_Occurred()) {
        return false;
    }
    *(size_t *)given->out = (size_t)bytes;
    return (bytes >= 0 && bytes <= PTRDIFF_MAX) || refuse_value(given->name, wanted, object);
}

bool get_handle(PyObject *object, const char *origin, uint32_t *out)
{
    char wanted[96];
    PyOS_snprintf(wanted, sizeof wanted, "what %s returned", origin);
    const long long handle = whole_number(object, "handle", wanted);
    if (PyErr_Occurred()) {
        return false;
    }
    *out = (uint32_t)handle;
    return (handle >= 0 && handle < PAV_NONE) || refuse_value("handle", wanted, object);
}

/* ---- Texts, and what is of a type ---- */

int take_text(PyObject *object, void *to)
{
    const argument *given = to;
    return about(given->name, get_text(object, given->out));
}

int take_optional_text(PyObject *object, void *to)
{
    const argument *given = to;
    return about(given->name, get_optional_text(object, given->out));
}

int take_object(PyObject *object, void *to)
{
    const typed_argument *given = to;
    *given->out = object;
    return Py_IS_TYPE(object, given->type) || refuse(given->name, given->wanted, object);
}

PyObject *get_list(PyObject *object, const char *name, const char *wanted)
{
    if (PyUnicode_Check(object) || PyBytes_Check(object)) { /* A sequence of its own letters: not meant. */
        refuse(name, wanted, object);
        return NULL;
    }
    PyObject *list = PySequence_List(object);
    if (!list) {
        refuse_instead(name, wanted, object);
    }
    return list;
}

/* ---- Members of enums ---- */

bool get_member(module_state *state, PyObject *object, const char *name, const char *type, uint32_t *out)
{
    PyObject *number = PyObject_CallMethod(state->members, "member_or_error", "ssO", name, type, object);
    const bool got = number && PyLong_Check(number);
    *out = got ? (uint32_t)PyLong_AsUnsignedLong(number) : 0;
    if (number && !got) {
        PyErr_SetObject((PyObject *)Py_TYPE(number), number);
    }
    Py_XDECREF(number);
    return got;
}
