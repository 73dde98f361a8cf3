/* SPDX-License-Identifier: MIT */
/** @file builder.h
 *  Makes a document in a program, without a file.  Included by pavane.h.
 *
 *  What is added is copied, and has the meaning that format.h and FORMAT.md give to the records.  Adding
 * returns the index of what was added.  The first failure (no memory, an index of nothing) stays: everything
 * after it returns PAV_NONE and does nothing, and pav_builder_finish returns it; so a program may check at
 * the end alone.  The finished document goes through the same validation as a file.
 *
 *  All structs: zero means default.  A struct that is NULL is one of zeros.
 */
#ifndef PAVANE_BUILDER_H
#define PAVANE_BUILDER_H

#include <stdbool.h>

#include <pavane/document.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pav_builder pav_builder;

typedef struct pav_builder_options {
    pav_allocator allocator;                      /**< Of the builder and of the documents that it makes. */
    const char *writer, *writer_version, *source; /**< NULL: "pavane", its version, and nothing. */
    bool clips_alone;                             /**< Has no scene: a library of clips. */
    const char *scene_name;
    pav_axis up_axis;  /**< 0: z. */
    float unit_scale;  /**< 0: 1. */
    uint32_t fps;      /**< 0: 24. */
    float fps_base;    /**< 0: 1. */
    float frame_start; /**< Of the timeline. */
    float frame_end;
    float world_color[3]; /**< The light from all around. */
} pav_builder_options;

/** `options` and `error` may be NULL. */
PAV_API pav_result pav_builder_create(const pav_builder_options *options, pav_builder **out,
                                      pav_error *error);
PAV_API void pav_builder_destroy(pav_builder *builder);

/** The failure that stays, or PAV_OK.  `error` may be NULL. */
PAV_API pav_result pav_builder_state(const pav_builder *builder, pav_error *error);

/** A document of all that was added so far.  The builder stays as it is: more may be added, and finished
 * again. */
PAV_API pav_result pav_builder_finish(const pav_builder *builder, pav_document **out, pav_error *error);

/* ---- Nodes ---- */

/** An element of a node's stack: 3, 4, 4, 4, 6 or 16 values, as its kind says.  NULL: those that change
 * nothing. */
typedef struct pav_build_element {
    const char *name;
    pav_element_kind kind;
    const float *values;
} pav_build_element;

typedef struct pav_build_node {
    const char *name;
    const char *library;
    const pav_build_element *elements; /**< NULL with count 0: `location`, `rotation` and `scale` at rest. */
    uint32_t element_count;
    const uint32_t *slots; /**< The material of each slot, or PAV_NONE. */
    uint32_t slot_count;
    uint32_t flags;                  /**< Bits of pav_node_flag. */
    float length;                    /**< Of a bone. */
    pav_inherit_scale inherit_scale; /**< Of a bone. */
} pav_build_node;

/** An object below `parent`, which was added before; PAV_NONE: at the root. */
PAV_API uint32_t pav_builder_add_node(pav_builder *builder, uint32_t parent, const pav_build_node *node);
/** A bone of an armature's node, below another bone or the armature's node itself. */
PAV_API uint32_t pav_builder_add_bone(pav_builder *builder, uint32_t armature, uint32_t parent,
                                      const pav_build_node *bone);

/** What a node carries.  `skin`: PAV_NONE when nothing deforms the mesh. */
PAV_API void pav_builder_set_mesh(pav_builder *builder, uint32_t node, uint32_t mesh, uint32_t skin);
PAV_API void pav_builder_set_camera(pav_builder *builder, uint32_t node, uint32_t camera);
PAV_API void pav_builder_set_light(pav_builder *builder, uint32_t node, uint32_t light);
/** The node is a copy that `instancer` shows: it answers to the same name as the original. */
PAV_API void pav_builder_set_instancer(pav_builder *builder, uint32_t node, uint32_t instancer);
/** The node of the scene's camera. */
PAV_API void pav_builder_set_scene_camera(pav_builder *builder, uint32_t node);

