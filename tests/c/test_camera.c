/* SPDX-License-Identifier: MIT */
/* Cameras, lights and the sky: what they are at rest, and what clips make of them. */
#include "moves_fixture.h"

/* ---- Rest ---- */

static void cameras_and_lights_at_rest_are_those_of_the_file(void)
{
    moves on = moves_open();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(on.scene));
    for (uint32_t i = 0; i < chunk->camera_count; i++) {
        CHECK(memcmp(pav_scene_camera(on.scene, i), &chunk->cameras[i], sizeof *chunk->cameras) == 0);
    }
    CHECK(memcmp(pav_scene_light(on.scene, 0), &chunk->lights[0], sizeof *chunk->lights) == 0);
    CHECK_FLOATS(pav_scene_world_color(on.scene), 3, 0, 0.25, 0.5, 1);
    CHECK(pav_scene_camera(on.scene, CAMERA_LENS)->flags == PAV_CAMERA_FLAG_DEPTH_OF_FIELD);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->fstop, 1.5, 0);
    moves_close(&on);
}

static void they_are_found_by_library_and_name(void)
{
    moves on = moves_open();
    CHECK(pav_scene_find_camera(on.scene, NULL, "Lens") == CAMERA_LENS);
    CHECK(pav_scene_find_camera(on.scene, "lib.blend", "Map") == CAMERA_MAP);
    CHECK(pav_scene_find_camera(on.scene, "", "Map") == PAV_NONE);
    CHECK(pav_scene_find_light(on.scene, NULL, "Lamp") == 0);
    CHECK(pav_scene_find_light(on.scene, "lib.blend", "Lamp") == PAV_NONE);
    CHECK(pav_scene_find_light(on.scene, NULL, "Lens") == PAV_NONE);
    moves_close(&on);
}

/* ---- Targets ---- */

/* Sets each element of a record by its target to a number of its own and looks for it in the record. */
typedef struct element {
    const char *name;
    size_t offset;
    uint32_t floats;
} element;

static void check_elements(moves *on, const element *elements, size_t count, const void *record,
                           pav_target (*find)(const pav_scene *, uint32_t, const char *))
{
    float *targets = pav_scene_targets(on->scene, NULL);
    for (size_t i = 0; i < count; i++) {
        const pav_target target = find(on->scene, 0, elements[i].name);
        CHECK(target.value == (elements[i].floats == 3 ? PAV_VALUE_VECTOR : PAV_VALUE_FLOAT));
        for (uint32_t k = 0; k < elements[i].floats; k++) {
            targets[target.first + k] = (float)(100 + 10 * i + k);
        }
    }
    fixture_update(on->scene);
    for (size_t i = 0; i < count; i++) {
        float values[3];
        memcpy(values, (const char *)record + elements[i].offset, elements[i].floats * sizeof *values);
        for (uint32_t k = 0; k < elements[i].floats; k++) {
            CHECK_NEAR((double)values[k], (double)(100 + 10 * i + k), 0);
        }
    }
}

static void every_element_of_a_camera_has_a_target_of_its_own(void)
{
    static const element elements[] = {
        {"lens", offsetof(pav_record_camera, lens), 1},
        {"sensor_width", offsetof(pav_record_camera, sensor_width), 1},
        {"sensor_height", offsetof(pav_record_camera, sensor_height), 1},
        {"ortho_scale", offsetof(pav_record_camera, ortho_scale), 1},
        {"shift_x", offsetof(pav_record_camera, shift_x), 1},
        {"shift_y", offsetof(pav_record_camera, shift_y), 1},
        {"clip_start", offsetof(pav_record_camera, clip_start), 1},
        {"clip_end", offsetof(pav_record_camera, clip_end), 1},
        {"focus_distance", offsetof(pav_record_camera, focus_distance), 1},
        {"fstop", offsetof(pav_record_camera, fstop), 1},
    };
    moves on = moves_open();
    const pav_record_camera *record = pav_scene_camera(on.scene, CAMERA_LENS);
    const pav_record_camera other = *pav_scene_camera(on.scene, CAMERA_MAP);
    check_elements(&on, elements, sizeof elements / sizeof *elements, record, pav_scene_camera_target);
    CHECK(memcmp(pav_scene_camera(on.scene, CAMERA_MAP), &other, sizeof other) == 0);
    CHECK(pav_scene_camera(on.scene, CAMERA_LENS) == record); /* It never moves. */
    CHECK(pav_scene_camera_target(on.scene, CAMERA_LENS, "angle").first == PAV_NONE);
    moves_close(&on);
}

