/* SPDX-License-Identifier: MIT */
/* The hexdump in FORMAT.md is a file that loads, and holds what the page says. */
#include <ctype.h>

#include "test_document.h"

/* The bytes of the dump: lines of `0010: 89 50 ... ; comment` between its markers. */
static size_t parse_dump(const char *page, uint8_t *out, size_t room)
{
    const char *line = strstr(page, "<!-- hexdump: begin -->");
    const char *end = strstr(page, "<!-- hexdump: end -->");
    size_t size = 0;
    for (; CHECK(line && end) && line < end; line = strchr(line, '\n') + 1) {
        unsigned offset;
        int used = 0;
        if (sscanf(line, "%4x: %n", &offset, &used) != 1 || !used) {
            continue;
        }
        CHECK(offset == size);
        for (const char *at = line + used; isxdigit((unsigned char)*at) && size < room; at += 3) {
            out[size++] = (uint8_t)strtoul((char[]){at[0], at[1], '\0'}, NULL, 16);
            if (at[2] != ' ') {
                break;
            }
        }
    }
    return size;
}

static void the_dump_of_the_specification_loads(void)
{
    size_t size;
    char *page = (char *)test_read("format/FORMAT.md", &size);
    page[size] = '\0';
    uint8_t data[4096];
    const size_t bytes = parse_dump(page, data, sizeof data);
    CHECK(bytes > 500 && bytes < sizeof data);
    pav_document *document = NULL;
    pav_error error = {0};
    if (CHECK(pav_document_load_memory(data, bytes, NULL, &document, &error) == PAV_OK)) {
        const pav_chunk_scene *scene = pav_document_scene(document);
        CHECK_TEXT(scene->text + scene->nodes[0].name, "Cube");
        const pav_chunk_clip *clip = pav_document_clip(document, 0);
        CHECK(clip->key_time_count == 2 && clip->key_times[0] == 1 && clip->key_values[0] == 0);
        CHECK(clip->key_times[1] == 25 && clip->key_values[1] == 5);
    } else {
        fprintf(stderr, "    %s\n", error.message);
    }
    pav_document_destroy(document);
    free(page);
}

int main(void)
{
    RUN(the_dump_of_the_specification_loads);
    return test_end();
}
