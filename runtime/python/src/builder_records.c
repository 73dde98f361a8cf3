/* SPDX-License-Identifier: MIT */
/* Cameras, lights and custom properties for the builder. */
#include "building.h"

#include "buffers.h"

PyObject *builder_add_camera(PyObject *self, PyObject *arguments)
{
    const char *name, *library;
    pav_record_camera camera = pav_builder_default_camera();
    if (!PyArg_ParseTuple(arguments, "ssIIffffffffffI", &name, &library, &camera.kind, &camera.sensor_fit,
                          &camera.lens, &camera.sensor_width, &camera.sensor_height, &camera.ortho_scale,
                          &camera.shift_x, &camera.shift_y, &camera.clip_start, &camera.clip_end,
                          &camera.focus_distance, &camera.fstop, &camera.flags)) {
        return NULL;
    }
    return answer(self, pav_builder_add_camera(builder_of(self), name, library, &camera));
}

PyObject *builder_add_light(PyObject *self, PyObject *arguments)
{
    const char *name, *library;
    pav_record_light light = pav_builder_default_light();
    if (!PyArg_ParseTuple(arguments, "ssI(fff)fffffIff", &name, &library, &light.kind, &light.color[0],
                          &light.color[1], &light.color[2], &light.energy, &light.radius, &light.spot_size,
                          &light.spot_blend, &light.sun_angle, &light.area_shape, &light.area_width,
                          &light.area_height)) {
        return NULL;
    }
    return answer(self, pav_builder_add_light(builder_of(self), name, library, &light));
}

PyObject *builder_add_property(PyObject *self, PyObject *arguments)
{
    pav_build_property property = {0};
    unsigned owner_kind, kind;
    PyObject *values;
    PyObject *added = NULL;
    buffers held = {0};
    if (!PyArg_ParseTuple(arguments, "IssssIOs", &owner_kind, &property.library, &property.owner,
                          &property.part, &property.name, &kind, &values, &property.text)) {
        return NULL;
    }
    property.owner_kind = (pav_target_kind)owner_kind;
    property.kind = (pav_property_kind)kind;
    property.values = take_buffer(&held, values, sizeof(float), &property.value_count);
    if (!PyErr_Occurred()) {
        pav_builder_add_property(builder_of(self), &property);
        added = answer(self, PAV_NONE);
    }
    release_buffers(&held);
    return added;
}
