/* SPDX-License-Identifier: MIT */
#include "session.h"

#include "bounds.h"
#include "clip_list.h"
#include "clips.h"
#include "hud.h"
#include "message.h"
#include "output.h"
#include "time_panel.h"
#include "value_panel.h"

#include <math.h>

enum { MOST_FRAMED = 16 };

static const float degree = 0.017453293f;

static const pav_chunk_scene *chunk_of(const view_session *session)
{
    return pav_document_scene(pav_scene_document(session->scene));
}

/* ---- What plays at first ---- */

/* What the options say of a player that plays already; what they do not say stays. */
static pav_result change_adopted(view_session *session, pav_error *error)
{
    const pav_view_options *options = session->options;
    view_playing *playing = &session->playing;
    if (options->speed > 0 || options->reverse) {
        view_playing_set_speed(playing, options->speed > 0 ? options->speed : playing->speed,
                               options->reverse);
    }
    if (options->mode_set) {
        const pav_result result = view_playing_set_mode(playing, options->mode, error);
        if (result) {
            return result;
        }
    }
    if (options->paused) {
        view_playing_set_paused(playing, true);
    }
    playing->others = options->others == PAV_VIEW_ON;
    return playing->others || options->along_count ? view_playing_refresh(playing, error) : PAV_OK;
}

static pav_result choose_first(view_session *session, pav_error *error)
{
    const pav_view_options *options = session->options;
    view_playing *playing = &session->playing;
    uint32_t clip = options->rest ? PAV_NONE : view_clip_main(playing->binding);
    pav_result result = PAV_OK;
    if (options->clip) {
        result = view_clip_find(playing->document, options->clip, &clip, error);
    }
    for (uint32_t i = 0; i < options->along_count && !result; i++) {
        result = view_playing_add_along(playing, options->along[i], error);
    }
    if (result) {
        return result;
    }
    if (playing->adopted && !options->clip && !options->rest) {
        return change_adopted(session, error);
    }
    playing->others = options->others != PAV_VIEW_OFF && !options->rest;
    playing->paused = options->paused;
    playing->mode = options->mode_set ? options->mode : PAV_PLAY_MODE_LOOP;
    playing->speed = options->speed > 0 ? options->speed : 1;
    playing->reverse = options->reverse;
    return view_playing_choose(playing, clip, error);
}

static pav_result seek_first(view_session *session, pav_error *error)
{
    const pav_view_options *options = session->options;
    view_playing *playing = &session->playing;
    double seconds = options->time;
    if (options->frame_set && playing->clip != PAV_NONE) {
        seconds = pav_clip_seconds(pav_document_clip(playing->document, playing->clip), options->frame);
    }
    if (!isfinite(seconds)) {
        return view_fail(error, PAV_ERROR_VALUE, "a time of %g seconds", seconds);
    }
    if (options->frame_set || options->time != 0) {
        view_playing_seek(playing, seconds);
    }
    return PAV_OK;
}

/* ---- Where the camera stands ---- */

/* Clips of which the movement is framed: those that play, or any when the picture shows several. */
static uint32_t list_framed(const view_session *session, uint32_t clips[MOST_FRAMED])
{
    const view_playing *playing = &session->playing;
    uint32_t count = 0;
    if (session->options->contact_sheet && !session->options->clip) {
        while (count < MOST_FRAMED && count < pav_document_clip_count(playing->document)) {
            clips[count] = count;
            count++;
        }
        return count;
    }
    if (playing->clip != PAV_NONE) {
        clips[count++] = playing->clip;
    }
    for (uint32_t i = 0; i < playing->companion_count && count < MOST_FRAMED; i++) {
        clips[count++] = playing->companion_clips[i];
    }
    return count;
}

void view_session_measure(view_session *session)
{
    uint32_t clips[MOST_FRAMED];
    const uint32_t count = list_framed(session, clips);
    const view_bounds found =
        view_bounds_find(session->scene, session->playing.document, clips, count, session->hidden);
    session->focus = found.moving;
    if (session->playing.clip == PAV_NONE) {
        /* The caller may have posed it. */
        const view_box now = view_bounds_scene(session->scene, session->hidden);
        view_box_join(&session->focus, &now);
    }
    session->all = found.rest;
    view_box_join(&session->all, &session->focus);
}

static void place_camera(view_session *session)
{
    const pav_view_options *options = session->options;
    view_session_measure(session);
    session->camera.ground = view_ground_of((pav_axis)chunk_of(session)->scene->up_axis);
    const bool chosen = options->view_set;
    session->camera.yaw = 0;
    session->camera.pitch = 0;
    view_camera_orbit(&session->camera, degree * (float)(chosen ? options->yaw : PAV_VIEW_YAW),
                      degree * (float)(chosen ? options->pitch : PAV_VIEW_PITCH));
    session->file_camera = options->file_camera;
}

/* ---- Making ---- */

static view_lighting find_lighting(const view_session *session)
{
    switch (session->options->lighting) {
    case PAV_VIEW_LIGHTING_FILE:
        return VIEW_LIGHTING_FILE;
    case PAV_VIEW_LIGHTING_STUDIO:
        return VIEW_LIGHTING_STUDIO;
    case PAV_VIEW_LIGHTING_FLAT:
        return VIEW_LIGHTING_FLAT;
    default:
        return view_lights_are_in(session->scene, session->options->as_rendered) ? VIEW_LIGHTING_FILE
                                                                                 : VIEW_LIGHTING_STUDIO;
    }
}

