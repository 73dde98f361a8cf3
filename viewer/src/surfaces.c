/* SPDX-License-Identifier: MIT */
#include "surfaces.h"

#include "message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As the shader declares them, in the layout std140. */
typedef struct texture_block {
    float across[4], down[4]; /* Rows that take (u, v, 1) to a place in the image. */
    int32_t use[4];           /* What it multiplies, a number of `targets`; what it takes of the image. */
} texture_block;

typedef struct surface_block {
    float base[4];       /* With alpha. */
    float emission[4];   /* Its colour, its strength. */
    float numbers[4];    /* Metallic, roughness, strength of normal maps, alpha threshold. */
    float reflection[4]; /* Seen straight on, of what is no metal. */
    int32_t modes[4];    /* Textures, alpha mode, unlit. */
    texture_block textures[VIEW_MOST_TEXTURES];
} surface_block;

/* Inputs that textures may multiply, as the shader numbers them. */
static const char *const targets[] = {
    "base_color", "alpha", "metallic", "roughness", "emission_color", "emission_strength", "normal_strength"};
enum { TARGET_COUNT = sizeof targets / sizeof *targets, FIRST_UV_LOCATION = 2, FIRST_UNIT = 1, BINDING = 0 };

static const pav_chunk_scene *chunk_of(const pav_scene *scene)
{
    return pav_document_scene(pav_scene_document(scene));
}

/* ---- Making ---- */

static int target_of(const pav_chunk_scene *chunk, const pav_record_texture *texture)
{
    const char *name = chunk->text + chunk->material_inputs[texture->input].name;
    int target = 0;
    while (target < TARGET_COUNT && strcmp(name, targets[target]) != 0) {
        target++;
    }
    return target;
}

static void list_textures(view_surfaces *surfaces, uint32_t material)
{
    const pav_chunk_scene *chunk = chunk_of(surfaces->scene);
    const pav_record_material *record = &chunk->materials[material];
    view_surface *surface = &surfaces->surfaces[material];
    uint32_t wanted = 0;
    for (uint32_t i = 0; i < record->textures_count; i++) {
        const uint32_t texture = record->textures_first + i;
        if (target_of(chunk, &chunk->textures[texture]) < TARGET_COUNT && ++wanted <= VIEW_MOST_TEXTURES) {
            surface->textures[surface->texture_count++] = texture;
        }
    }
    if (wanted > VIEW_MOST_TEXTURES) {
        snprintf(surfaces->notice, sizeof surfaces->notice,
                 "material \"%.80s\": %u of its %u textures are shown", chunk->text + record->name,
                 (unsigned)VIEW_MOST_TEXTURES, (unsigned)wanted);
    }
}

pav_result view_surfaces_create(const pav_scene *scene, view_surfaces *out, pav_error *error)
{
    const pav_chunk_scene *chunk = chunk_of(scene);
    GLint alignment = 256;
    glGetIntegerv(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT, &alignment);
    const size_t step = alignment > 0 ? (size_t)alignment : 256;
    *out = (view_surfaces){.scene = scene, .count = chunk->material_count + 1};
    out->stride = (sizeof(surface_block) + step - 1) / step * step;
    out->surfaces = calloc(out->count, sizeof *out->surfaces);
    out->bytes = calloc(out->count, out->stride);
    glGenBuffers(1, &out->buffer);
    pav_result result = out->surfaces && out->bytes
                            ? view_images_create(pav_scene_document(scene), &out->images, error)
                            : view_fail(error, PAV_ERROR_MEMORY, "no memory for %u materials",
                                        (unsigned)chunk->material_count);
    if (result) {
        view_surfaces_destroy(out);
        return result;
    }
    memcpy(out->notice, out->images.notice, sizeof out->notice);
    out->surfaces[chunk->material_count].double_sided = true;
    for (uint32_t material = 0; material < chunk->material_count; material++) {
        out->surfaces[material].double_sided =
            (chunk->materials[material].flags & PAV_MATERIAL_FLAG_DOUBLE_SIDED) != 0;
        list_textures(out, material);
    }
    return PAV_OK;
}

void view_surfaces_destroy(view_surfaces *surfaces)
{
    view_images_destroy(&surfaces->images);
    glDeleteBuffers(1, &surfaces->buffer);
    free(surfaces->surfaces);
    free(surfaces->bytes);
    *surfaces = (view_surfaces){.scene = NULL};
}

/* ---- Reading inputs ---- */

/* Copies an input that has as many numbers. */
static void read_input(const pav_scene *scene, uint32_t material, const char *name, float *out,
                       uint32_t count)
{
    uint32_t found;
    const float *values = pav_scene_material_input(scene, material, name, &found);
    if (values && found >= count) {
        memcpy(out, values, count * sizeof *out);
    }
}

/* What a surface that is no metal reflects straight on: Fresnel's equations for its index of refraction,
 * times what the artist makes of it. */
static void read_reflection(const pav_scene *scene, uint32_t material, float out[4])
{
    float ior = 1.5f, specular = 0.5f, tint[3] = {1, 1, 1};
    read_input(scene, material, "ior", &ior, 1);
    read_input(scene, material, "specular", &specular, 1);
    read_input(scene, material, "specular_tint", tint, 3);
    const float part = (ior - 1) / fmaxf(ior + 1, 1e-3f);
    for (int i = 0; i < 3; i++) {
        out[i] = fminf(fmaxf(2 * specular * part * part * tint[i], 0), 1);
    }
}

static const float *input_numbers(const pav_scene *scene, uint32_t material, uint32_t input)
{
    const pav_chunk_scene *chunk = chunk_of(scene);
    return input == PAV_NONE ? NULL
                             : pav_scene_material_input(
                                   scene, material, chunk->text + chunk->material_inputs[input].name, NULL);
}

