/* SPDX-License-Identifier: MIT */
/* Names or indices: what a caller means by a clip, a node, a mesh, a morph. */
#include "module.h"

#include <string.h>

/* The index that a key is, when it is none of the other things that it may be. */
static bool get_number(PyObject *key, const char *noun, const char *others, uint32_t count, uint32_t *out)
{
    if (PyIndex_Check(key) && !PyBool_Check(key)) {
        return get_index(key, noun, count, out);
    }
    PyErr_Format(PyExc_TypeError, "a %s is wanted (%s), not %.100R", noun, others, key);
    return false;
}

/* A list of names, each found by `name_of`, which leaves out with NULL. */
static PyObject *list_names(const void *of, uint32_t count, const char *(*name_of)(const void *, uint32_t))
{
    PyObject *names = PyList_New(0);
    for (uint32_t i = 0; names && i < count; i++) {
        const char *text = name_of(of, i);
        if (!text) {
            continue;
        }
        PyObject *name = PyUnicode_FromString(text);
        if (!name || PyList_Append(names, name)) {
            Py_CLEAR(names);
        }
        Py_XDECREF(name);
    }
    return names;
}

static bool find_name(module_state *state, const char *noun, PyObject *key, const void *of, uint32_t count,
                      const char *(*name_of)(const void *, uint32_t), uint32_t *out)
{
    const char *wanted;
    if (!about(noun, get_text(key, &wanted))) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (strcmp(name_of(of, i), wanted) == 0) {
            *out = i;
            return true;
        }
    }
    PyObject *names = list_names(of, count, name_of);
    raise_not_found(state, noun, key, names);
    Py_XDECREF(names);
    return false;
}

/* A Clip or Mesh has to be of this document. */
static bool get_part(const pav_document *document, PyObject *key, uint32_t *out)
{
    const part_object *part = (const part_object *)key;
    if (part->document != document) {
        PyErr_Format(PyExc_ValueError, "%R is of another document", key);
        return false;
    }
    *out = part->index;
    return true;
}

/* ---- Clips and meshes ---- */

static const char *clip_name(const void *document, uint32_t i)
{
    const pav_chunk_clip *clip = pav_document_clip(document, i);
    return clip->text + clip->clip->name;
}

static const char *mesh_name(const void *document, uint32_t i)
{
    const pav_chunk_mesh *mesh = pav_document_mesh(document, i);
    return mesh->text + mesh->mesh->name;
}

bool get_clip(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    if (Py_IS_TYPE(key, state->clip)) {
        return get_part(document, key, out);
    }
    const uint32_t count = pav_document_clip_count(document);
    if (PyUnicode_Check(key)) {
        return find_name(state, "clip", key, document, count, clip_name, out);
    }
    return get_number(key, "clip", "a name, an index or a Clip", count, out);
}

bool get_mesh(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    if (Py_IS_TYPE(key, state->mesh)) {
        return get_part(document, key, out);
    }
    const uint32_t count = pav_document_mesh_count(document);
    if (PyUnicode_Check(key)) {
        return find_name(state, "mesh", key, document, count, mesh_name, out);
    }
    return get_number(key, "mesh", "a name, an index or a Mesh", count, out);
}

static const char *morph_name(const void *chunk, uint32_t i)
{
    const pav_chunk_mesh *mesh = chunk;
    return mesh->text + mesh->morphs[i].name;
}

bool get_morph(module_state *state, pav_document *document, uint32_t mesh, PyObject *key, uint32_t *out)
{
    const pav_chunk_mesh *chunk = pav_document_mesh(document, mesh);
    if (PyUnicode_Check(key)) {
        return find_name(state, "morph", key, chunk, chunk->morph_count, morph_name, out);
    }
    return get_number(key, "morph", "a name or an index", chunk->morph_count, out);
}

/* ---- Nodes and materials ---- */

static const char *object_name(const void *chunk, uint32_t i)
{
    const pav_chunk_scene *scene = chunk;
    return scene->nodes[i].kind == PAV_NODE_KIND_OBJECT ? scene->text + scene->nodes[i].name : NULL;
}

static const char *bone_name(const void *chunk, uint32_t i)
{
    const pav_chunk_scene *scene = chunk;
    return scene->nodes[i].kind == PAV_NODE_KIND_BONE ? scene->text + scene->nodes[i].name : NULL;
}

static const char *material_name(const void *chunk, uint32_t i)
{
    const pav_chunk_scene *scene = chunk;
    return scene->text + scene->materials[i].name;
}

