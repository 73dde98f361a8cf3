# SPDX-License-Identifier: MIT
"""Everything that Blender's Python interface can read of the open file and the session, as flat text."""
from __future__ import annotations

from typing import Any

import bpy

MAXIMUM_DEPTH = 12
# What some Blender cannot read in the background: the editors have no state without a window.
CRASHING = {("Area", "spaces"), ("ToolSettings", "uv_sculpt"), ("WindowManager", "poselib_previous_action")}


def snapshot() -> dict[str, str]:
    """By path: the value of every readable property of every data-block, and the state of the session."""
    found: dict[str, str] = {}
    for collection in bpy.data.bl_rna.properties:
        if collection.type == "COLLECTION":
            for block in getattr(bpy.data, collection.identifier):
                walk(block, f"{collection.identifier}[{block.name_full!r}]", found, 0, set())
    return found | session()


def session() -> dict[str, str]:
    context = bpy.context
    window = context.window_manager.windows[0]
    scene = window.scene
    found = {
        "file": bpy.data.filepath, "dirty": bpy.data.is_dirty, "mode": context.mode, "scene": scene.name,
        "view layer": window.view_layer.name, "frame": scene.frame_current, "subframe": scene.frame_subframe,
        "frame final": scene.frame_current_final, "workspace": window.workspace.name,
        "active": name(context.view_layer.objects.active),
        "selected": sorted(ob.name for ob in context.view_layer.objects if ob.select_get()),
        "hidden": sorted(ob.name for ob in context.view_layer.objects if ob.hide_get()),
        "modes": sorted((ob.name, ob.mode) for ob in bpy.data.objects),
        "active bone": name(context.active_bone), "matrices": [list(map(tuple, ob.matrix_world)) for ob in
                                                              bpy.data.objects],
    }
    return {f"session {key}": repr(value) for key, value in found.items()}


def name(block: Any) -> str:
    return block.name if block is not None else ""


def walk(owner: Any, path: str, found: dict[str, str], depth: int, above: set[int]) -> None:
    """Pointers to other data-blocks are written by name; what a data-block owns is walked."""
    pointer = owner.as_pointer()
    if depth > MAXIMUM_DEPTH or (pointer in above and depth > 1):
        return
    for declared in owner.bl_rna.properties:
        if declared.identifier != "rna_type" and (type(owner).__name__, declared.identifier) not in CRASHING:
            where = f"{path}.{declared.identifier}"
            try:
                read(getattr(owner, declared.identifier), declared, where, found, depth, above | {pointer})
            except (AttributeError, RuntimeError, TypeError, ValueError, UnicodeDecodeError) as error:
                found[where] = f"unreadable: {type(error).__name__}"
    for key, value in custom_properties(owner):
        found[f"{path}[{key!r}]"] = repr(value.to_list() if hasattr(value, "to_list") else str(value))


def custom_properties(owner: Any) -> list[tuple[str, Any]]:
    try:
        return list(owner.items())
    except (AttributeError, TypeError):
        return []


def read(value: Any, declared: Any, where: str, found: dict[str, str], depth: int, above: set[int]) -> None:
    if declared.type == "COLLECTION":
        found[f"{where} (length)"] = str(len(value))
        for number, item in enumerate(value):
            refer(item, f"{where}[{number}]", found, depth, above)
    elif declared.type == "POINTER":
        refer(value, where, found, depth, above)
    elif getattr(declared, "is_array", False):
        found[where] = repr([tuple(row) if hasattr(row, "__len__") else row for row in value])
    else:
        found[where] = repr(value)


def refer(value: Any, where: str, found: dict[str, str], depth: int, above: set[int]) -> None:
    if value is None:
        found[where] = "None"
    elif isinstance(value, bpy.types.ID) and not owned(value):
        found[where] = f"{type(value).__name__} {value.name_full!r}"
    else:
        walk(value, where, found, depth + 1, above)


def owned(block: Any) -> bool:
    return bool(block.is_embedded_data)
