/* SPDX-License-Identifier: MIT */
/* The morph: a mesh and two targets, which are shapes of their own with their normals.  Their weights are
 * keyed by the targets' indices. */
#include "example.h"

/* Where a target takes a point of the sphere, and where the surface looks there. */
typedef void shape_target(const float point[3], float position[3], float normal[3]);

static void normalise(double x, double y, double z, float out[3])
{
    const double length = sqrt(x * x + y * y + z * z);
    out[0] = (float)(x / length);
    out[1] = (float)(y / length);
    out[2] = (float)(z / length);
}

/* Slim and tall. */
static void stretch(const float point[3], float position[3], float normal[3])
{
    const double x = (double)point[0], y = (double)point[1], z = (double)point[2];
    position[0] = (float)(x / 2);
    position[1] = (float)(y / 2);
    position[2] = (float)(z * 2);
    normalise(x * 2, y * 2, z / 2, normal);
}

/* What is above leans to the right. */
static void lean(const float point[3], float position[3], float normal[3])
{
    const double x = (double)point[0], y = (double)point[1], z = (double)point[2];
    position[0] = (float)(x + z);
    position[1] = point[1];
    position[2] = point[2];
    normalise(x, y, z - x, normal);
}

/* A morph holds what a target adds: to the points, and to the normals of the vertices, of which each corner
 * is one. */
static void add_target(pav_builder *builder, const example_sphere *sphere, const char *name, shape_target *to)
{
    static float deltas[3 * SPHERE_POINTS], turned[3 * SPHERE_POINTS], normal_deltas[3 * SPHERE_CORNERS];
    for (size_t i = 0; i < 3 * SPHERE_POINTS; i += 3) {
        float position[3], normal[3];
        to(sphere->points + i, position, normal);
        for (size_t k = 0; k < 3; k++) {
            deltas[i + k] = position[k] - sphere->points[i + k];
            turned[i + k] = normal[k] - sphere->points[i + k];
        }
    }
    for (size_t i = 0; i < SPHERE_CORNERS; i++) {
        memcpy(normal_deltas + 3 * i, turned + 3 * sphere->corners[i], 3 * sizeof *turned);
    }
    pav_builder_add_morph(builder, 0,
                          &(pav_build_morph){.name = name,
                                             .deltas = deltas,
                                             .delta_count = SPHERE_POINTS,
                                             .normal_deltas = normal_deltas,
                                             .normal_delta_count = SPHERE_CORNERS});
}

static void add_mesh(pav_builder *builder)
{
    static example_sphere sphere;
    static float normals[3 * SPHERE_CORNERS];
    example_sphere_make(&sphere);
    for (size_t i = 0; i < SPHERE_CORNERS; i++) {
        memcpy(normals + 3 * i, sphere.points + 3 * sphere.corners[i], 3 * sizeof *normals);
    }
    pav_build_mesh mesh = example_sphere_mesh(&sphere, "Blob");
    mesh.normals = normals;
    pav_builder_add_mesh(builder, &mesh);
    add_target(builder, &sphere, "Stretch", stretch);
    add_target(builder, &sphere, "Lean", lean);
}

/* Up and down again. */
static void add_weight(pav_builder *builder, uint32_t target, float start)
{
    const pav_build_key keys[] = {
        {.frame = start, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR},
        {.frame = start + 24, .value = 1, .interpolation = PAV_INTERPOLATION_LINEAR},
        {.frame = start + 48, .value = 0},
    };
    const pav_build_component weight = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 3};
    pav_builder_add_morph_channel(builder, 0, 0, target, &weight);
}

/* The weights, and one vertex of the upper half: where it is and where it looks. */
static void print(const example *self)
{
    const size_t shown = 3 * (SPHERE_CORNERS * 3 / 4);
    const float *weights = pav_scene_morph_weights(self->scene, 0, NULL);
    const float *position = pav_scene_positions(self->scene, 0, NULL) + shown;
    const float *normal = pav_scene_normals(self->scene, 0, NULL) + shown;
    printf(" %.4f %.4f", (double)weights[0], (double)weights[1]);
    printf(" %.4f %.4f %.4f", (double)position[0], (double)position[1], (double)position[2]);
    printf(" %.4f %.4f %.4f", (double)normal[0], (double)normal[1], (double)normal[2]);
}

int main(int count, char **arguments)
{
    pav_builder *builder = NULL;
    pav_error error;
    example self = {.print = print, .seconds = 3};
    example_check(pav_builder_create(NULL, &builder, &error), &error);
    add_mesh(builder);
    const uint32_t green = example_add_material(builder, "Green", 0.1f, 0.6f, 0.25f);
    example_add_node(builder, "Blob", 2, green);
    pav_builder_set_mesh(builder, 0, 0, PAV_NONE);
    pav_builder_add_clip(builder, &(pav_build_clip){.name = "morph"});
    add_weight(builder, 0, 0);
    add_weight(builder, 1, 24);
    example_open(&self, builder);
    example_check(pav_player_play(self.player, 0, NULL, NULL, &error), &error);
    return example_run(&self, count, arguments);
}
