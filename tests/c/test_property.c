/* SPDX-License-Identifier: MIT */
/* Custom properties: found by name, read, and driven by clips. */
#include "moves_fixture.h"

static uint32_t find(const moves *on, pav_target_kind kind, const char *library, const char *owner,
                     const char *part, const char *name)
{
    return pav_scene_find_property(on->scene, &(pav_property_key){kind, library, owner, part, name});
}

static const float *values(const moves *on, uint32_t property, uint32_t wanted)
{
    uint32_t count = 77;
    const float *found = property == PAV_NONE ? NULL : pav_scene_property_values(on->scene, property, &count);
    return CHECK(found && count == wanted) ? found : NULL;
}

static void every_property_is_found_by_its_own_names(void)
{
    moves on = moves_open();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(on.scene));
    for (uint32_t i = 0; i < chunk->property_count; i++) {
        const pav_record_property *property = &chunk->properties[i];
        CHECK(find(&on, (pav_target_kind)property->owner_kind, chunk->text + property->library,
                   chunk->text + property->owner, chunk->text + property->part,
                   chunk->text + property->name) == i);
    }
    CHECK(chunk->property_count == 8);
    moves_close(&on);
}

static void what_has_no_such_name_is_not_found(void)
{
    moves on = moves_open();
    const pav_target_kind object = PAV_TARGET_KIND_OBJECT_PROPERTY, bone = PAV_TARGET_KIND_BONE_PROPERTY;
    const uint32_t speed = find(&on, object, "", "Rig", NULL, "speed");
    CHECK(speed != PAV_NONE && find(&on, object, NULL, "Rig", NULL, "speed") == speed);
    CHECK(find(&on, object, "lib.blend", "Rig", NULL, "speed") == speed + 1);
    CHECK(find(&on, object, "other.blend", "Rig", NULL, "speed") == PAV_NONE);
    CHECK(find(&on, object, NULL, "Rig", NULL, "spee") == PAV_NONE);
    CHECK(find(&on, object, NULL, "Rig", NULL, "zzz") == PAV_NONE);
    CHECK(find(&on, object, NULL, "Rig", "Root", "ik") == PAV_NONE);
    CHECK(find(&on, bone, NULL, "Rig", "Root", "ik") != PAV_NONE);
    CHECK(find(&on, bone, NULL, "Rig", NULL, "ik") == PAV_NONE);
    CHECK(find(&on, PAV_TARGET_KIND_MESH_PROPERTY, NULL, "Rig", NULL, "speed") == PAV_NONE);
    moves_close(&on);
}

static void properties_at_rest_are_those_of_the_file(void)
{
    moves on = moves_open();
    const pav_target_kind object = PAV_TARGET_KIND_OBJECT_PROPERTY;
    CHECK_FLOATS(values(&on, find(&on, object, "", "Rig", NULL, "speed"), 1), 1, 0, 0.5);
    CHECK_FLOATS(values(&on, find(&on, object, "", "Rig", NULL, "gears"), 5), 5, 0, 1, 2, 3, 4, 5);
    CHECK_FLOATS(values(&on, find(&on, PAV_TARGET_KIND_WORLD_PROPERTY, "", "World", NULL, "fog"), 1), 1, 0,
                 0.125);
    moves_close(&on);
}

static void a_string_has_a_text_and_no_target(void)
{
    moves on = moves_open();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(on.scene));
    const uint32_t title = find(&on, PAV_TARGET_KIND_OBJECT_PROPERTY, "", "Rig", NULL, "title");
    uint32_t count = 7;
    CHECK(!pav_scene_property_values(on.scene, title, &count) && count == 0);
    CHECK(pav_scene_property_target(on.scene, title).first == PAV_NONE);
    CHECK_TEXT(chunk->text + chunk->properties[title].text, "K\xc3\xb6nigin");
    moves_close(&on);
}

static void a_clip_drives_some_numbers_of_an_array(void)
{
    moves on = moves_open();
    const uint32_t offset = find(&on, PAV_TARGET_KIND_CAMERA_PROPERTY, "", "Lens", NULL, "offset");
    const float *before = values(&on, offset, 3);
    moves_play(&on, CLIP_ZOOM, 0.5);
    CHECK_FLOATS(values(&on, offset, 3), 3, 1e-6, 1, 0.5, 1.5);
    moves_apply(&on, CLIP_ZOOM, 2, 0.5f, 0);
    fixture_update(on.scene);
    CHECK_FLOATS(values(&on, offset, 3), 3, 1e-6, 2, 0.5, 2);
    CHECK(values(&on, offset, 3) == before);
    moves_close(&on);
}

