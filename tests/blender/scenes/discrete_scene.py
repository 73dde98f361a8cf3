# SPDX-License-Identifier: MIT
"""Whole numbers and booleans, keyed in every way and driven, and what Blender shows of them at moments of chance:

    blender -b --factory-startup --python discrete_scene.py -- OUT.blend OUT.json

OUT.json: {frames: [...], values: {object: {property: [number of each frame]}}}. All is keyed in one action of one
object, "Holder"; "Follower" is driven.  "raw" in a name: Blender has not looked at what the curve animates.
"""
from __future__ import annotations

import json
import random
import sys
from typing import Any

import bpy
import numpy as np

END = 41
INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER", "ELASTIC", "BOUNCE")
FLAGS = ("hide_viewport", "hide_render")


def add(name: str) -> Any:
    ob = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def curve(block: Any, path: str, kind: str, keys: list[tuple[float, float]], raw: bool = False, index: int = 0) -> Any:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path, index=index)
    else:
        made = action.fcurve_ensure_for_datablock(block, path, index=index)
    for frame, value in keys:
        point = made.keyframe_points.insert(frame, value)
        point.interpolation = kind
    if not raw:
        made.update_autoflags(block)
    return made


def keyed(ob: Any) -> None:
    rng = random.Random(2)
    ob.animation_data_create().action = bpy.data.actions.new("Holder")
    for kind in INTERPOLATIONS:
        for raw in (False, True):
            name = kind.lower() + (" raw" if raw else "")
            whole = [(1 + 5 * i, rng.uniform(-6, 6)) for i in range(9)]
            part = [(1 + 5 * i, rng.choice((0.0, 1.0, 0.4, 0.6, 1.0, 0.0))) for i in range(9)]
            ob[f"whole {name}"], ob[f"flag {name}"] = 0, False
            curve(ob, f'["whole {name}"]', kind, whole, raw)
            curve(ob, f'["flag {name}"]', kind, part, raw)
    several(ob)
    curve(ob, "hide_render", "LINEAR", [(1, 0), (13.5, 1), (22.25, 0.4), (31, 1)])
    curve(ob, "hide_viewport", "BEZIER", [(1, 1), (13.5, 0), (22.25, 0.8), (31, 0)], raw=True)


def several(ob: Any) -> None:
    """An array, keys before the first frame and cycles, extrapolation, and what no curve of the file can say."""
    ob["array"] = [0, 0, 0]
    for index in range(3):
        curve(ob, '["array"]', "LINEAR", [(1, -index), (20, 3 * index + 0.5), (41, -2.5)], index=index)
    ob["cycled"], ob["cycled flag"], ob["onward"] = 0, False, 0
    curve(ob, '["cycled"]', "LINEAR", [(5, 0), (12, 3.4)]).modifiers.new("CYCLES").mode_after = "REPEAT_OFFSET"
    curve(ob, '["cycled flag"]', "LINEAR", [(5, 0), (8.5, 1), (12, 0)]).modifiers.new("CYCLES")
    curve(ob, '["onward"]', "LINEAR", [(10, 0), (20, 4)]).extrapolation = "LINEAR"
    ob["noisy"], ob["noisy flag"] = 0, False
    for name in ("noisy", "noisy flag"):
        curve(ob, f'["{name}"]', "LINEAR", [(1, 0), (41, 2)]).modifiers.new("NOISE").strength = 3


def driven(ob: Any, holder: Any) -> None:
    ob["whole"], ob["flag"], ob["two at once"] = 0, False, 0
    holder["source"] = 0.0
    curve(holder, '["source"]', "BEZIER", [(1, -2.5), (11, 3.2), (22, -1.4), (41, 4)])
    for path, factor in (('["whole"]', 1.0), ('["flag"]', 1.0), ('["two at once"]', 9.7), ("hide_render", 0.7),
                         ("hide_viewport", -0.7)):
        made = ob.driver_add(path)
        made.driver.type = "SUM"
        variable = made.driver.variables.new()
        variable.targets[0].id, variable.targets[0].data_path = holder, '["source"]'
        modifier = made.modifiers[0] if len(made.modifiers) else made.modifiers.new("GENERATOR")
        modifier.poly_order = 1
        modifier.coefficients = (0.0, factor)


def look(things: list[Any]) -> dict[str, Any]:
    rng, scene = random.Random(4), bpy.context.scene
    frames = sorted({float(i) for i in range(1, END + 1)} | {float(np.float32(rng.uniform(1, END))) for _ in range(300)})
    values: dict[str, dict[str, list[float]]] = {ob.name: {} for ob in things}
    for frame in frames:
        scene.frame_set(int(frame), subframe=frame - int(frame))
        for ob in things:
            for name in [*ob.keys(), *FLAGS]:
                value = getattr(ob, name) if name in FLAGS else ob[name]
                numbers = value.to_list() if hasattr(value, "to_list") else [value]
                values[ob.name].setdefault(name, []).append([float(number) for number in numbers])
    return {"frames": frames, "values": values}


def main(blend: str, out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    holder, follower = add("Holder"), add("Follower")
    keyed(holder)
    driven(follower, holder)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(look([holder, follower]), file)


main(*sys.argv[-2:])
