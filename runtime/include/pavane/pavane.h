/* SPDX-License-Identifier: MIT */
/** @file pavane.h
 *  Plays animation from Blender as the artist made it.
 *
 *      pav_document  a file, loaded and checked; immutable, shared between threads          (document.h)
 *      pav_scene     one mutable instance of a document's scene: targets, matrices, weights, vertices;
 *                    what hangs on its bones, and values that win over all clips          (socket.h)
 *      pav_binding   which channel of a clip document drives which target of a scene; immutable, shared
 *      pav_player    which clips play on a scene, when and how much, with events, transitions and root motion
 *                    (player.h, event.h, transition.h, root_motion.h)
 *      pav_mask      how much of a clip counts for each target; shared                          (mask.h)
 *
 *  Conventions.  Column vectors; matrices are float[16], column by column; quaternions are x, y, z, w;
 *  radians; linear colours; axes and units as in Blender (the file says which axis points up).  Cameras and
 *  lights look along -Z.  Times are seconds of a clip as `double`; its time 0 is its start frame;
 *  pav_clip_frame turns seconds into frames.
 *
 *  Arrays of a scene never move, so a pointer to one is good as long as the scene lives.  After creation
 *  nothing here allocates memory, except where it says so.  An object is used by one thread at a time;
 *  documents and bindings by any number.  A wrong argument (NULL for an object, an index out of range) is a
 *  mistake of the program and asserted; whatever can come out of a file or a name is a pav_result, also when
 *  a name that is not there went on as PAV_NONE to pav_player_play or pav_clip_apply.
 *
 *  Blending, one rule.  Clips are taken from the highest priority to the lowest.  Within a priority they are
 *  averaged by weight; a priority leaves max(0, 1 - sum of weights) of what it was given to the next one;
 *  what nobody claims is the target's rest value.  This is done for each number of a target by itself, and
 *  for a rotation as a whole: quaternions are summed, each signed towards the one of largest effective weight
 *  (ties: lower document, then clip index, then time; rest last), and normalised; a zero sum gives that
 *  reference.  A discrete number (visibility, integers, booleans) is that of largest effective weight, with
 *  the same ties.  Of documents the scene's own is the lowest, the others follow by the names of their clips.
 *  Additive clips come after all others: what they differ by from rest, or from a reference moment of their
 *  own, is added to what is there, the lowest priority first, then in the order of documents and clips.  With
 *  the weight w: a rotation becomes q * power(reference^-1 * clip, w), a scale s * (clip / reference)^w, or
 *  s + w * (clip - reference) where the reference is not above zero or the clip below it; all other numbers get
 *  w * (clip - reference), a discrete one that rounded.  A mask multiplies a clip's weight, target by target.
 *  The result never depends on the order of calls.
 */
#ifndef PAVANE_H
#define PAVANE_H

#include <stdbool.h>

#include <pavane/document.h>
#include <pavane/builder.h>
#include <pavane/event.h>
#include <pavane/mask.h>
#include <pavane/player.h>
#include <pavane/root_motion.h>
#include <pavane/socket.h>
#include <pavane/transition.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAV_ALL 0xFFFFFFFFu /**< Every item of a kind, where a function says so. */

/** The library's version, as "0.1.0". */
PAV_API const char *pav_version(void);

/* ---- Targets ---- */

/** What a target's numbers are.  Rotations are quaternions whatever their channels' curves are. */
typedef enum pav_value {
    PAV_VALUE_FLOAT,      /**< 1 float: a shape key's weight, an axis's angle, a material's roughness; of a
                               custom property as many as it has. */
    PAV_VALUE_VECTOR,     /**< 3 floats: a translation, a colour. */
    PAV_VALUE_QUATERNION, /**< 4 floats: x, y, z, w, normalised. */
    PAV_VALUE_SCALE,      /**< 6 floats: the upper triangle xx yy zz xy xz yz; the last three are shear. */
    PAV_VALUE_MATRIX,     /**< 16 floats, column by column. */
    PAV_VALUE_COLOR,      /**< 4 floats: red, green, blue, alpha. */
    PAV_VALUE_WHOLE       /**< 1 discrete number: visibility; of a custom property of integers or booleans as
                               many as it has. */
} pav_value;

/** A slot in the scene's array of target values. */
struct pav_target {
    pav_value value;
    uint32_t first; /**< Index of its first float in pav_scene_targets; PAV_NONE: no target. */
};

/* ---- Update callbacks ---- */

