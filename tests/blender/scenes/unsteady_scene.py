# SPDX-License-Identifier: MIT
"""Something wild beside something that depends on the frames before, and what Blender shows of both:
`blender -b --python unsteady_scene.py -- KIND OUT.blend OUT.npz`. KIND: simulated, cycle. One clip: the action of Leader.

Wild, and the bone of Rig, go fast between whole frames. Unsteady is a falling body, or one of two that hang on each other;
Rider goes with it, and so does Rig as a whole; Counted has a whole number that a driver reads from it.
"""
from __future__ import annotations

import math
import sys

import bpy
import numpy as np

END = 21
WILD = "1.5 * sin(frame * 3)"


def add(name: str) -> bpy.types.Object:
    bpy.ops.mesh.primitive_cube_add()
    bpy.context.object.name = name
    return bpy.context.object


def drive(owner: bpy.types.ID, path: str, index: int, expression: str, read: bpy.types.Object | None = None) -> None:
    driver = owner.driver_add(path, index).driver
    if read is not None:
        variable = driver.variables.new()
        variable.name, variable.type = "z", "TRANSFORMS"
        variable.targets[0].id, variable.targets[0].transform_type = read, "LOC_Z"
    driver.expression = expression


def add_falling() -> bpy.types.Object:
    floor, body = add("Floor"), add("Unsteady")
    floor.location.z, body.location.z, body.rotation_euler.x = -2, 6, 0.4
    floor.scale = 5, 5, 0.1
    bpy.ops.rigidbody.world_add()
    for ob, kind in ((floor, "PASSIVE"), (body, "ACTIVE")):
        bpy.context.view_layer.objects.active = ob
        bpy.ops.rigidbody.object_add(type=kind)
    return body


def add_cycle(leader: bpy.types.Object) -> bpy.types.Object:
    one, other = add("Unsteady"), add("Other")
    for ob, target in ((one, other), (other, one)):
        ob.constraints.new("COPY_LOCATION").target = leader
        constraint = ob.constraints.new("COPY_LOCATION")
        constraint.target, constraint.influence, constraint.use_offset = target, 0.7, True
    return one


def add_rig(unsteady: bpy.types.Object) -> None:
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bone = data.edit_bones.new("Bone")
    bone.tail = 0, 0, 1
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.constraints.new("COPY_LOCATION").target = unsteady
    drive(rig, 'pose.bones["Bone"].location', 0, WILD)


def matrices() -> list[list[list[float]]]:
    depsgraph = bpy.context.evaluated_depsgraph_get()
    evaluated = [bpy.data.objects[name].evaluated_get(depsgraph) for name in ("Wild", "Unsteady", "Rider", "Rig")]
    return [*(ob.matrix_world.copy() for ob in evaluated), evaluated[3].pose.bones["Bone"].matrix.copy()]


def main(kind: str, blend: str, moments: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_end = END
    leader = add("Leader")
    for frame, place in ((1, 0.0), (11, 3.0), (END, 1.0)):
        leader.location.x = leader.location.z = place
        leader.keyframe_insert("location", frame=frame)
    unsteady = add_falling() if kind == "simulated" else add_cycle(leader)
    drive(add("Wild"), "location", 0, WILD)
    rider = add("Rider")
    rider.constraints.new("COPY_LOCATION").target = unsteady
    add_rig(unsteady)
    counted = add("Counted")
    counted["count"] = 0
    drive(counted, '["count"]', -1, "floor(z * 3)", unsteady)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    whole = [float(frame) for frame in range(1, END + 1)]
    chosen = np.sort(np.random.default_rng(5).uniform(1, END, 200)).astype(np.float32).astype(np.float64).tolist()
    shown, counts = [], []
    for frame in (*whole, *chosen):
        scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
        shown.append(matrices())
        counts.append(counted.evaluated_get(bpy.context.evaluated_depsgraph_get())["count"])
    np.savez(moments, frames=np.array((*whole, *chosen)), matrices=np.array(shown), counts=np.array(counts))


main(*sys.argv[-3:])
