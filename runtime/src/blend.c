/* SPDX-License-Identifier: MIT */
/* The one rule of blending, told in pavane.h. */
#include "binding.h"
#include "channel.h"
#include "clip.h"
#include "document.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* How a number is blended. */
enum { BY_SUM, BY_QUATERNION, BY_CHOICE };

/* Scratch of one blend; the arrays have an entry per float of the targets.  What is weighed is a number, and
 * of a quaternion all four together under its first float. */
typedef struct blend {
    double *left;                     /* What the priorities so far have left over. */
    double *sum;                      /* Of the weights of this priority. */
    double *value;                    /* Sum of weighted values. */
    double *largest;                  /* Not by sum: the largest effective weight, */
    uint32_t *reference_contribution; /* and whose it is; PAV_NONE: the rest value's. */
    uint32_t *reference_link;
    uint8_t *manner;
} blend;

/* One target that one channel of one contribution drives. */
typedef struct visit {
    pav_scene *scene;
    blend *scratch;
    uint32_t contribution;
    uint32_t link;
    const pav_target *target;
    uint32_t units; /* A bit for each number that is weighed. */
    float *value;   /* The channel's value, once evaluated. */
    bool *evaluated;
} visit;

typedef void visitor(const visit *at);

/* ---- Scratch ---- */

static size_t align(size_t size)
{
    return (size + 15) / 16 * 16;
}

size_t pav_blend_size(const pav_scene *scene)
{
    const uint64_t each = 4 * sizeof(double) + 2 * sizeof(uint32_t) + sizeof(uint8_t);
    const uint64_t size = align(sizeof(blend)) + each * scene->float_count + UINT64_C(7) * 16;
    return size < SIZE_MAX ? (size_t)size : SIZE_MAX;
}

static void *take(char **memory, size_t size)
{
    void *taken = *memory;
    *memory += align(size);
    return taken;
}

void pav_blend_create(pav_scene *scene)
{
    const size_t count = scene->float_count;
    char *memory = scene->blend;
    blend *scratch = take(&memory, sizeof *scratch);
    scratch->left = take(&memory, count * sizeof *scratch->left);
    scratch->sum = take(&memory, count * sizeof *scratch->sum);
    scratch->value = take(&memory, count * sizeof *scratch->value);
    scratch->largest = take(&memory, count * sizeof *scratch->largest);
    scratch->reference_contribution = take(&memory, count * sizeof *scratch->reference_contribution);
    scratch->reference_link = take(&memory, count * sizeof *scratch->reference_link);
    scratch->manner = take(&memory, count);
}

