/* SPDX-License-Identifier: MIT */
#include "root_motion.h"

#include "binding.h"
#include "contribution.h"
#include "error.h"
#include "player.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum { ALL_AXES = PAV_AXIS_FLAG_X | PAV_AXIS_FLAG_Y | PAV_AXIS_FLAG_Z };

static int axis_of(uint32_t flag)
{
    return flag == PAV_AXIS_FLAG_X ? 0 : flag == PAV_AXIS_FLAG_Y ? 1 : 2;
}

/* ---- Turns and moves ---- */

static double wrap_angle(double angle)
{
    return remainder(angle, 2 * acos(-1.0));
}

static void turn(int axis, double angle, const double vector[3], double out[3])
{
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const double sine = sin(angle), cosine = cos(angle), x = vector[a], y = vector[b];
    out[axis] = vector[axis];
    out[a] = cosine * x - sine * y;
    out[b] = sine * x + cosine * y;
}

static pav_rigid compose(int axis, pav_rigid a, pav_rigid b)
{
    pav_rigid result = {.angle = wrap_angle(a.angle + b.angle)};
    turn(axis, a.angle, b.location, result.location);
    for (int i = 0; i < 3; i++) {
        result.location[i] += a.location[i];
    }
    return result;
}

static pav_rigid invert(int axis, pav_rigid a)
{
    pav_rigid result = {.angle = -a.angle};
    turn(axis, -a.angle, a.location, result.location);
    for (int i = 0; i < 3; i++) {
        result.location[i] = -result.location[i];
    }
    return result;
}

/* `a` so many times; negative: back. */
static pav_rigid repeat(int axis, pav_rigid a, double times)
{
    pav_rigid result = {.angle = 0};
    pav_rigid power = times < 0 ? invert(axis, a) : a;
    for (double left = fabs(times); left >= 1; left = floor(left / 2)) {
        if (fmod(left, 2) != 0) {
            result = compose(axis, result, power);
        }
        power = compose(axis, power, power);
    }
    return result;
}

static void to_quaternion(int axis, double angle, double out[4])
{
    memset(out, 0, 4 * sizeof *out);
    out[axis] = sin(angle / 2);
    out[3] = cos(angle / 2);
}

/* ---- Settings ---- */

static bool is_axis(uint32_t flag)
{
    return flag == PAV_AXIS_FLAG_X || flag == PAV_AXIS_FLAG_Y || flag == PAV_AXIS_FLAG_Z;
}

pav_result pav_player_set_root_motion(pav_player *player, const pav_root_motion_options *options,
                                      pav_error *error)
{
    assert(player && (!options || options->node < player->scene->node_count));
    pav_scene *scene = player->scene;
    player->root = (pav_root_sum){.total = {.angle = 0}};
    scene->pin = (pav_root_pin){.taken = {.node = PAV_NONE}};
    if (!options) {
        return PAV_OK;
    }
    if (options->location & ~(uint32_t)ALL_AXES || (options->turn && !is_axis(options->turn)) ||
        !(options->location | options->turn)) {
        return pav_fail(error, PAV_ERROR_VALUE, "root motion of axes %u, turn about %u: no such axes",
                        (unsigned)options->location, (unsigned)options->turn);
    }
    const pav_target location = pav_scene_element_target(scene, options->node, "location"),
                     rotation = pav_scene_element_target(scene, options->node, "rotation");
    if ((options->location && (location.first == PAV_NONE || location.value != PAV_VALUE_VECTOR)) ||
        (options->turn && (rotation.first == PAV_NONE || rotation.value != PAV_VALUE_QUATERNION))) {
        const pav_record_node *node = &scene->chunk->nodes[options->node];
        return pav_fail(error, PAV_ERROR_NAME,
                        "node \"%s\" has no location or rotation to take root motion from",
                        scene->chunk->text + node->name);
    }
    scene->pin = (pav_root_pin){*options, location.first, rotation.first};
    return PAV_OK;
}

bool pav_player_root_motion_options(const pav_player *player, pav_root_motion_options *out)
{
    assert(player && out);
    *out = player->scene->pin.taken;
    return out->location || out->turn;
}

