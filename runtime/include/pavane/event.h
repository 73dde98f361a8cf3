/* SPDX-License-Identifier: MIT */
/** @file event.h
 *  What happens while clips play: events of the clips, events that the program adds, ends.  Included by pavane.h.
 *
 *  An event is fired once each time that a playback arrives at its moment, in either direction, however large
 *  the step is; a moment that a playback starts on is fired in its first update.  In a loop the clip's end and
 *  its start are one moment of the clock: what lies at the end is fired, then `looped`, then what lies at the
 *  start.  Ping-pong turns at an end: what lies there is fired once a turn, then `looped`.  Events of the file
 *  outside the clip's length are never reached.
 *
 *  Events come in the order of time, of all playbacks together; at one moment in the order that the playbacks were
 *  started, and what lies on the way of a seek before all else.  A playback that has faded out, or gave way to the
 *  next in the middle of a step, fires nothing after that moment.  So the size of the steps does not show.
 *
 *  Events are fired at the end of pav_player_update, when the frame is complete: to the callbacks, and into a
 *  queue that the program may poll.  A callback may play, stop, seek, add and remove, also itself; what it
 *  seeks through is fired by the next update, and a playback that was stopped fires nothing more.
 */
#ifndef PAVANE_EVENT_H
#define PAVANE_EVENT_H

#include <pavane/player.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most events of one update; the rest is one event `skipped`.  `finished` is never skipped. */
#define PAV_EVENT_LIMIT 65536u

typedef enum pav_event_kind {
    PAV_EVENT_KIND_MARKER,   /**< An event of the clip. */
    PAV_EVENT_KIND_ADDED,    /**< One that the program added. */
    PAV_EVENT_KIND_LOOPED,   /**< A loop or ping-pong came to an end of the clip and goes on. */
    PAV_EVENT_KIND_FINISHED, /**< The end that a playback runs to is reached; once until it leaves it. */
    PAV_EVENT_KIND_SKIPPED   /**< More happened in this update than PAV_EVENT_LIMIT. */
} pav_event_kind;

/** Something that happened. */
typedef struct pav_player_event {
    pav_event_kind kind;
    uint32_t playback;          /**< PAV_NONE of `skipped`, as are the next two. */
    uint32_t clip;
    const pav_binding *binding; /**< NULL of `skipped`. */
    uint32_t index;             /**< Of a marker in the clip's events; of an added one its handle; else PAV_NONE. */
    const char *name;           /**< Of a marker and of an added one; else "looped", "finished", "skipped". */
    double time;                /**< When, on the playback's clock: not wrapped. */
    double clip_time;           /**< The same in the clip. */
    bool backwards;             /**< The clip ran backwards there. */
    double skipped;             /**< How many were skipped; 0 of all others. */
} pav_player_event;

/** Takes the oldest event out of the queue; false when there is none.  What it points to is good until the
 *  next call of this function. */
PAV_API bool pav_player_poll_event(pav_player *player, pav_player_event *out);

/** How many events found the queue full since the player was created; they went to the callbacks alone. */
PAV_API uint64_t pav_player_event_overflow(const pav_player *player);

/** A function that is called with every event. */
typedef struct pav_event_callback {
    /** What it points to is good during the call.  An error is returned by pav_player_update, after all
     *  events are fired. */
    pav_result (*fire)(void *self, pav_player *player, const pav_player_event *event);
    void (*destroy)(void *self); /**< When it is removed or the player destroyed.  May be NULL. */
    void *self;
} pav_event_callback;

/** Adds a callback at the end of the list, or removes one; inside of one, too: one that removes itself is
 *  destroyed when it returns.  PAV_ERROR_FULL when event_callback_capacity is used up.  Handles are never used
 *  again in this player; unknown ones are fine. */
PAV_API pav_result pav_player_add_event_callback(pav_player *player, const pav_event_callback *callback,
                                                 uint32_t *out);
PAV_API void pav_player_remove_event_callback(pav_player *player, uint32_t handle);

/** An event of the program's own, for all playbacks of a clip in one player. */
typedef struct pav_added_event {
    const pav_binding *binding; /**< NULL: the clips of the scene's own document.  Held. */
    uint32_t clip;
    const char *name; /**< Copied, cut to 63 bytes. */
    bool by_ratio;    /**< `at` is a part of the clip's duration, 0 to 1; false: seconds into it. */
    double at;
} pav_added_event;

/** PAV_ERROR_VALUE when the moment is outside the clip, PAV_ERROR_NAME for a clip that is not there,
 *  PAV_ERROR_FULL when added_event_capacity is used up.  One that is added while events are fired counts from
 *  the next update on. */
PAV_API pav_result pav_player_add_event(pav_player *player, const pav_added_event *event, uint32_t *out,
                                        pav_error *error);
/** The added events in the order of their moments, in seconds: the handle, PAV_NONE past the last.  The name is good
 *  until one is added or removed.  `out` may be NULL. */
PAV_API uint32_t pav_player_added_event(const pav_player *player, uint32_t position, pav_added_event *out);
/** Unknown handles are fine. */
PAV_API void pav_player_remove_event(pav_player *player, uint32_t handle);

/** Goes to a time.  With `fire` the next update fires, before its own events, what lies on the straight way
 *  there, the time that it lands on among it; without it nothing there is fired (as by pav_player_set_time).
 *  PAV_ERROR_NAME and PAV_ERROR_VALUE as pav_player_set_time, PAV_ERROR_FULL when with `fire` more than twice
 *  playback_capacity such ways wait for the update; several that follow each other in one direction are one. */
PAV_API pav_result pav_player_seek(pav_player *player, uint32_t playback, double time, bool fire);

#ifdef __cplusplus
}
#endif

#endif
