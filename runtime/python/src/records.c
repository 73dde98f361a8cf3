/* SPDX-License-Identifier: MIT */
/* Records as named tuples. */
#include "module.h"

PyObject *new_records(module_state *state, const pav_chunk_scene *scene, uint32_t first, uint32_t count,
                      make_record *make)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)count);
    for (uint32_t i = 0; tuple && i < count; i++) {
        PyObject *item = make(state, scene, first + i);
        if (!item || PyTuple_SetItem(tuple, (Py_ssize_t)i, item)) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

/* ---- Info and scene ---- */

static PyObject *clip_names(const pav_chunk_info *info)
{
    PyObject *names = PyTuple_New((Py_ssize_t)info->clip_name_count);
    for (uint32_t i = 0; names && i < info->clip_name_count; i++) {
        PyObject *name = PyUnicode_FromString(info->text + info->clips[i].name);
        if (!name || PyTuple_SetItem(names, (Py_ssize_t)i, name)) {
            Py_CLEAR(names);
        }
    }
    return names;
}

static PyObject *report_lines(module_state *state, const pav_chunk_info *info)
{
    PyObject *lines = PyTuple_New((Py_ssize_t)info->report_line_count);
    for (uint32_t i = 0; lines && i < info->report_line_count; i++) {
        const pav_record_report_line *record = &info->report[i];
        PyObject *line =
            new_record(state, "ReportLine", "(Nssk)", new_enum(state, "ReportKind", record->kind),
                       info->text + record->what, info->text + record->text, (unsigned long)record->count);
        if (!line || PyTuple_SetItem(lines, (Py_ssize_t)i, line)) {
            Py_CLEAR(lines);
        }
    }
    return lines;
}

PyObject *info_record(module_state *state, const pav_document *document)
{
    const pav_chunk_info *info = pav_document_info(document);
    return new_record(state, "Info", "(sssNN)", info->text + info->info->writer,
                      info->text + info->info->writer_version, info->text + info->info->source,
                      clip_names(info), report_lines(state, info));
}

PyObject *scene_record(module_state *state, const pav_chunk_scene *scene)
{
    const pav_record_scene *record = scene->scene;
    return new_record(state, "SceneInfo", "(sNfkfffNN)", scene->text + record->name,
                      new_enum(state, "Axis", record->up_axis), (double)record->unit_scale,
                      (unsigned long)record->fps, (double)record->fps_base, (double)record->frame_start,
                      (double)record->frame_end, new_index(record->camera),
                      new_floats(record->world_color, 3));
}

/* ---- Nodes ---- */

static PyObject *new_element(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_element *element = &scene->elements[i];
    return new_record(state, "Element", "(sNN)", scene->text + element->name,
                      new_enum(state, "ElementKind", element->kind),
                      new_floats(scene->element_values + element->values_first, element->values_count));
}

static PyObject *new_slot(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    (void)state;
    return new_index(scene->slots[i].material);
}

static PyObject *new_node(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_node *node = &scene->nodes[i];
    return new_record(
        state, "Node", "(kNssNNNNNNNNNNfN)", (unsigned long)i, new_enum(state, "NodeKind", node->kind),
        scene->text + node->name, scene->text + node->library, new_index(node->armature),
        new_index(node->parent), new_index(node->instancer),
        new_records(state, scene, node->elements_first, node->elements_count, new_element),
        new_index(node->mesh), new_index(node->skin), new_index(node->camera), new_index(node->light),
        new_records(state, scene, node->slots_first, node->slots_count, new_slot),
        new_enum(state, "NodeFlag", node->flags), (double)node->length,
        new_enum(state, "InheritScale", node->inherit_scale));
}

PyObject *node_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->node_count : 0, new_node);
}

/* ---- What hangs on nodes ---- */

static PyObject *new_joint(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_joint *joint = &scene->joints[i];
    return new_record(state, "Joint", "(kkN)", (unsigned long)joint->group, (unsigned long)joint->node,
                      new_floats(joint->inverse_bind, 16));
}

static PyObject *new_skin(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_skin *skin = &scene->skins[i];
    return new_record(state, "Skin", "(kNNNNN)", (unsigned long)skin->armature,
                      new_records(state, scene, skin->joints_first, skin->joints_count, new_joint),
                      new_enum(state, "SkinBlending", skin->blending), new_index(skin->next),
                      new_index(skin->mask), new_enum(state, "SkinFlag", skin->flags));
}

PyObject *skin_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->skin_count : 0, new_skin);
}

PyObject *camera_record(module_state *state, const char *text, const pav_record_camera *camera)
{
    return new_record(state, "Camera", "(ssNNffffffffffN)", text + camera->name, text + camera->library,
                      new_enum(state, "CameraKind", camera->kind),
                      new_enum(state, "SensorFit", camera->sensor_fit), (double)camera->lens,
                      (double)camera->sensor_width, (double)camera->sensor_height,
                      (double)camera->ortho_scale, (double)camera->shift_x, (double)camera->shift_y,
                      (double)camera->clip_start, (double)camera->clip_end, (double)camera->focus_distance,
                      (double)camera->fstop, new_enum(state, "CameraFlag", camera->flags));
}

static PyObject *new_camera(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    return camera_record(state, scene->text, &scene->cameras[i]);
}

PyObject *camera_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->camera_count : 0, new_camera);
}

PyObject *light_record(module_state *state, const char *text, const pav_record_light *light)
{
    return new_record(state, "Light", "(ssNNfffffNff)", text + light->name, text + light->library,
                      new_enum(state, "LightKind", light->kind), new_floats(light->color, 3),
                      (double)light->energy, (double)light->radius, (double)light->spot_size,
                      (double)light->spot_blend, (double)light->sun_angle,
                      new_enum(state, "AreaShape", light->area_shape), (double)light->area_width,
                      (double)light->area_height);
}

static PyObject *new_light(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    return light_record(state, scene->text, &scene->lights[i]);
}

PyObject *light_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->light_count : 0, new_light);
}

/* ---- Custom properties ---- */

static PyObject *new_property(module_state *state, const pav_chunk_scene *scene, uint32_t i)
{
    const pav_record_property *property = &scene->properties[i];
    return new_record(state, "Property", "(kNssssNNs)", (unsigned long)i,
                      new_enum(state, "TargetKind", property->owner_kind), scene->text + property->library,
                      scene->text + property->owner, scene->text + property->part,
                      scene->text + property->name, new_enum(state, "PropertyKind", property->kind),
                      new_floats(scene->property_values + property->values_first, property->values_count),
                      scene->text + property->text);
}

PyObject *property_records(module_state *state, const pav_chunk_scene *scene)
{
    return new_records(state, scene, 0, scene ? scene->property_count : 0, new_property);
}
