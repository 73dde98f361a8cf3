/* SPDX-License-Identifier: MIT */
/* The box: its colour goes from red to blue in 4 seconds and back, through UpdateMaterial and the player. */
#include "example.h"

static const float corners_of_box[] = {
    -1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1,
};
static const uint32_t sides[] = {0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
static const uint32_t fours[] = {4, 4, 4, 4, 4, 4};

static void add_box(pav_builder *builder)
{
    const pav_build_mesh mesh = {.name = "Box",
                                 .points = corners_of_box,
                                 .point_count = 8,
                                 .polygons = fours,
                                 .polygon_count = 6,
                                 .corners = sides,
                                 .corner_count = 24};
    const uint32_t paint = example_add_material(builder, "Paint", 1, 1, 1);
    const uint32_t box = example_add_node(builder, "Box", 1, paint);
    pav_builder_set_mesh(builder, box, pav_builder_add_mesh(builder, &mesh), PAV_NONE);
}

/* From red to blue: three components of the material's input. */
static void add_clip(pav_builder *builder)
{
    const float red[3] = {1, 0, 0}, blue[3] = {0, 0, 1};
    pav_build_key keys[3][2];
    pav_build_component components[3];
    for (uint32_t i = 0; i < 3; i++) {
        keys[i][0] = (pav_build_key){.value = red[i], .interpolation = PAV_INTERPOLATION_LINEAR};
        keys[i][1] = (pav_build_key){.frame = 96, .value = blue[i]};
        components[i] = (pav_build_component){
            .component = i, .kind = PAV_COMPONENT_KIND_CURVE, .keys = keys[i], .key_count = 2};
    }
    const uint32_t clip = pav_builder_add_clip(
        builder, &(pav_build_clip){.name = "colour", .mode_set = true, .mode = PAV_PLAY_MODE_PING_PONG});
    pav_builder_add_channel(builder, clip,
                            &(pav_build_channel){.kind = PAV_TARGET_KIND_MATERIAL,
                                                 .owner = "Paint",
                                                 .element = "base_color",
                                                 .components = components,
                                                 .component_count = 3});
}

static void print(const example *self)
{
    const float *color = pav_scene_material_input(self->scene, 0, "base_color", NULL);
    printf(" %.4f %.4f %.4f", (double)color[0], (double)color[1], (double)color[2]);
}

int main(int count, char **arguments)
{
    pav_builder *builder = NULL;
    pav_error error;
    example self = {.print = print, .seconds = 9};
    example_check(pav_builder_create(NULL, &builder, &error), &error);
    add_box(builder);
    add_clip(builder);
    example_open(&self, builder);
    example_check(pav_player_play(self.player, 0, NULL, NULL, &error), &error);
    return example_run(&self, count, arguments);
}
