/* SPDX-License-Identifier: MIT */
/* The part of the builder that is about clips. */
#include <stddef.h>

#include "buffers.h"
#include "building.h"

/* ---- Clips and samples ---- */

PyObject *builder_add_clip(PyObject *self, PyObject *arguments)
{
    pav_build_clip clip = {.mode_set = true};
    unsigned mode;
    if (!PyArg_ParseTuple(arguments, "ssIIfffff", &clip.name, &clip.library, &mode, &clip.fps, &clip.fps_base,
                          &clip.frame_start, &clip.frame_end, &clip.error, &clip.error_bound)) {
        return NULL;
    }
    clip.mode = (pav_play_mode)mode;
    return answer(self, pav_builder_add_clip(builder_of(self), &clip));
}

PyObject *builder_add_samples(PyObject *self, PyObject *arguments)
{
    pav_build_samples given = {0};
    unsigned clip, interpolation;
    PyObject *samples;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IIIOI", &clip, &given.rate, &given.lane_count, &samples,
                          &interpolation)) {
        return NULL;
    }
    const uint32_t lanes = given.lane_count;
    given.interpolation = (pav_sample_interpolation)interpolation;
    given.samples =
        take_buffer(&held, samples, sizeof *given.samples * (lanes ? lanes : 1u), &given.sample_count);
    if (!PyErr_Occurred()) {
        given.sample_count = lanes ? given.sample_count : 0;
        added = answer(self, pav_builder_add_samples(builder_of(self), clip, &given));
    }
    release_buffers(&held);
    return added;
}

/* A cut or a knot. */
static PyObject *add_moment(PyObject *self, PyObject *arguments,
                            uint32_t (*add)(pav_builder *, uint32_t, float, const float *, uint32_t))
{
    unsigned clip;
    float frame;
    PyObject *values;
    PyObject *added = NULL;
    buffers held = {0};
    uint32_t count;
    if (!PyArg_ParseTuple(arguments, "IfO", &clip, &frame, &values)) {
        return NULL;
    }
    const float *taken = take_buffer(&held, values, sizeof *taken, &count);
    if (!PyErr_Occurred()) {
        added = answer(self, add(builder_of(self), clip, frame, taken, count));
    }
    release_buffers(&held);
    return added;
}

PyObject *builder_add_cut(PyObject *self, PyObject *arguments)
{
    return add_moment(self, arguments, pav_builder_add_cut);
}

PyObject *builder_add_knot(PyObject *self, PyObject *arguments)
{
    return add_moment(self, arguments, pav_builder_add_knot);
}

PyObject *builder_add_event(PyObject *self, PyObject *arguments)
{
    unsigned clip;
    const char *name;
    float frame;
    if (!PyArg_ParseTuple(arguments, "Isf", &clip, &name, &frame)) {
        return NULL;
    }
    return answer(self, pav_builder_add_event(builder_of(self), clip, name, frame));
}

/* ---- Curves ---- */

/* As pavane._packing packs them. */
_Static_assert(sizeof(pav_build_key) == 52 && offsetof(pav_build_key, interpolation) == 8 &&
                   offsetof(pav_build_key, handles_set) == 12 && offsetof(pav_build_key, left) == 16 &&
                   offsetof(pav_build_key, right) == 24 && offsetof(pav_build_key, easing) == 32 &&
                   offsetof(pav_build_key, shape_set) == 36 && offsetof(pav_build_key, back) == 40,
               "key");
_Static_assert(sizeof(pav_record_modifier) == 120 && offsetof(pav_record_modifier, min_frame) == 44 &&
                   offsetof(pav_record_modifier, function) == 80 &&
                   offsetof(pav_record_modifier, control_points_count) == 116,
               "modifier");
_Static_assert(sizeof(pav_record_control_point) == 12, "control point");

