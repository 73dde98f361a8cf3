/* SPDX-License-Identifier: MIT */
/* Materials: their inputs as targets, what clips make of them, and what linking says. */
#include "scene_fixture.h"

/* Of golden/looks.pav. */
enum { PAINT, TILES, SCREEN, LINKED_PAINT, EMPTY };
enum { REDDEN, POLISH, ASTRAY };

static pav_document *looks(void)
{
    return fixture_document("../../golden/looks");
}

static pav_scene *looks_scene(void)
{
    return fixture_scene("../../golden/looks", NULL);
}

static pav_binding *bind(pav_document *clips, pav_document *scene)
{
    pav_binding *binding;
    if (!CHECK(pav_binding_create(clips, scene, NULL, &binding, NULL) == PAV_OK)) {
        exit(1);
    }
    return binding;
}

static pav_binding *bind_own(pav_scene *scene)
{
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene);
    return bind(document, document);
}

static const float *input(const pav_scene *scene, uint32_t material, const char *name, uint32_t wanted)
{
    uint32_t count;
    const float *values = pav_scene_material_input(scene, material, name, &count);
    return CHECK(values && count == wanted) ? values : NULL;
}

/* ---- Rest ---- */

static void inputs_at_rest_are_those_of_the_file(void)
{
    pav_scene *scene = looks_scene();
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 0, 1, 0, 0);
    CHECK_FLOATS(input(scene, PAINT, "alpha", 1), 1, 0, 0.5);
    CHECK_FLOATS(input(scene, PAINT, "tint", 4), 4, 1e-7, 0.1, 0.2, 0.3, 0.4);
    CHECK_FLOATS(input(scene, LINKED_PAINT, "base_color", 3), 3, 0, 0, 0, 1);
    CHECK(!pav_scene_material_input(scene, PAINT, "base", NULL));
    uint32_t count = 7;
    CHECK(!pav_scene_material_input(scene, EMPTY, "alpha", &count) && count == 0);
    pav_scene_destroy(scene);
}

static void inputs_lie_as_in_the_document(void)
{
    pav_scene *scene = looks_scene();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    for (uint32_t m = 0; m < EMPTY; m++) {
        const pav_record_material *material = &chunk->materials[m];
        uint32_t count, end = 0;
        const float *values = pav_scene_material_inputs(scene, m, &count);
        const uint32_t first = chunk->material_inputs[material->inputs_first].values_first;
        for (uint32_t i = 0; i < material->inputs_count; i++) {
            const pav_record_material_input *record = &chunk->material_inputs[material->inputs_first + i];
            CHECK(values + (record->values_first - first) ==
                  pav_scene_material_input(scene, m, chunk->text + record->name, NULL));
            end = record->values_first - first + record->values_count;
        }
        CHECK(count == end && memcmp(values, chunk->input_values + first, count * sizeof *values) == 0);
    }
    uint32_t count = 7;
    CHECK(!pav_scene_material_inputs(scene, EMPTY, &count) && count == 0);
    pav_scene_destroy(scene);
}

static void materials_are_found_by_library_and_name(void)
{
    pav_scene *scene = looks_scene();
    CHECK(pav_scene_find_material(scene, NULL, "Paint") == PAINT);
    CHECK(pav_scene_find_material(scene, "", "Paint") == PAINT);
    CHECK(pav_scene_find_material(scene, "lib.blend", "Paint") == LINKED_PAINT);
    CHECK(pav_scene_find_material(scene, "lib.blend", "Screen") == PAV_NONE);
    CHECK(pav_scene_find_material(scene, NULL, "paint") == PAV_NONE);
    pav_scene_destroy(scene);
}

/* ---- Targets ---- */

static void every_input_has_a_target_of_its_type(void)
{
    pav_scene *scene = looks_scene();
    CHECK(pav_scene_material_target(scene, PAINT, "roughness").value == PAV_VALUE_FLOAT);
    CHECK(pav_scene_material_target(scene, PAINT, "base_color").value == PAV_VALUE_VECTOR);
    CHECK(pav_scene_material_target(scene, PAINT, "tint").value == PAV_VALUE_COLOR);
    CHECK(pav_scene_material_target(scene, PAINT, "rough").first == PAV_NONE);
    CHECK(pav_scene_material_target(scene, EMPTY, "roughness").first == PAV_NONE);
    CHECK(pav_scene_material_target(scene, PAINT, "roughness").first !=
          pav_scene_material_target(scene, LINKED_PAINT, "roughness").first);
    pav_scene_destroy(scene);
}

