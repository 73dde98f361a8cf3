# SPDX-License-Identifier: MIT
"""A rig as an artist leaves it: 67 bones, 34 of them keyed by hand in location and quaternion, 238 Bezier curves with
11 keys each, 2,618 keys. Poses are keyed together, the arms a few frames late; most handles are as Blender places
them (auto clamped), and some are pulled by hand.

    blender -b --factory-startup --python artist_rig_scene.py -- OUT.blend
"""
from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterator
from typing import Any

import bpy

BONES, KEYED, KEYS = 67, 34, 11
POSES = (1, 9, 16, 24, 30, 41, 48, 57, 66, 72, 85)
PARTS = ("spine", "arm", "hand", "finger", "leg", "foot", "face")
PULLED = ("AUTO_CLAMPED",) * 16 + ("ALIGNED", "ALIGNED", "FREE", "VECTOR", "AUTO")


def bone_name(i: int) -> str:
    side = "" if i % 3 == 0 else ".L" if i % 3 == 1 else ".R"
    return f"{PARTS[i % len(PARTS)]}.{i // len(PARTS):02d}{side}"


def make_rig() -> Any:
    data = bpy.data.armatures.new("Rig")
    rig = bpy.data.objects.new("Rig", data)
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    bones: list[Any] = []
    for i in range(BONES):
        bone = data.edit_bones.new(bone_name(i))
        parent = bones[(i - 1) // 2] if i else None
        bone.head = (0, 0, 0) if parent is None else parent.tail
        bone.tail = bone.head + type(bone.head)((0.11 * math.sin(i), 0.07 * math.cos(2 * i), 0.13))
        bone.parent = parent
        bones.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def pose(chance: random.Random, bone: Any, size: float) -> None:
    """Somewhere near the pose before, now and then just as it was."""
    if chance.random() < 0.15:
        return
    bone.location = [value * 0.5 + chance.gauss(0, 0.04 * size) for value in bone.location]
    turn = [chance.gauss(0, 0.3 * size) for _ in range(3)]
    quaternion = type(bone.rotation_quaternion)((1, *turn)).normalized()
    bone.rotation_quaternion = bone.rotation_quaternion.slerp(quaternion, 0.7)


def curves_of(action: Any) -> Iterator[Any]:
    if hasattr(action, "fcurves"):
        yield from action.fcurves
    else:
        yield from (c for layer in action.layers for strip in layer.strips for bag in strip.channelbags
                    for c in bag.fcurves)


def pull_handles(chance: random.Random, curve: Any) -> None:
    for key in curve.keyframe_points:
        kind = chance.choice(PULLED)
        key.handle_left_type = key.handle_right_type = kind
    curve.update()
    for key in curve.keyframe_points:
        if key.handle_left_type in ("ALIGNED", "FREE"):
            key.handle_left = (key.co[0] - chance.uniform(1, 4), key.co[1] + chance.gauss(0, 0.05))
            if key.handle_left_type == "FREE":
                key.handle_right = (key.co[0] + chance.uniform(1, 4), key.co[1] + chance.gauss(0, 0.05))
    curve.update()


def main(path: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    chance = random.Random(1)
    rig = make_rig()
    keyed = rig.pose.bones[:KEYED]
    for i, bone in enumerate(keyed):
        late = 2 if "arm" in bone.name else 3 if "hand" in bone.name else 0
        for frame in POSES:
            pose(chance, bone, 1 / (1 + i % 4))
            bone.keyframe_insert("location", frame=frame + late)
            bone.keyframe_insert("rotation_quaternion", frame=frame + late)
    action = rig.animation_data.action
    action.name = "Performance"
    curves = list(curves_of(action))
    for curve in curves:
        pull_handles(chance, curve)
    assert len(curves) == 238 and sum(len(curve.keyframe_points) for curve in curves) == 2618
    bpy.context.scene.frame_end = POSES[-1] + 3
    bpy.ops.wm.save_as_mainfile(filepath=path)


main(sys.argv[sys.argv.index("--") + 1])