/** `joints` as in the file; their groups are those of the mesh that a node shows with this skin. */
PAV_API uint32_t pav_builder_add_skin(pav_builder *builder, uint32_t armature, const pav_record_joint *joints,
                                      uint32_t joint_count);

/** How a skin blends its bones, where it counts, and which skin comes after it.  All zero: linear, everywhere,
 *  none. */
typedef struct pav_build_skin {
    pav_skin_blending blending;
    bool masked; /**< Use `mask`, a group of the mesh. */
    uint32_t mask;
    uint32_t flags; /**< Bits of pav_skin_flag. */
    bool followed;  /**< Use `next`, a skin added after this one. */
    uint32_t next;
} pav_build_skin;
PAV_API void pav_builder_set_skin(pav_builder *builder, uint32_t skin, const pav_build_skin *given);

/** Of these records the strings are given beside them, what stands in their place is not read.  NULL: the
 * format's defaults, which the functions below also return to start from. */
PAV_API uint32_t pav_builder_add_camera(pav_builder *builder, const char *name, const char *library,
                                        const pav_record_camera *camera);
PAV_API uint32_t pav_builder_add_light(pav_builder *builder, const char *name, const char *library,
                                       const pav_record_light *light);
PAV_API pav_record_camera pav_builder_default_camera(void);
PAV_API pav_record_light pav_builder_default_light(void);

/** A custom property, found by the names that a clip's channel has for it. */
typedef struct pav_build_property {
    pav_target_kind owner_kind; /**< PAV_TARGET_KIND_OBJECT_PROPERTY to _WORLD_PROPERTY. */
    const char *library;        /**< Of the owner. */
    const char *owner;
    const char *part; /**< The bone. */
    const char *name;
    pav_property_kind kind;
    const float *values; /**< Up to 16; none of a string. */
    uint32_t value_count;
    const char *text; /**< Of a string. */
} pav_build_property;

/** Properties are kept in the order of their names, so it has no index to return; pav_scene_find_property
 * finds it. */
PAV_API void pav_builder_add_property(pav_builder *builder, const pav_build_property *property);

/* ---- Materials ---- */

/** Numbers of a material that a program or a clip may change: 1, 3, or 4 of a colour with alpha. */
typedef struct pav_build_input {
    const char *name;
    const float *values;
    uint32_t value_count;
} pav_build_input;

/** An image on an input of the same material.  Inputs are given by name. */
typedef struct pav_build_texture {
    const char *input;
    uint32_t image;
    const char *uv_layer; /**< NULL: the first. */
    pav_texture_channel channel;
    pav_texture_extension extension;
    pav_texture_filter filter;
    const char *location; /**< The inputs that move, turn and scale it; NULL: none. */
    const char *rotation;
    const char *scale;
} pav_build_texture;

typedef struct pav_build_material {
    const char *name;
    const char *library;
    pav_alpha_mode alpha_mode;
    uint32_t flags; /**< Bits of pav_material_flag. */
    const pav_build_input *inputs;
    uint32_t input_count;
    const pav_build_texture *textures;
    uint32_t texture_count;
} pav_build_material;

PAV_API uint32_t pav_builder_add_material(pav_builder *builder, const pav_build_material *material);

/** A whole PNG or JPEG file. */
typedef struct pav_build_image {
    const char *name;
    const char *library;
    pav_color_space color_space;
    pav_image_encoding encoding;
    uint32_t width; /**< Pixels. */
    uint32_t height;
    const void *bytes;
    uint32_t byte_count;
} pav_build_image;

PAV_API uint32_t pav_builder_add_image(pav_builder *builder, const pav_build_image *image);

/* ---- Meshes ---- */

/** Points are 3 floats each.  What is drawn is computed where it is not given: one vertex per corner, a fan
 * of triangles per polygon (right for convex ones), normals of the polygons or, with `smooth`, of the points.
 */