/** When in pav_scene_update a callback runs. */
typedef enum pav_phase {
    PAV_PHASE_BEFORE,      /**< Targets are blended, nothing is written yet. */
    PAV_PHASE_TARGETS,     /**< After the built-in callbacks: local matrices, weights, materials, cameras, lights,
                                visibility and custom properties are written. */
    PAV_PHASE_AFTER_WORLD, /**< World matrices are done; a callback may set nodes, see pav_scene_set_world. */
    PAV_PHASE_AFTER_DEFORM /**< Points, vertices and skin matrices are done. */
} pav_phase;

/** A function that runs in every update of a scene, in the same list as the built-in UpdateTransform,
 *  UpdateMorph, UpdateMaterial, UpdateCamera, UpdateLight, UpdateVisibility and UpdateProperty.  Zero means:
 *  phase before, node 0; so set `only` to PAV_ALL for a callback that is not about one item.  What `update`
 *  makes of its item is its own affair: it may write others as well. */
typedef struct pav_update_callback {
    const char *name; /**< For messages; copied, cut to 63 bytes. */
    pav_phase phase;
    /** The item that the callback is about, or PAV_ALL: `link` is asked for the channels of that item and of
     *  its custom properties alone, of a mesh for those of its morphs too. */
    uint32_t only;
    /** What `only` counts.  PAV_TARGET_KIND_OBJECT, which is zero: nodes, bones among them; _MESH, _MATERIAL,
     *  _CAMERA, _LIGHT; no other. */
    pav_target_kind kind;
    uint32_t target_floats; /**< Floats it wants in the target array; only for callbacks given at creation. */
    /** Asked once per channel that no built-in callback knows; `first` is the callback's own first float.
     *  Sets `*out` to the target that the channel drives, or leaves it alone.  PAV_ERROR_LINK: the channel
     *  does not fit; any other error ends the linking.  NULL: drives nothing. */
    pav_result (*link)(void *self, pav_scene *scene, const pav_chunk_clip *clip, uint32_t channel,
                       uint32_t first, pav_target *out);
    /** Runs in its phase.  An error ends the update and is returned by it. */
    pav_result (*update)(void *self, pav_scene *scene);
    void (*destroy)(void *self); /**< When the callback is removed or the scene destroyed.  May be NULL. */
    void *self;
} pav_update_callback;

/* ---- Scene ---- */

/** Where the normals of deformed meshes come from. */
typedef enum pav_normals {
    PAV_NORMALS_BLENDED, /**< Those at rest and the morphs', turned by the skins: cheap, and off where the surface
                              bends. */
    PAV_NORMALS_EXACT    /**< Computed anew from the deformed points over Blender's polygons, as Blender does it, and
                              the normal of the corner that a vertex names; so other corners that share it do not
                              show an edge that has become sharp by its angle.  Blended for a mesh that does not
                              say how: see `smoothing` of its record. */
} pav_normals;

/** All zero: defaults. */
typedef struct pav_scene_options {
    pav_allocator allocator;
    uint32_t apply_capacity;    /**< Most clips in one update; 0: 16. */
    uint32_t callback_capacity; /**< Most callbacks of the user, those given at creation among them; 0: 16. */
    uint32_t socket_capacity;   /**< Most sockets; 0: 8. */
    bool deform_off;            /**< Computes no points and vertices: skin matrices and weights suffice, or
                                     pav_scene_write_vertices. */
    pav_normals normals;        /**< Exact ones do not go with deform_off: PAV_ERROR_VALUE. */
    const pav_update_callback *callbacks; /**< There from the start; these may link channels. */
    uint32_t callback_count;
} pav_scene_options;

/** Makes an instance of the document's scene, at rest and updated; in that update only the built-in callbacks
 *  run.  PAV_ERROR_NAME when the document has no scene.  On failure the callbacks of the options are not
 *  destroyed.  `options` and `error` may be NULL. */
PAV_API pav_result pav_scene_create(pav_document *document, const pav_scene_options *options, pav_scene **out,
                                    pav_error *error);
PAV_API void pav_scene_destroy(pav_scene *scene);
PAV_API const pav_document *pav_scene_document(const pav_scene *scene);

/** All target values, and how many floats there are.  Written by pav_scene_update, or by the program before
 *  it. */
PAV_API float *pav_scene_targets(pav_scene *scene, uint32_t *float_count);

/** The target of an element of a node, found by the element's name (of an object also `hide_viewport` and
 *  `hide_render`; of two of one name the first), or by its place in the stack, or of a morph of a mesh; first
 *  is PAV_NONE when there is none. */
PAV_API pav_target pav_scene_element_target(const pav_scene *scene, uint32_t node, const char *element);
PAV_API pav_target pav_scene_element_target_at(const pav_scene *scene, uint32_t node, uint32_t place);
PAV_API pav_target pav_scene_morph_target(const pav_scene *scene, uint32_t mesh, uint32_t morph);

