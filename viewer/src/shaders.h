/* SPDX-License-Identifier: MIT */
/* GLSL 3.30.  All colours are linear inside; what a shader writes is sRGB. */
#ifndef VIEW_SHADERS_H
#define VIEW_SHADERS_H

extern const char view_shader_shadow_vertex[], view_shader_shadow_fragment[];
extern const char view_shader_ground_vertex[], view_shader_ground_fragment[];
extern const char view_shader_backdrop_vertex[], view_shader_backdrop_fragment[];
extern const char view_shader_shape_vertex[], view_shader_shape_fragment[];
extern const char view_shader_overlay_vertex[], view_shader_overlay_fragment[];

#endif
