/* SPDX-License-Identifier: MIT */
#include "visibility.h"

#include "scene.h"

#include <assert.h>

static const pav_attribute attributes[] = {
    {"hide_viewport", 0, PAV_VALUE_WHOLE, PAV_NODE_FLAG_HIDDEN_VIEWPORT},
    {"hide_render", 0, PAV_VALUE_WHOLE, PAV_NODE_FLAG_HIDDEN_RENDER},
};

const pav_attribute_list pav_visibility_attributes = {attributes, sizeof attributes / sizeof *attributes};

pav_result pav_visibility_update(void *self, pav_scene *scene)
{
    (void)self;
    const pav_attribute_records flags = {scene->node_flags, sizeof *scene->node_flags, scene->node_count};
    pav_attributes_update(&pav_visibility_attributes, &flags, scene->layout.visibility, scene->targets);
    return PAV_OK;
}

const uint32_t *pav_scene_node_flags(const pav_scene *scene)
{
    assert(scene);
    return scene->node_flags;
}
