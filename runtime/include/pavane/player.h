/* SPDX-License-Identifier: MIT */
/** @file player.h
 *  The player: which clips play on a scene, when and how much.  Included by pavane.h.
 *
 *  Fades.  A playback's weight is multiplied by a factor from 0 to 1, its fade.  A cross-fade takes some
 *  playbacks to 0, where they stop, and one to 1, with the same clock and curve, so that their factors sum up
 *  to 1 all the time.  Playbacks that take part in an unfinished cross-fade belong together: if one of them
 *  is told to fade to or from a third, all of them go on from what they are.  A cross-fade between some priorities
 *  plays all at the highest one until it ends; each sets out from the factor that shows there what it showed, of what
 *  they show together: 0 where it was hidden by them.  A fade to or from nothing shares with what lies
 *  below, in the end the rest pose.  Additive playbacks take from nobody: between one and another that is none each
 *  fades by itself, to or from nothing, and they do not belong together.  A playback of once that reaches its end while
 *  it fades holds it until the fade is over.  Fades run with the seconds of the updates, whatever speed or pause a
 *  playback has.  What fades out stops when its fade is over, in the middle of a step too; its handle is good until the
 *  next update.
 *
 *  Cross-fades may interrupt each other as often as they like.  Where no place is left, that stops which shows least of
 *  those that fade out, and its part goes to those that it fades with: to another play of its clip at the nearest
 *  moment, else to all by their parts.
 */
#ifndef PAVANE_PLAYER_H
#define PAVANE_PLAYER_H

#include <stdbool.h>

#include <pavane/mask.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pav_scene pav_scene;
typedef struct pav_binding pav_binding;
typedef struct pav_player pav_player;
typedef struct pav_transition pav_transition;

/** All zero: defaults. */
typedef struct pav_player_options {
    pav_allocator allocator;
    uint32_t playback_capacity; /**< Most playbacks at a time; 0: the scene's apply_capacity.  Where a cross-fade
                                     finds no place, weights still sum to 1, but the pose jumps by what one shows
                                     that must go, at most 1 / capacity of it when all are of one layer: with 2 or 3
                                     one sees that, with 16 it is less than what the fades themselves move. */
    uint32_t event_capacity;    /**< Most events that wait to be polled; 0: 64. */
    uint32_t event_callback_capacity; /**< 0: 8. */
    uint32_t added_event_capacity;    /**< 0: 16. */
    uint32_t transition_capacity;     /**< 0: 16. */
} pav_player_options;

/** How a fade gets from one weight to the other. */
typedef enum pav_fade_curve {
    PAV_FADE_CURVE_LINEAR,
    PAV_FADE_CURVE_SMOOTH,   /**< Slow at both ends: s*s*(3 - 2*s). */
    PAV_FADE_CURVE_EASE_IN,  /**< Slow at its start: s*s. */
    PAV_FADE_CURVE_EASE_OUT  /**< Slow at its end: s*(2 - s). */
} pav_fade_curve;

/** All zero: at once. */
typedef struct pav_fade {
    double seconds;
    pav_fade_curve curve;
} pav_fade;

/** One play of a clip.  All zero: the scene's own document, all owners, the file's play mode, full weight,
 *  priority 0, normal speed, from the start (with a negative speed from the end). */
