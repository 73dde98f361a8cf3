/* SPDX-License-Identifier: MIT */
/* The builder: defaults, computed surfaces, clips that play, failures and their messages. */
#include <pavane/pavane.h>

#include "test_document.h"

static pav_builder *make_builder(const pav_builder_options *options)
{
    pav_builder *builder = NULL;
    pav_error error = {0};
    if (!CHECK(pav_builder_create(options, &builder, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    return builder;
}

static pav_document *finish(pav_builder *builder)
{
    pav_document *document = NULL;
    pav_error error = {0};
    if (!CHECK(pav_builder_finish(builder, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    pav_builder_destroy(builder);
    return document;
}

/* ---- Memory ---- */

static void add_a_look(pav_builder *builder)
{
    const float color[4] = {1, 0, 0, 1};
    const float place[3] = {0};
    const pav_build_input inputs[] = {{"base_color", color, 4}, {"place", place, 3}};
    const pav_build_texture texture = {.input = "base_color", .uv_layer = "UVMap", .location = "place"};
    pav_builder_add_image(
        builder,
        &(pav_build_image){
            .name = "Image", .width = 1, .height = 1, .bytes = "\x89PNG\r\n\x1a\n", .byte_count = 8});
    pav_builder_add_material(
        builder,
        &(pav_build_material){
            .name = "Red", .inputs = inputs, .input_count = 2, .textures = &texture, .texture_count = 1});
}

static void add_some_of_everything(pav_builder *builder)
{
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const pav_record_influence influences[3] = {{0, 1}, {0, 1}, {0, 1}};
    const uint32_t ones[3] = {1, 1, 1};
    const char *groups[] = {"Bone"};
    const pav_build_key keys[2] = {{.frame = 1}, {.frame = 3, .value = 2}};
    const pav_build_component component = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2};
    const pav_record_joint joint = {.node = 1};
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Rig"});
    pav_builder_add_bone(builder, 0, 0, &(pav_build_node){.name = "Bone"});
    pav_builder_add_skin(builder, 0, &joint, 1);
    pav_builder_add_mesh(
        builder, &(pav_build_mesh){
                     .name = "Mesh", .points = points, .point_count = 3, .corner_count = 3, .smooth = true});
    pav_builder_add_uv_layer(builder, 0, "UVMap", points);
    pav_builder_set_weights(builder, 0, &(pav_build_weights){groups, 1, ones, influences, 3});
    pav_builder_add_morph(builder, 0, &(pav_build_morph){.name = "Key", .deltas = points, .delta_count = 3});
    pav_builder_set_mesh(builder, 0, 0, 0);
    add_a_look(builder);
    pav_builder_add_clip(builder, &(pav_build_clip){.name = "Clip"});
    pav_builder_add_samples(builder, 0,
                            &(pav_build_samples){1, 1, 3, PAV_SAMPLE_INTERPOLATION_CUBIC, points});
    pav_builder_add_knot(builder, 0, 1.5f, points, 1);
    pav_builder_add_channel(
        builder, 0, &(pav_build_channel){.owner = "Rig", .components = &component, .component_count = 1});
    pav_builder_add_event(builder, 0, "Step", 2);
}

static void every_allocation_failing_stays_until_finish_tells_it(void)
{
    size_t fail_at = 1;
    for (pav_result result = PAV_ERROR_MEMORY; result != PAV_OK; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        const pav_allocator allocator = {test_allocate, test_release, &memory};
        pav_builder_options options = {.allocator = allocator};
        pav_builder *builder = NULL;
        pav_document *built = NULL;
        pav_error error = {0};
        result = pav_builder_create(&options, &builder, &error);
        if (result == PAV_OK) {
            add_some_of_everything(builder);
            const pav_result state = pav_builder_state(builder, NULL);
            result = pav_builder_finish(builder, &built, &error);
            CHECK(state == PAV_OK || result == state);
        }
        CHECK((result == PAV_OK) == (built != NULL));
        CHECK(memory.calls >= fail_at ? result == PAV_ERROR_MEMORY : result == PAV_OK);
        if (result != PAV_OK) {
            CHECK_TEXT(error.message, "out of memory");
        }
        pav_builder_destroy(builder);
        pav_document_destroy(built);
        CHECK(memory.live == 0);
    }
    CHECK(fail_at > 40);
}

/* ---- Defaults and computed surfaces ---- */

static void zero_means_the_defaults_of_the_format(void)
{
    pav_builder *builder = make_builder(NULL);
    CHECK(pav_builder_add_node(builder, PAV_NONE, NULL) == 0);
    CHECK(pav_builder_add_camera(builder, NULL, NULL, NULL) == 0);
    CHECK(pav_builder_add_clip(builder, NULL) == 0);
    pav_document *document = finish(builder);
    const pav_chunk_scene *scene = pav_document_scene(document);
    CHECK(scene->scene->fps == 24 && scene->scene->up_axis == PAV_AXIS_Z);
    CHECK_NEAR(scene->scene->unit_scale, 1.0, 0);
    CHECK(scene->nodes[0].parent == PAV_NONE && scene->nodes[0].mesh == PAV_NONE);
    CHECK(scene->nodes[0].elements_count == 3);
    CHECK_TEXT(scene->text + scene->elements[2].name, "scale");
    CHECK_NEAR(scene->cameras[0].lens, 50.0, 0);
    const pav_record_clip *clip = pav_document_clip(document, 0)->clip;
    CHECK(clip->play_mode == PAV_PLAY_MODE_STAY && clip->fps == 24);
    CHECK(pav_document_clip_bytes(document, 0) == 0 && pav_document_memory(document) > 0);
    pav_document_destroy(document);
}

/* A roof of two squares, one in the plane y = 0 of slot 1, one in the plane z = 1 of slot 0. */
static pav_document *build_roof(bool smooth)
{
    static const float points[] = {0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1};
    static const uint32_t polygons[] = {4, 4};
    static const uint32_t corners[] = {0, 1, 2, 3, 3, 2, 4, 5};
    static const uint32_t slots[] = {1, 0};
    pav_builder *builder = make_builder(NULL);
    const pav_build_mesh mesh = {
        .points = points,
        .point_count = 6,
        .polygons = polygons,
        .polygon_count = 2,
        .corners = corners,
        .corner_count = 8,
        .polygon_slots = slots,
        .smooth = smooth,
    };
    CHECK(pav_builder_add_mesh(builder, &mesh) == 0);
    return finish(builder);
}

static void triangles_are_fans_grouped_by_slot(void)
{
    pav_document *document = build_roof(false);
    const pav_chunk_mesh *mesh = pav_document_mesh(document, 0);
    static const uint32_t wanted[] = {4, 5, 6, 4, 6, 7, 0, 1, 2, 0, 2, 3};
    CHECK(mesh->index_count == 12 && memcmp(mesh->indices, wanted, sizeof wanted) == 0);
    CHECK(mesh->primitive_count == 2 && mesh->primitives[0].slot == 0 && mesh->primitives[1].slot == 1);
    CHECK(mesh->primitives[1].indices_first == 6 && mesh->primitives[1].indices_count == 6);
    CHECK_NEAR(mesh->mesh->bounds_max[1], 1.0, 0);
    pav_document_destroy(document);
}

static void normals_are_the_polygons_or_of_the_points_when_smooth(void)
{
    pav_document *flat = build_roof(false);
    const float *normals = pav_document_mesh(flat, 0)->normals;
    CHECK_NEAR(normals[3 * 2 + 1], -1.0, 0);
    CHECK_NEAR(normals[3 * 5 + 2], 1.0, 0);
    pav_document_destroy(flat);
    pav_document *smooth = build_roof(true);
    normals = pav_document_mesh(smooth, 0)->normals;
    CHECK_NEAR(normals[1], -1.0, 0);
    CHECK_NEAR(normals[3 * 2 + 1], -sqrt(0.5), 1e-7);
    CHECK_NEAR(normals[3 * 5 + 2], sqrt(0.5), 1e-7);
    pav_document_destroy(smooth);
}

/* ---- Playing what was built ---- */

static void a_built_clip_plays_with_the_range_of_its_keys(void)
{
    const pav_build_key x[] = {{.frame = 1, .interpolation = PAV_INTERPOLATION_LINEAR},
                               {.frame = 25, .value = 8}};
    const pav_build_key y[] = {{.frame = 13, .interpolation = PAV_INTERPOLATION_BEZIER},
                               {.frame = 49, .value = 6}};
    const pav_build_component components[] = {
        {.component = 0, .kind = PAV_COMPONENT_KIND_CURVE, .keys = x, .key_count = 2},
        {.component = 1, .kind = PAV_COMPONENT_KIND_CURVE, .keys = y, .key_count = 2},
        {.component = 2, .kind = PAV_COMPONENT_KIND_CONSTANT, .value = 5},
    };
    pav_builder *builder = make_builder(NULL);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "Ball"});
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "Jump"});
    const pav_build_channel channel = {
        .owner = "Ball", .element = "location", .components = components, .component_count = 3};
    CHECK(pav_builder_add_channel(builder, clip, &channel) == 0);
    pav_document *document = finish(builder);
    CHECK_NEAR(pav_clip_duration(pav_document_clip(document, clip)), 2.0, 0);
    pav_scene *scene = NULL;
    pav_player *player = NULL;
    CHECK(pav_scene_create(document, NULL, &scene, NULL) == PAV_OK);
    CHECK(pav_player_create(scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, clip, NULL, NULL, NULL) == PAV_OK);
    CHECK(pav_player_update(player, 0.5, NULL) == PAV_OK);
    const float *world = pav_scene_world_matrices(scene);
    CHECK_NEAR(world[12], 4.0, 1e-6);
    CHECK_NEAR(world[13], 0.0, 0);
    CHECK_NEAR(world[14], 5.0, 0);
    CHECK(pav_player_update(player, 0.75, NULL) == PAV_OK);
    CHECK_NEAR(world[13], 3.0, 1e-6); /* Level handles are symmetric: half way at half time. */
    pav_player_destroy(player);
    pav_scene_destroy(scene);
    pav_document_destroy(document);
}

static void a_builder_goes_on_after_finish(void)
{
    pav_builder *builder = make_builder(NULL);
    pav_document *one = NULL;
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "One"});
    CHECK(pav_builder_finish(builder, &one, NULL) == PAV_OK);
    pav_builder_add_node(builder, 0, &(pav_build_node){.name = "Two"});
    pav_document *two = finish(builder);
    CHECK(pav_document_scene(one)->node_count == 1 && pav_document_scene(two)->node_count == 2);
    pav_document_destroy(one);
    pav_document_destroy(two);
}

