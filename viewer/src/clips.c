/* SPDX-License-Identifier: MIT */
#include "clips.h"

#include "message.h"
#include "owners.h"

#include <stdio.h>
#include <string.h>

const char *view_clip_name(const pav_document *document, uint32_t clip)
{
    const pav_chunk_clip *chunk = pav_document_clip(document, clip);
    return chunk->text + chunk->clip->name;
}

static void list_clips(const pav_document *document, char *text, size_t size)
{
    const uint32_t count = pav_document_clip_count(document);
    size_t used = 0;
    text[0] = 0;
    for (uint32_t clip = 0; clip < count && used < size; clip++) {
        const char *name = view_clip_name(document, clip);
        if (used + strlen(name) + 16 > size) {
            snprintf(text + used, size - used, " ...");
            return;
        }
        used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", clip ? ", " : "", name);
    }
}

pav_result view_clip_find(const pav_document *document, const char *name, uint32_t *out, pav_error *error)
{
    *out = pav_document_find_clip(document, name);
    if (*out != PAV_NONE) {
        return PAV_OK;
    }
    char clips[160];
    list_clips(document, clips, sizeof clips);
    return view_fail(error, PAV_ERROR_NAME, "no clip \"%.60s\"; there are: %s", name,
                     *clips ? clips : "none");
}

uint32_t view_clip_main(const pav_binding *binding)
{
    uint32_t found = PAV_NONE, most = 0;
    for (uint32_t clip = 0; clip < pav_document_clip_count(pav_binding_clips(binding)); clip++) {
        const uint32_t channels = view_clip_bound_channels(binding, clip);
        if (channels > most) {
            most = channels;
            found = clip;
        }
    }
    return found;
}
