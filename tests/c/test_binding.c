/* SPDX-License-Identifier: MIT */
/* Linking: what each channel of a clip drives, and what the report says. */
#include "scene_fixture.h"

/* The channels of the clip "Links" of playback.pav. */
enum {
    LINK_LOCATION,
    LINK_SPIN,
    LINK_BONE,
    LINK_NO_BONE,
    LINK_NO_RIG,
    LINK_NO_ELEMENT,
    LINK_NO_MORPH,
    LINK_MORPH,
    LINK_ROTATION_ON_LOCATION,
    LINK_NUMBERS_ON_ROTATION,
    LINK_TOO_MANY_NUMBERS,
    LINK_TWIN,
    LINK_OTHER_LIBRARY,
    LINK_SAME_LIBRARY,
    LINK_NOBODY,
    LINK_COUNT
};

static pav_binding *bind(pav_document *clips, pav_document *scene, const pav_binding_options *options)
{
    pav_binding *binding;
    pav_error error = {0};
    if (!CHECK(pav_binding_create(clips, scene, options, &binding, &error) == PAV_OK)) {
        fprintf(stderr, "    %s\n", error.message);
        exit(1);
    }
    return binding;
}

static pav_binding *bind_own(void)
{
    pav_document *document = fixture_document("playback");
    pav_binding *binding = bind(document, document, NULL);
    pav_document_destroy(document);
    return binding;
}

/* The entry of a channel of the clip "Links". */
static uint32_t entry(const pav_binding *binding, uint32_t channel)
{
    const uint32_t clip = pav_document_find_clip(pav_binding_clips(binding), "Links");
    for (uint32_t i = 0; i < pav_binding_link_count(binding); i++) {
        const pav_link link = pav_binding_link(binding, i);
        if (link.clip == clip && link.channel == channel) {
            return i;
        }
    }
    return PAV_NONE;
}

static void check_link(const pav_binding *binding, uint32_t channel, pav_link_status status, uint32_t targets,
                       const char *sentence)
{
    char text[256];
    const pav_link link = pav_binding_link(binding, entry(binding, channel));
    pav_binding_describe(binding, entry(binding, channel), text, sizeof text);
    CHECK(link.status == status);
    CHECK(link.target_count == targets);
    CHECK_TEXT(text, sentence);
}

static void an_empty_name_finds_nothing(void)
{
    pav_builder *builder = NULL;
    pav_document *document = NULL;
    const float zero[3] = {0};
    const pav_build_element unnamed = {.kind = PAV_ELEMENT_KIND_TRANSLATE, .values = zero};
    const pav_build_component one = {.kind = PAV_COMPONENT_KIND_CONSTANT, .value = 1};
    pav_build_channel channel = {.components = &one, .component_count = 1, .element = "location"};
    CHECK(pav_builder_create(NULL, &builder, NULL) == PAV_OK);
    pav_builder_add_node(builder, PAV_NONE, NULL);
    pav_builder_add_node(builder, PAV_NONE,
                         &(pav_build_node){.name = "Box", .elements = &unnamed, .element_count = 1});
    pav_builder_add_clip(builder, NULL);
    pav_builder_add_channel(builder, 0, &channel);
    channel.owner = "Box";
    channel.element = NULL;
    pav_builder_add_channel(builder, 0, &channel);
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    pav_binding *binding = bind(document, document, NULL);
    CHECK(pav_binding_link(binding, 0).status == PAV_LINK_UNBOUND);
    CHECK(pav_binding_link(binding, 1).status == PAV_LINK_UNBOUND);
    pav_binding_destroy(binding);
    pav_document_destroy(document);
    pav_builder_destroy(builder);
}

static void every_channel_has_an_entry(void)
{
    pav_binding *binding = bind_own();
    const pav_document *clips = pav_binding_clips(binding);
    uint32_t link = 0;
    for (uint32_t c = 0; c < pav_document_clip_count(clips); c++) {
        for (uint32_t i = 0; i < pav_document_clip(clips, c)->channel_count; i++, link++) {
            CHECK(pav_binding_link(binding, link).clip == c && pav_binding_link(binding, link).channel == i);
        }
    }
    CHECK(link == pav_binding_link_count(binding));
    CHECK(pav_document_clip(clips, pav_document_find_clip(clips, "Links"))->channel_count == LINK_COUNT);
    pav_binding_destroy(binding);
}