void pav_player_reset_root_motion(pav_player *player)
{
    assert(player);
    player->root = (pav_root_sum){.total = {.angle = 0}};
}

bool pav_player_root_motion(const pav_player *player, pav_root_motion *out)
{
    assert(player && out);
    const pav_root_pin *pin = &player->scene->pin;
    const int axis = axis_of(pin->taken.turn);
    memcpy(out->location, player->root.total.location, sizeof out->location);
    memcpy(out->step_location, player->root.step.location, sizeof out->step_location);
    to_quaternion(axis, player->root.total.angle, out->rotation);
    to_quaternion(axis, player->root.step.angle, out->step_rotation);
    return pin->taken.location || pin->taken.turn;
}

/* ---- The pose ---- */

static double twist(const float *quaternion, int axis)
{
    return 2 * atan2((double)quaternion[axis], (double)quaternion[3]);
}

/* The turn is taken off before the rotation: what is left leans as it did. */
static void pin_rotation(const pav_scene *scene, int axis)
{
    float *target = scene->targets + scene->pin.rotation;
    double back[4];
    const double angle = twist(scene->rest + scene->pin.rotation, axis) - twist(target, axis);
    to_quaternion(axis, wrap_angle(angle), back);
    const double q[4] = {(double)target[0], (double)target[1], (double)target[2], (double)target[3]};
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    target[axis] = (float)(back[3] * q[axis] + back[axis] * q[3]);
    target[3] = (float)(back[3] * q[3] - back[axis] * q[axis]);
    target[a] = (float)(back[3] * q[a] - back[axis] * q[b]);
    target[b] = (float)(back[3] * q[b] + back[axis] * q[a]);
}

void pav_root_motion_pin(pav_scene *scene)
{
    const pav_root_pin *pin = &scene->pin;
    for (uint32_t i = 0; i < 3; i++) {
        if (pin->taken.location >> i & 1) {
            scene->targets[pin->location + i] = scene->rest[pin->location + i];
        }
    }
    if (pin->taken.turn) {
        pin_rotation(scene, axis_of(pin->taken.turn));
    }
}

/* ---- What clips move by ---- */

/* The channel of a contribution that drives a target, or PAV_NONE. */
static uint32_t find_channel(const pav_scene *scene, const pav_contribution *contribution, uint32_t first)
{
    const pav_binding *binding = contribution->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, contribution->clip);
    (void)scene;
    for (uint32_t channel = 0; channel < clip->channel_count; channel++) {
        const uint32_t link = binding->clip_first[contribution->clip] + channel;
        for (uint32_t i = 0; i < binding->links[link].target_count; i++) {
            if (binding->targets[binding->bounds[link].target_first + i].first == first &&
                pav_contribution_plays(contribution, clip, channel)) {
                return channel;
            }
        }
    }
    return PAV_NONE;
}

typedef struct source {
    const pav_scene *scene;
    uint32_t first; /* Of the target. */
} source;

static double weight_of(const void *user, const pav_contribution *contribution)
{
    const source *from = user;
    if (find_channel(from->scene, contribution, from->first) == PAV_NONE) {
        return 0;
    }
    return contribution->weight * (contribution->mask ? pav_mask_at(contribution->mask, from->first) : 1);
}

/* A clip's root at a time of the clip. */
static pav_rigid root_at(const pav_scene *scene, const pav_contribution *contribution, double seconds)
{
    const pav_root_pin *pin = &scene->pin;
    const pav_chunk_clip *clip = pav_document_clip(contribution->binding->clips, contribution->clip);
    const double frame = pav_clip_frame(clip, seconds);
    const uint32_t location =
                       pin->taken.location ? find_channel(scene, contribution, pin->location) : PAV_NONE,
                   rotation = pin->taken.turn ? find_channel(scene, contribution, pin->rotation) : PAV_NONE;
    pav_rigid root = {.angle = 0};
    float value[PAV_CHANNEL_FLOATS];
    if (location != PAV_NONE) {
        const uint32_t numbers = pav_channel_numbers(clip, &clip->channels[location]);
        pav_channel_sample(clip, &clip->channels[location], frame, value);
        for (uint32_t i = 0; i < 3; i++) {
            root.location[i] = numbers & pin->taken.location & 1u << i ? (double)value[i] : 0;
        }
    }
    if (rotation != PAV_NONE) {
        pav_channel_sample(clip, &clip->channels[rotation], frame, value);
        root.angle = twist(value, axis_of(pin->taken.turn));
    }
    return root;
}

