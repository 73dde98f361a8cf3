# SPDX-License-Identifier: GPL-3.0-or-later
"""Cameras, lights and the sky, as they are at rest."""
from __future__ import annotations

from typing import Any

from ..pavane_format import model
from ..report import Report
from . import blocks
from .material_nodes import SurfaceReader, shown_color

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
    color = tuple(one * other for one, other in zip(data.color, _warmth(data)))
    light = model.Light(data.name, blocks.library(data), data.type.lower(), color, data.energy)
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


def _warmth(data: Any) -> tuple[float, ...]:
    """What newer Blenders multiply a light's colour by."""
    scale = 2.0 ** getattr(data, "exposure", 0.0)
    color = data.temperature_color if getattr(data, "use_temperature", False) else (1.0, 1.0, 1.0)
    return tuple(scale * number for number in color)


def world_color(world: Any, report: Report) -> tuple[float, float, float]:
    """The light from all around: colour times strength of the background that the world's output shows."""
    if world is None:
        return 0.0, 0.0, 0.0
    if not world.use_nodes or world.node_tree is None:
        return tuple(world.color)

    def complain(node: Any, text: str) -> None:
        report.note(f"world {world.name!r}, node {node.name!r}", text)

    surface = SurfaceReader(lambda key: False, complain).read(world.node_tree)
    shown = shown_color(surface) if surface is not None else None
    if shown is None:
        return 0.0, 0.0, 0.0
    if shown.image is not None:
        report.note(f"world {world.name!r}", "its image does not travel")
    return tuple(term.value for term in shown.terms)
