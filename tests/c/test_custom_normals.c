/* SPDX-License-Identifier: MIT */
/* Custom normals of deformed points, against what they must be by hand. */
#include "scene_fixture.h"

#include <string.h>

#define EXACT 2e-6
#define ROOT 0.70710678118654752
#define MOST 8 /* Points of a mesh here. */

typedef struct shape {
    const float *rest;
    const float *bent;
    uint32_t point_count;
    uint32_t polygon_count; /* All of them with as many corners. */
    uint32_t sides;
    const uint32_t *corners;
} shape;

/* One node, whose morph makes `bent` of `rest`; each corner is a vertex with one of the normals. */
static pav_document *document_of(const shape *shape, const float *normals,
                                 const pav_build_smoothing *smoothing)
{
    uint32_t polygons[MOST];
    float deltas[MOST][3];
    for (uint32_t i = 0; i < MOST; i++) {
        polygons[i] = shape->sides;
        for (uint32_t k = 0; k < 3 && i < shape->point_count; k++) {
            deltas[i][k] = shape->bent[3 * i + k] - shape->rest[3 * i + k];
        }
    }
    pav_builder *builder;
    pav_document *document = NULL;
    pav_error error = {0};
    pav_builder_create(NULL, &builder, &error);
    pav_builder_add_mesh(builder, &(pav_build_mesh){.name = "Mesh",
                                                    .points = shape->rest,
                                                    .point_count = shape->point_count,
                                                    .polygons = polygons,
                                                    .polygon_count = shape->polygon_count,
                                                    .corners = shape->corners,
                                                    .corner_count = shape->polygon_count * shape->sides,
                                                    .normals = normals});
    pav_builder_add_morph(
        builder, 0,
        &(pav_build_morph){.name = "Bend", .deltas = deltas[0], .delta_count = shape->point_count});
    pav_builder_set_smoothing(builder, 0, smoothing);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Mesh"});
    pav_builder_set_mesh(builder, 0, 0, PAV_NONE);
    if (pav_builder_finish(builder, &document, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

/* The normals at this weight of the morph; of the scene, which the caller destroys. */
static const float *normals_at(const shape *shape, const float *normals, const pav_build_smoothing *smoothing,
                               float weight, pav_scene **scene)
{
    const pav_scene_options options = {.normals = PAV_NORMALS_EXACT};
    pav_document *document = document_of(shape, normals, smoothing);
    CHECK(pav_scene_create(document, &options, scene, NULL) == PAV_OK);
    pav_document_destroy(document);
    pav_scene_targets(*scene, NULL)[pav_scene_morph_target(*scene, 0, 0).first] = weight;
    fixture_update(*scene);
    return pav_scene_normals(*scene, 0, NULL);
}

/* ---- A sheet that folds ---- */

/* Two squares beside each other along x; the second one folds up at a right angle.  Corners 1 and 4 are a fan
 * at the fold, whose first edge goes to the second square and whose last edge goes back along the first. */
static const float flat_points[6][3] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 1, 0}};
static const float folded_points[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 1, 0}, {1, 1, 0}, {1, 1, 1}};
static const uint32_t sheet_corners[8] = {0, 1, 4, 3, 1, 2, 5, 4};
static const shape sheet = {flat_points[0], folded_points[0], 6, 2, 4, sheet_corners};
static const pav_build_smoothing custom = {.smoothing = PAV_MESH_SMOOTHING_CUSTOM};

/* Gives corners 1 and 4 one normal at rest, and looks at it when the sheet is folded. */
static void check_fold(const pav_build_smoothing *smoothing, const float rest[3], const double wanted[3])
{
    float normals[8][3] = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1},
                           {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    memcpy(normals[1], rest, sizeof normals[1]);
    memcpy(normals[4], rest, sizeof normals[4]);
    pav_scene *scene;
    const float *found = normals_at(&sheet, normals[0], smoothing, 1.0f, &scene);
    CHECK_FLOATS(found + 12, 3, EXACT, wanted[0], wanted[1], wanted[2]);
    pav_scene_destroy(scene);
}

/* From 90 degrees on average to the three edges it goes to (45 + 90 + 45) / 3, and from half a turn between
 * the outer ones to as much. */
static void a_fold_scales_the_tilt(void)
{
    const float tilted[3] = {0, (float)ROOT, (float)ROOT}, plain[3] = {0, 0, 1};
    const double cosine = 0.86602540378443865; /* Of half of 60 degrees. */
    check_fold(&custom, tilted, (double[3]){-ROOT * cosine, 0.5, ROOT * cosine});
    check_fold(&custom, plain, (double[3]){-ROOT, 0, ROOT});
}

/* At 135 degrees, the other way 225 of the 270 beyond the edges; at 270 around, the other way half of half a
 * turn. */
static void what_lies_beyond_the_edges_scales_the_other_way(void)
{
    const float beyond[3] = {0, -(float)ROOT, -(float)ROOT};
    const double cosine = -0.34202014332566873, sine = 0.93969262078590838; /* Of 360 - 225 / 270 * 300. */
    check_fold(&custom, beyond, (double[3]){-ROOT * cosine, -sine, ROOT * cosine});
}

