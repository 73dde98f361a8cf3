# SPDX-License-Identifier: MIT
"""Builds the scene of test_hostile.py: `blender -b --python hostile_scene.py -- OUT.blend`."""
from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import bpy

sys.path.insert(0, str(Path(__file__).resolve().parent))
from export_scene import add, curves_of, play  # noqa: E402

NAN, INFINITY = float("nan"), float("inf")


def add_square(name: str, parent: Any = None) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
    return add(name, mesh, parent)


def move(block: Any, name: str, last: float = 9.0) -> Any:
    """An action that moves along x from frame 1 to the last one."""
    action = play(block, name)
    block.location.x = 0.0
    block.keyframe_insert("location", index=0, frame=1)
    block.location.x = 4.0
    block.keyframe_insert("location", index=0, frame=9)
    if last != 9.0:
        curve = curves_of(action)[0]
        curve.keyframe_points[1].co.x = last
        curve.update()
    return action


def not_finite() -> None:
    points = add_square("Points")
    points.data.vertices[1].co = (NAN, 5.0, 0.0)
    parent = add_square("Nowhere")
    parent.location = (NAN, 7.0, NAN)
    parent.rotation_mode = "QUATERNION"
    parent.rotation_quaternion = (NAN, 0.0, 0.0, 0.0)
    parent.scale = (1.0, NAN, 1.0)
    move(add_square("Child", parent), "Child of nowhere")


def weights_not_finite() -> None:
    face = add_square("Face")
    face.shape_key_add(name="Basis")
    face.shape_key_add(name="Smile").data[0].co.z = 3.0
    keys = face.data.shape_keys
    action = play(keys, "Smiling")
    for frame, value in ((1, 0.0), (5, 0.5), (9, 1.0)):
        keys.key_blocks["Smile"].value = value
        keys.key_blocks["Smile"].keyframe_insert("value", frame=frame)
    curves_of(action)[0].keyframe_points[1].co.y = NAN


def shape_not_finite() -> None:
    torn = add_square("Torn")
    torn.shape_key_add(name="Basis")
    torn.shape_key_add(name="Tear").data[0].co.z = NAN


def ranges() -> None:
    move(add("Far"), "Far", 1e6)
    move(add("Never"), "Never", INFINITY)
    cut = move(add("Cut"), "Cut", 1e6)
    cut.use_frame_range, cut.frame_start, cut.frame_end = True, 1.0, 20.0
    endless = move(add("Endless"), "Endless")
    endless.use_frame_range, endless.frame_start, endless.frame_end = True, NAN, INFINITY


def shows_itself() -> None:
    move(add("Text", bpy.data.curves.new("Text", "FONT")), "Text moves")


def whole_numbers() -> None:
    """Beyond 32 bits, and no number at all, from the first key on."""
    count = '["count"]'
    for name, path, first in (("Above", count, 3e9), ("Below", count, -2.0**31 - 600), ("Endlessly", count, INFINITY),
                              ("Undefined", count, NAN), ("Passing", "pass_index", 1e12)):
        ob = move_with(name, path)
        curve = curves_of(ob.animation_data.action)[0]
        curve.keyframe_points[0].co.y = first
        curve.update()


def too_large_between() -> None:
    """Its samples are finite, what lies beside the jumps between them is not."""
    light = bpy.data.lights.new("Overflow", "POINT")
    add("Overflow", light)
    action = play(light, "Overflowing")
    for frame, energy in ((1, 0.0), (20, 1.0), (40, 3e38)):
        light.energy = energy
        light.keyframe_insert("energy", frame=frame)
    curve = curves_of(action)[0]
    curve.keyframe_points[1].co.y = INFINITY
    for key in curve.keyframe_points:
        key.interpolation, key.handle_left_type, key.handle_right_type = "BEZIER", "FREE", "FREE"
        key.handle_left, key.handle_right = (key.co.x - 1, key.co.y), (key.co.x + 1, key.co.y)


def without_a_name() -> None:
    add("Nameless")[""] = 5.0


def move_with(name: str, path: str) -> Any:
    ob = add_square(name)
    ob["count"] = 1
    play(ob, name)
    for frame in (1, 9):
        ob.keyframe_insert(path, frame=frame)
    return ob


def build() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for case in (not_finite, weights_not_finite, shape_not_finite, ranges, shows_itself,
                 whole_numbers, too_large_between, without_a_name):
        case()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[sys.argv.index("--") + 1])


if __name__ == "__main__":
    build()
