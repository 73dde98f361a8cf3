/* SPDX-License-Identifier: MIT */
/* The user's update callbacks: order, phases, coming and going, and what they may do to nodes. */
#include "scene.h"

#include "scene_fixture.h"

#define EXACT 1e-6
#define LOG_SIZE 64
#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* What the callbacks of a test leave behind. */
typedef struct journal {
    char text[LOG_SIZE];
    size_t length;
} journal;

static void note(journal *log, char letter)
{
    if (CHECK(log->length + 1 < LOG_SIZE)) {
        log->text[log->length++] = letter;
        log->text[log->length] = '\0';
    }
}

/* A callback that notes its letter, then does what its `act` says. */
typedef struct actor {
    journal *log;
    char letter;
    pav_result result;
    void (*act)(struct actor *self, pav_scene *scene);
    struct actor *other;
    uint32_t handle;
} actor;

static pav_result actor_update(void *self, pav_scene *scene)
{
    actor *actor = self;
    note(actor->log, actor->letter);
    if (actor->act) {
        actor->act(actor, scene);
    }
    return actor->result;
}

static void actor_destroy(void *self)
{
    const actor *actor = self;
    note(actor->log, '-');
    note(actor->log, actor->letter);
}

static pav_update_callback callback_of(actor *actor, pav_phase phase)
{
    return (pav_update_callback){ .name = "actor",
                                  .phase = phase,
                                  .only = PAV_ALL,
                                  .update = actor_update,
                                  .destroy = actor_destroy,
                                  .self = actor };
}

static void add(pav_scene *scene, actor *actor, pav_phase phase)
{
    const pav_update_callback callback = callback_of(actor, phase);
    CHECK(pav_scene_add_callback(scene, &callback, &actor->handle) == PAV_OK);
}

/* ---- Order ---- */

static void phases_run_in_order_and_callbacks_as_they_came(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor a = { .log = &log, .letter = 'a' }, b = { .log = &log, .letter = 'b' };
    actor c = { .log = &log, .letter = 'c' }, d = { .log = &log, .letter = 'd' };
    actor e = { .log = &log, .letter = 'e' };
    add(scene, &a, PAV_PHASE_AFTER_DEFORM);
    add(scene, &b, PAV_PHASE_AFTER_WORLD);
    add(scene, &c, PAV_PHASE_TARGETS);
    add(scene, &d, PAV_PHASE_BEFORE);
    add(scene, &e, PAV_PHASE_BEFORE);
    fixture_update(scene);
    CHECK_TEXT(log.text, "decba");
    pav_scene_destroy(scene);
    CHECK_TEXT(log.text, "decba-a-b-c-d-e");
}

static void copy_world_x(actor *self, pav_scene *scene)
{
    self->handle = (uint32_t)pav_scene_world_matrices(scene)[16 * NODE_LOWER + 12];
}

static void copy_local_x(actor *self, pav_scene *scene)
{
    self->handle = (uint32_t)pav_scene_local_matrices(scene)[16 * NODE_RIG + 12];
}

static void each_phase_sees_what_the_one_before_wrote(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor before = { .log = &log, .letter = 'b', .act = copy_local_x };
    actor targets = { .log = &log, .letter = 't', .act = copy_local_x };
    actor early = { .log = &log, .letter = 'e', .act = copy_world_x };
    actor world = { .log = &log, .letter = 'w', .act = copy_world_x };
    add(scene, &before, PAV_PHASE_BEFORE);
    add(scene, &targets, PAV_PHASE_TARGETS);
    add(scene, &early, PAV_PHASE_TARGETS);
    add(scene, &world, PAV_PHASE_AFTER_WORLD);
    const float moved[3] = { 9.0f, 0.0f, 0.0f };
    fixture_set(scene, NODE_RIG, "location", moved, 3);
    fixture_update(scene);
    CHECK(before.handle == 5);
    CHECK(targets.handle == 9);
    CHECK(early.handle == 5);
    CHECK(world.handle == 9);
    pav_scene_destroy(scene);
}

static void set_rig_location(actor *self, pav_scene *scene)
{
    (void)self;
    const float moved[3] = { 9.0f, 0.0f, 0.0f };
    fixture_set(scene, NODE_RIG, "location", moved, 3);
}

static void a_callback_before_may_write_targets(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor writer = { .log = &log, .letter = 'w', .act = set_rig_location };
    add(scene, &writer, PAV_PHASE_BEFORE);
    fixture_update(scene);
    CHECK_NEAR(pav_scene_world_matrices(scene)[16 * NODE_LOWER + 12], 9, EXACT);
    pav_scene_destroy(scene);
}

