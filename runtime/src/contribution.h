/* SPDX-License-Identifier: MIT */
/* What clips contribute to the next update. */
#ifndef PAV_CONTRIBUTION_H
#define PAV_CONTRIBUTION_H

#include "channel.h"
#include "mask.h"
#include "scene.h"

/* One target that one channel of one contribution drives. */
typedef struct pav_visit {
    pav_scene *scene;
    uint32_t contribution;
    uint32_t link;
    const pav_target *target;
    uint32_t units; /* A bit for each number that is weighed; of a quaternion one for all. */
    float *value;   /* The channel's value, once evaluated. */
    bool *evaluated;
} pav_visit;

typedef void pav_visitor(const pav_visit *at);

/* Adds a contribution that is known to be right, and holds what it needs.  There must be room. */
void pav_contribution_add(pav_scene *scene, const pav_contribution *contribution);

/* Forgets the contributions; also called before the scene is destroyed. */
void pav_contributions_forget(pav_scene *scene);

/* Puts the list in the order of the rule in pavane.h: those that are averaged, then the additive ones. */
void pav_contributions_sort(pav_scene *scene);

/* The weight that a contribution has for something. */
typedef double pav_weight_of(const void *user, const pav_contribution *contribution);

/* Sets the share of each contribution by the rule in pavane.h, before they are blended. */
void pav_contributions_share(pav_scene *scene, pav_weight_of *weight_of, const void *user);

/* Whether a channel's owner is among those that it plays. */
bool pav_contribution_plays(const pav_contribution *contribution, const pav_chunk_clip *clip,
                            uint32_t channel);

/* Visits all targets that a contribution drives. */
void pav_contribution_visit(pav_scene *scene, uint32_t index, pav_visitor *function);

/* The channel's value. */
const float *pav_visit_evaluate(const pav_visit *at);

/* The contribution's weight for a number of the targets: masked. */
static inline double pav_visit_weight(const pav_visit *at, uint32_t number)
{
    const pav_contribution *contribution = &at->scene->contributions[at->contribution];
    return contribution->mask ? contribution->weight * pav_mask_at(contribution->mask, number)
                              : contribution->weight;
}

#endif
