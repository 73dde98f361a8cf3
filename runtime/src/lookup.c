/* SPDX-License-Identifier: MIT */
#include "lookup.h"

#include "error.h"
#include "memory.h"

#include <stdbool.h>
#include <string.h>

/* FNV-1a over the owner, a zero byte, the part and the kind. */
static uint32_t hash(pav_target_kind kind, const char *owner, const char *part)
{
    uint32_t value = 2166136261u ^ (uint32_t)kind;
    const char *const texts[] = {owner, part};
    for (int i = 0; i < 2; i++) {
        for (const char *c = texts[i]; *c; c++) {
            value = (value ^ (uint8_t)*c) * 16777619u;
        }
        value *= 16777619u;
    }
    return value;
}

pav_named pav_node_name(const pav_chunk_scene *scene, uint32_t n)
{
    const pav_record_node *node = &scene->nodes[n];
    const char *name = scene->text + node->name;
    if (node->kind == PAV_NODE_KIND_OBJECT) {
        return (pav_named){PAV_TARGET_KIND_OBJECT, scene->text + node->library, name, "", n, 0, PAV_NONE};
    }
    pav_named result = {PAV_TARGET_KIND_BONE, "", NULL, name, n, 0, PAV_NONE};
    if (node->armature != PAV_NONE) {
        result.owner = scene->text + scene->nodes[node->armature].name;
        result.library = scene->text + scene->nodes[node->armature].library;
    }
    return result;
}

pav_named pav_material_name(const pav_chunk_scene *scene, uint32_t m)
{
    const pav_record_material *material = &scene->materials[m];
    return (pav_named){ .kind = PAV_TARGET_KIND_MATERIAL,
                        .library = scene->text + material->library,
                        .owner = scene->text + material->name,
                        .part = "",
                        .index = m,
                        .next = PAV_NONE };
}

static void name_items(pav_lookup *lookup, const pav_document *document)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    pav_named *item = lookup->items;
    for (uint32_t n = 0; scene && n < scene->node_count; n++) {
        *item++ = pav_node_name(scene, n);
    }
    for (uint32_t m = 0; scene && m < scene->material_count; m++) {
        *item++ = pav_material_name(scene, m);
    }
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(document, m);
        for (uint32_t i = 0; i < mesh->morph_count; i++) {
            *item++ = (pav_named){PAV_TARGET_KIND_MORPH,
                                  mesh->text + mesh->mesh->library,
                                  mesh->text + mesh->mesh->name,
                                  mesh->text + mesh->morphs[i].name,
                                  m,
                                  i,
                                  PAV_NONE};
        }
    }
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
            uint32_t *bucket =
                &lookup->buckets[hash(item->kind, item->owner, item->part) & lookup->bucket_mask];
            item->next = *bucket;
            *bucket = i;
        }
    }
}

static uint64_t count_items(const pav_document *document)
{
    const pav_chunk_scene *scene = pav_document_scene(document);
    uint64_t count = scene ? (uint64_t)scene->node_count + scene->material_count : 0;
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        count += pav_document_mesh(document, m)->morph_count;
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
    out->item_count = (uint32_t)count;
    out->bucket_mask = buckets - 1;
    out->items = pav_allocate(allocator, (size_t)count, sizeof *out->items);
    out->buckets = pav_allocate(allocator, buckets, sizeof *out->buckets);
    if (!out->items || !out->buckets) {
        pav_lookup_destroy(out);
        return pav_fail_memory(error);
    }
    name_items(out, document);
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

const pav_named *pav_lookup_find(const pav_lookup *lookup, pav_target_kind kind, const char *owner,
                                 const char *part, const pav_named *last)
{
    uint32_t item = last ? last->next : lookup->buckets[hash(kind, owner, part) & lookup->bucket_mask];
    while (item != PAV_NONE) {
        const pav_named *named = &lookup->items[item];
        if (named->kind == kind && strcmp(named->owner, owner) == 0 && strcmp(named->part, part) == 0) {
            return named;
        }
        item = named->next;
    }
    return NULL;
}
