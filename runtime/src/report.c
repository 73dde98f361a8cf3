/* SPDX-License-Identifier: MIT */
/* Sentences about what became of a channel. */
#include "binding.h"
#include "camera.h"
#include "light.h"
#include "lookup.h"
#include "visibility.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#ifdef __GNUC__
#define PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF(text, first)
#endif

/* ---- A text that is filled bit by bit ---- */

typedef struct text {
    char *bytes;
    size_t size;
    size_t used; /* size - 1 at most */
} text;

/* A cut takes the last character away whole. */
static void cut(text *out)
{
    while (out->used && ((unsigned char)out->bytes[out->used - 1] & 0xC0u) == 0x80u) {
        out->used--;
    }
    if (out->used && (unsigned char)out->bytes[out->used - 1] >= 0xC0u) {
        out->used--;
    }
    out->bytes[out->used] = '\0';
}

static void add(text *out, const char *format, ...) PRINTF(2, 3);

static void add(text *out, const char *format, ...)
{
    const size_t room = out->size - out->used;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(out->bytes + out->used, room, format, arguments);
    va_end(arguments);
    if (length >= 0 && (size_t)length < room) {
        out->used += (size_t)length;
    } else {
        out->used = out->size - 1;
        cut(out);
    }
}

/* ---- The nearest name ---- */

#define COMPARED 63u /* Bytes of a name that are compared. */

static size_t compared_length(const char *name)
{
    size_t length = 0;
    while (length < COMPARED && name[length]) {
        length++;
    }
    return length;
}

/* How many bytes have to be put in, taken out or changed to make one name of the other. */
static size_t distance(const char *a, const char *b)
{
    size_t row[COMPARED + 1];
    const size_t a_length = compared_length(a), b_length = compared_length(b);
    for (size_t j = 0; j <= b_length; j++) {
        row[j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const size_t changed = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            const size_t shifted = (row[j] < row[j - 1] ? row[j] : row[j - 1]) + 1;
            row[j] = changed < shifted ? changed : shifted;
        }
    }
    return row[b_length];
}

typedef struct nearest {
    const char *wanted;
    const char *name; /* NULL: there is none at all. */
    const char *library;
    size_t distance;
} nearest;

static void consider(nearest *best, const char *name, const char *library)
{
    const size_t candidate = distance(best->wanted, name);
    if (!best->name || candidate < best->distance) {
        best->name = name;
        best->library = library;
        best->distance = candidate;
    }
}

/* ---- Why a channel is not bound ---- */

/* What a channel looks for, in the scene's terms. */
typedef struct search {
    const pav_binding *binding;
    const pav_chunk_clip *clip;
    const pav_record_target *target;
    const char *library; /* Of the owner. */
    const char *owner;
    const char *part;
    const char *element;
    bool paired;
    nearest best;                                                    /* On the level that is missing. */
    void (*function)(struct search *wanted, const pav_named *named); /* What for_each calls. */
} search;

static bool is_owner(const search *wanted, const pav_named *named)
{
    return named->owner && strcmp(named->owner, wanted->owner) == 0 &&
           pav_library_fits(wanted->binding, wanted->paired, wanted->library, named->library);
}

static bool is_part(const search *wanted, const pav_named *named)
{
    return is_owner(wanted, named) && strcmp(named->part, wanted->part) == 0;
}

static void use_named(void *self, const pav_named *named)
{
    search *wanted = self;
    if (named->kind == wanted->target->kind) {
        wanted->function(wanted, named);
    }
}

/* Calls for everything of the kind that the channel looks for. */
static void for_each(search *wanted, void (*function)(search *wanted, const pav_named *named))
{
    wanted->function = function;
    pav_names_visit(wanted->binding->scene_document, use_named, wanted);
}

static void consider_owner(search *wanted, const pav_named *named)
{
    if (named->owner) {
        consider(&wanted->best, named->owner, named->library);
    }
}

static void consider_part(search *wanted, const pav_named *named)
{
    if (is_owner(wanted, named)) {
        consider(&wanted->best, named->part, named->library);
    }
}

static void consider_attributes(search *wanted, const pav_named *named, const pav_attribute_list *list)
{
    for (uint32_t i = 0; i < list->count; i++) {
        consider(&wanted->best, list->items[i].name, named->library);
    }
}

