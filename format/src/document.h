/* SPDX-License-Identifier: MIT */
/* The document from within: its chunks without accessors. */
#ifndef PAV_DOCUMENT_H
#define PAV_DOCUMENT_H

#include <stdatomic.h>
#include <stdbool.h>

#include <pavane/document.h>

/* What is kept with a document for all who share it; who keeps something there knows more of it. */
typedef struct pav_kept {
    void (*destroy)(struct pav_kept *kept);
} pav_kept;

struct pav_document {
    pav_allocator allocator;
    atomic_uint holds;
    _Atomic(pav_kept *) kept; /* NULL: nothing yet.  Destroyed with the document. */
    size_t memory; /* Bytes of the document and its chunks. */
    pav_chunk_info *info;
    pav_chunk_scene *scene; /* NULL: clips alone. */
    pav_chunk_mesh **meshes;
    uint32_t mesh_count;
    pav_chunk_clip **clips; /* The loaded ones, in the order of the file. */
    uint32_t *clip_bytes;
    uint32_t clip_count;
    pav_chunk_image **images;
    uint32_t image_count;
};

/* An empty document with room for that many meshes and clips (their counts are set, their pointers NULL). */
pav_document *pav_document_allocate(const pav_allocator *allocator, uint32_t mesh_count, uint32_t clip_count);

/* Room for its images, likewise; false without memory. */
bool pav_document_allocate_images(pav_document *document, uint32_t image_count);

/* A string of a chunk's record: text + offset, checked at load. */
static inline const char *pav_text(const char *text, uint32_t offset)
{
    return text + offset;
}

#endif
