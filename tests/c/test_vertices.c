/* SPDX-License-Identifier: MIT */
/* Deformed vertices in a program's own memory: any stride and offsets, and the same bits as the scene's
 * arrays. */
#include "scene_fixture.h"

#include <string.h>

enum { STRIDE = 41, POSITION = 5, NORMAL = 22, BYTES = 4096 };

static const uint32_t shown[] = {NODE_BODY, NODE_FACE, NODE_FACE_TWIN, NODE_PLAIN, NODE_FLAT};

/* Everything deforms: the morphs at weights that are no whole numbers, both bones turned, one scaled. */
static void pose(pav_scene *scene)
{
    const float turn[4] = {0.3f, -0.2f, 0.5f, 0.7f};
    const float size[6] = {1.5f, 0.5f, 1.0f, 0.25f, 0.0f, 0.0f};
    const float up[3] = {0.1f, 0.2f, 2.0f};
    fixture_set(scene, NODE_LOWER, "rotation", turn, 4);
    fixture_set(scene, NODE_LOWER, "scale", size, 6);
    fixture_set(scene, NODE_UPPER, "location", up, 3);
    for (uint32_t mesh = 0; mesh <= MESH_FACE; mesh++) {
        const pav_target target = pav_scene_morph_target(scene, mesh, 0);
        if (target.first != PAV_NONE) {
            pav_scene_targets(scene, NULL)[target.first] = 0.375f;
        }
    }
    CHECK(pav_scene_update(scene, NULL) == PAV_OK);
}

static pav_scene *posed_scene(bool deform_off)
{
    const pav_scene_options options = {.deform_off = deform_off};
    pav_scene *scene = fixture_scene("scene", &options);
    pose(scene);
    return scene;
}

static pav_vertex_buffer buffer_of(void *memory)
{
    return (pav_vertex_buffer){.vertices = memory,
                               .byte_count = BYTES,
                               .stride = STRIDE,
                               .position_offset = POSITION,
                               .normals = true,
                               .normal_offset = NORMAL};
}

/* The bytes of a buffer that hold the scene's vertices; all others are 0x55. */
static void lay_out(const pav_scene *scene, uint32_t node, unsigned char *wanted)
{
    uint32_t count;
    const float *positions = pav_scene_positions(scene, node, &count);
    const float *normals = pav_scene_normals(scene, node, NULL);
    memset(wanted, 0x55, BYTES);
    for (uint32_t v = 0; v < count; v++) {
        memcpy(wanted + (size_t)v * STRIDE + POSITION, positions + 3 * (size_t)v, 12);
        memcpy(wanted + (size_t)v * STRIDE + NORMAL, normals + 3 * (size_t)v, 12);
    }
}

static void check_same_bytes(bool deform_off)
{
    pav_scene *arrays = posed_scene(false), *scene = posed_scene(deform_off);
    unsigned char wanted[BYTES], got[BYTES];
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        const pav_vertex_buffer buffer = buffer_of(got);
        lay_out(arrays, shown[i], wanted);
        memset(got, 0x55, BYTES);
        CHECK(pav_scene_write_vertices(scene, shown[i], &buffer, NULL) == PAV_OK);
        CHECK(memcmp(got, wanted, BYTES) == 0);
    }
    pav_scene_destroy(arrays);
    pav_scene_destroy(scene);
}

static void what_the_scene_keeps_is_copied(void)
{
    check_same_bytes(false);
}

static void what_the_scene_does_not_keep_is_evaluated_to_the_same_bits(void)
{
    check_same_bytes(true);
}

static void without_normals_their_bytes_stay(void)
{
    for (int off = 0; off < 2; off++) {
        pav_scene *scene = posed_scene(off != 0);
        unsigned char memory[BYTES];
        memset(memory, 0x55, BYTES);
        pav_vertex_buffer buffer = buffer_of(memory);
        buffer.normals = false;
        CHECK(pav_scene_write_vertices(scene, NODE_BODY, &buffer, NULL) == PAV_OK);
        CHECK(memory[POSITION - 1] == 0x55 && memory[POSITION + 12] == 0x55 && memory[NORMAL] == 0x55);
        pav_scene_destroy(scene);
    }
}

static void one_array_may_follow_the_other(void)
{
    pav_scene *arrays = posed_scene(false), *scene = posed_scene(true);
    uint32_t count;
    const float *positions = pav_scene_positions(arrays, NODE_BODY, &count);
    float memory[256];
    const pav_vertex_buffer buffer = {.vertices = memory,
                                      .byte_count = 24 * (size_t)count,
                                      .stride = 12,
                                      .normals = true,
                                      .normal_offset = 12 * (size_t)count};
    CHECK(24 * (size_t)count <= sizeof memory);
    CHECK(pav_scene_write_vertices(scene, NODE_BODY, &buffer, NULL) == PAV_OK);
    CHECK(memcmp(memory, positions, 12 * (size_t)count) == 0);
    CHECK(memcmp(memory + 3 * (size_t)count, pav_scene_normals(arrays, NODE_BODY, NULL),
                 12 * (size_t)count) == 0);
    pav_scene_destroy(arrays);
    pav_scene_destroy(scene);
}

static void refused(const pav_scene *scene, uint32_t node, const pav_vertex_buffer *buffer, pav_result result,
                    const char *message)
{
    pav_error error;
    CHECK(pav_scene_write_vertices(scene, node, buffer, &error) == result);
    CHECK_TEXT(error.message, message);
}

static void what_does_not_fit_is_refused(void)
{
    pav_scene *scene = posed_scene(true);
    uint32_t count;
    pav_scene *arrays = posed_scene(false);
    pav_scene_positions(arrays, NODE_PLAIN, &count);
    CHECK(count == 3);
    unsigned char memory[BYTES];
    pav_vertex_buffer buffer = buffer_of(memory);
    refused(scene, NODE_ROOT, &buffer, PAV_ERROR_NAME, "node \"Root\" has no mesh");
    buffer.byte_count = 2 * STRIDE + NORMAL + 12;
    CHECK(pav_scene_write_vertices(scene, NODE_PLAIN, &buffer, NULL) == PAV_OK);
    buffer.byte_count--;
    refused(scene, NODE_PLAIN, &buffer, PAV_ERROR_VALUE,
            "node \"Plain\": its 3 vertices reach to byte 116, but there are 115");
    buffer = buffer_of(memory);
    buffer.stride = 11;
    refused(scene, NODE_PLAIN, &buffer, PAV_ERROR_VALUE,
            "node \"Plain\": a stride of 11 bytes, which 3 floats do not fit in");
    buffer.stride = SIZE_MAX / 2;
    CHECK(pav_scene_write_vertices(scene, NODE_PLAIN, &buffer, NULL) == PAV_ERROR_VALUE);
    buffer = buffer_of(memory);
    buffer.normal_offset = SIZE_MAX - 4;
    CHECK(pav_scene_write_vertices(scene, NODE_PLAIN, &buffer, NULL) == PAV_ERROR_VALUE);
    pav_scene_destroy(arrays);
    pav_scene_destroy(scene);
}

int main(void)
{
    RUN(what_the_scene_keeps_is_copied);
    RUN(what_the_scene_does_not_keep_is_evaluated_to_the_same_bits);
    RUN(without_normals_their_bytes_stay);
    RUN(one_array_may_follow_the_other);
    RUN(what_does_not_fit_is_refused);
    return test_end();
}
