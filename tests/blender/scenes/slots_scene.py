# SPDX-License-Identifier: MIT
"""Test 5 of CASES.md: several owners of one action.

    blender -b --factory-startup --python slots_scene.py -- OUT.blend OUT.json

"Left" and "Right" are armatures with the same bone names. Both play "Wave", by the same slot where there are slots; the
second also moves as an object.  Where there are slots, "Pair" has one for each of them, and "All" has one for "Left", one
for the shape keys of "Body" and one for its material; elsewhere these are "Pair", of "Left" alone, and three actions.
OUT.json: {action: {what plays it: {armature: {bone: [[16 numbers of the world matrix, row by row], of each frame]}}}};
what plays it are names of armatures, joined by "+".
"""
from __future__ import annotations

import json
import sys
from typing import Any

import bpy

END = 21
FRAMES = [1.0, 4.5, 8.0, 12.25, 17.75, 21.0]
RIGS = ("Left", "Right")
KEYS = {1: 0.0, 8: 1.2, 15: -0.7, END: 0.4}


def add(name: str, data: Any) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def rig(name: str, x: float) -> Any:
    ob = add(name, bpy.data.armatures.new(name))
    ob.location.x = x
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    arm, hand = (ob.data.edit_bones.new(bone) for bone in ("arm", "hand"))
    arm.tail, hand.head, hand.tail, hand.parent = (0, 0, 1), (0, 0, 1), (0, 0.2, 1.5 + x / 10), arm
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in ob.pose.bones:
        bone.rotation_mode = "XYZ"
    return ob


def body() -> Any:
    mesh = bpy.data.meshes.new("Body")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [], [(0, 1, 2)])
    mesh.materials.append(bpy.data.materials.new("Paint"))
    ob = add("Body", mesh)
    for name in ("Basis", "Out"):
        ob.shape_key_add(name=name).value = 0.0
    mesh.shape_keys.key_blocks["Out"].data[1].co.z = 2
    return ob


# ---- Actions in all Blenders ----


def play(block: Any, action: Any, slot: Any = None) -> Any:
    data = block.animation_data or block.animation_data_create()
    data.action = action
    if slot is not None:
        data.action_slot = slot
    return data


def put_away(block: Any) -> None:
    """Into a muted track, so that the action keeps its user."""
    data = block.animation_data
    track, slot = data.nla_tracks.new(), getattr(data, "action_slot", None)
    strip = track.strips.new(data.action.name, 1, data.action)
    if slot is not None:
        strip.action_slot = slot
    track.mute, data.action = True, None


def new_slot(action: Any, block: Any) -> Any:
    return action.slots.new(block.id_type, block.name) if hasattr(action, "slots") else None


def curve(block: Any, path: str, index: int, factor: float) -> None:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path, index=index)
    else:
        made = action.fcurve_ensure_for_datablock(block, path, index=index)
    for frame, value in KEYS.items():
        made.keyframe_points.insert(frame, value * factor)


def new_action(name: str) -> Any:
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    return action


def wave(left: Any, right: Any) -> None:
    action = new_action("Wave")
    slot = new_slot(action, left)
    play(left, action, slot)
    for index in range(3):
        curve(left, 'pose.bones["arm"].rotation_euler', index, 1 - index / 2)
        curve(left, 'pose.bones["hand"].location', index, 0.3 * (index + 1))
    curve(left, "location", 2, 2.0)
    play(right, action, slot)


def pair(left: Any, right: Any) -> None:
    """The same paths with other keys for each."""
    action = new_action("Pair")
    owners = (left, right) if hasattr(action, "slots") else (left,)
    for factor, ob in zip((1.0, -0.5), owners):
        play(ob, action, new_slot(action, ob))
        curve(ob, 'pose.bones["hand"].rotation_euler', 0, factor)
    for ob in owners:
        put_away(ob)


def everything(left: Any, ob: Any) -> None:
    mesh = ob.data
    owners = [(left, 'pose.bones["arm"].scale', 1), (mesh.shape_keys, 'key_blocks["Out"].value', 0),
              (mesh.materials[0], "roughness", 0)]
    action = new_action("All")
    for i, (block, path, index) in enumerate(owners):
        if i and not hasattr(action, "slots"):
            action = new_action(f"All {i}")
        play(block, action, new_slot(action, block))
        curve(block, path, index, 0.5)
    for block, *_ in owners:
        put_away(block)


def slot_of(action: Any, ob: Any) -> Any:
    """The slot named after the object, or the only one."""
    return next((slot for slot in action.slots if slot.identifier == f"OB{ob.name}"), action.slots[0])


def look(action: Any, players: list[Any]) -> dict[str, Any]:
    for name in RIGS:
        ob = bpy.data.objects[name]
        ob.animation_data.action = None
        for bone in ob.pose.bones:
            bone.location, bone.rotation_euler, bone.scale = (0, 0, 0), (0, 0, 0), (1, 1, 1)
        ob.location.z = 0.0  # what the curve says at its first key
    for ob in players:
        play(ob, action, slot_of(action, ob) if hasattr(action, "slots") else None)
    found: dict[str, dict[str, list[Any]]] = {name: {"arm": [], "hand": []} for name in RIGS}
    for frame in FRAMES:
        bpy.context.scene.frame_set(int(frame), subframe=frame - int(frame))
        for name in RIGS:
            shown = bpy.data.objects[name].evaluated_get(bpy.context.evaluated_depsgraph_get())
            for bone in shown.pose.bones:
                found[name][bone.name].append([number for row in shown.matrix_world @ bone.matrix for number in row])
    return found


def main(blend: str, out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    left, right, ob = rig("Left", -2), rig("Right", 2), body()
    pair(left, right)
    everything(left, ob)
    wave(left, right)
    bpy.ops.wm.save_as_mainfile(filepath=blend)
    wave_action, pair_action = bpy.data.actions["Wave"], bpy.data.actions["Pair"]
    seen = {"Wave": {"Left": look(wave_action, [left]), "Right": look(wave_action, [right]),
                     "Left+Right": look(wave_action, [left, right])},
            "Pair": {"Left": look(pair_action, [left])}}
    if hasattr(pair_action, "slots"):
        seen["Pair"] |= {"Right": look(pair_action, [right]), "Left+Right": look(pair_action, [left, right])}
    with open(out, "w", encoding="utf-8") as file:
        json.dump(seen, file)


main(*sys.argv[-2:])