static void consider_node(search *wanted, const pav_named *named, const pav_chunk_scene *scene)
{
    const pav_record_node *node = &scene->nodes[named->index];
    for (uint32_t i = 0; i < node->elements_count; i++) {
        consider(&wanted->best, scene->text + scene->elements[node->elements_first + i].name, named->library);
    }
    if (named->kind == PAV_TARGET_KIND_OBJECT) {
        consider_attributes(wanted, named, &pav_visibility_attributes);
    }
}

static void consider_inputs(search *wanted, const pav_named *named, const pav_chunk_scene *scene)
{
    const pav_record_material *material = &scene->materials[named->index];
    for (uint32_t i = 0; i < material->inputs_count; i++) {
        const uint32_t name = scene->material_inputs[material->inputs_first + i].name;
        consider(&wanted->best, scene->text + name, named->library);
    }
}

static void consider_element(search *wanted, const pav_named *named)
{
    const pav_chunk_scene *scene = pav_document_scene(wanted->binding->scene_document);
    if (!is_part(wanted, named)) {
        return;
    }
    switch (named->kind) {
    case PAV_TARGET_KIND_MORPH:
        break;
    case PAV_TARGET_KIND_MESH:
        consider(&wanted->best, "eval_time", named->library);
        break;
    case PAV_TARGET_KIND_MATERIAL:
        consider_inputs(wanted, named, scene);
        break;
    case PAV_TARGET_KIND_CAMERA:
        consider_attributes(wanted, named, &pav_camera_attributes);
        break;
    case PAV_TARGET_KIND_LIGHT:
        consider_attributes(wanted, named, &pav_light_attributes);
        break;
    case PAV_TARGET_KIND_SCENE:
        consider_attributes(wanted, named, &pav_sky_attributes);
        break;
    case PAV_TARGET_KIND_OBJECT:
    case PAV_TARGET_KIND_BONE:
        consider_node(wanted, named, scene);
        break;
    default:
        consider(&wanted->best, named->property, named->library);
    }
}

/* Sets best.name when the owner, or the part, is there. */
static void look_for_owner(search *wanted, const pav_named *named)
{
    if (is_owner(wanted, named)) {
        wanted->best.name = wanted->owner;
    }
}

static void look_for_part(search *wanted, const pav_named *named)
{
    if (is_part(wanted, named)) {
        wanted->best.name = wanted->part;
    }
}

static bool is_there(search *wanted, void (*look)(search *wanted, const pav_named *named))
{
    wanted->best = (nearest){.name = NULL};
    for_each(wanted, look);
    return wanted->best.name != NULL;
}

static void add_nearest(search *wanted, const char *name,
                        void (*function)(search *wanted, const pav_named *named), text *out)
{
    wanted->best = (nearest){.wanted = name};
    for_each(wanted, function);
    if (!wanted->best.name) {
        return;
    }
    add(out, "; nearest is \"%s\"", wanted->best.name);
    if (strcmp(wanted->best.library, wanted->library) != 0) {
        add(out, " of %s", *wanted->best.library ? wanted->best.library : "this file");
    }
}

/* What the owner of a target is. */
static const char *const owner_names[] = {
    [PAV_TARGET_KIND_OBJECT] = "object",
    [PAV_TARGET_KIND_BONE] = "armature",
    [PAV_TARGET_KIND_MORPH] = "mesh with shape keys",
    [PAV_TARGET_KIND_MATERIAL] = "material",
    [PAV_TARGET_KIND_CAMERA] = "camera",
    [PAV_TARGET_KIND_LIGHT] = "light",
    [PAV_TARGET_KIND_SCENE] = "scene",
    [PAV_TARGET_KIND_OBJECT_PROPERTY] = "object with custom properties",
    [PAV_TARGET_KIND_BONE_PROPERTY] = "armature with custom properties of bones",
    [PAV_TARGET_KIND_MESH_PROPERTY] = "mesh with custom properties",
    [PAV_TARGET_KIND_ARMATURE_PROPERTY] = "armature with custom properties",
    [PAV_TARGET_KIND_CAMERA_PROPERTY] = "camera with custom properties",
    [PAV_TARGET_KIND_LIGHT_PROPERTY] = "light with custom properties",
    [PAV_TARGET_KIND_MATERIAL_PROPERTY] = "material with custom properties",
    [PAV_TARGET_KIND_SCENE_PROPERTY] = "scene with custom properties",
    [PAV_TARGET_KIND_WORLD_PROPERTY] = "world with custom properties",
    [PAV_TARGET_KIND_MESH] = "mesh with a sequence of shape keys",
};

