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

/* What an owner may be. */
typedef enum owner_kind {
    OWNER_OBJECT,
    OWNER_MESH,
    OWNER_MATERIAL,
    OWNER_CAMERA,
    OWNER_LIGHT,
    OWNER_SCENE,
    OWNER_ARMATURE,
    OWNER_WORLD,
    OWNER_KIND_COUNT
} owner_kind;

static owner_kind kind_of_owner(uint32_t target_kind)
{
    switch (target_kind) {
    case PAV_TARGET_KIND_MESH:
    case PAV_TARGET_KIND_MORPH:
    case PAV_TARGET_KIND_MESH_PROPERTY:
        return OWNER_MESH;
    case PAV_TARGET_KIND_MATERIAL:
    case PAV_TARGET_KIND_MATERIAL_PROPERTY:
        return OWNER_MATERIAL;
    case PAV_TARGET_KIND_CAMERA:
    case PAV_TARGET_KIND_CAMERA_PROPERTY:
        return OWNER_CAMERA;
    case PAV_TARGET_KIND_LIGHT:
    case PAV_TARGET_KIND_LIGHT_PROPERTY:
        return OWNER_LIGHT;
    case PAV_TARGET_KIND_SCENE:
    case PAV_TARGET_KIND_SCENE_PROPERTY:
        return OWNER_SCENE;
    case PAV_TARGET_KIND_ARMATURE_PROPERTY:
        return OWNER_ARMATURE;
    case PAV_TARGET_KIND_WORLD_PROPERTY:
        return OWNER_WORLD;
    default:
        return OWNER_OBJECT;
    }
}

static homes homes_in_clips(const pav_document *clips, const char *owner, owner_kind kind)
{
    homes found = {NULL, NULL};
    for (uint32_t c = 0; c < pav_document_clip_count(clips); c++) {
        const pav_chunk_clip *clip = pav_document_clip(clips, c);
        for (uint32_t i = 0; i < clip->target_count; i++) {
            const pav_record_target *target = &clip->targets[i];
            if (kind_of_owner(target->kind) == kind && strcmp(clip->text + target->owner, owner) == 0) {
                note_home(&found, clip->text + target->library);
            }
        }
    }
    return found;
}

typedef struct home_search {
    const char *owner;
    owner_kind kind;
    homes found;
} home_search;

static void look_at_home(void *self, const pav_named *named)
{
    home_search *search = self;
    if (named->owner && kind_of_owner(named->kind) == search->kind &&
        strcmp(named->owner, search->owner) == 0) {
        note_home(&search->found, named->library);
    }
}

/* A mesh without morphs is no owner of anything, but a name all the same. */
static homes homes_in_scene(const pav_document *document, const char *owner, owner_kind kind)
{
    home_search search = {.owner = owner, .kind = kind};
    pav_names_visit(document, look_at_home, &search);
    for (uint32_t m = 0; kind == OWNER_MESH && m < pav_document_mesh_count(document); m++) {
        const pav_chunk_mesh *mesh = pav_document_mesh(document, m);
        if (strcmp(mesh->text + mesh->mesh->name, owner) == 0) {
            note_home(&search.found, mesh->text + mesh->mesh->library);
        }
    }
    return search.found;
}

static const char *home_name(const char *library)
{
    return *library ? library : "(local)";
}

/* An owner may be an object, a mesh, a material and so on; each of these must be one thing. */
static pav_result check_owner(const char *where, const pav_document *document, const char *owner,
                              homes (*find)(const pav_document *document, const char *owner, owner_kind kind),
                              pav_error *error)
{
    bool found = false;
    for (int kind = 0; kind < OWNER_KIND_COUNT; kind++) {
        const homes at = find(document, owner, (owner_kind)kind);
        found = found || at.first;
        if (at.other) {
            return pav_fail(error, PAV_ERROR_NAME,
                            "owner \"%s\" is not unique in the %s: it is in %s and in %s", owner, where,
                            home_name(at.first), home_name(at.other));
        }
    }
    if (!found) {
        return pav_fail(error, PAV_ERROR_NAME, "owner \"%s\" does not exist in the %s", owner, where);
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
    const pav_result result = check_owner("clips", binding->clips, pair->clip_owner, homes_in_clips, error);
    if (result) {
        return result;
    }
    return check_owner("scene", binding->scene_document, pair->scene_owner, homes_in_scene, error);
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
