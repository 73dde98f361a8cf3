# SPDX-License-Identifier: MIT
"""Armatures whose bones inherit in every way Blender has: `blender -b --python inherit_scene.py -- OUT.blend`.

RigN have random bones under keyed parents of every kind of scale (none, uniform, any, mirrored); no constraint.
"Held" has the same, and bones with constraints between them, which are sampled.
"""
from __future__ import annotations

import random
import sys

import bpy

SCALES = ("FULL", "FIX_SHEAR", "ALIGNED", "AVERAGE", "NONE", "NONE_LEGACY")
ARMATURES = 12
BONES = 14


def add_armature(name: str, rng: random.Random) -> bpy.types.Object:
    ob = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    names: list[str] = []
    for i in range(BONES):
        bone = ob.data.edit_bones.new(f"bone {i}")
        if names and rng.random() < 0.9:
            bone.parent = ob.data.edit_bones[rng.choice(names[-4:])]
        bone.head = [rng.uniform(-2, 2) for _ in range(3)]
        bone.tail = [place + rng.uniform(0.2, 1) * rng.choice((-1, 1)) for place in bone.head]
        bone.roll = rng.uniform(-3, 3)
        names.append(bone.name)
    for bone in ob.data.edit_bones:
        bone.inherit_scale = rng.choice(SCALES)
        bone.use_inherit_rotation = rng.random() < 0.6
        bone.use_local_location = rng.random() < 0.6
        bone.use_connect = bone.parent is not None and rng.random() < 0.2
    bpy.ops.object.mode_set(mode="OBJECT")
    ob.location, ob.rotation_euler, ob.scale = (1, -2, 3), (0.3, 0.2, -1), (1.5, 0.5, 0.8)
    return ob


def size(kind: int, rng: random.Random) -> list[float]:
    if kind == 0:
        return [1.0] * 3
    if kind == 1:
        return [rng.uniform(0.5, 2)] * 3
    sign = -1 if kind == 3 and rng.random() < 0.3 else 1
    return [rng.uniform(0.3, 2) * sign, rng.uniform(0.3, 2), rng.uniform(0.3, 2)]


def animate(ob: bpy.types.Object, kind: int, rng: random.Random) -> None:
    for bone in ob.pose.bones:
        bone.rotation_mode = rng.choice(("XYZ", "ZYX", "QUATERNION"))
        turn = "rotation_quaternion" if bone.rotation_mode == "QUATERNION" else "rotation_euler"
        kept = size(kind, rng)
        for frame in (1, 5, 9):
            bone.location = [rng.uniform(-1, 1) for _ in range(3)]
            setattr(bone, turn, [rng.uniform(0.1, 2) for _ in getattr(bone, turn)])
            bone.scale = [number * rng.uniform(0.8, 1.2) for number in kept]
            for path in ("location", turn, "scale"):
                bone.keyframe_insert(path, frame=frame)
    ob.animation_data.action.name = ob.name
    ob.animation_data.action.use_fake_user = True


def main(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = 9
    rng = random.Random(5)
    for number in range(ARMATURES):
        animate(add_armature(f"Rig{number}", rng), number % 4, rng)
    held = add_armature("Held", rng)
    animate(held, 2, rng)
    for i in (3, 6, 9):
        bone = held.pose.bones[f"bone {i}"]
        copy = bone.constraints.new("COPY_ROTATION")
        copy.target = bpy.data.objects["Rig0"]
    bpy.ops.wm.save_as_mainfile(filepath=path)


main(sys.argv[-1])