static void every_element_of_a_light_has_a_target_of_its_own(void)
{
    static const element elements[] = {
        {"color", offsetof(pav_record_light, color), 3},
        {"energy", offsetof(pav_record_light, energy), 1},
        {"radius", offsetof(pav_record_light, radius), 1},
        {"spot_size", offsetof(pav_record_light, spot_size), 1},
        {"spot_blend", offsetof(pav_record_light, spot_blend), 1},
        {"sun_angle", offsetof(pav_record_light, sun_angle), 1},
        {"area_width", offsetof(pav_record_light, area_width), 1},
        {"area_height", offsetof(pav_record_light, area_height), 1},
    };
    moves on = moves_open();
    check_elements(&on, elements, sizeof elements / sizeof *elements, pav_scene_light(on.scene, 0),
                   pav_scene_light_target);
    CHECK(pav_scene_light_target(on.scene, 0, "lens").first == PAV_NONE);
    moves_close(&on);
}

static void the_sky_has_a_target(void)
{
    moves on = moves_open();
    const float *color = pav_scene_world_color(on.scene);
    const pav_target target = pav_scene_world_color_target(on.scene);
    const float wanted[3] = {3, 2, 1};
    CHECK(target.value == PAV_VALUE_VECTOR);
    memcpy(pav_scene_targets(on.scene, NULL) + target.first, wanted, sizeof wanted);
    CHECK_FLOATS(color, 3, 0, 0.25, 0.5, 1); /* Not before the update. */
    fixture_update(on.scene);
    CHECK_FLOATS(color, 3, 0, 3, 2, 1);
    moves_close(&on);
}

/* ---- Clips ---- */

static void a_clip_zooms_and_dims_in_two_seconds(void)
{
    moves on = moves_open();
    const pav_record_camera *camera = pav_scene_camera(on.scene, CAMERA_LENS);
    const pav_record_light *light = pav_scene_light(on.scene, 0);
    for (int eighth = 0; eighth <= 16; eighth++) {
        const double part = eighth / 16.0;
        moves_play(&on, CLIP_ZOOM, eighth / 8.0);
        CHECK_NEAR((double)camera->lens, 35 + 50 * part, 1e-5);
        CHECK_NEAR((double)camera->focus_distance, 4 - 2 * part, 1e-6);
        CHECK_NEAR((double)camera->clip_end, 1000, 0);
        CHECK_NEAR((double)light->energy, 10 + 40 * part, 1e-5);
        CHECK_FLOATS(light->color, 3, 1e-6, 1 - part, 1, 1 - part / 2);
        CHECK_FLOATS(pav_scene_world_color(on.scene), 3, 1e-6, 0.25, 0.5 - part / 2, 1);
        CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_MAP)->lens, 50, 0);
    }
    moves_close(&on);
}

static void two_moments_of_a_clip_blend_by_weight(void)
{
    moves on = moves_open();
    moves_apply(&on, CLIP_ZOOM, 0, 0.75f, 0);
    moves_apply(&on, CLIP_ZOOM, 2, 0.25f, 0);
    fixture_update(on.scene);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->lens, 47.5, 1e-5);
    CHECK_NEAR((double)pav_scene_light(on.scene, 0)->energy, 20, 1e-5);
    CHECK_FLOATS(pav_scene_light(on.scene, 0)->color, 3, 1e-6, 0.75, 1, 0.875);
    moves_apply(&on, CLIP_ZOOM, 2, 0.5f, 0); /* The rest claims what nobody does. */
    fixture_update(on.scene);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->lens, 60, 1e-5);
    CHECK_FLOATS(pav_scene_world_color(on.scene), 3, 1e-6, 0.25, 0.25, 1);
    moves_close(&on);
}

