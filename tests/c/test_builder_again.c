/* SPDX-License-Identifier: MIT */
/* The builder takes every document that there is apart and makes the same of it again. */
#include <pavane/pavane.h>

#include "clip_again.h"
#include "test_document.h"

static pav_document *finish(pav_builder *builder)
{
    pav_document *document = NULL;
    pav_error error = {0};
    if (!CHECK(pav_builder_finish(builder, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

/* ---- A loaded document, built again ---- */

static void rebuild_node(pav_builder *builder, const pav_chunk_scene *scene, const pav_record_node *node,
                         uint32_t index)
{
    pav_build_element elements[32] = {0};
    for (uint32_t i = 0; i < node->elements_count; i++) {
        const pav_record_element *element = &scene->elements[node->elements_first + i];
        elements[i].name = scene->text + element->name;
        elements[i].kind = (pav_element_kind)element->kind;
        elements[i].values = scene->element_values + element->values_first;
    }
    uint32_t slots[32];
    for (uint32_t i = 0; i < node->slots_count; i++) {
        slots[i] = scene->slots[node->slots_first + i].material;
    }
    const pav_build_node given = {
        .name = scene->text + node->name,
        .library = scene->text + node->library,
        .elements = elements,
        .element_count = node->elements_count,
        .slots = slots,
        .slot_count = node->slots_count,
        .flags = node->flags,
        .length = node->length,
    };
    const uint32_t added = node->kind == PAV_NODE_KIND_BONE
                               ? pav_builder_add_bone(builder, node->armature, node->parent, &given)
                               : pav_builder_add_node(builder, node->parent, &given);
    CHECK(added == index);
    pav_builder_set_mesh(builder, index, node->mesh, node->skin);
    pav_builder_set_camera(builder, index, node->camera);
    pav_builder_set_light(builder, index, node->light);
    pav_builder_set_instancer(builder, index, node->instancer);
}

static const char *input_name(const pav_chunk_scene *scene, uint32_t input)
{
    return input == PAV_NONE ? NULL : scene->text + scene->material_inputs[input].name;
}

static void rebuild_material(pav_builder *builder, const pav_chunk_scene *scene, uint32_t index)
{
    const pav_record_material *material = &scene->materials[index];
    pav_build_input inputs[128];
    pav_build_texture textures[32];
    for (uint32_t i = 0; i < material->inputs_count; i++) {
        const pav_record_material_input *input = &scene->material_inputs[material->inputs_first + i];
        inputs[i] = (pav_build_input){scene->text + input->name, scene->input_values + input->values_first,
                                      input->values_count};
    }
    for (uint32_t i = 0; i < material->textures_count; i++) {
        const pav_record_texture *texture = &scene->textures[material->textures_first + i];
        textures[i] = (pav_build_texture){
            .input = input_name(scene, texture->input),
            .image = texture->image,
            .uv_layer = scene->text + texture->uv_layer,
            .channel = (pav_texture_channel)texture->channel,
            .extension = (pav_texture_extension)texture->extension,
            .filter = (pav_texture_filter)texture->filter,
            .location = input_name(scene, texture->location),
            .rotation = input_name(scene, texture->rotation),
            .scale = input_name(scene, texture->scale),
        };
    }
    const pav_build_material given = {
        .name = scene->text + material->name,
        .library = scene->text + material->library,
        .alpha_mode = (pav_alpha_mode)material->alpha_mode,
        .flags = material->flags,
        .inputs = inputs,
        .input_count = material->inputs_count,
        .textures = textures,
        .texture_count = material->textures_count,
    };
    CHECK(pav_builder_add_material(builder, &given) == index);
}

static void rebuild_image(pav_builder *builder, const pav_chunk_image *image, uint32_t index)
{
    const pav_build_image given = {
        .name = image->text + image->image->name,
        .library = image->text + image->image->library,
        .color_space = (pav_color_space)image->image->color_space,
        .encoding = (pav_image_encoding)image->image->encoding,
        .width = image->image->width,
        .height = image->image->height,
        .bytes = image->bytes,
        .byte_count = image->byte_count,
    };
    CHECK(pav_builder_add_image(builder, &given) == index);
}

/* From the last to the first: the builder puts them in order. */
static void rebuild_properties(pav_builder *builder, const pav_chunk_scene *scene)
{
    for (uint32_t i = scene->property_count; i-- > 0;) {
        const pav_record_property *property = &scene->properties[i];
        pav_builder_add_property(
            builder,
            &(pav_build_property){(pav_target_kind)property->owner_kind, scene->text + property->library,
                                  scene->text + property->owner, scene->text + property->part,
                                  scene->text + property->name, (pav_property_kind)property->kind,
                                  scene->property_values + property->values_first, property->values_count,
                                  scene->text + property->text});
    }
}

static void rebuild_scene(pav_builder *builder, const pav_chunk_scene *scene)
{
    rebuild_properties(builder, scene);
    for (uint32_t i = 0; i < scene->node_count; i++) {
        rebuild_node(builder, scene, &scene->nodes[i], i);
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        const pav_record_skin *skin = &scene->skins[i];
        CHECK(pav_builder_add_skin(builder, skin->armature, scene->joints + skin->joints_first,
                                   skin->joints_count) == i);
        const pav_build_skin how = {.blending = (pav_skin_blending)skin->blending,
                                    .masked = skin->mask != PAV_NONE,
                                    .mask = skin->mask,
                                    .flags = skin->flags,
                                    .followed = skin->next != PAV_NONE,
                                    .next = skin->next};
        pav_builder_set_skin(builder, i, &how);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        rebuild_material(builder, scene, i);
    }
    for (uint32_t i = 0; i < scene->camera_count; i++) {
        const pav_record_camera *camera = &scene->cameras[i];
        pav_builder_add_camera(builder, scene->text + camera->name, scene->text + camera->library, camera);
    }
    for (uint32_t i = 0; i < scene->light_count; i++) {
        const pav_record_light *light = &scene->lights[i];
        pav_builder_add_light(builder, scene->text + light->name, scene->text + light->library, light);
    }
    if (scene->scene->camera != PAV_NONE) {
        pav_builder_set_scene_camera(builder, scene->scene->camera);
    }
}

static void rebuild_morphs(pav_builder *builder, const pav_chunk_mesh *mesh, uint32_t index)
{
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        const pav_record_morph *morph = &mesh->morphs[i];
        const pav_build_morph given = {
            .name = mesh->text + morph->name,
            .value = morph->value,
            .range_set = true,
            .minimum = morph->minimum,
            .maximum = morph->maximum,
            .points = mesh->delta_points + morph->deltas_first,
            .deltas = mesh->delta_positions + 3 * (size_t)morph->deltas_first,
            .delta_count = morph->deltas_count,
            .vertices = mesh->delta_vertices + morph->normal_deltas_first,
            .normal_deltas = mesh->delta_normals + 3 * (size_t)morph->normal_deltas_first,
            .normal_delta_count = morph->normal_deltas_count,
        };
        CHECK(pav_builder_add_morph(builder, index, &given) == i);
    }
}

static void rebuild_weights(pav_builder *builder, const pav_chunk_mesh *mesh, uint32_t index)
{
    const char *groups[32];
    for (uint32_t i = 0; i < mesh->group_count; i++) {
        groups[i] = mesh->text + mesh->groups[i].name;
    }
    if (mesh->influence_count_count) {
        const pav_build_weights weights = {
            .groups = groups,
            .group_count = mesh->group_count,
            .counts = mesh->influence_counts,
            .influences = mesh->influences,
            .influence_count = mesh->influence_count,
        };
        pav_builder_set_weights(builder, index, &weights);
    }
}

static void rebuild_mesh(pav_builder *builder, const pav_chunk_mesh *mesh, uint32_t index)
{
    const pav_build_mesh given = {
        .name = mesh->text + mesh->mesh->name,
        .library = mesh->text + mesh->mesh->library,
        .points = mesh->points,
        .point_count = mesh->point_count,
        .polygons = mesh->polygons,
        .polygon_count = mesh->polygon_count,
        .corners = mesh->corners,
        .corner_count = mesh->corner_count,
        .vertices = mesh->vertices,
        .vertex_count = mesh->vertex_count,
        .normals = mesh->normals,
        .indices = mesh->indices,
        .index_count = mesh->index_count,
        .primitives = mesh->primitives,
        .primitive_count = mesh->primitive_count,
        .error = mesh->mesh->error,
    };
    CHECK(pav_builder_add_mesh(builder, &given) == index);
    pav_builder_set_smoothing(builder, index,
                              &(pav_build_smoothing){(pav_mesh_smoothing)mesh->mesh->smoothing, true,
                                                     mesh->mesh->sharp_angle, mesh->flat_polygons,
                                                     mesh->flat_polygon_count, mesh->sharp_corners,
                                                     mesh->sharp_corner_count});
    for (uint32_t i = 0; i < mesh->uv_layer_count; i++) {
        const pav_record_uv_layer *layer = &mesh->uv_layers[i];
        pav_builder_add_uv_layer(builder, index, mesh->text + layer->name,
                                 mesh->uvs + 2 * (size_t)layer->uvs_first);
    }
    for (uint32_t i = 0; i < mesh->color_layer_count; i++) {
        const pav_record_color_layer *layer = &mesh->color_layers[i];
        pav_builder_add_color_layer(builder, index, mesh->text + layer->name,
                                    mesh->colors + 4 * (size_t)layer->colors_first);
    }
    rebuild_weights(builder, mesh, index);
    rebuild_morphs(builder, mesh, index);
    const pav_build_sequence sequence = {mesh->sequence_keys, mesh->sequence_key_count, mesh->mesh->eval_time};
    pav_builder_set_sequence(builder, index, &sequence);
}

static pav_builder *rebuild(const pav_document *document, const pav_allocator *allocator, pav_error *error)
{
    const pav_chunk_info *info = document->info;
    const pav_chunk_scene *scene = document->scene;
    pav_builder_options options = {
        .allocator = *allocator,
        .writer = info->text + info->info->writer,
        .writer_version = info->text + info->info->writer_version,
        .source = info->text + info->info->source,
        .clips_alone = !scene,
    };
    if (scene) {
        options.scene_name = scene->text + scene->scene->name;
        options.up_axis = (pav_axis)scene->scene->up_axis;
        options.unit_scale = scene->scene->unit_scale;
        options.fps = scene->scene->fps;
        options.fps_base = scene->scene->fps_base;
        options.frame_start = scene->scene->frame_start;
        options.frame_end = scene->scene->frame_end;
        memcpy(options.world_color, scene->scene->world_color, sizeof options.world_color);
    }
    pav_builder *builder = NULL;
    if (pav_builder_create(&options, &builder, error) != PAV_OK) {
        return NULL;
    }
    if (scene) {
        rebuild_scene(builder, scene);
    }
    for (uint32_t i = 0; i < document->mesh_count; i++) {
        rebuild_mesh(builder, document->meshes[i], i);
    }
    for (uint32_t i = 0; i < document->image_count; i++) {
        rebuild_image(builder, document->images[i], i);
    }
    for (uint32_t i = 0; i < document->clip_count; i++) {
        rebuild_clip(builder, document->clips[i], i);
    }
    return builder;
}

/* ---- Comparing what is meant: strings by their characters, the rest bit by bit ---- */

static int same_record(const pav_table_info *table, const char *a_text, const char *b_text, const uint8_t *a,
                       const uint8_t *b)
{
    for (uint32_t f = 0; f < table->field_count; f++) {
        const pav_field_info *field = &table->fields[f];
        uint32_t x, y;
        for (uint32_t i = 0; i < field->count * (field->type == PAV_FIELD_SPAN ? 2 : 1); i++) {
            memcpy(&x, a + field->offset + 4 * i, 4);
            memcpy(&y, b + field->offset + 4 * i, 4);
            if (field->type == PAV_FIELD_STRING ? strcmp(a_text + x, b_text + y) != 0 : x != y) {
                fprintf(stderr, "    %s: %s differs\n", table->record, field->name);
                return 0;
            }
        }
    }
    return 1;
}

static int same_meaning(pav_chunk_type_index index, const void *a, const void *b)
{
    const pav_chunk_type *type = &pav_chunk_types[index];
    const char *a_text = pav_table_items(a, &type->tables[0]);
    const char *b_text = pav_table_items(b, &type->tables[0]);
    int same = 1;
    for (uint32_t t = 1; same && t < type->table_count; t++) {
        const pav_table_info *table = &type->tables[t];
        const uint32_t count = pav_table_count(a, table);
        const uint8_t *x = pav_table_items(a, table);
        const uint8_t *y = pav_table_items(b, table);
        same = count == pav_table_count(b, table);
        for (uint32_t i = 0; same && i < count; i++) {
            const size_t at = (size_t)i * table->item_size;
            same = table->fields ? same_record(table, a_text, b_text, x + at, y + at)
                                 : memcmp(x + at, y + at, table->item_size) == 0;
        }
        if (!same) {
            fprintf(stderr, "    %s: %s differ\n", type->type, table->name);
        }
    }
    return same;
}

static const char *const FILES[] = {
    "tests/golden/small.pav",       "tests/golden/looks.pav",        "tests/golden/minimal.pav",
    "tests/c/fixtures/scene.pav",   "tests/c/fixtures/chain.pav",    "tests/c/fixtures/clips_alone.pav",
    "tests/c/fixtures/library.pav", "tests/c/fixtures/playback.pav", "tests/golden/moves.pav",
    "tests/golden/curves.pav",      "tests/golden/sequences.pav",
};

static void a_document_built_again_is_the_same(void)
{
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        const pav_allocator allocator = {0};
        pav_document *document = NULL;
        pav_error error = {0};
        CHECK(pav_document_load_file(FILES[i], NULL, &document, &error) == PAV_OK);
        pav_document *again = finish(rebuild(document, &allocator, &error));
        document->info->report_line_count = 0; /* An export's report is not built. */
        CHECK(same_meaning(PAV_CHUNK_TYPE_INFO, document->info, again->info));
        CHECK((document->scene == NULL) == (again->scene == NULL));
        CHECK(!again->scene || same_meaning(PAV_CHUNK_TYPE_SCNE, document->scene, again->scene));
        CHECK(document->mesh_count == again->mesh_count && document->clip_count == again->clip_count);
        for (uint32_t m = 0; m < again->mesh_count; m++) {
            CHECK(same_meaning(PAV_CHUNK_TYPE_MESH, document->meshes[m], again->meshes[m]));
        }
        CHECK(document->image_count == again->image_count);
        for (uint32_t k = 0; k < again->image_count; k++) {
            CHECK(same_meaning(PAV_CHUNK_TYPE_IMAG, document->images[k], again->images[k]));
        }
        for (uint32_t c = 0; c < again->clip_count; c++) {
            CHECK(same_clip(document->clips[c], again->clips[c]));
        }
        pav_document_destroy(again);
        pav_document_destroy(document);
    }
}

int main(void)
{
    RUN(a_document_built_again_is_the_same);
    return test_end();
}
