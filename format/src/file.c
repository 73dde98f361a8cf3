/* SPDX-License-Identifier: MIT */
#include "file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "memory.h"

/* The size of an open file, -1 when it has none (a pipe, a folder).  Windows' long is too short for 4 GiB. */
static int64_t file_size(FILE *file)
{
#ifdef _WIN32
    const int64_t size = _fseeki64(file, 0, SEEK_END) == 0 ? _ftelli64(file) : -1;
#else
    const int64_t size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
#endif
    return fseek(file, 0, SEEK_SET) == 0 && size != INT64_MAX ? size : -1;
}

static pav_result read_blocks(FILE *file, uint8_t *data, size_t size, const pav_progress *progress,
                              pav_error *error)
{
    enum { BLOCK_SIZE = 1 << 22 };
    size_t done = 0;
    pav_result result = PAV_OK;
    while (done < size && result == PAV_OK) {
        const size_t block = size - done < BLOCK_SIZE ? size - done : BLOCK_SIZE;
        if (fread(data + done, 1, block, file) != block) {
            return pav_fail(error, PAV_ERROR_FILE, "cannot be read to its end");
        }
        done += block;
        result = pav_progress_tell(progress, (double)done / (double)size, error);
    }
    return result;
}

static pav_result read_all(FILE *file, const pav_allocator *allocator, const pav_progress *progress,
                           uint8_t **out, size_t *size, pav_error *error)
{
    const int64_t bytes = file_size(file);
    if (bytes < 0) {
        return pav_fail(error, PAV_ERROR_FILE, "a folder or a stream, not a file with a size");
    }
    if (bytes > UINT32_MAX) {
        return pav_fail(error, PAV_ERROR_FILE, "4 GiB or larger");
    }
    uint8_t *data = pav_allocate(allocator, (size_t)bytes, 1);
    if (!data) {
        return pav_fail_memory(error);
    }
    const pav_result result = read_blocks(file, data, (size_t)bytes, progress, error);
    if (result != PAV_OK) {
        pav_release(allocator, data);
        return result;
    }
    *out = data;
    *size = (size_t)bytes;
    return PAV_OK;
}

pav_result pav_file_read(const char *path, const pav_allocator *allocator, const pav_progress *progress,
                         uint8_t **out, size_t *size, pav_error *error)
{
    *out = NULL;
    FILE *file = fopen(path, "rb");
    if (!file) {
        return pav_fail(error, PAV_ERROR_FILE, "%s", strerror(errno));
    }
    const pav_result result = read_all(file, allocator, progress, out, size, error);
    fclose(file);
    return result;
}
