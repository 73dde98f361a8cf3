/* SPDX-License-Identifier: MIT */
/* pavane.Clip */
#include "module.h"

static const pav_chunk_clip *clip_of(PyObject *self)
{
    const part_object *part = (part_object *)self;
    return pav_document_clip(part->document, part->index);
}

static PyObject *get_index_of(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(((part_object *)self)->index);
}

static PyObject *get_name(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + clip_of(self)->clip->name);
}

static PyObject *get_library(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(clip_of(self)->text + clip_of(self)->clip->library);
}

static PyObject *get_play_mode(PyObject *self, void *closure)
{
    (void)closure;
    return new_enum(state_of(self), "PlayMode", clip_of(self)->clip->play_mode);
}

static PyObject *get_fps(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(clip_of(self)->clip->fps);
}

static PyObject *get_fps_base(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)clip_of(self)->clip->fps_base);
}

static PyObject *get_error(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)clip_of(self)->clip->error);
}

static PyObject *get_error_bound(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)clip_of(self)->clip->error_bound);
}

static PyObject *get_frame_start(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)clip_of(self)->clip->frame_start);
}

static PyObject *get_frame_end(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)clip_of(self)->clip->frame_end);
}

static PyObject *get_duration(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble(pav_clip_duration(clip_of(self)));
}

static PyObject *get_bytes(PyObject *self, void *closure)
{
    (void)closure;
    const part_object *part = (part_object *)self;
    return PyLong_FromUnsignedLong(pav_document_clip_bytes(part->document, part->index));
}

static PyObject *get_channels(PyObject *self, void *closure)
{
    (void)closure;
    const part_object *part = (part_object *)self;
    const uint32_t count = clip_of(self)->channel_count;
    PyObject *channels = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; channels && i < count; i++) {
        PyObject *channel = new_part(state_of(self)->channel, part->document, part->index, i);
        if (!channel || PyTuple_SetItem(channels, (Py_ssize_t)i, channel)) {
            Py_CLEAR(channels);
        }
    }
    return channels;
}

static PyObject *new_event(PyObject *self, const pav_record_event *event)
{
    return new_record(state_of(self), "Event", "(dds)", (double)event->frame,
                      pav_clip_seconds(clip_of(self), (double)event->frame),
                      clip_of(self)->text + event->name);
}

static PyObject *get_events(PyObject *self, void *closure)
{
    (void)closure;
    const pav_chunk_clip *clip = clip_of(self);
    PyObject *events = PyTuple_New((Py_ssize_t)clip->event_count);
    for (uint32_t i = 0; events && i < clip->event_count; i++) {
        PyObject *event = new_event(self, &clip->events[i]);
        if (!event || PyTuple_SetItem(events, (Py_ssize_t)i, event)) {
            Py_CLEAR(events);
        }
    }
    return events;
}

static PyObject *clip_frame(PyObject *self, PyObject *seconds)
{
    double time;
    return get_finite(seconds, "seconds", &time) ? PyFloat_FromDouble(pav_clip_frame(clip_of(self), time))
                                                 : NULL;
}

static PyObject *clip_seconds(PyObject *self, PyObject *frame)
{
    double number;
    return get_finite(frame, "frame", &number) ? PyFloat_FromDouble(pav_clip_seconds(clip_of(self), number))
                                               : NULL;
}

static PyObject *clip_repr(PyObject *self)
{
    PyObject *name = get_name(self, NULL);
    PyObject *duration = name ? get_duration(self, NULL) : NULL;
    PyObject *text = duration ? PyUnicode_FromFormat("<pavane.Clip %R, %lu channels, %R seconds>", name,
                                                     (unsigned long)clip_of(self)->channel_count, duration)
                              : NULL;
    Py_XDECREF(duration);
    Py_XDECREF(name);
    return text;
}

static PyMethodDef clip_methods[] = {
    {"frame", clip_frame, METH_O, "frame($self, seconds, /)\n--\n\nThe frame at a time."},
    {"seconds", clip_seconds, METH_O, "seconds($self, frame, /)\n--\n\nThe time of a frame."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef clip_properties[] = {
    {"index", get_index_of, NULL, "Its place among the loaded clips.", NULL},
    {"name", get_name, NULL, NULL, NULL},
    {"library", get_library, NULL, NULL, NULL},
    {"play_mode", get_play_mode, NULL, "How the artist means it to be played.", NULL},
    {"fps", get_fps, NULL, "Frames per fps_base seconds.", NULL},
    {"fps_base", get_fps_base, NULL, NULL, NULL},
    {"frame_start", get_frame_start, NULL, "The frame that is its time 0.", NULL},
    {"frame_end", get_frame_end, NULL, NULL, NULL},
    {"duration", get_duration, NULL, "Seconds.", NULL},
    {"error", get_error, NULL, "The largest error measured of its samples; 0 if nothing is sampled.", NULL},
    {"error_bound", get_error_bound, NULL, "The error that its samples were to stay below.", NULL},
    {"bytes", get_bytes, NULL, "Bytes that it takes in the file; 0 for one that was built.", NULL},
    {"channels", get_channels, NULL, NULL, NULL},
    {"events", get_events, NULL, "What happens at its moments, in the order of their frames.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot clip_slots[] = {
    {Py_tp_doc, "A clip of a document."},
    {Py_tp_dealloc, part_dealloc},
    {Py_tp_repr, clip_repr},
    {Py_tp_richcompare, part_compare},
    {Py_tp_hash, part_hash},
    {Py_tp_methods, clip_methods},
    {Py_tp_getset, clip_properties},
    {0, NULL},
};

PyType_Spec clip_spec = {
    .name = "pavane.Clip",
    .basicsize = sizeof(part_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = clip_slots,
};
