/* SPDX-License-Identifier: MIT */
#include "rules.h"

#include <inttypes.h>
#include <string.h>

#include "error.h"
#include "memory.h"

enum {
    STACK_LIMIT = 32, /* Elements of a node. */
    SKIN_LIMIT = 32   /* Skins one after the other. */
};

uint32_t pav_element_value_count(uint32_t kind)
{
    switch (kind) {
    case PAV_ELEMENT_KIND_TRANSLATE:
        return 3;
    case PAV_ELEMENT_KIND_SCALE:
        return 6;
    case PAV_ELEMENT_KIND_MATRIX:
        return 16;
    default:
        return 4;
    }
}

/* Rule `frames`. */
static pav_result check_frames(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    if (scene->scene->frame_end >= scene->scene->frame_start) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_FORMAT, "%s: scene: ends at frame %.9g, before its start at %.9g", where,
                    (double)scene->scene->frame_end, (double)scene->scene->frame_start);
}

/* Rule `parents_first`. */
static pav_result check_parents(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const uint32_t parent = scene->nodes[i].parent;
        if (parent != PAV_NONE && parent >= i) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: node %" PRIu32 ": parent is %" PRIu32
                            ", but parents stand before their children",
                            where, i, parent);
        }
    }
    return PAV_OK;
}

/* Rule `bone_armature`. */
static pav_result check_bones(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const pav_record_node *node = &scene->nodes[i];
        if (node->kind != PAV_NODE_KIND_BONE) {
            continue;
        }
        if (node->armature == PAV_NONE || scene->nodes[node->armature].kind != PAV_NODE_KIND_OBJECT) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: node %" PRIu32 ": is a bone, but its armature is no object", where, i);
        }
    }
    return PAV_OK;
}

/* Rule `bone_inherits`. */
static pav_result check_inherits(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    const uint32_t bits = PAV_NODE_FLAG_NO_INHERIT_ROTATION | PAV_NODE_FLAG_NO_LOCAL_LOCATION;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const pav_record_node *node = &scene->nodes[i];
        if (node->inherit_scale == PAV_INHERIT_SCALE_FULL && !(node->flags & bits)) {
            continue;
        }
        if (node->kind != PAV_NODE_KIND_BONE) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: node %" PRIu32 ": only bones may leave out what they inherit", where, i);
        }
        if (node->parent != node->armature &&
            (node->parent == PAV_NONE || scene->nodes[node->parent].kind != PAV_NODE_KIND_BONE ||
             scene->nodes[node->parent].armature != node->armature)) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: node %" PRIu32
                            ": does not inherit all, so its parent must be its armature or one of its bones",
                            where, i);
        }
    }
    return PAV_OK;
}

/* Rule `element_values`. */
static pav_result check_element_values(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->element_count; i++) {
        const pav_record_element *element = &scene->elements[i];
        const uint32_t wanted = pav_element_value_count(element->kind);
        if (element->values_count != wanted) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: element %" PRIu32 ": has %" PRIu32 " values, but its kind takes %" PRIu32,
                            where, i, element->values_count, wanted);
        }
    }
    return PAV_OK;
}

/* Rule `element_counts`. */
static pav_result check_element_counts(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const pav_record_node *node = &scene->nodes[i];
        if (node->elements_count > STACK_LIMIT) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: node %" PRIu32 ": has %" PRIu32 " elements, but %d at most are allowed",
                            where, i, node->elements_count, STACK_LIMIT);
        }
    }
    return PAV_OK;
}

/* Rule `skin_order`. */
static pav_result check_skin_order(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        const uint32_t next = scene->skins[i].next;
        if (next != PAV_NONE && next <= i) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: skin %" PRIu32 ": next is %" PRIu32 ", but that stands after it", where, i,
                            next);
        }
    }
    for (uint32_t i = 0; i < scene->skin_count; i++) {
        uint32_t length = 1;
        for (uint32_t next = scene->skins[i].next; next != PAV_NONE && length <= SKIN_LIMIT; length++) {
            next = scene->skins[next].next;
        }
        if (length > SKIN_LIMIT) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "%s: skin %" PRIu32 ": more than %d skins one after the other", where, i,
                            SKIN_LIMIT);
        }
    }
    return PAV_OK;
}

pav_result pav_check_scene(const char *where, const pav_chunk_scene *scene, pav_error *error)
{
    pav_result (*const rules[])(const char *, const pav_chunk_scene *, pav_error *) = {
        check_frames,     check_parents,        check_bones,
        check_inherits,   check_element_values, check_element_counts,
        check_skin_order, pav_check_materials,  pav_check_properties,
    };
    pav_result result = PAV_OK;
    for (size_t i = 0; result == PAV_OK && i < sizeof rules / sizeof *rules; i++) {
        result = rules[i](where, scene, error);
    }
    return result;
}

/* ---- Between scene and meshes ---- */

static uint32_t end_of(uint32_t group)
{
    return group == UINT32_MAX ? group : group + 1;
}

/* One above the largest group that each skin, and those after it, speak of. */
static void find_group_ends(const pav_chunk_scene *scene, uint32_t *group_ends)
{
    for (uint32_t s = scene->skin_count; s-- > 0;) {
        const pav_record_skin *skin = &scene->skins[s];
        group_ends[s] = skin->next == PAV_NONE ? 0 : group_ends[skin->next];
        if (skin->mask != PAV_NONE && end_of(skin->mask) > group_ends[s]) {
            group_ends[s] = end_of(skin->mask);
        }
        for (uint32_t j = 0; j < skin->joints_count; j++) {
            const uint32_t end = end_of(scene->joints[skin->joints_first + j].group);
            group_ends[s] = end > group_ends[s] ? end : group_ends[s];
        }
    }
}

static pav_result check_node_skins(const pav_chunk_scene *scene, const pav_chunk_mesh *const *meshes,
                                   const uint32_t *group_ends, pav_error *error)
{
    for (uint32_t i = 0; i < scene->node_count; i++) {
        const pav_record_node *node = &scene->nodes[i];
        if (node->skin == PAV_NONE) {
            continue;
        }
        if (node->mesh == PAV_NONE) {
            return pav_fail(error, PAV_ERROR_FORMAT, "SCNE: node %" PRIu32 ": has a skin, but no mesh", i);
        }
        const uint32_t groups = meshes[node->mesh]->group_count;
        if (group_ends[node->skin] > groups) {
            return pav_fail(error, PAV_ERROR_FORMAT,
                            "SCNE: node %" PRIu32 ": its skin %" PRIu32
                            ", or one after it, names group %" PRIu32 ", but there are %" PRIu32
                            " groups in its mesh",
                            i, node->skin, group_ends[node->skin] - 1, groups);
        }
    }
    return PAV_OK;
}

/* Rule `skins`. */
pav_result pav_check_skins(const pav_chunk_scene *scene, const pav_chunk_mesh *const *meshes,
                           const pav_allocator *allocator, pav_error *error)
{
    if (!scene || !scene->skin_count) {
        return PAV_OK;
    }
    uint32_t *group_ends = pav_allocate(allocator, scene->skin_count, sizeof *group_ends);
    if (!group_ends) {
        return pav_fail_memory(error);
    }
    find_group_ends(scene, group_ends);
    const pav_result result = check_node_skins(scene, meshes, group_ends, error);
    pav_release(allocator, group_ends);
    return result;
}
