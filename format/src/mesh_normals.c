/* SPDX-License-Identifier: MIT */
#include "mesh_normals.h"

#include <math.h>
#include <string.h>

#include "bytes.h"

/* What is no longer, squared, has no direction. */
static const float SMALL = 1e-35f;
static const double PI = 3.141592653589793;

typedef struct vector {
    float x;
    float y;
    float z;
} vector;

static float load(const uint8_t *bytes)
{
    const uint32_t bits = pav_load_u32(bytes);
    float number;
    memcpy(&number, &bits, 4);
    return number;
}

/* The place of a corner. */
static vector place(const pav_faces *faces, uint32_t corner)
{
    const uint8_t *point = faces->points + (size_t)12 * pav_load_u32(faces->corners + (size_t)4 * corner);
    return (vector){load(point), load(point + 4), load(point + 8)};
}

/* Of length 1, or 0. */
static vector direction(vector v, bool divided)
{
    const float square = (v.x * v.x + v.y * v.y) + v.z * v.z;
    if (!(square > SMALL)) {
        return (vector){0, 0, 0};
    }
    const float length = sqrtf(square);
    if (divided) {
        return (vector){v.x / length, v.y / length, v.z / length};
    }
    const float part = 1.0f / length;
    return (vector){v.x * part, v.y * part, v.z * part};
}

/* Upwards where there is no direction. */
static void store(float *to, vector v)
{
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.x == 0 && v.y == 0 && v.z == 0 ? 1.0f : v.z;
}

void pav_faces_flat(const pav_faces *faces, float *normals)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < faces->polygon_count; i++) {
        const uint32_t size = pav_load_u32(faces->polygons + (size_t)4 * i);
        vector sum = {0, 0, 0};
        for (uint32_t k = 0; k < size; k++) {
            const vector a = place(faces, first + (k ? k : size) - 1), b = place(faces, first + k);
            sum.x += (a.y - b.y) * (a.z + b.z);
            sum.y += (a.z - b.z) * (a.x + b.x);
            sum.z += (a.x - b.x) * (a.y + b.y);
        }
        store(normals + (size_t)3 * i, direction(sum, false));
        first += size;
    }
}

/* ---- Angles ---- */

/* Eight times that of an eighth of it, by its tangent's series. */
static float angle(float cosine)
{
    const double c = fabs((double)cosine);
    const double t = sqrt((1.0 - c) * 0.5) / (1.0 + sqrt((1.0 + c) * 0.5));
    const double u = t / (1.0 + sqrt(1.0 + t * t));
    const double z = u * u;
    const double series =
        1.0 - z * (1.0 / 3.0 - z * (0.2 - z * (1.0 / 7.0 - z * (1.0 / 9.0 - z * (1.0 / 11.0)))));
    const double whole = 8.0 * (u * series);
    return (float)(cosine < 0 ? PI - whole : whole);
}

/* Off by up to 0.00007, as Blender's own are from 4.1 on. */
static float rough_angle(float cosine)
{
    const float c = fabsf(cosine);
    const float series = 1.5707963267f + c * (-0.213300989f + c * (0.077980478f + c * -0.02164095f));
    const float whole = sqrtf(1.0f - c) * series;
    return cosine < 0 ? (float)PI - whole : whole;
}

/* Between two edges that follow each other. */
static float angle_between(vector before, vector after, bool rough)
{
    float cosine = -((before.x * after.x + before.y * after.y) + before.z * after.z);
    if (cosine < -1) {
        cosine = -1;
    } else if (cosine > 1) {
        cosine = 1;
    }
    return rough ? rough_angle(cosine) : angle(cosine);
}

/* ---- Points ---- */

/* From a corner of a polygon to the next. */
static vector edge(const pav_faces *faces, uint32_t first, uint32_t size, uint32_t k, bool rough)
{
    const vector a = place(faces, first + k), b = place(faces, first + (k + 1 < size ? k + 1 : 0));
    return direction((vector){b.x - a.x, b.y - a.y, b.z - a.z}, rough);
}

void pav_faces_smooth(const pav_faces *faces, const float *polygon_normals, bool rough, float *normals)
{
    memset(normals, 0, (size_t)faces->point_count * 3 * sizeof *normals);
    uint32_t first = 0;
    for (uint32_t i = 0; i < faces->polygon_count; i++) {
        const uint32_t size = pav_load_u32(faces->polygons + (size_t)4 * i);
        const float *normal = polygon_normals + (size_t)3 * i;
        vector before = size ? edge(faces, first, size, size - 1, rough) : (vector){0, 0, 0};
        for (uint32_t k = 0; k < size; k++) {
            const vector after = edge(faces, first, size, k, rough);
            const float weight = angle_between(before, after, rough);
            float *sum = normals + (size_t)3 * pav_load_u32(faces->corners + (size_t)4 * (first + k));
            for (int axis = 0; axis < 3; axis++) {
                sum[axis] += normal[axis] * weight;
            }
            before = after;
        }
        first += size;
    }
    for (uint32_t i = 0; i < faces->point_count; i++) {
        float *sum = normals + (size_t)3 * i;
        store(sum, direction((vector){sum[0], sum[1], sum[2]}, rough));
    }
}
