# SPDX-License-Identifier: MIT
"""Builds the scene of test_oracle.py: `blender -b --python oracle_scene.py -- OUT.blend`."""

from __future__ import annotations

import sys
from typing import Any

import bpy
from mathutils import Vector


# ---- Actions in all Blenders ----


def new_action(block: Any, name: str) -> Any:
    data = block.animation_data or block.animation_data_create()
    data.action = bpy.data.actions.new(name)
    return data.action


def curves_of(action: Any) -> list[Any]:
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
            for curve in bag.fcurves]


def share_action(source: Any, target: Any) -> None:
    """Lets `target` play the action of `source`, in the same slot."""
    data = target.animation_data or target.animation_data_create()
    data.action = source.animation_data.action
    if hasattr(data, "action_slot"):
        data.action_slot = source.animation_data.action_slot


def key(owner: Any, path: str, index: int, keys: dict[float, Any], action: Any, kind: str = "LINEAR") -> None:
    for frame, value in keys.items():
        if index < 0:
            setattr(owner, path, value)
        else:
            getattr(owner, path)[index] = value
        owner.keyframe_insert(path, index=index, frame=frame)
    for curve in curves_of(action):
        if curve.data_path.endswith(path) and curve.array_index == max(index, 0):
            for point in curve.keyframe_points:
                point.interpolation = kind


def stash(block: Any) -> None:
    """Puts the active action away in a muted NLA track, as Blender's Stash does."""
    data = block.animation_data
    track = data.nla_tracks.new()
    slot = getattr(data, "action_slot", None)
    strip = track.strips.new(data.action.name, 1, data.action)
    if slot is not None:
        strip.action_slot = slot
    track.mute = True
    data.action = None


# ---- Objects ----


def add_object(name: str, data: Any = None, collection: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    (collection or bpy.context.scene.collection).objects.link(ob)
    return ob


def square(name: str, size: float = 1.0) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(0, 0, 0), (size, 0, 0), (size, size, 0), (0, size, 0)], [], [(0, 1, 2, 3)])
    return mesh


def build_mover() -> Any:
    """Its rest x is 7: the first key of the first clip, although another action is the active one."""
    mover = add_object("Mover", square("Mover"))
    first = new_action(mover, "A first")
    key(mover, "location", 0, {20: 7, 30: 27}, first)
    stash(mover)
    second = new_action(mover, "B second")
    key(mover, "location", 0, {1: 0, 11: 10}, second)
    key(mover, "rotation_euler", 2, {1: 0, 6: 1, 11: -3}, second, "BEZIER")
    mover.location[1] = 4
    return mover


def build_followers(mover: Any) -> None:
    follower = add_object("Follower", square("Follower"))
    follower.constraints.new("COPY_LOCATION").target = mover
    driven = add_object("Driven")
    driver = driven.driver_add("location", 0).driver
    variable = driver.variables.new()
    variable.name = "x"
    variable.targets[0].id = mover
    variable.targets[0].data_path = "location[0]"
    driver.expression = "x * 2"


def build_spinner() -> None:
    spinner = add_object("Spinner", square("Spinner"))
    spinner.rotation_mode = "QUATERNION"
    action = new_action(spinner, "Spin")
    for index, keys in enumerate(({1: 1, 20: 0.2}, {1: 0, 20: 3}, {1: 0, 20: 0}, {1: 0, 20: -1})):
        key(spinner, "rotation_quaternion", index, keys, action, "BEZIER")


def build_shared() -> None:
    left, right = add_object("Left", square("Left")), add_object("Right", square("Right"))
    action = new_action(left, "Shared")
    key(left, "location", 2, {-10: -1, 10: 1}, action)
    share_action(left, right)


def build_face() -> None:
    face = add_object("Face", square("Face"))
    face.shape_key_add(name="Basis")
    smile = face.shape_key_add(name="Smile")
    smile.data[2].co = Vector((3, 1, 2))
    smile.value = 0.25
    keys = face.data.shape_keys
    action = new_action(keys, "Face")
    key(smile, "value", -1, {1: 0, 11: 1}, action)
    if hasattr(action, "slots"):
        face.animation_data_create().action = action
        if face.animation_data.action_slot is None:
            face.animation_data.action_slot = action.slots.new("OBJECT", "Face")
        key(face, "location", 2, {1: 0, 21: 2}, action)


