/* SPDX-License-Identifier: MIT */
/* The path: the "position" of a sphere goes from 0 to 10 and back.  No player plays it: a callback of the
 * program's own keeps the clock, says which moment of the clip counts, and updates the scene. */
#include "example.h"

static uint32_t sphere;

/* ---- What is shown ---- */

static void add_path(pav_builder *builder)
{
    const pav_build_key keys[] = {
        {.frame = 0, .value = 0, .interpolation = PAV_INTERPOLATION_LINEAR},
        {.frame = 48, .value = 10, .interpolation = PAV_INTERPOLATION_LINEAR},
    };
    const pav_build_component x = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2};
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "path"});
    pav_builder_add_channel(builder, clip,
                            &(pav_build_channel){.kind = PAV_TARGET_KIND_OBJECT,
                                                 .owner = "Sphere",
                                                 .element = "position",
                                                 .components = &x,
                                                 .component_count = 1});
}

static void add_sphere(pav_builder *builder)
{
    static example_sphere shape;
    example_sphere_make(&shape);
    const pav_build_mesh mesh = example_sphere_mesh(&shape, "Sphere");
    const float above[3] = {0, 0, 1};
    const pav_build_element position = {"position", PAV_ELEMENT_KIND_TRANSLATE, above};
    const uint32_t orange = example_add_material(builder, "Orange", 0.9f, 0.35f, 0.05f);
    pav_builder_add_mesh(builder, &mesh);
    sphere = pav_builder_add_node(
        builder, PAV_NONE,
        &(pav_build_node){
            .name = "Sphere", .elements = &position, .element_count = 1, .slots = &orange, .slot_count = 1});
    pav_builder_set_mesh(builder, sphere, 0, PAV_NONE);
}

/* A strip on the ground, from 0 to 10. */
static void add_rail(pav_builder *builder)
{
    const float points[] = {0, -0.2f, 0.01f, 10, -0.2f, 0.01f, 10, 0.2f, 0.01f, 0, 0.2f, 0.01f};
    const uint32_t polygon = 4;
    const pav_build_mesh mesh = {.name = "Rail",
                                 .points = points,
                                 .point_count = 4,
                                 .polygons = &polygon,
                                 .polygon_count = 1,
                                 .corner_count = 4};
    const uint32_t grey = example_add_material(builder, "Grey", 0.05f, 0.05f, 0.06f);
    const uint32_t rail = pav_builder_add_node(
        builder, PAV_NONE, &(pav_build_node){.name = "Rail", .slots = &grey, .slot_count = 1});
    pav_builder_set_mesh(builder, rail, pav_builder_add_mesh(builder, &mesh), PAV_NONE);
}

/* ---- The program's own player ---- */

typedef struct play_callback {
    const pav_binding *binding;
    double clock;
} play_callback;

static pav_result play(void *self, pav_player *player, double seconds, pav_error *error)
{
    play_callback *callback = self;
    pav_scene *scene = pav_player_scene(player);
    const double length = pav_clip_duration(pav_document_clip(pav_binding_clips(callback->binding), 0));
    callback->clock += seconds;
    const double part = fmod(callback->clock, 2 * length);
    const double moment = part > length ? 2 * length - part : part;
    const pav_result result = pav_clip_apply(scene, callback->binding, 0, NULL, moment, 1, 0);
    return result ? result : pav_scene_update(scene, error);
}

static void print(const example *self)
{
    printf(" %.4f", (double)pav_scene_world_matrices(self->scene)[16 * sphere + 12]);
}

int main(int count, char **arguments)
{
    pav_builder *builder = NULL;
    pav_error error;
    example self = {.update = play, .below_player = true, .print = print, .seconds = 9};
    example_check(pav_builder_create(NULL, &builder, &error), &error);
    add_sphere(builder);
    add_rail(builder);
    add_path(builder);
    example_open(&self, builder);
    play_callback callback = {.binding = pav_player_binding(self.player)};
    self.self = &callback;
    return example_run(&self, count, arguments);
}
