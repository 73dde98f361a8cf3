/* SPDX-License-Identifier: MIT */
/* Scenes as objects: creation and its failures, finding things, targets, memory. */
#include "scene_fixture.h"

/* ---- Creation ---- */

static void a_document_without_a_scene_is_refused(void)
{
    pav_document *document = fixture_document("clips_alone");
    pav_scene *scene = (pav_scene *)&document;
    pav_error error = { 0 };
    CHECK(pav_scene_create(document, NULL, &scene, &error) == PAV_ERROR_NAME);
    CHECK(scene == NULL);
    CHECK_TEXT(error.message, "the document has no scene, only clips");
    pav_document_destroy(document);
}

static void too_many_callbacks_are_refused(void)
{
    pav_document *document = fixture_document("scene");
    const pav_update_callback callbacks[2] = { { .name = "a" }, { .name = "b" } };
    const pav_scene_options options = { .callback_capacity = 1, .callbacks = callbacks, .callback_count = 2 };
    pav_scene *scene;
    pav_error error = { 0 };
    CHECK(pav_scene_create(document, &options, &scene, &error) == PAV_ERROR_FULL);
    CHECK(scene == NULL);
    CHECK_TEXT(error.message, "2 callbacks, but callback_capacity is 1");
    pav_document_destroy(document);
}

static void too_many_floats_are_refused(void)
{
    pav_document *document = fixture_document("scene");
    const pav_update_callback callback = { .target_floats = 0xFFFFFFF0u };
    pav_scene *scene;
    pav_error error = { 0 };
    CHECK(pav_scene_create(document, &(pav_scene_options){ .callbacks = &callback, .callback_count = 1 },
                           &scene, &error) == PAV_ERROR_MEMORY);
    CHECK_TEXT(error.message, "the scene has more target values than fit");
    pav_document_destroy(document);
}

static void survive_failing_allocations(bool deform_off)
{
    pav_document *document = fixture_document("scene");
    counting counter = { 0 };
    const pav_scene_options options = { .allocator = counting_allocator(&counter), .deform_off = deform_off };
    pav_scene *scene;
    CHECK(pav_scene_create(document, &options, &scene, NULL) == PAV_OK);
    const size_t total = counter.made;
    CHECK(total > 10);
    pav_scene_destroy(scene);
    CHECK(counter.held == 0);
    for (size_t fail = 1; fail <= total; fail++) {
        pav_error error = { 0 };
        counter = (counting){ .fail = fail };
        CHECK(pav_scene_create(document, &options, &scene, &error) == PAV_ERROR_MEMORY);
        CHECK(scene == NULL && error.result == PAV_ERROR_MEMORY);
        CHECK_TEXT(error.message, "out of memory");
        CHECK(counter.made >= fail && counter.held == 0);
    }
    pav_document_destroy(document);
}

static void every_failing_allocation_is_survived(void)
{
    survive_failing_allocations(false);
    survive_failing_allocations(true);
}

static pav_result do_nothing(void *self, pav_scene *scene)
{
    (void)self;
    (void)scene;
    return PAV_OK;
}

static void after_creation_nothing_allocates(void)
{
    counting counter = { 0 };
    const pav_scene_options options = { .allocator = counting_allocator(&counter) };
    pav_scene *scene = fixture_scene("scene", &options);
    const pav_update_callback callback = { .name = "nothing", .only = PAV_ALL, .update = do_nothing };
    const size_t made = counter.made;
    uint32_t handle;
    fixture_update(scene);
    CHECK(pav_scene_add_callback(scene, &callback, &handle) == PAV_OK);
    fixture_update(scene);
    pav_scene_remove_callback(scene, handle);
    pav_scene_reset_targets(scene);
    fixture_update(scene);
    CHECK(counter.made == made);
    pav_scene_destroy(scene);
    CHECK(counter.held == 0);
}

static void destroying_nothing_is_fine(void)
{
    pav_scene_destroy(NULL);
    CHECK_TEXT(pav_version(), "0.1.0");
}

/* ---- Finding ---- */

static void nodes_are_found_by_library_owner_and_part(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK(pav_scene_find_node(scene, NULL, "Child", NULL) == NODE_CHILD);
    CHECK(pav_scene_find_node(scene, NULL, "Plain", NULL) ==
          NODE_PLAIN); /* Not its copy, which stands before. */
    CHECK(pav_scene_find_node(scene, NULL, "Rig", "Upper") == NODE_UPPER);
    CHECK(pav_scene_find_node(scene, "", "Rig", "Upper") == NODE_UPPER);
    CHECK(pav_scene_find_node(scene, "//other.blend", "Rig", NULL) == NODE_LINKED_RIG);
    CHECK(pav_scene_find_node(scene, "//other.blend", "Rig", "Upper") == NODE_LINKED_UPPER);
    CHECK(pav_scene_find_node(scene, NULL, "Upper", NULL) == PAV_NONE); /* A bone is no object. */
    CHECK(pav_scene_find_node(scene, NULL, "Rig", "Child") == PAV_NONE);
    CHECK(pav_scene_find_node(scene, "//other.blend", "Child", NULL) == PAV_NONE);
    CHECK(pav_scene_find_node(scene, NULL, "root", NULL) == PAV_NONE);
    pav_scene_destroy(scene);
}

/* ---- Targets ---- */

