/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "error.h"
#include "memory.h"

#include <stdbool.h>
#include <string.h>

/* ---- Names ---- */

bool pav_kind_is_property(uint32_t target_kind)
{
    return target_kind >= PAV_TARGET_KIND_OBJECT_PROPERTY && target_kind <= PAV_TARGET_KIND_WORLD_PROPERTY;
}

static pav_named name_node(const pav_chunk_scene *scene, uint32_t n)
{
    const pav_record_node *node = &scene->nodes[n];
    const char *name = scene->text + node->name;
    pav_named result = {.part = "", .property = "", .index = n, .next = PAV_NONE};
    if (node->kind == PAV_NODE_KIND_OBJECT) {
        result.kind = PAV_TARGET_KIND_OBJECT;
        result.library = scene->text + node->library;
        result.owner = name;
        return result;
    }
    result.kind = PAV_TARGET_KIND_BONE;
    result.library = "";
    result.part = name;
    if (node->armature != PAV_NONE) {
        result.owner = scene->text + scene->nodes[node->armature].name;
        result.library = scene->text + scene->nodes[node->armature].library;
    }
    return result;
}

static pav_named name_data(const char *text, pav_target_kind kind, uint32_t library, uint32_t owner,
                           uint32_t index)
{
    return (pav_named){.kind = kind,
                       .library = text + library,
                       .owner = text + owner,
                       .part = "",
                       .property = "",
                       .index = index,
                       .next = PAV_NONE};
}

static pav_named name_material(const pav_chunk_scene *scene, uint32_t i)
{
    return name_data(scene->text, PAV_TARGET_KIND_MATERIAL, scene->materials[i].library,
                     scene->materials[i].name, i);
}

static pav_named name_camera(const pav_chunk_scene *scene, uint32_t i)
{
    return name_data(scene->text, PAV_TARGET_KIND_CAMERA, scene->cameras[i].library, scene->cameras[i].name,
                     i);
}

static pav_named name_light(const pav_chunk_scene *scene, uint32_t i)
{
    return name_data(scene->text, PAV_TARGET_KIND_LIGHT, scene->lights[i].library, scene->lights[i].name, i);
}

static pav_named name_mesh(const pav_chunk_mesh *mesh, uint32_t i)
{
    return name_data(mesh->text, PAV_TARGET_KIND_MESH, mesh->mesh->library, mesh->mesh->name, i);
}

pav_named pav_name_item(const pav_document *document, pav_target_kind kind, uint32_t index)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    switch (kind) {
    case PAV_TARGET_KIND_MESH:
        return name_mesh(pav_document_mesh(document, index), index);
    case PAV_TARGET_KIND_MATERIAL:
        return name_material(scene, index);
    case PAV_TARGET_KIND_CAMERA:
        return name_camera(scene, index);
    case PAV_TARGET_KIND_LIGHT:
        return name_light(scene, index);
    default:
        return name_node(scene, index);
    }
}

static void visit_scene(const pav_chunk_scene *scene, pav_use_named *use, void *self)
{
    pav_named named;
    for (uint32_t i = 0; i < scene->node_count; i++) {
        named = name_node(scene, i);
        use(self, &named);
    }
    for (uint32_t i = 0; i < scene->material_count; i++) {
        named = name_material(scene, i);
        use(self, &named);
    }
    for (uint32_t i = 0; i < scene->camera_count; i++) {
        named = name_camera(scene, i);
        use(self, &named);
    }
    for (uint32_t i = 0; i < scene->light_count; i++) {
        named = name_light(scene, i);
        use(self, &named);
    }
    named = name_data(scene->text, PAV_TARGET_KIND_SCENE, 0, scene->scene->name, 0);
    named.library = "";
    use(self, &named);
    for (uint32_t i = 0; i < scene->property_count; i++) {
        const pav_record_property *property = &scene->properties[i];
        named = name_data(scene->text, (pav_target_kind)property->owner_kind, property->library,
                          property->owner, i);
        named.part = scene->text + property->part;
        named.property = scene->text + property->name;
        use(self, &named);
    }
}

