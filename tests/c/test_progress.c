/* SPDX-License-Identifier: MIT */
/* What a program is told while a document is loaded, and how it ends that. */
#include "test_document.h"

#define SMALL "tests/golden/small.pav"
#define LARGE "tests/golden/demo.pav"

enum { MOST_CALLS = 256 };

typedef struct listener {
    double told[MOST_CALLS];
    int count;
    int cancel_at; /* The call that ends the load, from 1; 0: none. */
} listener;

static bool listen(void *user, double done)
{
    listener *self = user;
    CHECK(self->count < MOST_CALLS);
    self->told[self->count++] = done;
    return self->count != self->cancel_at;
}

static void check_rising(const listener *heard)
{
    CHECK(heard->count > 2);
    for (int i = 0; i < heard->count; i++) {
        CHECK(heard->told[i] > (i ? heard->told[i - 1] : 0));
    }
    CHECK(heard->told[heard->count - 1] == 1);
}

static void it_rises_to_one_from_a_file(void)
{
    listener heard = {.count = 0};
    const pav_load_options options = {.progress = listen, .progress_user = &heard};
    pav_document *document = NULL;
    CHECK(pav_document_load_file(LARGE, &options, &document, NULL) == PAV_OK);
    check_rising(&heard);
    CHECK(heard.told[0] < 0.5);
    pav_document_destroy(document);
}

static void it_rises_to_one_from_memory(void)
{
    size_t size;
    uint8_t *bytes = test_read(SMALL, &size);
    listener heard = {.count = 0};
    const pav_load_options options = {.progress = listen, .progress_user = &heard};
    pav_document *document = NULL;
    CHECK(pav_document_load_memory(bytes, size, &options, &document, NULL) == PAV_OK);
    check_rising(&heard);
    pav_document_destroy(document);
    free(bytes);
}

/* Without clips there are 12 chunks, the largest of them 0.4 of all bytes. */
static void a_large_chunk_is_told_of_in_parts(void)
{
    listener heard = {.count = 0};
    const char *const names[1] = {NULL};
    const pav_load_options options = {.clips = names, .progress = listen, .progress_user = &heard};
    size_t size;
    uint8_t *bytes = test_read(LARGE, &size);
    pav_document *document = NULL;
    CHECK(pav_document_load_memory(bytes, size, &options, &document, NULL) == PAV_OK);
    check_rising(&heard);
    CHECK(heard.count > 24);
    for (int i = 1; i < heard.count; i++) {
        CHECK(heard.told[i] - heard.told[i - 1] < 0.15);
    }
    pav_document_destroy(document);
    free(bytes);
}

static void it_is_cancelled_within_a_chunk(void)
{
    for (int at = 1; at <= 24; at++) {
        test_memory memory = {0};
        listener heard = {.cancel_at = at};
        pav_load_options options = test_options(&memory);
        options.progress = listen;
        options.progress_user = &heard;
        pav_document *document = NULL;
        CHECK(pav_document_load_file(LARGE, &options, &document, NULL) == PAV_ERROR_CANCELLED);
        CHECK(!document && heard.count == at && memory.live == 0);
    }
}

static void clips_that_are_left_out_are_no_work(void)
{
    listener all = {.count = 0}, none = {.count = 0};
    const pav_load_options every = {.progress = listen, .progress_user = &all};
    const char *const names[1] = {NULL};
    const pav_load_options few = {.clips = names, .progress = listen, .progress_user = &none};
    pav_document *document = NULL;
    CHECK(pav_document_load_file(LARGE, &every, &document, NULL) == PAV_OK);
    pav_document_destroy(document);
    CHECK(pav_document_load_file(LARGE, &few, &document, NULL) == PAV_OK);
    pav_document_destroy(document);
    check_rising(&none);
    CHECK(none.count < all.count);
}

/* At each call in turn, also the last. */
static void it_can_be_cancelled_and_leaks_nothing(void)
{
    pav_result result = PAV_ERROR_CANCELLED;
    int at = 1;
    for (; result != PAV_OK; at++) {
        test_memory memory = {0};
        listener heard = {.cancel_at = at};
        pav_load_options options = test_options(&memory);
        options.progress = listen;
        options.progress_user = &heard;
        pav_document *document = NULL;
        pav_error error = {0};
        char expected[64];
        result = pav_document_load_file(SMALL, &options, &document, &error);
        if (heard.count == at) {
            CHECK(result == PAV_ERROR_CANCELLED && error.result == PAV_ERROR_CANCELLED && !document);
            snprintf(expected, sizeof expected, SMALL ": loading was cancelled at %.0f %%",
                     100 * heard.told[at - 1]);
            CHECK_TEXT(error.message, expected);
        }
        pav_document_destroy(document);
        CHECK(memory.live == 0);
    }
    CHECK(at > 4);
}

static void a_file_that_is_not_valid_never_comes_to_one(void)
{
    size_t size;
    uint8_t *bytes = test_read(SMALL, &size);
    bytes[size / 2] ^= 0xFF;
    listener heard = {.count = 0};
    const pav_load_options options = {.progress = listen, .progress_user = &heard};
    pav_document *document = NULL;
    CHECK(pav_document_load_memory(bytes, size, &options, &document, NULL) == PAV_ERROR_FORMAT);
    CHECK(heard.count == 0 || heard.told[heard.count - 1] < 1);
    free(bytes);
}

int main(void)
{
    RUN(it_rises_to_one_from_a_file);
    RUN(it_rises_to_one_from_memory);
    RUN(a_large_chunk_is_told_of_in_parts);
    RUN(it_is_cancelled_within_a_chunk);
    RUN(clips_that_are_left_out_are_no_work);
    RUN(it_can_be_cancelled_and_leaks_nothing);
    RUN(a_file_that_is_not_valid_never_comes_to_one);
    return test_end();
}
