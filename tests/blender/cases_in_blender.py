# SPDX-License-Identifier: MIT
"""What Blender shows of the bones of cases_scene.py at any moments: one action after the other, nothing else playing.

    blender -b CASES.blend --python cases_in_blender.py -- MOMENTS.json OUT.json

MOMENTS.json: {action: [frame, ...]}; OUT.json: {action: {bone: [[16 numbers of the pose matrix, row by row], ...]}}.
"""
from __future__ import annotations

import json
import math
import sys
from typing import Any

import bpy

UNKEYED = {"location": (0, 0, 0), "scale": (1, 1, 1), "rotation_euler": (0, 0, 0), "rotation_quaternion": (1, 0, 0, 0)}


def stop_all() -> None:
    for ob in bpy.data.objects:
        if ob.animation_data is not None:
            ob.animation_data.action = None
        for bone in ob.pose.bones if ob.pose else ():
            for name, value in UNKEYED.items():
                setattr(bone, name, value)


def look(ob: Any, frames: list[float]) -> dict[str, list[list[float]]]:
    found: dict[str, list[list[float]]] = {bone.name: [] for bone in ob.pose.bones}
    for frame in frames:
        whole = math.floor(frame)
        bpy.context.scene.frame_set(whole, subframe=frame - whole)
        shown = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
        for bone in shown.pose.bones:
            found[bone.name].append([number for row in bone.matrix for number in row])
    return found


def main(moments: str, out: str) -> None:
    with open(moments, encoding="utf-8") as file:
        wanted = json.load(file)
    seen = {}
    for name, frames in wanted.items():
        ob, action = bpy.data.objects[name.split()[0]], bpy.data.actions[name]
        stop_all()
        ob.animation_data.action = action
        if hasattr(action, "slots"):
            ob.animation_data.action_slot = action.slots[0]
        seen[name] = look(ob, frames)
    with open(out, "w", encoding="utf-8") as file:
        json.dump(seen, file)


main(*sys.argv[-2:])
