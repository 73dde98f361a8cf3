# SPDX-License-Identifier: MIT
"""Linked objects and actions, and overrides of them with animation of their own:

    blender -b --factory-startup --python libraries_scene.py -- FOLDER

FOLDER/lib.blend has the collection "Actor" (the armature "Rig", its mesh "Body" with a shape key and a material, all of
them animated), the object "Prop" with its action, and the action "Loose"; FOLDER/other.blend another "Prop" with an
action of the same name.  FOLDER/user.blend has of them: an instance of the collection; an override of it, whose rig plays
the local action "Dance" and keeps "Walk" in a muted track; each "Prop" itself; a local object that plays the linked
"PropMove", and a local rig with the linked armature that plays "Loose".
"""
from __future__ import annotations

import os
import sys
from typing import Any

import bpy

END = 21
KEYS = {1: 0.0, 8: 1.0, 15: -0.6, END: 0.3}


def add(name: str, data: Any, collection: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    (collection or bpy.context.scene.collection).objects.link(ob)
    return ob


def play(block: Any, name: str) -> Any:
    data = block.animation_data or block.animation_data_create()
    data.action = bpy.data.actions.new(name)
    data.action.use_fake_user = True
    return data.action


def curve(block: Any, path: str, index: int = 0, factor: float = 1.0, least: float = -1.0) -> None:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path, index=index)
    else:
        made = action.fcurve_ensure_for_datablock(block, path, index=index)
    for frame, value in KEYS.items():
        made.keyframe_points.insert(frame, max(least, value * factor))


def assign(block: Any, action: Any) -> Any:
    data = block.animation_data or block.animation_data_create()
    data.action = action
    if hasattr(action, "slots") and data.action_slot is None:
        data.action_slot = action.slots[0]
    return data


# ---- The library ----


def actor() -> None:
    collection = bpy.data.collections.new("Actor")
    bpy.context.scene.collection.children.link(collection)
    rig = add("Rig", bpy.data.armatures.new("Rig"), collection)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    low, high = (rig.data.edit_bones.new(name) for name in ("low", "high"))
    low.tail, high.head, high.tail, high.parent = (0, 0, 1), (0, 0, 1), (0, 0.2, 2), low
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.pose.bones:
        bone.rotation_mode = "XYZ"
    mesh = bpy.data.meshes.new("Body")
    mesh.from_pydata([(0, 0, 0), (1, 0, 0), (0, 0, 2), (1, 0, 2)], [], [(0, 1, 3, 2)])
    body = add("Body", mesh, collection)
    for name, points in (("low", (0, 1)), ("high", (2, 3))):
        body.vertex_groups.new(name=name).add(points, 1.0, "REPLACE")
    body.parent = rig
    body.modifiers.new("Armature", "ARMATURE").object = rig
    for name in ("Basis", "Out"):
        body.shape_key_add(name=name).value = 0.0
    mesh.shape_keys.key_blocks["Out"].data[1].co.y = 1
    mesh.materials.append(bpy.data.materials.new("Paint"))
    play(rig, "Loose")
    curve(rig, 'pose.bones["low"].rotation_euler', 1)
    play(rig, "Walk")
    for index in range(3):
        curve(rig, 'pose.bones["low"].rotation_euler', index, 1 - index / 2)
        curve(rig, 'pose.bones["high"].location', index, 0.5)
    curve(rig, "location", 0, 3.0)
    play(mesh.shape_keys, "Smile")
    curve(mesh.shape_keys, 'key_blocks["Out"].value')
    play(mesh.materials[0], "Glow")
    curve(mesh.materials[0], "roughness", 0, 0.5, 0.1)  # it cannot be less than 0


def prop(factor: float) -> None:
    ob = add("Prop", None)
    play(ob, "PropMove")
    curve(ob, "location", 1, factor)
    curve(ob, "rotation_euler", 2)


def save_library(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    actor()
    prop(2.0)
    bpy.ops.wm.save_as_mainfile(filepath=path)


def save_other(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    prop(-3.0)
    bpy.ops.wm.save_as_mainfile(filepath=path)


# ---- Who uses it ----


def link(path: str, kind: str, name: str) -> Any:
    with bpy.data.libraries.load(path, link=True) as (_, wanted):
        setattr(wanted, kind, [name])
    return getattr(wanted, kind)[0]


def override(collection: Any) -> None:
    """The whole actor, which then is local in all but its data; its rig dances."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    made = collection.override_hierarchy_create(scene, layer, do_fully_editable=True)
    assert made.override_library is not None
    if made.name not in scene.collection.children:
        scene.collection.children.link(made)
    rig = next(ob for ob in made.all_objects if ob.type == "ARMATURE")
    walk = rig.animation_data.action
    rig.location.y = 4
    track = rig.animation_data.nla_tracks.new()
    strip = track.strips.new(walk.name, 1, walk)
    if hasattr(strip, "action_slot") and strip.action_slot is None:
        strip.action_slot = walk.slots[0]
    track.mute = True
    rig.animation_data.action = None
    play(rig, "Dance")
    curve(rig, 'pose.bones["high"].rotation_euler', 0, 1.5)
    curve(rig, "location", 2, 1.0)


def save_user(path: str, library: str, other: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.frame_end = END
    collection = link(library, "collections", "Actor")
    instancer = add("Stage", None)
    instancer.instance_type, instancer.instance_collection, instancer.location = "COLLECTION", collection, (0, -4, 0)
    override(collection)
    for name in (library, other):
        scene.collection.objects.link(link(name, "objects", "Prop"))
    local = add("Local", None)
    local.location.x = 2
    assign(local, link(library, "actions", "PropMove"))
    rig = add("Local rig", link(library, "armatures", "Rig"))
    bpy.context.view_layer.update()  # which gives it a pose
    for bone in rig.pose.bones:
        bone.rotation_mode = "XYZ"
    assign(rig, link(library, "actions", "Loose"))
    bpy.ops.wm.save_as_mainfile(filepath=path)


def main(folder: str) -> None:
    library, other = (os.path.join(folder, name) for name in ("lib.blend", "other.blend"))
    save_library(library)
    save_other(other)
    save_user(os.path.join(folder, "user.blend"), library, other)
    bpy.ops.file.make_paths_relative()
    bpy.ops.wm.save_mainfile()


main(sys.argv[-1])
