# SPDX-License-Identifier: MIT
"""Builds a cloth that two clips pull to opposite sides, for test_oracle.py:
`blender -b --factory-startup --python oracle_cloth.py -- OUT.blend`."""

from __future__ import annotations

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from oracle_scene import add_object, key, new_action, stash  # noqa: E402

SIDE = 5


def build(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
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
    bpy.context.scene.frame_set(1)
    bpy.ops.wm.save_as_mainfile(filepath=path)


if __name__ == "__main__":
    build(sys.argv[sys.argv.index("--") + 1])
