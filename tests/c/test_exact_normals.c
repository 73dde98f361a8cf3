/* SPDX-License-Identifier: MIT */
/* Normals computed anew from deformed points, against what a folded sheet must have. */
#include "scene_fixture.h"

#define EXACT 1e-6
#define ROOT 0.70710678118654752

/* Two squares beside each other along x; the morph folds the second one up at a right angle. */
static void add_sheet(pav_builder *builder, const pav_build_smoothing *smoothing)
{
    const float points[18] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0};
    const float normals[24] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    const float deltas[6] = {-1, 0, 1, -1, 0, 1};
    const uint32_t polygons[2] = {4, 4}, corners[8] = {0, 1, 4, 3, 1, 2, 5, 4}, folded[2] = {2, 5};
    pav_builder_add_mesh(builder, &(pav_build_mesh){.name = "Sheet",
                                                    .points = points,
                                                    .point_count = 6,
                                                    .polygons = polygons,
                                                    .polygon_count = 2,
                                                    .corners = corners,
                                                    .corner_count = 8,
                                                    .normals = normals});
    pav_builder_add_morph(
        builder, 0, &(pav_build_morph){.name = "Fold", .points = folded, .deltas = deltas, .delta_count = 2});
    if (smoothing) {
        pav_builder_set_smoothing(builder, 0, smoothing);
    }
}

static pav_document *sheet(const pav_build_smoothing *smoothing)
{
    pav_builder *builder;
    pav_document *document = NULL;
    pav_error error = {0};
    pav_builder_create(NULL, &builder, &error);
    add_sheet(builder, smoothing);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Sheet"});
    pav_builder_set_mesh(builder, 0, 0, PAV_NONE);
    if (pav_builder_finish(builder, &document, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

static pav_scene *folded(const pav_build_smoothing *smoothing, pav_normals normals)
{
    const pav_scene_options options = {.normals = normals};
    pav_document *document = sheet(smoothing);
    pav_scene *scene = NULL;
    CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_OK);
    pav_document_destroy(document);
    pav_scene_targets(scene, NULL)[pav_scene_morph_target(scene, 0, 0).first] = 1.0f;
    fixture_update(scene);
    return scene;
}

/* Of corner 1, at the fold; of 0, beside it; and of 4, on the other side of the fold from 1. */
static void check(const pav_build_smoothing *smoothing, const double first[3], const double fold[3],
                  const double other[3])
{
    pav_scene *scene = folded(smoothing, PAV_NORMALS_EXACT);
    const float *normals = pav_scene_normals(scene, 0, NULL);
    CHECK_FLOATS(normals, 3, EXACT, first[0], first[1], first[2]);
    CHECK_FLOATS(normals + 3, 3, EXACT, fold[0], fold[1], fold[2]);
    CHECK_FLOATS(normals + 12, 3, EXACT, other[0], other[1], other[2]);
    pav_scene_destroy(scene);
}

static const double up[3] = {0, 0, 1}, back[3] = {-1, 0, 0}, between[3] = {-ROOT, 0, ROOT};

static void faces_are_flat(void)
{
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_FACES}, up, up, back);
}

static void all_polygons_of_a_point_make_its_normal(void)
{
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_POINTS}, up, between, between);
}

/* Its own corners are flat, but it counts at the points of the other one. */
static void a_flat_polygon_counts_for_its_points(void)
{
    const uint32_t flat = 1;
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_POINTS,
                                 .flat_polygons = &flat,
                                 .flat_polygon_count = 1},
          up, between, back);
}

static void a_fan_goes_over_smooth_edges(void)
{
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS}, up, between, between);
}

static void a_fan_ends_at_sharp_edges_and_flat_polygons(void)
{
    const uint32_t one = 1, other = 7, beside = 0;
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .sharp_corners = &one,
                                 .sharp_corner_count = 1},
          up, up, back);
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .sharp_corners = &other,
                                 .sharp_corner_count = 1},
          up, up, back);
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .flat_polygons = &one,
                                 .flat_polygon_count = 1},
          up, up, back);
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .sharp_corners = &beside,
                                 .sharp_corner_count = 1},
          up, between, between);
}

static void an_edge_is_sharp_from_the_angle_on(void)
{
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .angle_set = true,
                                 .sharp_angle = 1.5f},
          up, up, back);
    check(&(pav_build_smoothing){.smoothing = PAV_MESH_SMOOTHING_CORNERS,
                                 .angle_set = true,
                                 .sharp_angle = 1.6f},
          up, between, between);
}

static void blended_normals_and_unknown_smoothing_stay(void)
{
    const pav_build_smoothing smoothing = {.smoothing = PAV_MESH_SMOOTHING_POINTS};
    pav_scene *blended = folded(&smoothing, PAV_NORMALS_BLENDED), *unknown = folded(NULL, PAV_NORMALS_EXACT);
    CHECK_FLOATS(pav_scene_normals(blended, 0, NULL) + 3, 3, 0.0, 0, 0, 1);
    CHECK_FLOATS(pav_scene_normals(unknown, 0, NULL) + 3, 3, 0.0, 0, 0, 1);
    pav_scene_destroy(blended);
    pav_scene_destroy(unknown);
}

static void exact_normals_need_points(void)
{
    const pav_scene_options options = {.normals = PAV_NORMALS_EXACT, .deform_off = true};
    pav_document *document = sheet(NULL);
    pav_scene *scene;
    pav_error error;
    CHECK(pav_scene_create(document, &options, &scene, &error) == PAV_ERROR_VALUE && !scene);
    CHECK_TEXT(error.message, "normals that are exact need points, but deform_off is set");
    pav_document_destroy(document);
}

static void every_failing_allocation_is_told_and_nothing_is_left(void)
{
    const pav_build_smoothing smoothing = {.smoothing = PAV_MESH_SMOOTHING_CUSTOM};
    pav_document *document = sheet(&smoothing);
    pav_result result = PAV_ERROR_MEMORY;
    for (size_t fail = 1; result; fail++) {
        counting counts = {.fail = fail};
        const pav_scene_options options = {.normals = PAV_NORMALS_EXACT,
                                           .allocator = counting_allocator(&counts)};
        pav_scene *scene;
        result = pav_scene_create(document, &options, &scene, NULL);
        CHECK(result == PAV_OK || result == PAV_ERROR_MEMORY);
        const size_t made = counts.made;
        for (int i = 0; !result && i < 3; i++) {
            fixture_update(scene);
        }
        CHECK(counts.made == made);
        pav_scene_destroy(scene);
        CHECK(counts.held == 0);
    }
    pav_document_destroy(document);
}

int main(void)
{
    RUN(faces_are_flat);
    RUN(all_polygons_of_a_point_make_its_normal);
    RUN(a_flat_polygon_counts_for_its_points);
    RUN(a_fan_goes_over_smooth_edges);
    RUN(a_fan_ends_at_sharp_edges_and_flat_polygons);
    RUN(an_edge_is_sharp_from_the_angle_on);
    RUN(blended_normals_and_unknown_smoothing_stay);
    RUN(exact_normals_need_points);
    RUN(every_failing_allocation_is_told_and_nothing_is_left);
    return test_end();
}
