/* SPDX-License-Identifier: MIT */
/* pavane.Mesh: the document's own arrays. */
#include "module.h"

#include <stddef.h>

static const pav_chunk_mesh *mesh_of(PyObject *self)
{
    const part_object *part = (part_object *)self;
    return pav_document_mesh(part->document, part->index);
}

static PyObject *new_array(PyObject *self, const void *data, const char *format, uint32_t count,
                           uint32_t width)
{
    const array_shape shape = {
        .format = format, .dimensions = width ? 2 : 1, .shape = {(Py_ssize_t)count, (Py_ssize_t)width}};
    return view_of_document(state_of(self), ((part_object *)self)->document, data, shape);
}

static PyObject *get_index_of(PyObject *self, void *closure)
{
    (void)closure;
    return PyLong_FromUnsignedLong(((part_object *)self)->index);
}

static PyObject *get_name(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(mesh_of(self)->text + mesh_of(self)->mesh->name);
}

static PyObject *get_library(PyObject *self, void *closure)
{
    (void)closure;
    return PyUnicode_FromString(mesh_of(self)->text + mesh_of(self)->mesh->library);
}

static PyObject *get_smoothing(PyObject *self, void *closure)
{
    (void)closure;
    return new_enum(state_of(self), "MeshSmoothing", mesh_of(self)->mesh->smoothing);
}

static PyObject *get_sharp_angle(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)mesh_of(self)->mesh->sharp_angle);
}

static PyObject *get_error(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)mesh_of(self)->mesh->error);
}

static PyObject *get_bounds(PyObject *self, void *closure)
{
    (void)closure;
    const pav_record_mesh *mesh = mesh_of(self)->mesh;
    return Py_BuildValue("(NN)", new_floats(mesh->bounds_min, 3), new_floats(mesh->bounds_max, 3));
}

/* ---- Arrays that are there as they are ---- */

typedef struct mesh_array {
    size_t items; /* Where the pointer and the count stand in the chunk. */
    size_t count;
    const char *format;
    uint32_t width; /* 0: one dimension. */
} mesh_array;

static const mesh_array POINTS = {offsetof(pav_chunk_mesh, points), offsetof(pav_chunk_mesh, point_count),
                                  "f", 3};
static const mesh_array POLYGONS = {offsetof(pav_chunk_mesh, polygons),
                                    offsetof(pav_chunk_mesh, polygon_count), "I", 0};
static const mesh_array CORNERS = {offsetof(pav_chunk_mesh, corners), offsetof(pav_chunk_mesh, corner_count),
                                   "I", 0};
static const mesh_array VERTICES = {offsetof(pav_chunk_mesh, vertices),
                                    offsetof(pav_chunk_mesh, vertex_count), "I", 0};
static const mesh_array NORMALS = {offsetof(pav_chunk_mesh, normals), offsetof(pav_chunk_mesh, normal_count),
                                   "f", 3};
static const mesh_array INDICES = {offsetof(pav_chunk_mesh, indices), offsetof(pav_chunk_mesh, index_count),
                                   "I", 0};
static const mesh_array FLAT_POLYGONS = {offsetof(pav_chunk_mesh, flat_polygons),
                                         offsetof(pav_chunk_mesh, flat_polygon_count), "I", 0};
static const mesh_array SHARP_CORNERS = {offsetof(pav_chunk_mesh, sharp_corners),
                                         offsetof(pav_chunk_mesh, sharp_corner_count), "I", 0};
static const mesh_array INFLUENCE_COUNTS = {offsetof(pav_chunk_mesh, influence_counts),
                                            offsetof(pav_chunk_mesh, influence_count_count), "I", 0};

static PyObject *get_array(PyObject *self, void *closure)
{
    const mesh_array *array = closure;
    const char *mesh = (const char *)mesh_of(self);
    const void *items = *(const void *const *)(const void *)(mesh + array->items);
    const uint32_t count = *(const uint32_t *)(const void *)(mesh + array->count);
    return new_array(self, items, array->format, count, array->width);
}

