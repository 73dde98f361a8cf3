/* SPDX-License-Identifier: MIT */
/* The list of update callbacks of a scene: the built-in ones first, then the user's in the order they came.
 */
#ifndef PAV_CALLBACK_H
#define PAV_CALLBACK_H

#include <pavane/pavane.h>

#define PAV_CALLBACK_NAME_SIZE 64

/* A place in the list.  Places are linked by index, so that removing and adding while one runs moves nothing.
 */
typedef struct pav_callback_place {
    pav_update_callback callback; /* callback.name points to `name`. */
    char name[PAV_CALLBACK_NAME_SIZE];
    uint32_t handle; /* PAV_NONE for the built-in ones. */
    uint32_t first;  /* Its own first float in the targets; PAV_NONE when it has none. */
    uint32_t previous;
    uint32_t next;
    bool links;   /* Given at creation: may link channels. */
    bool removed; /* While it runs: leaves the list when it returns. */
} pav_callback_place;

typedef struct pav_callback_list {
    pav_callback_place *places;
    uint32_t head; /* PAV_NONE: the end. */
    uint32_t tail;
    uint32_t free; /* Unused places, linked by `next`. */
    uint32_t user_count;
    uint32_t user_capacity; /* The callbacks given at creation count here too. */
    uint32_t next_handle;
    uint32_t running; /* The place that runs, or PAV_NONE. */
} pav_callback_list;

/* Makes the built-in callbacks and those of the options; called once, at creation. */
pav_result pav_callbacks_create(pav_scene *scene, const pav_scene_options *options, pav_error *error);

/* Destroys every callback, in order. */
void pav_callbacks_destroy(pav_scene *scene);

/* Whether one of them may link channels. */
bool pav_callbacks_link(const pav_scene *scene);

/* Runs the callbacks of a phase.  With `built_in` those of the library alone. */
pav_result pav_callbacks_run(pav_scene *scene, pav_phase phase, bool built_in, pav_error *error);

#endif