/* ---- Failures ---- */

static void check_failure(pav_builder *builder, pav_result result, const char *message)
{
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_builder_finish(builder, &document, &error) == result);
    CHECK(document == NULL && error.result == result);
    CHECK_TEXT(error.message, message);
    pav_builder_destroy(builder);
}

static void what_a_file_may_not_say_the_builder_may_not_either(void)
{
    pav_builder *builder = make_builder(NULL);
    pav_builder_add_node(builder, 3, NULL);
    check_failure(builder, PAV_ERROR_FORMAT, "SCNE: node 0: parent is 3, but there are 1 nodes");

    builder = make_builder(NULL);
    pav_builder_add_node(builder, PAV_NONE, NULL);
    pav_builder_set_mesh(builder, 0, PAV_NONE, PAV_NONE);
    pav_builder_set_camera(builder, 0, 2);
    check_failure(builder, PAV_ERROR_FORMAT, "SCNE: node 0: camera is 2, but there are 0 cameras");

    builder = make_builder(NULL);
    pav_builder_add_clip(builder, NULL);
    const pav_build_component curve = {.kind = PAV_COMPONENT_KIND_CURVE};
    pav_builder_add_channel(builder, 0, &(pav_build_channel){.components = &curve, .component_count = 1});
    check_failure(builder, PAV_ERROR_FORMAT, "CLIP 0: curve 0: has neither a key nor a modifier");

    builder = make_builder(NULL);
    const pav_build_key key = {.value = NAN};
    const pav_build_component infinite = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = &key, .key_count = 1};
    pav_builder_add_clip(builder, NULL);
    pav_builder_add_channel(builder, 0, &(pav_build_channel){.components = &infinite, .component_count = 1});
    check_failure(builder, PAV_ERROR_FORMAT, "CLIP 0: key_values[0] is not finite");

    builder = make_builder(NULL);
    pav_builder_add_clip(builder, NULL);
    CHECK(pav_builder_add_event(builder, 0, "Step", 2) == 0);
    CHECK(pav_builder_add_event(builder, 0, "Step", 1) == 1);
    check_failure(builder, PAV_ERROR_FORMAT,
                  "CLIP 0: event 1: is at frame 1, before the event before it at 2");

    builder = make_builder(NULL);
    pav_builder_add_node(builder, PAV_NONE, &(pav_build_node){.name = "\xff"});
    pav_document *document = NULL;
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_ERROR_FORMAT && !document);
    pav_builder_destroy(builder);
}

