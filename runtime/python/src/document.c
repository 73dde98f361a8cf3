/* SPDX-License-Identifier: MIT */
/* pavane.Document */
#include "module.h"

#include <errno.h>
#include <stdlib.h>

pav_document *open_document(PyObject *self)
{
    pav_document *document = ((document_object *)self)->document;
    if (!document) {
        PyErr_SetString(PyExc_ValueError, "the document is closed");
    }
    return document;
}

PyObject *wrap_document(module_state *state, pav_document *document)
{
    document_object *self = (document_object *)PyType_GenericAlloc(state->document, 0);
    if (!self) {
        pav_document_destroy(document);
        return NULL;
    }
    self->document = document;
    return (PyObject *)self;
}

/* ---- Loading ---- */

typedef struct load_call {
    Py_buffer data; /* Empty: a file. */
    PyObject *path; /* bytes */
    PyObject *names;
    const char **clips;
    pav_load_options options;
    PyObject *progress;    /* Called with a float; NULL: nothing. */
    PyThreadState *thread; /* Of the load, while it is without the interpreter's lock. */
    PyObject *raised[3];   /* What it raised. */
} load_call;

static bool tell_progress(void *user, double done)
{
    load_call *call = user;
    const int reason = errno; /* The loader's own. */
    PyEval_RestoreThread(call->thread);
    PyObject *answer = PyObject_CallFunction(call->progress, "d", done);
    if (!answer) {
        PyErr_Fetch(&call->raised[0], &call->raised[1], &call->raised[2]);
    }
    const bool go_on = answer && answer != Py_False;
    Py_XDECREF(answer);
    call->thread = PyEval_SaveThread();
    errno = reason;
    return go_on;
}

static bool take_progress(load_call *call, PyObject *progress)
{
    if (progress == Py_None) {
        return true;
    }
    if (!PyCallable_Check(progress)) {
        PyErr_Format(PyExc_TypeError, "progress is called with a number, but %.100R cannot be", progress);
        return false;
    }
    call->progress = progress;
    call->options.progress = tell_progress;
    call->options.progress_user = call;
    return true;
}

static bool take_clips(load_call *call, PyObject *clips)
{
    if (clips == Py_None) {
        return true;
    }
    call->names = get_list(clips, "clips", "a sequence of names");
    const Py_ssize_t count = call->names ? PyList_Size(call->names) : -1;
    if (count < 0) {
        return false;
    }
    call->clips = PyMem_Calloc((size_t)count + 1, sizeof *call->clips);
    if (!call->clips) {
        PyErr_NoMemory();
        return false;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        if (!about("clips", get_text(PyList_GetItem(call->names, i), &call->clips[i]))) {
            return false;
        }
    }
    call->options.clips = call->clips;
    call->options.clip_count = (size_t)count;
    return true;
}

static bool take_source(load_call *call, PyObject *source)
{
    if (PyObject_CheckBuffer(source)) {
        return PyObject_GetBuffer(source, &call->data, PyBUF_SIMPLE) == 0 ||
               refuse_instead("source", "a path, or the bytes of a file in one piece,", source);
    }
    return PyUnicode_FSConverter(source, &call->path) ||
           refuse_instead("source", "a path, or the bytes of a file,", source);
}

static void release_call(load_call *call)
{
    if (call->data.obj) {
        PyBuffer_Release(&call->data);
    }
    Py_XDECREF(call->path);
    Py_XDECREF(call->names);
    PyMem_Free(call->clips);
}

static PyObject *load(PyTypeObject *type, load_call *call, PyObject *source)
{
    pav_document *document = NULL;
    pav_error error = {0};
    const char *path = call->path ? PyBytes_AsString(call->path) : NULL;
    call->thread = PyEval_SaveThread();
    errno = 0;
    if (path) {
        pav_document_load_file(path, &call->options, &document, &error);
    } else {
        pav_document_load_memory(call->data.buf, (size_t)call->data.len, &call->options, &document, &error);
    }
    const int reason = errno;
    PyEval_RestoreThread(call->thread);
    if (document) {
        return wrap_document(PyType_GetModuleState(type), document);
    }
    if (call->raised[0]) {
        PyErr_Restore(call->raised[0], call->raised[1], call->raised[2]);
        return NULL;
    }
    if (error.result == PAV_ERROR_FILE && reason) {
        errno = reason;
        return PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, source);
    }
    return raise_error(PyType_GetModuleState(type), &error);
}

