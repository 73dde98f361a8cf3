/* SPDX-License-Identifier: MIT */
#include "owners.h"

#include <string.h>

enum { OBJECT, MESH, MATERIAL, CAMERA, LIGHT, SCENE, ARMATURE, WORLD };

/* What the owner of a target is: an object and its data may have one name and are two owners. */
static const uint8_t owner_kinds[] = {
    [PAV_TARGET_KIND_OBJECT] = OBJECT,
    [PAV_TARGET_KIND_BONE] = OBJECT,
    [PAV_TARGET_KIND_MORPH] = MESH,
    [PAV_TARGET_KIND_MATERIAL] = MATERIAL,
    [PAV_TARGET_KIND_CAMERA] = CAMERA,
    [PAV_TARGET_KIND_LIGHT] = LIGHT,
    [PAV_TARGET_KIND_SCENE] = SCENE,
    [PAV_TARGET_KIND_OBJECT_PROPERTY] = OBJECT,
    [PAV_TARGET_KIND_BONE_PROPERTY] = OBJECT,
    [PAV_TARGET_KIND_MESH_PROPERTY] = MESH,
    [PAV_TARGET_KIND_ARMATURE_PROPERTY] = ARMATURE,
    [PAV_TARGET_KIND_CAMERA_PROPERTY] = CAMERA,
    [PAV_TARGET_KIND_LIGHT_PROPERTY] = LIGHT,
    [PAV_TARGET_KIND_MATERIAL_PROPERTY] = MATERIAL,
    [PAV_TARGET_KIND_SCENE_PROPERTY] = SCENE,
    [PAV_TARGET_KIND_WORLD_PROPERTY] = WORLD,
    [PAV_TARGET_KIND_MESH] = MESH,
};

static bool same_owner(const pav_chunk_clip *a, const pav_record_target *one, const pav_chunk_clip *b,
                       const pav_record_target *other)
{
    return owner_kinds[one->kind] == owner_kinds[other->kind] &&
           strcmp(a->text + one->owner, b->text + other->owner) == 0 &&
           strcmp(a->text + one->library, b->text + other->library) == 0;
}

/* Targets of one owner mostly follow each other. */
static bool repeats(const pav_chunk_clip *clip, uint32_t target)
{
    return target > 0 && same_owner(clip, &clip->targets[target], clip, &clip->targets[target - 1]);
}

bool view_clips_meet(const pav_chunk_clip *a, const pav_chunk_clip *b)
{
    for (uint32_t i = 0; i < a->target_count; i++) {
        for (uint32_t j = 0; j < b->target_count && !repeats(a, i); j++) {
            if (!repeats(b, j) && same_owner(a, &a->targets[i], b, &b->targets[j])) {
                return true;
            }
        }
    }
    return false;
}

uint32_t view_clip_bound_channels(const pav_binding *binding, uint32_t clip)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < pav_binding_link_count(binding); i++) {
        const pav_link link = pav_binding_link(binding, i);
        count += link.clip == clip && link.status == PAV_LINK_BOUND;
    }
    return count;
}

uint32_t view_clips_complete(const pav_binding *binding, uint32_t *clips, uint32_t count)
{
    const pav_document *document = pav_binding_clips(binding);
    for (uint32_t clip = 0; clip < pav_document_clip_count(document); clip++) {
        bool free = view_clip_bound_channels(binding, clip) > 0;
        for (uint32_t i = 0; i < count && free; i++) {
            free = !view_clips_meet(pav_document_clip(document, clip), pav_document_clip(document, clips[i]));
        }
        if (free) {
            clips[count++] = clip;
        }
    }
    return count;
}
