/* SPDX-License-Identifier: MIT */
/* Python callables in a scene's list of update callbacks.  An exception does not end the update: the first
 * one is kept and raised when the frame is complete. */
#include "module.h"

typedef struct callback_entry {
    struct callback_entry *next;
    struct callback_entry *previous;
    scene_object *scene; /* Borrowed: the entry goes with the scene's list. */
    PyObject *call;      /* What is called with the scene. */
    PyObject *link;      /* Or NULL. */
    PyObject *name;      /* Keeps the C callback's name until it is copied. */
    PyObject *only;      /* The index of the item that a plain callable is told, or NULL. */
    uint32_t handle;
} callback_entry;

/* ---- Exceptions of callbacks ---- */

void keep_exception(scene_object *self, PyObject *call)
{
    PyObject **raised = self->raised;
    if (raised[0]) {
        PyErr_WriteUnraisable(call); /* Only one can be raised; the others are shown. */
        return;
    }
    PyErr_Fetch(&raised[0], &raised[1], &raised[2]);
}

bool raise_left(scene_object *self)
{
    if (!self->raised[0]) {
        return false;
    }
    PyErr_Restore(self->raised[0], self->raised[1], self->raised[2]);
    self->raised[0] = self->raised[1] = self->raised[2] = NULL;
    return true;
}

bool begin_linking(scene_object *self, pav_document *clips)
{
    if (self->updating || self->linking) {
        PyErr_SetString(PyExc_RuntimeError, "the scene is being updated or linked");
        return false;
    }
    self->linking = pav_document_retain(clips);
    self->updating = true; /* It may not be closed now. */
    return true;
}

bool end_linking(scene_object *self)
{
    pav_document_destroy(self->linking);
    self->linking = NULL;
    self->updating = false;
    return !raise_left(self);
}

/* ---- What C calls ---- */

static pav_result run_callback(void *self, pav_scene *scene)
{
    (void)scene;
    callback_entry *entry = self;
    PyObject *call = Py_NewRef(entry->call); /* It may remove itself. */
    PyObject *only = Py_XNewRef(entry->only);
    PyObject *result = PyObject_CallFunctionObjArgs(call, (PyObject *)entry->scene, only, NULL);
    if (!result) {
        keep_exception(entry->scene, call);
    }
    Py_XDECREF(result);
    Py_XDECREF(only);
    Py_DECREF(call);
    return PAV_OK;
}

static bool take_target(PyObject *answer, const scene_object *scene, pav_target *out)
{
    unsigned long value;
    unsigned long first;
    uint32_t floats;
    static const uint32_t sizes[] = {1, 3, 4, 6, 16, 4, 1};
    if (!PyTuple_Check(answer)) {
        PyErr_Format(PyExc_TypeError, "link returns a Target or None, not %.100R", answer);
        return false;
    }
    if (!PyArg_ParseTuple(answer, "kk;link returns a Target or None", &value, &first)) {
        return false;
    }
    pav_scene_targets(scene->scene, &floats);
    if (value > PAV_VALUE_WHOLE || first >= floats || sizes[value] > floats - first) {
        PyErr_Format(PyExc_ValueError, "link returned %R, but there are %lu target floats", answer,
                     (unsigned long)floats);
        return false;
    }
    *out = (pav_target){.value = (pav_value)value, .first = (uint32_t)first};
    return true;
}

/* The clip's document is the one that is being linked: found by its chunk. */
static PyObject *find_channel(const scene_object *scene, const pav_chunk_clip *clip, uint32_t channel)
{
    pav_document *document = scene->linking;
    for (uint32_t i = 0; i < pav_document_clip_count(document); i++) {
        if (pav_document_clip(document, i) == clip) {
            return new_part(state_of((PyObject *)(uintptr_t)scene)->channel, document, i, channel);
        }
    }
    PyErr_SetString(PyExc_SystemError, "a clip of no document is being linked");
    return NULL;
}

