/* SPDX-License-Identifier: MIT */
/* What hangs on nodes of a scene. */
#ifndef PAV_SOCKET_H
#define PAV_SOCKET_H

#include <pavane/pavane.h>

typedef struct pav_socket_place {
    pav_socket socket;
    uint32_t handle;
    uint32_t level; /* How many sockets it hangs on itself; they come before it in the order. */
} pav_socket_place;

typedef struct pav_sockets {
    pav_socket_place *places; /* In the order they were attached. */
    uint32_t *order;          /* In the order they are worked off. */
    uint32_t count;
    uint32_t capacity;
    uint32_t next_handle;
} pav_sockets;

/* Moves all that hangs to where it belongs. */
void pav_sockets_update(pav_scene *scene);

/* Detaches all, and the scene itself from what it hangs on; before it is destroyed. */
void pav_sockets_destroy(pav_scene *scene);

#endif