static void visit_mesh(const pav_chunk_mesh *mesh, uint32_t index, pav_use_named *use, void *self)
{
    pav_named named = name_mesh(mesh, index);
    if (mesh->sequence_key_count) {
        use(self, &named);
    }
    named.kind = PAV_TARGET_KIND_MORPH;
    for (uint32_t i = 0; i < mesh->morph_count; i++) {
        named.part = mesh->text + mesh->morphs[i].name;
        named.morph = i;
        use(self, &named);
    }
}

void pav_names_visit(const pav_document *document, pav_use_named *use, void *self)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    if (scene) {
        visit_scene(scene, use, self);
    }
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        visit_mesh(pav_document_mesh(document, m), m, use, self);
    }
}

/* ---- The table ---- */

/* FNV-1a over the kind and the texts, with something between them. */
static uint32_t hash(pav_target_kind kind, const char *owner, const char *part, const char *property)
{
    uint32_t value = 2166136261u ^ (uint32_t)kind;
    const char *const texts[] = {owner, part, property};
    for (int i = 0; i < 3; i++) {
        for (const char *c = texts[i]; *c; c++) {
            value = (value ^ (uint8_t)*c) * 16777619u;
        }
        value *= 16777619u;
    }
    return value;
}

static void add_name(void *self, const pav_named *named)
{
    pav_lookup *lookup = self;
    lookup->items[lookup->item_count++] = *named;
}

/* From the last to the first, so that a bucket has them in order. */
static void fill_buckets(pav_lookup *lookup)
{
    for (uint32_t i = 0; i <= lookup->bucket_mask; i++) {
        lookup->buckets[i] = PAV_NONE;
    }
    for (uint32_t i = lookup->item_count; i-- > 0;) {
        pav_named *item = &lookup->items[i];
        if (item->owner) {
            uint32_t *bucket = &lookup->buckets[hash(item->kind, item->owner, item->part, item->property) &
                                                lookup->bucket_mask];
            item->next = *bucket;
            *bucket = i;
        }
    }
}

static uint64_t count_items(const pav_document *document)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    uint64_t count = 0;
    if (scene) {
        count = (uint64_t)scene->node_count + scene->material_count + scene->camera_count +
                scene->light_count + 1 + scene->property_count;
    }
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(document, m);
        count += (uint64_t)mesh->morph_count + (mesh->sequence_key_count ? 1 : 0);
    }
    return count;
}

pav_result pav_lookup_create(const pav_document *document, const pav_allocator *allocator, pav_lookup *out,
                             pav_error *error)
{
    *out = (pav_lookup){.allocator = *allocator};
    const uint64_t count = count_items(document);
    if (count > PAV_NONE / 4) {
        return pav_fail_memory(error);
    }
    uint32_t buckets = 16;
    while (buckets < count) {
        buckets *= 2;
    }
    out->bucket_mask = buckets - 1;
    out->items = pav_allocate(allocator, (size_t)count, sizeof *out->items);
    out->buckets = pav_allocate(allocator, buckets, sizeof *out->buckets);
    if (!out->items || !out->buckets) {
        pav_lookup_destroy(out);
        return pav_fail_memory(error);
    }
    pav_names_visit(document, add_name, out);
    fill_buckets(out);
    return PAV_OK;
}

void pav_lookup_destroy(pav_lookup *lookup)
{
    if (lookup->allocator.release) {
        pav_release(&lookup->allocator, lookup->items);
        pav_release(&lookup->allocator, lookup->buckets);
    }
    *lookup = (pav_lookup){.item_count = 0};
}

const pav_named *pav_lookup_find(const pav_lookup *lookup, const pav_wanted *wanted, const pav_named *last)
{
    const char *property = pav_kind_is_property(wanted->kind) ? wanted->element : "";
    uint32_t item =
        last ? last->next
             : lookup
                   ->buckets[hash(wanted->kind, wanted->owner, wanted->part, property) & lookup->bucket_mask];
    while (item != PAV_NONE) {
        const pav_named *named = &lookup->items[item];
        if (named->kind == wanted->kind && strcmp(named->owner, wanted->owner) == 0 &&
            strcmp(named->part, wanted->part) == 0 && strcmp(named->property, property) == 0) {
            return named;
        }
        item = named->next;
    }
    return NULL;
}