def build_rig() -> None:
    armature = bpy.data.armatures.new("Rig")
    rig = add_object("Rig", armature)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for i, name in enumerate(("Root", "Tip")):
        bone = armature.edit_bones.new(name)
        bone.head, bone.tail = (0, 0, i), (0, 0, i + 1)
        bone.parent = armature.edit_bones.get("Root") if i else None
    bpy.ops.object.mode_set(mode="OBJECT")
    skin = add_object("Skin", square("Skin"))
    skin.parent = rig
    skin.modifiers.new("Armature", "ARMATURE").object = rig
    skin.vertex_groups.new(name="Tip").add([0, 1, 2, 3], 1.0, "REPLACE")
    tip = rig.pose.bones["Tip"]
    tip.rotation_mode = "XYZ"
    bend = new_action(rig, "Bend")
    key(tip, "location", 1, {1: 0, 11: 5}, bend)
    stash(rig)
    twist = new_action(rig, "Twist")
    key(tip, "rotation_euler", 1, {1: 0.5, 11: 1.5}, twist)
    tip.location[0] = 9
    tip.scale = (2, 2, 2)
    orphan = new_action(rig, "Orphan")
    orphan.use_fake_user = True
    key(tip, "rotation_euler", 0, {5: 1, 6: 0}, orphan)
    rig.animation_data.action = twist
    if hasattr(twist, "slots"):
        rig.animation_data.action_slot = twist.slots[0]


def build_kit() -> None:
    """A collection that is only seen through two instances, one of them inside another collection."""
    scene = bpy.context.scene
    kit, box = bpy.data.collections.new("Kit"), bpy.data.collections.new("Box")
    for collection in (kit, box):
        scene.collection.children.link(collection)
    wheel = add_object("Wheel", square("Wheel"), kit)
    action = new_action(wheel, "Roll")
    key(wheel, "location", 0, {1: 1, 5: 5}, action)
    inner = add_object("Inner", None, box)
    inner.location = (0, 0, 1)
    for name, collection, z in (("Outer", box, 10), ("Plain", kit, 20)):
        outer = add_object(name)
        outer.location = (0, 0, z)
        outer.instance_type, outer.instance_collection = "COLLECTION", collection
    inner.instance_type, inner.instance_collection = "COLLECTION", kit
    for layer_collection in bpy.context.view_layer.layer_collection.children:
        layer_collection.exclude = layer_collection.collection in {kit, box}


def build_unseen() -> None:
    """A hidden object with keyed visibility is in scope; an object of an excluded collection is not."""
    hidden = add_object("Hidden", square("Hidden"))
    action = new_action(hidden, "Hidden move")
    key(hidden, "location", 0, {1: 0, 11: 20}, action)
    key(hidden, "hide_viewport", -1, {1: True, 5: False}, action, "CONSTANT")
    hidden.hide_viewport = True
    away = bpy.data.collections.new("Away")
    bpy.context.scene.collection.children.link(away)
    outside = add_object("Outside", None, away)
    key(outside, "location", 0, {1: 0, 11: 20}, new_action(outside, "Outside move"))
    lost = add_object("Lost")
    action = new_action(lost, "Lost")
    action.use_fake_user = True
    key(lost, "location", 0, {1: 0, 11: 20}, action)
    lost.animation_data_clear()
    bpy.context.view_layer.layer_collection.children["Away"].exclude = True


def build_ranges() -> None:
    ranged = add_object("Ranged", square("Ranged"))
    action = new_action(ranged, "Ranged")
    key(ranged, "location", 0, {-10: -10, 20: 20}, action)
    action.use_frame_range = True
    action.frame_start, action.frame_end = -3.5, 4.25
    brief = add_object("Brief", square("Brief"))
    key(brief, "location", 0, {-1.5: 0, 0.25: 1.75}, new_action(brief, "Brief"))


def build(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_start = 3
    build_followers(build_mover())
    build_spinner()
    build_shared()
    build_face()
    build_rig()
    build_kit()
    build_unseen()
    build_ranges()
    bpy.context.scene.frame_set(8)
    bpy.ops.wm.save_as_mainfile(filepath=path)


if __name__ == "__main__":
    build(sys.argv[sys.argv.index("--") + 1])
