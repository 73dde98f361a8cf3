# SPDX-License-Identifier: GPL-3.0-or-later
"""Materials, and the colour that stands for each."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..pavane_format import model
from .mesh_arrays import library_name

Color = tuple[float, float, float, float]

# The identifier of the colour of each shader that has one; identifiers are the same in all Blenders.
COLOR_OF_SHADER = {
    "BSDF_PRINCIPLED": "Base Color", "BSDF_DIFFUSE": "Color", "EMISSION": "Color", "BSDF_GLOSSY": "Color",
    "BSDF_TOON": "Color", "BSDF_SHEEN": "Color", "BSDF_TRANSLUCENT": "Color",
    "SUBSURFACE_SCATTERING": "Color", "BSDF_GLASS": "Color", "BSDF_REFRACTION": "Color"}
STEPS = 32  # that are followed from a material's output


class Materials:
    """The materials met so far."""

    def __init__(self) -> None:
        self.materials: list[model.Material] = []
        self._indices: dict[int, int] = {}

    def slots(self, ob: Any) -> list[int | None]:
        """The material of each slot, whether the slot belongs to the object or to its data."""
        found = [slot.material for slot in ob.material_slots]
        return [self.index(material) if material is not None else None for material in found]

    def index(self, material: Any) -> int:
        key = material.as_pointer()
        if key not in self._indices:
            self._indices[key] = len(self.materials)
            self.materials.append(model.Material(material.name, library_name(material), inputs(material)))
        return self._indices[key]


def inputs(material: Any) -> list[model.MaterialInput]:
    color = np.array(base_color(material), np.float32)
    return [model.MaterialInput("base_color", color[:3]), model.MaterialInput("alpha", color[3:])]


def base_color(material: Any) -> Color:
    """Of the shader that the material shows; where it cannot be told, the colour of the solid view."""
    shader = shown_shader(material)
    if shader is None:
        return viewport_color(material)
    color = constant_color(find_input(shader, COLOR_OF_SHADER[shader.type]))
    if color is None:
        return viewport_color(material)
    alpha = find_input(shader, "Alpha")
    value = float(alpha.default_value) if alpha is not None and not alpha.is_linked else 1.0
    return (*color, value)


def viewport_color(material: Any) -> Color:
    red, green, blue, alpha = material.diffuse_color
    return red, green, blue, alpha


def shown_shader(material: Any) -> Any | None:
    """The first shader with a colour, going back from the material's output."""
    tree = material.node_tree if getattr(material, "use_nodes", True) else None
    output = tree.get_output_node("ALL") if tree is not None else None
    waiting = [output] if output is not None else []
    for _ in range(STEPS):
        if not waiting:
            return None
        node = waiting.pop(0)
        if node.type in COLOR_OF_SHADER:
            return node
        waiting += [link.from_node for socket in node.inputs if leads_to_surface(node, socket)
                    for link in socket.links]
    return None


def leads_to_surface(node: Any, socket: Any) -> bool:
    return node.type == "REROUTE" or (socket.type == "SHADER" and socket.identifier != "Volume")


def find_input(node: Any, identifier: str) -> Any | None:
    return next((socket for socket in node.inputs if socket.identifier == identifier), None)


def constant_color(socket: Any | None) -> tuple[float, float, float] | None:
    """A socket's own colour, or that of the one value that is linked to it; None if it is computed."""
    if socket is None:
        return None
    if socket.is_linked:
        node = socket.links[0].from_node
        if node.type not in {"RGB", "VALUE"}:
            return None
        socket = node.outputs[0]
    value = socket.default_value
    if isinstance(value, float):
        return value, value, value
    return value[0], value[1], value[2]