static void libraries_tell_owners_of_one_name_apart(void)
{
    moves on = moves_open();
    const uint32_t own = find(&on, PAV_TARGET_KIND_OBJECT_PROPERTY, "", "Rig", NULL, "speed");
    moves_play(&on, CLIP_ZOOM, 2);
    CHECK_FLOATS(values(&on, own, 1), 1, 1e-6, 2);
    CHECK_FLOATS(values(&on, own + 1, 1), 1, 0, 0.25);
    pav_document *clips = fixture_document("../../golden/moves"); /* Another file: both answer. */
    pav_binding_destroy(on.binding);
    on.binding = moves_bind(clips, on.scene);
    CHECK(pav_binding_link(on.binding, 5).target_count == 2);
    moves_play(&on, CLIP_ZOOM, 2);
    CHECK_FLOATS(values(&on, own + 1, 1), 1, 1e-6, 2);
    pav_document_destroy(clips);
    moves_close(&on);
}

static void integers_and_booleans_are_made_whole(void)
{
    moves on = moves_open();
    const uint32_t gears = find(&on, PAV_TARGET_KIND_OBJECT_PROPERTY, "", "Rig", NULL, "gears");
    const uint32_t ik = find(&on, PAV_TARGET_KIND_BONE_PROPERTY, "", "Rig", "Root", "ik");
    float *targets = pav_scene_targets(on.scene, NULL);
    const float numbers[5] = {1.4f, 1.5f, -1.5f, -1.6f, 0.49999997f};
    CHECK(pav_scene_property_target(on.scene, gears).value == PAV_VALUE_WHOLE);
    memcpy(targets + pav_scene_property_target(on.scene, gears).first, numbers, sizeof numbers);
    targets[pav_scene_property_target(on.scene, ik).first] = 0.9f;
    fixture_update(on.scene);
    CHECK_FLOATS(values(&on, gears, 5), 5, 0, 1, 2, -1, -2, 0);
    CHECK_FLOATS(values(&on, ik, 1), 1, 0, 0);
    targets[pav_scene_property_target(on.scene, ik).first] = 3;
    fixture_update(on.scene);
    CHECK_FLOATS(values(&on, ik, 1), 1, 0, 1);
    moves_close(&on);
}

static void after_a_stop_properties_are_at_rest(void)
{
    moves on = moves_open();
    const uint32_t ik = find(&on, PAV_TARGET_KIND_BONE_PROPERTY, "", "Rig", "Root", "ik");
    pav_player *player;
    CHECK(pav_player_create(on.scene, NULL, &player, NULL) == PAV_OK);
    CHECK(pav_player_play(player, CLIP_SWITCH, NULL, NULL, NULL) == PAV_OK);
    CHECK(pav_player_update(player, 0.5, NULL) == PAV_OK);
    CHECK_FLOATS(values(&on, ik, 1), 1, 0, 0);
    pav_player_stop(player, PAV_ALL);
    CHECK(pav_player_update(player, 0, NULL) == PAV_OK);
    CHECK_FLOATS(values(&on, ik, 1), 1, 0, 1);
    pav_player_destroy(player);
    moves_close(&on);
}

/* ---- Linking ---- */

static void a_miss_names_what_is_nearest(void)
{
    moves on = moves_open();
    moves_check_link(on.binding, CLIP_SWITCH, 4, PAV_LINK_BOUND,
                     "clip \"Switch\": bone \"Root\" of \"Rig\", ik: drives 1 target");
    moves_check_link(on.binding, CLIP_GONE, 4, PAV_LINK_UNBOUND,
                     "clip \"Gone\": object \"Rig\", sped: no such custom property; nearest is \"speed\"");
    moves_check_link(on.binding, CLIP_GONE, 5, PAV_LINK_MISMATCH,
                     "clip \"Gone\": object \"Rig\", title: the target does not hold these numbers");
    moves_check_link(on.binding, CLIP_GONE, 6, PAV_LINK_UNBOUND,
                     "clip \"Gone\": bone \"Tip\" of \"Rig\", ik: no such bone; nearest is \"Root\"");
    moves_close(&on);
}

