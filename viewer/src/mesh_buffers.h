/* SPDX-License-Identifier: MIT */
/* Meshes on the graphics card: one set of buffers per node that deforms, one per mesh for all the others. */
#ifndef VIEW_MESH_BUFFERS_H
#define VIEW_MESH_BUFFERS_H

#include <GL/glew.h>

#include <pavane/pavane.h>

typedef struct view_mesh_buffer {
    GLuint array, positions, normals;
} view_mesh_buffer;

typedef struct view_mesh_buffers {
    const pav_scene *scene;
    view_mesh_buffer *buffers; /* The first ones belong to meshes, the others to nodes that deform. */
    uint32_t buffer_count;
    uint32_t *of_node; /* Which buffer a node shows; PAV_NONE: nothing to draw. */
    GLuint *indices;   /* Of each mesh. */
    GLuint *uvs;       /* Of each mesh: all its UV maps. */
} view_mesh_buffers;

/* Whether a node's mesh changes its shape. */
bool view_node_deforms(const pav_scene *scene, uint32_t node);

pav_result view_mesh_buffers_create(const pav_scene *scene, view_mesh_buffers *out, pav_error *error);
void view_mesh_buffers_destroy(view_mesh_buffers *buffers);

/* Uploads what an update of the scene has deformed. */
void view_mesh_buffers_upload(const view_mesh_buffers *buffers);
/* Binds a node's buffers; false when it has nothing to draw. */
bool view_mesh_buffers_bind(const view_mesh_buffers *buffers, uint32_t node);
/* Lets an attribute of the node's bound buffers read a UV map, by name; the first one when there is none of
 * that name. */
void view_mesh_buffers_lay(const view_mesh_buffers *buffers, uint32_t node, GLuint location,
                           const char *layer);
/* Reads back a node's vertices, 3 floats each. */
void view_mesh_buffers_read(const view_mesh_buffers *buffers, uint32_t node, uint32_t count, float *positions,
                            float *normals);

#endif
