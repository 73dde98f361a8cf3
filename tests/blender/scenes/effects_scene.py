# SPDX-License-Identifier: MIT
"""What moves only because something else does, in chains: `blender -b --factory-startup --python effects_scene.py --
OUT.blend`.

The clips: "Cause" of an object, "Pose" of a rig, and "Alone" of what nothing follows.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy

END = 17
KEYS = {1: 0.0, 7: 2.0, END: -1.0}


def add(name: str, data: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def key(ob: Any, action: str, owner: Any = None, paths: tuple[str, ...] = ("location", "rotation_euler")) -> None:
    """Bezier keys to all numbers of the paths, in an action of that name."""
    data = ob.animation_data or ob.animation_data_create()
    data.action = data.action or bpy.data.actions.new(action)
    data.action.use_fake_user = True
    owner = owner if owner is not None else ob
    for frame, value in KEYS.items():
        for path in paths:
            setattr(owner, path, [value / (i + 1) for i in range(3)])
            owner.keyframe_insert(path, frame=frame)


def drive(owner: Any, name: str, source: Any, path: str, index: int = -1) -> None:
    made = owner.driver_add(name, index) if index >= 0 else owner.driver_add(name)
    made.driver.type = "SUM"
    variable = made.driver.variables.new()
    variable.targets[0].id, variable.targets[0].data_path = source, path


def copy(owner: Any, kind: str, target: Any, bone: str = "") -> Any:
    constraint = owner.constraints.new(kind)
    constraint.target = target
    if bone:
        constraint.subtarget = bone
    return constraint


def followers(cause: Any) -> None:
    """An object held by a constraint, one driven by that, one that looks at that one, and a child."""
    first = add("First")
    copy(first, "COPY_LOCATION", cause).influence = 0.7
    second = add("Second")
    variable = second.driver_add("location", 2).driver
    variable.type = "SUM"
    found = variable.variables.new()
    found.type = "TRANSFORMS"
    found.targets[0].id, found.targets[0].transform_type, found.targets[0].transform_space = first, "LOC_X", "WORLD_SPACE"
    third = add("Third")
    third.location = (3, 1, 0)
    copy(third, "DAMPED_TRACK", second)
    child = add("Child")
    child.parent, child.location = third, (0, 0, 2)  # it hangs on what moves, and stays there


def surfaces(cause: Any) -> None:
    """A driven shape key with something on a point of it, a driven light, a driven material."""
    mesh = bpy.data.meshes.new("Skin")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    skin = add("Skin", mesh)
    for name in ("Basis", "Out"):
        skin.shape_key_add(name=name).value = 0.0
    mesh.shape_keys.key_blocks["Out"].data[1].co.z = 2
    mesh.shape_keys.key_blocks["Out"].slider_min = -2
    mesh.shape_keys.key_blocks["Out"].slider_max = 3
    drive(mesh.shape_keys.key_blocks["Out"], "value", cause, "location.x")
    point = add("Point")
    point.parent, point.parent_type, point.parent_vertices = skin, "VERTEX", (1, 0, 0)
    paint = bpy.data.materials.new("Paint")
    mesh.materials.append(paint)
    drive(paint, "roughness", cause, "location.y")
    lamp = bpy.data.lights.new("Lamp", "POINT")
    add("Lamp", lamp)
    drive(lamp, "energy", cause, "location.x")


def neighbours(cause: Any) -> None:
    """Keyed in the same clips as others that are sampled: of two elements and of two bones one each."""
    half = add("Half")
    key(half, "Half")
    copy(half, "COPY_ROTATION", cause)
    rig = add("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for name, head, parent in (("free", (0, 0, 0), ""), ("tip", (0, 0, 1), "free"), ("held", (2, 0, 0), ""),
                               ("last", (2, 0, 1), "held")):
        bone = rig.data.edit_bones.new(name)
        bone.head, bone.tail = head, (head[0], 0.1, head[2] + 1)
        bone.parent = rig.data.edit_bones[parent] if parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.pose.bones:
        bone.rotation_mode = "XYZ"
        key(rig, "Pose", bone)
    copy(rig.pose.bones["held"], "COPY_ROTATION", rig, "tip").influence = 0.5
    watcher = add("Watcher")
    copy(watcher, "COPY_TRANSFORMS", rig, "last")


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    cause = add("Cause")
    key(cause, "Cause")
    followers(cause)
    surfaces(cause)
    neighbours(cause)
    key(add("Alone"), "Alone")
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-1])
