/* SPDX-License-Identifier: MIT */
#include "custom_normals.h"

#include "vector.h"

#include <string.h>

#define TURN 6.28318531f
#define ALIGNED 0.9999f /* The cosine from which on Blender takes two directions for the same. */

/* ---- The space of a fan ---- */

typedef struct fan_space {
    float normal[3];
    float x[3]; /* Towards the first edge, across the normal. */
    float y[3];
    float tilt;   /* As of its edges. */
    float around; /* The angle from the first edge to the last one, about the normal. */
} fan_space;

typedef struct fan_edges {
    float first[3];
    float last[3];
    float tilt; /* The angle between the normal and the edges, on average. */
} fan_edges;

/* The first edge may be the last one again, in a fan all around its point or one with a single sharp edge. */
static void find_edges(const pav_posed *posed, uint32_t corner, const float normal[3], fan_edges *out)
{
    const uint32_t *points = posed->mesh->corners;
    const uint32_t first = pav_posed_first(posed, corner), after = pav_topology_next(posed->topology, first);
    pav_posed_edge(posed, first, after, out->first);
    float sum = pav_vector_angle(pav_vector_dot(out->first, normal));
    uint32_t count = 1;
    uint32_t c = first;
    do {
        const uint32_t before = pav_topology_previous(posed->topology, c);
        pav_posed_edge(posed, c, before, out->last);
        if (points[before] != points[after]) {
            sum += pav_vector_angle(pav_vector_dot(out->last, normal));
            count++;
        }
        c = pav_posed_across(posed, before);
    } while (c != PAV_NONE && c != first);
    out->tilt = sum / (float)count;
}

/* The direction of an edge without what it has along the normal; false where that is nearly all of it. */
static bool flatten(const float normal[3], float edge[3])
{
    const float along = pav_vector_dot(edge, normal);
    pav_vector_add(edge, -along, normal);
    return fabsf(along) < ALIGNED && pav_vector_normalise(edge);
}

/* From x towards y, from 0 to a whole turn; by both, since a cosine alone tells small angles badly. */
static float angle_around(float x, float y)
{
    const float angle = atan2f(y, x);
    return angle < 0.0f ? angle + TURN : angle;
}

/* False where a fan has none: its first or its last edge is nearly its normal. */
static bool find_space(const pav_posed *posed, uint32_t corner, const float normal[3], fan_space *out)
{
    fan_edges edges;
    find_edges(posed, corner, normal, &edges);
    if (!flatten(normal, edges.first) || !flatten(normal, edges.last)) {
        return false;
    }
    memcpy(out->normal, normal, sizeof out->normal);
    memcpy(out->x, edges.first, sizeof out->x);
    pav_vector_cross(out->normal, out->x, out->y);
    out->tilt = edges.tilt;
    const float x = pav_vector_dot(out->x, edges.last), y = pav_vector_dot(out->y, edges.last);
    out->around = x < ALIGNED ? angle_around(x, y) : TURN;
    return true;
}

/* ---- Angles as parts ---- */

/* An angle of 0 to a whole turn in parts of `whole`; one beyond it, backwards in parts of what is left of the
 * turn. Both ways it is the same at `whole`, and at 0. */
static float part_of(float angle, float whole)
{
    return angle <= whole ? angle / whole : (angle - TURN) / (TURN - whole);
}

static float angle_of(float part, float whole)
{
    return part * (part > 0.0f ? whole : TURN - whole);
}

/* ---- Normals ---- */

pav_turn pav_turn_measure(const pav_posed *posed, uint32_t corner, const float plain[3],
                          const float custom[3])
{
    pav_turn turn = {0.0f, 0.0f};
    fan_space space;
    if (!find_space(posed, corner, plain, &space)) {
        return turn;
    }
    const float x = pav_vector_dot(space.x, custom), y = pav_vector_dot(space.y, custom);
    turn.tilt = part_of(angle_around(pav_vector_dot(plain, custom), hypotf(x, y)), space.tilt);
    turn.around = part_of(angle_around(x, y), space.around);
    return turn;
}

void pav_turn_apply(const pav_posed *posed, uint32_t corner, pav_turn turn, float normal[3])
{
    fan_space space;
    if (turn.tilt == 0.0f || !find_space(posed, corner, normal, &space)) {
        return;
    }
    const float tilt = angle_of(turn.tilt, space.tilt), around = angle_of(turn.around, space.around);
    memset(normal, 0, 3 * sizeof *normal);
    pav_vector_add(normal, cosf(tilt), space.normal);
    pav_vector_add(normal, sinf(tilt) * cosf(around), space.x);
    pav_vector_add(normal, sinf(tilt) * sinf(around), space.y);
}
