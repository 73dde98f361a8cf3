/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <assert.h>
#include <string.h>

#include "memory.h"

pav_document *pav_document_allocate(const pav_allocator *allocator, uint32_t mesh_count, uint32_t clip_count)
{
    pav_document *document = pav_allocate_zeroed(allocator, 1, sizeof *document);
    if (!document) {
        return NULL;
    }
    document->allocator = *allocator;
    atomic_init(&document->holds, 1);
    atomic_init(&document->kept, NULL);
    document->mesh_count = mesh_count;
    document->clip_count = clip_count;
    document->meshes = pav_allocate_zeroed(allocator, mesh_count, sizeof *document->meshes);
    document->clips = pav_allocate_zeroed(allocator, clip_count, sizeof *document->clips);
    document->clip_bytes = pav_allocate_zeroed(allocator, clip_count, sizeof *document->clip_bytes);
    document->memory = sizeof *document + mesh_count * sizeof *document->meshes +
                       clip_count * (sizeof *document->clips + sizeof *document->clip_bytes);
    if (!document->meshes || !document->clips || !document->clip_bytes) {
        pav_document_destroy(document);
        return NULL;
    }
    return document;
}

bool pav_document_allocate_images(pav_document *document, uint32_t image_count)
{
    document->images = pav_allocate_zeroed(&document->allocator, image_count, sizeof *document->images);
    if (!document->images) {
        return false;
    }
    document->image_count = image_count;
    document->memory += image_count * sizeof *document->images;
    return true;
}

void pav_document_destroy(pav_document *document)
{
    if (!document || atomic_fetch_sub_explicit(&document->holds, 1, memory_order_acq_rel) != 1) {
        return;
    }
    const pav_allocator allocator = document->allocator;
    pav_kept *kept = atomic_load_explicit(&document->kept, memory_order_acquire);
    if (kept) {
        kept->destroy(kept);
    }
    for (uint32_t i = 0; document->meshes && i < document->mesh_count; i++) {
        pav_release(&allocator, document->meshes[i]);
    }
    for (uint32_t i = 0; document->clips && i < document->clip_count; i++) {
        pav_release(&allocator, document->clips[i]);
    }
    for (uint32_t i = 0; i < document->image_count; i++) {
        pav_release(&allocator, document->images[i]);
    }
    pav_release(&allocator, document->images);
    pav_release(&allocator, document->meshes);
    pav_release(&allocator, document->clips);
    pav_release(&allocator, document->clip_bytes);
    pav_release(&allocator, document->scene);
    pav_release(&allocator, document->info);
    pav_release(&allocator, document);
}

pav_document *pav_document_retain(pav_document *document)
{
    atomic_fetch_add_explicit(&document->holds, 1, memory_order_relaxed);
    return document;
}

const pav_chunk_info *pav_document_info(const pav_document *document)
{
    return document->info;
}

const pav_chunk_scene *pav_document_scene(const pav_document *document)
{
    return document->scene;
}

uint32_t pav_document_mesh_count(const pav_document *document)
{
    return document->mesh_count;
}

const pav_chunk_mesh *pav_document_mesh(const pav_document *document, uint32_t mesh)
{
    assert(mesh < document->mesh_count);
    return document->meshes[mesh];
}

uint32_t pav_document_clip_count(const pav_document *document)
{
    return document->clip_count;
}

const pav_chunk_clip *pav_document_clip(const pav_document *document, uint32_t clip)
{
    assert(clip < document->clip_count);
    return document->clips[clip];
}

uint32_t pav_document_image_count(const pav_document *document)
{
    return document->image_count;
}

const pav_chunk_image *pav_document_image(const pav_document *document, uint32_t image)
{
    assert(image < document->image_count);
    return document->images[image];
}

uint32_t pav_document_find_clip(const pav_document *document, const char *name)
{
    for (uint32_t i = 0; i < document->clip_count; i++) {
        const pav_chunk_clip *clip = document->clips[i];
        if (strcmp(pav_text(clip->text, clip->clip->name), name) == 0) {
            return i;
        }
    }
    return PAV_NONE;
}

uint32_t pav_document_clip_bytes(const pav_document *document, uint32_t clip)
{
    assert(clip < document->clip_count);
    return document->clip_bytes[clip];
}

size_t pav_document_memory(const pav_document *document)
{
    return document->memory;
}
