/* SPDX-License-Identifier: MIT */
/* Numbers, names, enums and records, from and to Python. */
#include "module.h"

#include <math.h>
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
        return refuse("target", "a Target", object);
    }
    if (!PyArg_ParseTuple(object, "kk;a Target is wanted", &value, &first)) {
        return refuse_instead("target", "a Target", object);
    }
    if (value > PAV_VALUE_WHOLE || first >= PAV_NONE) {
        return refuse_value("target", "a Target", object);
    }
    *out = (pav_target){.value = (pav_value)value, .first = (uint32_t)first};
    return true;
}

bool get_text(PyObject *object, const char **out)
{
    Py_ssize_t size;
    *out = NULL;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "a str is wanted, not %.100R", object);
        return false;
    }
    const char *text = PyUnicode_AsUTF8AndSize(object, &size);
    if (!text) {
        if (PyErr_ExceptionMatches(PyExc_UnicodeError)) {
            PyErr_Format(PyExc_ValueError, "a surrogate alone in the name %R", object);
        }
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
    if (PyBool_Check(object) || !PyIndex_Check(object)) {
        return refuse(noun, "an index", object);
    }
    PyObject *number = PyNumber_Index(object);
    if (!number) {
        return false; /* What its own __index__ raises. */
    }
    const Py_ssize_t index = PyLong_AsSsize_t(number); /* -1 where it is too large. */
    const bool fine = index >= 0 && (size_t)index < count;
    if (!fine) {
        PyErr_Format(PyExc_IndexError, "%s %S, but there are %lu", noun, number, (unsigned long)count);
    }
    Py_DECREF(number);
    *out = fine ? (uint32_t)index : PAV_NONE;
    return fine;
}

/* Numbers on their way from an argument of that name. */
typedef struct number_list {
    const char *name;
    float *numbers;
    Py_ssize_t have;
    Py_ssize_t wanted;
} number_list;

static bool take_number(PyObject *item, number_list *out)
{
    double number;
    if (!get_double(item, out->name, &number)) {
        return false;
    }
    if (!isfinite((float)number)) {
        return refuse_value(out->name, "a finite number", item);
    }
    if (out->have == out->wanted) {
        PyErr_Format(PyExc_ValueError, "%s: more than the %zd numbers wanted", out->name, out->wanted);
        return false;
    }
    out->numbers[out->have++] = (float)number;
    return true;
}

static bool holds_more(PyObject *item)
{
    return !PyFloat_Check(item) && !PyLong_Check(item) && !PyUnicode_Check(item) &&
           PyObject_HasAttrString(item, "__iter__");
}

/* Appends the numbers of a sequence, and of sequences in it. */
static bool collect(PyObject *object, number_list *out)
{
    PyObject *items = get_list(object, out->name, "a sequence of numbers");
    if (!items || Py_EnterRecursiveCall(" while reading numbers")) {
        Py_XDECREF(items);
        return false;
    }
    bool fine = true;
    for (Py_ssize_t i = 0; i < PyList_Size(items) && fine; i++) {
        PyObject *item = PyList_GetItem(items, i);
        fine = holds_more(item) ? collect(item, out) : take_number(item, out);
    }
    Py_DECREF(items);
    Py_LeaveRecursiveCall();
    return fine;
}

bool get_floats(PyObject *object, const char *name, float *out, Py_ssize_t count)
{
    if (PyMemoryView_Check(object)) { /* Of several dimensions it is read in no other way. */
        PyObject *list = PyObject_CallMethod(object, "tolist", NULL);
        const bool got = list && get_floats(list, name, out, count);
        Py_XDECREF(list);
        return got;
    }
    number_list list = {.name = name, .numbers = out, .wanted = count};
    if (!collect(object, &list)) {
        return false;
    }
    if (list.have != count) {
        PyErr_Format(PyExc_ValueError, "%s: %zd numbers are wanted, not %zd", name, count, list.have);
    }
    return list.have == count;
}
