/* SPDX-License-Identifier: MIT */
#include "socket.h"

#include "error.h"
#include "matrix.h"
#include "scene.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- Who hangs on whom ---- */

static const pav_socket *socket_of(const pav_scene *scene, uint32_t node)
{
    for (uint32_t i = 0; i < scene->sockets.count; i++) {
        const pav_socket *socket = &scene->sockets.places[i].socket;
        if (!socket->scene && socket->node == node) {
            return socket;
        }
    }
    return NULL;
}

/* What a node's world matrix follows from. */
static uint32_t carrier_of(const pav_scene *scene, uint32_t node)
{
    const pav_socket *socket = socket_of(scene, node);
    return socket ? socket->to : scene->chunk->nodes[node].parent;
}

static bool hangs_on(const pav_scene *scene, uint32_t node, uint32_t on)
{
    while (node != PAV_NONE && node != on) {
        node = carrier_of(scene, node);
    }
    return node == on;
}

static bool scene_hangs_on(const pav_scene *scene, const pav_scene *on)
{
    while (scene && scene != on) {
        scene = scene->carrier;
    }
    return scene == on;
}

static uint32_t level_of(const pav_scene *scene, uint32_t node)
{
    uint32_t level = 0;
    for (; node != PAV_NONE; node = carrier_of(scene, node)) {
        level += socket_of(scene, node) != NULL;
    }
    return level;
}

/* Those that hang on others come after them. */
static void put_in_order(pav_scene *scene)
{
    pav_sockets *sockets = &scene->sockets;
    for (uint32_t i = 0; i < sockets->count; i++) {
        sockets->places[i].level = level_of(scene, sockets->places[i].socket.to);
        uint32_t place = i;
        for (; place > 0 && sockets->places[sockets->order[place - 1]].level > sockets->places[i].level;
             place--) {
            sockets->order[place] = sockets->order[place - 1];
        }
        sockets->order[place] = i;
    }
}

/* ---- Matrices ---- */

static double normalise(double *column)
{
    const double length = sqrt(column[0] * column[0] + column[1] * column[1] + column[2] * column[2]);
    for (int i = 0; i < 3 && length > 0; i++) {
        column[i] /= length;
    }
    return length;
}

/* Bones lie along y: that axis keeps its direction, x its plane. */
static void remove_scale(double matrix[16])
{
    double *x = matrix, *y = matrix + 4, *z = matrix + 8;
    normalise(y);
    const double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (int i = 0; i < 3; i++) {
        x[i] -= along * y[i];
    }
    normalise(x);
    z[0] = x[1] * y[2] - x[2] * y[1];
    z[1] = x[2] * y[0] - x[0] * y[2];
    z[2] = x[0] * y[1] - x[1] * y[0];
}

static void remove_rotation(double matrix[16])
{
    for (int column = 0; column < 3; column++) {
        double *axis = matrix + 4 * column;
        const double length = normalise(axis);
        memset(axis, 0, 3 * sizeof *axis);
        axis[column] = length;
    }
}

static void find_world(const pav_scene *scene, const pav_socket *socket, double out[16])
{
    double base[16];
    double offset[16];
    memcpy(base, scene->exact_worlds + 16 * (size_t)socket->to, sizeof base);
    if (socket->flags & PAV_SOCKET_FLAG_NO_SCALE) {
        remove_scale(base);
    }
    if (socket->flags & PAV_SOCKET_FLAG_NO_ROTATION) {
        remove_rotation(base);
    }
    if (socket->flags & PAV_SOCKET_FLAG_NO_LOCATION) {
        memset(base + 12, 0, 3 * sizeof *base);
    }
    if (!socket->offset_set) {
        memcpy(out, base, sizeof base);
        return;
    }
    pav_matrix_from_floats(socket->offset, offset);
    pav_matrix_multiply(base, offset, out);
}

static void move_scene(pav_scene *scene, const double root[16])
{
    if (!scene->has_root || memcmp(scene->root, root, sizeof scene->root) != 0) {
        memcpy(scene->root, root, sizeof scene->root);
        scene->has_root = true;
        pav_transform_world(scene);
        pav_sockets_update(scene);
    }
}

