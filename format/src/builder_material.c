/* SPDX-License-Identifier: MIT */
/* Materials and the images on them. */
#include <assert.h>
#include <string.h>

#include "builder.h"
#include "error.h"
#include "memory.h"

/* ---- Materials ---- */

static uint32_t add_inputs(pav_builder *builder, const pav_build_material *given)
{
    pav_growing_chunk *scene = &builder->scene;
    const uint32_t first = pav_grown_count(scene, offsetof(pav_chunk_scene, material_inputs));
    for (uint32_t i = 0; i < given->input_count; i++) {
        const pav_build_input *input = &given->inputs[i];
        const pav_record_material_input record = {
            .name = pav_builder_text(builder, scene, input->name),
            .values_first = pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, input_values),
                                             input->values, input->value_count),
            .values_count = input->value_count,
        };
        pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, material_inputs), &record, 1);
    }
    return first;
}

/* The index of an input of the material that is being added; NULL: none. */
static uint32_t find_input(pav_builder *builder, const pav_build_material *given, uint32_t first,
                           const char *name)
{
    for (uint32_t i = 0; name && i < given->input_count; i++) {
        if (given->inputs[i].name && strcmp(given->inputs[i].name, name) == 0) {
            return first + i;
        }
    }
    if (name && pav_builder_is_fine(builder)) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE,
                 "material \"%.60s\": a texture names the input \"%.60s\", which is not there",
                 given->name ? given->name : "", name);
    }
    return PAV_NONE;
}

static void add_texture(pav_builder *builder, const pav_build_material *given, uint32_t first,
                        const pav_build_texture *texture)
{
    const pav_record_texture record = {
        .input = find_input(builder, given, first, texture->input ? texture->input : ""),
        .image = texture->image,
        .uv_layer = pav_builder_text(builder, &builder->scene, texture->uv_layer),
        .channel = (uint32_t)texture->channel,
        .extension = (uint32_t)texture->extension,
        .filter = (uint32_t)texture->filter,
        .location = find_input(builder, given, first, texture->location),
        .rotation = find_input(builder, given, first, texture->rotation),
        .scale = find_input(builder, given, first, texture->scale),
    };
    pav_builder_grow(builder, &builder->scene, offsetof(pav_chunk_scene, textures), &record, 1);
}

uint32_t pav_builder_add_material(pav_builder *builder, const pav_build_material *given)
{
    const pav_build_material defaults = {0};
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    given = given ? given : &defaults;
    pav_growing_chunk *scene = &builder->scene;
    const pav_record_material material = {
        .name = pav_builder_text(builder, scene, given->name),
        .library = pav_builder_text(builder, scene, given->library),
        .alpha_mode = (uint32_t)given->alpha_mode,
        .flags = given->flags,
        .inputs_first = add_inputs(builder, given),
        .inputs_count = given->input_count,
        .textures_first = pav_grown_count(scene, offsetof(pav_chunk_scene, textures)),
        .textures_count = given->texture_count,
    };
    for (uint32_t i = 0; i < given->texture_count; i++) {
        add_texture(builder, given, material.inputs_first, &given->textures[i]);
    }
    return pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, materials), &material, 1);
}

/* ---- Images ---- */

uint32_t pav_builder_add_image(pav_builder *builder, const pav_build_image *given)
{
    const pav_build_image defaults = {0};
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    if (!pav_grow_reserve(&builder->allocator, &builder->images, sizeof(pav_growing_chunk), 1)) {
        pav_builder_fail_memory(builder);
        return PAV_NONE;
    }
    given = given ? given : &defaults;
    const uint32_t index = builder->images.count++;
    pav_growing_chunk *chunk = (pav_growing_chunk *)(void *)builder->images.items + index;
    *chunk = (pav_growing_chunk){.type = &pav_chunk_types[PAV_CHUNK_TYPE_IMAG]};
    const pav_record_image image = {
        .name = pav_builder_text(builder, chunk, given->name),
        .library = pav_builder_text(builder, chunk, given->library),
        .color_space = (uint32_t)given->color_space,
        .encoding = (uint32_t)given->encoding,
        .width = given->width,
        .height = given->height,
    };
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_image, image), &image, 1);
    pav_builder_grow(builder, chunk, offsetof(pav_chunk_image, bytes), given->bytes, given->byte_count);
    return pav_builder_result(builder, index);
}