static void every_element_has_a_target_of_its_type(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    CHECK(pav_scene_element_target(scene, NODE_ROOT, "location").value == PAV_VALUE_VECTOR);
    CHECK(pav_scene_element_target(scene, NODE_ROOT, "rotation").value == PAV_VALUE_QUATERNION);
    CHECK(pav_scene_element_target(scene, NODE_ROOT, "scale").value == PAV_VALUE_SCALE);
    CHECK(pav_scene_element_target(scene, NODE_CHILD, "turn").value == PAV_VALUE_FLOAT);
    CHECK(pav_scene_element_target(scene, NODE_CHILD, "offset").value == PAV_VALUE_MATRIX);
    CHECK(pav_scene_element_target(scene, NODE_CHILD, "tilt").value == PAV_VALUE_QUATERNION);
    CHECK(pav_scene_element_target(scene, NODE_CHILD, "scale").first == PAV_NONE);
    CHECK(pav_scene_morph_target(scene, MESH_FACE, 1).value == PAV_VALUE_FLOAT);
    CHECK(pav_scene_morph_target(scene, MESH_FACE, 2).first == PAV_NONE);
    CHECK(pav_scene_morph_target(scene, MESH_PLAIN, 0).first == PAV_NONE);
    pav_scene_destroy(scene);
}

static uint32_t floats_of(pav_value value)
{
    const uint32_t floats[] = { 1, 3, 4, 6, 16 };
    return floats[value];
}

/* Counts in `used` the floats of a target; the counts of all targets must be 1 in the end. */
static void use(pav_target target, unsigned char *used, uint32_t count)
{
    for (uint32_t i = 0; i < floats_of(target.value); i++) {
        if (CHECK(target.first + i < count)) {
            used[target.first + i]++;
        }
    }
}

static void targets_do_not_overlap(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const pav_document *document = pav_scene_document(scene);
    const pav_chunk_scene *chunk = pav_document_scene(document);
    unsigned char used[1024] = { 0 };
    uint32_t count;
    pav_scene_targets(scene, &count);
    CHECK(count > 0 && count <= sizeof used);
    for (uint32_t n = 0; n < chunk->node_count; n++) {
        for (uint32_t i = 0; i < chunk->nodes[n].elements_count; i++) {
            const pav_record_element *element = &chunk->elements[chunk->nodes[n].elements_first + i];
            use(pav_scene_element_target(scene, n, chunk->text + element->name), used, count);
        }
    }
    for (uint32_t m = 0; m < pav_document_mesh_count(document); m++) {
        for (uint32_t i = 0; i < pav_document_mesh(document, m)->morph_count; i++) {
            use(pav_scene_morph_target(scene, m, i), used, count);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        CHECK(used[i] <= 1);
    }
    pav_scene_destroy(scene);
}

static void targets_begin_at_rest_and_go_back_to_it(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    uint32_t count;
    float *targets = pav_scene_targets(scene, &count);
    const float *rotation = targets + pav_scene_element_target(scene, NODE_ROOT, "rotation").first;
    const float *tilt = targets + pav_scene_element_target(scene, NODE_CHILD, "tilt").first;
    const float *unturned = targets + pav_scene_element_target(scene, NODE_UNTURNED, "rotation").first;
    for (int pass = 0; pass < 2; pass++) {
        CHECK_FLOATS(rotation, 4, 1e-7, 0, 0, sqrt(0.5), sqrt(0.5));
        CHECK_FLOATS(tilt, 4, 1e-7, sqrt(0.5), 0, 0, sqrt(0.5));
        CHECK_FLOATS(unturned, 4, 0.0, 0, 0, 0, 1);
        CHECK_NEAR(targets[pav_scene_morph_target(scene, MESH_FACE, 1).first], 0.5, 0.0);
        for (uint32_t i = 0; i < count; i++) {
            targets[i] = 42.0f;
        }
        pav_scene_reset_targets(scene);
    }
    pav_scene_destroy(scene);
}

static void arrays_never_move(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    const float *worlds = pav_scene_world_matrices(scene);
    const float *points = pav_scene_points(scene, NODE_BODY, NULL);
    const float *targets = pav_scene_targets(scene, NULL);
    fixture_update(scene);
    pav_scene_reset_targets(scene);
    fixture_update(scene);
    CHECK(worlds == pav_scene_world_matrices(scene));
    CHECK(points == pav_scene_points(scene, NODE_BODY, NULL));
    CHECK(targets == pav_scene_targets(scene, NULL));
    pav_scene_destroy(scene);
}

static void scenes_of_one_document_are_apart(void)
{
    pav_document *document = fixture_document("scene");
    pav_scene *a;
    pav_scene *b;
    CHECK(pav_scene_create(document, NULL, &a, NULL) == PAV_OK);
    CHECK(pav_scene_create(document, NULL, &b, NULL) == PAV_OK);
    pav_document_destroy(document);
    const float moved[3] = { 9.0f, 0.0f, 0.0f };
    fixture_set(a, NODE_RIG, "location", moved, 3);
    fixture_update(a);
    fixture_update(b);
    CHECK_NEAR(pav_scene_world_matrices(a)[16 * NODE_RIG + 12], 9, 0.0);
    CHECK_NEAR(pav_scene_world_matrices(b)[16 * NODE_RIG + 12], 5, 0.0);
    pav_scene_destroy(a);
    CHECK(pav_scene_document(b) == document);
    pav_scene_destroy(b);
}

int main(void)
{
    RUN(a_document_without_a_scene_is_refused);
    RUN(too_many_callbacks_are_refused);
    RUN(too_many_floats_are_refused);
    RUN(every_failing_allocation_is_survived);
    RUN(after_creation_nothing_allocates);
    RUN(destroying_nothing_is_fine);
    RUN(nodes_are_found_by_library_owner_and_part);
    RUN(every_element_has_a_target_of_its_type);
    RUN(targets_do_not_overlap);
    RUN(targets_begin_at_rest_and_go_back_to_it);
    RUN(arrays_never_move);
    RUN(scenes_of_one_document_are_apart);
    return test_end();
}
