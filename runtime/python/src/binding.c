/* SPDX-License-Identifier: MIT */
/* pavane.Binding */
#include "module.h"

/* ---- Owners ---- */

typedef struct owner_list {
    PyObject *items; /* Keeps the strings. */
    pav_owner_pair *pairs;
    uint32_t count;
} owner_list;

static bool take_owners(PyObject *owners, owner_list *out)
{
    if (!PyObject_HasAttrString(owners, "items")) {
        return refuse("owners", "a mapping of owners in the clips to owners in the scene", owners);
    }
    out->items = PyMapping_Items(owners);
    const Py_ssize_t count = out->items ? PyList_Size(out->items) : -1;
    if (count < 0) {
        return false;
    }
    out->pairs = PyMem_Calloc((size_t)count + 1, sizeof *out->pairs);
    if (!out->pairs) {
        PyErr_NoMemory();
        return false;
    }
    out->count = (uint32_t)count;
    for (Py_ssize_t i = 0; i < count; i++) {
        PyObject *item = PyList_GetItem(out->items, i);
        if (!about("owners", get_text(PyTuple_GetItem(item, 0), &out->pairs[i].clip_owner)) ||
            !about("owners", get_text(PyTuple_GetItem(item, 1), &out->pairs[i].scene_owner))) {
            return false;
        }
    }
    return true;
}

/* ---- Creation ---- */

static PyObject *wrap(module_state *state, pav_binding *binding, pav_document *scene_document,
                      PyObject *scene)
{
    binding_object *self = (binding_object *)PyType_GenericAlloc(state->binding, 0);
    if (!self) {
        pav_binding_destroy(binding);
        return NULL;
    }
    self->binding = binding;
    self->scene_document = pav_document_retain(scene_document);
    self->scene = Py_XNewRef(scene);
    return (PyObject *)self;
}

PyObject *wrap_binding(module_state *state, const pav_binding *binding, scene_object *scene)
{
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene->scene);
    PyObject *only = pav_binding_scene(binding) ? (PyObject *)scene : NULL;
    return wrap(state, pav_binding_retain((pav_binding *)(uintptr_t)binding), document, only);
}

static PyObject *bind_document(module_state *state, pav_document *clips, PyObject *object,
                               const pav_binding_options *options)
{
    pav_document *document = open_document(object);
    pav_binding *binding = NULL;
    pav_error error = {0};
    if (!document) {
        return NULL;
    }
    pav_document_retain(clips); /* Another thread may close them. */
    pav_document_retain(document);
    PyThreadState *thread = PyEval_SaveThread();
    pav_binding_create(clips, document, options, &binding, &error);
    PyEval_RestoreThread(thread);
    PyObject *wrapped = binding ? wrap(state, binding, document, NULL) : raise_error(state, &error);
    pav_document_destroy(document);
    pav_document_destroy(clips);
    return wrapped;
}

static PyObject *bind_scene(module_state *state, pav_document *clips, scene_object *scene,
                            const pav_binding_options *options)
{
    pav_binding *binding = NULL;
    pav_error error = {0};
    if (!open_scene(scene) || !begin_linking(scene, clips)) {
        return NULL;
    }
    pav_binding_create_for_scene(clips, scene->scene, options, &binding, &error);
    if (!end_linking(scene)) {
        pav_binding_destroy(binding);
        return NULL;
    }
    if (!binding) {
        return raise_error(state, &error);
    }
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene->scene);
    return wrap(state, binding, document, (PyObject *)scene);
}

static PyObject *binding_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
    static char *names[] = {"clips", "scene", "owners", NULL};
    module_state *state = PyType_GetModuleState(type);
    PyObject *clips_object;
    PyObject *scene;
    PyObject *owners = Py_None;
    owner_list list = {0};
    PyObject *binding = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O&O|$O:Binding", names, take_object,
                                     &(typed_argument){"clips", "a Document", state->document, &clips_object},
                                     &scene, &owners)) {
        return NULL;
    }
    const bool is_scene = Py_IS_TYPE(scene, state->scene);
    pav_document *clips;
    if (!is_scene && !Py_IS_TYPE(scene, state->document)) {
        refuse("scene", "a Document or a Scene", scene);
    } else if ((owners == Py_None || take_owners(owners, &list)) &&
               (clips = open_document(clips_object)) != NULL) {
        const pav_binding_options options = {.owners = list.pairs, .owner_count = list.count};
        binding = is_scene ? bind_scene(state, clips, (scene_object *)scene, &options)
                           : bind_document(state, clips, scene, &options);
    }
    PyMem_Free(list.pairs);
    Py_XDECREF(list.items);
    return binding;
}

static int binding_traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((binding_object *)self)->scene);
    return 0;
}

static int binding_clear(PyObject *self)
{
    Py_CLEAR(((binding_object *)self)->scene);
    return 0;
}

