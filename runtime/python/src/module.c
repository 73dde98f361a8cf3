/* SPDX-License-Identifier: MIT */
/* The module pavane._pavane: its types, its state, its version. */
#include "module.h"

module_state *state_of(PyObject *self)
{
    return PyType_GetModuleState(Py_TYPE(self));
}

void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *import_attribute(const char *module, const char *name)
{
    PyObject *imported = PyImport_ImportModule(module);
    PyObject *attribute = imported && name ? PyObject_GetAttrString(imported, name) : Py_NewRef(imported);
    Py_XDECREF(imported);
    return attribute;
}

static int make_type(PyObject *module, PyType_Spec *spec, PyTypeObject **out)
{
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *out ? 0 : -1;
}

static int add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **out)
{
    return make_type(module, spec, out) ? -1 : PyModule_AddType(module, *out);
}

static int add_types(PyObject *module, module_state *state)
{
    if (make_type(module, &array_spec, &state->array) || add_type(module, &binding_spec, &state->binding) ||
        add_type(module, &builder_spec, &state->builder) ||
        add_type(module, &channel_spec, &state->channel) || add_type(module, &clip_spec, &state->clip) ||
        add_type(module, &document_spec, &state->document) || add_type(module, &mask_spec, &state->mask) ||
        add_type(module, &mesh_spec, &state->mesh) || add_type(module, &player_spec, &state->player) ||
        add_type(module, &playback_spec, &state->playback) || add_type(module, &scene_spec, &state->scene)) {
        return -1;
    }
    return PyModule_AddStringConstant(module, "version", pav_version());
}

static int module_exec(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    state->enums = PyImport_ImportModule("pavane._enums");
    state->errors = state->enums ? PyImport_ImportModule("pavane._errors") : NULL;
    state->members = state->errors ? PyImport_ImportModule("pavane._members") : NULL;
    state->records = state->members ? PyImport_ImportModule("pavane._records") : NULL;
    state->update_callback = state->records ? import_attribute("pavane._callbacks", "UpdateCallback") : NULL;
    return state->update_callback ? add_types(module, state) : -1;
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    module_state *state = PyModule_GetState(module);
    if (!state) {
        return 0;
    }
    Py_VISIT(state->array);
    Py_VISIT(state->binding);
    Py_VISIT(state->builder);
    Py_VISIT(state->channel);
    Py_VISIT(state->clip);
    Py_VISIT(state->document);
    Py_VISIT(state->mask);
    Py_VISIT(state->mesh);
    Py_VISIT(state->player);
    Py_VISIT(state->playback);
    Py_VISIT(state->scene);
    Py_VISIT(state->enums);
    Py_VISIT(state->errors);
    Py_VISIT(state->members);
    Py_VISIT(state->records);
    Py_VISIT(state->update_callback);
    return 0;
}

static int module_clear(PyObject *module)
{
    module_state *state = PyModule_GetState(module);
    if (!state) {
        return 0;
    }
    Py_CLEAR(state->array);
    Py_CLEAR(state->binding);
    Py_CLEAR(state->builder);
    Py_CLEAR(state->channel);
    Py_CLEAR(state->clip);
    Py_CLEAR(state->document);
    Py_CLEAR(state->mask);
    Py_CLEAR(state->mesh);
    Py_CLEAR(state->player);
    Py_CLEAR(state->playback);
    Py_CLEAR(state->scene);
    Py_CLEAR(state->enums);
    Py_CLEAR(state->errors);
    Py_CLEAR(state->members);
    Py_CLEAR(state->records);
    Py_CLEAR(state->update_callback);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,          .m_name = "pavane._pavane", .m_doc = "The C side of pavane.",
    .m_size = sizeof(module_state), .m_slots = module_slots,    .m_traverse = module_traverse,
    .m_clear = module_clear,        .m_free = module_free,
};

PyMODINIT_FUNC PyInit__pavane(void);

PyMODINIT_FUNC PyInit__pavane(void)
{
    return PyModuleDef_Init(&module_definition);
}
