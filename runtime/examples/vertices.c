/* SPDX-License-Identifier: MIT */
/* Vertices of the program's own: a source and a target mesh whose vertices lie differently, and a result that
 * lies differently again, morphed by scalar = time / length, with normals where source and target have them.
 */
#include "example.h"

/* How the vertices of a mesh lie; the offset of a normal that is not there is NO_NORMAL. */
typedef struct layout {
    size_t stride, position, normal;
} layout;

#define NO_NORMAL SIZE_MAX

typedef struct source_vertex {
    float position[3], normal[3], uv[2];
} source_vertex;

typedef struct target_vertex {
    unsigned char color[4];
    float normal[3], position[3];
} target_vertex;

typedef struct result_vertex {
    float uv[2], position[3], weight, normal[3];
} result_vertex;

static const layout source_layout = {sizeof(source_vertex), offsetof(source_vertex, position),
                                     offsetof(source_vertex, normal)};
static const layout target_layout = {sizeof(target_vertex), offsetof(target_vertex, position),
                                     offsetof(target_vertex, normal)};

static const double length = 2; /* seconds */

/* ---- Two meshes ---- */

static example_sphere sphere;
static source_vertex source[SPHERE_POINTS];
static target_vertex target[SPHERE_POINTS];

/* A sphere, and the lens that it becomes. */
static void fill_meshes(void)
{
    example_sphere_make(&sphere);
    for (size_t i = 0; i < SPHERE_POINTS; i++) {
        const float *p = sphere.points + 3 * i;
        const double x = (double)p[0], y = (double)p[1], z = (double)p[2];
        const double steep = sqrt(x * x / 4 + y * y / 4 + z * z * 16);
        source[i] = (source_vertex){{p[0], p[1], p[2]}, {p[0], p[1], p[2]}, {0, 0}};
        target[i] = (target_vertex){{255, 255, 255, 255},
                                    {(float)(x / 2 / steep), (float)(y / 2 / steep), (float)(z * 4 / steep)},
                                    {p[0] * 2, p[1] * 2, p[2] / 4}};
    }
}

/* ---- Into the library ---- */

/* Three floats of each vertex, one after the other. */
static void gather(const void *vertices, size_t stride, size_t offset, float *out)
{
    for (size_t i = 0; i < SPHERE_POINTS; i++) {
        memcpy(out + 3 * i, (const char *)vertices + i * stride + offset, 3 * sizeof *out);
    }
}

/* What the target adds to the source, of positions or of normals. */
static void differences(size_t from, size_t to, float *out)
{
    static float start[3 * SPHERE_POINTS];
    gather(source, source_layout.stride, from, start);
    gather(target, target_layout.stride, to, out);
    for (size_t i = 0; i < 3 * SPHERE_POINTS; i++) {
        out[i] -= start[i];
    }
}

static bool both_have_normals(void)
{
    return source_layout.normal != NO_NORMAL && target_layout.normal != NO_NORMAL;
}

/* Triangles over vertices, of which each is drawn as it is: of each point its first corner. */
static void add_mesh(pav_builder *builder)
{
    static float points[3 * SPHERE_POINTS], normals[3 * SPHERE_POINTS];
    static uint32_t drawn[SPHERE_POINTS], indices[3 * SPHERE_CORNERS];
    uint32_t index_count = 0;
    for (uint32_t i = SPHERE_CORNERS; i-- > 0;) {
        drawn[sphere.corners[i]] = i;
    }
    for (uint32_t polygon = 0, first = 0; polygon < SPHERE_POLYGONS; first += sphere.polygons[polygon++]) {
        for (uint32_t i = 2; i < sphere.polygons[polygon]; i++) {
            indices[index_count++] = sphere.corners[first];
            indices[index_count++] = sphere.corners[first + i - 1];
            indices[index_count++] = sphere.corners[first + i];
        }
    }
    gather(source, source_layout.stride, source_layout.position, points);
    gather(source, source_layout.stride, source_layout.normal, normals);
    pav_build_mesh mesh = example_sphere_mesh(&sphere, "Shape");
    mesh.points = points;
    mesh.normals = normals;
    mesh.vertices = drawn;
    mesh.vertex_count = SPHERE_POINTS;
    mesh.indices = indices;
    mesh.index_count = index_count;
    pav_builder_add_mesh(builder, &mesh);
}

static void add_morph(pav_builder *builder)
{
    static float deltas[3 * SPHERE_POINTS], normal_deltas[3 * SPHERE_POINTS];
    pav_build_morph morph = {.name = "Target", .deltas = deltas, .delta_count = SPHERE_POINTS};
    differences(source_layout.position, target_layout.position, deltas);
    if (both_have_normals()) {
        differences(source_layout.normal, target_layout.normal, normal_deltas);
        morph.normal_deltas = normal_deltas;
        morph.normal_delta_count = SPHERE_POINTS;
    }
    pav_builder_add_morph(builder, 0, &morph);
}

/* ---- Each frame ---- */

typedef struct morphing {
    double clock;
    result_vertex result[SPHERE_POINTS];
} morphing;

static pav_result update(void *self, pav_player *player, double seconds, pav_error *error)
{
    morphing *morph = self;
    pav_scene *scene = pav_player_scene(player);
    morph->clock += seconds;
    const double scalar = fmod(morph->clock, length) / length;
    pav_scene_targets(scene, NULL)[pav_scene_morph_target(scene, 0, 0).first] = (float)scalar;
    const pav_vertex_buffer buffer = {
        .vertices = morph->result,
        .byte_count = sizeof morph->result,
        .stride = sizeof *morph->result,
        .position_offset = offsetof(result_vertex, position),
        .normals = both_have_normals(),
        .normal_offset = offsetof(result_vertex, normal),
    };
    const pav_result result = pav_scene_update(scene, error);
    return result ? result : pav_scene_write_vertices(scene, 0, &buffer, error);
}

/* One vertex of the result, on the slope. */
static void print(const example *self)
{
    const result_vertex *vertex = ((const morphing *)self->self)->result + 3 * SPHERE_SEGMENTS;
    printf(" %.4f %.4f %.4f", (double)vertex->position[0], (double)vertex->position[1],
           (double)vertex->position[2]);
    printf(" %.4f %.4f %.4f", (double)vertex->normal[0], (double)vertex->normal[1],
           (double)vertex->normal[2]);
}

int main(int count, char **arguments)
{
    static morphing morph;
    pav_builder *builder = NULL;
    pav_error error;
    example self = {.update = update, .below_player = true, .self = &morph, .print = print, .seconds = 3};
    example_check(pav_builder_create(NULL, &builder, &error), &error);
    fill_meshes();
    add_mesh(builder);
    add_morph(builder);
    const uint32_t blue = example_add_material(builder, "Blue", 0.1f, 0.3f, 0.8f);
    example_add_node(builder, "Shape", 1, blue);
    pav_builder_set_mesh(builder, 0, 0, PAV_NONE);
    example_open(&self, builder);
    return example_run(&self, count, arguments);
}
