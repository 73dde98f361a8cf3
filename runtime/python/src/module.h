/* SPDX-License-Identifier: MIT */
/* What the types of the extension share.  There are no globals: each interpreter has a state of its own, and
 * every object finds it through its type, which cannot be subclassed. */
#ifndef PAVANE_PYTHON_MODULE_H
#define PAVANE_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <pavane/pavane.h>

typedef struct module_state {
    PyTypeObject *array;
    PyTypeObject *binding;
    PyTypeObject *builder;
    PyTypeObject *channel;
    PyTypeObject *clip;
    PyTypeObject *document;
    PyTypeObject *mask;
    PyTypeObject *mesh;
    PyTypeObject *player;
    PyTypeObject *playback;
    PyTypeObject *scene;
    PyObject
        *enums; /* The modules pavane._enums, _errors, _members, _records, and the class UpdateCallback. */
    PyObject *errors;
    PyObject *members;
    PyObject *records;
    PyObject *update_callback;
} module_state;

/* The state behind an object of ours. */
module_state *state_of(PyObject *self);

/* Releases the memory of an object of a heap type. */
void free_object(PyObject *self);

/* ---- errors.c ---- */

/* Both raise and return NULL. */
PyObject *raise_error(module_state *state, const pav_error *error);
PyObject *raise_not_found(module_state *state, const char *kind, PyObject *name, PyObject *names);

/* ---- values.c: from and to Python.  Functions that return a pointer return NULL, those that return a bool
 * false, after raising. ---- */

PyObject *new_enum(module_state *state, const char *name, uint32_t value);
PyObject *new_record(module_state *state, const char *name, const char *format, ...);
PyObject *new_floats(const float *floats, uint32_t count);
/* None for PAV_NONE. */
PyObject *new_index(uint32_t index);

/* UTF-8 without a zero inside; NULL stays NULL for None. */
bool get_text(PyObject *object, const char **out);
bool get_optional_text(PyObject *object, const char **out);
/* An int from 0 to count - 1; `noun` and `count` are for the message. */
bool get_index(PyObject *object, const char *noun, uint32_t count, uint32_t *out);
/* `count` finite numbers of a sequence, or of sequences in it. */
bool get_floats(PyObject *object, const char *name, float *out, Py_ssize_t count);

/* A Target, or any pair of its numbers. */
bool get_target(PyObject *object, pav_target *out);

/* ---- arguments.c: what a call was given ---- */

/* Raise that an argument is of a wrong type, or of a wrong value, and return false. */
bool refuse(const char *argument, const char *wanted, PyObject *object);
bool refuse_value(const char *argument, const char *wanted, PyObject *object);
/* The same in place of what Python has raised about the object, which names no argument. */
bool refuse_instead(const char *argument, const char *wanted, PyObject *object);
/* Return `fine`; when it is false, what was raised names the argument, or the clip that a name was given of.
 */
bool about(const char *argument, bool fine);
bool about_clip(PyObject *clip, bool fine);

bool get_double(PyObject *object, const char *name, double *out);
bool get_finite(PyObject *object, const char *name, double *out);
bool get_count(PyObject *object, const char *name, uint32_t *out);
/* A handle; `origin` is the method that returns such. */
bool get_handle(PyObject *object, const char *origin, uint32_t *out);
/* A new list of the items of anything but a str, which is never meant as its letters. */
PyObject *get_list(PyObject *object, const char *name, const char *wanted);
/* A member of an enum of pavane._enums, or a sum of flags. */
bool get_member(module_state *state, PyObject *object, const char *name, const char *type, uint32_t *out);

/* For the format O&: where an argument goes, by its name. */
typedef struct argument {
    const char *name;
    void *out;
} argument;

typedef struct optional_double {
    bool set; /* False: None. */
    double number;
} optional_double;

typedef struct typed_argument {
    const char *name;
    const char *wanted;
    PyTypeObject *type;
    PyObject **out;
} typed_argument;

/* Into a double, float, optional_double, uint32_t, int32_t, size_t and const char *. */
int take_double(PyObject *object, void *to);
int take_float(PyObject *object, void *to);
int take_optional_double(PyObject *object, void *to);
int take_count(PyObject *object, void *to);
int take_priority(PyObject *object, void *to);
int take_bytes(PyObject *object, void *to);
int take_text(PyObject *object, void *to);
int take_optional_text(PyObject *object, void *to);
/* Takes a typed_argument. */
int take_object(PyObject *object, void *to);

