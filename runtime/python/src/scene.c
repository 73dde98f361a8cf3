/* SPDX-License-Identifier: MIT */
/* pavane.Scene */
#include "module.h"

pav_scene *open_scene(scene_object *self)
{
    if (!self->scene || self->left) {
        PyErr_SetString(PyExc_ValueError, "the scene is closed");
        return NULL;
    }
    if (self->elsewhere) {
        PyErr_SetString(PyExc_RuntimeError, "the scene is shown, or updated by another thread");
        return NULL;
    }
    return self->scene;
}

/* ---- Creation ---- */

static bool make_callbacks(scene_object *self, PyObject *list, pav_update_callback *out, uint32_t *made)
{
    for (Py_ssize_t i = 0; i < PyList_Size(list); i++) {
        const callback_settings none = {Py_None, Py_None, Py_None, Py_None};
        if (!about("callbacks", new_callback(self, PyList_GetItem(list, i), &none, &out[i]))) {
            return false;
        }
        set_callback_handle(&out[i], (uint32_t)i);
        ++*made;
    }
    return true;
}

static bool create_scene(scene_object *self, pav_scene_options *options, PyObject *list)
{
    const size_t count = (size_t)PyList_Size(list);
    pav_update_callback *callbacks = PyMem_Calloc(count + 1, sizeof *callbacks);
    pav_error error = {0};
    if (!callbacks) {
        PyErr_NoMemory();
        return false;
    }
    if (make_callbacks(self, list, callbacks, &options->callback_count)) {
        options->callbacks = callbacks;
        pav_document *document = open_document(self->document);
        if (document && pav_scene_create(document, options, &self->scene, &error) != PAV_OK) {
            raise_error(state_of((PyObject *)self), &error);
        }
    }
    for (uint32_t i = 0; !self->scene && i < options->callback_count; i++) {
        free_callback(callbacks[i].self);
    }
    PyMem_Free(callbacks);
    return self->scene != NULL;
}

static bool take_normals(module_state *state, PyObject *given, bool deform, pav_scene_options *out)
{
    uint32_t normals = PAV_NORMALS_BLENDED;
    if (given && !get_member(state, given, "normals", "Normals", &normals)) {
        return false;
    }
    out->deform_off = !deform;
    out->normals = (pav_normals)normals;
    if (normals == PAV_NORMALS_EXACT && !deform) {
        PyErr_SetString(PyExc_ValueError, "normals: exact ones need points, but deform is False");
        return false;
    }
    return true;
}

static PyObject *scene_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {
        "document", "apply_capacity", "callback_capacity", "deform", "callbacks", "socket_capacity", "normals", NULL};
    module_state *state = PyType_GetModuleState(type);
    PyObject *document;
    PyObject *callbacks = NULL;
    PyObject *normals = NULL;
    int deform = 1;
    pav_scene_options options = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&|$O&O&pOO&O:Scene", names, take_object,
                                     &(typed_argument){"document", "a Document", state->document, &document},
                                     take_count, &(argument){"apply_capacity", &options.apply_capacity},
                                     take_count, &(argument){"callback_capacity", &options.callback_capacity},
                                     &deform, &callbacks, take_count,
                                     &(argument){"socket_capacity", &options.socket_capacity}, &normals) ||
        !take_normals(state, normals, deform != 0, &options)) {
        return NULL;
    }
    PyObject *list = callbacks ? get_list(callbacks, "callbacks", "a sequence of callbacks") : PyList_New(0);
    scene_object *self = list ? (scene_object *)PyType_GenericAlloc(type, 0) : NULL;
    if (self) {
        self->document = Py_NewRef(document);
        if (!create_scene(self, &options, list)) {
            Py_CLEAR(self);
        }
    }
    Py_XDECREF(list);
    return (PyObject *)self;
}

/* ---- Its end ---- */

static void destroy_scene(scene_object *self)
{
    if (self->player) {
        close_player(self->player);
    }
    pav_scene *scene = self->scene;
    self->scene = NULL;
    pav_scene_destroy(scene);
    Py_CLEAR(self->hung);
}

static PyObject *scene_close(PyObject *object, PyObject *unused)
{
    (void)unused;
    scene_object *self = (scene_object *)object;
    if (self->updating || self->elsewhere || self->lent) {
        PyErr_SetString(PyExc_RuntimeError, self->lent ? "the scene is shown" : "the scene is being updated");
        return NULL;
    }
    if (self->scene && self->views) {
        PyErr_Format(PyExc_BufferError, "%zd buffers still show the scene's memory", self->views);
        return NULL;
    }
    destroy_scene(self);
    Py_RETURN_NONE;
}

