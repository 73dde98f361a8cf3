/* SPDX-License-Identifier: MIT */
#include "glyphs.h"

#include <math.h>

static const view_color bone_edge = {0.16f, 0.24f, 0.34f, 0.95f};
static const view_color camera_line = {0.20f, 0.22f, 0.28f, 0.8f};
static const view_color light_line = {0.80f, 0.55f, 0.12f, 0.9f};

/* ---- Bones: an octahedron from head to tail, as Blender draws it ---- */

static void add_side(view_shapes *shapes, const view_vector corners[3], view_vector towards)
{
    const view_vector normal = view_vector_normalize(view_vector_cross(
        view_vector_subtract(corners[1], corners[0]), view_vector_subtract(corners[2], corners[0])));
    const float light = 0.72f + 0.28f * fabsf(view_vector_dot(normal, towards));
    const view_color color = {0.55f * light, 0.74f * light, 0.93f * light, 0.55f};
    view_shapes_add_triangle(shapes, corners, color);
}

static void add_bone(view_shapes *shapes, const float world[16], float length, view_vector towards)
{
    const float ring = 0.1f * length;
    const view_vector head = view_matrix_point(world, (view_vector){0, 0, 0});
    const view_vector tail = view_matrix_point(world, (view_vector){0, length, 0});
    view_vector around[4];
    for (int i = 0; i < 4; i++) {
        const view_vector local = {i % 3 ? ring : -ring, ring, i < 2 ? ring : -ring};
        around[i] = view_matrix_point(world, local);
    }
    for (int i = 0; i < 4; i++) {
        const view_vector next = around[(i + 1) % 4];
        add_side(shapes, (view_vector[3]){head, around[i], next}, towards);
        add_side(shapes, (view_vector[3]){tail, next, around[i]}, towards);
        view_shapes_add_line(shapes, head, around[i], bone_edge);
        view_shapes_add_line(shapes, around[i], next, bone_edge);
        view_shapes_add_line(shapes, around[i], tail, bone_edge);
    }
}

void view_glyphs_add_bones(view_shapes *shapes, const pav_scene *scene, view_vector towards)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    const float *world = pav_scene_world_matrices(scene);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (chunk->nodes[node].kind == PAV_NODE_KIND_BONE) {
            add_bone(shapes, &world[16 * (size_t)node], chunk->nodes[node].length, towards);
        }
    }
}

/* ---- Cameras and lights ---- */

/* A point in the axes of a node, by a size that its scale does not change. */
static view_vector place(const float world[16], float size, float x, float y, float z)
{
    const view_vector parts[3] = {
        view_vector_scale(view_vector_normalize(view_matrix_column(world, 0)), x * size),
        view_vector_scale(view_vector_normalize(view_matrix_column(world, 1)), y * size),
        view_vector_scale(view_vector_normalize(view_matrix_column(world, 2)), z * size),
    };
    const view_vector aside = view_vector_add(parts[0], parts[1]);
    return view_vector_add(view_vector_add(aside, parts[2]), view_matrix_column(world, 3));
}

static void add_camera(view_shapes *shapes, const float world[16], float size)
{
    const view_vector eye = place(world, size, 0, 0, 0);
    const view_vector top = place(world, size, 0, 0.62f, -1);
    view_vector corners[4];
    for (int i = 0; i < 4; i++) {
        corners[i] = place(world, size, i % 3 ? 0.5f : -0.5f, i < 2 ? 0.34f : -0.34f, -1);
    }
    for (int i = 0; i < 4; i++) {
        view_shapes_add_line(shapes, eye, corners[i], camera_line);
        view_shapes_add_line(shapes, corners[i], corners[(i + 1) % 4], camera_line);
    }
    view_shapes_add_line(shapes, corners[0], top, camera_line);
    view_shapes_add_line(shapes, corners[1], top, camera_line);
}

static void add_light(view_shapes *shapes, const float world[16], float size, pav_light_kind kind)
{
    const int rays = 8;
    for (int i = 0; i < rays; i++) {
        const float angle = 6.2831853f * (float)i / (float)rays, x = cosf(angle), y = sinf(angle);
        const float reach = kind == PAV_LIGHT_KIND_POINT ? 0 : -0.8f;
        view_shapes_add_line(shapes, place(world, size, 0.2f * x, 0.2f * y, 0),
                             place(world, size, 0.45f * x, 0.45f * y, reach), light_line);
    }
}

void view_glyphs_add_cameras_and_lights(view_shapes *shapes, const pav_scene *scene, float size)
{
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    const float *world = pav_scene_world_matrices(scene);
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (chunk->nodes[node].camera != PAV_NONE) {
            add_camera(shapes, &world[16 * (size_t)node], size);
        }
        if (chunk->nodes[node].light != PAV_NONE) {
            const pav_record_light *light = &chunk->lights[chunk->nodes[node].light];
            add_light(shapes, &world[16 * (size_t)node], size, (pav_light_kind)light->kind);
        }
    }
}
