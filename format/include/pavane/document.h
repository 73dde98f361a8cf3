/* SPDX-License-Identifier: MIT */
/** @file document.h
 *  Results and errors, memory, and the document: a .pav file, loaded and checked.  Included by pavane.h.
 *
 *  A document is immutable and may be shared between threads.  Loading is validating: nothing behind a loaded document
 *  has to check an index, a span, a string or an enum again.  Its tables are plain arrays of the structs of format.h.
 */
#ifndef PAVANE_DOCUMENT_H
#define PAVANE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pavane/format.h>

#if defined(_WIN32) && defined(PAV_BUILD)
#define PAV_API __declspec(dllexport)
#elif defined(__GNUC__)
#define PAV_API __attribute__((visibility("default")))
#else
#define PAV_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Results ---- */

typedef enum pav_result {
    PAV_OK = 0,
    PAV_ERROR_MEMORY,   /**< The allocator returned NULL, or a limit of the options would be passed. */
    PAV_ERROR_FILE,     /**< A file could not be opened or read. */
    PAV_ERROR_FORMAT,   /**< The bytes are not a valid .pav file. */
    PAV_ERROR_VERSION,  /**< A valid file of a version, or with a required chunk, that this library does not know. */
    PAV_ERROR_NAME,     /**< No clip, owner, node ... of that name, or more than one. */
    PAV_ERROR_LINK,     /**< A channel does not fit its target. */
    PAV_ERROR_VALUE,    /**< A number that cannot be: not finite, or outside its range. */
    PAV_ERROR_FULL,     /**< A capacity given in the options is used up. */
    PAV_ERROR_CALLBACK, /**< A callback called pav_scene_update for the scene that runs it. */
    PAV_ERROR_CANCELLED /**< The program's progress function wanted no more of it. */
} pav_result;

/** What went wrong and where, for a person: `CLIP 3: node 17: parent is 42, but there are 30 nodes`.
 *  Every function that takes one accepts NULL and leaves it alone on success. */
typedef struct pav_error {
    pav_result result;
    char message[256]; /**< UTF-8, always ended by a zero byte. */
} pav_error;

/* ---- Memory ---- */

/** Where memory comes from.  All zero: malloc and free.  Used for everything an object ever allocates.
 *  `allocate` returns memory aligned to 16 bytes at least, or NULL. */
typedef struct pav_allocator {
    void *(*allocate)(void *user, size_t size);
    void (*release)(void *user, void *memory); /**< Accepts NULL. */
    void *user;
} pav_allocator;

/* ---- Loading ---- */

/** All zero: every clip, default limits. */
typedef struct pav_load_options {
    pav_allocator allocator;
    size_t memory_limit;          /**< Most bytes a document may take; 0: 4 GiB. */
    const char *const *clips;     /**< Names of the clips to load; the others are not even inflated. */
    size_t clip_count;            /**< Length of `clips`; 0 with `clips` NULL: all. With `clips` not NULL, 0: none. */
    /** Called from time to time with how much is done, each time more, and at last with 1.  Returning false ends the
     *  load with PAV_ERROR_CANCELLED.  NULL: none. */
    bool (*progress)(void *user, double done);
    void *progress_user;
} pav_load_options;

typedef struct pav_document pav_document;

/** Loads and checks a file.  `options` and `error` may be NULL.  On failure `*out` is NULL, and the message begins with
 *  the path: `hero.pav: CLIP 3: ...`. */
PAV_API pav_result pav_document_load_file(const char *path, const pav_load_options *options, pav_document **out,
                                          pav_error *error);

/** The same from memory, which is only read during the call. */
PAV_API pav_result pav_document_load_memory(const void *data, size_t size, const pav_load_options *options,
                                            pav_document **out, pav_error *error);

/** Gives up the caller's hold.  Scenes and bindings hold their documents themselves, so the order of destroying does
 *  not matter.  NULL is fine. */
PAV_API void pav_document_destroy(pav_document *document);

/** One more hold on the document, given up by pav_document_destroy.  Safe from any thread. */
PAV_API pav_document *pav_document_retain(pav_document *document);

/* ---- What is in it: borrowed, alive as long as the document ---- */

PAV_API const pav_chunk_info *pav_document_info(const pav_document *document);

/** NULL when the file holds clips alone. */
PAV_API const pav_chunk_scene *pav_document_scene(const pav_document *document);

PAV_API uint32_t pav_document_mesh_count(const pav_document *document);
PAV_API const pav_chunk_mesh *pav_document_mesh(const pav_document *document, uint32_t mesh);

PAV_API uint32_t pav_document_clip_count(const pav_document *document);
PAV_API const pav_chunk_clip *pav_document_clip(const pav_document *document, uint32_t clip);

/** Images: files of their own kind, for a decoder of the program's. */
PAV_API uint32_t pav_document_image_count(const pav_document *document);
PAV_API const pav_chunk_image *pav_document_image(const pav_document *document, uint32_t image);

/** Index of the first clip of that name, PAV_NONE when there is none: look before you play it. */
PAV_API uint32_t pav_document_find_clip(const pav_document *document, const char *name);

/** Stored bytes of the clip's chunk in the file, and bytes that the whole document takes in memory. */
PAV_API uint32_t pav_document_clip_bytes(const pav_document *document, uint32_t clip);
PAV_API size_t pav_document_memory(const pav_document *document);

#ifdef __cplusplus
}
#endif

#endif