typedef struct pav_build_mesh {
    const char *name;
    const char *library;
    const float *points;
    uint32_t point_count;
    const uint32_t *polygons; /**< Corners of each polygon; NULL: triangles. */
    uint32_t polygon_count;
    const uint32_t *corners; /**< The point of each; NULL: corner i is point i. */
    uint32_t corner_count;
    const uint32_t *polygon_slots; /**< Material slot of each polygon, for computed triangles; NULL: 0. */
    const uint32_t *vertices;      /**< The corner of each drawn vertex; NULL: vertex i is corner i. */
    uint32_t vertex_count;
    const float *normals; /**< 3 floats per vertex. */
    bool smooth;
    const uint32_t *indices; /**< Triangles of vertices.  Needed with `vertices`. */
    uint32_t index_count;
    const pav_record_primitive *primitives; /**< Of `indices`; NULL: all of them with slot 0. */
    uint32_t primitive_count;
    float error; /**< How far it was rounded before, as in the file. */
} pav_build_mesh;

PAV_API uint32_t pav_builder_add_mesh(pav_builder *builder, const pav_build_mesh *mesh);

/** Where a mesh's normals come from, so that they can be computed anew when it is deformed. */
typedef struct pav_build_smoothing {
    pav_mesh_smoothing smoothing;
    bool angle_set; /**< Use `sharp_angle`; false: no edge is sharp by its angle. */
    float sharp_angle;
    const uint32_t *flat_polygons;
    uint32_t flat_polygon_count;
    const uint32_t *sharp_corners;
    uint32_t sharp_corner_count;
} pav_build_smoothing;
PAV_API void pav_builder_set_smoothing(pav_builder *builder, uint32_t mesh, const pav_build_smoothing *given);

/** A UV map, 2 floats per vertex, or a colour attribute, 4 floats per vertex.  Returns its index in the mesh.
 */
PAV_API uint32_t pav_builder_add_uv_layer(pav_builder *builder, uint32_t mesh, const char *name,
                                          const float *uvs);
PAV_API uint32_t pav_builder_add_color_layer(pav_builder *builder, uint32_t mesh, const char *name,
                                             const float *colors);

/** Vertex groups and the influences of all points, point after point. */
typedef struct pav_build_weights {
    const char *const *groups;
    uint32_t group_count;
    const uint32_t *counts; /**< How many influences each point of the mesh has. */
    const pav_record_influence *influences;
    uint32_t influence_count;
} pav_build_weights;

/** Once per mesh. */
PAV_API void pav_builder_set_weights(pav_builder *builder, uint32_t mesh, const pav_build_weights *weights);

typedef struct pav_build_morph {
    const char *name;
    float value;
    bool range_set; /**< Use `minimum` and `maximum`; false: 0 to 1. */
    float minimum;
    float maximum;
    const uint32_t *points; /**< The points that it moves; NULL: delta i is of point i. */
    const float *deltas;    /**< By how much, 3 floats each. */
    uint32_t delta_count;
    const uint32_t *vertices; /**< The vertices whose normals it turns; NULL: delta i is of vertex i. */
    const float *normal_deltas;
    uint32_t normal_delta_count;
} pav_build_morph;

/** Returns its index in the mesh. */
PAV_API uint32_t pav_builder_add_morph(pav_builder *builder, uint32_t mesh, const pav_build_morph *morph);

/** Absolute shape keys: the shapes that the mesh goes through, each made by one of its morphs or, with PAV_NONE,
 * the mesh at rest.  Clips drive where it is: a channel of the kind mesh and the element `eval_time`. */
typedef struct pav_build_sequence {
    const pav_record_sequence_key *keys; /**< In the order of their frames. */
    uint32_t key_count;
    float eval_time; /**< At rest. */
} pav_build_sequence;

/** Once per mesh. */
PAV_API void pav_builder_set_sequence(pav_builder *builder, uint32_t mesh, const pav_build_sequence *sequence);

/* ---- Clips ---- */

typedef struct pav_build_clip {
    const char *name;
    const char *library;
    bool mode_set; /**< Use `mode`; false: stay. */
    pav_play_mode mode;
    uint32_t fps;      /**< 0: that of the options. */
    float fps_base;    /**< 0: that of the options. */
    float frame_start; /**< Start and end 0: from the first to the last key of all curves. */
    float frame_end;
    float error; /**< The largest error of its samples, if it was measured. */
    float error_bound;
} pav_build_clip;

