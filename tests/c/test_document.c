/* SPDX-License-Identifier: MIT */
/* Loading the goldens: what is in them, which clips, how much memory, how long it lives. */
#include "test_document.h"
#include "error.h"

#define SMALL "tests/golden/small.pav"

static pav_document *load(const char *path, const pav_load_options *options)
{
    pav_document *document = NULL;
    pav_error error = {0};
    if (!CHECK(pav_document_load_file(path, options, &document, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    return document;
}

static void minimal_has_what_its_maker_gave_it(void)
{
    pav_document *document = load("tests/golden/minimal.pav", NULL);
    const pav_chunk_info *info = pav_document_info(document);
    CHECK_TEXT(info->text + info->info->writer, "pavane golden");
    const pav_chunk_scene *scene = pav_document_scene(document);
    CHECK(scene->node_count == 1 && scene->scene->fps == 24 && scene->scene->up_axis == PAV_AXIS_Z);
    CHECK_TEXT(scene->text + scene->nodes[0].name, "Cube");
    CHECK(scene->nodes[0].parent == PAV_NONE && scene->nodes[0].mesh == PAV_NONE);
    CHECK(pav_document_mesh_count(document) == 0 && pav_document_clip_count(document) == 1);
    const pav_chunk_clip *clip = pav_document_clip(document, 0);
    CHECK_TEXT(clip->text + clip->targets[0].element, "location");
    CHECK(clip->components[0].kind == PAV_COMPONENT_KIND_CURVE && clip->curves[0].keys_count == 2);
    CHECK(clip->key_times[0] == 1 && clip->key_times[1] == 25 && clip->key_values[1] == 5);
    CHECK(clip->key_lefts[0] == -7 && clip->key_rights[2] == 33 && clip->key_rights[3] == 5);
    CHECK(clip->key_interpolations[0] == PAV_INTERPOLATION_LINEAR);
    pav_document_destroy(document);
}

static void small_has_everything_once(void)
{
    pav_document *document = load(SMALL, NULL);
    const pav_chunk_scene *scene = pav_document_scene(document);
    CHECK(scene->node_count == 7 && scene->nodes[2].armature == 0 && scene->nodes[2].parent == 1);
    CHECK(scene->nodes[5].flags == PAV_NODE_FLAG_HIDDEN_VIEWPORT && scene->slots[2].material == PAV_NONE);
    CHECK(scene->joints[1].node == 2 && scene->joints[1].inverse_bind[14] == -1);
    const pav_chunk_mesh *mesh = pav_document_mesh(document, 0);
    CHECK(mesh->point_count == 6 && mesh->polygon_count == 2 && mesh->vertex_count == 8 &&
          mesh->index_count == 12);
    CHECK(mesh->mesh->bounds_min[0] == -1 && mesh->mesh->bounds_max[2] == 2);
    CHECK(mesh->influences[3].group == 1 && mesh->influences[3].weight == 0.5f);
    CHECK(mesh->morphs[1].minimum == -1 && mesh->morphs[1].deltas_first == 2 && mesh->delta_points[2] == 2);
    const pav_chunk_clip *clip = pav_document_clip(document, 2);
    CHECK(clip->sample_group_count == 4 && clip->sample_groups[0].lane_count == 2 &&
          clip->sample_groups[1].rate == 2);
    CHECK(clip->sample_groups[0].sample_count == 6 && clip->samples[10] == 4.25f);
    CHECK(pav_document_clip(document, 0)->clip->play_mode == PAV_PLAY_MODE_LOOP);
    pav_document_destroy(document);
}

static void looks_has_materials_lights_and_images(void)
{
    pav_document *document = load("tests/golden/looks.pav", NULL);
    const pav_chunk_scene *scene = pav_document_scene(document);
    CHECK(scene->material_count == 5 && scene->materials[1].inputs_count == 5);
    CHECK(scene->materials[0].alpha_mode == PAV_ALPHA_MODE_BLEND);
    CHECK(scene->materials[0].flags == PAV_MATERIAL_FLAG_DOUBLE_SIDED);
    CHECK(scene->materials[2].flags == PAV_MATERIAL_FLAG_UNLIT && scene->materials[4].inputs_count == 0);
    CHECK(scene->texture_count == 2 && scene->textures[0].scale == 8 && scene->textures[1].scale == PAV_NONE);
    CHECK(scene->textures[0].extension == PAV_TEXTURE_EXTENSION_MIRROR && scene->textures[1].image == 1);
    CHECK(scene->textures[1].channel == PAV_TEXTURE_CHANNEL_NORMAL);
    CHECK_TEXT(scene->text + scene->material_inputs[8].name, "Checker scale");
    CHECK(scene->scene->world_color[2] == 0.25f && scene->lights[0].sun_angle == 0.0078125f);
    CHECK(scene->lights[1].area_shape == PAV_AREA_SHAPE_ELLIPSE && scene->lights[1].area_height == 0.5f);
    CHECK(pav_document_image_count(document) == 2);
    const pav_chunk_image *image = pav_document_image(document, 1);
    CHECK_TEXT(image->text + image->image->name, "Bumps");
    CHECK(image->image->color_space == PAV_COLOR_SPACE_DATA && image->image->width == 1);
    CHECK(image->byte_count > 8 && memcmp(image->bytes, "\x89PNG", 4) == 0);
    pav_document_destroy(document);
}

static void stored_and_compressed_hold_the_same(void)
{
    pav_document *compressed = load(SMALL, NULL);
    pav_document *stored = load("tests/golden/small_stored.pav", NULL);
    CHECK(test_same_document(compressed, stored));
    CHECK(pav_document_clip_bytes(compressed, 0) < pav_document_clip_bytes(stored, 0));
    CHECK(pav_document_memory(compressed) == pav_document_memory(stored));
    pav_document_destroy(compressed);
    pav_document_destroy(stored);
    compressed = load("tests/golden/looks.pav", NULL);
    stored = load("tests/golden/looks_stored.pav", NULL);
    CHECK(test_same_document(compressed, stored));
    pav_document_destroy(compressed);
    pav_document_destroy(stored);
}

static void files_of_other_versions_hold_the_same(void)
{
    const char *const files[] = {"longer_records", "shorter_records", "unknown_table", "unknown_chunks",
                                 "unknown_enums"};
    pav_document *small = load(SMALL, NULL);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/golden/evolved/%s.pav", files[i]);
        pav_document *other = load(path, NULL);
        CHECK(test_same_document(small, other));
        pav_document_destroy(other);
    }
    pav_document_destroy(small);
}

/* What only an import into Blender needs is not even decoded: the last bytes of the file are its. */
static void actions_are_skipped(void)
{
    pav_document *minimal = load("tests/golden/minimal.pav", NULL);
    pav_document *document = load("tests/golden/actions.pav", NULL);
    CHECK(test_same_document(minimal, document));
    CHECK(pav_document_memory(document) == pav_document_memory(minimal));
    pav_document_destroy(document);
    size_t size;
    uint8_t *data = test_read("tests/golden/actions_stored.pav", &size);
    memset(data + size - 100, 255, 100);
    document = NULL;
    CHECK(pav_document_load_memory(data, size, NULL, &document, NULL) == PAV_OK);
    CHECK(test_same_document(minimal, document));
    pav_document_destroy(document);
    pav_document_destroy(minimal);
    free(data);
}

static void only_the_chosen_clips_are_loaded(void)
{
    const char *const names[] = {"Bounce", "Wave"};
    pav_document *two = load(SMALL, &(pav_load_options){.clips = names, .clip_count = 2});
    CHECK(pav_document_clip_count(two) == 2);
    CHECK(pav_document_find_clip(two, "Wave") == 0 && pav_document_find_clip(two, "Bounce") == 1);
    CHECK(pav_document_find_clip(two, "Smile") == PAV_NONE);
    pav_document *none = load(SMALL, &(pav_load_options){.clips = names, .clip_count = 0});
    CHECK(pav_document_clip_count(none) == 0 && pav_document_mesh_count(none) == 1);
    CHECK(pav_document_memory(none) < pav_document_memory(two));
    pav_document_destroy(two);
    pav_document_destroy(none);
}

/* Stored clip chunks that are all zero would fail to load: those not chosen are not looked at. */
static void clips_not_chosen_are_not_inflated(void)
{
    size_t size;
    uint8_t *data = test_read("tests/golden/minimal_stored.pav", &size);
    memset(data + size - 100, 0, 100);
    pav_document *document = NULL;
    const char *const names[] = {""};
    const pav_load_options none = {.clips = names};
    CHECK(pav_document_load_memory(data, size, &none, &document, NULL) == PAV_OK);
    pav_document_destroy(document);
    CHECK(pav_document_load_memory(data, size, NULL, &document, NULL) == PAV_ERROR_FORMAT);
    free(data);
}

static void a_clip_that_is_not_there_is_named(void)
{
    const char *const names[] = {"Wave", "Jump"};
    const pav_load_options options = {.clips = names, .clip_count = 2};
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_document_load_file(SMALL, &options, &document, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, SMALL ": no clip is called \"Jump\"");
    CHECK(document == NULL);
}

static void a_file_that_is_not_there_is_named(void)
{
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_document_load_file("tests/golden/absent.pav", NULL, &document, &error) == PAV_ERROR_FILE);
    CHECK(strstr(error.message, "tests/golden/absent.pav: ") == error.message);
    CHECK(pav_document_load_file("tests/golden", NULL, &document, &error) == PAV_ERROR_FILE);
    CHECK(strcmp(error.message, "tests/golden: a folder or a stream, not a file with a size") == 0);
}

static void an_error_begins_with_the_file(void)
{
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_document_load_file("tests/golden/invalid/rule_keys_none.pav", NULL, &document, &error) ==
          PAV_ERROR_FORMAT);
    CHECK_TEXT(error.message, "tests/golden/invalid/rule_keys_none.pav: CLIP 0: curve 2: has neither a key nor a modifier");
    CHECK(pav_document_load_file("tests/golden/absent.pav", NULL, &document, NULL) == PAV_ERROR_FILE);
}

