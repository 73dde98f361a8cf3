/* SPDX-License-Identifier: MIT */
#include "layout.h"

#include "camera.h"
#include "error.h"
#include "light.h"
#include "memory.h"
#include "property.h"
#include "quaternion.h"
#include "visibility.h"

#include <string.h>

#define GROUP_ALIGNMENT 4u

uint32_t pav_value_floats(pav_value value)
{
    static const uint32_t floats[PAV_VALUE_COUNT] = {
        [PAV_VALUE_FLOAT] = 1, [PAV_VALUE_VECTOR] = 3,  [PAV_VALUE_QUATERNION] = 4,
        [PAV_VALUE_SCALE] = 6, [PAV_VALUE_MATRIX] = 16, [PAV_VALUE_COLOR] = 4,
        [PAV_VALUE_WHOLE] = 1,
    };
    return floats[value];
}

bool pav_layout_has(const pav_layout *layout, pav_target target)
{
    const uint32_t floats = pav_value_floats(target.value);
    const uint32_t first = layout->first[target.value];
    return target.first >= first && (target.first - first) % floats == 0 &&
           (target.first - first) / floats < layout->count[target.value];
}

pav_value pav_element_value(pav_element_kind kind)
{
    static const pav_value values[] = {
        [PAV_ELEMENT_KIND_TRANSLATE] = PAV_VALUE_VECTOR,
        [PAV_ELEMENT_KIND_ROTATE_AXIS] = PAV_VALUE_FLOAT,
        [PAV_ELEMENT_KIND_QUATERNION] = PAV_VALUE_QUATERNION,
        [PAV_ELEMENT_KIND_AXIS_ANGLE] = PAV_VALUE_QUATERNION,
        [PAV_ELEMENT_KIND_SCALE] = PAV_VALUE_SCALE,
        [PAV_ELEMENT_KIND_MATRIX] = PAV_VALUE_MATRIX,
    };
    return values[kind];
}

pav_value pav_input_value(uint32_t count)
{
    return count == 1 ? PAV_VALUE_FLOAT : count == 3 ? PAV_VALUE_VECTOR : PAV_VALUE_COLOR;
}

/* ---- Counting ---- */

/* Nodes may share the elements of a file, but never a target, so that the sums can be larger than the tables.
 */
typedef struct sums {
    uint64_t of[PAV_VALUE_COUNT];
    uint64_t elements;
} sums;

static void count_elements(const pav_chunk_scene *scene, sums *out)
{
    for (uint32_t n = 0; n < scene->node_count; n++) {
        const pav_record_node *node = &scene->nodes[n];
        out->elements += node->elements_count;
        for (uint32_t i = 0; i < node->elements_count; i++) {
            const pav_record_element *element = &scene->elements[node->elements_first + i];
            out->of[pav_element_value((pav_element_kind)element->kind)]++;
        }
    }
}

/* Its morphs' weights and, with a sequence, where in it the mesh is. */
static uint32_t mesh_floats(const pav_chunk_mesh *mesh)
{
    return mesh->morph_count + (mesh->sequence_key_count ? 1 : 0);
}

static void count_morphs(const pav_document *document, sums *out)
{
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        out->of[PAV_VALUE_FLOAT] += mesh_floats(pav_document_mesh(document, m));
    }
}

static void count_inputs(const pav_chunk_scene *scene, sums *out)
{
    for (uint32_t i = 0; i < scene->material_input_count; i++) {
        out->of[pav_input_value(scene->material_inputs[i].values_count)]++;
    }
}

static void count_attributes(const pav_attribute_list *list, uint32_t records, sums *out)
{
    for (uint32_t i = 0; i < list->count; i++) {
        out->of[list->items[i].value] += records;
    }
}

static void count_properties(const pav_chunk_scene *scene, sums *out)
{
    for (uint32_t i = 0; i < scene->property_count; i++) {
        const pav_record_property *property = &scene->properties[i];
        out->of[pav_property_value((pav_property_kind)property->kind)] += property->values_count;
    }
}

