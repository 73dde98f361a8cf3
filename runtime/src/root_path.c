/* SPDX-License-Identifier: MIT */
/* What playbacks move the root by: the integral of their shares over their ways.  An update is cut where
 * fades end; between the cuts all goes smoothly, and is added up in pieces that are short against the fades,
 * so that the size of the updates does not show. */
#include "binding.h"
#include "contribution.h"
#include "player.h"

#include <float.h>
#include <math.h>

/* Where shares change, or are mixed while there are turns. */
#define PIECES_A_SECOND 60.0
#define PIECES_A_FADE 32.0
#define MOST_PIECES 1024.0

/* Gauss's two points lie so far from the middle of a piece of length 1; a share that is bent as a fade, on a
 * way of steady speed, is summed up exactly from them. */
#define FROM_MIDDLE 0.28867513459481288

/* ---- Channels ---- */

/* The channel of a contribution that drives a target, or PAV_NONE. */
static uint32_t find_channel(const pav_contribution *contribution, uint32_t first)
{
    const pav_binding *binding = contribution->binding;
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, contribution->clip);
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

static pav_contribution contribution_of(const pav_playback *playback)
{
    return (pav_contribution){.binding = playback->binding,
                              .owner = playback->owner,
                              .mask = playback->mask,
                              .clip = playback->clip,
                              .additive = playback->additive,
                              .weight = pav_playback_is_over(playback) ? 0 : pav_playback_weight(playback),
                              .priority = pav_playback_priority(playback)};
}

static void find_channels(const pav_root_pin *pin, pav_playback *playback)
{
    const pav_contribution contribution = contribution_of(playback);
    playback->root_channels[0] = pin->taken.location ? find_channel(&contribution, pin->location) : PAV_NONE;
    playback->root_channels[1] = pin->taken.turn ? find_channel(&contribution, pin->rotation) : PAV_NONE;
}

/* ---- Ways ---- */

/* A clip's root at a time of the clip. */
static pav_rigid root_at(const pav_root_pin *pin, const pav_playback *playback, double seconds)
{
    const pav_chunk_clip *clip = pav_document_clip(playback->binding->clips, playback->clip);
    const double frame = pav_clip_frame(clip, seconds);
    const uint32_t location = playback->root_channels[0], rotation = playback->root_channels[1];
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
        root.angle = pav_quaternion_twist(value, pav_axis_of(pin->taken.turn));
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
static pav_rigid root_in_pass(const pav_root_pin *pin, const pav_playback *playback, double time)
{
    const int axis = pav_axis_of(pin->taken.turn);
    pav_playback there = *playback;
    there.time = time;
    const double seconds = playback->mode == PAV_PLAY_MODE_LOOP
                               ? fmax(0, time - pass_of(playback, time) * playback->duration)
                               : pav_playback_clip_time(&there);
    return pav_rigid_compose(axis, pav_rigid_invert(axis, root_at(pin, playback, 0)),
                             root_at(pin, playback, seconds));
}

static pav_rigid moved_between(const pav_root_pin *pin, const pav_playback *playback, double from, double to)
{
    const int axis = pav_axis_of(pin->taken.turn);
    double first, last;
    pav_playback_range(playback, &first, &last);
    from = fmin(fmax(from, first), last);
    to = fmin(fmax(to, first), last);
    const pav_rigid before = root_in_pass(pin, playback, from), after = root_in_pass(pin, playback, to);
    const double passes = pass_of(playback, to) - pass_of(playback, from);
    pav_rigid whole = {.angle = 0};
    if (passes != 0) {
        const pav_rigid start = root_at(pin, playback, 0), end = root_at(pin, playback, playback->duration);
        whole = pav_rigid_repeat(axis, pav_rigid_compose(axis, pav_rigid_invert(axis, start), end), passes);
    }
    return pav_rigid_compose(axis, pav_rigid_compose(axis, pav_rigid_invert(axis, before), whole), after);
}

/* As it will be in so many seconds. */
static pav_playback later(const pav_playback *playback, double seconds)
{
    pav_playback there = *playback;
    pav_playback_live(&there, seconds);
    return there;
}

/* ---- Shares ---- */

typedef struct source {
    const pav_player *player;
    uint32_t first; /* The contribution of the first playback. */
    int part;
} source;

static double weight_of(const void *user, const pav_contribution *contribution)
{
    const source *from = user;
    const pav_scene *scene = from->player->scene;
    const uint32_t target = from->part ? scene->pin.rotation : scene->pin.location;
    const uint32_t index = (uint32_t)(contribution - scene->contributions);
    const uint32_t channel = index < from->first
                                 ? find_channel(contribution, target)
                                 : from->player->playbacks[index - from->first].root_channels[from->part];
    if (channel == PAV_NONE) {
        return 0;
    }
    return contribution->weight * (contribution->mask ? pav_mask_at(contribution->mask, target) : 1);
}

/* Notes the shares that all have in so many seconds.  What the program has applied itself takes its part of
 * them; the playbacks are among the contributions no longer than that. */
static void note_shares(pav_player *player, double seconds, int node)
{
    pav_scene *scene = player->scene;
    const uint32_t first = scene->contribution_count;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback there = later(&player->playbacks[i], seconds);
        scene->contributions[scene->contribution_count++] = contribution_of(&there);
    }
    for (int part = 0; part < 2; part++) {
        pav_contributions_share(scene, weight_of, &(source){player, first, part});
        for (uint32_t i = 0; i < player->playback_count; i++) {
            player->playbacks[i].root_shares[part][node] = scene->contributions[first + i].share;
        }
    }
    scene->contribution_count = first;
}

