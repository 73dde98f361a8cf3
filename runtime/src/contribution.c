/* SPDX-License-Identifier: MIT */
/* What clips contribute to the next update: the list, its order, and the targets that it drives. */
#include "contribution.h"

#include "binding.h"
#include "clip.h"
#include "document.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- The list ---- */

void pav_contributions_forget(pav_scene *scene)
{
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        pav_binding_destroy((pav_binding *)(uintptr_t)scene->contributions[i].binding);
        pav_mask_destroy((pav_mask *)(uintptr_t)scene->contributions[i].mask);
    }
    scene->contribution_count = 0;
}

void pav_contribution_add(pav_scene *scene, const pav_contribution *contribution)
{
    assert(scene->contribution_count < scene->contribution_capacity);
    const pav_chunk_clip *clip = pav_document_clip(contribution->binding->clips, contribution->clip);
    pav_contribution *added = &scene->contributions[scene->contribution_count++];
    *added = *contribution;
    added->seconds = fmin(fmax(added->seconds, 0), pav_clip_duration(clip));
    pav_binding_retain((pav_binding *)(uintptr_t)added->binding);
    if (added->mask) {
        pav_mask_retain((pav_mask *)(uintptr_t)added->mask);
    }
}

pav_result pav_clip_apply_with(pav_scene *scene, const pav_binding *binding, uint32_t clip,
                               const pav_apply_options *options)
{
    assert(scene && binding && options && pav_binding_is_for(binding, scene));
    assert(!options->mask || pav_mask_is_for(options->mask, scene));
    if (clip >= pav_document_clip_count(binding->clips)) {
        return PAV_ERROR_NAME; /* as of a clip that was not found by its name */
    }
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    const float weight = options->weight_set ? options->weight : 1;
    if (!isfinite(options->seconds) || !isfinite(options->reference) || !isfinite(weight) || weight < 0) {
        return PAV_ERROR_VALUE;
    }
    const char *known = options->owner ? pav_clip_find_owner(chunk, options->owner) : NULL;
    if (options->owner && !known) {
        return PAV_ERROR_NAME;
    }
    if (scene->contribution_count == scene->contribution_capacity) {
        return PAV_ERROR_FULL;
    }
    pav_contribution_add(scene, &(pav_contribution){
                                    .binding = binding,
                                    .owner = known,
                                    .mask = options->mask,
                                    .seconds = options->seconds,
                                    .clip = clip,
                                    .weight = (double)weight,
                                    .priority = options->priority,
                                    .additive = options->additive,
                                    .reference_set = options->reference_set,
                                    .reference = options->reference,
                                });
    return PAV_OK;
}

pav_result pav_clip_apply(pav_scene *scene, const pav_binding *binding, uint32_t clip, const char *owner,
                          double seconds, float weight, int32_t priority)
{
    return pav_clip_apply_with(scene, binding, clip,
                               &(pav_apply_options){
                                   .owner = owner,
                                   .seconds = seconds,
                                   .weight_set = true,
                                   .weight = weight,
                                   .priority = priority,
                               });
}

/* ---- Order ---- */

/* Documents have no order of their own: the scene's own comes first, then the names of their clips decide. */
static int compare_documents(const pav_document *own, const pav_document *a, const pav_document *b)
{
    if (a == b) {
        return 0;
    }
    if (a == own || b == own) {
        return a == own ? -1 : 1;
    }
    for (uint32_t c = 0; c < a->clip_count && c < b->clip_count; c++) {
        const pav_chunk_clip *x = a->clips[c], *y = b->clips[c];
        const int names = strcmp(x->text + x->clip->name, y->text + y->clip->name);
        const int libraries = names ? names : strcmp(x->text + x->clip->library, y->text + y->clip->library);
        if (libraries) {
            return libraries;
        }
    }
    if (a->clip_count != b->clip_count) {
        return a->clip_count < b->clip_count ? -1 : 1;
    }
    return (uintptr_t)a < (uintptr_t)b ? -1 : 1;
}