static pav_result link_callback(void *self, pav_scene *scene, const pav_chunk_clip *clip, uint32_t channel,
                                uint32_t first, pav_target *out)
{
    (void)scene;
    callback_entry *entry = self;
    PyObject *object = find_channel(entry->scene, clip, channel);
    PyObject *answer =
        object ? PyObject_CallFunction(entry->link, "OON", (PyObject *)entry->scene, object, new_index(first))
               : NULL;
    const bool driven = answer && answer != Py_None;
    const bool fine = answer && (!driven || take_target(answer, entry->scene, out));
    Py_XDECREF(answer);
    Py_XDECREF(object);
    if (!fine) {
        keep_exception(entry->scene, entry->call);
        return PAV_ERROR_CALLBACK;
    }
    return PAV_OK;
}

/* ---- Entries ---- */

void free_callback(void *self)
{
    callback_entry *entry = self;
    if (entry->previous) {
        entry->previous->next = entry->next;
    } else if (entry->scene->callbacks == entry) {
        entry->scene->callbacks = entry->next;
    }
    if (entry->next) {
        entry->next->previous = entry->previous;
    }
    PyObject *call = entry->call;
    PyObject *link = entry->link;
    PyObject *name = entry->name;
    PyObject *only = entry->only;
    PyMem_Free(entry);
    Py_XDECREF(call);
    Py_XDECREF(link);
    Py_XDECREF(name);
    Py_XDECREF(only);
}

/* Methods and settings of an UpdateCallback; a plain callable is called itself. */
static bool read_callback(module_state *state, PyObject *callback, callback_entry *entry,
                          pav_update_callback *out)
{
    const int ours = PyObject_IsInstance(callback, state->update_callback);
    if (ours < 0) {
        return false;
    }
    if (!ours) {
        entry->call = Py_NewRef(callback);
        if (!PyCallable_Check(callback)) {
            refuse("callback", "an UpdateCallback or a callable", callback);
        }
        return PyCallable_Check(callback);
    }
    entry->call = PyObject_GetAttrString(callback, "update");
    entry->link = entry->call ? PyObject_GetAttrString(callback, "link") : NULL;
    PyObject *floats = entry->link ? PyObject_GetAttrString(callback, "target_floats") : NULL;
    const bool fine = floats && get_index(floats, "target_floats", 1u << 24, &out->target_floats);
    Py_XDECREF(floats);
    return fine;
}

/* The phase that is given, else an UpdateCallback's own, else after world. */
static bool read_phase(const callback_entry *entry, PyObject *callback, PyObject *given, pav_phase *out)
{
    module_state *state = state_of((PyObject *)entry->scene);
    uint32_t number = PAV_PHASE_AFTER_WORLD;
    PyObject *phase = Py_NewRef(given);
    if (given == Py_None && entry->link) {
        Py_DECREF(phase);
        phase = PyObject_GetAttrString(callback, "phase");
    }
    const bool fine = phase && (phase == Py_None || get_member(state, phase, "phase", "Phase", &number));
    Py_XDECREF(phase);
    *out = (pav_phase)number;
    return fine;
}

static bool read_name(PyObject *callback, PyObject *name, callback_entry *entry, pav_update_callback *out)
{
    if (name != Py_None) {
        entry->name = Py_NewRef(name);
    } else {
        entry->name = PyObject_GetAttrString(callback, "name");
        if (!entry->name) {
            PyErr_Clear();
            entry->name = PyObject_GetAttrString(callback, "__name__");
        }
        if (!entry->name) {
            PyErr_Clear();
            entry->name = PyUnicode_FromString("callback");
        }
    }
    return entry->name && about("name", get_text(entry->name, &out->name));
}

/* The item of a kind that a key means. */
static bool get_item(module_state *state, pav_document *document, pav_target_kind kind, PyObject *key,
                     uint32_t *out)
{
    switch (kind) {
    case PAV_TARGET_KIND_OBJECT:
        return get_node(state, document, key, out);
    case PAV_TARGET_KIND_MESH:
        return get_mesh(state, document, key, out);
    case PAV_TARGET_KIND_MATERIAL:
        return get_material(state, document, key, out);
    case PAV_TARGET_KIND_CAMERA:
        return get_camera(state, document, key, out);
    case PAV_TARGET_KIND_LIGHT:
        return get_light(state, document, key, out);
    default:
        PyErr_SetString(PyExc_ValueError, "a callback is about an object, mesh, material, camera or light");
        return false;
    }
}