static void callbacks_at_creation_come_first_with_handles_from_zero(void)
{
    journal log = { .length = 0 };
    actor a = { .log = &log, .letter = 'a' }, b = { .log = &log, .letter = 'b' };
    actor c = { .log = &log, .letter = 'c' };
    pav_update_callback given[2] = { callback_of(&a, PAV_PHASE_BEFORE), callback_of(&b, PAV_PHASE_BEFORE) };
    given[1].target_floats = 7;
    uint32_t plain_count;
    pav_scene *plain = fixture_scene("scene", NULL);
    pav_scene_targets(plain, &plain_count);
    pav_scene_destroy(plain);
    pav_scene *scene =
        fixture_scene("scene", &(pav_scene_options){ .callbacks = given, .callback_count = 2 });
    CHECK_TEXT(log.text, ""); /* Creation runs the built-in ones alone. */
    uint32_t count;
    const float *targets = pav_scene_targets(scene, &count);
    CHECK(count == plain_count + 7);
    CHECK(targets[count - 1] == 0.0f);
    add(scene, &c, PAV_PHASE_BEFORE);
    pav_scene_remove_callback(scene, 0);
    fixture_update(scene);
    CHECK_TEXT(log.text, "-abc");
    pav_scene_destroy(scene);
}

/* ---- Errors ---- */

static void an_error_ends_the_update_and_names_the_callback(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor fails = { .log = &log, .letter = 'f', .result = PAV_ERROR_CALLBACK };
    actor later = { .log = &log, .letter = 'l' };
    add(scene, &fails, PAV_PHASE_AFTER_WORLD);
    add(scene, &later, PAV_PHASE_AFTER_WORLD);
    pav_error error = { 0 };
    CHECK(pav_scene_update(scene, &error) == PAV_ERROR_CALLBACK);
    CHECK_TEXT(error.message, "callback \"actor\", phase after world: failed with result 9");
    CHECK(pav_scene_update(scene, NULL) == PAV_ERROR_CALLBACK);
    CHECK_TEXT(log.text, "ff");
    fails.result = PAV_OK;
    fixture_update(scene);
    CHECK_TEXT(log.text, "fffl");
    pav_scene_destroy(scene);
}

static void a_long_name_is_cut_between_characters(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor fails = { .log = &log, .letter = 'f', .result = PAV_ERROR_VALUE };
    pav_update_callback callback = callback_of(&fails, PAV_PHASE_BEFORE);
    callback.name = "12345678901234567890123456789012345678901234567890123456789012\xC3\xA4";
    CHECK(pav_scene_add_callback(scene, &callback, NULL) == PAV_OK);
    pav_error error = { 0 };
    CHECK(pav_scene_update(scene, &error) == PAV_ERROR_VALUE);
    CHECK_TEXT(error.message, "callback \"12345678901234567890123456789012345678901234567890123456789012\", "
                              "phase before: failed with result 7");
    pav_scene_destroy(scene);
}

static void update_again(actor *self, pav_scene *scene)
{
    self->result = pav_scene_update(scene, NULL);
}

static void an_update_inside_an_update_is_an_error(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor nested = { .log = &log, .letter = 'n', .act = update_again };
    add(scene, &nested, PAV_PHASE_BEFORE);
    CHECK(pav_scene_update(scene, NULL) == PAV_ERROR_CALLBACK);
    CHECK_TEXT(log.text, "n");
    pav_scene_destroy(scene);
}

/* ---- Coming and going ---- */

static void the_capacity_is_kept(void)
{
    pav_scene *scene = fixture_scene("scene", &(pav_scene_options){ .callback_capacity = 2 });
    journal log = { .length = 0 };
    actor a = { .log = &log, .letter = 'a' }, b = { .log = &log, .letter = 'b' };
    actor c = { .log = &log, .letter = 'c' };
    add(scene, &a, PAV_PHASE_BEFORE);
    add(scene, &b, PAV_PHASE_BEFORE);
    const pav_update_callback third = callback_of(&c, PAV_PHASE_BEFORE);
    uint32_t handle = 0;
    CHECK(pav_scene_add_callback(scene, &third, &handle) == PAV_ERROR_FULL);
    CHECK(handle == PAV_NONE);
    pav_scene_remove_callback(scene, a.handle);
    pav_scene_remove_callback(scene, a.handle); /* Gone already. */
    CHECK(pav_scene_add_callback(scene, &third, &c.handle) == PAV_OK);
    CHECK(c.handle != a.handle && c.handle != b.handle);
    fixture_update(scene);
    CHECK_TEXT(log.text, "-abc");
    pav_scene_destroy(scene);
}

