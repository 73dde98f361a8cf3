/* SPDX-License-Identifier: MIT */
/** @file transition.h
 *  What comes after a playback, by itself: at a moment it fades to another clip.  Included by pavane.h.
 *
 *      "attack, and at 0.8 back to idle":
 *          pav_player_play(player, attack, &(pav_play_options){
 *              .fade = {0.1}, .cross_fade = true,
 *              .then = &(pav_transition){.at = PAV_TRANSITION_MOMENT_RATIO, .ratio = 0.8, .clip = idle, .fade = {0.2}}},
 *              NULL, &error);
 *
 *  The fade and the new clip begin at the very moment, however large the step that passes it, and go on from there
 *  to the end of the step.  Of several transitions of a playback the first that it arrives at counts.  A playback
 *  that fades out or away has none any more.  Updates that go back pass none; a seek that fires does, and what it
 *  passes begins before the next update moves anything.
 */
#ifndef PAVANE_TRANSITION_H
#define PAVANE_TRANSITION_H

#include <pavane/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/** When. */
typedef enum pav_transition_moment {
    PAV_TRANSITION_MOMENT_END,   /**< The end of the clip, backwards its start; of a loop that of any pass. */
    PAV_TRANSITION_MOMENT_RATIO, /**< A part of the clip's duration. */
    PAV_TRANSITION_MOMENT_EVENT  /**< An event of the clip, or an added one. */
} pav_transition_moment;

/** A transition to a clip of the same binding.  It is played with the owner, the weight, the priority and
 *  the mask of the playback that it follows, and additive if that is. */
struct pav_transition {
    pav_transition_moment at;
    double ratio;      /**< 0 to 1. */
    const char *event; /**< Its name; copied. */
    uint32_t clip;     /**< PAV_NONE: to nothing, a fade out. */
    pav_fade fade;
    bool mode_set; /**< As in pav_play_options, as are the others. */
    pav_play_mode mode;
    bool speed_set;
    double speed;
    bool start_set;
    double start;
    uint32_t loop_count;
};

/** Adds a transition to a playback; it goes with it.  A place for the playback that it starts is kept free.
 *  PAV_ERROR_NAME for a playback, clip, owner or event that is not there, PAV_ERROR_VALUE for a number that
 *  cannot be, PAV_ERROR_FULL when transition_capacity is used up, or playback_capacity by such as do not fade out.
 *  `error` may be NULL. */
PAV_API pav_result pav_player_add_transition(pav_player *player, uint32_t playback,
                                             const pav_transition *transition, pav_error *error);
/** Removes all transitions of a playback.  Unknown handles are fine. */
PAV_API void pav_player_clear_transitions(pav_player *player, uint32_t playback);

/** A playback's transitions in the order they were added; false past the last.  `event` is good until the
 *  next call that changes the player. */
PAV_API bool pav_player_transition(const pav_player *player, uint32_t playback, uint32_t position,
                                   pav_transition *out);

#ifdef __cplusplus
}
#endif

#endif