static void a_clip_plays_on_another_owner_by_a_pair(void)
{
    moves on = moves_open();
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(on.scene);
    const pav_owner_pair pairs[] = {{"Rig", "Rig"}, {"Moves", "World"}};
    const pav_binding_options options = {.owners = pairs, .owner_count = 2};
    pav_binding *binding;
    pav_error error = {0};
    CHECK(pav_binding_create(document, document, &options, &binding, &error) == PAV_ERROR_NAME);
    CHECK_TEXT(error.message, "owner \"Rig\" is not unique in the scene: it is in (local) and in lib.blend");
    const pav_binding_options second = {.owners = pairs + 1, .owner_count = 1};
    CHECK(pav_binding_create(document, document, &second, &binding, &error) == PAV_OK);
    moves_check_link(
        binding, CLIP_LEVEL, 2, PAV_LINK_UNBOUND,
        "clip \"Level\": scene \"Moves\" (played on \"World\"), level: no such scene with custom "
        "properties; nearest is \"Moves\"");
    pav_binding_destroy(binding);
    moves_close(&on);
}

/* ---- Built ---- */

static void a_builder_keeps_properties_in_order(void)
{
    const float numbers[2] = {5, 7};
    pav_build_property given = {.owner_kind = PAV_TARGET_KIND_MESH_PROPERTY, .owner = "Mesh"};
    pav_builder *builder;
    pav_document *document;
    pav_error error = {0};
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    given.kind = PAV_PROPERTY_KIND_FLOAT;
    given.values = numbers;
    given.value_count = 2;
    given.name = "b";
    pav_builder_add_property(builder, &given);
    given.name = "c";
    given.value_count = 1;
    pav_builder_add_property(builder, &given);
    given.name = "a";
    given.values = NULL; /* Zeros. */
    given.value_count = 3;
    pav_builder_add_property(builder, &given);
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    moves on = {.scene = NULL};
    CHECK(pav_scene_create(document, NULL, &on.scene, NULL) == PAV_OK);
    const pav_target_kind mesh = PAV_TARGET_KIND_MESH_PROPERTY;
    CHECK_FLOATS(values(&on, find(&on, mesh, NULL, "Mesh", NULL, "a"), 3), 3, 0, 0, 0, 0);
    CHECK_FLOATS(values(&on, find(&on, mesh, NULL, "Mesh", NULL, "b"), 2), 2, 0, 5, 7);
    CHECK_FLOATS(values(&on, find(&on, mesh, NULL, "Mesh", NULL, "c"), 1), 1, 0, 5);
    pav_builder_add_property(builder, &given);
    CHECK(pav_builder_state(builder, &error) == PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "property \"a\" of \"Mesh\" is there already");
    pav_builder_destroy(builder);
    pav_document_destroy(document);
    pav_scene_destroy(on.scene);
}

/* ---- Memory ---- */

static void every_failing_allocation_of_a_scene_is_survived(void)
{
    pav_document *document = fixture_document("../../golden/moves");
    counting counter = {0};
    const pav_scene_options options = {.allocator = counting_allocator(&counter)};
    pav_scene *scene;
    CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_OK);
    const size_t total = counter.made;
    pav_scene_destroy(scene);
    for (size_t fail = 1; fail <= total; fail++) {
        counter = (counting){.fail = fail};
        CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_ERROR_MEMORY);
        CHECK(!scene && counter.held == 0);
    }
    CHECK(total > 20);
    pav_document_destroy(document);
}

static void an_update_allocates_nothing(void)
{
    pav_document *document = fixture_document("../../golden/moves");
    counting counter = {0};
    const pav_scene_options options = {.allocator = counting_allocator(&counter)};
    moves on = {.scene = NULL};
    CHECK(pav_scene_create(document, &options, &on.scene, NULL) == PAV_OK);
    on.binding = moves_bind(NULL, on.scene);
    const size_t made = counter.made;
    moves_apply(&on, CLIP_SWITCH, 1, 0.5f, 0);
    moves_apply(&on, CLIP_ZOOM, 1, 0.5f, 0);
    fixture_update(on.scene);
    CHECK(counter.made == made);
    moves_close(&on);
    pav_document_destroy(document);
}

int main(void)
{
    RUN(every_property_is_found_by_its_own_names);
    RUN(what_has_no_such_name_is_not_found);
    RUN(properties_at_rest_are_those_of_the_file);
    RUN(a_string_has_a_text_and_no_target);
    RUN(a_clip_drives_some_numbers_of_an_array);
    RUN(libraries_tell_owners_of_one_name_apart);
    RUN(integers_and_booleans_are_made_whole);
    RUN(after_a_stop_properties_are_at_rest);
    RUN(a_miss_names_what_is_nearest);
    RUN(a_clip_plays_on_another_owner_by_a_pair);
    RUN(a_builder_keeps_properties_in_order);
    RUN(every_failing_allocation_of_a_scene_is_survived);
    RUN(an_update_allocates_nothing);
    return test_end();
}