static PyObject *document_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"source", "clips", "progress", NULL};
    PyObject *source;
    PyObject *clips = Py_None;
    PyObject *progress = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|O$O:Document", names, &source, &clips, &progress)) {
        return NULL;
    }
    load_call call = {0};
    PyObject *document = NULL;
    if (take_source(&call, source) && take_clips(&call, clips) && take_progress(&call, progress)) {
        document = load(type, &call, source);
    }
    release_call(&call);
    return document;
}

static PyObject *document_close(PyObject *self, PyObject *unused)
{
    (void)unused;
    document_object *document = (document_object *)self;
    pav_document_destroy(document->document);
    document->document = NULL;
    Py_CLEAR(document->nodes);
    Py_RETURN_NONE;
}

static int document_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((document_object *)self)->nodes);
    return 0;
}

static int document_clear(PyObject *self)
{
    Py_CLEAR(((document_object *)self)->nodes);
    return 0;
}

static void document_dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    pav_document_destroy(((document_object *)self)->document);
    document_clear(self);
    free_object(self);
}

static PyObject *document_enter(PyObject *self, PyObject *unused)
{
    (void)unused;
    return open_document(self) ? Py_NewRef(self) : NULL;
}

/* ---- What is in it ---- */

PyObject *document_nodes(PyObject *self)
{
    document_object *document = (document_object *)self;
    if (!open_document(self)) {
        return NULL;
    }
    if (!document->nodes) {
        document->nodes = node_records(state_of(self), pav_document_scene(document->document));
    }
    return Py_XNewRef(document->nodes);
}

static PyObject *get_nodes(PyObject *self, void *closure)
{
    (void)closure;
    return document_nodes(self);
}

static PyObject *get_info(PyObject *self, void *closure)
{
    (void)closure;
    const pav_document *document = open_document(self);
    return document ? info_record(state_of(self), document) : NULL;
}

static PyObject *get_scene(PyObject *self, void *closure)
{
    (void)closure;
    const pav_document *document = open_document(self);
    if (!document) {
        return NULL;
    }
    const pav_chunk_scene *scene = pav_document_scene(document);
    return scene ? scene_record(state_of(self), scene) : Py_NewRef(Py_None);
}

typedef PyObject *make_records(module_state *, const pav_chunk_scene *);

static PyObject *get_records(PyObject *self, make_records *make)
{
    const pav_document *document = open_document(self);
    return document ? make(state_of(self), pav_document_scene(document)) : NULL;
}

static PyObject *get_skins(PyObject *self, void *closure)
{
    (void)closure;
    return get_records(self, skin_records);
}

static PyObject *get_materials(PyObject *self, void *closure)
{
    (void)closure;
    return get_records(self, material_records);
}

static PyObject *get_cameras(PyObject *self, void *closure)
{
    (void)closure;
    return get_records(self, camera_records);
}

static PyObject *get_lights(PyObject *self, void *closure)
{
    (void)closure;
    return get_records(self, light_records);
}

static PyObject *get_properties(PyObject *self, void *closure)
{
    (void)closure;
    return get_records(self, property_records);
}

static PyObject *get_images(PyObject *self, void *closure)
{
    (void)closure;
    pav_document *document = open_document(self);
    return document ? image_records(state_of(self), document) : NULL;
}

static PyObject *get_memory(PyObject *self, void *closure)
{
    (void)closure;
    const pav_document *document = open_document(self);
    return document ? PyLong_FromSize_t(pav_document_memory(document)) : NULL;
}

static PyObject *new_parts(PyTypeObject *type, pav_document *document, uint32_t count)
{
    PyObject *parts = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; parts && i < count; i++) {
        PyObject *part = new_part(type, document, i, PAV_NONE);
        if (!part || PyTuple_SetItem(parts, (Py_ssize_t)i, part)) {
            Py_CLEAR(parts);
        }
    }
    return parts;
}

static PyObject *get_clips(PyObject *self, void *closure)
{
    (void)closure;
    pav_document *document = open_document(self);
    return document ? new_parts(state_of(self)->clip, document, pav_document_clip_count(document)) : NULL;
}

static PyObject *get_meshes(PyObject *self, void *closure)
{
    (void)closure;
    pav_document *document = open_document(self);
    return document ? new_parts(state_of(self)->mesh, document, pav_document_mesh_count(document)) : NULL;
}

static PyObject *document_clip(PyObject *self, PyObject *key)
{
    pav_document *document = open_document(self);
    uint32_t clip;
    if (!document || !get_clip(state_of(self), document, key, &clip) || !open_document(self)) {
        return NULL;
    }
    return new_part(state_of(self)->clip, document, clip, PAV_NONE);
}