static void replace_self(actor *self, pav_scene *scene)
{
    pav_scene_remove_callback(scene, self->handle);
    add(scene, self->other, PAV_PHASE_BEFORE);
    note(self->log, '.'); /* Still alive: destroyed when it returns. */
}

static void a_callback_may_replace_itself_while_it_runs(void)
{
    pav_scene *scene = fixture_scene("scene", &(pav_scene_options){ .callback_capacity = 1 });
    journal log = { .length = 0 };
    actor b = { .log = &log, .letter = 'b' };
    actor a = { .log = &log, .letter = 'a', .act = replace_self, .other = &b };
    add(scene, &a, PAV_PHASE_BEFORE);
    fixture_update(scene);
    CHECK_TEXT(log.text, "a.-ab");
    fixture_update(scene);
    CHECK_TEXT(log.text, "a.-abb");
    pav_scene_destroy(scene);
    CHECK_TEXT(log.text, "a.-abb-b");
}

static void remove_other(actor *self, pav_scene *scene)
{
    pav_scene_remove_callback(scene, self->other->handle);
}

static void a_callback_may_remove_the_next_and_the_last(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor b = { .log = &log, .letter = 'b' };
    actor a = { .log = &log, .letter = 'a', .act = remove_other, .other = &b };
    actor c = { .log = &log, .letter = 'c', .act = remove_other, .other = &a };
    add(scene, &a, PAV_PHASE_BEFORE);
    add(scene, &b, PAV_PHASE_BEFORE);
    add(scene, &c, PAV_PHASE_BEFORE);
    fixture_update(scene);
    CHECK_TEXT(log.text, "a-bc-a");
    fixture_update(scene);
    CHECK_TEXT(log.text, "a-bc-ac");
    pav_scene_destroy(scene);
}

/* ---- Setting nodes ---- */

static const float shifted[16] = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 };

static void set_upper_world(actor *self, pav_scene *scene)
{
    (void)self;
    pav_scene_set_world(scene, NODE_UPPER, shifted);
    CHECK_NEAR(pav_scene_world_matrices(scene)[16 * NODE_LOWER + 12], 5, EXACT); /* Not yet. */
}

static void set_lower_local(actor *self, pav_scene *scene)
{
    (void)self;
    CHECK_NEAR(pav_scene_world_matrices(scene)[16 * NODE_LOWER + 12], 7, EXACT);
    CHECK_NEAR(pav_scene_local_matrices(scene)[16 * NODE_UPPER + 12], 2, EXACT);
    pav_scene_set_local(scene, NODE_LOWER, shifted);
}

static void nodes_set_after_world_reach_those_below_and_the_skin(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor first = { .log = &log, .letter = '1', .act = set_upper_world };
    actor second = { .log = &log, .letter = '2', .act = set_lower_local };
    add(scene, &first, PAV_PHASE_AFTER_WORLD);
    add(scene, &second, PAV_PHASE_AFTER_WORLD);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_world_matrices(scene) + 16 * NODE_LOWER + 12, 3, EXACT, 14, 16, 18);
    CHECK_FLOATS(pav_scene_skin_matrices(scene, NODE_BODY, NULL) + 12, 3, EXACT, 1, 4, 4);
    CHECK_FLOATS(pav_scene_points(scene, NODE_BODY, NULL), 3, EXACT, 1, 4, 4);
    pav_scene_remove_callback(scene, first.handle);
    pav_scene_remove_callback(scene, second.handle);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_world_matrices(scene) + 16 * NODE_LOWER + 12, 3, EXACT, 5, 1, 1);
    pav_scene_destroy(scene);
}

static void set_both_worlds(actor *self, pav_scene *scene)
{
    (void)self;
    pav_scene_set_world(scene, NODE_LOWER, shifted);
    pav_scene_set_world(scene, NODE_UPPER, shifted);
}

static void a_set_world_matrix_wins_over_a_moved_parent(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor both = { .log = &log, .letter = 'b', .act = set_both_worlds };
    add(scene, &both, PAV_PHASE_AFTER_WORLD);
    fixture_update(scene);
    CHECK_FLOATS(pav_scene_world_matrices(scene) + 16 * NODE_LOWER + 12, 3, EXACT, 7, 8, 9);
    CHECK_FLOATS(pav_scene_local_matrices(scene) + 16 * NODE_LOWER + 12, 3, EXACT, 0, 0, 0);
    pav_scene_destroy(scene);
}