static sums count_all(const pav_document *document)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    sums counted = { { 0 }, 0 };
    count_morphs(document, &counted);
    if (scene) {
        count_elements(scene, &counted);
        count_inputs(scene, &counted);
        count_attributes(&pav_camera_attributes, scene->camera_count, &counted);
        count_attributes(&pav_light_attributes, scene->light_count, &counted);
        count_attributes(&pav_visibility_attributes, scene->node_count, &counted);
        count_attributes(&pav_sky_attributes, 1, &counted);
        count_properties(scene, &counted);
    }
    return counted;
}

static pav_result place_groups(pav_layout *layout, const sums *counted, pav_error *error)
{
    uint64_t first = 0;
    for (int value = 0; value < PAV_VALUE_COUNT; value++) {
        first = (first + GROUP_ALIGNMENT - 1) / GROUP_ALIGNMENT * GROUP_ALIGNMENT;
        layout->first[value] = (uint32_t)first;
        layout->count[value] = (uint32_t)counted->of[value];
        first += counted->of[value] * pav_value_floats((pav_value)value);
        if (first >= PAV_NONE || counted->elements >= PAV_NONE) {
            return pav_fail(error, PAV_ERROR_MEMORY, "the scene has more target values than fit");
        }
    }
    layout->float_count = (uint32_t)first;
    return PAV_OK;
}

/* ---- Placing ---- */

static void place_elements(pav_layout *layout, const pav_chunk_scene *scene, uint32_t next[PAV_VALUE_COUNT])
{
    uint32_t place = 0;
    for (uint32_t n = 0; n < layout->node_count; n++) {
        const pav_record_node *node = &scene->nodes[n];
        layout->element_first[n] = place;
        for (uint32_t i = 0; i < node->elements_count; i++) {
            const pav_record_element *element = &scene->elements[node->elements_first + i];
            const pav_value value = pav_element_value((pav_element_kind)element->kind);
            layout->elements[place++] = (pav_target){ .value = value, .first = next[value] };
            next[value] += pav_value_floats(value);
        }
    }
    layout->element_first[layout->node_count] = place;
}

static void place_morphs(pav_layout *layout, const pav_document *document, uint32_t next[PAV_VALUE_COUNT])
{
    for (uint32_t m = 0; m < layout->mesh_count; m++) {
        layout->morph_first[m] = next[PAV_VALUE_FLOAT];
        next[PAV_VALUE_FLOAT] += mesh_floats(pav_document_mesh(document, m));
    }
    layout->morph_first[layout->mesh_count] = next[PAV_VALUE_FLOAT];
}

static void place_inputs(pav_layout *layout, const pav_chunk_scene *scene, uint32_t next[PAV_VALUE_COUNT])
{
    for (uint32_t i = 0; i < layout->input_count; i++) {
        const pav_value value = pav_input_value(scene->material_inputs[i].values_count);
        layout->inputs[i] = (pav_target){ .value = value, .first = next[value] };
        next[value] += pav_value_floats(value);
    }
}

static void place_attributes(const pav_attribute_list *list, uint32_t records, pav_target *out,
                             uint32_t next[PAV_VALUE_COUNT])
{
    for (uint32_t r = 0; r < records; r++) {
        for (uint32_t i = 0; i < list->count; i++) {
            const pav_value value = list->items[i].value;
            *out++ = (pav_target){ .value = value, .first = next[value] };
            next[value] += pav_value_floats(value);
        }
    }
}

static void place_properties(pav_layout *layout, const pav_chunk_scene *scene, uint32_t next[PAV_VALUE_COUNT])
{
    for (uint32_t i = 0; i < layout->property_count; i++) {
        const pav_value value = pav_property_value((pav_property_kind)scene->properties[i].kind);
        layout->property_first[i] = next[value];
        next[value] += scene->properties[i].values_count;
    }
}