static const char *camera_name(const void *chunk, uint32_t i)
{
    const pav_chunk_scene *scene = chunk;
    return scene->text + scene->cameras[i].name;
}

static const char *light_name(const void *chunk, uint32_t i)
{
    const pav_chunk_scene *scene = chunk;
    return scene->text + scene->lights[i].name;
}

bool get_camera(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    if (PyUnicode_Check(key)) {
        return find_name(state, "camera", key, scene, scene->camera_count, camera_name, out);
    }
    return get_number(key, "camera", "a name or an index", scene->camera_count, out);
}

bool get_light(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    if (PyUnicode_Check(key)) {
        return find_name(state, "light", key, scene, scene->light_count, light_name, out);
    }
    return get_number(key, "light", "a name or an index", scene->light_count, out);
}

PyObject *index_of_record(module_state *state, PyObject *key, const char *record)
{
    PyObject *type = PyTuple_Check(key) ? PyObject_GetAttrString(state->records, record) : NULL;
    const int ours = type ? PyObject_IsInstance(key, type) : 0;
    Py_XDECREF(type);
    if (ours < 0) {
        PyErr_Clear(); /* A class that does not say what it is: not ours. */
    }
    return ours > 0 ? PyTuple_GetItem(key, 0) : NULL;
}

bool get_material(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    const uint32_t count = scene ? scene->material_count : 0;
    if (PyUnicode_Check(key)) {
        return find_name(state, "material", key, scene, count, material_name, out);
    }
    PyObject *index = index_of_record(state, key, "Material");
    return get_number(index ? index : key, "material", "a name, an index or a Material", count, out);
}

static bool is_node(const pav_chunk_scene *scene, const pav_record_node *node, const char *owner,
                    const char *part)
{
    if (node->instancer != PAV_NONE) {
        return false;
    }
    if (!part) {
        return node->kind == PAV_NODE_KIND_OBJECT && strcmp(scene->text + node->name, owner) == 0;
    }
    return node->kind == PAV_NODE_KIND_BONE && strcmp(scene->text + node->name, part) == 0 &&
           strcmp(scene->text + scene->nodes[node->armature].name, owner) == 0;
}

static bool find_node(module_state *state, const pav_chunk_scene *scene, PyObject *key, const char *owner,
                      const char *part, uint32_t *out)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        if (is_node(scene, &scene->nodes[i], owner, part)) {
            *out = i;
            return true;
        }
    }
    PyObject *names = list_names(scene, scene->node_count, part ? bone_name : object_name);
    raise_not_found(state, part ? "bone" : "node", key, names);
    Py_XDECREF(names);
    return false;
}

static bool find_bone(module_state *state, const pav_chunk_scene *scene, PyObject *key, uint32_t *out)
{
    const char *owner;
    const char *part;
    if (PyTuple_Size(key) != 2) {
        PyErr_Format(PyExc_TypeError, "a bone is (armature, bone), not %.100R", key);
        return false;
    }
    return about("node (armature, bone)",
                 get_text(PyTuple_GetItem(key, 0), &owner) && get_text(PyTuple_GetItem(key, 1), &part)) &&
           find_node(state, scene, key, owner, part, out);
}

bool get_node(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    const char *owner;
    if (!scene) {
        PyErr_SetString(PyExc_ValueError, "the document has no scene, only clips");
        return false;
    }
    if (PyUnicode_Check(key)) {
        return about("node", get_text(key, &owner)) && find_node(state, scene, key, owner, NULL, out);
    }
    PyObject *index = index_of_record(state, key, "Node");
    if (!index && PyTuple_Check(key)) {
        return find_bone(state, scene, key, out);
    }
    return get_number(index ? index : key, "node", "a name, (armature, bone), an index or a Node",
                      scene->node_count, out);
}

/* ---- Owners in a clip ---- */

static const char *target_owner(const void *chunk, uint32_t i)
{
    const pav_chunk_clip *clip = chunk;
    return clip->text + clip->targets[i].owner;
}

bool check_owner(module_state *state, const pav_document *document, uint32_t clip, const char *owner)
{
    const pav_chunk_clip *chunk = pav_document_clip(document, clip);
    for (uint32_t i = 0; owner && i < chunk->target_count; i++) {
        if (strcmp(target_owner(chunk, i), owner) == 0) {
            return true;
        }
    }
    if (!owner) {
        return true;
    }
    PyObject *name = PyUnicode_FromString(owner);
    PyObject *names = name ? list_names(chunk, chunk->target_count, target_owner) : NULL;
    raise_not_found(state, "owner", name, names);
    Py_XDECREF(names);
    Py_XDECREF(name);
    return false;
}
