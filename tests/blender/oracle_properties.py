# SPDX-License-Identifier: MIT
"""What Blender itself says of custom properties, and of which objects are hidden."""
from __future__ import annotations

from typing import Any, Iterator

import bpy
from oracle_blocks import VISIBILITY_PATHS
from oracle_materials import label

LARGEST = 1 << 24  # the file holds whole numbers as float32
DATA = {"MESH": "mesh", "ARMATURE": "armature", "CAMERA": "camera", "LIGHT": "light"}


class PropertyReader:
    """Numbers, and arrays of up to 16, of objects, bones, data, the given materials, the scene and its world."""

    def __init__(self, scene: Any, objects: list[Any], materials: list[Any]) -> None:
        self.found: list[tuple[str, Any, str, str]] = []  # owner's name, data-block, path of the owner, property
        for name, block, owner in owners(scene, objects, materials):
            path = "" if owner == block else owner.path_from_id()
            self.found += [(name, block, path, key) for key in owner.keys() if is_number(owner[key])]

    def read(self, depsgraph: Any) -> dict[str, dict[str, list[float]]]:
        values: dict[str, dict[str, list[float]]] = {}
        for name, block, path, key in self.found:
            shown = block.evaluated_get(depsgraph)
            value = (shown.path_resolve(path) if path else shown)[key]
            numbers = value.to_list() if hasattr(value, "to_list") else [value]
            values.setdefault(name, {})[key] = [float(number) for number in numbers]
        return values

    def fixed(self) -> dict[str, dict[str, str]]:
        return {}

    def driven(self) -> list[tuple[str, str]]:
        return [(name, key) for name, block, path, key in self.found
                if is_driven(block, f'{path}["{bpy.utils.escape_identifier(key)}"]')]


def owners(scene: Any, objects: list[Any], materials: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    seen: set[int] = set()
    for ob in objects:
        yield f"object {label(ob)}", ob, ob
        for bone in ob.pose.bones if ob.pose else ():
            yield f"bone {label(ob)}, bone {bone.name}", ob, bone
        if ob.type not in DATA or ob.data.as_pointer() in seen:
            continue
        seen.add(ob.data.as_pointer())
        yield f"{DATA[ob.type]} {label(ob.data)}", ob.data, ob.data
        for bone in ob.data.bones if ob.type == "ARMATURE" else ():
            yield f"armature {label(ob.data)}, bone {bone.name}", ob.data, bone
    for material in materials:
        yield f"material {label(material)}", material, material
    yield f"scene {label(scene)}", scene, scene
    if scene.world is not None:
        yield f"world {label(scene.world)}", scene.world, scene.world


def is_number(value: Any) -> bool:
    numbers = value.to_list() if hasattr(value, "to_list") else [value]
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= 16:
        return False
    return all(isinstance(number, (int, float)) and abs(number) <= (LARGEST if isinstance(number, int) else 3e38)
               for number in numbers)


class VisibilityReader:
    """Of the view layer's objects that no collection hides: whether they hide themselves. They must not be shown."""

    def __init__(self, layer: Any) -> None:
        shut = {flag: hidden_by(layer.layer_collection, flag, False) for flag in VISIBILITY_PATHS}
        self.objects = [(ob, [flag for flag in sorted(VISIBILITY_PATHS) if ob.as_pointer() not in shut[flag]])
                        for ob in sorted(layer.objects, key=label)]

    def read(self, depsgraph: Any) -> dict[str, dict[str, list[float]]]:
        return {label(ob): {flag: [float(getattr(ob.evaluated_get(depsgraph), flag))] for flag in flags}
                for ob, flags in self.objects}

    def fixed(self) -> dict[str, dict[str, str]]:
        return {}

    def driven(self) -> list[tuple[str, str]]:
        return [(label(ob), flag) for ob, flags in self.objects for flag in flags if is_driven(ob, flag)]


def is_driven(block: Any, path: str) -> bool:
    data = block.animation_data
    return data is not None and any(driver.data_path == path and not driver.mute for driver in data.drivers)


def hidden_by(layer_collection: Any, flag: str, above: bool) -> set[int]:
    """Objects that collections hide: an object in several of them is hidden if all of them are."""
    return collected(layer_collection, flag, above, True) - collected(layer_collection, flag, above, False)


def collected(layer_collection: Any, flag: str, above: bool, wanted: bool) -> set[int]:
    """The objects directly in collections that are hidden, or in those that are not."""
    hidden = above or getattr(layer_collection.collection, flag)
    found = {ob.as_pointer() for ob in layer_collection.collection.objects} if hidden == wanted else set()
    for child in layer_collection.children:
        if not child.exclude:
            found |= collected(child, flag, hidden, wanted)
    return found


def is_visibility_driven() -> bool:
    return any(is_driven(ob, flag) for ob in bpy.data.objects for flag in VISIBILITY_PATHS)
