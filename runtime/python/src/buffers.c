/* SPDX-License-Identifier: MIT */
#include "buffers.h"

const void *take_buffer(buffers *held, PyObject *object, size_t item_size, uint32_t *count)
{
    *count = 0;
    if (object == Py_None || PyErr_Occurred()) {
        return NULL;
    }
    if (held->count == BUFFER_LIMIT) {
        PyErr_SetString(PyExc_ValueError, "too many arrays");
        return NULL;
    }
    Py_buffer *view = &held->views[held->count];
    if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE)) {
        return NULL;
    }
    held->count++;
    const size_t items = (size_t)view->len / item_size;
    if (items * item_size != (size_t)view->len || items >= PAV_NONE) {
        PyErr_Format(PyExc_ValueError, "%zd bytes are no array of items of %zu bytes", view->len, item_size);
        return NULL;
    }
    *count = (uint32_t)items;
    return view->buf ? view->buf : "";
}

void release_buffers(buffers *held)
{
    while (held->count) {
        PyBuffer_Release(&held->views[--held->count]);
    }
}

bool check_count(const char *what, uint32_t count, uint32_t wanted)
{
    if (count != wanted) {
        PyErr_Format(PyExc_ValueError, "%lu %s, but %lu are wanted", (unsigned long)count, what,
                     (unsigned long)wanted);
    }
    return count == wanted;
}
