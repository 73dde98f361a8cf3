/* SPDX-License-Identifier: MIT */
#include "binding.h"

#include "document.h"
#include "error.h"
#include "memory.h"

#include <assert.h>

/* ---- Creation ---- */

static void release(pav_binding *binding)
{
    const pav_allocator allocator = binding->allocator;
    pav_owners_destroy(binding);
    pav_release(&allocator, binding->clip_first);
    pav_release(&allocator, binding->links);
    pav_release(&allocator, binding->bounds);
    pav_release(&allocator, binding->targets);
    if (!binding->is_kept) {
        pav_document_destroy(binding->clips);
        pav_document_destroy(binding->scene_document);
    }
    pav_release(&allocator, binding);
}

/* One entry for each channel of each clip. */
static pav_result create_links(pav_binding *binding, pav_error *error)
{
    const uint32_t clip_count = pav_document_clip_count(binding->clips);
    uint64_t count = 0;
    for (uint32_t c = 0; c < clip_count; c++) {
        count += pav_document_clip(binding->clips, c)->channel_count;
    }
    if (count >= PAV_NONE) {
        return pav_fail_memory(error);
    }
    binding->link_count = (uint32_t)count;
    binding->clip_first =
        pav_allocate(&binding->allocator, (size_t)clip_count + 1, sizeof *binding->clip_first);
    binding->links = pav_allocate_zeroed(&binding->allocator, (size_t)count, sizeof *binding->links);
    binding->bounds = pav_allocate_zeroed(&binding->allocator, (size_t)count, sizeof *binding->bounds);
    if (!binding->clip_first || !binding->links || !binding->bounds) {
        return pav_fail_memory(error);
    }
    uint32_t next = 0;
    for (uint32_t c = 0; c < clip_count; c++) {
        binding->clip_first[c] = next;
        for (uint32_t i = 0; i < pav_document_clip(binding->clips, c)->channel_count; i++) {
            binding->links[next++] = (pav_link){.clip = c, .channel = i, .status = PAV_LINK_UNBOUND};
        }
    }
    binding->clip_first[clip_count] = next;
    return PAV_OK;
}

static pav_result create(pav_document *clips, pav_document *scene_document, pav_scene *scene,
                         const pav_binding_options *options, pav_binding **out, pav_error *error)
{
    const pav_binding_options defaults = {.owner_count = 0};
    options = options ? options : &defaults;
    *out = NULL;
    const pav_allocator allocator = pav_allocator_or_default(&options->allocator);
    pav_binding *binding = pav_allocate_zeroed(&allocator, 1, sizeof *binding);
    if (!binding) {
        return pav_fail_memory(error);
    }
    binding->allocator = allocator;
    atomic_init(&binding->holds, 1);
    binding->clips = pav_document_retain(clips);
    binding->scene_document = pav_document_retain(scene_document);
    binding->scene = scene;
    pav_result result = create_links(binding, error);
    if (!result) {
        result = pav_owners_create(binding, options, error);
    }
    if (!result) {
        result = pav_binding_link_all(binding, scene, error);
    }
    if (result) {
        release(binding);
        return result;
    }
    *out = binding;
    return PAV_OK;
}

pav_result pav_binding_create(pav_document *clips, pav_document *scene_document,
                              const pav_binding_options *options, pav_binding **out, pav_error *error)
{
    assert(clips && scene_document && out);
    return create(clips, scene_document, NULL, options, out, error);
}

pav_result pav_binding_create_for_scene(pav_document *clips, pav_scene *scene,
                                        const pav_binding_options *options, pav_binding **out,
                                        pav_error *error)
{
    assert(clips && scene && out);
    return create(clips, scene->document, scene, options, out, error);
}

/* ---- The one that is kept with a document ---- */

static void release_kept(pav_kept *kept)
{
    release((pav_binding *)kept);
}

/* Gives it to the document, unless another thread was faster; what is kept then. */
static pav_binding *keep(pav_document *document, pav_binding *made)
{
    pav_kept *kept = NULL;
    made->kept.destroy = release_kept;
    made->is_kept = true;
    if (atomic_compare_exchange_strong(&document->kept, &kept, &made->kept)) {
        pav_document_destroy(document); /* Its two holds: else neither would ever go. */
        pav_document_destroy(document);
        return made;
    }
    made->is_kept = false;
    release(made);
    return (pav_binding *)kept;
}

pav_result pav_binding_of_document(pav_document *document, pav_binding **out, pav_error *error)
{
    pav_binding *kept = (pav_binding *)atomic_load_explicit(&document->kept, memory_order_acquire);
    *out = NULL;
    if (!kept) {
        const pav_binding_options options = {.allocator = document->allocator};
        pav_binding *made;
        const pav_result result = create(document, document, NULL, &options, &made, error);
        if (result) {
            return result;
        }
        kept = keep(document, made);
    }
    *out = pav_binding_retain(kept);
    return PAV_OK;
}

/* ---- Holding ---- */

pav_binding *pav_binding_retain(pav_binding *binding)
{
    assert(binding);
    if (binding->is_kept) {
        pav_document_retain(binding->clips);
        return binding;
    }
    atomic_fetch_add_explicit(&binding->holds, 1, memory_order_relaxed);
    return binding;
}

void pav_binding_destroy(pav_binding *binding)
{
    if (binding && binding->is_kept) {
        pav_document_destroy(binding->clips);
    } else if (binding && atomic_fetch_sub_explicit(&binding->holds, 1, memory_order_acq_rel) == 1) {
        release(binding);
    }
}

/* ---- Reading ---- */

bool pav_binding_is_for(const pav_binding *binding, const pav_scene *scene)
{
    return binding->scene_document == scene->document && (!binding->scene || binding->scene == scene);
}

const pav_document *pav_binding_clips(const pav_binding *binding)
{
    assert(binding);
    return binding->clips;
}

const pav_scene *pav_binding_scene(const pav_binding *binding)
{
    assert(binding);
    return binding->scene;
}

uint32_t pav_binding_link_count(const pav_binding *binding)
{
    assert(binding);
    return binding->link_count;
}

pav_link pav_binding_link(const pav_binding *binding, uint32_t link)
{
    assert(binding && link < binding->link_count);
    return binding->links[link];
}
