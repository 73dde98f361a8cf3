/* SPDX-License-Identifier: MIT */
/* Packing `normals`: those of a mesh less what its faces let expect. */
#include <math.h>
#include <string.h>

#include "bytes.h"
#include "cursor.h"
#include "error.h"
#include "memory.h"
#include "mesh_normals.h"
#include "packing.h"

enum { KIND_FLAT, KIND_SMOOTH, WORDS = 255, SHIFT_LIMIT = 32 };

typedef struct normals {
    pav_faces faces;
    const uint8_t *vertices; /* The corner of each. */
    uint32_t corner_count;
    uint32_t count;
    bool rough;
    uint32_t shift; /* Or WORDS: in steps of a float's bits. */
    const uint8_t *kinds;
    float *flat;        /* Of each polygon. */
    float *smooth;      /* Of each point. */
    uint32_t *polygons; /* Of each corner. */
    uint32_t *steps;    /* Of all x, of all y, of all z. */
    uint8_t *raw;
} normals;

/* ---- Tables ---- */

static const uint8_t *find(const pav_unpacker *unpacker, const pav_packed_table *table, const char *name,
                           uint32_t size, uint32_t *count)
{
    const pav_packed_table *found = pav_unpacker_find(unpacker, table, name);
    *count = found ? found->count : 0;
    return found && found->record_size == size ? found->raw : NULL;
}

static bool are_below(const uint8_t *numbers, uint32_t count, uint32_t limit)
{
    for (uint32_t i = 0; i < count; i++) {
        if (pav_load_u32(numbers + (size_t)4 * i) >= limit) {
            return false;
        }
    }
    return true;
}

/* False where the faces are none, whose numbers nobody has checked yet. */
static bool read_faces(const pav_unpacker *unpacker, const pav_packed_table *table, normals *n)
{
    uint32_t vertex_count;
    n->faces.points = find(unpacker, table, "points", 12, &n->faces.point_count);
    n->faces.polygons = find(unpacker, table, "polygons", 4, &n->faces.polygon_count);
    n->faces.corners = find(unpacker, table, "corners", 4, &n->corner_count);
    n->vertices = find(unpacker, table, "vertices", 4, &vertex_count);
    if (!n->faces.points || !n->faces.polygons || !n->faces.corners || !n->vertices ||
        vertex_count != n->count) {
        return false;
    }
    uint64_t sum = 0;
    for (uint32_t i = 0; i < n->faces.polygon_count; i++) {
        sum += pav_load_u32(n->faces.polygons + (size_t)4 * i);
    }
    return sum == n->corner_count && are_below(n->faces.corners, n->corner_count, n->faces.point_count) &&
           are_below(n->vertices, n->count, n->corner_count);
}

static bool read_packed(const pav_packed_table *table, normals *n)
{
    pav_cursor cursor = {table->packed, table->packed + table->packed_size};
    const uint8_t *head, *low;
    if (!pav_cursor_bytes(&cursor, 2, &head) || !pav_cursor_bytes(&cursor, n->count, &n->kinds) ||
        !pav_cursor_bytes(&cursor, (uint64_t)3 * n->count, &low)) {
        return false;
    }
    n->rough = head[0];
    n->shift = head[1];
    bool good = head[0] <= 1 && (n->shift < SHIFT_LIMIT || n->shift == WORDS);
    for (uint32_t i = 0; good && i < n->count; i++) {
        good = n->kinds[i] <= KIND_SMOOTH;
    }
    for (size_t i = 0; good && i < (size_t)3 * n->count; i++) {
        uint32_t more = 0;
        good = low[i] != 255 || pav_cursor_number(&cursor, &more);
        n->steps[i] = low[i] + more;
    }
    return good && cursor.at == cursor.end;
}

/* ---- Numbers ---- */

static uint32_t ordered(uint32_t bits)
{
    return bits & 0x80000000u ? ~bits : bits ^ 0x80000000u;
}

static uint32_t unordered(uint32_t bits)
{
    return bits & 0x80000000u ? bits ^ 0x80000000u : ~bits;
}

