/* SPDX-License-Identifier: MIT */
/* The shader of meshes: materials with their textures, under the file's lights or the viewer's own. */
#ifndef VIEW_SHADER_MESH_H
#define VIEW_SHADER_MESH_H

enum { VIEW_SHADER_MESH_PARTS = 5 };

extern const char *const view_shader_mesh_vertex;
extern const char *const view_shader_mesh_fragment[VIEW_SHADER_MESH_PARTS];

#endif