/* ---- Influences: one memory, two views ---- */

static PyObject *influence_view(PyObject *self, const char *format, size_t offset)
{
    const pav_chunk_mesh *mesh = mesh_of(self);
    const char *data = (const char *)mesh->influences;
    const array_shape shape = {
        .format = format,
        .dimensions = 1,
        .shape = {(Py_ssize_t)mesh->influence_count},
        .stride = sizeof(pav_record_influence),
    };
    return view_of_document(state_of(self), ((part_object *)self)->document, data ? data + offset : NULL,
                            shape);
}

static PyObject *get_influence_groups(PyObject *self, void *closure)
{
    (void)closure;
    return influence_view(self, "I", offsetof(pav_record_influence, group));
}

static PyObject *get_influence_weights(PyObject *self, void *closure)
{
    (void)closure;
    return influence_view(self, "f", offsetof(pav_record_influence, weight));
}

/* ---- Records ---- */

static PyObject *new_list(PyObject *self, uint32_t count, PyObject *(*make)(PyObject *, uint32_t))
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; tuple && i < count; i++) {
        PyObject *item = make(self, i);
        if (!item || PyTuple_SetItem(tuple, (Py_ssize_t)i, item)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *new_primitive(PyObject *self, uint32_t i)
{
    const pav_record_primitive *primitive = &mesh_of(self)->primitives[i];
    return new_record(state_of(self), "Primitive", "(kkk)", (unsigned long)primitive->slot,
                      (unsigned long)primitive->indices_first, (unsigned long)primitive->indices_count);
}

static PyObject *get_primitives(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->primitive_count, new_primitive);
}

static PyObject *new_uv_layer(PyObject *self, uint32_t i)
{
    const pav_chunk_mesh *mesh = mesh_of(self);
    const pav_record_uv_layer *layer = &mesh->uv_layers[i];
    return new_record(state_of(self), "Layer", "(sN)", mesh->text + layer->name,
                      new_array(self, mesh->uvs + 2 * (size_t)layer->uvs_first, "f", layer->uvs_count, 2));
}

static PyObject *get_uv_layers(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->uv_layer_count, new_uv_layer);
}

static PyObject *new_color_layer(PyObject *self, uint32_t i)
{
    const pav_chunk_mesh *mesh = mesh_of(self);
    const pav_record_color_layer *layer = &mesh->color_layers[i];
    return new_record(
        state_of(self), "Layer", "(sN)", mesh->text + layer->name,
        new_array(self, mesh->colors + 4 * (size_t)layer->colors_first, "f", layer->colors_count, 4));
}

static PyObject *get_color_layers(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->color_layer_count, new_color_layer);
}

static PyObject *new_group(PyObject *self, uint32_t i)
{
    return PyUnicode_FromString(mesh_of(self)->text + mesh_of(self)->groups[i].name);
}

static PyObject *get_groups(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->group_count, new_group);
}

static PyObject *new_morph(PyObject *self, uint32_t i)
{
    const pav_chunk_mesh *mesh = mesh_of(self);
    const pav_record_morph *morph = &mesh->morphs[i];
    const size_t points = morph->deltas_first;
    const size_t vertices = morph->normal_deltas_first;
    return new_record(
        state_of(self), "Morph", "(sfffNNNN)", mesh->text + morph->name, (double)morph->value,
        (double)morph->minimum, (double)morph->maximum,
        new_array(self, mesh->delta_points + points, "I", morph->deltas_count, 0),
        new_array(self, mesh->delta_positions + 3 * points, "f", morph->deltas_count, 3),
        new_array(self, mesh->delta_vertices + vertices, "I", morph->normal_deltas_count, 0),
        new_array(self, mesh->delta_normals + 3 * vertices, "f", morph->normal_deltas_count, 3));
}

static PyObject *get_morphs(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->morph_count, new_morph);
}

