/* SPDX-License-Identifier: MIT */
/* Each file of golden/invalid breaks one rule, and gives exactly the message that messages.tsv says. */
#include "test_document.h"

#define FOLDER "tests/golden/invalid/"

enum { LARGE = 100000 }; /* No invalid golden is so long that more is needed at once. */

static pav_result result_of(const char *word)
{
    if (strcmp(word, "FORMAT") == 0) {
        return PAV_ERROR_FORMAT;
    }
    return strcmp(word, "VERSION") == 0 ? PAV_ERROR_VERSION : PAV_OK;
}

static void check_file(const char *name, const char *result, const char *message)
{
    char path[256];
    snprintf(path, sizeof path, FOLDER "%s.pav", name);
    test_name = name;
    size_t size;
    uint8_t *data = test_read(path, &size);
    test_memory memory = {0};
    const pav_load_options options = test_options(&memory);
    pav_document *document = (pav_document *)&memory;
    pav_error error = {0};
    const pav_result got = pav_document_load_memory(data, size, &options, &document, &error);
    CHECK(got != PAV_OK && got == result_of(result) && got == error.result);
    CHECK_TEXT(error.message, message);
    CHECK(document == NULL);
    CHECK(memory.live == 0);
    CHECK(memory.largest < LARGE);
    CHECK(pav_document_load_memory(data, size, NULL, &document, NULL) == got);
    free(data);
}

int main(void)
{
    FILE *table = fopen(FOLDER "messages.tsv", "r");
    char line[512];
    int files = 0;
    while (CHECK(table != NULL) && fgets(line, sizeof line, table)) {
        const char *name = strtok(line, "\t");
        const char *result = strtok(NULL, "\t");
        const char *message = strtok(NULL, "\n");
        check_file(name, result, message);
        files++;
    }
    CHECK(files > 70);
    if (table) {
        fclose(table);
    }
    return test_end();
}
