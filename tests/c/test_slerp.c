/* SPDX-License-Identifier: MIT */
/* Rotations between keys on the shortest arc, against closed forms. */
#include <pavane/pavane.h>

#include "test.h"

#define TURN 6.283185307179586

typedef struct key {
    float frame;
    float quaternion[4];
} key;

/* A document of 1 frame a second whose one channel goes through the keys. */
static pav_document *make(const key *keys, uint32_t count, pav_interpolation interpolation)
{
    pav_builder *builder = NULL;
    const pav_builder_options options = {.fps = 1, .clips_alone = true};
    CHECK(pav_builder_create(&options, &builder, NULL) == PAV_OK);
    pav_build_key made[4][8];
    pav_build_component components[4];
    for (uint32_t i = 0; i < 4; i++) {
        for (uint32_t k = 0; k < count; k++) {
            made[i][k] = (pav_build_key){
                .frame = keys[k].frame, .value = keys[k].quaternion[i], .interpolation = interpolation};
        }
        components[i] = (pav_build_component){
            .component = i, .kind = PAV_COMPONENT_KIND_CURVE, .keys = made[i], .key_count = count};
    }
    const uint32_t clip = pav_builder_add_clip(builder, &(pav_build_clip){.name = "Turn"});
    pav_builder_add_channel(builder, clip,
                            &(pav_build_channel){.owner = "Wheel",
                                                 .element = "rotation",
                                                 .conversion = PAV_CONVERSION_SLERP,
                                                 .components = components,
                                                 .component_count = 4});
    pav_document *document = NULL;
    CHECK(pav_builder_finish(builder, &document, NULL) == PAV_OK);
    pav_builder_destroy(builder);
    return document;
}

/* About z, as far as the cosine and the sine of half the angle say. */
static void check_about_z(const pav_document *document, double seconds, double angle)
{
    float out[16];
    uint32_t count;
    pav_channel_evaluate(document, 0, 0, seconds, out, &count);
    CHECK(count == 4);
    CHECK_NEAR(out[0], 0, 1e-6);
    CHECK_NEAR(out[1], 0, 1e-6);
    CHECK_NEAR(out[2], sin(0.5 * angle), 1e-6);
    CHECK_NEAR(out[3], cos(0.5 * angle), 1e-6);
}

static key about_z(float frame, double angle)
{
    return (key){frame, {0, 0, (float)sin(0.5 * angle), (float)cos(0.5 * angle)}};
}

static void it_turns_at_an_even_rate(void)
{
    const key keys[] = {about_z(0, 0), about_z(4, 0.4 * TURN), about_z(6, 0.3 * TURN)};
    pav_document *document = make(keys, 3, PAV_INTERPOLATION_LINEAR);
    for (int i = 0; i <= 40; i++) {
        check_about_z(document, 0.1 * i, 0.01 * TURN * i);
    }
    check_about_z(document, 5, 0.35 * TURN);
    check_about_z(document, -1, 0);
    check_about_z(document, 9, 0.3 * TURN);
    check_about_z(document, NAN, 0);
    pav_document_destroy(document);
}

static void it_takes_the_shortest_arc(void)
{
    key keys[] = {about_z(0, 0), about_z(2, 0.1 * TURN)};
    for (int i = 0; i < 4; i++) {
        keys[1].quaternion[i] = -keys[1].quaternion[i];
    }
    pav_document *document = make(keys, 2, PAV_INTERPOLATION_LINEAR);
    check_about_z(document, 1, 0.05 * TURN);
    pav_document_destroy(document);
}

static void equal_and_zero_keys_give_a_rotation(void)
{
    const key keys[] = {about_z(0, 0.2), about_z(1, 0.2), {2, {0, 0, 0, 0}}, {3, {0, 0, 0, 0}}};
    pav_document *document = make(keys, 4, PAV_INTERPOLATION_LINEAR);
    check_about_z(document, 0.5, 0.2);
    check_about_z(document, 1.5, 0.2);
    check_about_z(document, 2.5, 0);
    pav_document_destroy(document);
}

static void a_constant_key_holds(void)
{
    const key keys[] = {about_z(0, 0), about_z(1, 1), about_z(2, 2)};
    pav_document *document = make(keys, 3, PAV_INTERPOLATION_CONSTANT);
    check_about_z(document, 0.99, 0);
    check_about_z(document, 1, 1);
    check_about_z(document, 1.5, 1);
    check_about_z(document, 2, 2);
    pav_document_destroy(document);
}

int main(void)
{
    RUN(it_turns_at_an_even_rate);
    RUN(it_takes_the_shortest_arc);
    RUN(equal_and_zero_keys_give_a_rotation);
    RUN(a_constant_key_holds);
    return test_end();
}
