# SPDX-License-Identifier: MIT
"""Drivers that read what is hidden, and what Blender shows of it:
`blender -b --python flags_scene.py -- OUT.blend OUT.npz`. One action, "Blink", which an NLA track plays, too.
"""
from __future__ import annotations

import math
import sys

import bpy
import numpy as np

END = 20


def add(name: str) -> bpy.types.Object:
    ob = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def read(ob: bpy.types.Object, path: str, index: int, kind: str, source: bpy.types.ID, wanted: str) -> None:
    driver = ob.driver_add(path, index).driver
    driver.type = "SUM"
    target = driver.variables.new().targets[0]
    if kind != "OBJECT":
        target.id_type = kind
    target.id, target.data_path = source, wanted


def curves_of(action: bpy.types.Action) -> list[bpy.types.FCurve]:
    return list(action.fcurves if hasattr(action, "fcurves") else action.layers[0].strips[0].channelbags[0].fcurves)


def add_blinker() -> bpy.types.Object:
    """Seen or not; whether it is rendered is keyed as -1, 2 and 0.5, of which Blender makes flags."""
    blinker = add("Blinker")
    for frame, hidden in ((1, False), (6, True), (12, False)):
        blinker.hide_viewport = hidden
        blinker.keyframe_insert("hide_viewport", frame=frame)
    for frame in (1, 10, 15):
        blinker.keyframe_insert("hide_render", frame=frame)
    action = blinker.animation_data.action
    action.name = "Blink"
    for point, value in zip(curves_of(action)[1].keyframe_points, (-1.0, 2.0, 0.5)):
        point.co.y = value
    return blinker


def add_folder() -> bpy.types.Collection:
    folder = bpy.data.collections.new("Folder")
    bpy.context.scene.collection.children.link(folder)
    folder.hide_viewport = True
    return folder


def main(blend: str, moments: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_end = END
    blinker, hidden, child = add_blinker(), add("Hidden"), add("Child")
    hidden.hide_viewport, child.parent = True, hidden
    reader = add("Reader")
    read(reader, "location", 0, "OBJECT", blinker, "hide_viewport")
    read(reader, "location", 1, "OBJECT", blinker, "hide_render")
    read(reader, "location", 2, "OBJECT", child, "parent.hide_viewport")
    read(reader, "rotation_euler", 0, "COLLECTION", add_folder(), "hide_viewport")
    track = blinker.animation_data.nla_tracks.new()
    track.name = "Track"
    track.strips.new("Blink", 1, blinker.animation_data.action)
    if bpy.app.version >= (4, 4):
        track.strips[0].action_slot = blinker.animation_data.action_slot
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    frames = np.sort(np.random.default_rng(2).uniform(1, END, 150)).astype(np.float32).astype(np.float64)
    shown = []
    for frame in frames.tolist():
        scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
        shown.append(reader.evaluated_get(bpy.context.evaluated_depsgraph_get()).matrix_world.copy())
    np.savez(moments, frames=frames, matrices=np.array(shown))


main(*sys.argv[-2:])