static void move_node(pav_scene *scene, uint32_t node, const double world[16])
{
    if (memcmp(scene->exact_worlds + 16 * (size_t)node, world, 16 * sizeof *world) != 0) {
        pav_transform_place(scene, node, world);
    }
}

void pav_sockets_update(pav_scene *scene)
{
    for (uint32_t i = 0; i < scene->sockets.count; i++) {
        const pav_socket *socket = &scene->sockets.places[scene->sockets.order[i]].socket;
        double world[16];
        find_world(scene, socket, world);
        if (socket->scene) {
            move_scene(socket->scene, world);
        } else {
            move_node(scene, socket->node, world);
        }
    }
}

/* ---- Attaching ---- */

static pav_result check(const pav_scene *scene, const pav_socket *socket, pav_error *error)
{
    for (int i = 0; i < 16 && socket->offset_set; i++) {
        if (!isfinite(socket->offset[i])) {
            return pav_fail(error, PAV_ERROR_VALUE, "a socket's offset is not finite");
        }
    }
    if (socket->scene ? scene_hangs_on(scene, socket->scene) : hangs_on(scene, socket->to, socket->node)) {
        return pav_fail(error, PAV_ERROR_VALUE, "a %s would hang on itself",
                        socket->scene ? "scene" : "node");
    }
    if (socket->scene ? socket->scene->carrier != NULL : socket_of(scene, socket->node) != NULL) {
        return pav_fail(error, PAV_ERROR_VALUE, "a %s hangs on something already",
                        socket->scene ? "scene" : "node");
    }
    if (scene->sockets.count == scene->sockets.capacity || scene->sockets.next_handle == PAV_NONE) {
        return pav_fail(error, PAV_ERROR_FULL, "%u sockets are there already",
                        (unsigned)scene->sockets.count);
    }
    return PAV_OK;
}

pav_result pav_scene_attach(pav_scene *scene, const pav_socket *socket, uint32_t *out, pav_error *error)
{
    assert(scene && socket && socket->to < scene->node_count);
    assert(socket->scene || socket->node < scene->node_count);
    pav_sockets *sockets = &scene->sockets;
    if (out) {
        *out = PAV_NONE;
    }
    const pav_result result = check(scene, socket, error);
    if (result) {
        return result;
    }
    pav_socket_place *place = &sockets->places[sockets->count++];
    *place = (pav_socket_place){.socket = *socket, .handle = sockets->next_handle++};
    if (socket->scene) {
        socket->scene->carrier = scene;
    }
    put_in_order(scene);
    if (!scene->updating) {
        pav_sockets_update(scene);
    }
    if (out) {
        *out = place->handle;
    }
    return PAV_OK;
}

static void take_out(pav_scene *scene, uint32_t index)
{
    pav_sockets *sockets = &scene->sockets;
    pav_scene *other = sockets->places[index].socket.scene;
    if (other) {
        other->carrier = NULL;
        other->has_root = false;
    }
    sockets->count--;
    memmove(sockets->places + index, sockets->places + index + 1,
            (sockets->count - index) * sizeof *sockets->places);
    put_in_order(scene);
}

void pav_scene_detach(pav_scene *scene, uint32_t handle)
{
    assert(scene);
    for (uint32_t i = scene->sockets.count; i-- > 0;) {
        if (scene->sockets.places[i].handle == handle) {
            take_out(scene, i);
        }
    }
}

uint32_t pav_scene_socket(const pav_scene *scene, uint32_t position, pav_socket *out)
{
    assert(scene);
    if (position >= scene->sockets.count) {
        return PAV_NONE;
    }
    if (out) {
        *out = scene->sockets.places[position].socket;
    }
    return scene->sockets.places[position].handle;
}

void pav_sockets_destroy(pav_scene *scene)
{
    while (scene->sockets.count) {
        take_out(scene, scene->sockets.count - 1);
    }
    for (uint32_t i = scene->carrier ? scene->carrier->sockets.count : 0; i-- > 0;) {
        if (scene->carrier->sockets.places[i].socket.scene == scene) {
            take_out(scene->carrier, i);
            break;
        }
    }
}
