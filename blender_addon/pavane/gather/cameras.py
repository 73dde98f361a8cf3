# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras, lights and the sky, as they are at rest."""
from __future__ import annotations

from typing import Any

from ..pavane_format import model
from . import blocks

CAMERA_KINDS = {"PERSP": "perspective", "ORTHO": "orthographic", "PANO": "panoramic"}


class Cameras:
    """The scene's cameras and lights, each data-block once."""

    def __init__(self) -> None:
        self.cameras: list[model.Camera] = []
        self.lights: list[model.Light] = []
        self._indices: dict[int, int] = {}

    def camera(self, ob: Any) -> int | None:
        return self._add(ob.data, self.cameras, _camera) if ob.type == "CAMERA" else None

    def light(self, ob: Any) -> int | None:
        return self._add(ob.data, self.lights, _light) if ob.type == "LIGHT" else None

    def _add(self, data: Any, made: list, make: Any) -> int:
        key = data.as_pointer()
        if key not in self._indices:
            self._indices[key] = len(made)
            made.append(make(data))
        return self._indices[key]


def _camera(data: Any) -> model.Camera:
    return model.Camera(
        data.name, blocks.library(data), CAMERA_KINDS.get(data.type, "perspective"), data.sensor_fit.lower(),
        data.lens, data.sensor_width, data.sensor_height, data.ortho_scale, data.shift_x, data.shift_y,
        data.clip_start, data.clip_end)


def _light(data: Any) -> model.Light:
    light = model.Light(data.name, blocks.library(data), data.type.lower(), tuple(data.color), data.energy)
    if data.type == "AREA":
        light.radius, light.area_shape = data.size / 2, data.shape.lower()
        light.area_width = data.size
        light.area_height = data.size_y if data.shape in ("RECTANGLE", "ELLIPSE") else data.size
    elif data.type == "SUN":
        light.sun_angle = data.angle
    elif data.type in ("POINT", "SPOT"):
        light.radius = data.shadow_soft_size
    if data.type == "SPOT":
        light.spot_size, light.spot_blend = data.spot_size, data.spot_blend
    return light


def world_color(world: Any) -> tuple[float, float, float]:
    """The light from all around: colour times strength of the background that the world's output shows."""
    if world is None:
        return 0.0, 0.0, 0.0
    if not world.use_nodes or world.node_tree is None:
        return tuple(world.color)
    output = world.node_tree.get_output_node("ALL")
    surface = output.inputs["Surface"] if output is not None else None
    if surface is None or not surface.is_linked or surface.links[0].from_node.type != "BACKGROUND":
        return 0.0, 0.0, 0.0
    background = surface.links[0].from_node
    color, strength = background.inputs["Color"].default_value, background.inputs["Strength"].default_value
    return tuple(color[i] * strength for i in range(3))
