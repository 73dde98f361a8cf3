/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>
#include <string.h>

#include "error.h"

enum { INPUT_LIMIT = 128 }; /* Inputs of a material. */

/* Rule `input_values`. */
static pav_result check_input_values(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->material_input_count; i++) {
        const uint32_t count = scene->material_inputs[i].values_count;
        if (count != 1 && count != 3 && count != 4) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: material_input %" PRIu32 ": has %" PRIu32 " values, but must have 1, 3 or 4",
                            where, i, count);
        }
    }
    return PAV_OK;
}

/* Of at most INPUT_LIMIT inputs: the first that has the name of one before it, or `end`. */
static uint32_t find_repeated_name(const pav_chunk_scene *scene, uint32_t first, uint32_t end)
{
    const pav_record_material_input *inputs = scene->material_inputs;
    for (uint32_t i = first; i < end; i++) {
        for (uint32_t k = first; k < i; k++) {
            if (strcmp(scene->text + inputs[i].name, scene->text + inputs[k].name) == 0) {
                return i;
            }
        }
    }
    return end;
}

/* Rule `input_names`. */
static pav_result check_input_names(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const pav_record_material *material = &scene->materials[i];
        if (material->inputs_count > INPUT_LIMIT) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: material %" PRIu32 ": has %" PRIu32 " inputs, but %d at most are allowed",
                            where, i, material->inputs_count, INPUT_LIMIT);
        }
        const uint32_t end = material->inputs_first + material->inputs_count;
        const uint32_t repeated = find_repeated_name(scene, material->inputs_first, end);
        if (repeated != end) {
            return pav_fail(error, PAV_ERROR_FORMAT, "%s: material %" PRIu32 ": two inputs are called \"%s\"",
                            where, i, scene->text + scene->material_inputs[repeated].name);
        }
    }
    return PAV_OK;
}

/* An input that a texture of a material names: one of the same material, of 3 numbers where `wide`. */
static pav_result check_texture_input(const char *where, const pav_chunk_scene *scene, uint32_t material,
                                      uint32_t texture, const char *field, uint32_t input, bool wide,
                                      pav_error *error)
{
    const pav_record_material *owner = &scene->materials[material];
    if (input < owner->inputs_first || input - owner->inputs_first >= owner->inputs_count) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: texture %" PRIu32 ": %s is %" PRIu32
                        ", which is no input of its material %" PRIu32,
                        where, texture, field, input, material);
    }
    const uint32_t count = scene->material_inputs[input].values_count;
    if (wide && count != 3) {
        return pav_fail(error, PAV_ERROR_FORMAT,
                        "%s: texture %" PRIu32 ": %s is an input of %" PRIu32 " values, but must be of 3",
                        where, texture, field, count);
    }
    return PAV_OK;
}

static pav_result check_texture(const char *where, const pav_chunk_scene *scene, uint32_t material,
                                uint32_t t, pav_error *error)
{
    const pav_record_texture *texture = &scene->textures[t];
    const struct {
        const char *field;
        uint32_t input;
    } mapping[] = {
        {"location", texture->location}, {"rotation", texture->rotation}, {"scale", texture->scale}};
    pav_result result = check_texture_input(where, scene, material, t, "input", texture->input, false, error);
    for (size_t i = 0; result == PAV_OK && i < sizeof mapping / sizeof *mapping; i++) {
        if (mapping[i].input != PAV_NONE) {
            result = check_texture_input(where, scene, material, t, mapping[i].field, mapping[i].input, true,
                                         error);
        }
    }
    return result;
}

/* Rule `texture_inputs`. */
static pav_result check_texture_inputs(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    pav_result result = PAV_OK;
    for (uint32_t i = 0; i < scene->material_count; i++) {
        const pav_record_material *material = &scene->materials[i];
        for (uint32_t k = 0; result == PAV_OK && k < material->textures_count; k++) {
            result = check_texture(where, scene, i, material->textures_first + k, error);
        }
    }
    return result;
}

pav_result pav_check_materials(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    pav_result (*const rules[])(const char *, const pav_chunk_scene *, pav_error *) = {
        check_input_values,
        check_input_names,
        check_texture_inputs,
    };
    pav_result result = PAV_OK;
    for (size_t i = 0; result == PAV_OK && i < sizeof rules / sizeof *rules; i++) {
        result = rules[i](where, scene, error);
    }
    return result;
}

/* Rule `image_bytes`. */
pav_result pav_check_image(const char *where, const pav_chunk_image *image, pav_error *error)
{
    static const char png[] = "\x89PNG\r\n\x1a\n", jpeg[] = "\xff\xd8\xff";
    const bool is_png = image->image->encoding == PAV_IMAGE_ENCODING_PNG;
    const char *signature = is_png ? png : jpeg;
    const size_t size = strlen(signature);
    if (image->byte_count >= size && memcmp(image->bytes, signature, size) == 0) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT, "%s: its bytes are no %s file", where, is_png ? "png" : "jpeg");
}
