/* SPDX-License-Identifier: MIT */
/* Records of materials and images. */
#include "module.h"

/* ---- Materials ---- */

static PyObject *new_input(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_material_input *input = &scene->material_inputs[i];
    return new_record(state, "Input", "(sN)", scene->text + input->name,
                      new_floats(scene->input_values + input->values_first, input->values_count));
}

/* The name of an input, or None. */
static PyObject *input_name(const pav_chunk_scene *scene, uint32_t input)
{
    return input == PAV_NONE ? Py_NewRef(Py_None)
                             : PyUnicode_FromString(scene->text + scene->material_inputs[input].name);
}

static PyObject *new_texture(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_texture *texture = &scene->textures[i];
    return new_record(state, "Texture", "(NksNNNNNN)", input_name(scene, texture->input),
                      (unsigned long)texture->image, scene->text + texture->uv_layer,
                      new_enum(state, "TextureChannel", texture->channel),
                      new_enum(state, "TextureExtension", texture->extension),
                      new_enum(state, "TextureFilter", texture->filter), input_name(scene, texture->location),
                      input_name(scene, texture->rotation), input_name(scene, texture->scale));
}

static PyObject *new_material(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_material *material = &scene->materials[i];
    return new_record(
        state, "Material", "(kssNNNN)", (unsigned long)i, scene->text + material->name,
        scene->text + material->library, new_enum(state, "AlphaMode", material->alpha_mode),
        new_enum(state, "MaterialFlag", material->flags),
        new_records(state, scene, material->inputs_first, material->inputs_count, new_input),
        new_records(state, scene, material->textures_first, material->textures_count, new_texture));
}

PyObject *material_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->material_count : 0, new_material);
}

/* ---- Images ---- */

static PyObject *new_image(module_state *state, pav_document *document, uint32_t i)
{
    const pav_chunk_image *image = pav_document_image(document, i);
    const array_shape shape = {.format = "B", .dimensions = 1, .shape = {(Py_ssize_t)image->byte_count}};
    return new_record(
        state, "Image", "(ssNNkkN)", image->text + image->image->name, image->text + image->image->library,
        new_enum(state, "ColorSpace", image->image->color_space),
        new_enum(state, "ImageEncoding", image->image->encoding), (unsigned long)image->image->width,
        (unsigned long)image->image->height, view_of_document(state, document, image->bytes, shape));
}

PyObject *image_records(module_state *state, pav_document *document)
{
    const uint32_t count = pav_document_image_count(document);
    PyObject *images = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; images && i < count; i++) {
        PyObject *image = new_image(state, document, i);
        if (!image || PyTuple_SetItem(images, (Py_ssize_t)i, image)) {
            Py_CLEAR(images);
        }
    }
    return images;
}
