/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>

#include "error.h"

static uint64_t sum(const uint32_t *numbers, uint32_t count)
{
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        total += numbers[i];
    }
    return total;
}

/* Rule `polygon_corners`. */
static pav_result check_polygons(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    const uint64_t total = sum(mesh->polygons, mesh->polygon_count);
    if (total == mesh->corner_count) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT,
                    "%s: polygons have %" PRIu64 " corners together, but there are %" PRIu32 " corners",
                    where, total, mesh->corner_count);
}

/* Rule `influence_counts`. */
static pav_result check_influences(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    if (mesh->influence_count_count && mesh->influence_count_count != mesh->point_count) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: there are %" PRIu32 " influence_counts, but %" PRIu32 " points", where,
                        mesh->influence_count_count, mesh->point_count);
    }
    const uint64_t total = sum(mesh->influence_counts, mesh->influence_count_count);
    if (total != mesh->influence_count) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: points have %" PRIu64 " influences together, but there are %" PRIu32
                        " influences",
                        where, total, mesh->influence_count);
    }
    return PAV_OK;
}

/* Rule `triangles`. */
static pav_result check_triangles(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    for (uint32_t i = 0; i < mesh->primitive_count; i++) {
        if (mesh->primitives[i].indices_count % 3) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: primitive %" PRIu32 ": has %" PRIu32
                            " indices, which makes no whole triangles",
                            where, i, mesh->primitives[i].indices_count);
        }
    }
    return PAV_OK;
}

static pav_result refuse_layer(const char *where, const char *kind, uint32_t i, uint32_t count,
                               uint32_t vertex_count, pav_error *error)
{
    return pav_fail(error, PAV_ERROR_FORMAT,
                    "%s: %s %" PRIu32 ": has %" PRIu32 " values, but there are %" PRIu32 " vertices", where,
                    kind, i, count, vertex_count);
}

/* Rule `layers`. */
static pav_result check_layers(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    for (uint32_t i = 0; i < mesh->uv_layer_count; i++) {
        if (mesh->uv_layers[i].uvs_count != mesh->vertex_count) {
            return refuse_layer(where, "uv_layer", i, mesh->uv_layers[i].uvs_count, mesh->vertex_count,
                                error);
        }
    }
    for (uint32_t i = 0; i < mesh->color_layer_count; i++) {
        if (mesh->color_layers[i].colors_count != mesh->vertex_count) {
            return refuse_layer(where, "color_layer", i, mesh->color_layers[i].colors_count,
                                mesh->vertex_count, error);
        }
    }
    return PAV_OK;
}

/* Rule `morph_range`. */
static pav_result check_morphs(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        const pav_record_morph *morph = &mesh->morphs[i];
        if (morph->minimum > morph->maximum) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: morph %" PRIu32 ": minimum %.9g is above maximum %.9g", where, i,
                            (double)morph->minimum, (double)morph->maximum);
        }
    }
    return PAV_OK;
}

/* Rule `sequence_order`. */
static pav_result check_sequence(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    for (uint32_t i = 1; i < mesh->sequence_key_count; i++) {
        const double before = (double)mesh->sequence_keys[i - 1].frame;
        const double frame = (double)mesh->sequence_keys[i].frame;
        if (frame <= before) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: sequence_key %" PRIu32 ": is at %.9g, but the key before it at %.9g", where, i,
                            frame, before);
        }
    }
    return PAV_OK;
}

pav_result pav_check_mesh(const char *where, const pav_chunk_mesh *mesh, pav_error *error)
{
    pav_result (*const rules[])(const char *, const pav_chunk_mesh *, pav_error *) = {
        check_polygons, check_influences, check_triangles, check_layers, check_morphs, check_sequence,
    };
    pav_result result = PAV_OK;
    for (size_t i = 0; result == PAV_OK && i < sizeof rules / sizeof *rules; i++) {
        result = rules[i](where, mesh, error);
    }
    return result;
}