static void a_texture_names_an_input_of_its_material(void)
{
    const pav_build_texture texture = {.input = "color"};
    pav_builder *builder = make_builder(NULL);
    CHECK(pav_builder_add_material(
              builder, &(pav_build_material){.name = "Red", .textures = &texture, .texture_count = 1}) ==
          PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE,
                  "material \"Red\": a texture names the input \"color\", which is not there");
}

static void a_weight_is_keyed_by_its_index_and_stored_by_its_name(void)
{
    pav_builder *builder = make_builder(NULL);
    const float points[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const pav_build_key keys[2] = {{.frame = 0}, {.frame = 24, .value = 1}};
    const pav_build_component weight = {.kind = PAV_COMPONENT_KIND_CURVE, .keys = keys, .key_count = 2};
    const pav_build_mesh face = {
        .name = "Face", .library = "heads", .points = points, .point_count = 3, .corner_count = 3};
    pav_builder_add_mesh(builder, &face);
    pav_builder_add_morph(builder, 0, &(pav_build_morph){.name = "Frown"});
    pav_builder_add_morph(builder, 0, &(pav_build_morph){.name = "Smile"});
    pav_builder_add_clip(builder, &(pav_build_clip){.name = "Cheer"});
    CHECK(pav_builder_add_morph_channel(builder, 0, 0, 1, &weight) == 0);
    pav_document *document = finish(builder);
    const pav_chunk_clip *clip = pav_document_clip(document, 0);
    const pav_record_target *target = &clip->targets[clip->channels[0].target];
    CHECK(target->kind == PAV_TARGET_KIND_MORPH);
    CHECK_TEXT(clip->text + target->library, "heads");
    CHECK_TEXT(clip->text + target->owner, "Face");
    CHECK_TEXT(clip->text + target->part, "Smile");
    CHECK_TEXT(clip->text + target->element, "value");
    pav_document_destroy(document);

    builder = make_builder(NULL);
    pav_builder_add_mesh(builder, NULL);
    pav_builder_add_clip(builder, NULL);
    CHECK(pav_builder_add_morph_channel(builder, 0, 0, 0, &weight) == PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE, "mesh 0: morph 0, but there are 0");
}

static void the_first_failure_stays(void)
{
    pav_builder *builder = make_builder(NULL);
    CHECK(pav_builder_add_morph(builder, 4, NULL) == PAV_NONE);
    CHECK(pav_builder_add_node(builder, PAV_NONE, NULL) == PAV_NONE);
    CHECK(pav_builder_add_channel(builder, 9, NULL) == PAV_NONE);
    CHECK(pav_builder_state(builder, NULL) == PAV_ERROR_VALUE);
    check_failure(builder, PAV_ERROR_VALUE, "mesh 4, but there are 0");
}

static void a_mesh_that_cannot_be_computed_says_why(void)
{
    const float points[9] = {0};
    const uint32_t polygons[1] = {4};
    const uint32_t corners[3] = {0, 1, 7};
    const uint32_t vertices[1] = {0};
    pav_build_mesh mesh = {.points = points, .point_count = 3, .corner_count = 3};

    pav_builder *builder = make_builder(NULL);
    mesh.polygons = polygons;
    mesh.polygon_count = 1;
    CHECK(pav_builder_add_mesh(builder, &mesh) == PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE, "mesh 0: the polygons have 4 corners, but there are 3");

    builder = make_builder(NULL);
    mesh.polygons = NULL;
    mesh.corners = corners;
    CHECK(pav_builder_add_mesh(builder, &mesh) == PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE, "mesh 0: a corner is of point 7, but there are 3");

    builder = make_builder(NULL);
    mesh.corners = NULL;
    mesh.vertices = vertices;
    mesh.vertex_count = 1;
    CHECK(pav_builder_add_mesh(builder, &mesh) == PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE, "mesh 0: has vertices, but no indices");
}

static void clips_alone_take_no_nodes(void)
{
    pav_builder *builder = make_builder(&(pav_builder_options){.clips_alone = true, .fps = 30});
    CHECK(pav_builder_add_clip(builder, &(pav_build_clip){.name = "Walk"}) == 0);
    pav_document *document = NULL;
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    CHECK(pav_document_scene(document) == NULL && pav_document_find_clip(document, "Walk") == 0);
    CHECK(pav_document_clip(document, 0)->clip->fps == 30);
    pav_document_destroy(document);
    CHECK(pav_builder_add_node(builder, PAV_NONE, NULL) == PAV_NONE);
    check_failure(builder, PAV_ERROR_VALUE, "clips alone have no scene, no meshes and no images");
}

int main(void)
{
    RUN(every_allocation_failing_stays_until_finish_tells_it);
    RUN(zero_means_the_defaults_of_the_format);
    RUN(triangles_are_fans_grouped_by_slot);
    RUN(normals_are_the_polygons_or_of_the_points_when_smooth);
    RUN(a_built_clip_plays_with_the_range_of_its_keys);
    RUN(a_weight_is_keyed_by_its_index_and_stored_by_its_name);
    RUN(a_builder_goes_on_after_finish);
    RUN(what_a_file_may_not_say_the_builder_may_not_either);
    RUN(a_texture_names_an_input_of_its_material);
    RUN(the_first_failure_stays);
    RUN(a_mesh_that_cannot_be_computed_says_why);
    RUN(clips_alone_take_no_nodes);
    pav_builder_destroy(NULL);
    return test_end();
}
