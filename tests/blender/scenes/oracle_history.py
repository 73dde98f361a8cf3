# SPDX-License-Identifier: MIT
"""Builds what depends on the frame before, for test_oracle.py: a cloth that two clips pull to opposite sides,
and a keyed rotation mode: `blender -b --python oracle_history.py -- OUT.blend`."""

from __future__ import annotations

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from oracle_scene import add_object, key, new_action, stash  # noqa: E402

SIDE = 5


def build_flag() -> None:
    mesh = bpy.data.meshes.new("Flag")
    points = [(x - (SIDE - 1) / 2, y, 0) for y in range(SIDE) for x in range(SIDE)]
    corners = [y * SIDE + x for y in range(SIDE - 1) for x in range(SIDE - 1)]
    mesh.from_pydata(points, [], [(i, i + 1, i + SIDE + 1, i + SIDE) for i in corners])
    flag = add_object("Flag", mesh)
    flag.vertex_groups.new(name="Pin").add(list(range(SIDE)), 1.0, "REPLACE")
    cloth = flag.modifiers.new("Cloth", "CLOTH")
    cloth.settings.vertex_group_mass = "Pin"
    cloth.point_cache.frame_end = 12
    flag.parent = pole = add_object("Pole")
    for name, side in (("Left", -3), ("Right", 3)):
        key(pole, "location", 0, {1: 0, 12: side}, new_action(pole, name))
        stash(pole)


def build_switch() -> None:
    """When a rotation mode changes, Blender converts the rotations that are stored."""
    switch = add_object("Switch")
    action = new_action(switch, "A switch")
    key(switch, "rotation_euler", 2, {1: 0.1, 11: 1.1}, action)
    key(switch, "rotation_mode", -1, {1: "XYZ", 6: "QUATERNION"}, action, "CONSTANT")


def build(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    build_flag()
    build_switch()
    bpy.context.scene.frame_set(1)
    bpy.ops.wm.save_as_mainfile(filepath=path)


if __name__ == "__main__":
    build(sys.argv[sys.argv.index("--") + 1])
