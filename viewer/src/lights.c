/* SPDX-License-Identifier: MIT */
#include "lights.h"

#include "bounds.h"

#include <math.h>
#include <string.h>

enum { MOST_LIGHTS = 16, BINDING = 1 };

static const float pi = 3.14159265f;

/* As the shader declares them, in the layout std140. */
typedef struct light_block {
    float place[4];     /* And the square of the distance within which the light grows no stronger. */
    float direction[4]; /* Where it shines, and its kind. */
    float color[4];     /* Watts per steradian, of a sun per square metre; and 1 when it casts the shadow. */
    float cone[4];      /* Of a spot: the cosine at its edge, and how much above that is its soft part. */
} light_block;

typedef struct lights_block {
    int32_t counts[4];
    float world[4]; /* And 1 when it gives no light. */
    light_block lights[MOST_LIGHTS];
} lights_block;

static const pav_chunk_scene *chunk_of(const pav_scene *scene)
{
    return pav_document_scene(pav_scene_document(scene));
}

void view_lights_create(view_lights *out)
{
    *out = (view_lights){.count = 0};
    glGenBuffers(1, &out->buffer);
}

void view_lights_destroy(view_lights *lights)
{
    glDeleteBuffers(1, &lights->buffer);
    *lights = (view_lights){.count = 0};
}

/* A hidden light does not shine, also when hidden objects are shown. */
static bool is_lit_by(const pav_scene *scene, uint32_t node, bool rendered)
{
    const bool hidden = rendered ? view_node_is_unrendered(scene, node) : view_node_is_hidden(scene, node);
    return chunk_of(scene)->nodes[node].light != PAV_NONE && !hidden;
}

bool view_lights_are_in(const pav_scene *scene, bool rendered)
{
    for (uint32_t node = 0; node < chunk_of(scene)->node_count; node++) {
        if (is_lit_by(scene, node, rendered)) {
            return true;
        }
    }
    return false;
}

/* ---- Blender's watts, as FORMAT.md, Lights, has them ---- */

/* The sphere of a point light of P watts and radius r has a radiance of P / (4 pi^2 r^2), so from afar, where
 * it is a disc of pi r^2, it has P / 4 pi watts per steradian.  A panel of P watts has P / 4 straight on. */
static float intensity(const pav_record_light *light)
{
    switch (light->kind) {
    case PAV_LIGHT_KIND_SUN:
        return light->energy;
    case PAV_LIGHT_KIND_AREA:
        return light->energy / 4;
    default:
        return light->energy / (4 * pi);
    }
}

static light_block read_light(const pav_record_light *light, const float world[16])
{
    const view_vector place = view_matrix_column(world, 3);
    const view_vector down = view_vector_scale(view_vector_normalize(view_matrix_column(world, 2)), -1);
    const float radius = fmaxf(light->radius, 1e-4f), edge = cosf(light->spot_size / 2),
                power = intensity(light);
    return (light_block){
        .place = {place.x, place.y, place.z, radius * radius},
        .direction = {down.x, down.y, down.z, (float)light->kind},
        .color = {power * light->color[0], power * light->color[1], power * light->color[2], 0},
        .cone = {edge, fmaxf((1 - edge) * light->spot_blend, 1e-4f), 0, 0},
    };
}

/* How bright it makes what is looked at. */
static float strength_at(const light_block *light, view_vector middle, view_vector *towards)
{
    const view_vector away =
        view_vector_subtract((view_vector){light->place[0], light->place[1], light->place[2]}, middle);
    const float strength = fmaxf(light->color[0], fmaxf(light->color[1], light->color[2]));
    if ((uint32_t)light->direction[3] == PAV_LIGHT_KIND_SUN) {
        *towards = (view_vector){-light->direction[0], -light->direction[1], -light->direction[2]};
        return strength;
    }
    *towards = view_vector_normalize(away);
    return strength / fmaxf(view_vector_dot(away, away), light->place[3]);
}

void view_lights_upload(view_lights *lights, const pav_scene *scene, view_vector middle, bool rendered)
{
    const pav_chunk_scene *chunk = chunk_of(scene);
    lights_block block;
    float strongest = 0;
    uint32_t caster = 0;
    memset(&block, 0, sizeof block);
    memcpy(block.world, pav_scene_world_color(scene), 3 * sizeof *block.world);
    block.world[3] = !rendered && !(block.world[0] > 0 || block.world[1] > 0 || block.world[2] > 0);
    lights->count = lights->left_out = 0;
    lights->towards = (view_vector){0, 0, 1};
    for (uint32_t node = 0; node < chunk->node_count; node++) {
        if (!is_lit_by(scene, node, rendered)) {
            continue;
        }
        if (lights->count == MOST_LIGHTS) {
            lights->left_out++;
            continue;
        }
        light_block *light = &block.lights[lights->count];
        view_vector towards;
        *light = read_light(pav_scene_light(scene, chunk->nodes[node].light),
                            &pav_scene_world_matrices(scene)[16 * (size_t)node]);
        const float strength = strength_at(light, middle, &towards);
        if (strength > strongest) {
            strongest = strength;
            caster = lights->count;
            lights->towards = towards;
        }
        lights->count++;
    }
    block.counts[0] = (int32_t)lights->count;
    block.lights[caster].color[3] = 1;
    glBindBuffer(GL_UNIFORM_BUFFER, lights->buffer);
    glBufferData(GL_UNIFORM_BUFFER, sizeof block, &block, GL_STREAM_DRAW);
    glBindBufferBase(GL_UNIFORM_BUFFER, BINDING, lights->buffer);
}

void view_lights_sky(const pav_scene *scene, float out[3])
{
    for (int i = 0; i < 3; i++) {
        const float linear = fminf(fmaxf(pav_scene_world_color(scene)[i], 0), 1);
        out[i] = linear <= 0.0031308f ? 12.92f * linear : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
    }
}

void view_lights_prepare(GLuint program)
{
    glUniformBlockBinding(program, glGetUniformBlockIndex(program, "lights"), BINDING);
}