static void an_update_takes_inputs_from_targets_and_moves_nothing(void)
{
    pav_scene *scene = looks_scene();
    const float *tint = input(scene, PAINT, "tint", 4),
                *before = pav_scene_material_inputs(scene, PAINT, NULL);
    const float wanted[4] = {4, 3, 2, 1};
    const pav_target target = pav_scene_material_target(scene, PAINT, "tint");
    memcpy(pav_scene_targets(scene, NULL) + target.first, wanted, sizeof wanted);
    CHECK_FLOATS(tint, 4, 1e-7, 0.1, 0.2, 0.3, 0.4); /* Not before the update. */
    fixture_update(scene);
    CHECK_FLOATS(tint, 4, 0, 4, 3, 2, 1);
    CHECK_FLOATS(input(scene, PAINT, "roughness", 1), 1, 0, 0.25);
    CHECK(pav_scene_material_inputs(scene, PAINT, NULL) == before);
    pav_scene_reset_targets(scene);
    fixture_update(scene);
    CHECK_FLOATS(tint, 4, 1e-7, 0.1, 0.2, 0.3, 0.4);
    pav_scene_destroy(scene);
}

typedef struct seen {
    float before;
    float targets;
} seen;

static pav_result look_before(void *self, pav_scene *scene)
{
    ((seen *)self)->before = *pav_scene_material_input(scene, SCREEN, "emission_strength", NULL);
    return PAV_OK;
}

static pav_result look_at_targets(void *self, pav_scene *scene)
{
    ((seen *)self)->targets = *pav_scene_material_input(scene, SCREEN, "emission_strength", NULL);
    return PAV_OK;
}

