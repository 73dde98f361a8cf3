/* SPDX-License-Identifier: MIT */
/* The module pavane._view: the viewer on a player of pavane._pavane.  Drawing and waiting go without the
 * interpreter's lock; each update calls back into Python, with it. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "options.h"

#include <stdatomic.h>
#include <string.h>

/* freeglut has one state for the whole process. */
static atomic_flag busy = ATOMIC_FLAG_INIT;

/* ---- Updates ---- */

typedef struct viewing {
    PyObject *update;      /* What Python does for one picture. */
    PyObject *click;       /* And when the mouse is clicked. */
    PyThreadState *thread; /* Of the call, while it is without the lock. */
    PyObject *raised[3];   /* What an update raised. */
} viewing;

static pav_result call(viewing *self, PyObject *function, double seconds, pav_error *error)
{
    PyEval_RestoreThread(self->thread);
    PyObject *result = PyObject_CallFunction(function, "d", seconds);
    const bool fine = result && PyErr_CheckSignals() == 0;
    if (!fine) {
        PyErr_Fetch(&self->raised[0], &self->raised[1], &self->raised[2]);
        error->result = PAV_ERROR_CALLBACK;
    }
    Py_XDECREF(result);
    self->thread = PyEval_SaveThread();
    return fine ? PAV_OK : PAV_ERROR_CALLBACK;
}

static pav_result update(void *user, pav_player *player, double seconds, pav_error *error)
{
    (void)player;
    viewing *self = user;
    return call(self, self->update, seconds, error);
}

static pav_result click(void *user, pav_player *player, pav_error *error)
{
    (void)player;
    viewing *self = user;
    return call(self, self->click, 0, error);
}

/* ---- Errors ---- */

static PyObject *own_exception(const char *name)
{
    PyObject *errors = PyImport_ImportModule("pavane._errors");
    PyObject *exception = errors ? PyObject_GetAttrString(errors, name) : NULL;
    Py_XDECREF(errors);
    return exception;
}

static PyObject *exception_of(pav_result result)
{
    switch (result) {
    case PAV_ERROR_MEMORY:
        return Py_NewRef(PyExc_MemoryError);
    case PAV_ERROR_FILE:
        return Py_NewRef(PyExc_OSError);
    case PAV_ERROR_VALUE:
        return Py_NewRef(PyExc_ValueError);
    default:
        return own_exception(result == PAV_ERROR_NAME ? "NotFoundError" : "Error");
    }
}

static PyObject *raise_error(pav_result result, const pav_error *error)
{
    PyObject *exception = exception_of(result);
    /* A name in it may be no UTF-8, as a file's name may be. */
    PyObject *message =
        PyUnicode_DecodeUTF8(error->message, (Py_ssize_t)strlen(error->message), "backslashreplace");
    if (exception && message) {
        PyErr_SetObject(exception, message);
    }
    Py_XDECREF(message);
    Py_XDECREF(exception);
    return NULL;
}

/* Options go by their Python names: --pan-up is pan_up. */
static void name_options(char *message)
{
    char *to = message;
    bool inside = false; /* A name. */
    for (const char *from = message; *from; from++) {
        const bool begins = strncmp(from, "--", 2) == 0 && from[2] >= 'a' && from[2] <= 'z';
        inside = begins || (inside && ((*from >= 'a' && *from <= 'z') || *from == '-'));
        from += begins ? 2 : 0;
        *to++ = inside && *from == '-' ? '_' : *from;
    }
    *to = 0;
}

/* ---- The call ---- */

static PyObject *run(pav_player *player, viewing self, const view_command *command)
{
    pav_view_options options = command->options;
    pav_error error = {PAV_OK, ""};
    options.update = update;
    options.update_user = &self;
    options.click = self.click == Py_None ? NULL : click;
    options.click_user = &self;
    self.thread = PyEval_SaveThread();
    const pav_result result = pav_view(pav_player_scene(player), player, &options, &error);
    PyEval_RestoreThread(self.thread);
    if (self.raised[0]) {
        PyErr_Restore(self.raised[0], self.raised[1], self.raised[2]);
        return NULL;
    }
    return result ? raise_error(result, &error) : Py_NewRef(Py_None);
}

static PyObject *run_alone(pav_player *player, viewing functions, const view_command *command)
{
    if (atomic_flag_test_and_set(&busy)) {
        PyErr_SetString(PyExc_RuntimeError, "a viewer is open already; there is one at a time in a process");
        return NULL;
    }
    PyObject *result = run(player, functions, command);
    atomic_flag_clear(&busy);
    return result;
}

/* A bytes object of each argument, and pointers to them after the place of a program's name. */
static char **list_arguments(PyObject *arguments, Py_ssize_t count)
{
    char **list = PyMem_Calloc((size_t)count + 2, sizeof *list);
    for (Py_ssize_t i = 0; list && i < count; i++) {
        list[i + 1] = PyBytes_AsString(PyTuple_GetItem(arguments, i));
        if (!list[i + 1]) {
            PyMem_Free(list);
            return NULL;
        }
    }
    return list ? list : (char **)PyErr_NoMemory();
}

static PyObject *view(PyObject *module, PyObject *given)
{
    PyObject *capsule, *arguments;
    viewing functions = {.thread = NULL};
    view_command command;
    pav_error error = {PAV_OK, ""};
    (void)module;
    if (!PyArg_ParseTuple(given, "OOOO!:view", &capsule, &functions.update, &functions.click, &PyTuple_Type,
                          &arguments)) {
        return NULL;
    }
    pav_player *player = PyCapsule_GetPointer(capsule, "pavane.player");
    const Py_ssize_t count = PyTuple_Size(arguments);
    char **list = player ? list_arguments(arguments, count) : NULL;
    if (!list) {
        return NULL;
    }
    const pav_result result = view_options_read((int)count + 1, list, &command, &error);
    if (result != PAV_OK) {
        name_options(error.message);
    }
    PyObject *answer = result ? raise_error(result, &error) : run_alone(player, functions, &command);
    PyMem_Free(list);
    return answer;
}

/* ---- The module ---- */

static PyMethodDef methods[] = {
    {"view", view, METH_VARARGS,
     "view($module, player, update, click, arguments, /)\n--\n\n"
     "Opens the viewer on a lent player; `arguments` are bytes, as of the program."},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "pavane._view", .m_doc = "The viewer.",
    .m_methods = methods,  .m_slots = slots,
};

PyMODINIT_FUNC PyInit__view(void);

PyMODINIT_FUNC PyInit__view(void)
{
    return PyModuleDef_Init(&definition);
}
