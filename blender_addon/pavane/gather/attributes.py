# SPDX-License-Identifier: GPL-3.0-or-later
"""Fields of cameras, lights, the scene and custom properties that a clip may drive: what they are made of."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Iterable, Sequence

import bpy
import numpy as np

from ..pavane_format import model
from . import curves, term_channels
from .blocks import Block
from .material_values import live_link
from .properties import Key, Place, Values
from .sampling import Samples
from .term_channels import KeyedValues
from .terms import Constant, Number, Term

NO_USE = "not in effect: nothing takes this number of the colour"
NAMES = {"CAMERA": "a camera", "LIGHT": "a light", "WORLD": "a world", "SCENE": "a scene"}


@dataclass(eq=False)
class Attribute:
    target: model.Target
    record: Any  # of the model, whose field is the rest value
    field: str
    terms: tuple[Term, ...]
    kind: str  # float, integer, boolean
    rest: list[float] = field(default_factory=list)


class Attributes:
    """Those met so far. They are read while everything is at rest; then `set_rest`."""

    def __init__(self, animated: set[Key]) -> None:
        self.animated = animated
        self._list: list[Attribute] = []
        self._behind: set[Key] = set()
        self._numbers: dict[Key, set[int]] = {}  # of each animated property: those that any field takes

    def terms(self, block: Any, owner: Any, name: str, behind: Iterable[str] = ()) -> tuple[Term, ...]:
        """The numbers of a property, which may also change with others of its owner, those `behind` it."""
        place = Place(block, owner, name)
        sources = {(owner.as_pointer(), source) for source in behind}
        self._behind |= sources
        numbers = place.read()
        if place.key in self.animated or sources & self.animated:
            return tuple(Number(place, index) for index in range(len(numbers)))
        return tuple(Constant(float(number)) for number in numbers)

    def add(self, target: model.Target, record: Any, name: str, terms: Sequence[Term],
            kind: str = "float") -> None:
        self._list.append(Attribute(target, record, name, tuple(terms), kind))
        for term in terms:
            for number in term.numbers():
                self._numbers.setdefault(number.place.key, set()).add(number.index)

    def places(self) -> dict[Key, Place]:
        return {number.place.key: number.place for given in self._list for term in given.terms
                for number in term.numbers()}

    def set_rest(self, values: Values) -> None:
        for given in self._list:
            given.rest = [float(np.ravel(term.at(values))[0]) for term in given.terms]
            setattr(given.record, given.field, _like(getattr(given.record, given.field), given.rest))

    def reason(self, block: Block, found: Any, curve: Any) -> str | None:
        """Why the curve does not travel; empty if it does, None if it is not of what this knows."""
        if not hasattr(found.owner, "as_pointer"):
            return "a property within a group of properties" if found.custom else None
        used = self._numbers.get(found.key)
        if used is not None:
            index = curve.array_index if found.size else 0
            return "" if index in used or curves.is_flat(curve) else NO_USE
        if found.key in self._behind:
            return ""
        if found.custom:
            return "this custom property is of nothing that is exported, or too large"
        if isinstance(found.owner, bpy.types.NodeSocket) and block.type == "NODETREE":
            if not found.owner.is_output and live_link(found.owner) is not None:
                return "not in effect: the socket is linked"
            return f"nothing exported is made of {found.owner.name!r} of {found.owner.node.bl_label}"
        if block.type in NAMES:
            return f"not exported yet: this property of {NAMES[block.type]}"
        return None

    def add_channels(self, clip: model.Clip, keyed: KeyedValues, samples: Samples) -> None:
        for given in sorted(self._list, key=_order):
            term_channels.add_channel(clip, given.target, given.terms, given.rest, keyed, samples, given.kind)


def _order(given: Attribute) -> tuple[bytes, ...]:
    target = given.target
    names = (target.kind, target.owner, target.library, target.part, target.element)
    return tuple(name.encode() for name in names)


def _like(old: Any, numbers: list[float]) -> Any:
    if isinstance(old, np.ndarray):
        return np.array(numbers, np.float32)
    if isinstance(old, tuple):
        return tuple(numbers)
    return numbers[0] > term_channels.TRUE if isinstance(old, bool) else numbers[0]