static void callbacks_see_materials_written_in_the_targets_phase(void)
{
    seen both = {0, 0};
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    const pav_update_callback before = {.only = PAV_ALL, .update = look_before, .self = &both};
    const pav_update_callback targets = {
        .phase = PAV_PHASE_TARGETS, .only = PAV_ALL, .update = look_at_targets, .self = &both};
    CHECK(pav_scene_add_callback(scene, &before, NULL) == PAV_OK);
    CHECK(pav_scene_add_callback(scene, &targets, NULL) == PAV_OK);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 1, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_NEAR((double)both.before, 2, 0); /* Its rest. */
    CHECK_NEAR((double)both.targets, 2, 1e-6);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 3, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_NEAR((double)both.before, 2, 1e-6);
    CHECK_NEAR((double)both.targets, 6, 1e-6);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

/* ---- Clips ---- */

static void red_turns_blue_in_four_seconds(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    for (int quarter = 0; quarter <= 16; quarter++) {
        const double blue = quarter / 16.0;
        CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, quarter / 4.0, 1, 0) == PAV_OK);
        fixture_update(scene);
        CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 1e-6, 1 - blue, 0, blue);
        CHECK_FLOATS(input(scene, SCREEN, "emission_strength", 1), 1, 1e-5, 8 * blue);
        CHECK_FLOATS(input(scene, LINKED_PAINT, "base_color", 3), 3, 0, 0, 0, 1);
        CHECK_FLOATS(input(scene, PAINT, "alpha", 1), 1, 0, 0.5);
    }
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void what_the_next_clip_omits_goes_back_to_rest(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 4, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK(pav_clip_apply(scene, binding, POLISH, NULL, 0, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 0, 1, 1, 0);
    CHECK_FLOATS(input(scene, SCREEN, "emission_strength", 1), 1, 0, 2);
    CHECK_FLOATS(input(scene, TILES, "Checker location", 3), 3, 0, 0.5, 0, 0);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void libraries_tell_materials_of_one_name_apart(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    CHECK(pav_clip_apply(scene, binding, POLISH, NULL, 0, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "roughness", 1), 1, 0, 0.75);
    CHECK_FLOATS(input(scene, LINKED_PAINT, "roughness", 1), 1, 0, 1);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void clips_of_another_file_drive_all_materials_of_a_name(void)
{
    pav_document *clips = looks();
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind(clips, (pav_document *)(uintptr_t)pav_scene_document(scene));
    CHECK(pav_binding_link(binding, 0).target_count == 2);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 1, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 1e-6, 0.75, 0, 0.25);
    CHECK_FLOATS(input(scene, LINKED_PAINT, "base_color", 3), 3, 1e-6, 0.75, 0, 0.25);
    pav_document_destroy(clips);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void clips_blend_number_by_number(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    CHECK(pav_clip_apply(scene, binding, POLISH, NULL, 0, 0.5f, 0) == PAV_OK);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 1, 0.5f, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 1e-6, 0.875, 0.5, 0.125);
    CHECK_FLOATS(input(scene, PAINT, "roughness", 1), 1, 1e-6, 0.5);
    CHECK_FLOATS(input(scene, PAINT, "tint", 4), 4, 1e-6, 0.05, 0.225, 0.4, 0.575);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 4, 1, 0) == PAV_OK);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 1, 0.75f, 1) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 1e-6, 0.5625, 0, 0.4375);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void one_owner_of_a_clip_plays_alone(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    CHECK(pav_clip_apply(scene, binding, REDDEN, "Screen", 1, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 0, 1, 0, 0);
    CHECK(pav_clip_apply(scene, binding, REDDEN, "Paint", 1, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, PAINT, "base_color", 3), 3, 1e-6, 0.75, 0, 0.25);
    CHECK(pav_clip_apply(scene, binding, REDDEN, "Tiles", 1, 1, 0) == PAV_ERROR_NAME);
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void objects_that_share_a_material_share_its_inputs(void)
{
    pav_scene *scene = looks_scene();
    const pav_chunk_scene *chunk = pav_document_scene(pav_scene_document(scene));
    const uint32_t left = chunk->slots[chunk->nodes[0].slots_first].material;
    const uint32_t right = chunk->slots[chunk->nodes[1].slots_first].material;
    pav_binding *binding = bind_own(scene);
    CHECK(pav_binding_link(binding, 0).target_count == 1);
    CHECK(pav_clip_apply(scene, binding, REDDEN, NULL, 2, 1, 0) == PAV_OK);
    fixture_update(scene);
    CHECK_FLOATS(input(scene, left, "base_color", 3), 3, 1e-6, 0.5, 0, 0.5);
    CHECK(input(scene, left, "base_color", 3) == input(scene, right, "base_color", 3));
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

/* ---- Linking ---- */

static void check_link(const pav_binding *binding, uint32_t clip, uint32_t channel, pav_link_status status,
                       const char *sentence)
{
    char text[256];
    for (uint32_t i = 0; i < pav_binding_link_count(binding); i++) {
        const pav_link link = pav_binding_link(binding, i);
        if (link.clip == clip && link.channel == channel) {
            pav_binding_describe(binding, i, text, sizeof text);
            CHECK(link.status == status && (status == PAV_LINK_BOUND) == (link.target_count > 0));
            CHECK_TEXT(text, sentence);
            return;
        }
    }
    CHECK(0 && "there is such a link");
}

static void a_miss_names_what_is_nearest(void)
{
    pav_scene *scene = looks_scene();
    pav_binding *binding = bind_own(scene);
    check_link(binding, REDDEN, 0, PAV_LINK_BOUND,
               "clip \"Redden\": material \"Paint\", base_color: drives 1 target");
    check_link(binding, ASTRAY, 0, PAV_LINK_UNBOUND,
               "clip \"Astray\": material \"Pint\", roughness: no such material; nearest is \"Paint\"");
    check_link(binding, ASTRAY, 1, PAV_LINK_UNBOUND,
               "clip \"Astray\": material \"Paint\", roughnes: no such input; nearest is \"roughness\"");
    check_link(binding, ASTRAY, 2, PAV_LINK_MISMATCH,
               "clip \"Astray\": material \"Paint\", roughness: the target does not hold these numbers");
    check_link(
        binding, ASTRAY, 3, PAV_LINK_UNBOUND,
        "clip \"Astray\": material \"Screen\", base_color: no such material; nearest is \"Screen\" of this "
        "file");
    check_link(binding, ASTRAY, 4, PAV_LINK_UNBOUND,
               "clip \"Astray\": material \"Empty\", alpha: no such input");
    check_link(binding, ASTRAY, 5, PAV_LINK_MISMATCH,
               "clip \"Astray\": material \"Paint\", tint: the channel is a rotation, but the target is not");
    pav_binding_destroy(binding);
    pav_scene_destroy(scene);
}

static void check_pair(const char *clip_owner, const char *scene_owner, const char *message)
{
    pav_document *document = looks();
    const pav_owner_pair pair = {clip_owner, scene_owner};
    const pav_binding_options options = {.owners = &pair, .owner_count = 1};
    pav_binding *binding;
    pav_error error = {0};
    CHECK(pav_binding_create(document, document, &options, &binding, &error) == PAV_ERROR_NAME && !binding);
    CHECK_TEXT(error.message, message);
    pav_document_destroy(document);
}

static void a_clip_plays_on_another_material_by_a_pair(void)
{
    pav_scene *scene = looks_scene();
    pav_document *document = (pav_document *)(uintptr_t)pav_scene_document(scene);
    const pav_owner_pair pair = {"Tiles", "Screen"};
    const pav_binding_options options = {.owners = &pair, .owner_count = 1};
    pav_binding *binding;
    CHECK(pav_binding_create(document, document, &options, &binding, NULL) == PAV_OK);
    check_link(binding, POLISH, 4, PAV_LINK_UNBOUND,
               "clip \"Polish\": material \"Tiles\" (played on \"Screen\"), Checker location: no such input; "
               "nearest is \"emission_color\"");
    pav_binding_destroy(binding);
    check_pair("Tiles", "Paint",
               "owner \"Paint\" is not unique in the scene: it is in (local) and in lib.blend");
    check_pair("Tiles", "Nobody", "owner \"Nobody\" does not exist in the scene");
    pav_scene_destroy(scene);
}

/* ---- Memory ---- */

static void every_failing_allocation_of_a_scene_is_survived(void)
{
    pav_document *document = looks();
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
    CHECK(total > 10);
    pav_document_destroy(document);
}

static void every_failing_allocation_of_a_binding_is_survived(void)
{
    pav_document *document = looks();
    counting counter = {0};
    const pav_owner_pair pair = {"Tiles", "Screen"};
    const pav_binding_options options = {
        .allocator = counting_allocator(&counter), .owners = &pair, .owner_count = 1};
    pav_binding *binding;
    CHECK(pav_binding_create(document, document, &options, &binding, NULL) == PAV_OK);
    const size_t total = counter.made;
    pav_binding_destroy(binding);
    for (size_t fail = 1; fail <= total; fail++) {
        counter = (counting){.fail = fail};
        CHECK(pav_binding_create(document, document, &options, &binding, NULL) == PAV_ERROR_MEMORY);
        CHECK(!binding && counter.held == 0);
    }
    CHECK(total > 10);
    pav_document_destroy(document);
}

int main(void)
{
    RUN(inputs_at_rest_are_those_of_the_file);
    RUN(inputs_lie_as_in_the_document);
    RUN(materials_are_found_by_library_and_name);
    RUN(every_input_has_a_target_of_its_type);
    RUN(an_update_takes_inputs_from_targets_and_moves_nothing);
    RUN(callbacks_see_materials_written_in_the_targets_phase);
    RUN(red_turns_blue_in_four_seconds);
    RUN(what_the_next_clip_omits_goes_back_to_rest);
    RUN(libraries_tell_materials_of_one_name_apart);
    RUN(clips_of_another_file_drive_all_materials_of_a_name);
    RUN(clips_blend_number_by_number);
    RUN(one_owner_of_a_clip_plays_alone);
    RUN(objects_that_share_a_material_share_its_inputs);
    RUN(a_miss_names_what_is_nearest);
    RUN(a_clip_plays_on_another_material_by_a_pair);
    RUN(every_failing_allocation_of_a_scene_is_survived);
    RUN(every_failing_allocation_of_a_binding_is_survived);
    return test_end();
}
