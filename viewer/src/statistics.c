/* SPDX-License-Identifier: MIT */
#include "statistics.h"

#include "clock.h"

/* ---- Marks ---- */

static pav_result mark(void *self, pav_scene *scene)
{
    (void)scene;
    *(double *)self = view_clock();
    return PAV_OK;
}

void view_statistics_attach(view_statistics *statistics, pav_scene *scene)
{
    static const pav_phase phases[VIEW_MARK_COUNT] = {PAV_PHASE_BEFORE, PAV_PHASE_AFTER_WORLD,
                                                      PAV_PHASE_AFTER_DEFORM};
    statistics->scene = scene;
    for (uint32_t i = 0; i < VIEW_MARK_COUNT; i++) {
        const pav_update_callback callback = {.name = "viewer",
                                              .phase = phases[i],
                                              .only = PAV_ALL,
                                              .update = mark,
                                              .self = &statistics->marks[i]};
        if (pav_scene_add_callback(scene, &callback, &statistics->handles[i])) {
            for (uint32_t made = 0; made < i; made++) {
                pav_scene_remove_callback(scene, statistics->handles[made]);
            }
            statistics->scene = NULL;
            return;
        }
    }
}

void view_statistics_detach(view_statistics *statistics)
{
    for (uint32_t i = 0; statistics->scene && i < VIEW_MARK_COUNT; i++) {
        pav_scene_remove_callback(statistics->scene, statistics->handles[i]);
    }
    statistics->scene = NULL;
}

/* ---- A picture ---- */

static void smooth(double *value, double now, bool first)
{
    *value += (first ? 1 : 0.1) * (now - *value);
}

static void add_picture(view_statistics *statistics)
{
    view_times *times = &statistics->times;
    const view_times *now = &statistics->now;
    const bool first = statistics->pictures == 0;
    smooth(&times->frame, now->frame, first);
    smooth(&times->update, now->update, first);
    smooth(&times->sampling, now->sampling, first);
    smooth(&times->posing, now->posing, first);
    smooth(&times->deforming, now->deforming, first);
    smooth(&times->drawing, now->drawing, first);
    statistics->pictures++;
}

void view_statistics_begin(view_statistics *statistics)
{
    const double now = view_clock();
    statistics->now.frame = now - statistics->begun;
    /* The first picture is no measure: much is made ready in it. */
    if (statistics->begun_count > 1) {
        add_picture(statistics);
    }
    statistics->begun = now;
    statistics->begun_count++;
}

void view_statistics_update_done(view_statistics *statistics)
{
    const double *marks = statistics->marks;
    statistics->updated = view_clock();
    statistics->now = (view_times){.update = statistics->updated - statistics->begun};
    if (statistics->scene) {
        statistics->now.sampling = marks[0] - statistics->begun;
        statistics->now.posing = marks[1] - marks[0];
        statistics->now.deforming = marks[2] - marks[1];
    }
}

void view_statistics_drawing_done(view_statistics *statistics)
{
    statistics->now.drawing = view_clock() - statistics->updated;
}