static void a_long_name_shows_its_end_from_a_character_on(void)
{
    char path[400] = {0};
    for (size_t i = 0; i < 380; i += 2) {
        memcpy(path + i, "\xC3\xA4", 2);
    }
    pav_document *document = NULL;
    pav_error error = {0};
    memset(error.message, 'x', sizeof error.message);
    for (int shift = 0; shift < 2; shift++) {
        CHECK(pav_document_load_file(path, NULL, &document, &error) == PAV_ERROR_FILE);
        const size_t length = strlen(error.message);
        CHECK(length >= 253 && length < sizeof error.message);
        CHECK(memcmp(error.message, "...\xC3\xA4", 5) == 0);
        const char *sentence = strchr(error.message, ':');
        CHECK(sentence && strncmp(sentence, ": File name too long", 20) == 0);
        path[380] = '.'; /* By one byte longer. */
    }
}

static void a_long_sentence_leaves_room_for_the_file(void)
{
    pav_error error = {0};
    memset(error.message, 'x', sizeof error.message - 1);
    pav_error_name_file(&error, "name.pav");
    CHECK(strlen(error.message) == 255 && strncmp(error.message, "name.pav: xxx", 13) == 0);
    memset(error.message, 'x', sizeof error.message - 1);
    char path[301] = {0};
    memset(path, 'p', 300);
    pav_error_name_file(&error, path);
    CHECK(strlen(error.message) == 255 && strncmp(error.message, "...p", 4) == 0);
    CHECK(strchr(error.message, ':') - error.message == 64);
}

static void a_retained_document_lives_on(void)
{
    test_memory memory = {0};
    const pav_load_options options = test_options(&memory);
    pav_document *document = load(SMALL, &options);
    CHECK(pav_document_retain(document) == document);
    pav_document_destroy(document);
    CHECK(memory.live > 0 && pav_document_clip_count(document) == 3);
    pav_document_destroy(document);
    CHECK(memory.live == 0);
    pav_document_destroy(NULL);
}

int main(void)
{
    RUN(minimal_has_what_its_maker_gave_it);
    RUN(small_has_everything_once);
    RUN(looks_has_materials_lights_and_images);
    RUN(stored_and_compressed_hold_the_same);
    RUN(files_of_other_versions_hold_the_same);
    RUN(actions_are_skipped);
    RUN(only_the_chosen_clips_are_loaded);
    RUN(clips_not_chosen_are_not_inflated);
    RUN(a_clip_that_is_not_there_is_named);
    RUN(a_file_that_is_not_there_is_named);
    RUN(an_error_begins_with_the_file);
    RUN(a_long_name_shows_its_end_from_a_character_on);
    RUN(a_long_sentence_leaves_room_for_the_file);
    RUN(a_retained_document_lives_on);
    return test_end();
}