/* What is shown at first. */
static void take_switches(view_session *out)
{
    const pav_view_options *options = out->options;
    out->hud = options->hud == PAV_VIEW_DEFAULT ? !view_output_wanted(options) : options->hud == PAV_VIEW_ON;
    out->bones = options->bones || pav_document_mesh_count(pav_scene_document(out->scene)) == 0;
    out->hidden = options->hidden || (!options->as_rendered && view_scene_is_hidden(out->scene));
    out->wireframe = options->wireframe;
    out->grid = !options->grid_off;
    out->textures = !options->textures_off;
    out->lighting = find_lighting(out);
    out->show_statistics = options->statistics;
    out->show_values = options->values;
    if (options->find) {
        view_clip_list_find(out, options->find);
    }
    out->fullscreen = options->fullscreen;
}

pav_result view_session_create(pav_scene *scene, pav_player *player, const pav_view_options *options,
                               view_session *out, pav_error *error)
{
    *out = (view_session){.options = options, .scene = scene};
    take_switches(out);
    pav_result result = view_playing_create(player, &out->playing, error);
    out->playing.update = options->update;
    out->playing.update_user = options->update_user;
    out->playing.fade = options->fade_set ? options->fade : PAV_VIEW_FADE;
    if (!result) {
        view_flashes_attach(&out->flashes, &out->playing);
        result = view_values_create(scene, &out->values, error);
    }
    if (!result) {
        result = choose_first(out, error);
    }
    if (!result) {
        result = seek_first(out, error);
    }
    if (!result) {
        result = view_playing_advance(&out->playing, 0, error);
    }
    if (!result) {
        place_camera(out);
    }
    if (result) {
        view_flashes_detach(&out->flashes);
        view_values_destroy(&out->values);
        view_playing_destroy(&out->playing);
    } else {
        view_statistics_attach(&out->statistics, scene);
    }
    return result;
}

pav_result view_session_create_graphics(view_session *session, uint32_t width, uint32_t height,
                                        pav_error *error)
{
    pav_result result = view_drawing_create(session->scene, &session->drawing, error);
    if (!result) {
        result = view_overlay_create(&session->overlay, error);
    }
    return result ? result : view_session_resize(session, width, height, error);
}

void view_session_destroy_graphics(view_session *session)
{
    if (session->picture.smooth) {
        view_picture_destroy(&session->picture);
    }
    if (session->overlay.array) {
        view_overlay_destroy(&session->overlay);
    }
    if (session->drawing.scene) {
        view_drawing_destroy(&session->drawing);
    }
}

void view_session_destroy(view_session *session)
{
    view_session_destroy_graphics(session);
    view_statistics_detach(&session->statistics);
    view_flashes_detach(&session->flashes);
    view_values_destroy(&session->values);
    view_playing_destroy(&session->playing);
}

pav_result view_session_resize(view_session *session, uint32_t width, uint32_t height, pav_error *error)
{
    if (session->picture.smooth) {
        view_picture_destroy(&session->picture);
    }
    return view_picture_create(width, height, &session->picture, error);
}

/* ---- Drawing ---- */

uint32_t view_session_camera_node(const view_session *session)
{
    return session->file_camera ? chunk_of(session)->scene->camera : PAV_NONE;
}

static view_format whole_format(const view_session *session)
{
    const float height = (float)session->picture.height;
    const float covered = session->hud ? fminf(view_time_panel_height, 0.5f * height) : 0;
    return (view_format){(float)session->picture.width, height, covered};
}

void view_session_frame(view_session *session, const view_box *box)
{
    const view_format format = whole_format(session);
    view_camera_frame(&session->camera, box, &format);
}

static void find_lens(const view_session *session, const view_format *format, view_lens *out)
{
    const uint32_t node = view_session_camera_node(session);
    const uint32_t camera = node == PAV_NONE ? PAV_NONE : chunk_of(session)->nodes[node].camera;
    if (camera == PAV_NONE) {
        view_camera_lens(&session->camera, &session->all, format, out);
    } else {
        const float *world = &pav_scene_world_matrices(session->scene)[16 * (size_t)node];
        view_camera_file_lens(pav_scene_camera(session->scene, camera), world, format->width / format->height,
                              out);
    }
}

static void draw_scene(view_session *session, const view_area *area, const view_format *format)
{
    view_look look = {
        .focus = session->focus,
        .bones = session->bones,
        .wireframe = session->wireframe,
        .grid = session->grid,
        .hidden = session->hidden,
        .textures = session->textures,
        .lighting = session->lighting,
        .rendered = session->options->as_rendered,
        .masks = session->options->masks,
        .glyphs = session->bones && view_session_camera_node(session) == PAV_NONE,
    };
    if (!(session->camera.distance > 0)) {
        view_camera_frame(&session->camera, session->options->frame_all ? &session->all : &session->focus,
                          format);
        if (session->options->distance > 0) {
            session->camera.distance = (float)session->options->distance;
        }
        view_camera_pan(&session->camera, (float)session->options->pan_right,
                        (float)session->options->pan_up);
    }
    find_lens(session, format, &look.lens);
    view_drawing_draw(&session->drawing, &session->picture, area, &look);
}

void view_session_draw_area(view_session *session, const view_area *area)
{
    const view_format format = {(float)area->width, (float)area->height, 0};
    draw_scene(session, area, &format);
}

static void add_panels(view_session *session)
{
    if (session->hud) {
        view_hud_add(session);
    }
    if (session->hud || session->finding) {
        view_clip_list_add(session);
    }
    if (session->show_values) {
        view_value_panel_add(session);
    }
    view_hud_add_notices(session);
}

void view_session_draw(view_session *session)
{
    const view_area whole = {0, 0, (int)session->picture.width, (int)session->picture.height};
    const view_format format = whole_format(session);
    draw_scene(session, &whole, &format);
    if (session->help) {
        view_hud_add_help(session);
    } else {
        add_panels(session);
    }
    view_overlay_draw(&session->overlay, &session->picture);
}
