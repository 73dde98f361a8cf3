/* SPDX-License-Identifier: MIT */
/* libFuzzer target: any bytes give a document or an error.  The mutator puts checksums right, because without
 * that no mutation would get past them.  Built without libFuzzer (-DPAV_FUZZ_MAIN) it loads the files it is
 * given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <pavane/document.h>

#include "reseal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const pav_load_options options = {.memory_limit = 64 << 20};
    pav_document *document;
    pav_error error;
    const pav_result result = pav_document_load_memory(data, size, &options, &document, &error);
    if ((result == PAV_OK) != (document != NULL) || (result != PAV_OK && error.result != result)) {
        abort();
    }
    pav_document_destroy(document);
    return 0;
}

#ifdef PAV_FUZZ_MAIN

int main(int count, char **paths)
{
    for (int i = 1; i < count; i++) {
        FILE *file = fopen(paths[i], "rb");
        static uint8_t data[1 << 20];
        const size_t size = file ? fread(data, 1, sizeof data, file) : 0;
        if (!file) {
            fprintf(stderr, "%s: cannot be opened\n", paths[i]);
            return 1;
        }
        fclose(file);
        LLVMFuzzerTestOneInput(data, size);
    }
    return 0;
}

#else

/* Chunks of mutated files are stored rather than compressed, so that a byte changed is a byte of the tables
 * changed; one in sixteen is left as the mutator made it, for the paths of damaged checksums and zlib data.
 */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
    size = unpack_chunks(data, size, room);
    size = LLVMFuzzerMutate(data, size, room);
    if (seed % 16) {
        reseal(data, size);
    }
    return size;
}

#endif
