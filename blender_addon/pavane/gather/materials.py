# SPDX-License-Identifier: GPL-3.0-or-later
"""Materials by meaning: what their nodes show, as inputs and textures that any program understands."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from ..report import Report
from . import curves, material_nodes
from .blocks import Block
from .images import Images
from .material_nodes import USUAL, Surface, SurfaceReader
from .material_values import ImageUse, Value, constant, live_link
from .mesh_arrays import library_name
from .properties import Key, Place, Values
from .terms import Constant, Number, Term

FILTERS = {"Closest": "closest", "Cubic": "cubic"}  # others are linear, or nearest to it
VIEWPORT = {"viewport_metallic": "metallic", "viewport_roughness": "roughness"}
NO_USE = "not in effect: nothing takes this number of the colour"  # told only where it changes
MAPPING = {"location": 0.0, "rotation": 0.0, "scale": 1.0}


@dataclass
class Gathered:
    """A material of the file, and what each number of its inputs is made of."""

    model: model.Material
    inputs: dict[str, tuple[Term, ...]] = field(default_factory=dict)


class Materials:
    """The materials met so far. They are read while everything is at rest; then `set_rest`."""

    def __init__(self, animated: set[Key], report: Report) -> None:
        self.gathered: list[Gathered] = []
        self.sources: list[Any] = []  # Blender's, in the same order
        self.images = Images(report)
        self._animated = animated
        self._report = report
        self._indices: dict[int, int] = {}
        self._numbers: dict[Key, set[int]] = {}  # of each animated property: those that any input takes

    @property
    def materials(self) -> list[model.Material]:
        return [entry.model for entry in self.gathered]

    def slots(self, ob: Any) -> list[int | None]:
        """The material of each slot, whether the slot belongs to the object or to its data."""
        found = [slot.material for slot in ob.material_slots]
        return [self.index(material) if material is not None else None for material in found]

    def index(self, material: Any) -> int:
        key = material.as_pointer()
        if key not in self._indices:
            self._indices[key] = len(self.gathered)
            self.sources.append(material)
            self.gathered.append(self._gather(material))
        return self._indices[key]

    def places(self) -> dict[Key, Place]:
        """The animated properties that any input depends on."""
        return {number.place.key: number.place for entry in self.gathered for terms in entry.inputs.values()
                for term in terms for number in term.numbers()}

    def set_rest(self, values: Values) -> None:
        for entry in self.gathered:
            for terms in entry.inputs.values():
                for term in terms:
                    for number in term.numbers():
                        self._numbers.setdefault(number.place.key, set()).add(number.index)
        for entry in self.gathered:
            entry.model.inputs = [
                model.MaterialInput(name, np.array([_first(term.at(values)) for term in terms], np.float32))
                for name, terms in entry.inputs.items()]

    # ---- One material ----

    def _gather(self, material: Any) -> Gathered:
        made = Gathered(model.Material(material.name, library_name(material)))
        made.model.double_sided = not material.use_backface_culling

        def complain(node: Any, text: str) -> None:
            self._report.note(f"material {material.name!r}, node {node.name!r}", text)

        tree = material.node_tree if getattr(material, "use_nodes", True) else None
        if tree is None:
            surface = self._solid(material)
        else:
            surface = SurfaceReader(self._animated.__contains__, complain).read(tree)
            if surface is None:
                self._report.note(f"material {material.name!r}",
                                  "its nodes show nothing that can be exported; its viewport colour does")
                surface = self._solid(material)
        self._add_surface(made, material, surface)
        return made

    def _solid(self, material: Any) -> Surface:
        """What stands for a material without nodes."""
        return Surface({"base_color": Value(self._terms(material, "diffuse_color")[:3]),
                        "metallic": Value(self._terms(material, "metallic")),
                        "roughness": Value(self._terms(material, "roughness"))})

    def _terms(self, material: Any, name: str) -> tuple[Term, ...]:
        place = Place(material, material, name)
        numbers = place.read()
        if place.key in self._animated:
            return tuple(Number(place, index) for index in range(len(numbers)))
        return tuple(Constant(float(number)) for number in numbers)

    def _add_surface(self, made: Gathered, material: Any, surface: Surface) -> None:
        color = self._terms(material, "diffuse_color")
        shown = material_nodes.shown_color(surface)
        if shown is not None:
            made.model.unlit = True
            surface.values["base_color"] = shown
            surface.values["emission_strength"] = constant(0.0)
            surface.values["emission_color"] = USUAL["emission_color"]
        base = surface.get("base_color")
        if not base.is_known and base.image is None:
            surface.values["base_color"] = Value(color[:3])
        for name in USUAL:
            value = surface.get(name).sized(len(USUAL[name].terms))
            made.inputs[name] = value.terms
        self._add_alpha(made, material, surface)
        made.inputs["viewport_color"], made.inputs["viewport_alpha"] = color[:3], color[3:]
        for name, source in VIEWPORT.items():
            made.inputs[name] = self._terms(material, source)
        for name in USUAL:
            image = surface.normal if name == "normal_strength" else surface.get(name).image
            if image is not None:
                self._add_texture(made, name, image)

    def _add_alpha(self, made: Gathered, material: Any, surface: Surface) -> None:
        made.model.alpha_mode = _alpha_mode(material, surface)
        threshold = surface.threshold
        if threshold is not None:
            made.inputs["alpha_threshold"] = threshold.terms
        elif hasattr(material, "alpha_threshold"):
            made.inputs["alpha_threshold"] = self._terms(material, "alpha_threshold")

    def _add_texture(self, made: Gathered, name: str, image: ImageUse) -> None:
        index = self.images.index(image.node.image)
        if index is None:
            return
        texture = model.Texture(list(made.inputs).index(name), index, image.uv_layer, image.channel,
                                image.node.extension.lower(), FILTERS.get(image.node.interpolation, "linear"))
        for part, usual in MAPPING.items():
            terms = image.mapping.get(part)
            if terms is None or all(term == Constant(usual) for term in terms):
                continue
            setattr(texture, part, len(made.inputs))
            made.inputs[f"{name}_{part}"] = terms
        made.model.textures.append(texture)

    # ---- Keys ----

    def reason(self, found: Any, curve: Any) -> str:
        """Why an animated property of a material or its nodes does not travel; empty if it does."""
        owner = found.owner
        used = self._numbers.get((owner.as_pointer(), found.name))
        if used is not None:
            index = curve.array_index if found.size else 0
            return "" if index in used or curves.is_flat(curve) else NO_USE
        material = owner if isinstance(owner, bpy.types.Material) else None
        if material is not None and material.as_pointer() not in self._indices:
            return "its material is on nothing that is exported"
        if isinstance(owner, bpy.types.NodeSocket):
            if not owner.is_output and live_link(owner) is not None:
                return "not in effect: the socket is linked"
            return f"no input of a material is made of {owner.name!r} of {owner.node.bl_label}"
        return "not exported yet: this property of a material"


def _alpha_mode(material: Any, surface: Surface) -> str:
    alpha = surface.get("alpha")
    if alpha.image is None and alpha.terms == USUAL["alpha"].terms:
        return "opaque"
    if surface.threshold is not None:
        return "clip"
    if not hasattr(material, "surface_render_method") and _engine_has_modes():
        return {"OPAQUE": "opaque", "CLIP": "clip"}.get(material.blend_method, "blend")
    return "blend"


def _engine_has_modes() -> bool:
    """Cycles shows alpha whatever a material's mode is."""
    return bpy.context.scene.render.engine != "CYCLES"


def _first(values: Any) -> float:
    return float(np.ravel(values)[0])


def is_of_material(block: Block) -> bool:
    """Whether it is a material, the nodes of one, or a group of such nodes."""
    if block.type == "NODETREE":
        if block.holder is None:
            return block.id.type == "SHADER"
        return isinstance(block.holder, bpy.types.Material)
    return block.type == "MATERIAL"
