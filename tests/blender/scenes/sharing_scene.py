# SPDX-License-Identifier: MIT
"""Eight objects with an action each, and one that is constrained to two of them:
`blender -b --python sharing_scene.py -- OUT.blend`.
"""
from __future__ import annotations

import sys

import bpy


def add(name: str) -> bpy.types.Object:
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.name = name
    return bpy.context.object


def key(block: bpy.types.ID, path: str, values: dict[int, float], index: int = -1) -> None:
    for frame, value in values.items():
        if index < 0:
            setattr(block, path, value)
        else:
            getattr(block, path)[index] = value
        block.keyframe_insert(path, index=index, frame=frame)
    block.animation_data.action.use_fake_user = True


def main(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_end = 20
    movers = [add(f"Mover{i}") for i in range(8)]
    for i, ob in enumerate(movers):
        key(ob, "location", {1: 0.0, 20: 2.0 + i}, 0)
    follower = add("Follower")
    for target in movers[:2]:
        constraint = follower.constraints.new("COPY_LOCATION")
        constraint.target, constraint.influence = target, 0.5
    child = add("Child")
    child.parent, child.location = movers[2], (0, 0, 3)
    driven = add("Driven")
    driver = driven.driver_add("location", 1).driver
    driver.type = "SUM"
    variable = driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = movers[3], "location.x"
    paint = bpy.data.materials.new("Paint")
    movers[4].data.materials.append(paint)
    key(paint, "roughness", {1: 0.0, 20: 1.0})
    bpy.ops.wm.save_as_mainfile(filepath=path)


main(sys.argv[-1])