PAV_API uint32_t pav_builder_add_clip(pav_builder *builder, const pav_build_clip *clip);

/** A group of samples, as FORMAT.md says under Samples. */
typedef struct pav_build_samples {
    uint32_t rate; /**< A frame: 1, 2, 4 or 8. */
    uint32_t lane_count;
    uint32_t sample_count;
    pav_sample_interpolation interpolation;
    const float *samples; /**< `sample_count` times `lane_count`, all lanes of a sample together. */
} pav_build_samples;

/** The clip needs its start and end. Returns the group's index in the clip. */
PAV_API uint32_t pav_builder_add_samples(pav_builder *builder, uint32_t clip,
                                         const pav_build_samples *samples);
/** A knot of the samples that were added last: a value of each lane at a frame between samples. */
PAV_API uint32_t pav_builder_add_knot(pav_builder *builder, uint32_t clip, float frame, const float *values,
                                      uint32_t value_count);
/** A cut of the samples that were added last: `values` are what each lane comes to at the frame, then what
 * each goes on from. */
PAV_API uint32_t pav_builder_add_cut(pav_builder *builder, uint32_t clip, float frame, const float *values,
                                     uint32_t value_count);

typedef struct pav_build_key {
    float frame;
    float value;
    pav_interpolation interpolation; /**< To the next key; sample: of all keys, a frame apart. */
    bool handles_set; /**< Use `left` and `right`; false: level, a third of the way to the neighbours. */
    float left[2];    /**< Frame, value. */
    float right[2];
    pav_easing easing;
    bool shape_set; /**< Use the three below; false: Blender's 1.70158, 0.8 and 4.1. */
    float back;
    float amplitude;
    float period;
} pav_build_key;

/** A modifier of a curve: of the record the two spans are given beside it, what stands in their place is not
 * read. */
typedef struct pav_build_modifier {
    pav_record_modifier record; /**< Start from pav_builder_default_modifier. */
    const float *coefficients;
    uint32_t coefficient_count;
    const pav_record_control_point *control_points;
    uint32_t control_point_count;
} pav_build_modifier;

PAV_API pav_record_modifier pav_builder_default_modifier(pav_modifier_kind kind);

/** One number of a channel: a value, a curve or a lane of samples. */
typedef struct pav_build_component {
    uint32_t component;
    pav_component_kind kind;
    float value;               /**< Of a base or a constant. */
    const pav_build_key *keys; /**< Of a curve, in the order of their frames. */
    uint32_t key_count;
    pav_extrapolation extrapolation;
    const pav_build_modifier *modifiers; /**< Of a curve, first to last. */
    uint32_t modifier_count;
    pav_rounding rounding;
    uint32_t group; /**< Of a sampled one. */
    uint32_t lane;
} pav_build_component;

/** A channel and the target that it drives. */
typedef struct pav_build_channel {
    pav_target_kind kind;
    const char *library;
    const char *owner;
    const char *part;
    const char *element;
    pav_conversion conversion;
    const pav_build_component *components; /**< In increasing order of `component`. */
    uint32_t component_count;
} pav_build_channel;

/** Returns its index in the clip. */
PAV_API uint32_t pav_builder_add_channel(pav_builder *builder, uint32_t clip,
                                         const pav_build_channel *channel);

/** A channel of a morph's weight, found by its index in the mesh: what is stored are the names of both.
 * `weight` is component 0. */
PAV_API uint32_t pav_builder_add_morph_channel(pav_builder *builder, uint32_t clip, uint32_t mesh,
                                               uint32_t morph, const pav_build_component *weight);

/** Something that happens at a frame, in the order of their frames.  Returns its index in the clip. */
PAV_API uint32_t pav_builder_add_event(pav_builder *builder, uint32_t clip, const char *name, float frame);

#ifdef __cplusplus
}
#endif

#endif
