/* SPDX-License-Identifier: MIT */
#include "statistics_panel.h"

#include "bounds.h"
#include "clip_list.h"
#include "hud.h"
#include "message.h"
#include "owners.h"
#include "time_panel.h"
#include "value_panel.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LINES = 16 };

static const float margin = 16, line_height = 20, least_line_height = 15, width = 250;

typedef struct line_list {
    char labels[MOST_LINES][24], values[MOST_LINES][32];
    int count;
} line_list;

static void add_time(line_list *lines, const char *label, double milliseconds)
{
    snprintf(lines->labels[lines->count], sizeof *lines->labels, "%s", label);
    snprintf(lines->values[lines->count++], sizeof *lines->values, "%.3f ms", milliseconds);
}

static void add_count(line_list *lines, const char *label, uint64_t count)
{
    snprintf(lines->labels[lines->count], sizeof *lines->labels, "%s", label);
    snprintf(lines->values[lines->count++], sizeof *lines->values, "%llu", (unsigned long long)count);
}

static void count_drawn(const view_session *session, uint64_t *vertices, uint64_t *triangles)
{
    const pav_document *document = pav_scene_document(session->scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    *vertices = *triangles = 0;
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        const bool skipped = !session->hidden && view_node_is_hidden(session->scene, node);
        if (chunk->nodes[node].mesh != PAV_NONE && !skipped) {
            const pav_chunk_mesh *mesh = pav_document_mesh(document, chunk->nodes[node].mesh);
            *vertices += mesh->vertex_count;
            *triangles += mesh->index_count / 3;
        }
    }
}

static void list_times(const view_statistics *statistics, line_list *lines)
{
    const view_times *times = &statistics->times;
    add_time(lines, "frame", times->frame);
    add_time(lines, "update", times->update);
    if (statistics->scene) {
        add_time(lines, "  sampling", times->sampling);
        add_time(lines, "  posing", times->posing);
        add_time(lines, "  deforming", times->deforming);
    }
    add_time(lines, "drawing", times->drawing);
}

static void list_counts(const view_session *session, line_list *lines)
{
    const pav_document *document = pav_scene_document(session->scene);
    const view_playing *playing = &session->playing;
    uint64_t vertices, triangles;
    count_drawn(session, &vertices, &triangles);
    add_count(lines, "nodes", pav_document_scene(document)->node_count);
    add_count(lines, "vertices", vertices);
    add_count(lines, "triangles", triangles);
    add_count(lines, "materials", pav_document_scene(document)->material_count);
    add_count(lines, "images", pav_document_image_count(document));
    add_count(lines, "clips", pav_document_clip_count(playing->document));
    if (playing->clip != PAV_NONE) {
        add_count(lines, "channels of the clip", view_clip_bound_channels(playing->binding, playing->clip));
    }
}

void view_statistics_panel_add(view_session *session, float top)
{
    line_list lines = {.count = 0};
    view_overlay *overlay = &session->overlay;
    const float left = (float)session->picture.width - margin - width - view_value_panel_width(session);
    if (session->timed && session->statistics.pictures) {
        list_times(&session->statistics, &lines);
    }
    list_counts(session, &lines);
    /* Closer together, and those at the end left out, rather than over the time bar. */
    const float below = session->hud ? view_time_panel_height : 0;
    const float room = (float)session->picture.height - below - 8 - top - 16;
    const float line = fmaxf(fminf(line_height, room / (float)lines.count), least_line_height);
    const int shown = (int)fmaxf(fminf((float)lines.count, floorf(room / line + 1e-3f)), 0);
    const bool listed = session->hud || session->finding;
    const bool narrow = listed && left < view_clip_list_width(session) + 2 * margin;
    if (!shown || (narrow && session->show_values)) {
        return; /* There is no room for both. */
    }
    view_overlay_add_panel(overlay, left, top, width, line * (float)shown + 16, 10, view_panel_color);
    for (int i = 0; i < shown; i++) {
        const float y = top + 23 + line * (float)i;
        const float wide = view_overlay_width(overlay, VIEW_TEXT_SMALL, lines.values[i]);
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, left + 14, y, lines.labels[i], view_muted_color);
        view_overlay_add_text(overlay, VIEW_TEXT_SMALL, left + width - 14 - wide, y, lines.values[i],
                              view_text_color);
    }
}

pav_result view_statistics_write(const view_session *session, const char *path, pav_error *error)
{
    line_list lines = {.count = 0};
    FILE *file = fopen(path, "w");
    if (session->statistics.pictures) {
        list_times(&session->statistics, &lines);
    }
    add_count(&lines, "pictures measured", session->statistics.pictures);
    list_counts(session, &lines);
    bool written = file != NULL;
    for (int i = 0; file && i < lines.count; i++) {
        written = fprintf(file, "%s: %s\n", lines.labels[i], lines.values[i]) > 0 && written;
    }
    if (file && fclose(file)) {
        written = false;
    }
    return written ? PAV_OK
                   : view_fail(error, PAV_ERROR_FILE, "%s: cannot be written: %s", path, strerror(errno));
}
