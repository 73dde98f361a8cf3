# SPDX-License-Identifier: MIT
"""Motion that has no curve of its own, and what Blender shows of it at moments of chance:
`blender -b --python sampling_scene.py -- OUT.blend OUT.npz`. One clip: the action of Leader.
"""
from __future__ import annotations

import sys

import bpy
import numpy as np

END = 31
SWITCHES = {1: 0.0, 8: 1.0, 15.3: 0.0, 20: 1.0}  # frame and influence; a constant key each
NAMES = ("Leader", "Follower", "Child", "Jumper", "Still", "Noisy", "Turner", "Stepper", "Shaker")


def add(name: str) -> bpy.types.Object:
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.name = name
    return bpy.context.object


def fcurves(ob: bpy.types.Object) -> list[bpy.types.FCurve]:
    action = ob.animation_data.action
    return list(action.fcurves if hasattr(action, "fcurves") else action.layers[0].strips[0].channelbags[0].fcurves)


def lead() -> bpy.types.Object:
    ob = add("Leader")
    for frame, place, turn in ((1, 0, 0), (12, 4, 1.5), (22, 1, -0.5), (END, 3, 0.7)):
        ob.location, ob.rotation_euler = (place, place / 2, 0), (0, turn / 3, turn)
        ob.keyframe_insert("location", frame=frame)
        ob.keyframe_insert("rotation_euler", frame=frame)
    ob["switch"] = 0.0
    for frame, switch in SWITCHES.items():
        ob["switch"] = switch
        ob.keyframe_insert('["switch"]', frame=frame)
    for curve in fcurves(ob):
        if curve.data_path == '["switch"]':
            for point in curve.keyframe_points:
                point.interpolation = "CONSTANT"
    return ob


def constrain(ob: bpy.types.Object, kind: str, target: bpy.types.Object) -> bpy.types.Constraint:
    constraint = ob.constraints.new(kind)
    constraint.target = target
    return constraint


def main(blend: str, moments: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_end = END
    leader = lead()
    follower, child, jumper, still, noisy, turner, stepper, shaker = (add(name) for name in NAMES[1:])
    constrain(follower, "COPY_TRANSFORMS", leader).influence = 0.7
    child.parent, child.location = follower, (0, 0, 2)
    constrain(child, "COPY_ROTATION", leader).influence = 0.5
    influence = constrain(jumper, "COPY_LOCATION", leader).driver_add("influence").driver
    influence.type = "SUM"
    variable = influence.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = leader, '["switch"]'
    still.location.x = 5
    noisy.location.z = 1
    constrain(noisy, "COPY_LOCATION", leader).use_z = False
    turner.driver_add("rotation_euler", 2).driver.expression = "frame * 0.3"
    stepper.driver_add("location", 0).driver.expression = "frame * 0.2 + 0.001 * floor(frame * 0.7)"
    shaker.driver_add("location", 0).driver.expression = "frame * 0.2 + 0.01 * fmod(frame * 997.13, 1)"
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    frames = np.sort(np.random.default_rng(3).uniform(1, END, 300)).astype(np.float32).astype(np.float64)
    shown = []
    for frame in frames.tolist():
        scene.frame_set(int(frame), subframe=frame - int(frame))
        depsgraph = bpy.context.evaluated_depsgraph_get()
        shown.append([bpy.data.objects[name].evaluated_get(depsgraph).matrix_world.copy() for name in NAMES])
    np.savez(moments, names=np.array(NAMES), frames=frames, matrices=np.array(shown))


main(*sys.argv[-2:])