static bool has_share(const pav_playback *playback, int node)
{
    return playback->root_shares[0][node] > 0 || playback->root_shares[1][node] > 0;
}

/* ---- Adding up ---- */

static void add_to_step(pav_player *player, pav_rigid moved)
{
    const int axis = pav_axis_of(player->scene->pin.taken.turn);
    player->root.step = pav_rigid_compose(axis, player->root.step, moved);
}

/* With shares that stay as they are. */
static void add_whole(pav_player *player, double from, double length)
{
    const pav_root_pin *pin = &player->scene->pin;
    pav_rigid sum = {.angle = 0};
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        if (!has_share(playback, 0)) {
            continue;
        }
        const pav_rigid moved =
            moved_between(pin, playback, later(playback, from).time, later(playback, from + length).time);
        for (int axis = 0; axis < 3; axis++) {
            sum.location[axis] += playback->root_shares[0][0] * moved.location[axis];
        }
        sum.angle += playback->root_shares[1][0] * moved.angle;
    }
    add_to_step(player, sum);
}

/* What is run through at Gauss's points, of a way whose halves are so long. */
static double sum_up(const double shares[2], double half, double other_half)
{
    const double steady = half + other_half, faster = 4 * FROM_MIDDLE * (other_half - half);
    return (shares[0] * (steady - faster) + shares[1] * (steady + faster)) / 2;
}

/* Ways are mixed as they look from the middle of the piece, each turned by its own turn up to there. */
static void add_piece(pav_player *player, double from, double length)
{
    const pav_root_pin *pin = &player->scene->pin;
    const int turn = pav_axis_of(pin->taken.turn);
    pav_rigid sum = {.angle = 0}, moved = {.angle = 0};
    note_shares(player, from + (0.5 - FROM_MIDDLE) * length, 0);
    note_shares(player, from + (0.5 + FROM_MIDDLE) * length, 1);
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        if (!has_share(playback, 0) && !has_share(playback, 1)) {
            continue;
        }
        const double middle = later(playback, from + length / 2).time;
        const pav_rigid half = moved_between(pin, playback, later(playback, from).time, middle),
                        other = moved_between(pin, playback, middle, later(playback, from + length).time);
        double back[3];
        pav_rigid_turn(turn, -half.angle, half.location, back);
        for (int axis = 0; axis < 3; axis++) {
            sum.location[axis] += sum_up(playback->root_shares[0], back[axis], other.location[axis]);
        }
        sum.angle += sum_up(playback->root_shares[1], half.angle, other.angle);
    }
    moved.angle = sum.angle;
    pav_rigid_turn(turn, sum.angle / 2, sum.location, moved.location);
    add_to_step(player, moved);
}