static int compare_owners(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

static int compare_details(const pav_contribution *a, const pav_contribution *b)
{
    if (a->reference_set != b->reference_set) {
        return a->reference_set ? 1 : -1;
    }
    if (a->reference != b->reference) {
        return a->reference < b->reference ? -1 : 1;
    }
    return pav_mask_compare(a->mask, b->mask);
}

/* Whether a contribution comes before another, whichever was applied first. */
static bool precedes(const pav_scene *scene, const pav_contribution *a, const pav_contribution *b)
{
    if (a->additive != b->additive) {
        return b->additive;
    }
    if (a->priority != b->priority) {
        return a->additive ? a->priority < b->priority : a->priority > b->priority;
    }
    const int documents = compare_documents(scene->document, a->binding->clips, b->binding->clips);
    if (documents) {
        return documents < 0;
    }
    if (a->clip != b->clip) {
        return a->clip < b->clip;
    }
    if (a->seconds != b->seconds) {
        return a->seconds < b->seconds;
    }
    const int owners = compare_owners(a->owner, b->owner);
    if (owners) {
        return owners < 0;
    }
    if (a->weight != b->weight) {
        return a->weight > b->weight;
    }
    const int details = compare_details(a, b);
    return details ? details < 0 : (uintptr_t)a->binding < (uintptr_t)b->binding;
}

/* By insertion: they are few, mostly in order, and sorting must not allocate. */
void pav_contributions_sort(pav_scene *scene)
{
    for (uint32_t i = 1; i < scene->contribution_count; i++) {
        const pav_contribution moved = scene->contributions[i];
        uint32_t place = i;
        for (; place > 0 && precedes(scene, &moved, &scene->contributions[place - 1]); place--) {
            scene->contributions[place] = scene->contributions[place - 1];
        }
        scene->contributions[place] = moved;
    }
}

/* ---- Shares ---- */

/* The highest priority below `limit`; false: none. */
static bool next_priority(const pav_scene *scene, int64_t limit, int64_t *out)
{
    bool found = false;
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        const int64_t priority = scene->contributions[i].priority;
        if (!scene->contributions[i].additive && priority < limit && (!found || priority > *out)) {
            *out = priority;
            found = true;
        }
    }
    return found;
}

static double share_priority(pav_scene *scene, int64_t priority, double left, pav_weight_of *weight_of,
                             const void *user)
{
    double sum = 0;
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        pav_contribution *contribution = &scene->contributions[i];
        if (!contribution->additive && contribution->priority == priority) {
            contribution->share = weight_of(user, contribution);
            sum += contribution->share;
        }
    }
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        pav_contribution *contribution = &scene->contributions[i];
        if (!contribution->additive && contribution->priority == priority) {
            contribution->share *= left / fmax(1, sum);
        }
    }
    return left * fmax(0, 1 - sum);
}

void pav_contributions_share(pav_scene *scene, pav_weight_of *weight_of, const void *user)
{
    double left = 1;
    int64_t priority = INT64_MAX;
    while (next_priority(scene, priority, &priority)) {
        left = share_priority(scene, priority, left, weight_of, user);
    }
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        pav_contribution *contribution = &scene->contributions[i];
        if (contribution->additive) { /* It takes from nobody. */
            contribution->share = weight_of(user, contribution);
        }
    }
}

/* ---- Walking over what is driven ---- */

bool pav_contribution_plays(const pav_contribution *contribution, const pav_chunk_clip *clip,
                            uint32_t channel)
{
    if (!contribution->owner) {
        return true;
    }
    const char *owner = clip->text + clip->targets[clip->channels[channel].target].owner;
    return owner == contribution->owner || strcmp(owner, contribution->owner) == 0;
}

void pav_contribution_visit(pav_scene *scene, uint32_t index, pav_visitor *function)
{
    const pav_contribution *contribution = &scene->contributions[index];
    const pav_binding *binding = contribution->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, contribution->clip);
    const uint32_t first = binding->clip_first[contribution->clip];
    for (uint32_t channel = 0; channel < clip->channel_count; channel++) {
        const pav_link *link = &binding->links[first + channel];
        const pav_bound *bound = &binding->bounds[first + channel];
        if (!link->target_count || !pav_contribution_plays(contribution, clip, channel)) {
            continue;
        }
        float value[PAV_CHANNEL_FLOATS];
        bool evaluated = false;
        for (uint32_t i = 0; i < link->target_count; i++) {
            const pav_target *target = &binding->targets[bound->target_first + i];
            function(&(pav_visit){.scene = scene,
                                  .contribution = index,
                                  .link = first + channel,
                                  .target = target,
                                  .value = value,
                                  .evaluated = &evaluated,
                                  .units = target->value == PAV_VALUE_QUATERNION ? 1 : bound->numbers});
        }
    }
}

const float *pav_visit_evaluate(const pav_visit *at)
{
    if (!*at->evaluated) {
        const pav_contribution *contribution = &at->scene->contributions[at->contribution];
        const pav_chunk_clip *clip = pav_document_clip(contribution->binding->clips, contribution->clip);
        const uint32_t channel = contribution->binding->links[at->link].channel;
        pav_channel_sample(clip, &clip->channels[channel], pav_clip_frame(clip, contribution->seconds),
                           at->value);
        *at->evaluated = true;
    }
    return at->value;
}
