# SPDX-License-Identifier: MIT
"""A chain of bones, each turned by a constraint, in a small rig made large by its object, which a constraint moves, too:
`blender -b --python steps_scene.py -- OUT.blend`. One clip: the action of Leader.

The last bone and the box on it only go with the others; a shape key of the box is driven.
"""
from __future__ import annotations

import sys

import bpy

END = 40
TURNED = 8
SCALE = 50.0


def lead() -> bpy.types.Object:
    ob = bpy.data.objects.new("Leader", None)
    bpy.context.scene.collection.objects.link(ob)
    for frame, place, turn in ((1, 0, 0), (14, 1, 1.1), (27, 0.4, -0.6), (END, 2, 0.5)):
        ob.location, ob.rotation_euler = (place, place / 2, place * place), (turn / 3, -turn / 2, turn)
        ob.keyframe_insert("location", frame=frame)
        ob.keyframe_insert("rotation_euler", frame=frame)
    return ob


def add_rig(leader: bpy.types.Object) -> bpy.types.Object:
    ob = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    last = None
    for i in range(TURNED + 1):
        bone = ob.data.edit_bones.new(f"Bone {i}")
        bone.head, bone.tail = (0, 0, i / SCALE), (0, 0.1 / SCALE, (i + 1) / SCALE)
        bone.parent, last = last, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    ob.scale = (SCALE, SCALE, SCALE)
    for bone in list(ob.pose.bones)[:TURNED]:
        constraint = bone.constraints.new("COPY_ROTATION")
        constraint.target, constraint.influence = leader, 0.3
    constraint = ob.constraints.new("COPY_LOCATION")
    constraint.target, constraint.influence = leader, 0.7
    return ob


def add_box(rig: bpy.types.Object, leader: bpy.types.Object) -> None:
    bpy.ops.mesh.primitive_cube_add()
    box = bpy.context.object
    box.name = "Box"
    box.shape_key_add(name="Basis")
    key = box.shape_key_add(name="Wide")
    for point in key.data:
        point.co.x *= 1.5
    box.parent, box.parent_type, box.parent_bone = rig, "BONE", f"Bone {TURNED}"
    box.scale = (3 / SCALE,) * 3
    driver = key.driver_add("value").driver
    driver.type = "AVERAGE"
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id, variable.targets[0].transform_type = leader, "LOC_Y"


def main(blend: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    leader = lead()
    add_box(add_rig(leader), leader)
    bpy.ops.wm.save_as_mainfile(filepath=blend)


main(sys.argv[-1])