/* Whether a way may be taken in one: nothing turns, or one alone goes, and all of it counts. */
static bool is_plain(const pav_player *player)
{
    uint32_t count = 0;
    bool full = true;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback *playback = &player->playbacks[i];
        count += has_share(playback, 0);
        for (int part = 0; part < 2 && has_share(playback, 0); part++) {
            full = full && (playback->root_channels[part] == PAV_NONE || playback->root_shares[part][0] == 1);
        }
    }
    return !player->scene->pin.taken.turn || (full && count <= 1);
}

/* The shortest of the fades that change a weight then; infinite: none does. */
static double shortest_fade(const pav_player *player, double seconds)
{
    double shortest = INFINITY;
    for (uint32_t i = 0; i < player->playback_count; i++) {
        const pav_playback there = later(&player->playbacks[i], seconds);
        const pav_fading *fading = &there.fading;
        if (pav_fading_is_under_way(fading) && fading->from != fading->to) {
            shortest = fmin(shortest, fading->fade.seconds);
        }
    }
    return shortest;
}

static void add_stretch(pav_player *player, double from, double length)
{
    const double middle = from + length / 2, shortest = shortest_fade(player, middle);
    note_shares(player, middle, 0);
    if (shortest == (double)INFINITY && is_plain(player)) {
        add_whole(player, from, length);
        return;
    }
    const double wanted = fmax(fabs(length) * PIECES_A_SECOND, fabs(length) / shortest * PIECES_A_FADE);
    const double pieces = fmin(fmax(ceil(wanted), 1), MOST_PIECES);
    for (double i = 0; i < pieces; i++) {
        add_piece(player, from + length * (i / pieces), length / pieces);
    }
}

/* ---- Stretches ---- */

/* In how many seconds, or so many back, a fade is at its end, and a playback of once at that of its clip. */
static void find_cuts(const pav_playback *playback, bool back, double cuts[2])
{
    const pav_fading *fading = &playback->fading;
    double first, last;
    pav_playback_range(playback, &first, &last);
    cuts[0] = !pav_fading_is_under_way(fading) ? 0 : back ? fading->elapsed : pav_fading_left(fading);
    cuts[1] = 0;
    if (playback->mode == PAV_PLAY_MODE_ONCE && playback->speed != 0 && !playback->paused && !back) {
        cuts[1] = ((playback->speed < 0 ? first : last) - playback->time) / playback->speed;
    }
}

/* The first cut after `from`, at most `to`; both are distances. */
static double next_cut(const pav_player *player, double from, double to, bool back)
{
    for (uint32_t i = 0; i < player->playback_count; i++) {
        double cuts[2];
        find_cuts(&player->playbacks[i], back, cuts);
        for (int k = 0; k < 2; k++) {
            to = cuts[k] > from + PAV_SAME_MOMENT && cuts[k] < to ? cuts[k] : to;
        }
    }
    return to;
}

void pav_root_motion_begin(pav_player *player)
{
    player->root.step = (pav_rigid){.angle = 0};
}

void pav_root_motion_pass(pav_player *player, double seconds)
{
    const pav_root_pin *pin = &player->scene->pin;
    if (!(pin->taken.location | pin->taken.turn) || seconds == 0) {
        return;
    }
    for (uint32_t i = 0; i < player->playback_count; i++) {
        find_channels(pin, &player->playbacks[i]);
    }
    const bool back = seconds < 0;
    const double whole = fabs(seconds), sign = back ? -1 : 1;
    double cut;
    for (double done = 0; done < whole; done = cut) {
        cut = next_cut(player, done, whole, back);
        add_stretch(player, sign * done, sign * (cut - done));
    }
}

void pav_root_motion_end(pav_player *player)
{
    const int axis = pav_axis_of(player->scene->pin.taken.turn);
    player->root.total = pav_rigid_compose(axis, player->root.total, player->root.step);
}
