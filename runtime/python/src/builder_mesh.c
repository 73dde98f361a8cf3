/* SPDX-License-Identifier: MIT */
/* The part of the builder that is about meshes. */
#include "buffers.h"
#include "building.h"

static bool take_mesh(pav_build_mesh *mesh, PyObject *const *arrays, buffers *held)
{
    uint32_t slots, normals;
    mesh->points = take_buffer(held, arrays[0], 3 * sizeof(float), &mesh->point_count);
    mesh->polygons = take_buffer(held, arrays[1], sizeof(uint32_t), &mesh->polygon_count);
    mesh->corners = take_buffer(held, arrays[2], sizeof(uint32_t), &mesh->corner_count);
    mesh->polygon_slots = take_buffer(held, arrays[3], sizeof(uint32_t), &slots);
    mesh->vertices = take_buffer(held, arrays[4], sizeof(uint32_t), &mesh->vertex_count);
    mesh->normals = take_buffer(held, arrays[5], 3 * sizeof(float), &normals);
    mesh->indices = take_buffer(held, arrays[6], sizeof(uint32_t), &mesh->index_count);
    mesh->primitives = take_buffer(held, arrays[7], sizeof(pav_record_primitive), &mesh->primitive_count);
    if (PyErr_Occurred()) {
        return false;
    }
    const uint32_t polygons = mesh->polygons ? mesh->polygon_count : mesh->corner_count / 3;
    const uint32_t vertices = mesh->vertices ? mesh->vertex_count : mesh->corner_count;
    return (!mesh->polygon_slots || check_count("slots", slots, polygons)) &&
           (!mesh->normals || check_count("normals", normals, vertices));
}

PyObject *builder_add_mesh(PyObject *self, PyObject *arguments)
{
    pav_build_mesh mesh = {0};
    PyObject *arrays[8];
    PyObject *added = NULL;
    int smooth;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "sspfOOOOOOOO", &mesh.name, &mesh.library, &smooth, &mesh.error, &arrays[0],
                          &arrays[1], &arrays[2], &arrays[3], &arrays[4], &arrays[5], &arrays[6],
                          &arrays[7])) {
        return NULL;
    }
    mesh.smooth = smooth != 0;
    if (take_mesh(&mesh, arrays, &held)) {
        added = answer(self, pav_builder_add_mesh(builder_of(self), &mesh));
    }
    release_buffers(&held);
    return added;
}

PyObject *builder_set_smoothing(PyObject *self, PyObject *arguments)
{
    unsigned mesh;
    int smoothing;
    PyObject *flat, *sharp;
    PyObject *done = NULL;
    buffers held = {0};
    pav_build_smoothing given = {.angle_set = true};
    if (!PyArg_ParseTuple(arguments, "IifOO", &mesh, &smoothing, &given.sharp_angle, &flat, &sharp)) {
        return NULL;
    }
    given.smoothing = (pav_mesh_smoothing)smoothing;
    given.flat_polygons = take_buffer(&held, flat, sizeof(uint32_t), &given.flat_polygon_count);
    given.sharp_corners = take_buffer(&held, sharp, sizeof(uint32_t), &given.sharp_corner_count);
    if (!PyErr_Occurred()) {
        pav_builder_set_smoothing(builder_of(self), mesh, &given);
        done = answer(self, PAV_NONE);
    }
    release_buffers(&held);
    return done;
}

typedef uint32_t add_layer(pav_builder *, uint32_t, const char *, const float *);

/* `vertices` is the caller's knowledge of the mesh, against which the array is checked. */
static PyObject *builder_add_layer(PyObject *self, PyObject *arguments, size_t width, add_layer *add)
{
    unsigned mesh, vertices;
    const char *name;
    PyObject *array;
    PyObject *added = NULL;
    buffers held = {0};
    uint32_t count;
    if (!PyArg_ParseTuple(arguments, "IIsO", &mesh, &vertices, &name, &array)) {
        return NULL;
    }
    const float *values = take_buffer(&held, array, width * sizeof *values, &count);
    if (!PyErr_Occurred() && check_count("values", count, vertices)) {
        added = answer(self, add(builder_of(self), mesh, name, values));
    }
    release_buffers(&held);
    return added;
}

