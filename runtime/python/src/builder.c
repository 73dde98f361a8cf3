/* SPDX-License-Identifier: MIT */
/* pavane._pavane.Builder: the C builder for pavane._builder, which reads what people write; here arrays are
 * buffers and indices are numbers, PAV_NONE among them. */
#include "module.h"

#include <stddef.h>

#include "buffers.h"
#include "building.h"

/* An index, or what went wrong. */
PyObject *answer(PyObject *self, uint32_t index)
{
    pav_error error = {0};
    if (pav_builder_state(builder_of(self), &error) != PAV_OK) {
        return raise_error(state_of(self), &error);
    }
    return new_index(index);
}

/* ---- The builder itself ---- */

static PyObject *builder_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    pav_builder_options options = {0};
    pav_builder *builder = NULL;
    pav_error error = {0};
    int clips_alone;
    unsigned up_axis;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "zzzpzIfIfff(fff)", &options.writer, &options.writer_version,
                          &options.source, &clips_alone, &options.scene_name, &up_axis, &options.unit_scale,
                          &options.fps, &options.fps_base, &options.frame_start, &options.frame_end,
                          &options.world_color[0], &options.world_color[1], &options.world_color[2])) {
        return NULL;
    }
    options.clips_alone = clips_alone != 0;
    options.up_axis = (pav_axis)up_axis;
    if (pav_builder_create(&options, &builder, &error) != PAV_OK) {
        return raise_error(PyType_GetModuleState(type), &error);
    }
    builder_object *self = (builder_object *)PyType_GenericAlloc(type, 0);
    if (!self) {
        pav_builder_destroy(builder);
        return NULL;
    }
    self->builder = builder;
    return (PyObject *)self;
}

static void builder_dealloc(PyObject *self)
{
    pav_builder_destroy(builder_of(self));
    free_object(self);
}

static PyObject *builder_finish(PyObject *self, PyObject *unused)
{
    (void)unused;
    pav_document *document = NULL;
    pav_error error = {0};
    pav_builder_finish(builder_of(self), &document, &error);
    return document ? wrap_document(state_of(self), document) : raise_error(state_of(self), &error);
}

/* ---- Nodes ---- */

/* Elements are (name, kind, values or None). */
static bool take_elements(PyObject *list, pav_build_element *out, buffers *held)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(list); i++) {
        unsigned kind;
        PyObject *values;
        uint32_t count;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sIO", &out[i].name, &kind, &values)) {
            return false;
        }
        out[i].kind = (pav_element_kind)kind;
        out[i].values = take_buffer(held, values, sizeof(float), &count);
        if (PyErr_Occurred()) {
            return false;
        }
    }
    return true;
}

static uint32_t add_node(PyObject *self, uint32_t parent, uint32_t armature, const pav_build_node *node)
{
    return armature == PAV_NONE ? pav_builder_add_node(builder_of(self), parent, node)
                                : pav_builder_add_bone(builder_of(self), armature, parent, node);
}

static PyObject *builder_add_node(PyObject *self, PyObject *arguments)
{
    pav_build_node node = {0};
    unsigned parent, armature, inherit_scale;
    PyObject *elements, *slots;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IIssO!OIfI", &parent, &armature, &node.name, &node.library,
                          &PyTuple_Type, &elements, &slots, &node.flags, &node.length, &inherit_scale)) {
        return NULL;
    }
    node.inherit_scale = (pav_inherit_scale)inherit_scale;
    const Py_ssize_t count = PyTuple_Size(elements);
    pav_build_element *taken = count > 32 ? NULL : PyMem_Calloc((size_t)count + 1, sizeof *taken);
    if (!taken) {
        PyErr_SetString(count > 32 ? PyExc_ValueError : PyExc_MemoryError, "a node has 32 elements at most");
        return NULL;
    }
    node.slots = take_buffer(&held, slots, sizeof(uint32_t), &node.slot_count);
    if (!PyErr_Occurred() && take_elements(elements, taken, &held)) {
        node.elements = taken;
        node.element_count = (uint32_t)count;
        added = answer(self, add_node(self, parent, armature, &node));
    }
    release_buffers(&held);
    PyMem_Free(taken);
    return added;
}

