# SPDX-License-Identifier: GPL-3.0-or-later
"""The light from all around: colour times strength of the background that the world's output shows."""
from __future__ import annotations

from typing import Any

from ..pavane_format import model
from ..report import Report
from . import terms
from .attributes import Attributes
from .material_nodes import SurfaceReader
from .terms import ZERO, Term


def add_world(scene: model.Scene, source: Any, attributes: Attributes, report: Report) -> None:
    """`source` is Blender's scene."""
    target = model.Target("scene", scene.name, "", "world_color")
    attributes.add(target, scene, "world_color", _color(source.world, attributes, report))


def _color(world: Any, attributes: Attributes, report: Report) -> tuple[Term, ...]:
    if world is None:
        return ZERO, ZERO, ZERO
    if not world.use_nodes or world.node_tree is None:
        return attributes.terms(world, world, "color")
    label = f"world {world.name!r}"

    def complain(node: Any, text: str) -> None:
        report.note(f"{label}, node {node.name!r}", text)

    surface = SurfaceReader(attributes.animated.__contains__, complain).read(world.node_tree)
    if surface is None:
        return ZERO, ZERO, ZERO
    color, strength = surface.get("emission_color"), surface.get("emission_strength").sized(1)
    if color.image is not None:
        report.note(label, "its image does not travel")
    return tuple(terms.multiply(term, strength.terms[0]) for term in color.sized(3).terms)
