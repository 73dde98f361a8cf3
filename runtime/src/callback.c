/* SPDX-License-Identifier: MIT */
#include "callback.h"

#include "camera.h"
#include "error.h"
#include "light.h"
#include "material.h"
#include "property.h"
#include "scene.h"
#include "visibility.h"

#include <assert.h>
#include <string.h>

/* Besides the built-in ones: one that is removed keeps its place until it returns, and may add its successor
 * before. */
#define SPARE_COUNT 1u

/* ---- The list ---- */

/* As many whole characters as fit. */
static void copy_name(const char *name, char out[PAV_CALLBACK_NAME_SIZE])
{
    size_t length = strlen(name);
    if (length >= PAV_CALLBACK_NAME_SIZE) {
        length = PAV_CALLBACK_NAME_SIZE - 1;
        while (length && ((unsigned char)name[length] & 0xC0u) == 0x80u) {
            length--;
        }
    }
    memcpy(out, name, length);
    out[length] = '\0';
}

/* Whether there is what a callback is about. */
static inline bool has_item(const pav_scene *scene, const pav_update_callback *callback)
{
    const pav_chunk_scene *chunk = scene->chunk;
    switch (callback->kind) {
    case PAV_TARGET_KIND_OBJECT:
        return callback->only == PAV_ALL || callback->only < scene->node_count;
    case PAV_TARGET_KIND_MESH:
        return callback->only == PAV_ALL || callback->only < pav_document_mesh_count(scene->document);
    case PAV_TARGET_KIND_MATERIAL:
        return callback->only == PAV_ALL || callback->only < chunk->material_count;
    case PAV_TARGET_KIND_CAMERA:
        return callback->only == PAV_ALL || callback->only < chunk->camera_count;
    case PAV_TARGET_KIND_LIGHT:
        return callback->only == PAV_ALL || callback->only < chunk->light_count;
    default:
        return false;
    }
}

static pav_callback_place *append(pav_callback_list *list, const pav_update_callback *callback)
{
    const uint32_t index = list->free;
    pav_callback_place *place = &list->places[index];
    list->free = place->next;
    *place = (pav_callback_place){.callback = *callback, .handle = PAV_NONE, .first = PAV_NONE};
    copy_name(callback->name ? callback->name : "", place->name);
    place->callback.name = place->name;
    place->previous = list->tail;
    place->next = PAV_NONE;
    if (list->tail == PAV_NONE) {
        list->head = index;
    } else {
        list->places[list->tail].next = index;
    }
    list->tail = index;
    return place;
}

static pav_result append_user(pav_callback_list *list, const pav_update_callback *callback,
                              pav_callback_place **out)
{
    if (list->user_count >= list->user_capacity || list->next_handle == PAV_NONE) {
        return PAV_ERROR_FULL;
    }
    list->user_count++;
    *out = append(list, callback);
    (*out)->handle = list->next_handle++;
    return PAV_OK;
}

/* Destroys the callback last, when the list is whole again: it may add or remove others. */
static void take_out(pav_callback_list *list, uint32_t index)
{
    pav_callback_place *place = &list->places[index];
    const pav_update_callback callback = place->callback;
    if (place->previous == PAV_NONE) {
        list->head = place->next;
    } else {
        list->places[place->previous].next = place->next;
    }
    if (place->next == PAV_NONE) {
        list->tail = place->previous;
    } else {
        list->places[place->next].previous = place->previous;
    }
    *place = (pav_callback_place){.next = list->free};
    list->free = index;
    if (callback.destroy) {
        callback.destroy(callback.self);
    }
}

/* ---- Creation ---- */

static const struct {
    const char *name;
    pav_result (*update)(void *self, pav_scene *scene);
} built_in[] = {
    {"UpdateTransform", pav_transform_update}, {"UpdateMorph", pav_morph_update},
    {"UpdateMaterial", pav_material_update},   {"UpdateCamera", pav_camera_update},
    {"UpdateLight", pav_light_update},         {"UpdateVisibility", pav_visibility_update},
    {"UpdateProperty", pav_property_update},
};

#define BUILT_IN_COUNT (sizeof built_in / sizeof *built_in)

static void append_built_in(pav_scene *scene)
{
    for (size_t i = 0; i < BUILT_IN_COUNT; i++) {
        const pav_update_callback callback = {
            .name = built_in[i].name,
            .phase = PAV_PHASE_TARGETS,
            .only = PAV_ALL,
            .update = built_in[i].update,
        };
        append(&scene->callbacks, &callback);
    }
}

