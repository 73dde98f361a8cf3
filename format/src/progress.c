/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include "error.h"

pav_progress pav_progress_within(const pav_progress *progress, double start, double end)
{
    const double whole = progress->end - progress->start;
    return (pav_progress){.options = progress->options,
                          .start = progress->start + start * whole,
                          .end = progress->start + end * whole};
}

pav_result pav_progress_tell(const pav_progress *progress, double part, pav_error *error)
{
    const pav_load_options *options = progress->options;
    const double done = part < 1 ? progress->start + part * (progress->end - progress->start) : progress->end;
    if (!options || !options->progress || options->progress(options->progress_user, done)) {
        return PAV_OK;
    }
    return pav_fail(error, PAV_ERROR_CANCELLED, "loading was cancelled at %.0f %%", 100 * done);
}