PyObject *builder_add_uv_layer(PyObject *self, PyObject *arguments)
{
    return builder_add_layer(self, arguments, 2, pav_builder_add_uv_layer);
}

PyObject *builder_add_color_layer(PyObject *self, PyObject *arguments)
{
    return builder_add_layer(self, arguments, 4, pav_builder_add_color_layer);
}

PyObject *builder_set_weights(PyObject *self, PyObject *arguments)
{
    unsigned mesh, points;
    PyObject *names, *counts, *influences;
    PyObject *added = NULL;
    buffers held = {0};
    uint32_t count;
    pav_build_weights weights = {0};
    if (!PyArg_ParseTuple(arguments, "IIO!OO", &mesh, &points, &PyTuple_Type, &names, &counts, &influences)) {
        return NULL;
    }
    weights.group_count = (uint32_t)PyTuple_Size(names);
    const char **groups = PyMem_Calloc((size_t)weights.group_count + 1, sizeof *groups);
    bool fine = groups || PyErr_NoMemory();
    for (uint32_t i = 0; fine && i < weights.group_count; i++) {
        fine = get_text(PyTuple_GetItem(names, (Py_ssize_t)i), &groups[i]);
    }
    weights.groups = groups;
    if (fine) {
        weights.counts = take_buffer(&held, counts, sizeof(uint32_t), &count);
        weights.influences =
            take_buffer(&held, influences, sizeof(pav_record_influence), &weights.influence_count);
        fine = !PyErr_Occurred() && check_count("counts", count, points);
    }
    if (fine) {
        pav_builder_set_weights(builder_of(self), mesh, &weights);
        added = answer(self, PAV_NONE);
    }
    release_buffers(&held);
    PyMem_Free(groups);
    return added;
}

static bool take_morph(pav_build_morph *morph, PyObject *const *arrays, buffers *held)
{
    uint32_t points, vertices;
    morph->points = take_buffer(held, arrays[0], sizeof(uint32_t), &points);
    morph->deltas = take_buffer(held, arrays[1], 3 * sizeof(float), &morph->delta_count);
    morph->vertices = take_buffer(held, arrays[2], sizeof(uint32_t), &vertices);
    morph->normal_deltas = take_buffer(held, arrays[3], 3 * sizeof(float), &morph->normal_delta_count);
    return !PyErr_Occurred() && (!morph->points || check_count("points", points, morph->delta_count)) &&
           (!morph->vertices || check_count("vertices", vertices, morph->normal_delta_count));
}

PyObject *builder_add_morph(PyObject *self, PyObject *arguments)
{
    pav_build_morph morph = {.range_set = true};
    unsigned mesh;
    PyObject *arrays[4];
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IsfffOOOO", &mesh, &morph.name, &morph.value, &morph.minimum,
                          &morph.maximum, &arrays[0], &arrays[1], &arrays[2], &arrays[3])) {
        return NULL;
    }
    if (take_morph(&morph, arrays, &held)) {
        added = answer(self, pav_builder_add_morph(builder_of(self), mesh, &morph));
    }
    release_buffers(&held);
    return added;
}

PyObject *builder_set_sequence(PyObject *self, PyObject *arguments)
{
    pav_build_sequence sequence = {0};
    unsigned mesh;
    PyObject *keys;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IOf", &mesh, &keys, &sequence.eval_time)) {
        return NULL;
    }
    sequence.keys = take_buffer(&held, keys, sizeof(pav_record_sequence_key), &sequence.key_count);
    if (!PyErr_Occurred()) {
        pav_builder_set_sequence(builder_of(self), mesh, &sequence);
        added = answer(self, PAV_NONE);
    }
    release_buffers(&held);
    return added;
}