static void after_a_stop_everything_is_at_rest(void)
{
    moves on = moves_open();
    pav_player *player;
    uint32_t playback;
    CHECK(pav_player_create(on.scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, CLIP_ZOOM, NULL, &playback, NULL) == PAV_OK);
    CHECK(pav_player_update(player, 1, NULL) == PAV_OK);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->lens, 60, 1e-5);
    pav_player_stop(player, playback);
    CHECK(pav_player_update(player, 1, NULL) == PAV_OK);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->lens, 35, 0);
    CHECK_NEAR((double)pav_scene_light(on.scene, 0)->energy, 10, 0);
    CHECK_FLOATS(pav_scene_world_color(on.scene), 3, 0, 0.25, 0.5, 1);
    pav_player_destroy(player);
    moves_close(&on);
}

static void depth_of_field_is_switched_whole(void)
{
    moves on = moves_open();
    const pav_record_camera *camera = pav_scene_camera(on.scene, CAMERA_LENS);
    moves_play(&on, CLIP_SWITCH, 0.5);
    CHECK(camera->flags == 0);
    moves_play(&on, CLIP_SWITCH, 1);
    CHECK(camera->flags == PAV_CAMERA_FLAG_DEPTH_OF_FIELD);
    moves_close(&on);
}

/* ---- Linking ---- */

static void a_miss_names_what_is_nearest(void)
{
    moves on = moves_open();
    moves_check_link(on.binding, CLIP_ZOOM, 0, PAV_LINK_BOUND,
                     "clip \"Zoom\": camera \"Lens\", lens: drives 1 target");
    moves_check_link(on.binding, CLIP_ZOOM, 4, PAV_LINK_BOUND,
                     "clip \"Zoom\": scene \"Moves\", world_color: drives 1 target");
    moves_check_link(on.binding, CLIP_GONE, 0, PAV_LINK_UNBOUND,
                     "clip \"Gone\": camera \"Lenz\", lens: no such camera; nearest is \"Lens\"");
    moves_check_link(on.binding, CLIP_GONE, 1, PAV_LINK_UNBOUND,
                     "clip \"Gone\": camera \"Lens\", lense: no such element; nearest is \"lens\"");
    moves_check_link(on.binding, CLIP_GONE, 2, PAV_LINK_MISMATCH,
                     "clip \"Gone\": light \"Lamp\", color: the target does not hold these numbers");
    moves_check_link(on.binding, CLIP_GONE, 7, PAV_LINK_UNBOUND,
                     "clip \"Gone\": scene \"Stage\", world_color: no such scene; nearest is \"Moves\"");
    moves_close(&on);
}

static void a_clip_plays_on_another_camera_by_a_pair(void)
{
    moves on = moves_open();
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(on.scene);
    const pav_owner_pair pair = {"Lens", "Map"};
    const pav_binding_options options = {.owners = &pair, .owner_count = 1};
    pav_binding_destroy(on.binding);
    CHECK(pav_binding_create(document, document, &options, &on.binding, NULL) == PAV_OK);
    moves_play(&on, CLIP_ZOOM, 2);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_LENS)->lens, 35, 0);
    CHECK_NEAR((double)pav_scene_camera(on.scene, CAMERA_MAP)->lens, 85, 1e-5);
    moves_close(&on);
}

int main(void)
{
    RUN(cameras_and_lights_at_rest_are_those_of_the_file);
    RUN(they_are_found_by_library_and_name);
    RUN(every_element_of_a_camera_has_a_target_of_its_own);
    RUN(every_element_of_a_light_has_a_target_of_its_own);
    RUN(the_sky_has_a_target);
    RUN(a_clip_zooms_and_dims_in_two_seconds);
    RUN(two_moments_of_a_clip_blend_by_weight);
    RUN(after_a_stop_everything_is_at_rest);
    RUN(depth_of_field_is_switched_whole);
    RUN(a_miss_names_what_is_nearest);
    RUN(a_clip_plays_on_another_camera_by_a_pair);
    return test_end();
}