/** The target of an element of a mesh: `eval_time`, which says where in its sequence a mesh with absolute shape
 *  keys is, in place of its morphs' targets; first is PAV_NONE when it has no sequence. */
PAV_API pav_target pav_scene_mesh_target(const pav_scene *scene, uint32_t mesh, const char *element);

/** Whether there is such a target: not one that begins in the middle of an element, or is of another type.
 * The floats of the program's own callbacks may be of any type. */
PAV_API bool pav_scene_has_target(const pav_scene *scene, pav_target target);

/** The target of a material's input, found by the input's name. */
PAV_API pav_target pav_scene_material_target(const pav_scene *scene, uint32_t material, const char *input);

/** Index of a node by library (NULL: any), owner and part: an object is (owner, NULL), a bone is (armature
 *  object, bone).  PAV_NONE when there is none.  Copies shown by collection instances are not found by this.
 *  */
PAV_API uint32_t pav_scene_find_node(const pav_scene *scene, const char *library, const char *owner,
                                     const char *part);

/** Index of a material by library (NULL: any) and name, PAV_NONE when there is none. */
PAV_API uint32_t pav_scene_find_material(const pav_scene *scene, const char *library, const char *name);

/** Matrices of all nodes in the order of the document's nodes, 16 floats each, column by column.  As all
 *  arrays below they show the last update. */
PAV_API const float *pav_scene_local_matrices(const pav_scene *scene);
PAV_API const float *pav_scene_world_matrices(const pav_scene *scene);

/** Weights of a mesh's morphs, clamped to their ranges, or with a sequence what `eval_time` makes of them.
 *  NULL when it has none.  Here and below `count` may be NULL. */
PAV_API const float *pav_scene_morph_weights(const pav_scene *scene, uint32_t mesh, uint32_t *count);

/** What a material's inputs are now, written by UpdateMaterial.  They lie as the document's `input_values`
 *  do: those of the material's input i begin at values_first of that input less values_first of its first
 *  input.  NULL when it has none. */
PAV_API const float *pav_scene_material_inputs(const pav_scene *scene, uint32_t material, uint32_t *count);

/** The same of one input, found by name: 1, 3 or 4 floats.  NULL when the material has no such input. */
PAV_API const float *pav_scene_material_input(const pav_scene *scene, uint32_t material, const char *input,
                                              uint32_t *count);

/** Index of a camera or a light by library (NULL: any) and name, PAV_NONE when there is none. */
PAV_API uint32_t pav_scene_find_camera(const pav_scene *scene, const char *library, const char *name);
PAV_API uint32_t pav_scene_find_light(const pav_scene *scene, const char *library, const char *name);

/** What a camera or a light is now: the document's record with what UpdateCamera and UpdateLight write.  Its
 *  name lies in the document's text. */
PAV_API const pav_record_camera *pav_scene_camera(const pav_scene *scene, uint32_t camera);
PAV_API const pav_record_light *pav_scene_light(const pav_scene *scene, uint32_t light);

/** The target of an element of a camera or a light, as FORMAT.md lists them under Targets: `lens`, `energy`
 *  and so on. */
PAV_API pav_target pav_scene_camera_target(const pav_scene *scene, uint32_t camera, const char *element);
PAV_API pav_target pav_scene_light_target(const pav_scene *scene, uint32_t light, const char *element);

/** The light from all around as it is now, red, green and blue, written by UpdateLight; and its target. */
PAV_API const float *pav_scene_world_color(const pav_scene *scene);
PAV_API pav_target pav_scene_world_color_target(const pav_scene *scene);

/** Bits of pav_node_flag of each node as they are now, in the order of the document's nodes: which are
 *  hidden.  Written by UpdateVisibility. */
PAV_API const uint32_t *pav_scene_node_flags(const pav_scene *scene);

/** What a custom property is found by. */
typedef struct pav_property_key {
    pav_target_kind owner_kind; /**< PAV_TARGET_KIND_OBJECT_PROPERTY to _WORLD_PROPERTY. */
    const char *library;        /**< Of the owner; NULL: any. */
    const char *owner;          /**< The object, the armature object of a bone, or the data-block. */
    const char *part;           /**< The bone; NULL: none. */
    const char *name;
} pav_property_key;

/** Index of a custom property, PAV_NONE when there is none. */
PAV_API uint32_t pav_scene_find_property(const pav_scene *scene, const pav_property_key *key);