static void a_flat_polygon_turns_its_own(void)
{
    const uint32_t second = 1;
    const float towards_the_edge[3] = {(float)ROOT, 0, (float)ROOT};
    check_fold(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CUSTOM,
                                      .flat_polygons = &second,
                                      .flat_polygon_count = 1},
               towards_the_edge, (double[3]){-ROOT, 0, ROOT});
}

static void a_sharp_edge_ends_the_fan(void)
{
    const uint32_t fold = 1;
    const float towards_the_edge[3] = {(float)ROOT, 0, (float)ROOT};
    check_fold(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CUSTOM,
                                      .sharp_corners = &fold,
                                      .sharp_corner_count = 1},
               towards_the_edge, (double[3]){-ROOT, 0, ROOT});
}

static void no_edge_is_sharp_by_its_angle(void)
{
    const float plain[3] = {0, 0, 1};
    check_fold(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CUSTOM,
                                      .angle_set = true,
                                      .sharp_angle = 0.5f},
               plain, (double[3]){-ROOT, 0, ROOT});
}

/* ---- A tent ---- */

/* Four triangles around a peak, and the same turned about x by a quarter of a turn. */
static const float tent_points[5][3] = {{0, 0, 1}, {2, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -3, 0}};
static const float turned_points[5][3] = {{0, -1, 0}, {2, 0, 0}, {0, 0, 1}, {-1, 0, 0}, {0, 0, -3}};
static const uint32_t tent_corners[12] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1};

/* Of length 1, one for the peak, another for each corner elsewhere. */
static void fill_tent(float normals[12][3])
{
    for (int i = 0; i < 12; i++) {
        const float x = i % 3 ? 0.48f - 0.07f * (float)i : 0.48f, z = i % 3 == 1 ? -0.3f : 0.6f;
        const float values[3] = {x, sqrtf(1.0f - x * x - z * z), z};
        memcpy(normals[i], values, sizeof values);
    }
}

static void check_tent(const pav_build_smoothing *smoothing, bool turned)
{
    const shape tent = {tent_points[0], turned_points[0], 5, 4, 3, tent_corners};
    float normals[12][3];
    fill_tent(normals);
    pav_scene *scene;
    const float *found = normals_at(&tent, normals[0], smoothing, turned ? 1.0f : 0.0f, &scene);
    for (int i = 0; i < 12; i++) {
        const float *n = normals[i];
        CHECK_FLOATS(found + 3 * i, 3, EXACT, n[0], turned ? -n[2] : n[1], turned ? n[1] : n[2]);
    }
    pav_scene_destroy(scene);
}

static void custom_normals_turn_with_a_rigid_motion(void)
{
    const uint32_t polygons[4] = {0, 1, 2, 3}, one_edge = 3;
    const pav_build_smoothing some_flat = {
        .smoothing = PAV_MESH_SMOOTHING_CUSTOM, .flat_polygons = polygons + 1, .flat_polygon_count = 2};
    const pav_build_smoothing all_flat = {
        .smoothing = PAV_MESH_SMOOTHING_CUSTOM, .flat_polygons = polygons, .flat_polygon_count = 4};
    const pav_build_smoothing sharp = {
        .smoothing = PAV_MESH_SMOOTHING_CUSTOM, .sharp_corners = &one_edge, .sharp_corner_count = 1};
    for (int turned = 0; turned < 2; turned++) {
        check_tent(&custom, turned);
        check_tent(&some_flat, turned);
        check_tent(&all_flat, turned);
        check_tent(&sharp, turned);
    }
}

/* ---- A ring ---- */

/* A ring of triangles around a point in a plane, from a pole above it back to another one; bent, both poles
 * stand along the ring's normal. */
static void a_fan_whose_edge_is_its_normal_has_the_plain_one(void)
{
    static const float rest[8][3] = {{0, 0, 0},  {0.5f, 0.3f, 1}, {1, 0, 0}, {0, 1, 0},
                                     {-1, 0, 0}, {0, -1, 0},      {2, 0, 0}, {0.2f, -0.4f, 1}};
    float upright[8][3];
    memcpy(upright, rest, sizeof upright);
    upright[1][0] = upright[1][1] = upright[7][0] = upright[7][1] = 0.0f;
    const uint32_t corners[18] = {0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5, 0, 5, 6, 0, 6, 7};
    const shape ring = {rest[0], upright[0], 8, 6, 3, corners};
    float normals[18][3];
    for (int i = 0; i < 18; i++) {
        memcpy(normals[i], (const float[3]){0.6f, 0.0f, 0.8f}, sizeof normals[i]);
    }
    pav_scene *scene;
    const float *found = normals_at(&ring, normals[0], &custom, 1.0f, &scene);
    CHECK_FLOATS(found, 3, EXACT, 0, 0, 1);
    pav_scene_destroy(scene);
    found = normals_at(&ring, normals[0], &custom, 0.0f, &scene);
    CHECK_FLOATS(found, 3, EXACT, 0.6, 0, 0.8);
    pav_scene_destroy(scene);
}

int main(void)
{
    RUN(a_fold_scales_the_tilt);
    RUN(what_lies_beyond_the_edges_scales_the_other_way);
    RUN(a_flat_polygon_turns_its_own);
    RUN(a_sharp_edge_ends_the_fan);
    RUN(no_edge_is_sharp_by_its_angle);
    RUN(custom_normals_turn_with_a_rigid_motion);
    RUN(a_fan_whose_edge_is_its_normal_has_the_plain_one);
    return test_end();
}
