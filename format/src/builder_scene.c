/* SPDX-License-Identifier: MIT */
/* Nodes, and what hangs on them. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "builder.h"
#include "error.h"
#include "rules.h"

#define NODES offsetof(pav_chunk_scene, nodes)

/* ---- Stacks ---- */

static const float *default_values(pav_element_kind kind)
{
    static const float zeros[4] = {0};
    static const float unit_scale[6] = {1, 1, 1};
    static const float no_rotation[4] = {0, 0, 0, 1};
    static const float z_axis[4] = {0, 0, 1, 0};
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    switch (kind) {
    case PAV_ELEMENT_KIND_TRANSLATE:
        return zeros;
    case PAV_ELEMENT_KIND_QUATERNION:
        return no_rotation;
    case PAV_ELEMENT_KIND_SCALE:
        return unit_scale;
    case PAV_ELEMENT_KIND_MATRIX:
        return identity;
    default:
        return z_axis;
    }
}

static void add_element(pav_builder *builder, const pav_build_element *given)
{
    pav_growing_chunk *scene = &builder->scene;
    const float *values = given->values ? given->values : default_values(given->kind);
    pav_record_element element = {
        .name = pav_builder_text(builder, scene, given->name),
        .kind = (uint32_t)given->kind,
        .values_count = pav_element_value_count((uint32_t)given->kind),
    };
    element.values_first = pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, element_values), values,
                                            element.values_count);
    pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, elements), &element, 1);
}

static void add_elements(pav_builder *builder, const pav_build_node *given, pav_record_node *node)
{
    static const pav_build_element at_rest[] = {
        {.name = "location", .kind = PAV_ELEMENT_KIND_TRANSLATE},
        {.name = "rotation", .kind = PAV_ELEMENT_KIND_QUATERNION},
        {.name = "scale", .kind = PAV_ELEMENT_KIND_SCALE},
    };
    const bool default_stack = !given->elements && !given->element_count;
    const pav_build_element *elements = default_stack ? at_rest : given->elements;
    node->elements_count = default_stack ? 3 : given->element_count;
    node->elements_first = pav_grown_count(&builder->scene, offsetof(pav_chunk_scene, elements));
    for (uint32_t i = 0; i < node->elements_count; i++) {
        add_element(builder, &elements[i]);
    }
}

/* ---- Nodes ---- */

static uint32_t add_node(pav_builder *builder, pav_record_node *node, const pav_build_node *given)
{
    const pav_build_node defaults = {0};
    given = given ? given : &defaults;
    pav_growing_chunk *scene = &builder->scene;
    node->name = pav_builder_text(builder, scene, given->name);
    node->library = pav_builder_text(builder, scene, given->library);
    node->flags = given->flags;
    node->length = given->length;
    node->inherit_scale = (uint32_t)given->inherit_scale;
    add_elements(builder, given, node);
    node->slots_count = given->slot_count;
    node->slots_first =
        pav_builder_grow(builder, scene, offsetof(pav_chunk_scene, slots), given->slots, given->slot_count);
    return pav_builder_grow(builder, scene, NODES, node, 1);
}

uint32_t pav_builder_add_node(pav_builder *builder, uint32_t parent, const pav_build_node *given)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    pav_record_node node;
    pav_grow_default(builder->scene.type, NODES, &node);
    node.parent = parent;
    return add_node(builder, &node, given);
}

uint32_t pav_builder_add_bone(pav_builder *builder, uint32_t armature, uint32_t parent,
                              const pav_build_node *given)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    pav_record_node node;
    pav_grow_default(builder->scene.type, NODES, &node);
    node.kind = PAV_NODE_KIND_BONE;
    node.armature = armature;
    node.parent = parent;
    return add_node(builder, &node, given);
}

static pav_record_node *find_node(pav_builder *builder, uint32_t node)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return NULL;
    }
    const uint32_t count = pav_grown_count(&builder->scene, NODES);
    if (node >= count) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE, "node %" PRIu32 ", but there are %" PRIu32, node, count);
        return NULL;
    }
    return (pav_record_node *)pav_grown(&builder->scene, NODES) + node;
}