static void the_built_in_callbacks_come_first_in_their_order(void)
{
    static const char *const names[] = { "UpdateTransform", "UpdateMorph",      "UpdateMaterial", "UpdateCamera",
                                         "UpdateLight",     "UpdateVisibility", "UpdateProperty", "actor" };
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor user = { .log = &log, .letter = 'u' };
    add(scene, &user, PAV_PHASE_TARGETS);
    pav_update_callback listed;
    uint32_t handle;
    for (uint32_t i = 0; i < COUNT(names); i++) {
        CHECK(pav_scene_callback(scene, i, &listed, &handle));
        CHECK_TEXT(listed.name, names[i]);
        CHECK(listed.phase == PAV_PHASE_TARGETS && listed.only == PAV_ALL);
        CHECK(handle == (i + 1 < COUNT(names) ? PAV_NONE : user.handle));
    }
    CHECK(!pav_scene_callback(scene, COUNT(names), &listed, &handle) && handle == PAV_NONE);
    pav_scene_destroy(scene);
}

static const pav_phase phases[] = {PAV_PHASE_BEFORE, PAV_PHASE_TARGETS, PAV_PHASE_AFTER_WORLD,
                                   PAV_PHASE_AFTER_DEFORM};

static void what_a_callback_is_about_is_told_in_every_phase(void)
{
    pav_scene *scene = fixture_scene("scene", NULL);
    journal log = { .length = 0 };
    actor actors[COUNT(phases)];
    for (uint32_t i = 0; i < COUNT(phases); i++) {
        actors[i] = (actor){ .log = &log, .letter = (char)('0' + i) };
        pav_update_callback callback = callback_of(&actors[i], phases[i]);
        callback.only = NODE_CHILD + i;
        CHECK(pav_scene_add_callback(scene, &callback, &actors[i].handle) == PAV_OK);
    }
    fixture_update(scene);
    CHECK_TEXT(log.text, "0123");
    pav_update_callback listed;
    uint32_t handle, found = 0;
    for (uint32_t i = 0; pav_scene_callback(scene, i, &listed, &handle); i++) {
        if (handle != PAV_NONE) {
            CHECK(handle == actors[found].handle && listed.self == &actors[found]);
            CHECK(listed.phase == phases[found] && listed.only == NODE_CHILD + found);
            found++;
        }
    }
    CHECK(found == COUNT(phases));
    pav_scene_destroy(scene);
}

static void see_no_list(actor *self, pav_scene *scene)
{
    pav_update_callback listed;
    pav_scene_remove_callback(scene, self->handle);
    for (uint32_t i = 0; pav_scene_callback(scene, i, &listed, NULL); i++) {
        CHECK(listed.self != self);
    }
}

static void a_callback_may_remove_itself_in_every_phase(void)
{
    for (uint32_t i = 0; i < COUNT(phases); i++) {
        pav_scene *scene = fixture_scene("scene", NULL);
        journal log = { .length = 0 };
        actor once = { .log = &log, .letter = 'o', .act = see_no_list };
        actor next = { .log = &log, .letter = 'n' };
        add(scene, &once, phases[i]);
        add(scene, &next, phases[i]);
        fixture_update(scene);
        fixture_update(scene);
        CHECK_TEXT(log.text, "o-onn");
        pav_scene_destroy(scene);
    }
}

int main(void)
{
    RUN(phases_run_in_order_and_callbacks_as_they_came);
    RUN(each_phase_sees_what_the_one_before_wrote);
    RUN(a_callback_before_may_write_targets);
    RUN(callbacks_at_creation_come_first_with_handles_from_zero);
    RUN(an_error_ends_the_update_and_names_the_callback);
    RUN(a_long_name_is_cut_between_characters);
    RUN(an_update_inside_an_update_is_an_error);
    RUN(the_capacity_is_kept);
    RUN(a_callback_may_replace_itself_while_it_runs);
    RUN(a_callback_may_remove_the_next_and_the_last);
    RUN(nodes_set_after_world_reach_those_below_and_the_skin);
    RUN(a_set_world_matrix_wins_over_a_moved_parent);
    RUN(the_built_in_callbacks_come_first_in_their_order);
    RUN(what_a_callback_is_about_is_told_in_every_phase);
    RUN(a_callback_may_remove_itself_in_every_phase);
    return test_end();
}