/* A Mesh and a Material say by themselves what they are. */
static pav_target_kind kind_of(module_state *state, PyObject *key, pav_target_kind kind)
{
    return Py_IS_TYPE(key, state->mesh)              ? PAV_TARGET_KIND_MESH
           : index_of_record(state, key, "Material") ? PAV_TARGET_KIND_MATERIAL
                                                     : kind;
}

/* What an UpdateCallback says itself, a plain callable is given. */
static PyObject *setting_of(const callback_entry *entry, PyObject *callback, const char *name,
                            PyObject *given)
{
    if (!entry->link) {
        return Py_NewRef(given);
    }
    if (given != Py_None) {
        PyErr_Format(PyExc_TypeError, "%R is an UpdateCallback: what it is about says its own `%s`", callback,
                     name);
        return NULL;
    }
    return PyObject_GetAttrString(callback, name);
}

static bool read_item(const callback_settings *settings, PyObject *callback, callback_entry *entry,
                      pav_update_callback *out)
{
    module_state *state = state_of((PyObject *)entry->scene);
    pav_document *document = open_document(entry->scene->document);
    PyObject *kind = document ? setting_of(entry, callback, "kind", settings->kind) : NULL;
    PyObject *key = kind ? setting_of(entry, callback, "only", settings->only) : NULL;
    uint32_t number = PAV_TARGET_KIND_OBJECT;
    bool fine = key && (kind == Py_None || get_member(state, kind, "kind", "TargetKind", &number));
    out->kind = fine ? kind_of(state, key, (pav_target_kind)number) : PAV_TARGET_KIND_OBJECT;
    if (fine && key != Py_None) {
        fine = about("only", get_item(state, document, out->kind, key, &out->only));
        entry->only = fine && !entry->link ? new_index(out->only) : NULL;
        fine = fine && (entry->link || entry->only);
    }
    Py_XDECREF(kind);
    Py_XDECREF(key);
    return fine;
}

bool new_callback(scene_object *self, PyObject *callback, const callback_settings *settings,
                  pav_update_callback *out)
{
    callback_entry *entry = PyMem_Calloc(1, sizeof *entry);
    *out = (pav_update_callback){
        .only = PAV_ALL, .update = run_callback, .destroy = free_callback, .self = entry};
    if (!entry) {
        PyErr_NoMemory();
        return false;
    }
    entry->scene = self;
    if (!read_callback(state_of((PyObject *)self), callback, entry, out) ||
        !read_phase(entry, callback, settings->phase, &out->phase) ||
        !read_item(settings, callback, entry, out) || !read_name(callback, settings->name, entry, out)) {
        free_callback(entry);
        return false;
    }
    out->link = entry->link ? link_callback : NULL;
    entry->next = self->callbacks;
    if (entry->next) {
        entry->next->previous = entry;
    }
    self->callbacks = entry;
    return true;
}

void set_callback_handle(const pav_update_callback *callback, uint32_t handle)
{
    ((callback_entry *)callback->self)->handle = handle;
}

/* ---- The list ---- */

PyObject *scene_callbacks(PyObject *object, void *closure)
{
    (void)closure;
    scene_object *self = (scene_object *)object;
    PyObject *list = open_scene(self) ? PyList_New(0) : NULL;
    pav_update_callback callback;
    uint32_t handle;
    for (uint32_t i = 0; list && pav_scene_callback(self->scene, i, &callback, &handle); i++) {
        PyObject *record =
            new_record(state_of(object), "ListedCallback", "(NsNNN)", new_index(handle), callback.name,
                       new_enum(state_of(object), "Phase", callback.phase), new_index(callback.only),
                       new_enum(state_of(object), "TargetKind", callback.kind));
        if (!record || PyList_Append(list, record)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(record);
    }
    PyObject *callbacks = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return callbacks;
}

/* ---- For the collector ---- */

int visit_callbacks(scene_object *self, visitproc visit, void *arg)
{
    for (callback_entry *entry = self->callbacks; entry; entry = entry->next) {
        Py_VISIT(entry->call);
        Py_VISIT(entry->link);
    }
    return 0;
}

void clear_callbacks(scene_object *self)
{
    while (self->scene && self->callbacks) {
        pav_scene_remove_callback(self->scene, self->callbacks->handle);
    }
}
