/* SPDX-License-Identifier: MIT */
#include "root_motion.h"

#include "error.h"
#include "player.h"

#include <assert.h>
#include <string.h>

enum { ALL_AXES = PAV_AXIS_FLAG_X | PAV_AXIS_FLAG_Y | PAV_AXIS_FLAG_Z };

int pav_axis_of(uint32_t flag)
{
    return flag == PAV_AXIS_FLAG_X ? 0 : flag == PAV_AXIS_FLAG_Y ? 1 : 2;
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
    const int axis = pav_axis_of(pin->taken.turn);
    memcpy(out->location, player->root.total.location, sizeof out->location);
    memcpy(out->step_location, player->root.step.location, sizeof out->step_location);
    pav_angle_to_quaternion(axis, player->root.total.angle, out->rotation);
    pav_angle_to_quaternion(axis, player->root.step.angle, out->step_rotation);
    return pin->taken.location || pin->taken.turn;
}

/* ---- The pose ---- */

/* The turn is taken off before the rotation: what is left leans as it did. */
static void pin_rotation(const pav_scene *scene, int axis)
{
    float *target = scene->targets + scene->pin.rotation;
    double back[4];
    const double angle =
        pav_quaternion_twist(scene->rest + scene->pin.rotation, axis) - pav_quaternion_twist(target, axis);
    pav_angle_to_quaternion(axis, pav_angle_wrap(angle), back);
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
        pin_rotation(scene, pav_axis_of(pin->taken.turn));
    }
}
