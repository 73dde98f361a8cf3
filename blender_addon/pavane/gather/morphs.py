# SPDX-License-Identifier: GPL-3.0-or-later
"""The values of relative shape keys, and where in their sequence absolute ones are: their rest, and channels."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..pavane_format import model
from . import blocks, curves
from .attributes import Attributes
from .sampling import Samples
from .terms import Clamped, Number

TOLERANCE = 1e-6


@dataclass
class Morph:
    """A shape key that travels; `column` is its place among all sampled weights."""

    data: Any  # what it is a shape of: the mesh
    block: Any
    column: int
    model: list[model.Morph]
    rest: float = 0.0


class MorphList:
    """The shape keys of all exported meshes; `attributes` has the times of absolute ones."""

    def __init__(self, attributes: Attributes) -> None:
        self.keys: list[Any] = []
        self._attributes = attributes
        self._sequences: dict[int, list[model.Mesh]] = {}  # by data-block of keys, the first one is an attribute's
        self._morphs: dict[tuple[int, str], Morph] = {}
        self._columns: dict[int, int] = {}
        self._count = 0

    def add(self, data: Any, mesh: model.Mesh) -> None:
        """Notes a mesh made of a data-block; objects with modifiers of their own make several of one."""
        key = getattr(data, "shape_keys", None)
        if key is None or not mesh.morphs:
            return
        if mesh.sequence:
            self._add_sequence(data, key, mesh)
            return
        if key.as_pointer() not in self._columns:
            self._columns[key.as_pointer()] = self._count
            self._count += len(key.key_blocks)
            self.keys.append(key)
        for morph in mesh.morphs:
            number = key.key_blocks.find(morph.name)
            if number < 0:
                continue
            place = (key.as_pointer(), morph.name)
            column = self._columns[key.as_pointer()] + number
            found = self._morphs.setdefault(place, Morph(data, key.key_blocks[number], column, []))
            if not any(known is morph for known in found.model):
                found.model.append(morph)

    def _add_sequence(self, data: Any, key: Any, mesh: model.Mesh) -> None:
        found = self._sequences.setdefault(key.as_pointer(), [])
        if not found:
            target = model.Target("mesh", data.name, "", "eval_time", blocks.library(data))
            (term,) = self._attributes.terms(key, key, "eval_time")
            if isinstance(term, Number):  # Blender's own limits of the number are not the curve's
                term = Clamped(term, mesh.sequence[0].frame, mesh.sequence[-1].frame)
            self._attributes.add(target, mesh, "eval_time", [term])
        if not any(known is mesh for known in found):
            found.append(mesh)

    def find(self, block: Any) -> tuple[int, str] | None:
        """The morph of a shape key, if it travels."""
        place = (block.id_data.as_pointer(), block.name)
        return place if place in self._morphs else None

    def set_rest(self, samples: Samples) -> None:
        """The evaluated values are the rest values; they are the stored ones unless drivers say otherwise. The
        attributes have theirs.

        A stored value that lies outside its slider's range is shown as it is: only what sets a value clamps it.
        """
        for morph in self._morphs.values():
            morph.rest = float(samples.weights[0, morph.column])
            for made in morph.model:
                made.value = morph.rest
                made.minimum, made.maximum = min(made.minimum, morph.rest), max(made.maximum, morph.rest)

        for first, *others in self._sequences.values():
            for mesh in others:
                mesh.eval_time = first.eval_time

    def add_channels(self, clip: model.Clip, keyed: dict[tuple[int, str], Any],
                     samples: Samples) -> None:
        for place, morph in sorted(self._morphs.items(), key=lambda item: _order(item[1])):
            component = _component(morph, keyed.get(place), place in keyed, samples)
            if component is not None:
                target = model.Target("morph", morph.data.name, morph.block.name, "value",
                                      blocks.library(morph.data))
                clip.channels.append(model.Channel(target, [component]))


def _component(morph: Morph, fcurve: Any, is_keyed: bool, samples: Samples) -> model.Component | None:
    def read(samples: Samples) -> np.ndarray:
        return samples.weights[:, morph.column].astype(np.float64)

    shown = read(samples)
    if fcurve is None:
        if not is_keyed and np.abs(shown - morph.rest).max() <= TOLERANCE:
            return None
        return curves.sampled(0, read)
    values = curves.evaluate(fcurve, samples.frames)
    clamped = np.clip(values, morph.block.slider_min, morph.block.slider_max)
    if np.abs(clamped - shown).max() <= TOLERANCE * max(1.0, float(np.abs(clamped).max())):
        return curves.component(0, fcurve)
    return curves.sampled(0, read)


def _order(morph: Morph) -> tuple:
    return *blocks.order(morph.data), morph.block.name.encode()
