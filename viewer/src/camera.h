/* SPDX-License-Identifier: MIT */
/* The orbit camera, and the one in the file; both end as what a picture needs. */
#ifndef VIEW_CAMERA_H
#define VIEW_CAMERA_H

#include "matrix.h"

#include <pavane/pavane.h>

/* Directions that follow from the axis that points up. */
typedef struct view_ground {
    view_vector up;
    view_vector right; /* Of someone who looks at the front. */
    view_vector front; /* From the middle towards that person. */
} view_ground;

typedef struct view_camera {
    view_ground ground;
    view_vector target;
    float yaw, pitch; /* Radians. */
    float distance;
} view_camera;

/* What a picture is drawn with. */
typedef struct view_lens {
    float view[16], projection[16];
    view_vector eye, right, up, backward;
} view_lens;

view_ground view_ground_of(pav_axis up);

/* The size of a picture, and how much of it a panel covers from below. */
typedef struct view_format {
    float width, height, covered;
} view_format;

/* Looks at the middle of a box, and from so far that it fits into what a panel leaves of the picture. */
void view_camera_frame(view_camera *camera, const view_box *box, const view_format *format);
void view_camera_orbit(view_camera *camera, float yaw, float pitch);
/* By parts of the picture's height. */
void view_camera_pan(view_camera *camera, float right, float up);
void view_camera_zoom(view_camera *camera, float factor);

/* `all` is everything there is to see, for near and far. */
void view_camera_lens(const view_camera *camera, const view_box *all, const view_format *format,
                      view_lens *out);
/* Through a camera of the file that stands at a world matrix. */
void view_camera_file_lens(const pav_record_camera *camera, const float world[16], float aspect,
                           view_lens *out);

#endif