/* ---- array.c: zero-copy buffers ---- */

typedef struct array_shape {
    const char *format; /* "f", "I", "B" */
    int dimensions;
    Py_ssize_t shape[3];
    Py_ssize_t stride; /* Of the first dimension, in bytes; 0: without gaps. */
} array_shape;

struct scene_object;

/* A memoryview of memory that belongs to a document (read only) or a scene. */
PyObject *view_of_document(module_state *state, pav_document *document, const void *data, array_shape shape);
PyObject *view_of_scene(module_state *state, struct scene_object *scene, const void *data, array_shape shape,
                        bool writable);

/* ---- document.c ---- */

typedef struct document_object {
    PyObject_HEAD pav_document *document; /* NULL: closed. */
    PyObject *nodes;                      /* Cached. */
} document_object;

extern PyType_Spec document_spec;

/* Takes over a hold. */
PyObject *wrap_document(module_state *state, pav_document *document);
/* The document, or NULL and an exception when it is closed. */
pav_document *open_document(PyObject *document);
/* The records of all nodes. */
PyObject *document_nodes(PyObject *document);

/* ---- records.c and looks.c ---- */

typedef PyObject *make_record(module_state *, const pav_chunk_scene *, uint32_t);

/* A tuple of `count` records, each made by `make`. */
PyObject *new_records(module_state *state, const pav_chunk_scene *scene, uint32_t first, uint32_t count,
                      make_record *make);

PyObject *info_record(module_state *state, const pav_document *document);
PyObject *scene_record(module_state *state, const pav_chunk_scene *scene);
PyObject *node_records(module_state *state, const pav_chunk_scene *scene);
PyObject *skin_records(module_state *state, const pav_chunk_scene *scene);
PyObject *material_records(module_state *state, const pav_chunk_scene *scene);
PyObject *camera_records(module_state *state, const pav_chunk_scene *scene);
PyObject *light_records(module_state *state, const pav_chunk_scene *scene);
PyObject *property_records(module_state *state, const pav_chunk_scene *scene);
/* Of a document's record, or of a scene's. */
PyObject *camera_record(module_state *state, const char *text, const pav_record_camera *camera);
PyObject *light_record(module_state *state, const char *text, const pav_record_light *light);
PyObject *image_records(module_state *state, pav_document *document);

/* ---- names.c: names or indices ---- */

