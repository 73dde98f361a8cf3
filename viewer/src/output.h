/* SPDX-License-Identifier: MIT */
/* Pictures and dumps of a session, written to files. */
#ifndef VIEW_OUTPUT_H
#define VIEW_OUTPUT_H

#include "session.h"

/* Whether the options ask for files instead of a window. */
bool view_output_wanted(const pav_view_options *options);
/* Says what of the options cannot be, before anything is drawn. */
pav_result view_output_check(const pav_view_options *options, pav_error *error);
pav_result view_output_write(view_session *session, pav_error *error);

/* Shows a moment of the chosen clip.  Within the clip the very end is the end, also of a loop; outside of it
 * the play mode says what is seen. */
pav_result view_output_pose(view_session *session, double seconds, pav_error *error);

#endif
