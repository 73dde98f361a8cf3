/* SPDX-License-Identifier: MIT */
/* What can be seen of a scene: its arrays, and the places of its targets. */
#include "module.h"

#include <math.h>

static pav_document *document_of(const scene_object *self)
{
    return (pav_document *)(uintptr_t)pav_scene_document(self->scene);
}

/* ---- Whole arrays ---- */

PyObject *scene_targets(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    uint32_t count;
    if (!open_scene(self)) {
        return NULL;
    }
    const float *targets = pav_scene_targets(self->scene, &count);
    const array_shape shape = {.format = "f", .dimensions = 1, .shape = {(Py_ssize_t)count}};
    self->targets_shown = true;
    return view_of_scene(state_of(object), self, targets, shape, true);
}

bool targets_are_finite(scene_object *self)
{
    uint32_t count;
    const float *targets = pav_scene_targets(self->scene, &count);
    for (uint32_t i = 0; self->targets_shown && i < count; i++) {
        if (!isfinite(targets[i])) {
            char message[96];
            PyOS_snprintf(message, sizeof message, "targets[%lu]: a finite number is wanted, not %s",
                          (unsigned long)i,
                          isnan(targets[i]) ? "nan"
                          : targets[i] > 0  ? "inf"
                                            : "-inf");
            PyErr_SetString(PyExc_ValueError, message);
            return false;
        }
    }
    return true;
}

static PyObject *view_matrices(scene_object *self, const float *matrices, uint32_t count)
{
    const array_shape shape = {.format = "f", .dimensions = 3, .shape = {(Py_ssize_t)count, 4, 4}};
    return view_of_scene(state_of((PyObject *)self), self, matrices, shape, false);
}

static uint32_t node_count(const scene_object *self)
{
    return pav_document_scene(pav_scene_document(self->scene))->node_count;
}

PyObject *scene_local_matrices(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    return open_scene(self) ? view_matrices(self, pav_scene_local_matrices(self->scene), node_count(self))
                            : NULL;
}

PyObject *scene_world_matrices(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    return open_scene(self) ? view_matrices(self, pav_scene_world_matrices(self->scene), node_count(self))
                            : NULL;
}

/* ---- Of one node ---- */

static bool node_of(scene_object *self, PyObject *key, uint32_t *out)
{
    return open_scene(self) && get_node(state_of((PyObject *)self), document_of(self), key, out) &&
           open_scene(self); /* Its __index__ may have closed the scene. */
}

static bool mesh_of(scene_object *self, PyObject *key, uint32_t *out)
{
    return open_scene(self) && get_mesh(state_of((PyObject *)self), document_of(self), key, out) &&
           open_scene(self);
}

static PyObject *view_matrix(scene_object *self, const float *matrix)
{
    const array_shape shape = {.format = "f", .dimensions = 1, .shape = {16}};
    return view_of_scene(state_of((PyObject *)self), self, matrix, shape, false);
}

PyObject *scene_local_matrix(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t node;
    return node_of(self, key, &node)
               ? view_matrix(self, pav_scene_local_matrices(self->scene) + 16 * (size_t)node)
               : NULL;
}

PyObject *scene_world_matrix(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t node;
    return node_of(self, key, &node)
               ? view_matrix(self, pav_scene_world_matrices(self->scene) + 16 * (size_t)node)
               : NULL;
}

PyObject *scene_skin_matrices(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t node;
    uint32_t count;
    if (!node_of(self, key, &node)) {
        return NULL;
    }
    const float *matrices = pav_scene_skin_matrices(self->scene, node, &count);
    return matrices ? view_matrices(self, matrices, count) : Py_NewRef(Py_None);
}

typedef const float *find_vectors(const pav_scene *, uint32_t, uint32_t *);

static PyObject *view_vectors(PyObject *object, PyObject *key, find_vectors *find)
{
    scene_object *self = (scene_object *)object;
    uint32_t node;
    uint32_t count = 0;
    if (!node_of(self, key, &node)) {
        return NULL;
    }
    const float *vectors = find(self->scene, node, &count);
    if (!vectors) {
        Py_RETURN_NONE;
    }
    const array_shape shape = {.format = "f", .dimensions = 2, .shape = {(Py_ssize_t)count, 3}};
    return view_of_scene(state_of(object), self, vectors, shape, false);
}