pav_result pav_callbacks_create(pav_scene *scene, const pav_scene_options *options, pav_error *error)
{
    pav_callback_list *list = &scene->callbacks;
    list->user_capacity =
        options->callback_capacity ? options->callback_capacity : PAV_DEFAULT_CALLBACK_CAPACITY;
    const size_t count = (size_t)list->user_capacity + BUILT_IN_COUNT + SPARE_COUNT;
    if (count >= PAV_NONE) {
        return pav_fail_memory(error);
    }
    list->places = pav_scene_allocate(scene, count, sizeof *list->places);
    if (!list->places) {
        return pav_fail_memory(error);
    }
    for (uint32_t i = 0; i < count; i++) {
        list->places[i].next = i + 1 < count ? i + 1 : PAV_NONE;
    }
    list->head = list->tail = list->running = PAV_NONE;
    append_built_in(scene);
    uint32_t first = scene->layout.float_count;
    for (uint32_t i = 0; i < options->callback_count; i++) {
        pav_callback_place *place;
        assert(has_item(scene, &options->callbacks[i]));
        if (append_user(list, &options->callbacks[i], &place)) {
            return pav_fail(error, PAV_ERROR_FULL, "%u callbacks, but callback_capacity is %u",
                            (unsigned)options->callback_count, (unsigned)list->user_capacity);
        }
        place->links = true;
        if (place->callback.target_floats) {
            place->first = first;
            first += place->callback.target_floats;
        }
    }
    return PAV_OK;
}

void pav_callbacks_destroy(pav_scene *scene)
{
    pav_callback_list *list = &scene->callbacks;
    while (list->head != PAV_NONE) {
        take_out(list, list->head);
    }
}

bool pav_callbacks_link(const pav_scene *scene)
{
    const pav_callback_list *list = &scene->callbacks;
    bool link = false;
    for (uint32_t index = list->head; index != PAV_NONE; index = list->places[index].next) {
        link = link || (list->places[index].links && list->places[index].callback.link);
    }
    return link;
}

/* ---- Running ---- */

static const char *phase_name(pav_phase phase)
{
    static const char *const names[] = {"before", "targets", "after world", "after deform"};
    return names[phase];
}

/* Runs one and gives the place of the next, which the callback may have changed. */
static pav_result run(pav_scene *scene, uint32_t index, uint32_t *next, pav_error *error)
{
    pav_callback_list *list = &scene->callbacks;
    pav_callback_place *place = &list->places[index];
    list->running = index;
    const pav_result result = place->callback.update(place->callback.self, scene);
    list->running = PAV_NONE;
    if (place->callback.phase >= PAV_PHASE_AFTER_WORLD) {
        pav_transform_apply_marks(scene);
    }
    if (result) {
        pav_fail(error, result, "callback \"%s\", phase %s: failed with result %d", place->name,
                 phase_name(place->callback.phase), (int)result);
    }
    *next = place->next;
    if (place->removed) {
        take_out(list, index);
    }
    return result;
}

pav_result pav_callbacks_run(pav_scene *scene, pav_phase phase, bool built_in, pav_error *error)
{
    pav_callback_list *list = &scene->callbacks;
    uint32_t next;
    for (uint32_t index = list->head; index != PAV_NONE; index = next) {
        const pav_callback_place *place = &list->places[index];
        next = place->next;
        if (place->callback.phase != phase || !place->callback.update ||
            (built_in && place->handle != PAV_NONE)) {
            continue;
        }
        const pav_result result = run(scene, index, &next, error);
        if (result) {
            return result;
        }
    }
    return PAV_OK;
}

/* ---- What the program calls ---- */

pav_result pav_scene_add_callback(pav_scene *scene, const pav_update_callback *callback, uint32_t *out)
{
    assert(scene && callback && has_item(scene, callback));
    pav_callback_place *place;
    const pav_result result = append_user(&scene->callbacks, callback, &place);
    if (out) {
        *out = result ? PAV_NONE : place->handle;
    }
    return result;
}

void pav_scene_remove_callback(pav_scene *scene, uint32_t handle)
{
    assert(scene);
    pav_callback_list *list = &scene->callbacks;
    for (uint32_t index = list->head; index != PAV_NONE && handle != PAV_NONE;
         index = list->places[index].next) {
        pav_callback_place *place = &list->places[index];
        if (place->handle != handle) {
            continue;
        }
        place->handle = PAV_NONE; /* Known to nobody from now on. */
        list->user_count--;
        if (index == list->running) {
            place->removed = true;
        } else {
            take_out(list, index);
        }
        return;
    }
}

bool pav_scene_callback(const pav_scene *scene, uint32_t position, pav_update_callback *out, uint32_t *handle)
{
    assert(scene && out);
    const pav_callback_list *list = &scene->callbacks;
    uint32_t index = list->head;
    while (index != PAV_NONE && (list->places[index].removed || position)) {
        position -= !list->places[index].removed;
        index = list->places[index].next;
    }
    if (handle) {
        *handle = index == PAV_NONE ? PAV_NONE : list->places[index].handle;
    }
    *out = index == PAV_NONE ? (pav_update_callback){.only = PAV_ALL} : list->places[index].callback;
    return index != PAV_NONE;
}
