/* SPDX-License-Identifier: MIT */
/* What a scene's cameras, lights, sky, hidden nodes and custom properties are now. */
#include "module.h"

#include <string.h>

static pav_document *document_of(const scene_object *self)
{
    return (pav_document *)(uintptr_t)pav_scene_document(self->scene);
}

static const pav_chunk_scene *chunk_of(const scene_object *self)
{
    return pav_document_scene(document_of(self));
}

static PyObject *new_target(PyObject *object, pav_target target)
{
    return new_record(state_of(object), "Target", "(Nk)", new_enum(state_of(object), "Value", target.value),
                      (unsigned long)target.first);
}

static PyObject *view_floats(scene_object *self, const float *numbers, uint32_t count)
{
    const array_shape shape = {.format = "f", .dimensions = 1, .shape = {(Py_ssize_t)count}};
    return view_of_scene(state_of((PyObject *)self), self, numbers, shape, false);
}

/* ---- Cameras and lights ---- */

typedef bool get_key(module_state *, pav_document *, PyObject *, uint32_t *);

static bool find(scene_object *self, PyObject *key, get_key *get, uint32_t *out)
{
    return open_scene(self) && get(state_of((PyObject *)self), document_of(self), key, out) &&
           open_scene(self); /* Its __index__ may have closed the scene. */
}

PyObject *scene_camera(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t camera;
    return find(self, key, get_camera, &camera)
               ? camera_record(state_of(object), chunk_of(self)->text, pav_scene_camera(self->scene, camera))
               : NULL;
}

PyObject *scene_light(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t light;
    return find(self, key, get_light, &light)
               ? light_record(state_of(object), chunk_of(self)->text, pav_scene_light(self->scene, light))
               : NULL;
}

typedef pav_target find_target(const pav_scene *, uint32_t, const char *);

static PyObject *get_element_target(PyObject *object, PyObject *arguments, get_key *get, find_target *target,
                                    const char *elements)
{
    scene_object *self = (scene_object *)object;
    PyObject *key;
    PyObject *name;
    const char *element;
    uint32_t index;
    if (!PyArg_ParseTuple(arguments, "OO", &key, &name) || !find(self, key, get, &index) ||
        !about("element", get_text(name, &element))) {
        return NULL;
    }
    const pav_target found = target(self->scene, index, element);
    if (found.first != PAV_NONE) {
        return new_target(object, found);
    }
    PyObject *text = PyUnicode_FromString(elements);
    PyObject *names = text ? PyUnicode_Split(text, NULL, -1) : NULL;
    raise_not_found(state_of(object), "element", name, names);
    Py_XDECREF(names);
    Py_XDECREF(text);
    return NULL;
}

PyObject *scene_camera_target(PyObject *self, PyObject *arguments)
{
    return get_element_target(self, arguments, get_camera, pav_scene_camera_target,
                              "lens sensor_width sensor_height ortho_scale shift_x shift_y clip_start "
                              "clip_end focus_distance fstop depth_of_field");
}

PyObject *scene_light_target(PyObject *self, PyObject *arguments)
{
    return get_element_target(self, arguments, get_light, pav_scene_light_target,
                              "color energy radius spot_size spot_blend sun_angle area_width area_height");
}

/* ---- The sky and the nodes ---- */

PyObject *scene_world_color(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    return open_scene(self) ? view_floats(self, pav_scene_world_color(self->scene), 3) : NULL;
}

PyObject *scene_world_color_target(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    return open_scene(self) ? new_target(object, pav_scene_world_color_target(self->scene)) : NULL;
}

PyObject *scene_node_flags(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    if (!open_scene(self)) {
        return NULL;
    }
    const array_shape shape = {
        .format = "I", .dimensions = 1, .shape = {(Py_ssize_t)chunk_of(self)->node_count}};
    return view_of_scene(state_of(object), self, pav_scene_node_flags(self->scene), shape, false);
}

/* ---- Custom properties ---- */

/* The names of the properties of an owner. */
static PyObject *names_of_owner(const pav_chunk_scene *scene, const pav_property_key *key)
{
    PyObject *names = PyList_New(0);
    for (uint32_t i = 0; names && i < scene->property_count; i++) {
        const pav_record_property *property = &scene->properties[i];
        if (property->owner_kind != (uint32_t)key->owner_kind ||
            (key->library && strcmp(scene->text + property->library, key->library) != 0) ||
            strcmp(scene->text + property->owner, key->owner) != 0 ||
            strcmp(scene->text + property->part, key->part) != 0) {
            continue;
        }
        PyObject *name = PyUnicode_FromString(scene->text + property->name);
        if (!name || PyList_Append(names, name)) {
            Py_CLEAR(names);
        }
        Py_XDECREF(name);
    }
    return names;
}

/* What was raised says whose property it is that is not there. */
static void about_owner(const pav_property_key *key)
{
    char owner[256];
    PyOS_snprintf(owner, sizeof owner, "owner \"%s\"%s%s%s%s%s%s", key->owner, *key->part ? ", part \"" : "",
                  key->part, *key->part ? "\"" : "", key->library ? ", library \"" : "",
                  key->library ? key->library : "", key->library ? "\"" : "");
    about(owner, false);
}

PyObject *scene_find_property(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"owner_kind", "owner", "name", "part", "library", NULL};
    scene_object *self = (scene_object *)object;
    pav_property_key key = {.part = ""};
    PyObject *given_kind;
    uint32_t kind;
    if (!open_scene(self) ||
        !PyArg_ParseTupleAndKeywords(
            arguments, keywords, "OO&O&|$O&O&:find_property", names, &given_kind, take_text,
            &(argument){"owner", &key.owner}, take_text, &(argument){"name", &key.name}, take_text,
            &(argument){"part", &key.part}, take_optional_text, &(argument){"library", &key.library}) ||
        !get_member(state_of(object), given_kind, "owner_kind", "TargetKind", &kind) || !open_scene(self)) {
        return NULL;
    }
    key.owner_kind = (pav_target_kind)kind;
    const uint32_t found = pav_scene_find_property(self->scene, &key);
    if (found != PAV_NONE) {
        return PyLong_FromUnsignedLong(found);
    }
    PyObject *name = PyUnicode_FromString(key.name);
    PyObject *others = name ? names_of_owner(chunk_of(self), &key) : NULL;
    raise_not_found(state_of(object), "property", name, others);
    about_owner(&key);
    Py_XDECREF(others);
    Py_XDECREF(name);
    return NULL;
}

/* An index, or a Property, which knows its own. */
static bool get_property(module_state *state, pav_document *document, PyObject *key, uint32_t *out)
{
    PyObject *index = index_of_record(state, key, "Property");
    return get_index(index ? index : key, "property", pav_document_scene(document)->property_count, out);
}

PyObject *scene_property_values(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t property;
    uint32_t count;
    if (!find(self, key, get_property, &property)) {
        return NULL;
    }
    const float *numbers = pav_scene_property_values(self->scene, property, &count);
    return numbers ? view_floats(self, numbers, count) : Py_NewRef(Py_None);
}

PyObject *scene_property_target(PyObject *object, PyObject *key)
{
    scene_object *self = (scene_object *)object;
    uint32_t property;
    if (!find(self, key, get_property, &property)) {
        return NULL;
    }
    const pav_target target = pav_scene_property_target(self->scene, property);
    return target.first == PAV_NONE ? Py_NewRef(Py_None) : new_target(object, target);
}
