# SPDX-License-Identifier: GPL-3.0-or-later
"""Lights, each data-block once."""
from __future__ import annotations

from typing import Any

import bpy

from ..pavane_format import model
from ..report import Report
from . import blocks, terms
from .attributes import Attributes
from .material_nodes import Surface, SurfaceReader
from .terms import ONE, Constant, Term

WHITE = (ONE, ONE, ONE)


class Lights:
    def __init__(self, attributes: Attributes, report: Report) -> None:
        self.list: list[model.Light] = []
        self._attributes = attributes
        self._report = report
        self._indices: dict[int, int] = {}

    def index(self, ob: Any) -> int | None:
        if ob.type != "LIGHT":
            return None
        key = ob.data.as_pointer()
        if key not in self._indices:
            self._indices[key] = len(self.list)
            self._add(ob.data)
        return self._indices[key]

    def _add(self, data: Any) -> None:
        made = model.Light(data.name, blocks.library(data), data.type.lower())
        self.list.append(made)
        if data.type == "AREA":
            made.area_shape = data.shape.lower()
        for name, found in self._fields(data).items():
            target = model.Target("light", made.name, "", name, made.library)
            self._attributes.add(target, made, name, found)

    def _fields(self, data: Any) -> dict[str, tuple[Term, ...]]:
        def own(name: str) -> tuple[Term, ...]:
            return self._attributes.terms(data, data, name)

        node_color, node_strength = self._nodes(data)
        colors = zip(own("color"), self._warmth(data), node_color)
        found = {"color": tuple(_product(*parts) for parts in colors),
                 "energy": (_product(*own("energy"), node_strength),)}
        if data.type == "AREA":
            found["radius"] = (terms.multiply(*own("size"), Constant(0.5)),)
            found["area_width"] = own("size")
            found["area_height"] = own("size_y" if data.shape in ("RECTANGLE", "ELLIPSE") else "size")
        elif data.type == "SUN":
            found["sun_angle"] = own("angle")
        else:
            found["radius"] = own("shadow_soft_size")
        if data.type == "SPOT":
            found["spot_size"], found["spot_blend"] = own("spot_size"), own("spot_blend")
        return found

    def _warmth(self, data: Any) -> tuple[Term, ...]:
        """What newer Blenders multiply a light's colour by: their exposure and temperature."""
        gain: Term = ONE
        if hasattr(data, "exposure"):
            gain = terms.computed(lambda exposure: 2.0 ** exposure,
                                  *self._attributes.terms(data, data, "exposure"))
        if not hasattr(data, "use_temperature"):
            return (gain, gain, gain)
        used = self._attributes.terms(data, data, "use_temperature")[0]
        color = self._attributes.terms(data, data, "temperature_color", ("temperature",))
        return tuple(terms.multiply(terms.mix(ONE, part, used), gain) for part in color)

    # ---- Nodes, which Cycles alone shows ----

    def _nodes(self, data: Any) -> tuple[tuple[Term, ...], Term]:
        """Colour and strength that a light's nodes multiply it by."""
        tree = data.node_tree if getattr(data, "use_nodes", True) else None
        if tree is None:
            return WHITE, ONE
        label = f"light {data.name!r}"
        if bpy.context.scene.render.engine != "CYCLES":
            if any(node.type not in ("EMISSION", "OUTPUT_LIGHT") for node in tree.nodes):
                self._report.note(label, "has nodes, which only Cycles shows; they do not travel")
            return WHITE, ONE

        def complain(node: Any, text: str) -> None:
            self._report.note(f"{label}, node {node.name!r}", text)

        surface = SurfaceReader(self._attributes.animated.__contains__, complain).read(tree)
        if surface is None or not surface.is_glowing:
            self._report.note(label, "its nodes show nothing that can be exported")
            return WHITE, ONE
        return self._emission(surface, label)

    def _emission(self, surface: Surface, label: str) -> tuple[tuple[Term, ...], Term]:
        color, strength = surface.get("emission_color"), surface.get("emission_strength")
        if color.image is not None or strength.image is not None:
            self._report.note(label, "its image does not travel")
        return color.sized(3).terms, strength.sized(1).terms[0]


def _product(*parts: Term) -> Term:
    made: Term = ONE
    for part in parts:
        made = terms.multiply(made, part)
    return made
