# SPDX-License-Identifier: MIT
"""What is muted, and armatures shown at rest: `blender -b --factory-startup --python muted_scene.py -- OUT.blend`.

Each clip is named after its object.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy

END = 21
KEYS = {1: 0.0, 9: 2.0, END: -1.0}


# ---- Building ----


def add(name: str, data: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def curves(block: Any) -> list[Any]:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        return list(action.fcurves)
    return [curve for bag in action.layers[0].strips[0].channelbags
            if bag.slot_handle == block.animation_data.action_slot.handle for curve in bag.fcurves]


def curve(block: Any, path: str, index: int = 0, group: str = "", keys: dict[int, float] = KEYS) -> Any:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path, index=index, action_group=group)
    else:
        made = action.fcurve_ensure_for_datablock(block, path, index=index, group_name=group)
    for frame, value in keys.items():
        made.keyframe_points.insert(frame, value)
    return made


def play(block: Any, name: str) -> None:
    data = block.animation_data or block.animation_data_create()
    data.action = bpy.data.actions.new(name)
    data.action.use_fake_user = True


def drive(owner: Any, name: str, source: Any, path: str, index: int = -1) -> Any:
    made = owner.driver_add(name, index) if index >= 0 else owner.driver_add(name)
    made.driver.type = "SUM"
    variable = made.driver.variables.new()
    variable.targets[0].id_type, variable.targets[0].id = "OBJECT", source
    variable.targets[0].data_path = path
    return made


def rig(name: str) -> Any:
    """Three bones, the second posed by hand and never keyed; and what they carry and bend."""
    ob = add(name, bpy.data.armatures.new(name))
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    last = None
    for i in range(3):
        bone = ob.data.edit_bones.new(f"bone {i}")
        bone.head, bone.tail, bone.parent = (0, 0.1 * i, i), (0, 0.1 * i + 0.1, i + 1), last
        last = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in ob.pose.bones:
        bone.rotation_mode = "XYZ"
    ob.pose.bones["bone 1"].rotation_euler = (0.5, 0.2, -0.3)
    carried = add(f"{name} carried")
    carried.parent, carried.parent_type, carried.parent_bone = ob, "BONE", "bone 2"
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 0, 3), (1, 0, 3)], [], [(0, 1, 3, 2)])
    skin = add(f"{name} skin", mesh)
    for i, point in ((0, 0), (1, 1), (2, 2), (2, 3)):
        group = skin.vertex_groups.get(f"bone {i}") or skin.vertex_groups.new(name=f"bone {i}")
        group.add([point], 1.0, "REPLACE")
    skin.modifiers.new("Armature", "ARMATURE").object = ob
    return ob


def bend(ob: Any) -> None:
    for number in (0, 2):
        for index in range(3):
            curve(ob, f'pose.bones["bone {number}"].rotation_euler', index)
            curve(ob, f'pose.bones["bone {number}"].location', index)


# ---- Muted ----


def muted_curves() -> None:
    """One channel of three; the others play. What is muted keeps the value that it has."""
    ob = add("Muted curve")
    ob.location, ob.scale = (7, 8, 9), (3, 1, 1)
    play(ob, ob.name)
    for index in range(3):
        curve(ob, "location", index).mute = index == 0
    curve(ob, "scale").mute = True


def muted_group() -> None:
    ob = add("Muted group")
    ob.location = (7, 8, 9)
    play(ob, ob.name)
    curve(ob, "location", 0, "silent").group.mute = True
    curve(ob, "location", 1, "silent")
    curve(ob, "location", 2, "heard")


def muted_bones() -> None:
    ob = rig("Muted bones")
    play(ob, ob.name)
    bend(ob)
    curve(ob, 'pose.bones["bone 1"].rotation_euler', 1).mute = True
    curve(ob, 'pose.bones["bone 2"].scale', 1, "silent").group.mute = True
    next(made for made in curves(ob) if "bone 0" in made.data_path).mute = True


def all_muted() -> None:
    ob = add("All muted")
    ob.location.x = 3
    play(ob, ob.name)
    for index in range(3):
        curve(ob, "location", index).mute = True


def muted_driver() -> None:
    ob, led, free = add("Driving"), add("Muted driver"), add("Driven")
    play(ob, ob.name)
    curve(ob, "location")
    led.location.x = 4
    drive(led, "location", ob, "location.x", 0).mute = True
    drive(free, "location", ob, "location.x", 0)


def muted_others() -> None:
    """Of a shape key, of a light and of a custom property."""
    mesh = bpy.data.meshes.new("Muted shape")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    ob = add("Muted shape", mesh)
    for name in ("Basis", "Silent", "Heard"):
        block = ob.shape_key_add(name=name)
        block.data[1].co.z = len(name) - 5
        block.value = 0.25
    play(mesh.shape_keys, ob.name)
    curve(mesh.shape_keys, 'key_blocks["Silent"].value', keys={1: 0, END: 1}).mute = True
    curve(mesh.shape_keys, 'key_blocks["Heard"].value', keys={1: 0, END: 1})
    lamp = bpy.data.lights.new("Muted light", "POINT")
    lamp.energy = 50
    add("Muted light", lamp)
    play(lamp, lamp.name)
    curve(lamp, "energy", keys={1: 10, END: 100}).mute = True
    curve(lamp, "color", 1, keys={1: 0, END: 1})
    holder = add("Muted property")
    holder["silent"], holder["heard"] = 5.0, 6.0
    play(holder, holder.name)
    curve(holder, '["silent"]').mute = True
    curve(holder, '["heard"]')


# ---- At rest ----


def at_rest() -> None:
    ob = rig("Resting")
    ob.data.pose_position = "REST"
    play(ob, ob.name)
    bend(ob)
    curve(ob, "location")


def toggled() -> None:
    """By a key of the armature: only what its bones are posed by hand comes and goes."""
    ob = rig("Toggled")
    play(ob.data, ob.name)
    made = curve(ob.data, "pose_position", keys={1: 0, 8: 1, 15: 0})
    for point in made.keyframe_points:
        point.interpolation = "CONSTANT"


def driven() -> None:
    """By a driver that follows a key of the same action, so that the pose moves, stops and moves."""
    ob = rig("Driven rest")
    ob["rest"] = 0.0
    play(ob, ob.name)
    bend(ob)
    for point in curve(ob, '["rest"]', keys={1: 0, 8: 1, 15: 0}).keyframe_points:
        point.interpolation = "CONSTANT"
    drive(ob.data, "pose_position", ob, '["rest"]')


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    for make in (muted_curves, muted_group, muted_bones, all_muted, muted_driver, muted_others, at_rest, toggled,
                 driven):
        make()
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-1])
