# SPDX-License-Identifier: MIT
"""Animated properties: what an F-curve's path leads to, and how it is read and set."""

from __future__ import annotations

import math
import re
from typing import Any

TOKEN = re.compile(r'\.?(?P<name>[A-Za-z_]\w*)|\[(?P<index>-?\d+)\]|\["(?P<key>(?:[^"\\]|\\.)*)"\]')


def split_path(path: str) -> tuple[str, str, bool] | None:
    """(path of the owner, last name, is it a custom property); None where it is not a path to a property."""
    position, last = 0, None
    while position < len(path):
        token = TOKEN.match(path, position)
        if token is None:
            return None
        position, last = token.end(), token
    if last is None or last["index"] is not None:
        return None
    if last["name"] is not None:
        return path[:last.start()], last["name"], False
    return path[:last.start()], re.sub(r"\\(.)", r"\1", last["key"]), True


def is_array(value: Any) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes, dict, set))


class Property:
    """A property of a data-block that F-curves and drivers can set."""

    def __init__(self, owner: Any, name: str, custom: bool) -> None:
        self.owner, self.name, self.custom = owner, name, custom
        value = self.read()
        self.length = len(value) if is_array(value) else 0
        self.kind = self.find_kind(value)

    def find_kind(self, value: Any) -> str:
        if not self.custom:
            return self.owner.bl_rna.properties[self.name].type
        first = value[0] if self.length else value
        return {bool: "BOOLEAN", int: "INT", float: "FLOAT"}.get(type(first), "OTHER")

    def read(self) -> Any:
        return self.owner[self.name] if self.custom else getattr(self.owner, self.name)

    def get(self) -> Any:
        value = self.read()
        return list(value) if self.length else value

    def set(self, value: Any) -> None:
        if self.custom and self.length:
            for i, component in enumerate(value):
                self.owner[self.name][i] = component
        elif self.custom:
            self.owner[self.name] = value
        else:
            setattr(self.owner, self.name, value)

    def animates(self) -> bool:
        if not self.custom and not self.owner.bl_rna.properties[self.name].is_animatable:
            return False
        if self.kind == "ENUM":
            return isinstance(self.read(), str)
        return self.kind in {"BOOLEAN", "INT", "FLOAT"}

    def convert(self, number: float) -> Any:
        """What Blender stores of an F-curve's value."""
        if self.kind == "FLOAT":
            return number
        whole = math.floor(number + 0.5)
        if self.kind == "BOOLEAN":
            return bool(whole)
        if self.kind == "ENUM":
            items = self.owner.bl_rna.properties[self.name].enum_items
            return next((item.identifier for item in items if item.value == whole), self.read())
        return whole

    def is_bone_transform(self) -> bool:
        return type(self.owner).__name__ == "PoseBone" and self.name in BONE_REST

    def is_shape_key_value(self) -> bool:
        return type(self.owner).__name__ == "ShapeKey" and self.name == "value"


BONE_REST = {
    "location": [0.0, 0.0, 0.0], "scale": [1.0, 1.0, 1.0], "rotation_euler": [0.0, 0.0, 0.0],
    "rotation_quaternion": [1.0, 0.0, 0.0, 0.0], "rotation_axis_angle": [0.0, 0.0, 1.0, 0.0],
}


class Resolver:
    """Finds the properties behind paths, each once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str], Property | None] = {}

    def property(self, block: Any, path: str) -> Property | None:
        key = (block.as_pointer(), path)
        if key not in self.known:
            self.known[key] = find_property(block, path)
        return self.known[key]

    def resolves(self, block: Any, path: str, index: int) -> bool:
        found = self.property(block, path)
        return found is not None and (not found.length or 0 <= index < found.length)


def find_property(block: Any, path: str) -> Property | None:
    parts = split_path(path)
    if parts is None:
        return None
    owner_path, name, custom = parts
    try:
        block.path_resolve(path)
        owner = block.path_resolve(owner_path) if owner_path else block
        found = Property(owner, name, custom)
        return found if found.animates() else None
    except (ValueError, KeyError, AttributeError, TypeError, IndexError):
        return None