static PyObject *document_mesh(PyObject *self, PyObject *key)
{
    pav_document *document = open_document(self);
    uint32_t mesh;
    if (!document || !get_mesh(state_of(self), document, key, &mesh) || !open_document(self)) {
        return NULL;
    }
    return new_part(state_of(self)->mesh, document, mesh, PAV_NONE);
}

static PyObject *document_node(PyObject *self, PyObject *key)
{
    pav_document *document = open_document(self);
    uint32_t node;
    if (!document || !get_node(state_of(self), document, key, &node)) {
        return NULL;
    }
    PyObject *nodes = document_nodes(self);
    PyObject *record = nodes ? Py_XNewRef(PyTuple_GetItem(nodes, (Py_ssize_t)node)) : NULL;
    Py_XDECREF(nodes);
    return record;
}

/* ---- As an object ---- */

static PyObject *document_repr(PyObject *self)
{
    const pav_document *document = ((document_object *)self)->document;
    if (!document) {
        return PyUnicode_FromString("<pavane.Document, closed>");
    }
    const pav_chunk_scene *scene = pav_document_scene(document);
    return PyUnicode_FromFormat("<pavane.Document of %lu nodes, %lu meshes, %lu clips>",
                                (unsigned long)(scene ? scene->node_count : 0),
                                (unsigned long)pav_document_mesh_count(document),
                                (unsigned long)pav_document_clip_count(document));
}

static PyObject *document_compare(PyObject *self, PyObject *other, int operation)
{
    if (!Py_IS_TYPE(other, Py_TYPE(self)) || (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    const document_object *a = (document_object *)self;
    const document_object *b = (document_object *)other;
    const bool same = self == other || (a->document && a->document == b->document);
    return PyBool_FromLong(same == (operation == Py_EQ));
}

static Py_hash_t document_hash(PyObject *self)
{
    const document_object *document = (document_object *)self;
    return (Py_hash_t)((uintptr_t)document->document >> 4);
}

static PyMethodDef document_methods[] = {
    {"clip", document_clip, METH_O, "clip($self, key, /)\n--\n\nThe clip of a name or an index."},
    {"mesh", document_mesh, METH_O, "mesh($self, key, /)\n--\n\nThe mesh of a name or an index."},
    {"node", document_node, METH_O,
     "node($self, key, /)\n--\n\nThe node of an object's name, of (armature, bone), or of an index."},
    {"close", document_close, METH_NOARGS,
     "close($self, /)\n--\n\nGives it up; scenes, clips and buffers made from it stay good."},
    {"__enter__", document_enter, METH_NOARGS, "__enter__($self, /)\n--\n\n"},
    {"__exit__", document_close, METH_VARARGS, "__exit__($self, /, *exception)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef document_properties[] = {
    {"info", get_info, NULL, "Where the file comes from.", NULL},
    {"scene", get_scene, NULL, "The scene's settings; None when the file holds clips alone.", NULL},
    {"nodes", get_nodes, NULL, "All nodes, parents before their children.", NULL},
    {"meshes", get_meshes, NULL, NULL, NULL},
    {"clips", get_clips, NULL, "The clips that were loaded.", NULL},
    {"skins", get_skins, NULL, NULL, NULL},
    {"materials", get_materials, NULL, NULL, NULL},
    {"images", get_images, NULL, "Whole PNG or JPEG files.", NULL},
    {"cameras", get_cameras, NULL, NULL, NULL},
    {"lights", get_lights, NULL, NULL, NULL},
    {"properties", get_properties, NULL, "Custom properties, in the order of their names.", NULL},
    {"memory", get_memory, NULL, "Bytes that it takes.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot document_slots[] = {
    {Py_tp_doc,
     "Document(source, clips=None, *, progress=None)\n--\n\n"
     "A .pav file, loaded and checked.  `source` is a path or the bytes; `clips` names those to load.\n\n"
     "`progress` is called from time to time with how much is done, and at last with 1; when it returns\n"
     "False or raises, the load ends."},
    {Py_tp_new, document_new},
    {Py_tp_dealloc, document_dealloc},
    {Py_tp_traverse, document_traverse},
    {Py_tp_clear, document_clear},
    {Py_tp_repr, document_repr},
    {Py_tp_richcompare, document_compare},
    {Py_tp_hash, document_hash},
    {Py_tp_methods, document_methods},
    {Py_tp_getset, document_properties},
    {0, NULL},
};

PyType_Spec document_spec = {
    .name = "pavane.Document",
    .basicsize = sizeof(document_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = document_slots,
};
