/* SPDX-License-Identifier: MIT */
/* The one rule of blending, told in pavane.h. */
#include "additive.h"
#include "contribution.h"

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

/* ---- Weights ---- */

static blend *scratch_of(const pav_visit *at)
{
    return at->scene->blend;
}

static void visit_range(pav_scene *scene, uint32_t from, uint32_t to, pav_visitor *function)
{
    for (uint32_t i = from; i < to; i++) {
        if (scene->contributions[i].weight > 0) {
            pav_contribution_visit(scene, i, function);
        }
    }
}

static void add_weight(const pav_visit *at)
{
    for (uint32_t i = 0; at->units >> i; i++) {
        if (at->units >> i & 1) {
            const uint32_t number = at->target->first + i;
            scratch_of(at)->sum[number] += pav_visit_weight(at, number);
        }
    }
}

/* What a contribution has of one number in the end: its part of the weights of its priority. */
static double effective_weight(const pav_visit *at, uint32_t number)
{
    const double weight = pav_visit_weight(at, number);
    return scratch_of(at)->left[number] * (weight / fmax(1, scratch_of(at)->sum[number]));
}

/* Hands what a priority leaves to the next.  Harmless when a number is met again. */
static void pass_on(const pav_visit *at)
{
    for (uint32_t i = 0; at->units >> i; i++) {
        if (at->units >> i & 1) {
            const uint32_t number = at->target->first + i;
            scratch_of(at)->left[number] *= fmax(0, 1 - scratch_of(at)->sum[number]);
            scratch_of(at)->sum[number] = 0;
        }
    }
}

/* Priority after priority: weights are summed up, used, and what is left is passed on. */
static void visit_priorities(pav_scene *scene, uint32_t count, pav_visitor *use)
{
    uint32_t to;
    for (uint32_t from = 0; from < count; from = to) {
        for (to = from + 1;
             to < count && scene->contributions[to].priority == scene->contributions[from].priority;) {
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

static void compare_with_reference(const pav_visit *at)
{
    const uint8_t manner = manner_of(at->target->value);
    for (uint32_t i = 0; manner != BY_SUM && at->units >> i; i++) {
        const uint32_t number = at->target->first + i;
        const double weight = at->units >> i & 1 ? effective_weight(at, number) : 0;
        if (weight > scratch_of(at)->largest[number]) {
            scratch_of(at)->manner[number] = manner;
            scratch_of(at)->largest[number] = weight;
            scratch_of(at)->reference_contribution[number] = at->contribution;
            scratch_of(at)->reference_link[number] = at->link;
        }
    }
}

static bool is_reference(const pav_visit *at, uint32_t number)
{
    return scratch_of(at)->reference_contribution[number] == at->contribution &&
           scratch_of(at)->reference_link[number] == at->link;
}

/* The reference stands in the targets until a quaternion's sum takes its place. */
static void take_reference(const pav_visit *at)
{
    const uint8_t manner = manner_of(at->target->value);
    for (uint32_t i = 0; manner != BY_SUM && at->units >> i; i++) {
        const uint32_t number = at->target->first + i;
        if (at->units >> i & 1 && is_reference(at, number)) {
            const size_t floats = manner == BY_QUATERNION ? 4 : 1;
            memcpy(at->scene->targets + number, pav_visit_evaluate(at) + i, floats * sizeof(float));
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

static void add_value(const pav_visit *at)
{
    const uint32_t first = at->target->first;
    const uint8_t manner = manner_of(at->target->value);
    if (manner == BY_QUATERNION) {
        const double weight = effective_weight(at, first);
        const float *reference = at->scene->targets + first;
        if (weight > 0) {
            add_quaternion(scratch_of(at)->value + first,
                           is_reference(at, first) ? reference : pav_visit_evaluate(at), reference, weight);
        }
        return;
    }
    for (uint32_t i = 0; manner == BY_SUM && at->units >> i; i++) {
        const double weight = at->units >> i & 1 ? effective_weight(at, first + i) : 0;
        if (weight > 0) {
            scratch_of(at)->value[first + i] += weight * (double)pav_visit_evaluate(at)[i];
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

/* The additive ones come after them. */
static uint32_t count_averaged(const pav_scene *scene)
{
    uint32_t count = 0;
    while (count < scene->contribution_count && !scene->contributions[count].additive) {
        count++;
    }
    return count;
}

pav_result pav_scene_blend(pav_scene *scene, pav_error *error)
{
    (void)error;
    blend *scratch = scene->blend;
    clear(scene, scratch);
    pav_contributions_sort(scene);
    const uint32_t count = count_averaged(scene);
    visit_priorities(scene, count, compare_with_reference);
    compare_with_rest(scene, scratch);
    visit_range(scene, 0, count, take_reference);
    visit_priorities(scene, count, add_value);
    finish(scene, scratch);
    for (uint32_t i = count; i < scene->contribution_count; i++) {
        pav_additive_add(scene, i);
    }
    pav_contributions_forget(scene);
    return PAV_OK;
}
