/* SPDX-License-Identifier: MIT */
/* Damaged files: cut at every byte, every bit flipped, every word set to something bad.  An error or an equal
 * document; with checksums put right again, an error or a valid one.  Under ASan, a wrong read is a failed
 * test. */
#include "../fuzz/reseal.h"
#include "test_document.h"

static const pav_document *original;
static unsigned loaded;

/* Loads from a block that ends where the data ends, so that ASan sees every byte read behind it. */
static pav_document *load(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);
    memcpy(exact, data, size);
    pav_document *document = NULL;
    pav_error error = {0};
    const pav_result result = pav_document_load_memory(exact, size, NULL, &document, &error);
    free(exact);
    CHECK((result == PAV_OK) == (document != NULL));
    CHECK(result == PAV_OK || (error.result == result && error.message[0]));
    loaded += document != NULL;
    return document;
}

static void expect_error_or_equal(const uint8_t *data, size_t size)
{
    pav_document *document = load(data, size);
    CHECK(!document || test_same_document(document, original));
    pav_document_destroy(document);
}

static void cut_at_every_byte(const uint8_t *data, size_t size)
{
    loaded = 0;
    for (size_t cut = 0; cut < size; cut++) {
        expect_error_or_equal(data, cut);
    }
    CHECK(loaded == 0);
}

static void flip_every_bit(uint8_t *data, size_t size)
{
    loaded = 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        expect_error_or_equal(data, size);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    CHECK(loaded < size); /* Only the few bytes between chunks do not matter. */
}

static void flip_every_bit_sealed(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size);
    loaded = 0;
    for (size_t bit = 0; bit < size * 8; bit++) {
        memcpy(copy, data, size);
        copy[bit / 8] ^= (uint8_t)(1u << bit % 8);
        reseal(copy, size);
        pav_document_destroy(load(copy, size));
    }
    CHECK(loaded > 0 && loaded < size * 8);
    free(copy);
}

static void set_every_word_sealed(const uint8_t *data, size_t size)
{
    const uint32_t words[] = {0u,          1u,          0x7FFFFFFFu, 0x80000000u,
                              0xFFFFFFFFu, 0xFFFFFFFEu, 0x7FC00000u, 0x7F800000u};
    uint8_t *copy = malloc(size);
    loaded = 0;
    for (size_t at = 0; at + 4 <= size; at += 4) {
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            memcpy(copy, data, size);
            reseal_store(copy + at, words[i]);
            reseal(copy, size);
            pav_document_destroy(load(copy, size));
        }
    }
    CHECK(loaded > 0);
    free(copy);
}

static pav_document *open_golden(const char *path, uint8_t **data, size_t *size)
{
    *data = test_read(path, size);
    pav_document *document = load(*data, *size);
    CHECK(document != NULL);
    original = document;
    return document;
}

static void the_smallest_golden_damaged(void)
{
    uint8_t *data;
    size_t size;
    pav_document *document = open_golden("tests/golden/minimal.pav", &data, &size);
    cut_at_every_byte(data, size);
    flip_every_bit(data, size);
    pav_document_destroy(document);
    free(data);
}

static void stored_goldens_damaged_and_sealed(void)
{
    const char *const paths[] = {"tests/golden/minimal_stored.pav", "tests/golden/small_stored.pav",
                                 "tests/golden/looks_stored.pav", "tests/golden/curves_stored.pav"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        uint8_t *data;
        size_t size;
        pav_document *document = open_golden(paths[i], &data, &size);
        cut_at_every_byte(data, size);
        flip_every_bit_sealed(data, size);
        set_every_word_sealed(data, size);
        pav_document_destroy(document);
        free(data);
    }
}

int main(void)
{
    RUN(the_smallest_golden_damaged);
    RUN(stored_goldens_damaged_and_sealed);
    return test_end();
}
