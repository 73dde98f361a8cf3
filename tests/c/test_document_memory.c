/* SPDX-License-Identifier: MIT */
/* Memory: every allocation failing in turn, limits, and files that claim more than they have. */
#include "../fuzz/reseal.h"
#include "test_document.h"

#define SMALL "tests/golden/small.pav"

static void every_allocation_fails(const char *path)
{
    size_t fail_at = 1;
    for (pav_result result = PAV_ERROR_MEMORY; result != PAV_OK; fail_at++) {
        test_memory memory = {.fail_at = fail_at};
        const pav_load_options options = test_options(&memory);
        pav_document *document = NULL;
        pav_error error = {0};
        result = pav_document_load_file(path, &options, &document, &error);
        if (memory.calls >= fail_at) {
            CHECK(result == PAV_ERROR_MEMORY && error.result == PAV_ERROR_MEMORY && document == NULL);
            CHECK(strncmp(error.message, path, strlen(path)) == 0);
            CHECK_TEXT(error.message + strlen(path), ": out of memory");
        } else {
            CHECK(result == PAV_OK);
        }
        pav_document_destroy(document);
        CHECK(memory.live == 0);
    }
    CHECK(fail_at > 10);
}

static void every_allocation_failing_is_an_error_without_a_leak(void)
{
    every_allocation_fails(SMALL);
    every_allocation_fails("tests/golden/looks.pav");
    every_allocation_fails("tests/golden/curves.pav");
}

static void the_memory_limit_is_kept_and_named(void)
{
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_document_load_file(SMALL, NULL, &document, &error) == PAV_OK);
    const size_t needed = pav_document_memory(document);
    pav_document_destroy(document);
    for (size_t limit = 1; limit <= needed; limit += 97) {
        test_memory memory = {0};
        pav_load_options options = test_options(&memory);
        options.memory_limit = limit;
        const pav_result result = pav_document_load_file(SMALL, &options, &document, &error);
        CHECK(result == PAV_ERROR_MEMORY && strstr(error.message, "over the memory limit"));
        CHECK(memory.live == 0);
    }
    const pav_load_options enough = {.memory_limit = needed};
    CHECK(pav_document_load_file(SMALL, &enough, &document, &error) == PAV_OK);
    pav_document_destroy(document);
}

/* ---- A true bomb: 16 MB of zeros in 16 KB ---- */

enum { BOMB_SIZE = 16 << 20 };

/* A file of one INFO chunk that inflates to zeros. */
static size_t make_bomb(uint8_t *file, size_t room)
{
    uint8_t *zeros = calloc(BOMB_SIZE, 1);
    uLongf stored = (uLongf)(room - 68);
    CHECK(compress2(file + 68, &stored, zeros, BOMB_SIZE, 9) == Z_OK);
    const uint32_t entry[] = {
        0, 0, 1, 1, 0, 68, (uint32_t)stored, BOMB_SIZE, BOMB_SIZE, (uint32_t)crc32(0, zeros, BOMB_SIZE)};
    for (uint32_t i = 0; i < 10; i++) {
        reseal_store(file + 28 + i * 4, entry[i]);
    }
    memcpy(file + 28, "INFO", 4);
    memcpy(file, "\x89PAV\r\n\x1a\n", 8);
    reseal_store(file + 8, PAV_FORMAT_VERSION);
    reseal_store(file + 16, 1);
    reseal(file, 68 + stored);
    free(zeros);
    return 68 + stored;
}

static void a_bomb_is_refused_before_it_is_inflated(void)
{
    uint8_t *file = malloc(1 << 16);
    const size_t size = make_bomb(file, 1 << 16);
    test_memory memory = {0};
    pav_load_options options = test_options(&memory);
    options.memory_limit = 1 << 20;
    pav_document *document = NULL;
    pav_error error = {0};
    CHECK(pav_document_load_memory(file, size, &options, &document, &error) == PAV_ERROR_MEMORY);
    CHECK_TEXT(error.message, "INFO: takes 16777216 bytes, over the memory limit");
    CHECK(memory.calls == 0);
    options.memory_limit = 0;
    CHECK(pav_document_load_memory(file, size, &options, &document, &error) == PAV_ERROR_FORMAT);
    CHECK_TEXT(error.message, "INFO: info: there are 0 records, but must be 1");
    CHECK(memory.live == 0);
    free(file);
}

static void claims_of_gigabytes_allocate_nothing_large(void)
{
    const char *const files[] = {"container_4_gigabytes",
                                 "container_bomb",
                                 "tables_large",
                                 "tables_count",
                                 "container_count",
                                 "tables_record_size_zero",
                                 "value_span_wraps",
                                 "rule_influence_counts_sum",
                                 "rule_sample_groups_total",
                                 "rule_parents_first"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[128];
        snprintf(path, sizeof path, "tests/golden/invalid/%s.pav", files[i]);
        test_memory memory = {0};
        const pav_load_options options = test_options(&memory);
        pav_document *document = NULL;
        CHECK(pav_document_load_file(path, &options, &document, NULL) == PAV_ERROR_FORMAT);
        CHECK(memory.largest < 64 << 10 && memory.live == 0);
    }
}

int main(void)
{
    RUN(every_allocation_failing_is_an_error_without_a_leak);
    RUN(the_memory_limit_is_kept_and_named);
    RUN(a_bomb_is_refused_before_it_is_inflated);
    RUN(claims_of_gigabytes_allocate_nothing_large);
    return test_end();
}