static PyObject *new_sequence_key(PyObject *self, uint32_t i)
{
    const pav_record_sequence_key *key = &mesh_of(self)->sequence_keys[i];
    return new_record(state_of(self), "SequenceKey", "(fNN)", (double)key->frame,
                      new_enum(state_of(self), "SequenceInterpolation", key->interpolation),
                      new_index(key->morph));
}

static PyObject *get_sequence(PyObject *self, void *closure)
{
    (void)closure;
    return new_list(self, mesh_of(self)->sequence_key_count, new_sequence_key);
}

static PyObject *get_eval_time(PyObject *self, void *closure)
{
    (void)closure;
    return PyFloat_FromDouble((double)mesh_of(self)->mesh->eval_time);
}

static PyObject *mesh_repr(PyObject *self)
{
    const pav_chunk_mesh *mesh = mesh_of(self);
    return PyUnicode_FromFormat("<pavane.Mesh '%s' of %lu points, %lu triangles, %lu morphs>",
                                mesh->text + mesh->mesh->name, (unsigned long)mesh->point_count,
                                (unsigned long)(mesh->index_count / 3), (unsigned long)mesh->morph_count);
}

/* `closure` is not const in the C API; nothing is written through it. */
#define MESH_ARRAY(name, array, text)                                                                        \
    {                                                                                                        \
        (name), get_array, NULL, (text), (void *)(uintptr_t) & (array)                                       \
    }

static PyGetSetDef mesh_properties[] = {
    {"index", get_index_of, NULL, NULL, NULL},
    {"name", get_name, NULL, NULL, NULL},
    {"library", get_library, NULL, NULL, NULL},
    {"error", get_error, NULL, "How far rounding has moved points, over the diagonal, or normals and UV, at most.",
     NULL},
    {"bounds", get_bounds, NULL, "Smallest and largest x, y, z at rest.", NULL},
    MESH_ARRAY("points", POINTS, "Positions of Blender's vertices at rest: (n, 3) floats."),
    MESH_ARRAY("polygons", POLYGONS, "Corners of each polygon."),
    MESH_ARRAY("corners", CORNERS, "The point of each corner."),
    MESH_ARRAY("vertices", VERTICES, "The corner of each drawn vertex."),
    MESH_ARRAY("normals", NORMALS, "Of the vertices at rest: (n, 3) floats."),
    MESH_ARRAY("indices", INDICES, "Three vertices per triangle."),
    MESH_ARRAY("flat_polygons", FLAT_POLYGONS, "Those without smooth corners."),
    MESH_ARRAY("sharp_corners", SHARP_CORNERS, "Those from which the edge to the next corner is sharp."),
    {"smoothing", get_smoothing, NULL, "Where the normals come from.", NULL},
    {"sharp_angle", get_sharp_angle, NULL, "From which an edge is sharp, in radians.", NULL},
    MESH_ARRAY("influence_counts", INFLUENCE_COUNTS, "Influences of each point."),
    {"influence_groups", get_influence_groups, NULL, "The group of each influence, point after point.", NULL},
    {"influence_weights", get_influence_weights, NULL, NULL, NULL},
    {"primitives", get_primitives, NULL, NULL, NULL},
    {"uv_layers", get_uv_layers, NULL, NULL, NULL},
    {"color_layers", get_color_layers, NULL, NULL, NULL},
    {"groups", get_groups, NULL, "Names of the vertex groups.", NULL},
    {"morphs", get_morphs, NULL, NULL, NULL},
    {"sequence", get_sequence, NULL, "Of absolute shape keys: the shapes that it goes through.", NULL},
    {"eval_time", get_eval_time, NULL, "Where in its sequence it is at rest.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot mesh_slots[] = {
    {Py_tp_doc, "A mesh of a document."},
    {Py_tp_dealloc, part_dealloc},
    {Py_tp_repr, mesh_repr},
    {Py_tp_richcompare, part_compare},
    {Py_tp_hash, part_hash},
    {Py_tp_getset, mesh_properties},
    {0, NULL},
};

PyType_Spec mesh_spec = {
    .name = "pavane.Mesh",
    .basicsize = sizeof(part_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = mesh_slots,
};