static void binding_dealloc(PyObject *object)
{
    binding_object *self = (binding_object *)object;
    PyObject_GC_UnTrack(object);
    pav_binding_destroy(self->binding);
    pav_document_destroy(self->scene_document);
    binding_clear(object);
    free_object(object);
}

pav_binding *get_binding(module_state *state, PyObject *object, scene_object *scene)
{
    const binding_object *self = (binding_object *)object;
    if (!Py_IS_TYPE(object, state->binding)) {
        refuse("binding", "a Binding", object);
        return NULL;
    }
    if (self->scene_document != pav_scene_document(scene->scene) ||
        (self->scene && self->scene != (PyObject *)scene)) {
        PyErr_SetString(PyExc_ValueError, "the binding is for another scene");
        return NULL;
    }
    return self->binding;
}

/* ---- The report ---- */

static PyObject *get_clips(PyObject *self, void *closure)
{
    (void)closure;
    const pav_document *clips = pav_binding_clips(((binding_object *)self)->binding);
    return wrap_document(state_of(self), pav_document_retain((pav_document *)(uintptr_t)clips));
}

static PyObject *new_link(PyObject *self, uint32_t index)
{
    const pav_binding *binding = ((binding_object *)self)->binding;
    const pav_link link = pav_binding_link(binding, index);
    char text[512];
    pav_binding_describe(binding, index, text, sizeof text);
    return new_record(state_of(self), "Link", "(kkNks)", (unsigned long)link.clip,
                      (unsigned long)link.channel, new_enum(state_of(self), "LinkStatus", link.status),
                      (unsigned long)link.target_count, text);
}

/* The links, all or those that missed. */
static PyObject *list_links(PyObject *self, bool all)
{
    const pav_binding *binding = ((binding_object *)self)->binding;
    PyObject *list = PyList_New(0);
    for (uint32_t i = 0; list && i < pav_binding_link_count(binding); i++) {
        if (!all && pav_binding_link(binding, i).status == PAV_LINK_BOUND) {
            continue;
        }
        PyObject *link = new_link(self, i);
        if (!link || PyList_Append(list, link)) {
            Py_CLEAR(list);
        }
        Py_XDECREF(link);
    }
    PyObject *links = list ? PyList_AsTuple(list) : NULL;
    Py_XDECREF(list);
    return links;
}

static PyObject *get_links(PyObject *self, void *closure)
{
    (void)closure;
    return list_links(self, true);
}

static PyObject *get_missed(PyObject *self, void *closure)
{
    (void)closure;
    return list_links(self, false);
}

static PyObject *binding_repr(PyObject *self)
{
    const pav_binding *binding = ((binding_object *)self)->binding;
    unsigned long bound = 0;
    const uint32_t count = pav_binding_link_count(binding);
    for (uint32_t i = 0; i < count; i++) {
        bound += pav_binding_link(binding, i).status == PAV_LINK_BOUND;
    }
    return PyUnicode_FromFormat("<pavane.Binding, %lu of %lu channels bound>", bound, (unsigned long)count);
}

/* There is one in C for all that share it, and as many of these as were asked for. */
static PyObject *binding_compare(PyObject *self, PyObject *other, int operation)
{
    if (!Py_IS_TYPE(other, Py_TYPE(self)) || (operation != Py_EQ && operation != Py_NE)) {
        Py_RETURN_NOTIMPLEMENTED;
    }
    const bool same = ((binding_object *)self)->binding == ((binding_object *)other)->binding;
    return PyBool_FromLong(same == (operation == Py_EQ));
}

static Py_hash_t binding_hash(PyObject *self)
{
    return (Py_hash_t)((uintptr_t)((binding_object *)self)->binding >> 4);
}

static PyGetSetDef binding_properties[] = {
    {"clips", get_clips, NULL, "The document of the clips.", NULL},
    {"links", get_links, NULL, "What became of every channel of every clip.", NULL},
    {"missed", get_missed, NULL, "The links that are not bound.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot binding_slots[] = {
    {Py_tp_doc, "Binding(clips, scene, *, owners=None)\n--\n\n"
                "Which channel of a document's clips drives what in the scene of another, or the same.  With "
                "a Scene its\n"
                "own callbacks are asked, too.  `owners` maps owners in the clips to owners in the scene."},
    {Py_tp_new, binding_new},
    {Py_tp_dealloc, binding_dealloc},
    {Py_tp_traverse, binding_traverse},
    {Py_tp_clear, binding_clear},
    {Py_tp_repr, binding_repr},
    {Py_tp_richcompare, binding_compare},
    {Py_tp_hash, binding_hash},
    {Py_tp_getset, binding_properties},
    {0, NULL},
};

PyType_Spec binding_spec = {
    .name = "pavane.Binding",
    .basicsize = sizeof(binding_object),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = binding_slots,
};