static void clear(pav_scene *scene, blend *scratch)
{
    for (uint32_t i = 0; i < scene->float_count; i++) {
        scratch->left[i] = 1;
        scratch->sum[i] = 0;
        scratch->value[i] = -0.0; /* the only number that changes no other by being added to it */
        scratch->largest[i] = 0;
        scratch->reference_contribution[i] = PAV_NONE;
        scratch->reference_link[i] = PAV_NONE;
        scratch->manner[i] = BY_SUM;
    }
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

/* Whether a contribution comes before another, whichever was applied first. */
static bool precedes(const pav_scene *scene, const pav_contribution *a, const pav_contribution *b)
{
    if (a->priority != b->priority) {
        return a->priority > b->priority;
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
    return (uintptr_t)a->binding < (uintptr_t)b->binding;
}

/* By insertion: they are few, mostly in order, and sorting must not allocate. */
static void sort(pav_scene *scene)
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

/* ---- Walking over what is driven ---- */

static bool is_played(const pav_contribution *contribution, const pav_chunk_clip *clip, uint32_t channel)
{
    if (!contribution->owner) {
        return true;
    }
    const char *owner = clip->text + clip->targets[clip->channels[channel].target].owner;
    return owner == contribution->owner || strcmp(owner, contribution->owner) == 0;
}

static void visit_contribution(pav_scene *scene, uint32_t index, visitor *function)
{
    const pav_contribution *contribution = &scene->contributions[index];
    const pav_binding *binding = contribution->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, contribution->clip);
    const uint32_t first = binding->clip_first[contribution->clip];
    for (uint32_t channel = 0; channel < clip->channel_count; channel++) {
        const pav_link *link = &binding->links[first + channel];
        const pav_bound *bound = &binding->bounds[first + channel];
        if (!link->target_count || !is_played(contribution, clip, channel)) {
            continue;
        }
        float value[PAV_CHANNEL_FLOATS];
        bool evaluated = false;
        for (uint32_t i = 0; i < link->target_count; i++) {
            const pav_target *target = &binding->targets[bound->target_first + i];
            function(&(visit){.scene = scene,
                              .scratch = scene->blend,
                              .contribution = index,
                              .link = first + channel,
                              .target = target,
                              .value = value,
                              .evaluated = &evaluated,
                              .units = target->value == PAV_VALUE_QUATERNION ? 1 : bound->numbers});
        }
    }
}

static void visit_range(pav_scene *scene, uint32_t from, uint32_t to, visitor *function)
{
    for (uint32_t i = from; i < to; i++) {
        if (scene->contributions[i].weight > 0) {
            visit_contribution(scene, i, function);
        }
    }
}

static const float *evaluate(const visit *at)
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

/* ---- Weights ---- */

static void add_weight(const visit *at)
{
    const double weight = at->scene->contributions[at->contribution].weight;
    for (uint32_t i = 0; at->units >> i; i++) {
        if (at->units >> i & 1) {
            at->scratch->sum[at->target->first + i] += weight;
        }
    }
}

/* What a contribution has of one number in the end: its part of the weights of its priority. */
static double effective_weight(const visit *at, uint32_t number)
{
    const double weight = at->scene->contributions[at->contribution].weight;
    return at->scratch->left[number] * (weight / fmax(1, at->scratch->sum[number]));
}

/* Hands what a priority leaves to the next.  Harmless when a number is met again. */
static void pass_on(const visit *at)
{
    for (uint32_t i = 0; at->units >> i; i++) {
        if (at->units >> i & 1) {
            const uint32_t number = at->target->first + i;
            at->scratch->left[number] *= fmax(0, 1 - at->scratch->sum[number]);
            at->scratch->sum[number] = 0;
        }
    }
}

/* Priority after priority: weights are summed up, used, and what is left is passed on. */
static void visit_priorities(pav_scene *scene, visitor *use)
{
    uint32_t to;
    for (uint32_t from = 0; from < scene->contribution_count; from = to) {
        for (to = from + 1; to < scene->contribution_count &&
                            scene->contributions[to].priority == scene->contributions[from].priority;) {
            to++;
        }
        visit_range(scene, from, to, add_weight);
        visit_range(scene, from, to, use);
        visit_range(scene, from, to, pass_on);
    }
}

/* ---- References: quaternions are signed towards them, discrete numbers are them ---- */

static uint8_t manner_of(pav_value value)
{
    return value == PAV_VALUE_QUATERNION ? BY_QUATERNION : value == PAV_VALUE_WHOLE ? BY_CHOICE : BY_SUM;
}

static void compare_with_reference(const visit *at)
{
    const uint8_t manner = manner_of(at->target->value);
    for (uint32_t i = 0; manner != BY_SUM && at->units >> i; i++) {
        const uint32_t number = at->target->first + i;
        const double weight = at->units >> i & 1 ? effective_weight(at, number) : 0;
        if (weight > at->scratch->largest[number]) {
            at->scratch->manner[number] = manner;
            at->scratch->largest[number] = weight;
            at->scratch->reference_contribution[number] = at->contribution;
            at->scratch->reference_link[number] = at->link;
        }
    }
}

static bool is_reference(const visit *at, uint32_t number)
{
    return at->scratch->reference_contribution[number] == at->contribution &&
           at->scratch->reference_link[number] == at->link;
}

/* The reference stands in the targets until a quaternion's sum takes its place. */
static void take_reference(const visit *at)
{
    const uint8_t manner = manner_of(at->target->value);
    for (uint32_t i = 0; manner != BY_SUM && at->units >> i; i++) {
        const uint32_t number = at->target->first + i;
        if (at->units >> i & 1 && is_reference(at, number)) {
            const size_t floats = manner == BY_QUATERNION ? 4 : 1;
            memcpy(at->scene->targets + number, evaluate(at) + i, floats * sizeof(float));
        }
    }
}

/* What nobody claims is the rest's, which is the reference where it is the most; and all is ready for the
 * second walk. */
static void compare_with_rest(pav_scene *scene, blend *scratch)
{
    for (uint32_t i = 0; i < scene->float_count; i++) {
        if (scratch->manner[i] != BY_SUM && scratch->left[i] > scratch->largest[i]) {
            const size_t floats = scratch->manner[i] == BY_QUATERNION ? 4 : 1;
            scratch->largest[i] = scratch->left[i];
            scratch->reference_contribution[i] = PAV_NONE;
            scratch->reference_link[i] = PAV_NONE;
            memcpy(scene->targets + i, scene->rest + i, floats * sizeof(float));
        }
        scratch->left[i] = 1;
    }
}

/* ---- Sums ---- */

static double dot(const float a[4], const float b[4])
{
    return (double)a[0] * (double)b[0] + (double)a[1] * (double)b[1] + (double)a[2] * (double)b[2] +
           (double)a[3] * (double)b[3];
}

static void add_quaternion(double sum[4], const float quaternion[4], const float reference[4], double weight)
{
    const double signed_weight = dot(quaternion, reference) < 0 ? -weight : weight;
    for (int i = 0; i < 4; i++) {
        sum[i] += signed_weight * (double)quaternion[i];
    }
}

static void add_value(const visit *at)
{
    const uint32_t first = at->target->first;
    const uint8_t manner = manner_of(at->target->value);
    if (manner == BY_QUATERNION) {
        const double weight = effective_weight(at, first);
        const float *reference = at->scene->targets + first;
        if (weight > 0) {
            add_quaternion(at->scratch->value + first, is_reference(at, first) ? reference : evaluate(at),
                           reference, weight);
        }
        return;
    }
    for (uint32_t i = 0; manner == BY_SUM && at->units >> i; i++) {
        const double weight = at->units >> i & 1 ? effective_weight(at, first + i) : 0;
        if (weight > 0) {
            at->scratch->value[first + i] += weight * (double)evaluate(at)[i];
        }
    }
}

/* A reference that has all the weight stays as it is, to the bit. */
static void finish_quaternion(pav_scene *scene, const blend *scratch, uint32_t first)
{
    float *target = scene->targets + first;
    double *sum = scratch->value + first;
    if (scratch->largest[first] >= 1) {
        return;
    }
    if (scratch->left[first] > 0) {
        add_quaternion(sum, scene->rest + first, target, scratch->left[first]);
    }
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    for (int i = 0; i < 4 && length > 0; i++) {
        target[i] = (float)(sum[i] / length);
    }
}

static void finish(pav_scene *scene, const blend *scratch)
{
    for (uint32_t i = 0; i < scene->float_count; i++) {
        if (scratch->manner[i] == BY_CHOICE) {
            continue;
        }
        if (scratch->manner[i] == BY_QUATERNION) {
            finish_quaternion(scene, scratch, i);
            i += 3;
        } else if (scratch->left[i] > 0) {
            scene->targets[i] = (float)(scratch->value[i] + scratch->left[i] * (double)scene->rest[i]);
        } else {
            scene->targets[i] = (float)scratch->value[i];
        }
    }
}

pav_result pav_scene_blend(pav_scene *scene, pav_error *error)
{
    (void)error;
    blend *scratch = scene->blend;
    clear(scene, scratch);
    sort(scene);
    visit_priorities(scene, compare_with_reference);
    compare_with_rest(scene, scratch);
    visit_range(scene, 0, scene->contribution_count, take_reference);
    visit_priorities(scene, add_value);
    finish(scene, scratch);
    pav_blend_forget(scene);
    return PAV_OK;
}

/* ---- The list ---- */

void pav_blend_forget(pav_scene *scene)
{
    for (uint32_t i = 0; i < scene->contribution_count; i++) {
        pav_binding_destroy((pav_binding *)(uintptr_t)scene->contributions[i].binding);
    }
    scene->contribution_count = 0;
}

void pav_blend_add(pav_scene *scene, const pav_contribution *contribution)
{
    assert(scene->contribution_count < scene->contribution_capacity);
    const pav_chunk_clip *clip = pav_document_clip(contribution->binding->clips, contribution->clip);
    pav_contribution *added = &scene->contributions[scene->contribution_count++];
    *added = *contribution;
    added->seconds = fmin(fmax(added->seconds, 0), pav_clip_duration(clip));
    pav_binding_retain((pav_binding *)(uintptr_t)added->binding);
}

pav_result pav_clip_apply(pav_scene *scene, const pav_binding *binding, uint32_t clip, const char *owner,
                          double seconds, float weight, int32_t priority)
{
    assert(scene && binding && pav_binding_is_for(binding, scene));
    if (clip >= pav_document_clip_count(binding->clips)) {
        return PAV_ERROR_NAME; /* as of a clip that was not found by its name */
    }
    const pav_chunk_clip *chunk = pav_document_clip(binding->clips, clip);
    if (!isfinite(seconds) || !isfinite(weight) || weight < 0) {
        return PAV_ERROR_VALUE;
    }
    const char *known = owner ? pav_clip_find_owner(chunk, owner) : NULL;
    if (owner && !known) {
        return PAV_ERROR_NAME;
    }
    if (scene->contribution_count == scene->contribution_capacity) {
        return PAV_ERROR_FULL;
    }
    pav_blend_add(scene, &(pav_contribution){
                             .binding = binding,
                             .owner = known,
                             .seconds = seconds,
                             .clip = clip,
                             .weight = (double)weight,
                             .priority = priority,
                         });
    return PAV_OK;
}
