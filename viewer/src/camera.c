/* SPDX-License-Identifier: MIT */
#include "camera.h"

#include <math.h>

static const float half_height =
    0.3f; /* Of the picture at distance 1: an angle of 33 degrees, as of a portrait lens. */
static const float steepest = 1.5533f; /* Radians: at the pole itself the picture would flip. */

view_ground view_ground_of(pav_axis up)
{
    const view_ground y_up = {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}};
    const view_ground z_up = {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}};
    return up == PAV_AXIS_Y ? y_up : z_up;
}

/* ---- Orbit ---- */

static view_vector backward(const view_camera *camera)
{
    const view_ground *ground = &camera->ground;
    const view_vector around = view_vector_add(view_vector_scale(ground->front, cosf(camera->yaw)),
                                               view_vector_scale(ground->right, sinf(camera->yaw)));
    return view_vector_add(view_vector_scale(around, cosf(camera->pitch)),
                           view_vector_scale(ground->up, sinf(camera->pitch)));
}

static view_vector rightward(const view_camera *camera)
{
    const view_ground *ground = &camera->ground;
    return view_vector_subtract(view_vector_scale(ground->right, cosf(camera->yaw)),
                                view_vector_scale(ground->front, sinf(camera->yaw)));
}

/* How far to stand so that a corner, seen from the middle, lies inside the picture. */
static float distance_for(const view_camera *camera, view_vector corner, float aspect)
{
    const view_vector back = backward(camera), right = rightward(camera), up = view_vector_cross(back, right);
    const float sideways = fabsf(view_vector_dot(corner, right)) / (half_height * aspect);
    const float upwards = fabsf(view_vector_dot(corner, up)) / half_height;
    return view_vector_dot(corner, back) + fmaxf(sideways, upwards);
}

void view_camera_frame(view_camera *camera, const view_box *box, const view_format *format)
{
    const float aspect = format->width / (format->height - format->covered);
    const float radius = view_box_radius(box);
    camera->target = view_box_is_empty(box) ? (view_vector){0, 0, 0} : view_box_center(box);
    camera->distance = 0;
    for (int i = 0; i < 8 && radius > 0; i++) {
        const view_vector corner = {i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                                    i & 4 ? box->max.z : box->min.z};
        const float distance = distance_for(camera, view_vector_subtract(corner, camera->target), aspect);
        camera->distance = fmaxf(camera->distance, 1.08f * distance);
    }
    if (!(camera->distance > 0) || !isfinite(camera->distance)) {
        camera->distance = 5;
    }
}

void view_camera_orbit(view_camera *camera, float yaw, float pitch)
{
    camera->yaw = fmodf(camera->yaw + yaw, 6.2831853f);
    camera->pitch = fminf(fmaxf(camera->pitch + pitch, -steepest), steepest);
}

void view_camera_pan(view_camera *camera, float right, float up)
{
    const float height = 2 * half_height * camera->distance;
    const view_vector back = backward(camera), side = rightward(camera);
    camera->target = view_vector_add(camera->target, view_vector_scale(side, right * height));
    camera->target =
        view_vector_add(camera->target, view_vector_scale(view_vector_cross(back, side), up * height));
}

void view_camera_zoom(view_camera *camera, float factor)
{
    const float distance = camera->distance * factor;
    camera->distance = fminf(fmaxf(distance, 1e-6f), 1e12f);
}

void view_camera_lens(const view_camera *camera, const view_box *all, const view_format *format,
                      view_lens *out)
{
    const float free = format->height - format->covered;
    out->backward = backward(camera);
    out->right = rightward(camera);
    out->up = view_vector_cross(out->backward, out->right);
    out->eye = view_vector_add(camera->target, view_vector_scale(out->backward, camera->distance));
    view_matrix_look(out->eye, out->right, out->up, out->backward, out->view);
    const bool nothing = view_box_is_empty(all);
    const view_vector middle = nothing ? camera->target : view_box_center(all);
    const float away = view_vector_length(view_vector_subtract(out->eye, middle));
    /* The ground reaches beyond everything else. */
    const float far = 1.05f * (away + view_box_radius(all)) + 20 * camera->distance;
    const float near = fmaxf(fminf(0.05f * camera->distance, 1e-2f * far), 2e-5f * far);
    const float right = half_height * format->width / free,
                lower = half_height * (1 - 2 * format->height / free);
    const float sides[4] = {-right, right, lower, half_height};
    view_matrix_frustum(sides, near, far, out->projection);
}

/* ---- The file's camera ---- */

/* Width and height at distance 1 (of an orthographic one: as they are); returns the side that the sensor is
 * fitted to, which shifts are parts of. */
static float file_picture_size(const pav_record_camera *camera, float aspect, float *width, float *height)
{
    const bool orthographic = camera->kind == PAV_CAMERA_KIND_ORTHOGRAPHIC;
    const bool vertical = camera->sensor_fit == PAV_SENSOR_FIT_VERTICAL ||
                          (camera->sensor_fit == PAV_SENSOR_FIT_AUTO && aspect < 1);
    const float sensor =
        camera->sensor_fit == PAV_SENSOR_FIT_VERTICAL ? camera->sensor_height : camera->sensor_width;
    const float size = orthographic ? camera->ortho_scale : sensor / camera->lens;
    *width = vertical ? size * aspect : size;
    *height = vertical ? size : size / aspect;
    return size;
}

void view_camera_file_lens(const pav_record_camera *camera, const float world[16], float aspect,
                           view_lens *out)
{
    out->eye = view_matrix_column(world, 3);
    out->backward = view_vector_normalize(view_matrix_column(world, 2));
    const view_vector up = view_vector_normalize(view_matrix_column(world, 1));
    out->right = view_vector_normalize(view_vector_cross(up, out->backward));
    out->up = view_vector_cross(out->backward, out->right);
    view_matrix_look(out->eye, out->right, out->up, out->backward, out->view);
    float width, height;
    const float side = file_picture_size(camera, aspect, &width, &height);
    const float shift_x = camera->shift_x * side, shift_y = camera->shift_y * side;
    const float sides[4] = {shift_x - width / 2, shift_x + width / 2, shift_y - height / 2,
                            shift_y + height / 2};
    const float far = fmaxf(camera->clip_end, 1e-6f);
    const float near = fminf(camera->clip_start, 0.5f * far);
    if (camera->kind == PAV_CAMERA_KIND_ORTHOGRAPHIC) {
        view_matrix_orthographic(sides, near, far, out->projection);
    } else {
        view_matrix_frustum(sides, fmaxf(near, 2e-5f * far), far, out->projection);
    }
}