/* Scaled, turned around x, then y, then z, moved: what of it reaches u and v from (u, v, 0).  Images begin
 * with their upper row, so v is turned over. */
static void read_mapping(const pav_scene *scene, uint32_t material, const pav_record_texture *texture,
                         texture_block *out)
{
    const float none[3] = {0, 0, 0}, ones[3] = {1, 1, 1};
    const float *location = input_numbers(scene, material, texture->location);
    const float *rotation = input_numbers(scene, material, texture->rotation);
    const float *scale = input_numbers(scene, material, texture->scale);
    location = location ? location : none;
    rotation = rotation ? rotation : none;
    scale = scale ? scale : ones;
    const float sx = sinf(rotation[0]), cx = cosf(rotation[0]), sy = sinf(rotation[1]),
                cy = cosf(rotation[1]);
    const float sz = sinf(rotation[2]), cz = cosf(rotation[2]);
    out->across[0] = scale[0] * cy * cz;
    out->across[1] = scale[1] * (sx * sy * cz - cx * sz);
    out->across[2] = location[0];
    out->down[0] = -scale[0] * cy * sz;
    out->down[1] = -scale[1] * (sx * sy * sz + cx * cz);
    out->down[2] = 1 - location[1];
}

static surface_block usual(void)
{
    return (surface_block){.base = {0.8f, 0.8f, 0.8f, 1},
                           .emission = {1, 1, 1, 0},
                           .numbers = {0, 0.5f, 1, 0.5f},
                           .reflection = {0.04f, 0.04f, 0.04f, 0}};
}

static surface_block read_surface(view_surfaces *surfaces, uint32_t material, bool textures)
{
    const pav_scene *scene = surfaces->scene;
    const pav_chunk_scene *chunk = chunk_of(scene);
    const pav_record_material *record = &chunk->materials[material];
    view_surface *surface = &surfaces->surfaces[material];
    surface_block block = usual();
    bool thin = false;
    read_input(scene, material, "base_color", block.base, 3);
    read_input(scene, material, "alpha", &block.base[3], 1);
    read_input(scene, material, "emission_color", block.emission, 3);
    read_input(scene, material, "emission_strength", &block.emission[3], 1);
    for (int i = 0; i < 3; i++) {
        read_input(scene, material, targets[i == 2 ? 6 : 2 + i], &block.numbers[i], 1);
    }
    read_input(scene, material, "alpha_threshold", &block.numbers[3], 1);
    read_reflection(scene, material, block.reflection);
    for (uint32_t i = 0; textures && i < surface->texture_count; i++) {
        const pav_record_texture *texture = &chunk->textures[surface->textures[i]];
        read_mapping(scene, material, texture, &block.textures[i]);
        block.textures[i].use[0] = target_of(chunk, texture);
        block.textures[i].use[1] = (int32_t)texture->channel;
        thin = thin || block.textures[i].use[0] == 1;
    }
    block.modes[0] = textures ? (int32_t)surface->texture_count : 0;
    block.modes[1] = (int32_t)record->alpha_mode;
    block.modes[2] = (record->flags & PAV_MATERIAL_FLAG_UNLIT) != 0;
    surface->see_through = record->alpha_mode == PAV_ALPHA_MODE_BLEND && (thin || block.base[3] < 0.999f);
    return block;
}

void view_surfaces_upload(view_surfaces *surfaces, bool textures)
{
    for (uint32_t i = 0; i < surfaces->count; i++) {
        const surface_block block = i + 1 < surfaces->count ? read_surface(surfaces, i, textures) : usual();
        memcpy(surfaces->bytes + i * surfaces->stride, &block, sizeof block);
    }
    glBindBuffer(GL_UNIFORM_BUFFER, surfaces->buffer);
    glBufferData(GL_UNIFORM_BUFFER, (GLsizeiptr)(surfaces->count * surfaces->stride), surfaces->bytes,
                 GL_STREAM_DRAW);
}

/* ---- Use ---- */

uint32_t view_surfaces_of_slot(const view_surfaces *surfaces, uint32_t node, uint32_t slot)
{
    const pav_chunk_scene *chunk = chunk_of(surfaces->scene);
    const pav_record_node *record = &chunk->nodes[node];
    const uint32_t material =
        slot < record->slots_count ? chunk->slots[record->slots_first + slot].material : PAV_NONE;
    return material == PAV_NONE ? surfaces->count - 1 : material;
}

void view_surfaces_bind(const view_surfaces *surfaces, uint32_t surface, const view_mesh_buffers *meshes,
                        uint32_t node)
{
    const pav_chunk_scene *chunk = chunk_of(surfaces->scene);
    const view_surface *item = &surfaces->surfaces[surface];
    glBindBufferRange(GL_UNIFORM_BUFFER, BINDING, surfaces->buffer, (GLintptr)(surface * surfaces->stride),
                      (GLsizeiptr)sizeof(surface_block));
    for (uint32_t i = 0; i < item->texture_count; i++) {
        const pav_record_texture *texture = &chunk->textures[item->textures[i]];
        view_images_bind(&surfaces->images, texture, FIRST_UNIT + i);
        view_mesh_buffers_lay(meshes, node, FIRST_UV_LOCATION + i, chunk->text + texture->uv_layer);
    }
}

void view_surfaces_prepare(GLuint program)
{
    GLint units[VIEW_MOST_TEXTURES];
    for (int i = 0; i < VIEW_MOST_TEXTURES; i++) {
        units[i] = FIRST_UNIT + i;
    }
    glUseProgram(program);
    glUniform1iv(glGetUniformLocation(program, "images"), VIEW_MOST_TEXTURES, units);
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "surface"), BINDING);
}
