# SPDX-License-Identifier: MIT
"""Test 15 of CASES.md, times: `blender -b --factory-startup --python time_scene.py -- OUT.blend OUT.json`.

The same objects in a scene for each rate, which is named after it; an action for each object, of its name.
OUT.json: {rates: {scene: [fps, fps_base]}, places: {action: [[frame, x], ...]}}, as Blender has them.
"""
from __future__ import annotations

import json
import math
import sys
from typing import Any

import bpy

RATES = {"24/1.001": (24, 1.001), "30/1.001": (30, 1.001), "60/1.001": (60, 1.001), "60/10": (60, 10.0), "25": (25, 1.0),
         "24000/1001": (24000, 1001.0)}
# By action: its keys, its manual range, whether it is cyclic.
ACTIONS: dict[str, tuple[dict[float, float], tuple[float, float] | None, bool]] = {
    "Cycle": ({1: 0, 7: 3, 13: -1, 19: 2, 25: 0}, (1, 25), True),
    "Cycle of keys": ({-11.5: 1, -3: 4, 12.5: 1}, None, True),
    "Below zero": ({-30: 2, -20: -2, -6: 2}, (-30, -6), True),
    "Part": ({1: 0, 50: 7}, (10.5, 34.5), False),
    "Wider": ({5: 0, 9: 3}, (-2.25, 21.75), False),
    "Keys": ({-7.5: 1, 0: -1, 16.25: 2}, None, False)}


def animate(name: str, keys: dict[float, float], span: tuple[float, float] | None, cyclic: bool) -> Any:
    ob = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(ob)
    action = bpy.data.actions.new(name)
    ob.animation_data_create().action = action
    for frame, value in keys.items():
        ob.location.x = value
        ob.keyframe_insert("location", index=0, frame=frame)
    action.use_fake_user, action.use_cyclic = True, cyclic
    if span:
        action.use_frame_range = True
        action.frame_start, action.frame_end = span
    return ob


def span_of(name: str) -> tuple[float, float]:
    keys, span, _ = ACTIONS[name]
    return span or (min(keys), max(keys))


def look(ob: Any) -> list[list[float]]:
    """Twice a frame, from the start of its clip to its end."""
    start, end = span_of(ob.name)
    found = []
    for k in range(round(2 * (end - start)) + 1):
        frame = min(start + k / 2, end)
        bpy.context.scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
        found.append([frame, ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world[0][3]])
    return found


def main(blend: str, out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    objects = [animate(name, *given) for name, given in ACTIONS.items()]
    places = {ob.name: look(ob) for ob in objects}
    rates = {}
    for name, (fps, base) in RATES.items():
        scene = bpy.data.scenes.new(name)
        for ob in objects:
            scene.collection.objects.link(ob)
        scene.render.fps, scene.render.fps_base = fps, base
        scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 3, 5
        rates[name] = [scene.render.fps, scene.render.fps_base]
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"rates": rates, "places": places}, file)


main(*sys.argv[-2:])