static PyObject *builder_set_mesh(PyObject *self, PyObject *arguments)
{
    unsigned node, mesh, skin;
    if (!PyArg_ParseTuple(arguments, "III", &node, &mesh, &skin)) {
        return NULL;
    }
    pav_builder_set_mesh(builder_of(self), node, mesh, skin);
    return answer(self, PAV_NONE);
}

typedef void set_index(pav_builder *, uint32_t, uint32_t);

static PyObject *set_node(PyObject *self, PyObject *arguments, set_index *set)
{
    unsigned node, index;
    if (!PyArg_ParseTuple(arguments, "II", &node, &index)) {
        return NULL;
    }
    set(builder_of(self), node, index);
    return answer(self, PAV_NONE);
}

static PyObject *builder_set_camera(PyObject *self, PyObject *arguments)
{
    return set_node(self, arguments, pav_builder_set_camera);
}

static PyObject *builder_set_light(PyObject *self, PyObject *arguments)
{
    return set_node(self, arguments, pav_builder_set_light);
}

static PyObject *builder_set_instancer(PyObject *self, PyObject *arguments)
{
    return set_node(self, arguments, pav_builder_set_instancer);
}

static PyObject *builder_set_scene_camera(PyObject *self, PyObject *arguments)
{
    unsigned node;
    if (!PyArg_ParseTuple(arguments, "I", &node)) {
        return NULL;
    }
    pav_builder_set_scene_camera(builder_of(self), node);
    return answer(self, PAV_NONE);
}

/* ---- What hangs on them ---- */

static PyObject *builder_add_skin(PyObject *self, PyObject *arguments)
{
    unsigned armature;
    PyObject *joints;
    PyObject *added = NULL;
    buffers held = {0};
    uint32_t count;
    if (!PyArg_ParseTuple(arguments, "IO", &armature, &joints)) {
        return NULL;
    }
    const pav_record_joint *taken = take_buffer(&held, joints, sizeof *taken, &count);
    if (!PyErr_Occurred()) {
        added = answer(self, pav_builder_add_skin(builder_of(self), armature, taken, count));
    }
    release_buffers(&held);
    return added;
}

static PyObject *builder_set_skin(PyObject *self, PyObject *arguments)
{
    unsigned skin;
    int blending;
    pav_build_skin given = {0};
    unsigned mask, flags, next;
    if (!PyArg_ParseTuple(arguments, "IiIII", &skin, &blending, &next, &mask, &flags)) {
        return NULL;
    }
    given.blending = (pav_skin_blending)blending;
    given.followed = next != PAV_NONE;
    given.next = next;
    given.masked = mask != PAV_NONE;
    given.mask = mask;
    given.flags = flags;
    pav_builder_set_skin(builder_of(self), skin, &given);
    return answer(self, PAV_NONE);
}

/* Inputs are (name, values). */
static bool take_inputs(PyObject *list, pav_build_input *out, buffers *held)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(list); i++) {
        PyObject *values;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sO", &out[i].name, &values)) {
            return false;
        }
        out[i].values = take_buffer(held, values, sizeof(float), &out[i].value_count);
        if (PyErr_Occurred()) {
            return false;
        }
    }
    return true;
}

/* Textures are (input, image, uv_layer, channel, extension, filter, location, rotation, scale). */
static bool take_textures(PyObject *list, pav_build_texture *out)
{
    for (Py_ssize_t i = 0; i < PyTuple_Size(list); i++) {
        unsigned channel, extension, filter;
        if (!PyArg_ParseTuple(PyTuple_GetItem(list, i), "sIsIIIzzz", &out[i].input, &out[i].image,
                              &out[i].uv_layer, &channel, &extension, &filter, &out[i].location,
                              &out[i].rotation, &out[i].scale)) {
            return false;
        }
        out[i].channel = (pav_texture_channel)channel;
        out[i].extension = (pav_texture_extension)extension;
        out[i].filter = (pav_texture_filter)filter;
    }
    return true;
}

