/* SPDX-License-Identifier: MIT */
/* The builder object from within. */
#ifndef PAVANE_PYTHON_BUILDING_H
#define PAVANE_PYTHON_BUILDING_H

#include "module.h"

typedef struct builder_object {
    PyObject_HEAD pav_builder *builder;
} builder_object;

static inline pav_builder *builder_of(PyObject *self)
{
    return ((builder_object *)self)->builder;
}

/* The Python int of what was added (None for PAV_NONE), or the builder's failure raised. */
PyObject *answer(PyObject *self, uint32_t index);

PyObject *builder_add_camera(PyObject *self, PyObject *arguments);
PyObject *builder_add_light(PyObject *self, PyObject *arguments);
PyObject *builder_add_property(PyObject *self, PyObject *arguments);
PyObject *builder_add_clip(PyObject *self, PyObject *arguments);
PyObject *builder_add_samples(PyObject *self, PyObject *arguments);
PyObject *builder_add_cut(PyObject *self, PyObject *arguments);
PyObject *builder_add_knot(PyObject *self, PyObject *arguments);
PyObject *builder_add_event(PyObject *self, PyObject *arguments);
PyObject *builder_add_channel(PyObject *self, PyObject *arguments);
PyObject *builder_add_mesh(PyObject *self, PyObject *arguments);
PyObject *builder_set_smoothing(PyObject *self, PyObject *arguments);
PyObject *builder_add_uv_layer(PyObject *self, PyObject *arguments);
PyObject *builder_add_color_layer(PyObject *self, PyObject *arguments);
PyObject *builder_set_weights(PyObject *self, PyObject *arguments);
PyObject *builder_add_morph(PyObject *self, PyObject *arguments);
PyObject *builder_set_sequence(PyObject *self, PyObject *arguments);

#endif
