/* SPDX-License-Identifier: MIT */
/* The exporter behind every memoryview: keeps what the memory belongs to. */
#include "module.h"

#include <string.h>

typedef struct array_object {
    PyObject_HEAD pav_document *document; /* Held, or NULL. */
    scene_object *scene;                  /* Or NULL.  Never cleared: the buffer is its memory. */
    const void *data;
    array_shape shape;
    Py_ssize_t strides[3];
    Py_ssize_t item_size;
    bool writable;
} array_object;

static void array_dealloc(PyObject *self)
{
    array_object *array = (array_object *)self;
    PyObject_GC_UnTrack(self);
    pav_document_destroy(array->document);
    if (array->scene) {
        array->scene->views--;
        Py_DECREF(array->scene);
    }
    free_object(self);
}

static int array_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((array_object *)self)->scene);
    return 0;
}

/* ---- The buffer ---- */

static Py_ssize_t byte_count(const array_object *array)
{
    Py_ssize_t bytes = array->item_size;
    for (int i = 0; i < array->shape.dimensions; i++) {
        bytes *= array->shape.shape[i];
    }
    return bytes;
}

static bool is_contiguous(const array_object *array)
{
    return !array->shape.stride;
}

static int array_get_buffer(PyObject *self, Py_buffer *view, int flags)
{
    array_object *array = (array_object *)self;
    const bool wants_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    view->obj = NULL;
    if ((flags & PyBUF_WRITABLE) && !array->writable) {
        PyErr_SetString(PyExc_BufferError, "this memory is read only");
        return -1;
    }
    if (!is_contiguous(array) && !wants_strides) {
        PyErr_SetString(PyExc_BufferError, "this memory has gaps");
        return -1;
    }
    *view = (Py_buffer){
        .buf = (void *)(uintptr_t)array->data,
        .obj = Py_NewRef(self),
        .len = byte_count(array),
        .itemsize = array->item_size,
        .readonly = !array->writable,
        .ndim = array->shape.dimensions,
        .format = (flags & PyBUF_FORMAT) ? (char *)(uintptr_t)array->shape.format : NULL,
        .shape = (flags & PyBUF_ND) ? array->shape.shape : NULL,
        .strides = wants_strides ? array->strides : NULL,
    };
    return 0;
}

/* ---- Making one ---- */

static void find_strides(array_object *array)
{
    Py_ssize_t stride = array->item_size;
    for (int i = array->shape.dimensions; i-- > 0;) {
        array->strides[i] = stride;
        stride *= array->shape.shape[i];
    }
    if (array->shape.stride) {
        array->strides[0] = array->shape.stride;
    }
}

static PyObject *new_view(module_state *state, pav_document *document, scene_object *scene, const void *data,
                          array_shape shape, bool writable)
{
    array_object *array = (array_object *)PyType_GenericAlloc(state->array, 0);
    if (!array) {
        return NULL;
    }
    array->document = document ? pav_document_retain(document) : NULL;
    array->scene = (scene_object *)Py_XNewRef((PyObject *)scene);
    if (scene) {
        scene->views++;
    }
    array->data = data ? data : (const void *)""; /* Of nothing: a place all the same. */
    array->shape = shape;
    array->item_size = *shape.format == 'B' ? 1 : 4;
    array->writable = writable;
    find_strides(array);
    PyObject *view = PyMemoryView_FromObject((PyObject *)array);
    Py_DECREF(array);
    return view;
}

PyObject *view_of_document(module_state *state, pav_document *document, const void *data, array_shape shape)
{
    return new_view(state, document, NULL, data, shape, false);
}

PyObject *view_of_scene(module_state *state, scene_object *scene, const void *data, array_shape shape,
                        bool writable)
{
    return new_view(state, NULL, scene, data, shape, writable);
}

static PyType_Slot array_slots[] = {
    {Py_tp_dealloc, array_dealloc},
    {Py_tp_traverse, array_traverse},
    {Py_bf_getbuffer, array_get_buffer},
    {0, NULL},
};

PyType_Spec array_spec = {
    .name = "pavane._pavane.Array",
    .basicsize = sizeof(array_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION |
             Py_TPFLAGS_IMMUTABLETYPE,
    .slots = array_slots,
};