/* The modifiers of a component, whose spans count in what is given beside them. */
typedef struct packed_modifiers {
    const pav_record_modifier *records;
    uint32_t count;
    const float *coefficients;
    uint32_t coefficient_count;
    const pav_record_control_point *points;
    uint32_t point_count;
} packed_modifiers;

static bool is_inside(uint32_t first, uint32_t count, uint32_t limit)
{
    return first <= limit && count <= limit - first;
}

/* To be freed. */
static pav_build_modifier *make_modifiers(const packed_modifiers *packed)
{
    pav_build_modifier *made = PyMem_New(pav_build_modifier, packed->count ? packed->count : 1u);
    for (uint32_t i = 0; made && i < packed->count; i++) {
        const pav_record_modifier *record = &packed->records[i];
        if (!is_inside(record->coefficients_first, record->coefficients_count, packed->coefficient_count) ||
            !is_inside(record->control_points_first, record->control_points_count, packed->point_count)) {
            PyErr_SetString(PyExc_ValueError, "a modifier's coefficients or points are not there");
            PyMem_Free(made);
            return NULL;
        }
        made[i] = (pav_build_modifier){
            .record = *record,
            .coefficients = packed->coefficients ? packed->coefficients + record->coefficients_first : NULL,
            .coefficient_count = record->coefficients_count,
            .control_points = packed->points ? packed->points + record->control_points_first : NULL,
            .control_point_count = record->control_points_count,
        };
    }
    if (!made) {
        PyErr_NoMemory();
    }
    return made;
}

static bool take_component(PyObject *tuple, pav_build_component *out, buffers *held)
{
    unsigned kind, extrapolation, rounding;
    PyObject *keys, *modifiers, *coefficients, *points;
    packed_modifiers packed;
    if (!PyArg_ParseTuple(tuple, "IIfOIIIOOOI", &out->component, &kind, &out->value, &keys, &extrapolation,
                          &out->group, &out->lane, &modifiers, &coefficients, &points, &rounding)) {
        return false;
    }
    out->kind = (pav_component_kind)kind;
    out->extrapolation = (pav_extrapolation)extrapolation;
    out->rounding = (pav_rounding)rounding;
    out->keys = take_buffer(held, keys, sizeof *out->keys, &out->key_count);
    packed.records = take_buffer(held, modifiers, sizeof *packed.records, &packed.count);
    packed.coefficients = take_buffer(held, coefficients, sizeof(float), &packed.coefficient_count);
    packed.points = take_buffer(held, points, sizeof *packed.points, &packed.point_count);
    if (PyErr_Occurred()) {
        return false;
    }
    out->modifier_count = packed.count;
    out->modifiers = make_modifiers(&packed);
    return out->modifiers != NULL;
}

/* ---- Channels ---- */

PyObject *builder_add_channel(PyObject *self, PyObject *arguments)
{
    pav_build_channel channel = {0};
    pav_build_component components[16] = {{0}};
    unsigned clip, kind, conversion;
    PyObject *list;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IIssssIO!", &clip, &kind, &channel.library, &channel.owner,
                          &channel.part, &channel.element, &conversion, &PyTuple_Type, &list)) {
        return NULL;
    }
    const Py_ssize_t count = PyTuple_Size(list);
    if (count > 16) {
        PyErr_SetString(PyExc_ValueError, "a channel has 16 components at most");
        return NULL;
    }
    bool fine = true;
    for (Py_ssize_t i = 0; fine && i < count; i++) {
        fine = take_component(PyTuple_GetItem(list, i), &components[i], &held);
    }
    if (fine) {
        channel.kind = (pav_target_kind)kind;
        channel.conversion = (pav_conversion)conversion;
        channel.components = components;
        channel.component_count = (uint32_t)count;
        added = answer(self, pav_builder_add_channel(builder_of(self), clip, &channel));
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyMem_Free((void *)(uintptr_t)components[i].modifiers); /* Ours: made by take_component. */
    }
    release_buffers(&held);
    return added;
}