typedef struct pav_play_options {
    const pav_binding *binding; /**< NULL: the clips of the scene's own document.  Held while it plays. */
    const char *owner;          /**< Plays only this owner's channels; NULL: all. */
    bool mode_set;              /**< Use `mode`; false: the clip's own play mode. */
    pav_play_mode mode;
    bool weight_set;            /**< Use `weight`; false: 1. */
    float weight;
    int32_t priority;
    bool speed_set;             /**< Use `speed`; false: 1.  Negative plays backwards. */
    double speed;
    double duration;            /**< Seconds that it takes from one end of the clip to the other at speed 1;
                                     0: as long as the artist meant.  Its clock stays that of the clip: what is
                                     asked for and read back is the speed that comes of it. */
    bool start_set;             /**< Use `start`, 0 too; false: 0 stands for the clip's start, or with a negative speed
                                     for its end. */
    double start;               /**< Seconds into the clip at which it starts. */
    uint32_t loop_count;        /**< Of loop and ping-pong: after how many passes through the clip it is finished
                                     and holds where it is, as stay does; 0: never. */
    bool paused;
    const pav_mask *mask;       /**< NULL: none.  Held while it plays. */
    bool additive;              /**< Added to the others, see pavane.h. */
    bool reference_set;         /**< Against the clip itself at `reference` seconds; false: against rest. */
    double reference;
    pav_fade fade;              /**< Fades in. */
    bool cross_fade;            /**< And what it takes the place of fades out, in its layer alone:
                                     pav_player_cross_fade from PAV_ALL. */
    const pav_transition *then; /**< What comes after it; NULL: nothing.  Copied. */
} pav_play_options;

/** What a playback is doing. */
typedef struct pav_playback_state {
    uint32_t clip;
    const pav_binding *binding;
    const char *owner; /**< NULL: all. */
    pav_play_mode mode;
    double time;       /**< Seconds run since the clip's start: not wrapped, negative when played backwards. */
    double clip_time;  /**< The moment of the clip that is shown, 0 to its duration. */
    double ratio;      /**< The same as a part of the duration, 0 to 1. */
    double speed;
    uint32_t loops;      /**< Of loop and ping-pong: how many passes lie between its time and the clip's start. */
    uint32_t loop_count; /**< As it was given. */
    float weight;
    int32_t priority;
    int32_t effective_priority; /**< The one it plays at: during a cross-fade that of the fade. */
    double fade;         /**< What the weight is multiplied by, 0 to 1. */
    double fade_target;  /**< Where its fade leads; `fade` when it does not fade. */
    double fade_left;    /**< Seconds until there; 0: it does not fade. */
    pav_fade_curve fade_curve; /**< Of its last fade. */
    bool leaving;        /**< It stops when its fade is over. */
    double effective_weight; /**< Its part in the last update of a number that all playbacks drive: after fades,
                                  priorities and the averaging of the rule in pavane.h, without
                                  masks. */
    const pav_mask *mask;
    bool additive;
    bool reference_set;
    double reference;
    bool paused;
    bool finished; /**< Of once and stay, and of a loop that is counted: the end is reached, or with a negative
                        speed the start.  Stay holds it.  Once shows it in the update that reaches it; the next
                        one not paused ends it. */
} pav_playback_state;

/** A scene has one player at most: PAV_ERROR_FULL for a second one.  The scene must outlive its player. */
PAV_API pav_result pav_player_create(pav_scene *scene, const pav_player_options *options, pav_player **out,
                                     pav_error *error);
PAV_API void pav_player_destroy(pav_player *player);
PAV_API pav_scene *pav_player_scene(const pav_player *player);
/** The binding of the scene's own clips.  All scenes of a document share one, which the first player makes with the
 *  document's allocator and which goes with the document; a scene with callbacks that link has one of its own. */
PAV_API const pav_binding *pav_player_binding(const pav_player *player);

/** Plays a clip; `*out` is the playback's handle, never used again in this player.  PAV_ERROR_VALUE for a
 *  number that is not finite or a negative weight or fade, PAV_ERROR_NAME for an unknown owner or a clip that
 *  the document does not have (PAV_NONE: pav_document_find_clip found none; the message names those that there are),
 *  PAV_ERROR_FULL when playback_capacity is used up by such as do not fade out; `*out` is PAV_NONE then.  `options`,
 *  `out`, `error` may be NULL. */
PAV_API pav_result pav_player_play(pav_player *player, uint32_t clip, const pav_play_options *options,
                                   uint32_t *out, pav_error *error);
