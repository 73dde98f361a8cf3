/* SPDX-License-Identifier: MIT */
/* The named rules of FORMAT.md: what holds between values and no schema can say.  Each is one function
 * check_...; the generic walk has been over the chunk before. */
#ifndef PAV_RULES_H
#define PAV_RULES_H

#include <stdbool.h>

#include <pavane/document.h>

pav_result pav_check_scene(const char *where, const pav_chunk_scene *scene, pav_error *error);
/* What pav_check_scene says of materials, inputs and textures. */
pav_result pav_check_materials(const char *where, const pav_chunk_scene *scene, pav_error *error);
/* What it says of custom properties. */
pav_result pav_check_properties(const char *where, const pav_chunk_scene *scene, pav_error *error);
pav_result pav_check_mesh(const char *where, const pav_chunk_mesh *mesh, pav_error *error);
pav_result pav_check_clip(const char *where, const pav_chunk_clip *clip, pav_error *error);
/* What pav_check_clip says of curves, their keys, easings and modifiers. */
pav_result pav_check_curves(const char *where, const pav_chunk_clip *clip, pav_error *error);
pav_result pav_check_image(const char *where, const pav_chunk_image *image, pav_error *error);

/* Between chunks. */
pav_result pav_check_clip_names(const pav_chunk_info *info, uint32_t clip_chunk_count, pav_error *error);
pav_result pav_check_clip_name(const char *where, const pav_chunk_info *info, uint32_t clip_id,
                               const pav_chunk_clip *clip, pav_error *error);
pav_result pav_check_skins(const pav_chunk_scene *scene, const pav_chunk_mesh *const *meshes,
                           const pav_allocator *allocator, pav_error *error);

/* Below, at or above 0 as a custom property stands before, at or after another in rule `property_order`. */
int pav_property_compare(const char *text, const pav_record_property *a, const pav_record_property *b);

/* Values of an element, by its kind. */
uint32_t pav_element_value_count(uint32_t kind);

/* Samples of a lane at that rate: uniform from the clip's start, and one at its end. */
uint64_t pav_clip_sample_count(const pav_record_clip *clip, uint32_t rate);

#endif
