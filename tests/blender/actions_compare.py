# SPDX-License-Identifier: MIT
"""Imports a .pav into the .blend that it was exported from, and compares each action with the one that is made anew,
field by field: `-- FILE.pav FOUND.json`."""
from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Iterator

import bpy

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "blender_addon"))

import pavane  # noqa: E402

# What is of the window, of the place in memory, or says again what other fields say.
NOT_COMPARED = {"rna_type", "select", "select_left_handle", "select_right_handle", "select_control_point", "co_ui",
                "show_expanded", "show_expanded_graph", "use_pin", "active", "is_valid", "channels", "driver", "group",
                "session_uid", "handle", "original", "name_full", "users", "use_fake_user", "use_extra_user", "tag",
                "preview", "id_data", "layers"}


def flat(owner: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every readable field below an owner."""
    for declared in owner.bl_rna.properties:
        name = declared.identifier
        if name in NOT_COMPARED:
            continue
        value = getattr(owner, name)
        if declared.type == "COLLECTION":
            yield f"{path}.{name} (length)", len(value)
            for number, item in enumerate(value):
                yield from flat(item, f"{path}.{name}[{number}]")
        elif declared.type == "POINTER":
            if value is not None and not isinstance(value, bpy.types.ID):
                yield from flat(value, f"{path}.{name}")
        else:
            yield f"{path}.{name}", list(value) if getattr(declared, "is_array", False) else value


def bags(action: Any) -> dict[str, tuple[Any, Any]]:
    """By slot: F-curves and groups."""
    if hasattr(action, "fcurves"):
        return {"": (action.fcurves, action.groups)}
    strip = action.layers[0].strips[0]
    return {slot.identifier: (strip.channelbag(slot).fcurves, strip.channelbag(slot).groups) for slot in action.slots}


def fields(action: Any) -> dict[str, Any]:
    """Those of the action, of its groups in their order, and of its F-curves by path and index."""
    found = {path: value for path, value in flat(action, "") if not path.startswith((".fcurves", ".groups", ".name"))}
    for slot, (curves, groups) in bags(action).items():
        found |= {f"{slot}: groups": [group.name for group in groups], f"{slot}: curves": len(curves)}
        for group in groups:
            found |= dict(flat(group, f"{slot}: group {group.name}"))
        for curve in curves:
            where = f"{slot}: {curve.data_path}[{curve.array_index}]"
            found |= dict(flat(curve, where))
            found[f"{where} group"] = curve.group.name if curve.group is not None else None
    return found


def main() -> None:
    file, target = sys.argv[-2:]
    pavane.register()
    before = {action.name: fields(action) for action in bpy.data.actions}
    assert bpy.ops.import_scene.pavane(filepath=file) == {"FINISHED"}
    after = {name: fields(bpy.data.actions[f"{name}.001"]) for name in before}
    differ = {name: {path: (before[name].get(path), after[name].get(path))
                     for path in before[name].keys() | after[name].keys()
                     if before[name].get(path) != after[name].get(path)} for name in before}
    again = {action.name: fields(action) for action in bpy.data.actions}
    changed = [name for name in before if again[name] != before[name]]
    Path(target).write_text(json.dumps({"fields": {name: len(read) for name, read in before.items()}, "differ": differ,
                                        "changed": changed}))


main()