static double pass_of(const pav_playback *playback, double time)
{
    if (playback->mode != PAV_PLAY_MODE_LOOP || playback->duration <= 0) {
        return 0;
    }
    return floor((time + 4 * DBL_EPSILON * fabs(time)) / playback->duration);
}

/* From the start of the pass that a time is in. */
static pav_rigid root_in_pass(const pav_scene *scene, const pav_playback *playback,
                              const pav_contribution *contribution, double time)
{
    const int axis = axis_of(scene->pin.taken.turn);
    pav_playback there = *playback;
    there.time = time;
    const double seconds = playback->mode == PAV_PLAY_MODE_LOOP
                               ? fmax(0, time - pass_of(playback, time) * playback->duration)
                               : pav_playback_clip_time(&there);
    return compose(axis, invert(axis, root_at(scene, contribution, 0)),
                   root_at(scene, contribution, seconds));
}

static pav_rigid moved_by(const pav_scene *scene, const pav_playback *playback,
                          const pav_contribution *contribution)
{
    const int axis = axis_of(scene->pin.taken.turn);
    double first, last;
    pav_playback_range(playback, &first, &last);
    const double from = fmin(fmax(playback->moved_from, first), last),
                 to = fmin(fmax(playback->time, first), last);
    const pav_rigid before = root_in_pass(scene, playback, contribution, from),
                    after = root_in_pass(scene, playback, contribution, to);
    const double passes = pass_of(playback, to) - pass_of(playback, from);
    pav_rigid whole = {.angle = 0};
    if (passes != 0) {
        const pav_rigid start = root_at(scene, contribution, 0),
                        end = root_at(scene, contribution, playback->duration);
        whole = repeat(axis, compose(axis, invert(axis, start), end), passes);
    }
    return compose(axis, compose(axis, invert(axis, before), whole), after);
}

/* ---- Adding up ---- */

/* Over a step a fade's weight is the mean of those at its two ends.  One that is new had what its fade began
 * with, or what it has. */
static double mean_share(pav_playback *playback, int part, double share)
{
    const pav_fading *fading = &playback->fading;
    const double factor = pav_fading_factor(fading);
    double before = playback->root_share[part];
    if (!playback->root_shared) {
        before = fading->fade.seconds > 0 && factor > 0 ? share * fading->from / factor : share;
    }
    playback->root_share[part] = share;
    return (before + share) / 2;
}

static void add_part(pav_player *player, uint32_t first, int part, pav_rigid *step)
{
    pav_scene *scene = player->scene;
    const source from = {scene, part ? scene->pin.rotation : scene->pin.location};
    pav_contributions_share(scene, weight_of, &from);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_contribution *contribution = &scene->contributions[first + i];
        pav_playback *playback = &player->playbacks[i];
        const double share = mean_share(playback, part, contribution->share);
        if (share <= 0 || playback->moved_from == playback->time) {
            continue;
        }
        const pav_rigid moved = moved_by(scene, playback, contribution);
        for (int axis = 0; axis < 3 && !part; axis++) {
            step->location[axis] += share * moved.location[axis];
        }
        step->angle += part ? share * moved.angle : 0;
    }
}

void pav_root_motion_add(pav_player *player, uint32_t first)
{
    const pav_root_motion_options *taken = &player->scene->pin.taken;
    pav_rigid step = {.angle = 0};
    if (taken->location) {
        add_part(player, first, 0, &step);
    }
    if (taken->turn) {
        add_part(player, first, 1, &step);
    }
    for (uint32_t i = 0; i < player->playback_count; i++) {
        player->playbacks[i].root_shared = taken->location || taken->turn;
    }
    player->root.step = step;
    player->root.total = compose(axis_of(taken->turn), player->root.total, step);
}