/* A clip's name, its index, or a Clip of the same document. */
bool get_clip(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
bool get_mesh(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
/* An object's name, (armature object, bone), an index, or a Node. */
bool get_node(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
bool get_material(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
bool get_camera(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
bool get_light(module_state *state, pav_document *document, PyObject *key, uint32_t *out);
bool get_morph(module_state *state, pav_document *document, uint32_t mesh, PyObject *key, uint32_t *out);
/* The index that a record of that type holds, borrowed; NULL for anything else. */
PyObject *index_of_record(module_state *state, PyObject *key, const char *record);
/* Whether channels of that owner are in the clip; raises when not. */
bool check_owner(module_state *state, const pav_document *document, uint32_t clip, const char *owner);

/* ---- clip.c, channel.c, mesh.c: a part of a document ---- */

typedef struct part_object {
    PyObject_HEAD pav_document *document; /* Held. */
    uint32_t index;                       /* Of the clip or mesh. */
    uint32_t channel;                     /* Of a channel. */
} part_object;

extern PyType_Spec clip_spec;
extern PyType_Spec channel_spec;
extern PyType_Spec mesh_spec;

PyObject *new_part(PyTypeObject *type, pav_document *document, uint32_t index, uint32_t channel);
void part_dealloc(PyObject *self);
PyObject *part_compare(PyObject *self, PyObject *other, int operation);
Py_hash_t part_hash(PyObject *self);

/* ---- scene.c and callbacks.c ---- */

struct callback_entry;

typedef struct scene_object {
    PyObject_HEAD pav_scene *scene; /* NULL: closed. */
    PyObject *document;
    PyObject *hung;                   /* The Scenes on its sockets, by handle; NULL: none yet. */
    struct callback_entry *callbacks; /* Owned by the scene's list of callbacks. */
    struct player_object *player;     /* Borrowed: the player holds the scene. */
    Py_ssize_t views;                 /* Buffers that show its memory. */
    bool targets_shown;               /* Its targets may be written without a call. */
    bool left;                        /* Its `with` ended: only those buffers keep the memory. */
    bool updating;
    pav_document *linking; /* The clips that a binding is being made of. */
    bool elsewhere;        /* Updated by a thread without the interpreter's lock. */
    bool lent;             /* To the viewer: it may be used between two pictures, but not closed. */
    PyObject *raised[3];   /* The first exception of a callback in this update. */
} scene_object;

extern PyType_Spec scene_spec;
extern PyType_Spec array_spec;

/* Around what may ask the scene's callbacks for channels of `clips`.  Beginning raises and returns false when
 * the scene is busy; ending raises and returns false when a callback raised. */
bool begin_linking(scene_object *self, pav_document *clips);
bool end_linking(scene_object *self);

/* The scene, or NULL and an exception when it is closed or updated by another thread. */
pav_scene *open_scene(scene_object *self);

/* Updates the player, or with NULL the scene alone; raises what a callback raised after the frame is
 * complete. */
PyObject *run_update(scene_object *self, pav_player *player, double seconds);

/* What is said beside a callback; each may be None. */
typedef struct callback_settings {
    PyObject *phase;
    PyObject *name;
    PyObject *only;
    PyObject *kind;
} callback_settings;

/* Makes a C callback of a Python one. */
bool new_callback(scene_object *self, PyObject *callback, const callback_settings *settings,
                  pav_update_callback *out);
/* A tuple of ListedCallback. */
PyObject *scene_callbacks(PyObject *self, void *closure);
void free_callback(void *entry);
void set_callback_handle(const pav_update_callback *callback, uint32_t handle);
int visit_callbacks(scene_object *self, visitproc visit, void *arg);
void clear_callbacks(scene_object *self);
/* Keeps the exception of a callable, to be raised when the frame is complete. */
void keep_exception(scene_object *self, PyObject *call);
/* Raises the exception that a callback left; false when there is none. */
bool raise_left(scene_object *self);

/* ---- scene_apply.c ---- */

PyObject *scene_apply(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *scene_set_local(PyObject *self, PyObject *arguments);
PyObject *scene_set_world(PyObject *self, PyObject *arguments);

/* ---- scene_sockets.c ---- */

PyObject *scene_attach(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *scene_detach(PyObject *self, PyObject *handle);
PyObject *scene_sockets(PyObject *self, void *closure);
PyObject *scene_set_override(PyObject *self, PyObject *arguments);
PyObject *scene_clear_override(PyObject *self, PyObject *target);
PyObject *scene_clear_overrides(PyObject *self, PyObject *unused);
PyObject *scene_override(PyObject *self, PyObject *target);

/* ---- scene_views.c ---- */

/* False, and ValueError, where the program has written NaN or infinity into `Scene.targets`. */
bool targets_are_finite(scene_object *self);
PyObject *scene_targets(PyObject *self, void *closure);
PyObject *scene_local_matrices(PyObject *self, void *closure);
PyObject *scene_world_matrices(PyObject *self, void *closure);
PyObject *scene_local_matrix(PyObject *self, PyObject *node);
PyObject *scene_world_matrix(PyObject *self, PyObject *node);
PyObject *scene_morph_weights(PyObject *self, PyObject *mesh);
PyObject *scene_skin_matrices(PyObject *self, PyObject *node);
PyObject *scene_points(PyObject *self, PyObject *node);
PyObject *scene_positions(PyObject *self, PyObject *node);
PyObject *scene_write_vertices(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *scene_normals(PyObject *self, PyObject *node);
PyObject *scene_material_input(PyObject *self, PyObject *arguments);
PyObject *scene_material_inputs(PyObject *self, PyObject *material);
PyObject *scene_material_target(PyObject *self, PyObject *arguments);
PyObject *scene_find_node(PyObject *self, PyObject *key);
PyObject *scene_element_target(PyObject *self, PyObject *arguments);
PyObject *scene_morph_target(PyObject *self, PyObject *arguments);
PyObject *scene_mesh_target(PyObject *object, PyObject *arguments);

/* ---- scene_records.c ---- */

PyObject *scene_camera(PyObject *self, PyObject *camera);
PyObject *scene_light(PyObject *self, PyObject *light);
PyObject *scene_camera_target(PyObject *self, PyObject *arguments);
PyObject *scene_light_target(PyObject *self, PyObject *arguments);
PyObject *scene_world_color(PyObject *self, void *closure);
PyObject *scene_world_color_target(PyObject *self, void *closure);
PyObject *scene_node_flags(PyObject *self, void *closure);
PyObject *scene_find_property(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *scene_property_values(PyObject *self, PyObject *property);
PyObject *scene_property_target(PyObject *self, PyObject *property);

/* ---- binding.c ---- */

typedef struct binding_object {
    PyObject_HEAD pav_binding *binding;
    pav_document *scene_document; /* Held. */
    PyObject *scene;              /* The only Scene that it is good for, or NULL. */
} binding_object;

extern PyType_Spec binding_spec;

/* One that plays on a scene, seen from there. */
PyObject *wrap_binding(module_state *state, const pav_binding *binding, scene_object *scene);
/* The binding of an argument, checked to fit the scene. */
pav_binding *get_binding(module_state *state, PyObject *object, scene_object *scene);

/* ---- mask.c ---- */

typedef struct mask_object {
    PyObject_HEAD pav_mask *mask;
    pav_document *document; /* Held. */
} mask_object;

extern PyType_Spec mask_spec;

/* None for NULL. */
PyObject *wrap_mask(module_state *state, const pav_mask *mask, const scene_object *scene);
/* NULL for None; raises when it does not fit the scene. */
bool get_mask(module_state *state, PyObject *object, const scene_object *scene, const pav_mask **out);

/* ---- player.c and playback.c ---- */

typedef struct player_object {
    PyObject_HEAD pav_player *player; /* NULL: closed. */
    scene_object *scene;
    struct event_listener *listeners; /* Owned by the player's list of them. */
} player_object;

typedef struct playback_object {
    PyObject_HEAD player_object *player;
    uint32_t handle;
} playback_object;

extern PyType_Spec player_spec;
extern PyType_Spec playback_spec;

pav_player *open_player(player_object *self);
void close_player(player_object *self);
PyObject *new_playback(module_state *state, player_object *player, uint32_t handle);
/* The handle of a Playback of this player. */
bool get_playback(player_object *player, const char *argument, PyObject *playback, uint32_t *out);

/* Raises that it is there no more, and returns NULL. */
PyObject *raise_ended(PyObject *playback);

/* ---- playback_change.c ---- */

int playback_set_time(PyObject *self, PyObject *given, void *closure);
int playback_set_speed(PyObject *self, PyObject *given, void *closure);
int playback_set_weight(PyObject *self, PyObject *given, void *closure);
int playback_set_priority(PyObject *self, PyObject *given, void *closure);
int playback_set_mask(PyObject *self, PyObject *given, void *closure);
int playback_set_paused(PyObject *self, PyObject *given, void *closure);
int playback_set_mode(PyObject *self, PyObject *given, void *closure);
int playback_set_loop_count(PyObject *self, PyObject *given, void *closure);
PyObject *playback_seek(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *playback_stop(PyObject *self, PyObject *unused);

/* ---- play.c ---- */

PyObject *player_play(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *player_cross_fade(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *playback_fade_in(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *playback_fade_out(PyObject *self, PyObject *arguments, PyObject *keywords);

/* ---- events.c ---- */

PyObject *player_poll_event(PyObject *self, PyObject *unused);
PyObject *player_event_overflow(PyObject *self, void *closure);
PyObject *player_add_event_callback(PyObject *self, PyObject *call);
PyObject *player_remove_event_callback(PyObject *self, PyObject *handle);
PyObject *player_add_event(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *player_remove_event(PyObject *self, PyObject *handle);
PyObject *player_added_events(PyObject *self, void *closure);
int visit_listeners(player_object *self, visitproc visit, void *arg);

/* ---- transitions.c ---- */

/* `*event` keeps the name of its event. */
bool get_transition(module_state *state, pav_document *clips, PyObject *record, PyObject **event,
                    pav_transition *out);
PyObject *playback_add_transition(PyObject *self, PyObject *transition);
PyObject *playback_clear_transitions(PyObject *self, PyObject *unused);
PyObject *playback_transitions(PyObject *self, void *closure);

/* ---- root_motion.c ---- */

PyObject *player_set_root_motion(PyObject *self, PyObject *arguments, PyObject *keywords);
PyObject *player_reset_root_motion(PyObject *self, PyObject *unused);
PyObject *player_root_motion(PyObject *self, void *closure);
PyObject *player_root_motion_options(PyObject *self, void *closure);

/* ---- builder.c ---- */

extern PyType_Spec builder_spec;

#endif
