/* SPDX-License-Identifier: MIT */
#include "additive.h"

#include "binding.h"
#include "clip.h"
#include "contribution.h"

#include <math.h>

/* ---- Rotations ---- */

static void multiply(const double a[4], const double b[4], double out[4])
{
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* A part of the way from no rotation, the short one. */
static void power(double quaternion[4], double exponent)
{
    const double sine =
        sqrt(quaternion[0] * quaternion[0] + quaternion[1] * quaternion[1] + quaternion[2] * quaternion[2]);
    const double sign = quaternion[3] < 0 ? -1 : 1;
    const double half = atan2(sine, sign * quaternion[3]) * exponent;
    const double scale = sine > 0 ? sign * sin(half) / sine : 0;
    for (int i = 0; i < 3; i++) {
        quaternion[i] *= scale;
    }
    quaternion[3] = cos(half);
}

static void add_rotation(float *target, const float *reference, const float *value, double weight)
{
    const double back[4] = {-(double)reference[0], -(double)reference[1], -(double)reference[2],
                            (double)reference[3]};
    const double clip[4] = {(double)value[0], (double)value[1], (double)value[2], (double)value[3]};
    const double base[4] = {(double)target[0], (double)target[1], (double)target[2], (double)target[3]};
    double difference[4];
    double sum[4];
    multiply(back, clip, difference);
    power(difference, weight);
    multiply(base, difference, sum);
    const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    for (int i = 0; i < 4 && length > 0; i++) {
        target[i] = (float)(sum[i] / length);
    }
}

/* ---- Other numbers ---- */

/* By its logarithm where both have one. */
static float add_scale(float target, double reference, double value, double weight)
{
    if (reference > 0 && value >= 0) {
        return (float)((double)target * pow(value / reference, weight));
    }
    return (float)((double)target + weight * (value - reference));
}

static float add_number(pav_value kind, uint32_t index, float target, const double numbers[2], double weight)
{
    const double step = weight * (numbers[1] - numbers[0]);
    if (kind == PAV_VALUE_SCALE && index < 3) {
        return add_scale(target, numbers[0], numbers[1], weight);
    }
    return (float)((double)target + (kind == PAV_VALUE_WHOLE ? round(step) : step));
}

/* ---- Contributions ---- */

/* What the clip's value is compared with: another moment of it, or the target's rest. */
static const float *find_reference(const pav_visit *at, float sampled[PAV_CHANNEL_FLOATS])
{
    const pav_contribution *contribution = &at->scene->contributions[at->contribution];
    if (!contribution->reference_set) {
        return at->scene->rest + at->target->first;
    }
    const pav_chunk_clip *clip = pav_document_clip(contribution->binding->clips, contribution->clip);
    const double seconds = fmin(fmax(contribution->reference, 0), pav_clip_duration(clip));
    const uint32_t channel = contribution->binding->links[at->link].channel;
    pav_channel_sample(clip, &clip->channels[channel], pav_clip_frame(clip, seconds), sampled);
    return sampled;
}

static void add_difference(const pav_visit *at)
{
    float sampled[PAV_CHANNEL_FLOATS];
    const float *value = pav_visit_evaluate(at);
    const float *reference = find_reference(at, sampled);
    float *target = at->scene->targets + at->target->first;
    if (at->target->value == PAV_VALUE_QUATERNION) {
        add_rotation(target, reference, value, pav_visit_weight(at, at->target->first));
        return;
    }
    for (uint32_t i = 0; at->units >> i; i++) {
        if (at->units >> i & 1) {
            const double numbers[2] = {(double)reference[i], (double)value[i]};
            const double weight = pav_visit_weight(at, at->target->first + i);
            target[i] = add_number(at->target->value, i, target[i], numbers, weight);
        }
    }
}

void pav_additive_add(pav_scene *scene, uint32_t contribution)
{
    if (scene->contributions[contribution].weight > 0) {
        pav_contribution_visit(scene, contribution, add_difference);
    }
}