void pav_builder_set_mesh(pav_builder *builder, uint32_t node, uint32_t mesh, uint32_t skin)
{
    pav_record_node *found = find_node(builder, node);
    if (found) {
        found->mesh = mesh;
        found->skin = skin;
    }
}

void pav_builder_set_camera(pav_builder *builder, uint32_t node, uint32_t camera)
{
    pav_record_node *found = find_node(builder, node);
    if (found) {
        found->camera = camera;
    }
}

void pav_builder_set_light(pav_builder *builder, uint32_t node, uint32_t light)
{
    pav_record_node *found = find_node(builder, node);
    if (found) {
        found->light = light;
    }
}

void pav_builder_set_instancer(pav_builder *builder, uint32_t node, uint32_t instancer)
{
    pav_record_node *found = find_node(builder, node);
    if (found) {
        found->instancer = instancer;
    }
}

void pav_builder_set_scene_camera(pav_builder *builder, uint32_t node)
{
    if (find_node(builder, node)) {
        pav_record_scene *scene = pav_grown(&builder->scene, offsetof(pav_chunk_scene, scene));
        scene->camera = node;
    }
}

/* ---- Skins, cameras, lights ---- */

uint32_t pav_builder_add_skin(pav_builder *builder, uint32_t armature, const pav_record_joint *joints,
                              uint32_t joint_count)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    const pav_record_skin skin = {
        .armature = armature,
        .joints_first = pav_builder_grow(builder, &builder->scene, offsetof(pav_chunk_scene, joints), joints,
                                         joint_count),
        .joints_count = joint_count,
        .next = PAV_NONE,
        .mask = PAV_NONE,
    };
    return pav_builder_grow(builder, &builder->scene, offsetof(pav_chunk_scene, skins), &skin, 1);
}

void pav_builder_set_skin(pav_builder *builder, uint32_t skin, const pav_build_skin *given)
{
    assert(builder && given);
    if (!pav_builder_has_scene(builder)) {
        return;
    }
    const uint32_t count = pav_grown_count(&builder->scene, offsetof(pav_chunk_scene, skins));
    if (skin >= count) {
        pav_fail(&builder->failure, PAV_ERROR_VALUE, "skin %" PRIu32 ", but there are %" PRIu32, skin, count);
        return;
    }
    pav_record_skin *found =
        (pav_record_skin *)pav_grown(&builder->scene, offsetof(pav_chunk_scene, skins)) + skin;
    found->blending = (uint32_t)given->blending;
    found->mask = given->masked ? given->mask : PAV_NONE;
    found->flags = given->flags;
    found->next = given->followed ? given->next : PAV_NONE;
}

uint32_t pav_builder_add_camera(pav_builder *builder, const char *name, const char *library,
                                const pav_record_camera *given)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    pav_record_camera camera = given ? *given : pav_builder_default_camera();
    camera.name = pav_builder_text(builder, &builder->scene, name);
    camera.library = pav_builder_text(builder, &builder->scene, library);
    return pav_builder_grow(builder, &builder->scene, offsetof(pav_chunk_scene, cameras), &camera, 1);
}

uint32_t pav_builder_add_light(pav_builder *builder, const char *name, const char *library,
                               const pav_record_light *given)
{
    assert(builder);
    if (!pav_builder_has_scene(builder)) {
        return PAV_NONE;
    }
    pav_record_light light = given ? *given : pav_builder_default_light();
    light.name = pav_builder_text(builder, &builder->scene, name);
    light.library = pav_builder_text(builder, &builder->scene, library);
    return pav_builder_grow(builder, &builder->scene, offsetof(pav_chunk_scene, lights), &light, 1);
}

static const pav_chunk_type *scene_type(void)
{
    return &pav_chunk_types[PAV_CHUNK_TYPE_SCNE];
}

pav_record_camera pav_builder_default_camera(void)
{
    pav_record_camera camera;
    pav_grow_default(scene_type(), offsetof(pav_chunk_scene, cameras), &camera);
    return camera;
}

pav_record_light pav_builder_default_light(void)
{
    pav_record_light light;
    pav_grow_default(scene_type(), offsetof(pav_chunk_scene, lights), &light);
    return light;
}
