# SPDX-License-Identifier: MIT
"""Meshes under every kind of armature modifier: `blender -b --python skins_scene.py -- OUT.blend`.

Two animated armatures, one of them small and turned, deform a mesh for each row of KINDS, whose words say how.
"""
from __future__ import annotations

import os
import random
import sys
from typing import Any

import bpy
from mathutils import Vector

RIGS = {"A": 1, "B": 100}  # and how many of its units are one of the scene
BONES = 12
SIZE = 7  # points along each side of a mesh
KINDS = (
    "plain", "volume", "mask", "mask invert", "no such mask", "empty mask", "mask volume", "two", "two mixed",
    "two mask mixed", "three mask invert mixed", "multi", "multi mask", "multi mask invert", "three multi mask mixed",
    "multi first mask", "parent", "parent two mask", "parent multi mask volume", "one influence", "twelve influences",
    "moved volume", "child volume")


def add_rig(name: str, rng: random.Random) -> Any:
    ob = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    bones: list[Any] = []
    for i in range(BONES):
        bone = ob.data.edit_bones.new(f"{name}.{i}")
        bone.head = [rng.uniform(0, 6) * RIGS[name] for _ in range(3)]
        bone.tail = bone.head + Vector([rng.uniform(0.2, 1) * rng.choice((-1, 1)) for _ in range(3)]) * RIGS[name]
        bone.roll = rng.uniform(-3, 3)
        bone.parent = rng.choice(bones) if bones and i % 3 else None
        bone.use_deform = i != BONES - 1
        bones.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    return ob


def animate(rig: Any, rng: random.Random) -> None:
    """Bones turn, more than half around some, and change their size; one is mirrored, one vanishes."""
    for i, bone in enumerate(rig.pose.bones):
        for frame in (1, 5, 9):
            bone.location = [rng.uniform(-0.3, 0.3) * RIGS[rig.name] for _ in range(3)]
            bone.rotation_quaternion = [rng.uniform(0.3, 1), *(rng.uniform(-0.7, 0.7) for _ in range(3))]
            sizes = [rng.uniform(0.7, 1.4) for _ in range(3)]
            if i == 3:
                sizes[0] = -sizes[0]
            if i == 4:
                sizes = [float(frame != 5)] * 3
            bone.scale = sizes
            for path in ("location", "rotation_quaternion", "scale"):
                bone.keyframe_insert(path, frame=frame)


def add_mesh(name: str, rng: random.Random) -> Any:
    points = [(x, y, rng.uniform(-0.5, 0.5)) for y in range(SIZE) for x in range(SIZE)]
    corners = [y * SIZE + x for y in range(SIZE - 1) for x in range(SIZE - 1)]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], [(i, i + 1, i + SIZE + 1, i + SIZE) for i in corners])
    ob = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def add_weights(ob: Any, rng: random.Random, most: int) -> None:
    """Weights of any sum; every fifth point has none at all, every seventh next to none, and some are in groups that
    are no bones."""
    names = [f"{rig}.{i}" for rig in RIGS for i in range(BONES)] + ["no bone"]
    for name in names:
        ob.vertex_groups.new(name=name)
    for point in range(len(ob.data.vertices)):
        if point % 5:
            for rig in range(len(RIGS)):
                for bone in rng.sample(range(BONES), most):
                    weight = rng.uniform(0, 1) if point % 7 else rng.choice((0.0, 1e-6))
                    ob.vertex_groups[rig * BONES + bone].add([point], weight, "REPLACE")
        ob.vertex_groups["no bone"].add([point], 1, "REPLACE")
    for name in ("mask 0", "mask 1"):
        group = ob.vertex_groups.new(name=name)
        for point in range(len(ob.data.vertices)):
            if point % 3:
                group.add([point], rng.uniform(0, 1), "REPLACE")
    ob.vertex_groups.new(name="empty")


def add_modifiers(ob: Any, kind: set[str], rigs: list[Any]) -> None:
    count = 3 if "three" in kind else 2 if kind & {"two", "multi"} else 0 if kind == {"parent"} else 1
    for k in range(count):
        modifier = ob.modifiers.new(f"Armature {k}", "ARMATURE")
        modifier.object = rigs[k % 2]
        modifier.vertex_group = f"mask {k % 2}" if "mask" in kind else ""
        if "such" in kind or "empty" in kind:
            modifier.vertex_group = "nowhere" if "such" in kind else "empty"
        modifier.invert_vertex_group = "invert" in kind and k != 1
        modifier.use_multi_modifier = "multi" in kind and (k > 0 or "first" in kind)
        modifier.use_deform_preserve_volume = "volume" in kind or ("mixed" in kind and k == 1)


def place(ob: Any, kind: set[str], rigs: list[Any]) -> None:
    if "parent" in kind:
        ob.parent, ob.parent_type = rigs[1], "ARMATURE"
        ob.matrix_parent_inverse = rigs[1].matrix_world.inverted()
    elif "child" in kind:
        ob.parent = rigs[1]
    if "moved" in kind or "child" in kind:
        size = RIGS["B"] if "child" in kind else 1
        ob.location, ob.rotation_euler = Vector((1, 2, -1)) * size, (0.4, -0.3, 1)
        ob.scale = Vector((0.5, 1.5, 1)) * size
    if "moved" in kind:
        for frame, x in ((1, 1), (9, 3)):
            ob.location.x = x
            ob.keyframe_insert("location", frame=frame)


def main() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    rng = random.Random(4)
    rigs = [add_rig(name, rng) for name in RIGS]
    rigs[1].location, rigs[1].rotation_euler, rigs[1].scale = (0.2, 0.1, 0), (0.2, 0.1, -0.3), (0.01, 0.012, 0.01)
    for bone in rigs[1].data.bones:
        bone.inherit_scale = rng.choice(("FULL", "NONE", "AVERAGE"))
    empty = bpy.data.objects.new("Mover", None)
    bpy.context.scene.collection.objects.link(empty)
    empty.rotation_euler = (0.1, 0.7, 0)
    rigs[0].parent = empty
    bpy.context.view_layer.update()
    for name in KINDS:
        kind = set(name.split())
        ob = add_mesh(name, rng)
        add_weights(ob, rng, 1 if "one" in kind else 11 if "twelve" in kind else 3)
        add_modifiers(ob, kind, rigs)
        place(ob, kind, rigs)
    for rig in rigs:
        animate(rig, rng)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 9
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(sys.argv[sys.argv.index("--") + 1]))


main()
