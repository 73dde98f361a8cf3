/* SPDX-License-Identifier: MIT */
/* Pairs of owners: a clip's rig that has another name in the scene. */
#include "binding.h"
#include "error.h"
#include "lookup.h"
#include "memory.h"

#include <string.h>

static char *copy_text(const pav_allocator *allocator, const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = pav_allocate(allocator, size, 1);
    if (copy) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* ---- What answers to a name ---- */

/* The libraries in which an owner of a name is found. */
typedef struct homes {
    const char *first; /* NULL: nothing has that name. */
    const char *other; /* NULL: they are all in `first`. */
} homes;

static void note_home(homes *found, const char *library)
{
    if (!found->first) {
        found->first = library;
    } else if (!found->other && strcmp(found->first, library) != 0) {
        found->other = library;
    }
}

static homes homes_in_clips(const pav_document *clips, const char *owner, bool meshes)
{
    homes found = {NULL, NULL};
    for (uint32_t c = 0; c < pav_document_clip_count(clips); c++) {
        const pav_chunk_clip *clip = pav_document_clip(clips, c);
        for (uint32_t i = 0; i < clip->target_count; i++) {
            const pav_record_target *target = &clip->targets[i];
            if ((target->kind == PAV_TARGET_KIND_MORPH) == meshes &&
                strcmp(clip->text + target->owner, owner) == 0) {
                note_home(&found, clip->text + target->library);
            }
        }
    }
    return found;
}

static homes homes_in_scene(const pav_document *document, const char *owner, bool meshes)
{
    homes found = {NULL, NULL};
    const pav_chunk_scene *scene = pav_document_scene(document);
    for (uint32_t m = 0; meshes && m < pav_document_mesh_count(document); m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(document, m);
        if (strcmp(mesh->text + mesh->mesh->name, owner) == 0) {
            note_home(&found, mesh->text + mesh->mesh->library);
        }
    }
    for (uint32_t n = 0; !meshes && scene && n < scene->node_count; n++) {
        const pav_named named = pav_node_name(scene, n);
        if (named.kind == PAV_TARGET_KIND_OBJECT && strcmp(named.owner, owner) == 0) {
            note_home(&found, named.library);
        }
    }
    return found;
}

static const char *home_name(const char *library)
{
    return *library ? library : "(local)";
}

/* An owner may be an object or a mesh; each of the two must be one thing. */
static pav_result check_owner(const char *where, const char *owner, homes object, homes mesh,
                              pav_error *error)
{
    if (!object.first && !mesh.first) {
        return pav_fail(error, PAV_ERROR_NAME, "owner \"%s\" does not exist in the %s", owner, where);
    }
    const homes *twice = object.other ? &object : mesh.other ? &mesh : NULL;
    if (twice) {
        return pav_fail(error, PAV_ERROR_NAME, "owner \"%s\" is not unique in the %s: it is in %s and in %s",
                        owner, where, home_name(twice->first), home_name(twice->other));
    }
    return PAV_OK;
}

static pav_result check_pair(const pav_binding *binding, const pav_owner_pair *pair, pav_error *error)
{
    for (const pav_owner_pair *before = binding->owners; before < pair; before++) {
        if (strcmp(before->clip_owner, pair->clip_owner) == 0) {
            return pav_fail(error, PAV_ERROR_NAME, "owner \"%s\" has two pairs: \"%s\" and \"%s\"",
                            pair->clip_owner, before->scene_owner, pair->scene_owner);
        }
    }
    const pav_result result =
        check_owner("clips", pair->clip_owner, homes_in_clips(binding->clips, pair->clip_owner, false),
                    homes_in_clips(binding->clips, pair->clip_owner, true), error);
    if (result) {
        return result;
    }
    return check_owner("scene", pair->scene_owner,
                       homes_in_scene(binding->scene_document, pair->scene_owner, false),
                       homes_in_scene(binding->scene_document, pair->scene_owner, true), error);
}

/* ---- The pairs of a binding ---- */

pav_result pav_owners_create(pav_binding *binding, const pav_binding_options *options, pav_error *error)
{
    const pav_allocator *allocator = &binding->allocator;
    binding->owners = pav_allocate_zeroed(allocator, options->owner_count, sizeof *binding->owners);
    if (!binding->owners) {
        return pav_fail_memory(error);
    }
    binding->owner_count = options->owner_count;
    for (uint32_t i = 0; i < options->owner_count; i++) {
        pav_owner_pair *pair = &binding->owners[i];
        pair->clip_owner = copy_text(allocator, options->owners[i].clip_owner);
        pair->scene_owner = copy_text(allocator, options->owners[i].scene_owner);
        if (!pair->clip_owner || !pair->scene_owner) {
            return pav_fail_memory(error);
        }
        const pav_result result = check_pair(binding, pair, error);
        if (result) {
            return result;
        }
    }
    return PAV_OK;
}

void pav_owners_destroy(pav_binding *binding)
{
    for (uint32_t i = 0; i < binding->owner_count; i++) {
        pav_release(&binding->allocator, (void *)(uintptr_t)binding->owners[i].clip_owner);
        pav_release(&binding->allocator, (void *)(uintptr_t)binding->owners[i].scene_owner);
    }
    pav_release(&binding->allocator, binding->owners);
}

const char *pav_owner_in_scene(const pav_binding *binding, const char *clip_owner, bool *paired)
{
    for (uint32_t i = 0; i < binding->owner_count; i++) {
        if (strcmp(binding->owners[i].clip_owner, clip_owner) == 0) {
            *paired = true;
            return binding->owners[i].scene_owner;
        }
    }
    *paired = false;
    return clip_owner;
}

bool pav_library_fits(const pav_binding *binding, bool paired, const char *clip_library,
                      const char *scene_library)
{
    /* What is local in one file may be linked into another, so only within one file are libraries compared.
     */
    return paired || binding->clips != binding->scene_document || strcmp(clip_library, scene_library) == 0;
}
