/* SPDX-License-Identifier: MIT */
#include "sheet.h"

#include "clips.h"
#include "hud.h"
#include "message.h"
#include "output.h"
#include "owners.h"
#include "rehearsal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4, ROWS = 2, MOMENTS = COLUMNS * ROWS };

enum { CANDIDATES = 64 }; /* Frames of which the most telling one is taken. */

static const float gap = 14, label_height = 44;

typedef struct sheet_moment {
    uint32_t clip; /* PAV_NONE: the scene at rest. */
    double frame;
} sheet_moment;

/* ---- Which moments ---- */

/* Clips that move something, in the order of the file; of too many, some spread over all of them. */
static uint32_t list_clips(const view_playing *playing, uint32_t clips[MOMENTS])
{
    uint32_t moving = 0, count = 0, seen = 0;
    const uint32_t clip_count = pav_document_clip_count(playing->document);
    for (uint32_t clip = 0; clip < clip_count; clip++) {
        moving += view_clip_bound_channels(playing->binding, clip) > 0;
    }
    const uint32_t wanted = moving < MOMENTS ? moving : MOMENTS;
    for (uint32_t clip = 0; clip < clip_count && count < wanted; clip++) {
        if (view_clip_bound_channels(playing->binding, clip) > 0) {
            if ((uint64_t)seen * wanted >= (uint64_t)count * moving) {
                clips[count++] = clip;
            }
            seen++;
        }
    }
    return count;
}

/* Gives out the moments: one for each clip, the rest to those with the most channels. */
static void share_out(const view_playing *playing, const uint32_t clips[MOMENTS], uint32_t clip_count,
                      uint32_t shares[MOMENTS])
{
    for (uint32_t i = 0; i < clip_count; i++) {
        shares[i] = 1;
    }
    for (uint32_t given = clip_count; given < MOMENTS; given++) {
        uint32_t best = 0;
        double most = -1;
        for (uint32_t i = 0; i < clip_count; i++) {
            const double want =
                view_clip_bound_channels(playing->binding, clips[i]) / (double)(shares[i] * shares[i]);
            if (want > most) {
                most = want;
                best = i;
            }
        }
        shares[best]++;
    }
}

static double squared_distance(const float *a, const float *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += ((double)a[i] - b[i]) * ((double)a[i] - b[i]);
    }
    return sum;
}

/* The whole frame of a part of a clip at which the clip alone is farthest from rest; the middle without
 * memory. */
static double telling_frame(view_rehearsal *rehearsal, uint32_t clip, double first, double last)
{
    const pav_chunk_clip *chunk = pav_document_clip(pav_binding_clips(rehearsal->binding), clip);
    uint32_t count;
    const float *targets = pav_scene_targets(rehearsal->scene, &count);
    float *rest = malloc(((size_t)count + 1) * sizeof *rest);
    double best = round((first + last) / 2), most = 0;
    pav_scene_reset_targets(rehearsal->scene);
    for (uint32_t i = 0; rest && i < count; i++) {
        rest[i] = targets[i];
    }
    for (int i = 0; rest && i < CANDIDATES; i++) {
        const double frame = round(first + (last - first) * (i + 0.5) / CANDIDATES);
        if (view_rehearsal_show(rehearsal, clip, pav_clip_seconds(chunk, frame))) {
            const double distance = squared_distance(targets, rest, count);
            best = distance > most ? frame : best;
            most = fmax(distance, most);
        }
    }
    free(rest);
    return best;
}

static void list_moments(const view_session *session, view_rehearsal *rehearsal,
                         sheet_moment moments[MOMENTS])
{
    const view_playing *playing = &session->playing;
    uint32_t clips[MOMENTS] = {playing->clip}, shares[MOMENTS] = {MOMENTS}, count = 1, next = 0;
    if (!session->options->clip && playing->clip != PAV_NONE) {
        count = list_clips(playing, clips);
        share_out(playing, clips, count, shares);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < shares[i]; j++) {
            moments[next] = (sheet_moment){.clip = clips[i]};
            if (clips[i] != PAV_NONE) {
                const pav_record_clip *clip = pav_document_clip(playing->document, clips[i])->clip;
                /* From the middle of each part, or two moments could meet where the parts do. */
                const double length = clip->frame_end - clip->frame_start, aside = shares[i] > 1 ? 0.25 : 0;
                moments[next].frame =
                    telling_frame(rehearsal, clips[i], clip->frame_start + length * (j + aside) / shares[i],
                                  clip->frame_start + length * (j + 1 - aside) / shares[i]);
            }
            next++;
        }
    }
}

/* ---- Drawing ---- */