/** A custom property's numbers as they are now, written by UpdateProperty; booleans are 0 or 1.  NULL for a
 *  string, whose value is the record's `text`. */
PAV_API const float *pav_scene_property_values(const pav_scene *scene, uint32_t property, uint32_t *count);

/** Its target: as many floats as it has numbers.  A string has none. */
PAV_API pav_target pav_scene_property_target(const pav_scene *scene, uint32_t property);

/** Skin matrices of a node, 16 floats per joint of its skin: they take a point at rest, in the space of the
 *  node, to the deformed point in the same space.  Of several skins these are the first one's; a skin that
 *  blends dual quaternions, has a mask or a next one does more than they say.  NULL when it has no skin. */
PAV_API const float *pav_scene_skin_matrices(const pav_scene *scene, uint32_t node, uint32_t *count);

/** Deformed points of a node's mesh, 3 floats each, in the space of the node, in Blender's order.  For a mesh
 *  that nothing deforms the document's own array.  NULL when the node has no mesh or deform_off was set. */
PAV_API const float *pav_scene_points(const pav_scene *scene, uint32_t node, uint32_t *count);

/** Deformed positions and normals of a node's vertices, 3 floats each, in the space of the node; normals are
 *  of length 1, and what the option `normals` says. */
PAV_API const float *pav_scene_positions(const pav_scene *scene, uint32_t node, uint32_t *count);
PAV_API const float *pav_scene_normals(const pav_scene *scene, uint32_t node, uint32_t *count);

/** Vertices in a program's own memory, of any layout: position and normal are 3 floats each, `stride` bytes
 *  from one vertex to the next.  Offsets are of the first vertex and may be beyond the stride; nothing needs
 *  to be aligned. */
typedef struct pav_vertex_buffer {
    void *vertices;
    size_t byte_count; /**< Of the memory. */
    size_t stride;
    size_t position_offset;
    bool normals;      /**< Writes normals as well; false: positions alone. */
    size_t normal_offset;
} pav_vertex_buffer;

/** Writes the deformed vertices of a node as they were in the last update, morphed and skinned, and no other
 *  byte.  They are copied from the arrays above; with deform_off they are computed in the buffer, which is
 *  read as well then, and come out the same.  PAV_ERROR_NAME when the node has no mesh, PAV_ERROR_VALUE when
 *  the buffer is too small.  `error` may be NULL. */
PAV_API pav_result pav_scene_write_vertices(const pav_scene *scene, uint32_t node,
                                            const pav_vertex_buffer *buffer, pav_error *error);

/** All targets back to rest; contributions of pav_clip_apply are forgotten. */
PAV_API void pav_scene_reset_targets(pav_scene *scene);

/** Blends what was applied into the targets and runs the phases: before, targets, world matrices, after
 *  world, deform, after deform.  Without an apply since the last update the targets stay as they are.
 *  Returns what a callback returned, PAV_ERROR_CALLBACK when one calls this for the same scene.  `error` may
 *  be NULL. */
PAV_API pav_result pav_scene_update(pav_scene *scene, pav_error *error);

/** For callbacks after world: sets a node's local or world matrix (16 floats).  It and the nodes below it are
 *  recomputed when the callback returns (outside an update at once); the next update starts from the targets
 *  again.  Where a parent's world matrix has no inverse, the local matrix of a node set by world stays as it
 *  was. */
PAV_API void pav_scene_set_local(pav_scene *scene, uint32_t node, const float matrix[16]);
PAV_API void pav_scene_set_world(pav_scene *scene, uint32_t node, const float matrix[16]);

/** Adds a callback at the end of the list, or removes one; both may be called inside a callback, and one that
 *  removes itself is destroyed when it returns.  A callback added here links nothing.  PAV_ERROR_FULL when
 *  callback_capacity is used up.  `*out` is its handle, never used again in this scene; those given at
 *  creation have 0, 1 and so on.  Unknown handles are fine. */
PAV_API pav_result pav_scene_add_callback(pav_scene *scene, const pav_update_callback *callback,
                                          uint32_t *out);
PAV_API void pav_scene_remove_callback(pav_scene *scene, uint32_t handle);

/** The callbacks in the order of the list, the built-in ones first; false past the last.  `*handle` is PAV_NONE
 *  of a built-in one; it may be NULL. */
PAV_API bool pav_scene_callback(const pav_scene *scene, uint32_t position, pav_update_callback *out,
                                uint32_t *handle);

/* ---- Clips ---- */

/** Length in seconds; 0 for a clip of one frame. */
PAV_API double pav_clip_duration(const pav_chunk_clip *clip);
/** The frame at a time in seconds, and the time of a frame. */
PAV_API double pav_clip_frame(const pav_chunk_clip *clip, double seconds);
PAV_API double pav_clip_seconds(const pav_chunk_clip *clip, double frame);