static void a_channel_drives_every_copy_of_its_target(void)
{
    pav_binding *binding = bind_own();
    check_link(binding, LINK_LOCATION, PAV_LINK_BOUND, 3,
               "clip \"Links\": object \"Cube\", location: drives 3 targets");
    check_link(binding, LINK_SPIN, PAV_LINK_BOUND, 1,
               "clip \"Links\": object \"Cube\", spin: drives 1 target");
    check_link(binding, LINK_BONE, PAV_LINK_BOUND, 1,
               "clip \"Links\": bone \"Hand_R\" of \"Rig\", rotation: drives 1 target");
    check_link(binding, LINK_MORPH, PAV_LINK_BOUND, 2,
               "clip \"Links\": shape key \"Smile\" of \"Face\": drives 2 targets");
    pav_binding_destroy(binding);
}

static void a_miss_names_what_is_nearest(void)
{
    pav_binding *binding = bind_own();
    check_link(binding, LINK_NO_BONE, PAV_LINK_UNBOUND, 0,
               "clip \"Links\": bone \"Hand.R\" of \"Rig\", rotation: no such bone; nearest is \"Hand_R\"");
    check_link(binding, LINK_NO_RIG, PAV_LINK_UNBOUND, 0,
               "clip \"Links\": bone \"Hand_R\" of \"Rog\", rotation: no such armature; nearest is \"Rig\"");
    check_link(binding, LINK_NO_ELEMENT, PAV_LINK_UNBOUND, 0,
               "clip \"Links\": object \"Cube\", position: no such element; nearest is \"location\"");
    check_link(binding, LINK_NO_MORPH, PAV_LINK_UNBOUND, 0,
               "clip \"Links\": shape key \"Smle\" of \"Face\": no such shape key; nearest is \"Smile\"");
    pav_binding_destroy(binding);
}

static void a_target_of_another_type_is_a_mismatch(void)
{
    pav_binding *binding = bind_own();
    check_link(binding, LINK_ROTATION_ON_LOCATION, PAV_LINK_MISMATCH, 0,
               "clip \"Links\": object \"Cube\", location: the channel is a rotation, but the target is not");
    check_link(binding, LINK_NUMBERS_ON_ROTATION, PAV_LINK_MISMATCH, 0,
               "clip \"Links\": object \"Cube\", rotation: the target does not hold these numbers");
    check_link(binding, LINK_TOO_MANY_NUMBERS, PAV_LINK_MISMATCH, 0,
               "clip \"Links\": object \"Cube\", location: the target does not hold these numbers");
    pav_binding_destroy(binding);
}

static void two_nodes_of_one_name_are_ambiguous(void)
{
    pav_binding *binding = bind_own();
    check_link(binding, LINK_TWIN, PAV_LINK_AMBIGUOUS, 0,
               "clip \"Links\": object \"Twin\", location: two nodes of the scene answer to this name");
    pav_binding_destroy(binding);
}

static void within_one_file_the_library_counts(void)
{
    pav_binding *binding = bind_own();
    check_link(binding, LINK_OTHER_LIBRARY, PAV_LINK_UNBOUND, 0,
               "clip \"Links\": object \"Linked\", location: no such object; nearest is \"Linked\" of "
               "//other.blend");
    check_link(binding, LINK_SAME_LIBRARY, PAV_LINK_BOUND, 1,
               "clip \"Links\": object \"Linked\", location: drives 1 target");
    pav_binding_destroy(binding);
}

static void a_sentence_is_cut_to_its_room(void)
{
    pav_binding *binding = bind_own();
    for (size_t size = 1; size < 100; size++) {
        char text[101];
        memset(text, '#', sizeof text);
        pav_binding_describe(binding, entry(binding, LINK_NO_BONE), text, size);
        CHECK(strlen(text) < size && text[size] == '#');
    }
    pav_binding_destroy(binding);
}

/* ---- A library of clips ---- */

/* What becomes of the first clip's channel of a library of clips. */
static pav_link library_link(const pav_owner_pair *pairs, uint32_t count, uint32_t channel)
{
    pav_document *clips = fixture_document("library");
    pav_document *scene = fixture_document("playback");
    const pav_binding_options options = {.owners = pairs, .owner_count = count};
    pav_binding *binding = bind(clips, scene, &options);
    const pav_link link = pav_binding_link(binding, channel);
    pav_binding_destroy(binding);
    pav_document_destroy(clips);
    pav_document_destroy(scene);
    return link;
}