static void add_miss(search *wanted, text *out)
{
    const uint32_t kind = wanted->target->kind;
    const char *element = kind == PAV_TARGET_KIND_MATERIAL ? "input"
                          : pav_kind_is_property(kind)     ? "custom property"
                                                           : "element";
    if (!is_there(wanted, look_for_owner)) {
        add(out, ": no such %s", owner_names[kind]);
        add_nearest(wanted, wanted->owner, consider_owner, out);
    } else if (!is_there(wanted, look_for_part)) {
        add(out, ": no such %s", kind == PAV_TARGET_KIND_MORPH ? "shape key" : "bone");
        add_nearest(wanted, wanted->part, consider_part, out);
    } else {
        add(out, ": no such %s", element);
        add_nearest(wanted, wanted->element, consider_element, out);
    }
}

/* ---- The sentence ---- */

/* What a target is of, when it is not a part of it. */
static const char *const thing_names[] = {
    [PAV_TARGET_KIND_OBJECT] = "object",
    [PAV_TARGET_KIND_BONE] = "armature",
    [PAV_TARGET_KIND_MORPH] = "mesh",
    [PAV_TARGET_KIND_MATERIAL] = "material",
    [PAV_TARGET_KIND_CAMERA] = "camera",
    [PAV_TARGET_KIND_LIGHT] = "light",
    [PAV_TARGET_KIND_SCENE] = "scene",
    [PAV_TARGET_KIND_OBJECT_PROPERTY] = "object",
    [PAV_TARGET_KIND_BONE_PROPERTY] = "armature",
    [PAV_TARGET_KIND_MESH_PROPERTY] = "mesh",
    [PAV_TARGET_KIND_ARMATURE_PROPERTY] = "armature data",
    [PAV_TARGET_KIND_CAMERA_PROPERTY] = "camera",
    [PAV_TARGET_KIND_LIGHT_PROPERTY] = "light",
    [PAV_TARGET_KIND_MATERIAL_PROPERTY] = "material",
    [PAV_TARGET_KIND_SCENE_PROPERTY] = "scene",
    [PAV_TARGET_KIND_WORLD_PROPERTY] = "world",
    [PAV_TARGET_KIND_MESH] = "mesh",
};

static void add_target(const search *wanted, text *out)
{
    const char *owner = wanted->clip->text + wanted->target->owner;
    if (*wanted->part) {
        const bool is_morph = wanted->target->kind == PAV_TARGET_KIND_MORPH;
        add(out, "%s \"%s\" of \"%s\"", is_morph ? "shape key" : "bone", wanted->part, owner);
    } else {
        add(out, "%s \"%s\"", thing_names[wanted->target->kind], owner);
    }
    if (wanted->paired) {
        add(out, " (played on \"%s\")", wanted->owner);
    }
    if (wanted->target->kind != PAV_TARGET_KIND_MORPH) {
        add(out, ", %s", wanted->element);
    }
}

static void add_status(search *wanted, const pav_link *link, text *out)
{
    switch (link->status) {
    case PAV_LINK_BOUND:
        add(out, ": drives %u target%s", (unsigned)link->target_count, link->target_count == 1 ? "" : "s");
        break;
    case PAV_LINK_UNBOUND:
        add_miss(wanted, out);
        break;
    case PAV_LINK_MISMATCH:
        add(out, wanted->clip->channels[link->channel].conversion == PAV_CONVERSION_NONE
                     ? ": the target does not hold these numbers"
                     : ": the channel is a rotation, but the target is not");
        break;
    default:
        add(out, ": two nodes of the scene answer to this name");
    }
}

void pav_binding_describe(const pav_binding *binding, uint32_t link, char *text_out, size_t size)
{
    assert(binding && link < binding->link_count && text_out && size);
    text out = {.bytes = text_out, .size = size};
    const pav_link *entry = &binding->links[link];
    const pav_chunk_clip *clip = pav_document_clip(binding->clips, entry->clip);
    const pav_record_target *target = &clip->targets[clip->channels[entry->channel].target];
    search wanted = {
        .binding = binding,
        .clip = clip,
        .target = target,
        .library = clip->text + target->library,
        .part = clip->text + target->part,
        .element = clip->text + target->element,
    };
    wanted.owner = pav_owner_in_scene(binding, clip->text + target->owner, &wanted.paired);
    text_out[0] = '\0';
    add(&out, "clip \"%s\": ", clip->text + clip->clip->name);
    add_target(&wanted, &out);
    add_status(&wanted, entry, &out);
}