/** The value of one channel at a time of its clip, after its conversion: at most 16 floats into `out`.
 *  `*count` is how many; of a channel with conversion none, components that it does not hold are NaN. */
PAV_API void pav_channel_evaluate(const pav_document *document, uint32_t clip, uint32_t channel,
                                  double seconds, float out[16], uint32_t *count);

/* ---- Binding ---- */

/** An owner in the clips that is to be played on another owner in the scene. */
typedef struct pav_owner_pair {
    const char *clip_owner;
    const char *scene_owner;
} pav_owner_pair;

typedef struct pav_binding_options {
    pav_allocator allocator;
    const pav_owner_pair *owners;
    uint32_t owner_count;
} pav_binding_options;

typedef enum pav_link_status {
    PAV_LINK_BOUND,
    PAV_LINK_UNBOUND,   /**< The scene has no such target. */
    PAV_LINK_MISMATCH,  /**< The target is of another value type. */
    PAV_LINK_AMBIGUOUS  /**< Two nodes of the scene, or of one collection instance, answer to the name. */
} pav_link_status;

/** What became of one channel. */
typedef struct pav_link {
    uint32_t clip;
    uint32_t channel;
    pav_link_status status;
    uint32_t target_count; /**< How many it drives: one, and one more per copy of a collection instance. */
} pav_link;

/** Links every channel of every clip of `clips` to the scene of `scene_document` (they may be the same
 *  document).  A channel that misses drives nothing; the report says so.  Names are equal byte for byte; the
 *  library of an owner counts within one document alone, since what is local in one file may be linked into
 *  another.  PAV_ERROR_NAME when an owner of a pair does not exist or is not unique. */
PAV_API pav_result pav_binding_create(pav_document *clips, pav_document *scene_document,
                                      const pav_binding_options *options, pav_binding **out,
                                      pav_error *error);
/** A binding that also asks the scene's own callbacks for channels that no built-in callback knows; good for
 *  that scene alone. */
PAV_API pav_result pav_binding_create_for_scene(pav_document *clips, pav_scene *scene,
                                                const pav_binding_options *options, pav_binding **out,
                                                pav_error *error);
PAV_API void pav_binding_destroy(pav_binding *binding);
PAV_API pav_binding *pav_binding_retain(pav_binding *binding);
PAV_API const pav_document *pav_binding_clips(const pav_binding *binding);
/** The only scene that it is good for; NULL: all scenes of its document.  Not held: the scene may be gone. */
PAV_API const pav_scene *pav_binding_scene(const pav_binding *binding);

/** The report: one entry per channel of every clip. */
PAV_API uint32_t pav_binding_link_count(const pav_binding *binding);
PAV_API pav_link pav_binding_link(const pav_binding *binding, uint32_t link);
/** A sentence about one entry: clip, target, and for a miss the nearest name.  Fills `text`, cut to `size`
 *  bytes. */
PAV_API void pav_binding_describe(const pav_binding *binding, uint32_t link, char *text, size_t size);

/* ---- Below the player ---- */

/** Lets a clip contribute to the next pav_scene_update, at a time in seconds within its length (outside it,
 *  its first or last moment).  `owner`: only channels of that owner in the clip; NULL: all.  weight >= 0.
 *  The binding is held until then; one for another scene is a mistake of the program.  PAV_ERROR_VALUE for a
 *  number that is not finite or a negative weight, PAV_ERROR_FULL when apply_capacity is used up,
 *  PAV_ERROR_NAME for an unknown owner or a clip that the binding's document does not have. */
PAV_API pav_result pav_clip_apply(pav_scene *scene, const pav_binding *binding, uint32_t clip,
                                  const char *owner, double seconds, float weight, int32_t priority);

/** All zero: all owners, the clip's start, full weight. */
typedef struct pav_apply_options {
    const char *owner;
    double seconds;
    bool weight_set; /**< Use `weight`; false: 1. */
    float weight;
    int32_t priority;
    const pav_mask *mask; /**< NULL: none.  Held until the update. */
    bool additive;
    bool reference_set; /**< Of an additive one: against the clip itself at `reference` seconds; false: rest. */
    double reference;
} pav_apply_options;

/** The same with all that can be said; a mask for another document is a mistake of the program. */
PAV_API pav_result pav_clip_apply_with(pav_scene *scene, const pav_binding *binding, uint32_t clip,
                                       const pav_apply_options *options);

#ifdef __cplusplus
}
#endif

#endif
