/* SPDX-License-Identifier: MIT */
/* pavane.Channel */
#include "module.h"

static const pav_chunk_clip *clip_of(PyObject *self)
{
    const part_object *part = (part_object *)self;
    return pav_document_clip(part->document, part->index);
}

static const pav_record_channel *channel_of(PyObject *self)
{
    return &clip_of(self)->channels[((part_object *)self)->channel];
}

static const pav_record_target *target_of(PyObject *self)
{
    return &clip_of(self)->targets[channel_of(self)->target];
}

static PyObject *get_clip_of(PyObject *self, void *closure)
{
    (void)closure;
    const part_object *part = (part_object *)self;
    return new_part(state_of(self)->clip, part->document, part->index, PAV_NONE);
}

static PyObject *get_index_of(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(((part_object *)self)->channel);
}

static PyObject *get_kind(PyObject *self, void *closure)
{
    (void)closure;
    return new_enum(state_of(self), "TargetKind", target_of(self)->kind);
}

static PyObject *get_library(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + target_of(self)->library);
}

static PyObject *get_owner(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + target_of(self)->owner);
}

static PyObject *get_part(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + target_of(self)->part);
}

static PyObject *get_element(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + target_of(self)->element);
}

static PyObject *get_conversion(PyObject *self, void *closure)
{
    (void)closure;
    return new_enum(state_of(self), "Conversion", channel_of(self)->conversion);
}

/* ---- Components ---- */

static PyObject *new_array(PyObject *self, const void *data, const char *format, uint32_t count,
                           uint32_t width)
{
    const array_shape shape = {
        .format = format, .dimensions = width ? 2 : 1, .shape = {(Py_ssize_t)count, (Py_ssize_t)width}};
    return view_of_document(state_of(self), ((part_object *)self)->document, data, shape);
}

static PyObject *new_easing(PyObject *self, uint32_t curve, uint32_t i)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_easing *easing = &clip->easings[i];
    return new_record(state_of(self), "KeyEasing", "(kNfff)",
                      (unsigned long)(easing->key - clip->curves[curve].keys_first),
                      new_enum(state_of(self), "Easing", easing->easing), (double)easing->back,
                      (double)easing->amplitude, (double)easing->period);
}

static PyObject *new_modifier(PyObject *self, uint32_t curve, uint32_t i)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_modifier *m = &clip->modifiers[i];
    module_state *state = state_of(self);
    (void)curve;
    return new_record(
        state, "Modifier", "(NNfffffNNkkffffffNNNfffffffN)", new_enum(state, "ModifierKind", m->kind),
        new_enum(state, "ModifierFlag", m->flags), (double)m->frame_start, (double)m->frame_end,
        (double)m->blend_in, (double)m->blend_out, (double)m->influence,
        new_enum(state, "CycleMode", m->mode_before), new_enum(state, "CycleMode", m->mode_after),
        (unsigned long)m->cycles_before, (unsigned long)m->cycles_after, (double)m->min_frame,
        (double)m->max_frame, (double)m->min_value, (double)m->max_value, (double)m->step, (double)m->offset,
        new_enum(state, "GeneratorMode", m->generator_mode),
        new_array(self, clip->coefficients + m->coefficients_first, "f", m->coefficients_count, 0),
        new_enum(state, "ModifierFunction", m->function), (double)m->amplitude, (double)m->phase_multiplier,
        (double)m->phase_offset, (double)m->value_offset, (double)m->reference_value, (double)m->default_min,
        (double)m->default_max,
        new_array(self, clip->control_points + m->control_points_first, "f", m->control_points_count, 3));
}

/* A tuple of records of a curve. */
static PyObject *new_parts(PyObject *self, uint32_t curve, uint32_t first, uint32_t count,
                           PyObject *(*make)(PyObject *, uint32_t, uint32_t))
{
    PyObject *parts = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; parts && i < count; i++) {
        PyObject *part = make(self, curve, first + i);
        if (!part || PyTuple_SetItem(parts, (Py_ssize_t)i, part)) {
            Py_CLEAR(parts);
        }
    }
    return parts;
}

static PyObject *new_curve(PyObject *self, uint32_t index)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_curve *curve = &clip->curves[index];
    const size_t first = curve->keys_first;
    const uint32_t count = curve->keys_count;
    return new_record(state_of(self), "Curve", "(NNNNNNNNN)",
                      new_enum(state_of(self), "Extrapolation", curve->extrapolation),
                      new_array(self, clip->key_times + first, "f", count, 0),
                      new_array(self, clip->key_values + first, "f", count, 0),
                      new_array(self, clip->key_lefts + 2 * first, "f", count, 2),
                      new_array(self, clip->key_rights + 2 * first, "f", count, 2),
                      new_array(self, clip->key_interpolations + first, "B", count, 0),
                      new_parts(self, index, curve->easings_first, curve->easings_count, new_easing),
                      new_parts(self, index, curve->modifiers_first, curve->modifiers_count, new_modifier),
                      new_enum(state_of(self), "Rounding", curve->rounding));
}

static PyObject *new_samples(PyObject *self, const pav_record_component *component)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_sample_group *group = &clip->sample_groups[component->group];
    const array_shape shape = {
        .format = "f",
        .dimensions = 1,
        .shape = {(Py_ssize_t)group->sample_count},
        .stride = 4 * (Py_ssize_t)group->lane_count,
    };
    return view_of_document(state_of(self), ((part_object *)self)->document,
                            clip->samples + group->samples_first + component->lane, shape);
}

