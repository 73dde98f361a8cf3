/* SPDX-License-Identifier: MIT */
/* Numbers, names, enums and records, from and to Python. */
#include "module.h"

#include <string.h>

PyObject *new_enum(module_state *state, const char *name, uint32_t value)
{
    return PyObject_CallMethod(state->enums, name, "k", (unsigned long)value);
}

PyObject *new_record(module_state *state, const char *name, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    PyObject *values = Py_VaBuildValue(format, arguments);
    va_end(arguments);
    PyObject *type = values ? PyObject_GetAttrString(state->records, name) : NULL;
    PyObject *record = type ? PyObject_CallObject(type, values) : NULL;
    Py_XDECREF(type);
    Py_XDECREF(values);
    return record;
}

PyObject *new_floats(const float *floats, uint32_t count)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; tuple && i < count; i++) {
        PyObject *number = PyFloat_FromDouble((double)floats[i]);
        if (!number || PyTuple_SetItem(tuple, (Py_ssize_t)i, number)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

PyObject *new_index(uint32_t index)
{
    return index == PAV_NONE ? Py_NewRef(Py_None) : PyLong_FromUnsignedLong(index);
}

bool get_target(PyObject *object, pav_target *out)
{
    unsigned long value;
    unsigned long first;
    if (!PyTuple_Check(object)) {
        PyErr_Format(PyExc_TypeError, "a Target is wanted, not %R", object);
        return false;
    }
    if (!PyArg_ParseTuple(object, "kk;a Target is wanted", &value, &first)) {
        return false;
    }
    if (value > PAV_VALUE_WHOLE || first >= PAV_NONE) {
        PyErr_Format(PyExc_ValueError, "%R is no target", object);
        return false;
    }
    *out = (pav_target){.value = (pav_value)value, .first = (uint32_t)first};
    return true;
}

bool get_text(PyObject *object, const char **out)
{
    Py_ssize_t size;
    *out = NULL;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "a str is wanted, not %R", object);
        return false;
    }
    const char *text = PyUnicode_AsUTF8AndSize(object, &size);
    if (!text) {
        return false;
    }
    if (strlen(text) != (size_t)size) {
        PyErr_Format(PyExc_ValueError, "a zero character in the name %R", object);
        return false;
    }
    *out = text;
    return true;
}

bool get_optional_text(PyObject *object, const char **out)
{
    *out = NULL;
    return !object || object == Py_None || get_text(object, out);
}

bool get_index(PyObject *object, const char *noun, uint32_t count, uint32_t *out)
{
    const Py_ssize_t index = PyNumber_AsSsize_t(object, PyExc_IndexError);
    if (index == -1 && PyErr_Occurred()) {
        return false;
    }
    if (index < 0 || (size_t)index >= count) {
        PyErr_Format(PyExc_IndexError, "%s %zd, but there are %lu", noun, index, (unsigned long)count);
        return false;
    }
    *out = (uint32_t)index;
    return true;
}

int take_count(PyObject *object, void *out)
{
    const long long count = PyLong_AsLongLong(object);
    if (count == -1 && PyErr_Occurred() && !PyErr_ExceptionMatches(PyExc_OverflowError)) {
        return false;
    }
    if (PyErr_Occurred() || count < 0 || count > UINT32_MAX) {
        PyErr_Format(PyExc_ValueError, "a whole number from 0 to 4294967295 is wanted, not %R", object);
        return false;
    }
    *(uint32_t *)out = (uint32_t)count;
    return true;
}

static Py_ssize_t take_number(PyObject *item, float *out, Py_ssize_t have, Py_ssize_t wanted)
{
    const double number = PyFloat_AsDouble(item);
    if (number == -1.0 && PyErr_Occurred()) {
        return -1;
    }
    if (have == wanted) {
        PyErr_Format(PyExc_ValueError, "more than the %zd numbers wanted", wanted);
        return -1;
    }
    out[have] = (float)number;
    return have + 1;
}

/* Appends the numbers of a sequence; how many there are then, -1 after raising. */
static Py_ssize_t collect(PyObject *object, float *out, Py_ssize_t have, Py_ssize_t wanted)
{
    if (Py_EnterRecursiveCall(" while reading numbers")) { /* A str in it is a sequence of itself. */
        return -1;
    }
    PyObject *items = PySequence_List(object);
    const Py_ssize_t size = items ? PyList_Size(items) : -1;
    for (Py_ssize_t i = 0; i < size && have >= 0; i++) {
        PyObject *item = PyList_GetItem(items, i);
        if (PyUnicode_Check(item)) {
            PyErr_Format(PyExc_TypeError, "a number is wanted, not %R", item);
            have = -1;
        } else if (!PyNumber_Check(item) || PySequence_Check(item)) {
            have = collect(item, out, have, wanted);
        } else {
            have = take_number(item, out, have, wanted);
        }
    }
    Py_XDECREF(items);
    Py_LeaveRecursiveCall();
    return size < 0 ? -1 : have;
}

bool get_floats(PyObject *object, float *out, Py_ssize_t count)
{
    if (PyMemoryView_Check(
            object)) { /* Lists of several dimensions come out of a memoryview this way alone. */
        PyObject *list = PyObject_CallMethod(object, "tolist", NULL);
        const bool got = list && get_floats(list, out, count);
        Py_XDECREF(list);
        return got;
    }
    const Py_ssize_t got = collect(object, out, 0, count);
    if (got >= 0 && got != count) {
        PyErr_Format(PyExc_ValueError, "%zd numbers are wanted, not %zd", count, got);
    }
    return got == count;
}
