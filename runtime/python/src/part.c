/* SPDX-License-Identifier: MIT */
/* What clips, channels and meshes have in common: they are places in a document, which they hold. */
#include "module.h"

PyObject *new_part(PyTypeObject *type, pav_document *document, uint32_t index, uint32_t channel)
{
    part_object *part = (part_object *)PyType_GenericAlloc(type, 0);
    if (part) {
        part->document = pav_document_retain(document);
        part->index = index;
        part->channel = channel;
    }
    return (PyObject *)part;
}

void part_dealloc(PyObject *self)
{
    pav_document_destroy(((part_object *)self)->document);
    free_object(self);
}

PyObject *part_compare(PyObject *self, PyObject *other, int operation)
{
    if (!Py_IS_TYPE(other, Py_TYPE(self)) || (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    const part_object *a = (part_object *)self;
    const part_object *b = (part_object *)other;
    const bool same = a->document == b->document && a->index == b->index && a->channel == b->channel;
    return PyBool_FromLong(same == (operation == Py_EQ));
}

Py_hash_t part_hash(PyObject *self)
{
    const part_object *part = (part_object *)self;
    const uintptr_t hash =
        ((uintptr_t)part->document >> 4) ^ (part->index * 1000003u) ^ (part->channel * 65599u);
    return hash == (uintptr_t)-1 ? -2 : (Py_hash_t)hash;
}