/* Leaving a `with`: what still shows its memory keeps that, but it is closed for everything else. */
static PyObject *scene_exit(PyObject *object, PyObject *arguments)
{
    scene_object *self = (scene_object *)object;
    if (self->scene && self->views && !self->updating && !self->lent) {
        self->left = true;
        if (self->player) {
            close_player(self->player);
        }
        Py_RETURN_NONE;
    }
    return scene_close(object, arguments);
}

static PyObject *scene_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    return open_scene((scene_object *)self) ? Py_NewRef(self) : NULL;
}

static int scene_traverse(PyObject *object, visitproc visit, void *arg)
{
    scene_object *self = (scene_object *)object;
    Py_VISIT(Py_TYPE(object));
    Py_VISIT(self->document);
    Py_VISIT(self->hung);
    for (int i = 0; i < 3; i++) {
        Py_VISIT(self->raised[i]);
    }
    return visit_callbacks(self, visit, arg);
}

static int scene_clear(PyObject *object)
{
    scene_object *self = (scene_object *)object;
    for (int i = 0; i < 3; i++) {
        Py_CLEAR(self->raised[i]);
    }
    Py_CLEAR(self->hung);
    clear_callbacks(self);
    return 0;
}

static void scene_dealloc(PyObject *object)
{
    scene_object *self = (scene_object *)object;
    PyObject_GC_UnTrack(object);
    scene_clear(object);
    destroy_scene(self);
    Py_CLEAR(self->document);
    free_object(object);
}

/* ---- Updates ---- */

static pav_result update(scene_object *self, pav_player *player, double seconds, pav_error *error)
{
    return player ? pav_player_update(player, seconds, error) : pav_scene_update(self->scene, error);
}

PyObject *run_update(scene_object *self, pav_player *player, double seconds)
{
    pav_error error = {0};
    pav_result result;
    const bool outer = !self->updating; /* An update inside an update fails by itself. */
    if (outer && !targets_are_finite(self)) {
        return NULL;
    }
    self->updating = true;
    if (self->callbacks || self->hung || (self->player && self->player->listeners) || !outer) {
        result = update(self, player, seconds, &error);
    } else {
        self->elsewhere = true;
        PyThreadState *thread = PyEval_SaveThread();
        result = update(self, player, seconds, &error);
        PyEval_RestoreThread(thread);
        self->elsewhere = false;
    }
    if (outer) {
        self->updating = false;
    }
    if (outer && raise_left(self)) {
        return NULL;
    }
    if (result == PAV_ERROR_CALLBACK && !outer) {
        PyOS_snprintf(error.message, sizeof error.message, "a callback called %s for the %s that runs it",
                      player ? "Player.update" : "Scene.update", player ? "player" : "scene");
    }
    if (result != PAV_OK) {
        error.result = result;
        return raise_error(state_of((PyObject *)self), &error);
    }
    Py_RETURN_NONE;
}

static PyObject *scene_update(PyObject *object, PyObject *unused)
{
    (void)unused;
    scene_object *self = (scene_object *)object;
    return open_scene(self) ? run_update(self, NULL, 0) : NULL;
}

static PyObject *scene_reset_targets(PyObject *object, PyObject *unused)
{
    (void)unused;
    scene_object *self = (scene_object *)object;
    if (!open_scene(self)) {
        return NULL;
    }
    pav_scene_reset_targets(self->scene);
    Py_RETURN_NONE;
}

/* ---- Callbacks ---- */

static PyObject *scene_add_callback(PyObject *object, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"callback", "phase", "name", "only", "kind", NULL};
    scene_object *self = (scene_object *)object;
    PyObject *callable;
    callback_settings settings = {Py_None, Py_None, Py_None, Py_None};
    pav_update_callback callback;
    uint32_t handle;
    if (!open_scene(self) ||
        !PyArg_ParseTupleAndKeywords(arguments, keywords, "O|$OOOO:add_callback", names, &callable,
                                     &settings.phase, &settings.name, &settings.only, &settings.kind) ||
        !new_callback(self, callable, &settings, &callback)) {
        return NULL;
    }
    callback.target_floats = 0; /* Only for those given at creation. */
    callback.link = NULL;
    if (!open_scene(self)) { /* An attribute may have closed it. */
        free_callback(callback.self);
        return NULL;
    }
    if (pav_scene_add_callback(self->scene, &callback, &handle) != PAV_OK) {
        free_callback(callback.self);
        return raise_error(state_of(object), &(pav_error){PAV_ERROR_FULL, "callback_capacity is used up"});
    }
    set_callback_handle(&callback, handle);
    return PyLong_FromUnsignedLong(handle);
}

static PyObject *scene_remove_callback(PyObject *object, PyObject *handle)
{
    scene_object *self = (scene_object *)object;
    uint32_t number;
    if (!get_handle(handle, "Scene.add_callback", &number) || !open_scene(self)) {
        return NULL;
    }
    pav_scene_remove_callback(self->scene, number);
    Py_RETURN_NONE;
}