static void add_label(view_session *session, float x, float y, float width, const sheet_moment *moment)
{
    view_overlay *overlay = &session->overlay;
    char frame[32] = "", name[128];
    float room = width - 12;
    if (moment->clip != PAV_NONE) {
        snprintf(frame, sizeof frame, "frame %g", moment->frame + 0.0);
        room -= view_overlay_width(overlay, VIEW_TEXT_SMALL, frame) + 12;
    }
    const char *clip =
        moment->clip == PAV_NONE ? "at rest" : view_clip_name(session->playing.document, moment->clip);
    const bool fits = view_overlay_width(overlay, VIEW_TEXT_LARGE, clip) <= room;
    const view_text_size size = fits ? VIEW_TEXT_LARGE : VIEW_TEXT_SMALL;
    view_overlay_fit(overlay, size, clip, room, name, sizeof name);
    view_overlay_add_text(overlay, size, x + 2, y + 30, name, view_text_color);
    const float end = x + width - 2 - view_overlay_width(overlay, VIEW_TEXT_SMALL, frame);
    view_overlay_add_text(overlay, VIEW_TEXT_SMALL, end, y + 30, frame, view_muted_color);
}

/* Whether a target is of the scene's camera: of its object, or of what that carries. */
static bool is_of_camera(const pav_chunk_scene *scene, const pav_chunk_clip *clip,
                         const pav_record_target *target)
{
    const pav_record_node *node = &scene->nodes[scene->scene->camera];
    const char *owner = clip->text + target->owner;
    if (target->kind == PAV_TARGET_KIND_CAMERA && node->camera != PAV_NONE) {
        return strcmp(owner, scene->text + scene->cameras[node->camera].name) == 0;
    }
    return target->kind == PAV_TARGET_KIND_OBJECT && strcmp(owner, scene->text + node->name) == 0;
}

/* A clip that moves the camera is seen through it. */
static bool moves_camera(const view_session *session, uint32_t clip)
{
    const pav_chunk_scene *scene = pav_document_scene(pav_scene_document(session->scene));
    const uint32_t camera = scene->scene->camera;
    const pav_chunk_clip *chunk =
        clip == PAV_NONE ? NULL : pav_document_clip(session->playing.document, clip);
    for (uint32_t i = 0; chunk && camera != PAV_NONE && i < chunk->target_count; i++) {
        if (is_of_camera(scene, chunk, &chunk->targets[i])) {
            return true;
        }
    }
    return false;
}

static void draw_moment(view_session *session, int place, const sheet_moment *moment)
{
    const float width = ((float)session->picture.width - gap) / COLUMNS - gap;
    const float height = ((float)session->picture.height - gap) / ROWS - label_height;
    const float x = gap + (float)(place % COLUMNS) * (width + gap);
    const float y = gap + (float)(place / COLUMNS) * (height + label_height);
    const view_area area = {
        .x = (int)x,
        .y = (int)((float)session->picture.height - y - height),
        .width = (int)fmaxf(width, 1),
        .height = (int)fmaxf(height, 1),
    };
    session->file_camera = session->options->file_camera || moves_camera(session, moment->clip);
    view_session_draw_area(session, &area);
    add_label(session, x, y + height, width, moment);
}

static pav_result pose_moment(view_session *session, const sheet_moment *moment, pav_error *error)
{
    view_playing *playing = &session->playing;
    if (moment->clip == PAV_NONE) {
        return view_playing_advance(playing, 0, error);
    }
    pav_result result = PAV_OK;
    if (playing->clip != moment->clip) {
        result = view_playing_choose(playing, moment->clip, error);
    }
    const pav_chunk_clip *clip = pav_document_clip(playing->document, moment->clip);
    return result ? result : view_output_pose(session, pav_clip_seconds(clip, moment->frame), error);
}

pav_result view_sheet_write(view_session *session, const char *path, pav_error *error)
{
    sheet_moment moments[MOMENTS];
    view_rehearsal rehearsal;
    if (!view_rehearsal_create(session->scene, session->playing.document, &rehearsal)) {
        return view_fail(error, PAV_ERROR_MEMORY, "%s: no memory to choose its moments", path);
    }
    list_moments(session, &rehearsal, moments);
    view_rehearsal_destroy(&rehearsal);
    view_picture_begin(&session->picture);
    glClearColor(0.11f, 0.13f, 0.17f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = 0; i < MOMENTS; i++) {
        const pav_result result = pose_moment(session, &moments[i], error);
        if (result) {
            return result;
        }
        draw_moment(session, i, &moments[i]);
    }
    view_overlay_draw(&session->overlay, &session->picture);
    return view_picture_write(&session->picture, path, error);
}
