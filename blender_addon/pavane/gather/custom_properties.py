# SPDX-License-Identifier: GPL-3.0-or-later
"""Custom properties of what is exported: numbers, which clips may drive, and texts, which they may not."""
from __future__ import annotations

from typing import Any, Iterator

import bpy
import numpy as np

from ..pavane_format import model
from ..pavane_format.pack import STRING_LIMIT
from ..report import Report
from . import blocks
from .attributes import Attributes
from .properties import custom_path
from .visibility import ASIDE

MOST = 16  # numbers of an array
LARGEST = 1 << 24  # up to here a float32 holds every whole number
KINDS = {bool: "boolean", int: "integer", float: "float"}
DATA_KINDS = {"MESH": "mesh", "ARMATURE": "armature", "CAMERA": "camera", "LIGHT": "light"}

Owner = tuple[str, Any, Any, str]
"""What it is a property of: its kind, the data-block, the owner in it, and the bone's name."""


class CustomProperties:
    def __init__(self, attributes: Attributes, report: Report) -> None:
        self.list: list[model.Property] = []
        self._attributes = attributes
        self._report = report
        self._taken: set[tuple[str, ...]] = set()

    def add_all(self, scene: Any, objects: list[Any], materials: list[Any]) -> None:
        seen: set[int] = set()
        for kind, block, owner, part in _owners(scene, objects, materials):
            if owner.as_pointer() in seen:
                continue
            seen.add(owner.as_pointer())
            for name in sorted(name for name in owner.keys() if not name.startswith(ASIDE)):
                self._add(kind, block, owner, part, name)

    def _add(self, kind: str, block: Any, owner: Any, part: str, name: str) -> None:
        value = owner[name]
        if hasattr(value, "to_list"):
            value = value.to_list()
        numbers = value if isinstance(value, list) else [value]
        made = model.Property(f"{kind}_property", block.name, name, part=part, library=blocks.library(block))
        if isinstance(value, str):
            made.kind, made.text = "string", value
        elif numbers and all(type(number) in KINDS for number in numbers):
            made.kind, made.values = KINDS[type(numbers[0])], np.zeros(len(numbers), np.float32)
        else:
            return  # a group, a data-block or bytes: nothing that is animated
        if self._can_travel(made, numbers):
            self.list.append(made)
            if made.kind != "string":
                terms = self._attributes.terms(block, owner, custom_path(name))
                target = model.Target(made.owner_kind, made.owner, part, name, made.library)
                self._attributes.add(target, made, "values", terms, made.kind)

    def _can_travel(self, made: model.Property, numbers: list[Any]) -> bool:
        label = f"custom property {made.name!r} of {made.owner!r}" + (f", bone {made.part!r}" if made.part else "")
        key = (made.owner_kind, made.owner, made.part, made.name, made.library)
        if not made.name:
            self._report.note(label, "has no name to find it by and does not travel")
        elif len(made.values) > MOST:
            self._report.note(label, f"has more than {MOST} numbers and does not travel")
        elif made.kind == "integer" and max(map(abs, numbers)) > LARGEST:
            self._report.note(label, "is too large a whole number and does not travel")
        elif made.kind != "string" and not np.isfinite(np.array(numbers, np.float32)).all():
            self._report.note(label, "is not a finite number and does not travel")
        elif not all(map(_is_text, (made.name, made.text))):
            self._report.note(label, "is no text that a file can hold and does not travel")
        elif key in self._taken:
            self._report.note(label, "two owners of one name; that of the first travels")
        else:
            self._taken.add(key)
            return True
        return False


def _is_text(text: str) -> bool:
    """Blender keeps any bytes, and texts of any length."""
    encoded = text.encode("utf-8", "surrogatepass")
    is_valid = encoded == text.encode("utf-8", "replace")
    return is_valid and b"\0" not in encoded and len(encoded) <= STRING_LIMIT


def _owners(scene: Any, objects: list[Any], materials: list[Any]) -> Iterator[Owner]:
    """A bone has properties of two kinds: those of its pose, and those of the armature's data."""
    for ob in sorted(objects, key=blocks.order):
        yield "object", ob, ob, ""
        for bone in ob.pose.bones if ob.pose is not None else ():
            yield "bone", ob, bone, bone.name
        kind = DATA_KINDS.get(ob.type)
        if kind is not None:
            yield kind, ob.data, ob.data, ""
        if isinstance(ob.data, bpy.types.Armature):
            for bone in ob.data.bones:
                yield kind, ob.data, bone, bone.name
    for material in sorted(materials, key=blocks.order):
        yield "material", material, material, ""
    yield "scene", scene, scene, ""
    if scene.world is not None:
        yield "world", scene.world, scene.world, ""