/* ---- As an object ---- */

static PyObject *get_document(PyObject *self, void *closure)
{
    (void)closure;
    return Py_NewRef(((scene_object *)self)->document);
}

static PyObject *scene_repr(PyObject *object)
{
    const scene_object *self = (scene_object *)object;
    if (!self->scene || self->left) {
        return PyUnicode_FromString("<pavane.Scene, closed>");
    }
    const pav_chunk_scene *scene = pav_document_scene(pav_scene_document(self->scene));
    return PyUnicode_FromFormat("<pavane.Scene '%s' of %lu nodes>", scene->text + scene->scene->name,
                                (unsigned long)scene->node_count);
}

#define KEYWORDS(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef scene_methods[] = {
    {"update", scene_update, METH_NOARGS,
     "update($self, /)\n--\n\nBlends what was applied into the targets and runs all phases."},
    {"reset_targets", scene_reset_targets, METH_NOARGS,
     "reset_targets($self, /)\n--\n\nAll targets back to rest."},
    {"apply", KEYWORDS(scene_apply), METH_VARARGS | METH_KEYWORDS,
     "apply($self, /, binding, clip, seconds, *, owner=None, weight=1.0, priority=0, mask=None, "
     "additive=False, reference=None)\n--\n\n"
     "Lets a clip contribute to the next update; `seconds` are the clip's, Clip.seconds(frame) those of a "
     "frame."},
    {"add_callback", KEYWORDS(scene_add_callback), METH_VARARGS | METH_KEYWORDS,
     "add_callback($self, /, callback, *, phase=None, name=None, only=None, "
     "kind=None)\n--\n\n"
     "Adds an UpdateCallback or a callable that takes the scene; returns its handle.  With `only`, a node "
     "or an item\n"
     "of that kind, the callable takes its index as well."},
    {"remove_callback", scene_remove_callback, METH_O, "remove_callback($self, handle, /)\n--\n\n"},
    {"set_local", scene_set_local, METH_VARARGS,
     "set_local($self, node, matrix, /)\n--\n\nSets a node's local matrix: 16 numbers, column by column."},
    {"set_world", scene_set_world, METH_VARARGS,
     "set_world($self, node, matrix, /)\n--\n\nSets a node's world matrix: 16 numbers, column by column."},
    {"attach", KEYWORDS(scene_attach), METH_VARARGS | METH_KEYWORDS,
     "attach($self, /, hung, to, *, offset=None, flags=0)\n--\n\n"
     "Hangs a node, or another Scene, on a node or bone, where it follows in the same update; returns its "
     "handle."},
    {"detach", scene_detach, METH_O, "detach($self, handle, /)\n--\n\n"},
    {"set_override", scene_set_override, METH_VARARGS,
     "set_override($self, target, values, /)\n--\n\nValues that win over all clips until they are cleared."},
    {"clear_override", scene_clear_override, METH_O, "clear_override($self, target, /)\n--\n\n"},
    {"clear_overrides", scene_clear_overrides, METH_NOARGS, "clear_overrides($self, /)\n--\n\n"},
    {"override", scene_override, METH_O,
     "override($self, target, /)\n--\n\nThe values that a target was given, or None."},
    {"find_node", scene_find_node, METH_O,
     "find_node($self, key, /)\n--\n\nThe index of a node: an object's name, or (armature, bone)."},
    {"element_target", scene_element_target, METH_VARARGS,
     "element_target($self, node, element, /)\n--\n\nThe target of an element of a node's stack, found by "
     "its "
     "name or its place."},
    {"morph_target", scene_morph_target, METH_VARARGS,
     "morph_target($self, mesh, morph, /)\n--\n\nThe target of a morph's weight."},
    {"local_matrix", scene_local_matrix, METH_O,
     "local_matrix($self, node, /)\n--\n\n16 floats, column by column: the translation is 12, 13, 14."},
    {"world_matrix", scene_world_matrix, METH_O,
     "world_matrix($self, node, /)\n--\n\n16 floats, column by column: the translation is 12, 13, 14."},
    {"mesh_target", scene_mesh_target, METH_VARARGS,
     "mesh_target($self, mesh, element, /)\n--\n\nThe target of where in its sequence a mesh is: eval_time."},
    {"morph_weights", scene_morph_weights, METH_O,
     "morph_weights($self, mesh, /)\n--\n\nWeights of a mesh's morphs; None when it has none."},
    {"material_target", scene_material_target, METH_VARARGS,
     "material_target($self, material, input, /)\n--\n\nThe target of a material's input."},
    {"material_input", scene_material_input, METH_VARARGS,
     "material_input($self, material, input, /)\n--\n\nWhat an input of a material is now: 1, 3 or 4 "
     "floats."},
    {"material_inputs", scene_material_inputs, METH_O,
     "material_inputs($self, material, /)\n--\n\nWhat all inputs are now, one after the other; None without "
     "any."},
    {"camera", scene_camera, METH_O, "camera($self, key, /)\n--\n\nWhat a camera is now."},
    {"light", scene_light, METH_O, "light($self, key, /)\n--\n\nWhat a light is now."},
    {"camera_target", scene_camera_target, METH_VARARGS,
     "camera_target($self, camera, element, /)\n--\n\nThe target of a camera's lens, clip_end, ..."},
    {"light_target", scene_light_target, METH_VARARGS,
     "light_target($self, light, element, /)\n--\n\nThe target of a light's color, energy, ..."},
    {"find_property", KEYWORDS(scene_find_property), METH_VARARGS | METH_KEYWORDS,
     "find_property($self, /, owner_kind, owner, name, *, part='', library=None)\n--\n\n"
     "The index of a custom property; without a library that of any."},
    {"property_values", scene_property_values, METH_O,
     "property_values($self, property, /)\n--\n\nA custom property's numbers as they are now; None of a "
     "string,\nwhich never changes: its text is Property.text."},
    {"property_target", scene_property_target, METH_O,
     "property_target($self, property, /)\n--\n\nIts target, of as many floats; None of a string."},
    {"skin_matrices", scene_skin_matrices, METH_O,
     "skin_matrices($self, node, /)\n--\n\n(joints, 4, 4) floats; None when the node has no skin."},
    {"points", scene_points, METH_O,
     "points($self, node, /)\n--\n\nDeformed points of a node's mesh: (n, 3) floats; None without a "
     "mesh, and in a scene with deform=False."},
    {"positions", scene_positions, METH_O,
     "positions($self, node, /)\n--\n\nDeformed positions of a node's vertices: (n, 3) floats; None without "
     "a mesh, and in a scene with deform=False."},
    {"normals", scene_normals, METH_O,
     "normals($self, node, /)\n--\n\nDeformed normals of a node's vertices: (n, 3) floats; None without a "
     "mesh, and in a scene with deform=False."},
    {"write_vertices", KEYWORDS(scene_write_vertices), METH_VARARGS | METH_KEYWORDS,
     "write_vertices($self, node, buffer, /, *, stride=12, position=0, normal=None)\n--\n\n"
     "Writes a node's deformed vertices into a buffer: 3 floats each of position and normal, at these bytes "
     "of "
     "each vertex; normal None: positions alone."},
    {"close", scene_close, METH_NOARGS,
     "close($self, /)\n--\n\nFrees its memory, and its player with it; no buffer may show it any more."},
    {"__enter__", scene_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", scene_exit, METH_VARARGS, "__exit__($self, /, *exception)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef scene_properties[] = {
    {"document", get_document, NULL, NULL, NULL},
    {"callbacks", scene_callbacks, NULL, "The update callbacks in their order, the built-in ones first.",
     NULL},
    {"sockets", scene_sockets, NULL, "What hangs where, in the order it was attached.", NULL},
    {"targets", scene_targets, NULL, "All target values; may be written before an update, which refuses what is not finite.", NULL},
    {"local_matrices", scene_local_matrices, NULL,
     "(nodes, 4, 4) floats; node, column, row: the translation is [node, 3, 0], [node, 3, 1], [node, 3, 2].",
     NULL},
    {"world_matrices", scene_world_matrices, NULL,
     "(nodes, 4, 4) floats; node, column, row: the translation is [node, 3, 0], [node, 3, 1], [node, 3, 2].",
     NULL},
    {"node_flags", scene_node_flags, NULL, "Bits of NodeFlag of each node as they are now.", NULL},
    {"world_color", scene_world_color, NULL, "The light from all around as it is now.", NULL},
    {"world_color_target", scene_world_color_target, NULL, "Its target.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot scene_slots[] = {
    {Py_tp_doc, "Scene(document, *, apply_capacity=0, callback_capacity=0, deform=True, callbacks=(), "
                "socket_capacity=0, normals=0)\n--\n\n"
                "An instance of a document's scene: its targets, matrices, weights and vertices."},
    {Py_tp_new, scene_new},
    {Py_tp_dealloc, scene_dealloc},
    {Py_tp_traverse, scene_traverse},
    {Py_tp_clear, scene_clear},
    {Py_tp_repr, scene_repr},
    {Py_tp_methods, scene_methods},
    {Py_tp_getset, scene_properties},
    {0, NULL},
};

PyType_Spec scene_spec = {
    .name = "pavane.Scene",
    .basicsize = sizeof(scene_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = scene_slots,
};