/** Stops one playback; PAV_ALL: all.  Unknown handles are fine. */
PAV_API void pav_player_stop(pav_player *player, uint32_t playback);

/** Reads a playback, or changes it.  PAV_ERROR_NAME when it has ended or never was, PAV_ERROR_VALUE for a
 *  number that is not finite. */
PAV_API pav_result pav_player_get(const pav_player *player, uint32_t playback, pav_playback_state *out);
/** Fires no events; pav_player_seek may. */
PAV_API pav_result pav_player_set_time(pav_player *player, uint32_t playback, double time);
/** One that holds its end sets out from there. */
PAV_API pav_result pav_player_set_speed(pav_player *player, uint32_t playback, double speed);
PAV_API pav_result pav_player_set_weight(pav_player *player, uint32_t playback, float weight);
/** Until a cross-fade that it takes part in is over, it plays at the priority of that; which layer it belongs to
 *  changes at once. */
PAV_API pav_result pav_player_set_priority(pav_player *player, uint32_t playback, int32_t priority);
PAV_API pav_result pav_player_set_paused(pav_player *player, uint32_t playback, bool paused);
/** NULL: none.  A mask for another document is a mistake of the program. */
PAV_API pav_result pav_player_set_mask(pav_player *player, uint32_t playback, const pav_mask *mask);
/** The clip goes on from the moment that it shows, on a clock that starts in the first pass; of a counted loop as
 *  many passes are left as before, from once and stay all of them.  One that holds its end sets out from there. */
PAV_API pav_result pav_player_set_mode(pav_player *player, uint32_t playback, pav_play_mode mode);
/** Counted from the pass that it was started in; the one that it is in is run to its end.  One that holds its end
 *  sets out from there when there are more. */
PAV_API pav_result pav_player_set_loop_count(pav_player *player, uint32_t playback, uint32_t loop_count);

/** Fades a playback from what it is to its full weight, or to nothing, where it stops; PAV_ALL: all.  Out of
 *  a cross-fade it goes alone.  `fade` NULL: at once.  PAV_ERROR_NAME when the playback has ended or never
 *  was, PAV_ERROR_VALUE for seconds that are negative or not finite. */
PAV_API pav_result pav_player_fade_in(pav_player *player, uint32_t playback, const pav_fade *fade);
PAV_API pav_result pav_player_fade_out(pav_player *player, uint32_t playback, const pav_fade *fade);

/** Fades from one playback, and whatever is still fading with it, to another, which goes on from the factor
 *  that it has: 0 when it was just started, that is before an update has shown it, 1 when it plays, less when it lies
 *  below what it is faded from.  From PAV_ALL:
 *  from all others of its layer, each where it is.  Additive playbacks of one `priority` are a layer, and so are the
 *  others of one; what is in other layers goes on as it is.  What is still fading out belongs where that belongs which
 *  it fades in favour of.  Where some of the layer are in a cross-fade with a higher priority, all of it play at that
 *  until the new one ends.  From a playback to itself: nothing changes.  Errors as above. */
PAV_API pav_result pav_player_cross_fade(pav_player *player, uint32_t from, uint32_t to,
                                         const pav_fade *fade);

/** Handles of the playbacks that are there, in the order they were started; PAV_NONE past the last. */
PAV_API uint32_t pav_player_playback(const pav_player *player, uint32_t position);

/** Moves every playback on by `seconds` times its speed, applies them and updates the scene; what the program
 *  applied itself is blended with them.  Nothing playing: the scene goes to rest.  PAV_ERROR_VALUE when
 *  `seconds` or where it leads is not finite, PAV_ERROR_FULL when the scene's apply_capacity is too small for what
 *  does not fade out; then nothing moves.  `error` may be NULL. */
PAV_API pav_result pav_player_update(pav_player *player, double seconds, pav_error *error);

#ifdef __cplusplus
}
#endif

#endif