static void place_all(pav_layout *layout, const pav_document *document)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    uint32_t next[PAV_VALUE_COUNT];
    memcpy(next, layout->first, sizeof next);
    place_morphs(layout, document, next);
    place_elements(layout, scene, next);
    place_inputs(layout, scene, next);
    if (scene) {
        place_attributes(&pav_camera_attributes, scene->camera_count, layout->cameras, next);
        place_attributes(&pav_light_attributes, scene->light_count, layout->lights, next);
        place_attributes(&pav_visibility_attributes, scene->node_count, layout->visibility, next);
        place_attributes(&pav_sky_attributes, 1, &layout->sky, next);
        place_properties(layout, scene, next);
    }
}

/* ---- Creation ---- */

static bool allocate(pav_layout *out, const pav_chunk_scene *scene, size_t elements)
{
    const pav_allocator *allocator = &out->allocator;
    const size_t cameras = scene ? (size_t)scene->camera_count * pav_camera_attributes.count : 0;
    const size_t lights = scene ? (size_t)scene->light_count * pav_light_attributes.count : 0;
    const size_t visibility = (size_t)out->node_count * pav_visibility_attributes.count;
    out->element_first = pav_allocate(allocator, (size_t)out->node_count + 1, sizeof *out->element_first);
    out->elements = pav_allocate(allocator, elements, sizeof *out->elements);
    out->morph_first = pav_allocate(allocator, (size_t)out->mesh_count + 1, sizeof *out->morph_first);
    out->inputs = pav_allocate(allocator, out->input_count, sizeof *out->inputs);
    out->cameras = pav_allocate(allocator, cameras, sizeof *out->cameras);
    out->lights = pav_allocate(allocator, lights, sizeof *out->lights);
    out->visibility = pav_allocate(allocator, visibility, sizeof *out->visibility);
    out->property_first = pav_allocate(allocator, out->property_count, sizeof *out->property_first);
    return out->element_first && out->elements && out->morph_first && out->inputs && out->cameras &&
           out->lights && out->visibility && out->property_first;
}

pav_result pav_layout_create(const pav_document *document, const pav_allocator *allocator, pav_layout *out,
                             pav_error *error)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    *out = (pav_layout){ .allocator = *allocator, .mesh_count = pav_document_mesh_count(document) };
    if (scene) {
        out->node_count = scene->node_count;
        out->input_count = scene->material_input_count;
        out->property_count = scene->property_count;
    }
    const sums counted = count_all(document);
    const pav_result placed = place_groups(out, &counted, error);
    if (placed) {
        return placed;
    }
    if (!allocate(out, scene, (size_t)counted.elements)) {
        pav_layout_destroy(out);
        return pav_fail_memory(error);
    }
    place_all(out, document);
    return PAV_OK;
}

void pav_layout_destroy(pav_layout *layout)
{
    if (layout->allocator.release) {
        pav_release(&layout->allocator, layout->element_first);
        pav_release(&layout->allocator, layout->elements);
        pav_release(&layout->allocator, layout->morph_first);
        pav_release(&layout->allocator, layout->inputs);
        pav_release(&layout->allocator, layout->cameras);
        pav_release(&layout->allocator, layout->lights);
        pav_release(&layout->allocator, layout->visibility);
        pav_release(&layout->allocator, layout->property_first);
    }
    *layout = (pav_layout){ 0 };
}

/* ---- Finding ---- */

pav_target pav_layout_element_at(const pav_layout *layout, uint32_t node, uint32_t place)
{
    return layout->elements[layout->element_first[node] + place];
}

uint32_t pav_find_element(const pav_chunk_scene *scene, uint32_t node, const char *name, uint32_t place)
{
    const pav_record_node *record = &scene->nodes[node];
    for (; place < record->elements_count; place++) {
        const pav_record_element *candidate = &scene->elements[record->elements_first + place];
        if (strcmp(scene->text + candidate->name, name) == 0) {
            return place;
        }
    }
    return PAV_NONE;
}

pav_target pav_layout_element(const pav_layout *layout, const pav_chunk_scene *scene, uint32_t node,
                              const char *name)
{
    const pav_record_node *record = &scene->nodes[node];
    const uint32_t place = pav_find_element(scene, node, name, 0);
    if (place != PAV_NONE) {
        return pav_layout_element_at(layout, node, place);
    }
    const uint32_t found = record->kind == PAV_NODE_KIND_OBJECT
                               ? pav_attribute_find(&pav_visibility_attributes, name)
                               : PAV_NONE;
    return found == PAV_NONE
               ? (pav_target){ .first = PAV_NONE }
               : layout->visibility[(size_t)node * pav_visibility_attributes.count + found];
}