/* The cuts of the component's lane. */
static PyObject *new_cuts(PyObject *self, const pav_record_component *component)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_sample_group *group = &clip->sample_groups[component->group];
    PyObject *cuts = PyTuple_New((Py_ssize_t)group->cuts_count);
    for (uint32_t i = 0; cuts && i < group->cuts_count; i++) {
        const pav_record_cut *cut = &clip->cuts[group->cuts_first + i];
        const float *values = clip->cut_values + cut->values_first + component->lane;
        PyObject *made =
            Py_BuildValue("(ddd)", (double)cut->frame, (double)values[0], (double)values[group->lane_count]);
        if (!made || PyTuple_SetItem(cuts, (Py_ssize_t)i, made)) {
            Py_CLEAR(cuts);
        }
    }
    return cuts;
}

/* The knots of the component's lane. */
static PyObject *new_knots(PyObject *self, const pav_record_component *component)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_sample_group *group = &clip->sample_groups[component->group];
    PyObject *knots = PyTuple_New((Py_ssize_t)group->knots_count);
    for (uint32_t i = 0; knots && i < group->knots_count; i++) {
        const pav_record_knot *knot = &clip->knots[group->knots_first + i];
        const float value = clip->knot_values[knot->values_first + component->lane];
        PyObject *made = Py_BuildValue("(dd)", (double)knot->frame, (double)value);
        if (!made || PyTuple_SetItem(knots, (Py_ssize_t)i, made)) {
            Py_CLEAR(knots);
        }
    }
    return knots;
}

static PyObject *new_component(PyObject *self, const pav_record_component *component)
{
    const bool curve = component->kind == PAV_COMPONENT_KIND_CURVE;
    const bool sampled = component->kind == PAV_COMPONENT_KIND_SAMPLED;
    const pav_record_sample_group *group = sampled ? &clip_of(self)->sample_groups[component->group] : NULL;
    return new_record(state_of(self), "Component", "(kNfNNNNNN)", (unsigned long)component->component,
                      new_enum(state_of(self), "ComponentKind", component->kind), (double)component->value,
                      curve ? new_curve(self, component->curve) : Py_NewRef(Py_None),
                      sampled ? new_samples(self, component) : Py_NewRef(Py_None),
                      new_index(group ? group->rate : PAV_NONE),
                      sampled ? new_cuts(self, component) : PyTuple_New(0),
                      new_enum(state_of(self), "SampleInterpolation",
                               group ? group->interpolation : PAV_SAMPLE_INTERPOLATION_LINEAR),
                      sampled ? new_knots(self, component) : PyTuple_New(0));
}

static PyObject *get_components(PyObject *self, void *closure)
{
    (void)closure;
    const pav_record_channel *channel = channel_of(self);
    PyObject *components = PyTuple_New((Py_ssize_t)channel->components_count);
    for (uint32_t i = 0; components && i < channel->components_count; i++) {
        PyObject *component = new_component(self, &clip_of(self)->components[channel->components_first + i]);
        if (!component || PyTuple_SetItem(components, (Py_ssize_t)i, component)) {
            Py_CLEAR(components);
        }
    }
    return components;
}

static PyObject *channel_evaluate(PyObject *self, PyObject *seconds)
{
    const part_object *part = (part_object *)self;
    double time;
    float numbers[16];
    uint32_t count;
    if (!get_finite(seconds, "seconds", &time)) {
        return NULL;
    }
    pav_channel_evaluate(part->document, part->index, part->channel, time, numbers, &count);
    return new_floats(numbers, count);
}

static PyObject *channel_repr(PyObject *self)
{
    const pav_chunk_clip *clip = clip_of(self);
    const pav_record_target *target = target_of(self);
    const char *part = clip->text + target->part;
    return PyUnicode_FromFormat("<pavane.Channel %s%s%s %s of clip '%s'>", clip->text + target->owner,
                                *part ? " / " : "", part, clip->text + target->element,
                                clip->text + clip->clip->name);
}

static PyMethodDef channel_methods[] = {
    {"evaluate", channel_evaluate, METH_O,
     "evaluate($self, seconds, /)\n--\n\n"
     "Its value at a time of the clip, after its conversion; numbers that it does not hold are NaN."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef channel_properties[] = {
    {"clip", get_clip_of, NULL, NULL, NULL},
    {"index", get_index_of, NULL, "Its place in the clip.", NULL},
    {"kind", get_kind, NULL, "What it drives.", NULL},
    {"library", get_library, NULL, NULL, NULL},
    {"owner", get_owner, NULL, "The object, the armature object or the mesh.", NULL},
    {"part", get_part, NULL, "The bone or the shape key; else empty.", NULL},
    {"element", get_element, NULL, "The element of the node's stack.", NULL},
    {"conversion", get_conversion, NULL, NULL, NULL},
    {"components", get_components, NULL, "Where its numbers come from.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot channel_slots[] = {
    {Py_tp_doc, "One target's motion in a clip."},
    {Py_tp_dealloc, part_dealloc},
    {Py_tp_repr, channel_repr},
    {Py_tp_richcompare, part_compare},
    {Py_tp_hash, part_hash},
    {Py_tp_methods, channel_methods},
    {Py_tp_getset, channel_properties},
    {0, NULL},
};

PyType_Spec channel_spec = {
    .name = "pavane.Channel",
    .basicsize = sizeof(part_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = channel_slots,
};