PyObject *scene_points(PyObject *self, PyObject *key)
{
    return view_vectors(self, key, pav_scene_points);
}

PyObject *scene_positions(PyObject *self, PyObject *key)
{
    return view_vectors(self, key, pav_scene_positions);
}

PyObject *scene_normals(PyObject *self, PyObject *key)
{
    return view_vectors(self, key, pav_scene_normals);
}

static PyObject *write_vertices(scene_object *self, uint32_t node, pav_vertex_buffer *buffer,
                                PyObject *memory)
{
    Py_buffer view;
    pav_error error;
    if (PyObject_GetBuffer(memory, &view, PyBUF_WRITABLE)) {
        refuse_instead("buffer", "a writable buffer in one piece", memory);
        return NULL;
    }
    buffer->vertices = view.buf;
    buffer->byte_count = (size_t)view.len;
    const pav_result result = pav_scene_write_vertices(self->scene, node, buffer, &error);
    PyBuffer_Release(&view);
    if (result != PAV_OK) {
        raise_error(state_of((PyObject *)self), &error);
        about("buffer", false);
        return NULL;
    }
    Py_RETURN_NONE;
}

PyObject *scene_write_vertices(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"", "", "stride", "position", "normal", NULL};
    scene_object *self = (scene_object *)object;
    PyObject *key, *memory, *normal = Py_None;
    pav_vertex_buffer buffer = {.stride = 3 * sizeof(float)};
    uint32_t node;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "OO|$O&O&O:write_vertices", names, &key, &memory,
                                     take_bytes, &(argument){"stride", &buffer.stride}, take_bytes,
                                     &(argument){"position", &buffer.position_offset}, &normal)) {
        return NULL;
    }
    buffer.normals = normal != Py_None;
    return (!buffer.normals || take_bytes(normal, &(argument){"normal", &buffer.normal_offset})) &&
                   node_of(self, key, &node)
               ? write_vertices(self, node, &buffer, memory)
               : NULL;
}

PyObject *scene_morph_weights(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t mesh;
    uint32_t count;
    if (!mesh_of(self, key, &mesh)) {
        return NULL;
    }
    const float *weights = pav_scene_morph_weights(self->scene, mesh, &count);
    if (!weights) {
        Py_RETURN_NONE;
    }
    const array_shape shape = {.format = "f", .dimensions = 1, .shape = {(Py_ssize_t)count}};
    return view_of_scene(state_of(object), self, weights, shape, false);
}

/* ---- Of one material ---- */

static bool material_of(scene_object *self, PyObject *key, uint32_t *out)
{
    return open_scene(self) && get_material(state_of((PyObject *)self), document_of(self), key, out) &&
           open_scene(self);
}

static PyObject *view_numbers(scene_object *self, const float *numbers, uint32_t count)
{
    const array_shape shape = {.format = "f", .dimensions = 1, .shape = {(Py_ssize_t)count}};
    return view_of_scene(state_of((PyObject *)self), self, numbers, shape, false);
}

PyObject *scene_material_inputs(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t material;
    uint32_t count;
    if (!material_of(self, key, &material)) {
        return NULL;
    }
    const float *numbers = pav_scene_material_inputs(self->scene, material, &count);
    return numbers ? view_numbers(self, numbers, count) : Py_NewRef(Py_None);
}

/* Raises for an input that the material does not have. */
static PyObject *miss_input(scene_object *self, uint32_t material, PyObject *name)
{
    const pav_chunk_scene *scene = pav_document_scene(document_of(self));
    const pav_record_material *record = &scene->materials[material];
    PyObject *names = PyList_New(0);
    for (uint32_t i = 0; names && i < record->inputs_count; i++) {
        PyObject *other =
            PyUnicode_FromString(scene->text + scene->material_inputs[record->inputs_first + i].name);
        if (!other || PyList_Append(names, other)) {
            Py_CLEAR(names);
        }
        Py_XDECREF(other);
    }
    raise_not_found(state_of((PyObject *)self), "input", name, names);
    Py_XDECREF(names);
    return NULL;
}

static bool take_input(scene_object *self, PyObject *arguments, uint32_t *material, PyObject **name,
                       const char **text)
{
    PyObject *key;
    return PyArg_ParseTuple(arguments, "OO", &key, name) && material_of(self, key, material) &&
           about("input", get_text(*name, text));
}

