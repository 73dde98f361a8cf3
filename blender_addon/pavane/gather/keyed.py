# SPDX-License-Identifier: GPL-3.0-or-later
"""What each F-curve of a clip drives, and which drive nothing that the file can hold."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy

from ..report import Report
from . import compat
from .attributes import Attributes
from .blocks import Block
from .materials import Materials, is_of_material
from .morphs import MorphList
from .movables import Movables, file_component
from .paths import Paths
from .properties import Key
from .takes import Keying, Take
from .visibility import Flag, Visibility, is_visibility

NAMES = {"MATERIAL": "material", "NODETREE": "node", "ARMATURE": "armature", "KEY": "shape key",
         "TEXTURE": "texture"}


BROKEN = "its keys are not finite numbers"


@dataclass
class Keyed:
    """The F-curves of one clip by what they drive; None where something is keyed, but by more than a curve."""

    movables: dict[int, dict[str, dict[int, Any]]] = field(default_factory=dict)  # element, component
    modes: set[int] = field(default_factory=set)  # movables whose rotation mode is keyed
    weights: dict[tuple[int, str], Any] = field(default_factory=dict)
    values: dict[Key, dict[int, Any]] = field(default_factory=dict)  # of others: property, component
    visibility: dict[Key, Any] = field(default_factory=dict)


class KeyedFinder:
    def __init__(self, movables: Movables, morphs: MorphList, materials: Materials, attributes: Attributes,
                 visibility: Visibility, paths: Paths, report: Report) -> None:
        self._movables = movables
        self._morphs = morphs
        self._materials = materials
        self._attributes = attributes
        self._visibility = visibility
        self._paths = paths
        self._report = report

    def find(self, take: Take) -> Keyed:
        keyed = Keyed()
        for keying in take.keyings:
            reason = self._add(keyed, keying)
            if reason:
                action = f"action {keying.action.name!r} on {keying.block.label}"
                self._report.left_out(f"{action}: {keying.curve.data_path}", reason)
        return keyed

    def _add(self, keyed: Keyed, keying: Keying) -> str:
        """Puts the curve in its place; or says why it has none."""
        block, curve = keying.block, keying.curve
        flag = self._visibility.flag_aside(block, curve)
        if flag is not None:
            return self._add_aside(keyed, flag, curve)
        found = self._paths.find(block.id, curve.data_path)
        if is_visibility(found):
            return self._add_visibility(keyed, found, curve)
        if compat.is_muted(curve):
            return "muted"
        if found.is_shape_key_value:
            place = self._morphs.find(found.owner)
            if place is None and not found.owner.id_data.use_relative:
                return "not in effect: the shape keys are absolute"
            if place is None:
                return "its shape key is not exported"
            keyed.weights[place] = keying.played
            return ""
        index = self._movable(block, found)
        if index is not None:
            return self._add_transform(keyed, index, found, keying)
        return self._add_value(keyed, found, keying)

    def _add_visibility(self, keyed: Keyed, found: Any, curve: Any) -> str:
        reason = self._visibility.reason(found, curve)
        if not reason and curves_broken(curve):
            reason = BROKEN
        if not reason:
            keyed.visibility[found.key] = curve
        return reason

    def _add_aside(self, keyed: Keyed, flag: Flag, curve: Any) -> str:
        reason = self._visibility.reason_aside(flag)
        if not reason and self._visibility.plays_curves:
            reason = BROKEN if curves_broken(curve) else ""
            if not reason:
                keyed.visibility[flag] = curve
        return reason

    def _add_value(self, keyed: Keyed, found: Any, keying: Keying) -> str:
        curve = keying.curve
        reason = self._value_reason(keying.block, found, curve)
        if not reason and curves_broken(curve):
            reason = BROKEN
        if not reason:
            component = curve.array_index if found.size else 0
            keyed.values.setdefault(found.key, {})[component] = keying.played
        return reason

    def _value_reason(self, block: Block, found: Any, curve: Any) -> str:
        """Of a number of a material or of an attribute; what a group of nodes holds may be both."""
        reason = self._attributes.reason(block, found, curve)
        if is_of_material(block) and not found.custom and reason != "":
            reason = self._materials.reason(found, curve)
        return reason if reason is not None else _reason(block, found)

    def _movable(self, block: Block, found: Any) -> int | None:
        if found.custom or block.type != "OBJECT":
            return None
        if isinstance(found.owner, bpy.types.PoseBone):
            return self._movables.index(block.id, found.owner.name)
        return self._movables.index(block.id) if isinstance(found.owner, bpy.types.Object) else None

    def _add_transform(self, keyed: Keyed, index: int, found: Any, keying: Keying) -> str:
        curve = keying.curve
        movable = self._movables.list[index]
        if found.name == "rotation_mode":
            keyed.modes.add(index)
            return "rotation modes do not travel; the rotation is sampled"
        element = movable.element_of(found.name)
        if element is None and "rotation" in found.name:
            return f"not in effect: the rotation mode is {movable.source.rotation_mode}"
        if element is None:
            return "not exported yet"
        if element == "location" and movable.is_connected:
            return "not in effect: a connected bone has no location"
        if curves_broken(curve):
            return BROKEN
        components = keyed.movables.setdefault(index, {}).setdefault(element, {})
        components[file_component(curve.array_index, found.name)] = keying.played
        return ""


def curves_broken(curve: Any) -> bool:
    """Whether a key is infinite or not a number, so that the curve has no values that could be played."""
    return any(value != value or abs(value) == float("inf")
               for point in curve.keyframe_points for value in point.co)


def _reason(block: Block, found: Any) -> str:
    if isinstance(found.owner, bpy.types.Constraint):
        return "settings of constraints do not travel; what they cause is sampled"
    if isinstance(found.owner, bpy.types.Modifier):
        return "settings of modifiers do not travel"
    if isinstance(found.owner, bpy.types.Key) and found.name == "eval_time":
        return "not in effect: nothing exported has absolute shape keys of it"
    if isinstance(found.owner, bpy.types.ShapeKey):
        return "settings of shape keys do not travel; what they cause is sampled"
    return f"not exported yet: {NAMES.get(block.type, block.type.lower())} animation"