static void clips_of_another_file_find_names_in_any_library(void)
{
    CHECK(library_link(NULL, 0, 1).status == PAV_LINK_BOUND);
    CHECK(library_link(NULL, 0, 2).status == PAV_LINK_BOUND);
}

static void a_pair_plays_an_owner_on_another(void)
{
    CHECK(library_link(NULL, 0, 0).status == PAV_LINK_UNBOUND);
    CHECK(library_link(&(pav_owner_pair){"Hero", "Rig"}, 1, 0).status == PAV_LINK_BOUND);
    CHECK(library_link(&(pav_owner_pair){"Hero", "Rig"}, 1, 1).target_count == 3);
    CHECK(library_link(&(pav_owner_pair){"Hero", "Cube"}, 1, 0).status == PAV_LINK_UNBOUND);
}

static void check_refused(const pav_owner_pair *pairs, uint32_t count, const char *message)
{
    pav_document *clips = fixture_document("library");
    pav_document *scene = fixture_document("playback");
    const pav_binding_options options = {.owners = pairs, .owner_count = count};
    pav_binding *binding = (pav_binding *)scene;
    pav_error error = {0};
    CHECK(pav_binding_create(clips, scene, &options, &binding, &error) == PAV_ERROR_NAME);
    CHECK(binding == NULL);
    CHECK_TEXT(error.message, message);
    pav_document_destroy(clips);
    pav_document_destroy(scene);
}

static void a_pair_must_name_one_owner_on_each_side(void)
{
    check_refused(&(pav_owner_pair){"Herr", "Rig"}, 1, "owner \"Herr\" does not exist in the clips");
    check_refused(&(pav_owner_pair){"Hero", "Rag"}, 1, "owner \"Rag\" does not exist in the scene");
    check_refused(&(pav_owner_pair){"Hero", "Homes"}, 1,
                  "owner \"Homes\" is not unique in the scene: it is in (local) and in //other.blend");
    check_refused(&(pav_owner_pair){"Split", "Rig"}, 1,
                  "owner \"Split\" is not unique in the clips: it is in (local) and in //other.blend");
    const pav_owner_pair twice[] = {{"Hero", "Rig"}, {"Hero", "Cube"}};
    check_refused(twice, 2, "owner \"Hero\" has two pairs: \"Rig\" and \"Cube\"");
}

static void the_strings_of_pairs_may_go(void)
{
    char clip_owner[] = "Hero", scene_owner[] = "Rig";
    pav_document *clips = fixture_document("library");
    pav_document *scene = fixture_document("playback");
    const pav_owner_pair pair = {clip_owner, scene_owner};
    pav_binding *binding = bind(clips, scene, &(pav_binding_options){.owners = &pair, .owner_count = 1});
    clip_owner[0] = scene_owner[0] = 'x';
    char text[256];
    pav_binding_describe(binding, 0, text, sizeof text);
    CHECK_TEXT(text,
               "clip \"Wave\": bone \"Hand_R\" of \"Hero\" (played on \"Rig\"), location: drives 1 target");
    pav_binding_destroy(binding);
    pav_document_destroy(clips);
    pav_document_destroy(scene);
}

/* ---- Callbacks that link ---- */

typedef struct linking {
    uint32_t asked;
    uint32_t first;
    pav_value value;
    pav_result result;
} linking;

static pav_result link_energy(void *self, pav_scene *scene, const pav_chunk_clip *clip, uint32_t channel,
                              uint32_t first, pav_target *out)
{
    linking *mine = self;
    (void)scene;
    mine->asked++;
    mine->first = first;
    const pav_record_target *target = &clip->targets[clip->channels[channel].target];
    if (strcmp(clip->text + target->element, "energy") != 0) {
        return PAV_OK;
    }
    *out = (pav_target){.value = mine->value, .first = first};
    return mine->result;
}