pav_target pav_layout_mesh(const pav_layout *layout, const pav_chunk_mesh *mesh, uint32_t index,
                           const char *name)
{
    if (!mesh->sequence_key_count || strcmp(name, "eval_time") != 0) {
        return (pav_target){ .first = PAV_NONE };
    }
    return (pav_target){ .value = PAV_VALUE_FLOAT, .first = layout->morph_first[index] + mesh->morph_count };
}

/* ---- Rest ---- */

static void mesh_rest(const pav_chunk_mesh *mesh, float *rest)
{
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        rest[i] = mesh->morphs[i].value;
    }
    if (mesh->sequence_key_count) {
        rest[mesh->morph_count] = mesh->mesh->eval_time;
    }
}

static void element_rest(pav_element_kind kind, const float *values, float *rest)
{
    switch (kind) {
    case PAV_ELEMENT_KIND_ROTATE_AXIS:
        rest[0] = values[3];
        break;
    case PAV_ELEMENT_KIND_QUATERNION:
        pav_quaternion_normalise(values, rest);
        break;
    case PAV_ELEMENT_KIND_AXIS_ANGLE:
        pav_quaternion_from_axis_angle(values, (double)values[3], rest);
        break;
    default:
        memcpy(rest, values, pav_value_floats(pav_element_value(kind)) * sizeof *rest);
    }
}

static void attributes_rest(const pav_layout *layout, const pav_chunk_scene *scene, float *rest)
{
    const pav_attribute_records cameras = { scene->cameras, sizeof *scene->cameras, scene->camera_count };
    const pav_attribute_records lights = { scene->lights, sizeof *scene->lights, scene->light_count };
    const pav_attribute_records sky = { scene->scene->world_color, 0, 1 };
    pav_attribute_records flags = { NULL, sizeof *scene->nodes, scene->node_count };
    if (scene->node_count) {
        flags.first = &scene->nodes->flags;
    }
    pav_attributes_rest(&pav_camera_attributes, &cameras, layout->cameras, rest);
    pav_attributes_rest(&pav_light_attributes, &lights, layout->lights, rest);
    pav_attributes_rest(&pav_visibility_attributes, &flags, layout->visibility, rest);
    pav_attributes_rest(&pav_sky_attributes, &sky, &layout->sky, rest);
}

static void properties_rest(const pav_layout *layout, const pav_chunk_scene *scene, float *rest)
{
    for (uint32_t i = 0; i < layout->property_count; i++) {
        const pav_record_property *property = &scene->properties[i];
        for (uint32_t k = 0; k < property->values_count; k++) {
            rest[layout->property_first[i] + k] = scene->property_values[property->values_first + k];
        }
    }
}

void pav_layout_rest(const pav_layout *layout, const pav_document *document, float *rest)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    memset(rest, 0, layout->float_count * sizeof *rest);
    for (uint32_t m = 0; m < layout->mesh_count; m++) {
        mesh_rest(pav_document_mesh(document, m), rest + layout->morph_first[m]);
    }
    for (uint32_t n = 0; n < layout->node_count; n++) {
        const pav_record_node *node = &scene->nodes[n];
        for (uint32_t i = 0; i < node->elements_count; i++) {
            const pav_record_element *element = &scene->elements[node->elements_first + i];
            element_rest((pav_element_kind)element->kind, scene->element_values + element->values_first,
                         rest + layout->elements[layout->element_first[n] + i].first);
        }
    }
    for (uint32_t i = 0; i < layout->input_count; i++) {
        const pav_record_material_input *input = &scene->material_inputs[i];
        memcpy(rest + layout->inputs[i].first, scene->input_values + input->values_first,
               input->values_count * sizeof *rest);
    }
    if (scene) {
        attributes_rest(layout, scene, rest);
        properties_rest(layout, scene, rest);
    }
}
