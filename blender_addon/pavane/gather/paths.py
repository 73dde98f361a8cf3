# SPDX-License-Identifier: GPL-3.0-or-later
"""What an F-curve's or driver's path leads to."""
from __future__ import annotations

import math
from typing import Any

import bpy


def split(path: str) -> tuple[str, str, bool]:
    """Splits a path before its last name: (path of the owner, name, whether it is a custom property).

    A dot or bracket within quotes is part of a name; a backslash escapes a quote there.
    """
    quoted, escaped, cut = False, False, 0
    for position, letter in enumerate(path):
        if escaped:
            escaped = False
        elif letter == "\\":
            escaped = quoted
        elif letter == '"':
            quoted = not quoted
        elif letter in ".[" and not quoted:
            cut = position
    name = path[cut:].lstrip(".")
    if name.startswith('["') and name.endswith('"]'):
        return path[:cut], bpy.utils.unescape_identifier(name[2:-2]), True
    return path[:cut], name, False


def custom_path(name: str) -> str:
    return f'["{bpy.utils.escape_identifier(name)}"]'


LEAST_WHOLE = -(1 << 31)


class Property:
    """A property that F-curves and drivers can set: a number, several, or an enum."""

    def __init__(self, owner: Any, name: str, custom: bool) -> None:
        self.owner = owner
        self.name = name
        self.custom = custom
        value = self._read()
        self.size = len(value) if hasattr(value, "__len__") and not isinstance(value, str) else 0
        if custom:
            sample = value[0] if self.size else value
            self.kind = {bool: "BOOLEAN", int: "INT", float: "FLOAT"}.get(type(sample), "")
        else:
            self.kind = owner.bl_rna.properties[name].type

    @property
    def key(self) -> tuple[int, str]:
        """What it is told apart by; the owner must have an address."""
        return self.owner.as_pointer(), custom_path(self.name) if self.custom else self.name

    @property
    def is_animatable(self) -> bool:
        if not self.custom and not self.owner.bl_rna.properties[self.name].is_animatable:
            return False  # such as a camera's angle: Blender leaves its F-curves unplayed
        if self.kind == "ENUM":
            return isinstance(self._read(), str)
        return self.kind in {"BOOLEAN", "INT", "FLOAT"}

    @property
    def is_bone_transform(self) -> bool:
        return isinstance(self.owner, bpy.types.PoseBone) and self.name in BONE_REST

    @property
    def is_shape_key_value(self) -> bool:
        return isinstance(self.owner, bpy.types.ShapeKey) and self.name == "value"

    def has(self, index: int) -> bool:
        return not self.size or 0 <= index < self.size

    def get(self) -> Any:
        value = self._read()
        return list(value) if self.size else value

    def set(self, value: Any) -> None:
        if not self.custom:
            setattr(self.owner, self.name, value)
        elif self.size:
            self.owner[self.name][:] = value
        else:
            self.owner[self.name] = value

    def from_curve(self, number: float) -> Any:
        """The value that Blender stores for what an F-curve gives."""
        if self.kind == "FLOAT":
            return number
        whole = _whole(number)
        if self.kind == "ENUM":
            items = self.owner.bl_rna.properties[self.name].enum_items
            return next((item.identifier for item in items if item.value == whole), self._read())
        return bool(whole) if self.kind == "BOOLEAN" else whole

    def _read(self) -> Any:
        return self.owner[self.name] if self.custom else getattr(self.owner, self.name)


def _whole(number: float) -> int:
    """As Blender does it: all that 32 bits cannot hold becomes the least that they can."""
    whole = math.floor(number + 0.5) if math.isfinite(number) else LEAST_WHOLE
    return whole if LEAST_WHOLE <= whole < -LEAST_WHOLE else LEAST_WHOLE


BONE_REST = {
    "location": (0.0, 0.0, 0.0),
    "rotation_euler": (0.0, 0.0, 0.0),
    "rotation_quaternion": (1.0, 0.0, 0.0, 0.0),
    "rotation_axis_angle": (0.0, 0.0, 1.0, 0.0),
    "scale": (1.0, 1.0, 1.0),
}


class Paths:
    """Resolves each path of each data-block once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str], Property | None] = {}

    def find(self, block: Any, path: str) -> Property | None:
        key = (block.as_pointer(), path)
        if key not in self._known:
            self._known[key] = _resolve(block, path)
        return self._known[key]

    def reaches(self, block: Any, curve: Any) -> bool:
        """Whether an F-curve or driver sets anything on the data-block."""
        found = self.find(block, curve.data_path)
        return found is not None and found.has(curve.array_index)


def _resolve(block: Any, path: str) -> Property | None:
    head, name, custom = split(path)
    try:
        block.path_resolve(path)
        found = Property(block.path_resolve(head) if head else block, name, custom)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        return None
    return found if found.is_animatable else None