/* What became of the channel of nobody's energy; the binding's own result in `*result`. */
static pav_link link_nobody(linking *self, pav_result *result, pav_error *error)
{
    const pav_update_callback callback = {
        .name = "UpdateEnergy", .only = PAV_ALL, .target_floats = 2, .link = link_energy, .self = self};
    pav_scene *scene =
        fixture_scene("playback", &(pav_scene_options){.callbacks = &callback, .callback_count = 1});
    pav_binding *binding;
    pav_document *own = pav_document_retain((pav_document *)(uintptr_t)pav_scene_document(scene));
    *result = pav_binding_create_for_scene(own, scene, NULL, &binding, error);
    const pav_link link = binding ? pav_binding_link(binding, entry(binding, LINK_NOBODY)) : (pav_link){0};
    pav_binding_destroy(binding);
    pav_document_destroy(own);
    pav_scene_destroy(scene);
    return link;
}

static void a_callback_is_asked_for_what_nothing_else_knows(void)
{
    linking self = {.value = PAV_VALUE_FLOAT};
    pav_result result;
    const pav_link link = link_nobody(&self, &result, NULL);
    CHECK(result == PAV_OK && link.status == PAV_LINK_BOUND && link.target_count == 1);
    CHECK(self.asked == 6); /* the unbound ones of the clip "Links" */
    CHECK(self.first != PAV_NONE);
}

static void a_callback_may_refuse_and_fail(void)
{
    pav_result result;
    pav_error error;
    linking self = {.value = PAV_VALUE_FLOAT, .result = PAV_ERROR_LINK};
    CHECK(link_nobody(&self, &result, NULL).status == PAV_LINK_MISMATCH && result == PAV_OK);
    self = (linking){.value = PAV_VALUE_QUATERNION};
    CHECK(link_nobody(&self, &result, NULL).status == PAV_LINK_MISMATCH && result == PAV_OK);
    self = (linking){.value = PAV_VALUE_MATRIX}; /* more than the scene has */
    CHECK(link_nobody(&self, &result, NULL).status == PAV_LINK_MISMATCH && result == PAV_OK);
    self = (linking){.value = PAV_VALUE_FLOAT, .result = PAV_ERROR_VALUE};
    link_nobody(&self, &result, &error);
    CHECK(result == PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "clip \"Links\": channel 14: a callback's link failed with result 7");
}

/* ---- Holding and memory ---- */

static void a_binding_holds_its_documents(void)
{
    pav_binding *binding = bind_own();
    CHECK(pav_binding_retain(binding) == binding);
    pav_binding_destroy(binding);
    CHECK(pav_document_find_clip(pav_binding_clips(binding), "Links") != PAV_NONE);
    pav_binding_destroy(binding);
    pav_binding_destroy(NULL);
}

static void every_allocation_may_fail(void)
{
    pav_document *clips = fixture_document("library");
    pav_document *scene = fixture_document("playback");
    const pav_owner_pair pair = {"Hero", "Rig"};
    counting counter = {0};
    const pav_binding_options options = {
        .allocator = counting_allocator(&counter), .owners = &pair, .owner_count = 1};
    pav_binding *binding = bind(clips, scene, &options);
    const size_t wanted = counter.made;
    pav_binding_destroy(binding);
    CHECK(counter.held == 0 && wanted > 8);
    for (size_t fail = 1; fail <= wanted; fail++) {
        pav_error error = {0};
        counter = (counting){.fail = fail};
        CHECK(pav_binding_create(clips, scene, &options, &binding, &error) == PAV_ERROR_MEMORY);
        CHECK(binding == NULL && counter.held == 0);
        CHECK_TEXT(error.message, "out of memory");
    }
    pav_document_destroy(clips);
    pav_document_destroy(scene);
}

int main(void)
{
    RUN(an_empty_name_finds_nothing);
    RUN(every_channel_has_an_entry);
    RUN(a_channel_drives_every_copy_of_its_target);
    RUN(a_miss_names_what_is_nearest);
    RUN(a_target_of_another_type_is_a_mismatch);
    RUN(two_nodes_of_one_name_are_ambiguous);
    RUN(within_one_file_the_library_counts);
    RUN(a_sentence_is_cut_to_its_room);
    RUN(clips_of_another_file_find_names_in_any_library);
    RUN(a_pair_plays_an_owner_on_another);
    RUN(a_pair_must_name_one_owner_on_each_side);
    RUN(the_strings_of_pairs_may_go);
    RUN(a_callback_is_asked_for_what_nothing_else_knows);
    RUN(a_callback_may_refuse_and_fail);
    RUN(a_binding_holds_its_documents);
    RUN(every_allocation_may_fail);
    return test_end();
}