static uint32_t bits_of(float number)
{
    uint32_t bits;
    memcpy(&bits, &number, 4);
    return bits;
}

/* The bits of the float that is so many steps from the expected one. */
static uint32_t stepped(const normals *n, float expected, uint32_t zigzag)
{
    const uint32_t step = zigzag >> 1 ^ (0u - (zigzag & 1));
    if (n->shift == WORDS) {
        return unordered(ordered(bits_of(expected)) + step);
    }
    const double scale = (double)((uint64_t)1 << n->shift);
    const uint32_t number = (uint32_t)(int64_t)floor(expected * scale + 0.5) + step;
    return bits_of((float)((int32_t)number / scale));
}

/* Made of length 1 once more; what is no number is 0. */
static void expect(const float *normal, float *out)
{
    const double x = normal[0], y = normal[1], z = normal[2];
    const double square = sqrt((x * x + y * y) + z * z);
    const double length = square > 0 ? square : 1.0;
    const double made[3] = {x / length, y / length, z / length};
    for (int axis = 0; axis < 3; axis++) {
        out[axis] = isfinite(made[axis]) ? (float)made[axis] : 0.0f;
    }
}

static void fill_polygons(const normals *n)
{
    uint32_t corner = 0;
    for (uint32_t i = 0; i < n->faces.polygon_count; i++) {
        const uint32_t size = pav_load_u32(n->faces.polygons + (size_t)4 * i);
        for (uint32_t k = 0; k < size; k++) {
            n->polygons[corner++] = i;
        }
    }
}

static void fill(const normals *n)
{
    fill_polygons(n);
    pav_faces_flat(&n->faces, n->flat);
    pav_faces_smooth(&n->faces, n->flat, n->rough, n->smooth);
    for (uint32_t i = 0; i < n->count; i++) {
        const uint32_t corner = pav_load_u32(n->vertices + (size_t)4 * i);
        const uint32_t point = pav_load_u32(n->faces.corners + (size_t)4 * corner);
        float expected[3];
        expect(n->kinds[i] == KIND_SMOOTH ? n->smooth + (size_t)3 * point
                                          : n->flat + (size_t)3 * n->polygons[corner],
               expected);
        for (uint32_t axis = 0; axis < 3; axis++) {
            const uint32_t step = n->steps[(size_t)axis * n->count + i];
            pav_store_u32(n->raw + (size_t)12 * i + (size_t)4 * axis, stepped(n, expected[axis], step));
        }
    }
}

pav_result pav_unpack_normals(const pav_unpacker *unpacker, const pav_packed_table *table)
{
    normals n = {.count = table->count, .raw = table->raw};
    if (strcmp(table->name, "normals") != 0 || table->record_size != 12) {
        return pav_unpacker_fail(unpacker, table, "it is packed as normals, but these are none");
    }
    if (!read_faces(unpacker, table, &n)) {
        return pav_unpacker_fail(unpacker, table, "there are no polygons that they could be of");
    }
    if (!table->count || table->packed_size / 4 < table->count) {
        return pav_unpacker_fail(unpacker, table, "the packed normals are damaged");
    }
    const pav_allocator *allocator = unpacker->allocator;
    n.flat = pav_allocate(allocator, n.faces.polygon_count, 3 * sizeof *n.flat);
    n.smooth = pav_allocate(allocator, n.faces.point_count, 3 * sizeof *n.smooth);
    n.polygons = pav_allocate(allocator, n.corner_count, sizeof *n.polygons);
    n.steps = pav_allocate(allocator, n.count, 3 * sizeof *n.steps);
    pav_result result = PAV_OK;
    if (!n.flat || !n.smooth || !n.polygons || !n.steps) {
        result = pav_fail_memory(unpacker->error);
    } else if (!read_packed(table, &n)) {
        result = pav_unpacker_fail(unpacker, table, "the packed normals are damaged");
    } else {
        fill(&n);
    }
    pav_release(allocator, n.flat);
    pav_release(allocator, n.smooth);
    pav_release(allocator, n.polygons);
    pav_release(allocator, n.steps);
    return result;
}