static PyObject *builder_add_material(PyObject *self, PyObject *arguments)
{
    pav_build_material material = {0};
    unsigned alpha_mode;
    PyObject *inputs, *textures;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "ssIIO!O!", &material.name, &material.library, &alpha_mode,
                          &material.flags, &PyTuple_Type, &inputs, &PyTuple_Type, &textures)) {
        return NULL;
    }
    material.alpha_mode = (pav_alpha_mode)alpha_mode;
    material.input_count = (uint32_t)PyTuple_Size(inputs);
    material.texture_count = (uint32_t)PyTuple_Size(textures);
    pav_build_input *taken = PyMem_Calloc((size_t)material.input_count + 1, sizeof *taken);
    pav_build_texture *images = PyMem_Calloc((size_t)material.texture_count + 1, sizeof *images);
    material.inputs = taken;
    material.textures = images;
    if (!taken || !images) {
        PyErr_NoMemory();
    } else if (take_inputs(inputs, taken, &held) && take_textures(textures, images)) {
        added = answer(self, pav_builder_add_material(builder_of(self), &material));
    }
    release_buffers(&held);
    PyMem_Free(taken);
    PyMem_Free(images);
    return added;
}

static PyObject *builder_add_image(PyObject *self, PyObject *arguments)
{
    pav_build_image image = {0};
    unsigned color_space, encoding;
    PyObject *bytes;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "ssIIIIO", &image.name, &image.library, &color_space, &encoding,
                          &image.width, &image.height, &bytes)) {
        return NULL;
    }
    image.color_space = (pav_color_space)color_space;
    image.encoding = (pav_image_encoding)encoding;
    image.bytes = take_buffer(&held, bytes, 1, &image.byte_count);
    if (!PyErr_Occurred()) {
        added = answer(self, pav_builder_add_image(builder_of(self), &image));
    }
    release_buffers(&held);
    return added;
}

static PyMethodDef builder_methods[] = {
    {"finish", builder_finish, METH_NOARGS, NULL},
    {"add_node", builder_add_node, METH_VARARGS, NULL},
    {"set_mesh", builder_set_mesh, METH_VARARGS, NULL},
    {"set_camera", builder_set_camera, METH_VARARGS, NULL},
    {"set_light", builder_set_light, METH_VARARGS, NULL},
    {"set_instancer", builder_set_instancer, METH_VARARGS, NULL},
    {"set_scene_camera", builder_set_scene_camera, METH_VARARGS, NULL},
    {"add_skin", builder_add_skin, METH_VARARGS, NULL},
    {"set_skin", builder_set_skin, METH_VARARGS, NULL},
    {"add_material", builder_add_material, METH_VARARGS, NULL},
    {"add_image", builder_add_image, METH_VARARGS, NULL},
    {"add_camera", builder_add_camera, METH_VARARGS, NULL},
    {"add_light", builder_add_light, METH_VARARGS, NULL},
    {"add_property", builder_add_property, METH_VARARGS, NULL},
    {"add_mesh", builder_add_mesh, METH_VARARGS, NULL},
    {"set_smoothing", builder_set_smoothing, METH_VARARGS, NULL},
    {"add_uv_layer", builder_add_uv_layer, METH_VARARGS, NULL},
    {"add_color_layer", builder_add_color_layer, METH_VARARGS, NULL},
    {"set_weights", builder_set_weights, METH_VARARGS, NULL},
    {"add_morph", builder_add_morph, METH_VARARGS, NULL},
    {"set_sequence", builder_set_sequence, METH_VARARGS, NULL},
    {"add_clip", builder_add_clip, METH_VARARGS, NULL},
    {"add_samples", builder_add_samples, METH_VARARGS, NULL},
    {"add_cut", builder_add_cut, METH_VARARGS, NULL},
    {"add_knot", builder_add_knot, METH_VARARGS, NULL},
    {"add_channel", builder_add_channel, METH_VARARGS, NULL},
    {"add_event", builder_add_event, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot builder_slots[] = {
    {Py_tp_doc, "What pavane.Builder is made of."},
    {Py_tp_new, builder_new},
    {Py_tp_dealloc, builder_dealloc},
    {Py_tp_methods, builder_methods},
    {0, NULL},
};

PyType_Spec builder_spec = {
    .name = "pavane._pavane.Builder",
    .basicsize = sizeof(builder_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = builder_slots,
};