PyObject *scene_material_input(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *name;
    const char *input;
    uint32_t material;
    uint32_t count;
    if (!take_input(self, arguments, &material, &name, &input)) {
        return NULL;
    }
    const float *numbers = pav_scene_material_input(self->scene, material, input, &count);
    return numbers ? view_numbers(self, numbers, count) : miss_input(self, material, name);
}

/* ---- Places ---- */

PyObject *scene_find_node(PyObject *object, PyObject *key)
{
    uint32_t node;
    return node_of((scene_object *)object, key, &node) ? PyLong_FromUnsignedLong(node) : NULL;
}

static PyObject *new_target(PyObject *object, pav_target target)
{
    return new_record(state_of(object), "Target", "(Nk)", new_enum(state_of(object), "Value", target.value),
                      (unsigned long)target.first);
}

/* A list of the names of a node's elements. */
static PyObject *element_names(const pav_chunk_scene *scene, uint32_t node)
{
    PyObject *names = PyList_New(0);
    const pav_record_node *record = &scene->nodes[node];
    for (uint32_t i = 0; names && i < record->elements_count; i++) {
        PyObject *name = PyUnicode_FromString(scene->text + scene->elements[record->elements_first + i].name);
        if (!name || PyList_Append(names, name)) {
            Py_CLEAR(names);
        }
        Py_XDECREF(name);
    }
    return names;
}

/* By its name, or by its place in the stack. */
static bool find_element_target(const scene_object *self, uint32_t node, PyObject *key, pav_target *out)
{
    const char *element;
    uint32_t place;
    if (!PyLong_Check(key)) {
        const bool named = about("element", get_text(key, &element));
        *out = named ? pav_scene_element_target(self->scene, node, element) : (pav_target){.first = PAV_NONE};
        return named;
    }
    const uint32_t count = pav_document_scene(document_of(self))->nodes[node].elements_count;
    if (!get_index(key, "element", count, &place)) {
        return false;
    }
    *out = pav_scene_element_target_at(self->scene, node, place);
    return true;
}

PyObject *scene_element_target(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *key;
    PyObject *name;
    pav_target target;
    uint32_t node;
    if (!PyArg_ParseTuple(arguments, "OO:element_target", &key, &name) || !node_of(self, key, &node) ||
        !find_element_target(self, node, name, &target)) {
        return NULL;
    }
    if (target.first != PAV_NONE) {
        return new_target(object, target);
    }
    PyObject *names = element_names(pav_document_scene(document_of(self)), node);
    raise_not_found(state_of(object), "element", name, names);
    Py_XDECREF(names);
    return NULL;
}

PyObject *scene_morph_target(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *mesh_key;
    PyObject *morph_key;
    uint32_t mesh;
    uint32_t morph;
    if (!PyArg_ParseTuple(arguments, "OO:morph_target", &mesh_key, &morph_key) ||
        !mesh_of(self, mesh_key, &mesh) ||
        !get_morph(state_of(object), document_of(self), mesh, morph_key, &morph) || !open_scene(self)) {
        return NULL;
    }
    return new_target(object, pav_scene_morph_target(self->scene, mesh, morph));
}

PyObject *scene_mesh_target(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *key, *name;
    const char *element;
    uint32_t mesh;
    if (!PyArg_ParseTuple(arguments, "OO:mesh_target", &key, &name) || !mesh_of(self, key, &mesh) ||
        !about("element", get_text(name, &element)) || !open_scene(self)) {
        return NULL;
    }
    const pav_target target = pav_scene_mesh_target(self->scene, mesh, element);
    if (target.first != PAV_NONE) {
        return new_target(object, target);
    }
    const bool has_one = pav_document_mesh(document_of(self), mesh)->sequence_key_count != 0;
    PyObject *names = has_one ? Py_BuildValue("[s]", "eval_time") : PyList_New(0);
    raise_not_found(state_of(object), "element", name, names);
    Py_XDECREF(names);
    return NULL;
}

PyObject *scene_material_target(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    PyObject *name;
    const char *input;
    uint32_t material;
    if (!take_input(self, arguments, &material, &name, &input)) {
        return NULL;
    }
    const pav_target target = pav_scene_material_target(self->scene, material, input);
    return target.first != PAV_NONE ? new_target(object, target) : miss_input(self, material, name);
}
