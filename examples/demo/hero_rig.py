# SPDX-License-Identifier: MIT
"""The hero's bones, the armature made of them, and bone weights from the distance to their joints.

The hero looks along -Y; his left side is +X. Bones are listed for the left side and mirrored to the right.
"""

from __future__ import annotations

from dataclasses import dataclass

import bpy
from mathutils import Vector

from shapes import Weigh, smoothstep


@dataclass(frozen=True)
class Bone:
    head: tuple[float, float, float]
    tail: tuple[float, float, float]
    parent: str | None
    z_axis: tuple[float, float, float] = (0, -1, 0)
    rotation_mode: str = "QUATERNION"
    deform: bool = True


_MIDDLE = {
    "Root": Bone((0, 0, 0), (0, 0.3, 0), None, (0, 0, 1), deform=False),
    "Hips": Bone((0, 0, 0.58), (0, 0, 0.70), "Root"),
    "Spine": Bone((0, 0, 0.70), (0, 0, 0.84), "Hips"),
    "Chest": Bone((0, 0, 0.84), (0, 0, 1.03), "Spine"),
    "Head": Bone((0, 0.01, 1.05), (0, 0.01, 1.56), "Chest", rotation_mode="XYZ"),
    "Scarf": Bone((0.06, 0.12, 1.02), (0.15, 0.27, 0.62), "Chest", (0, 1, 0.4), "XYZ"),
}

_LEFT = {
    "UpperArm": Bone((0.150, 0, 0.975), (0.284, 0, 0.841), "Chest"),
    "ForeArm": Bone((0.284, 0, 0.841), (0.412, 0, 0.713), "UpperArm"),
    "Hand": Bone((0.412, 0, 0.713), (0.490, 0, 0.635), "ForeArm"),
    "Thigh": Bone((0.095, 0, 0.56), (0.1, -0.012, 0.335), "Hips", rotation_mode="XYZ"),
    "Shin": Bone((0.1, -0.012, 0.335), (0.1, 0.01, 0.10), "Thigh", rotation_mode="XYZ"),
    "Foot": Bone((0.1, 0.01, 0.10), (0.1, -0.115, 0.03), "Shin", (0, 0, 1), "XYZ"),
    "Toe": Bone((0.1, -0.115, 0.03), (0.1, -0.195, 0.03), "Foot", (0, 0, 1), "XYZ"),
}


def _all_bones() -> dict[str, Bone]:
    bones = dict(_MIDDLE)
    for suffix, side in ((".L", 1), (".R", -1)):
        for name, bone in _LEFT.items():
            parent = bone.parent + suffix if bone.parent in _LEFT else bone.parent
            head, tail = ((side * x, y, z) for x, y, z in (bone.head, bone.tail))
            bones[name + suffix] = Bone(head, tail, parent, bone.z_axis, bone.rotation_mode, bone.deform)
    return bones


BONES = _all_bones()


def bone_head(name: str) -> Vector:
    return Vector(BONES[name].head)


def bone_tail(name: str) -> Vector:
    return Vector(BONES[name].tail)


def bone_direction(name: str) -> Vector:
    return (bone_tail(name) - bone_head(name)).normalized()


def make_armature(scene: bpy.types.Scene) -> bpy.types.Object:
    armature = bpy.data.armatures.new("HeroRig")
    hero = bpy.data.objects.new("Hero", armature)
    scene.collection.objects.link(hero)
    bpy.context.view_layer.objects.active = hero
    bpy.ops.object.mode_set(mode="EDIT")
    for name, bone in BONES.items():
        _add_edit_bone(armature, name, bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    for name, bone in BONES.items():
        hero.pose.bones[name].rotation_mode = bone.rotation_mode
    return hero


def _add_edit_bone(armature: bpy.types.Armature, name: str, bone: Bone) -> None:
    edit_bone = armature.edit_bones.new(name)
    edit_bone.head, edit_bone.tail = bone.head, bone.tail
    edit_bone.align_roll(Vector(bone.z_axis))
    edit_bone.use_deform = bone.deform
    if bone.parent is not None:
        edit_bone.parent = armature.edit_bones[bone.parent]
        edit_bone.use_connect = bone.parent != "Root" and bone.head == BONES[bone.parent].tail


def rigid(bone: str) -> Weigh:
    return lambda _: {bone: 1.0}


def chain(bones: list[str], width: float) -> Weigh:
    """Weights along a chain of bones: each joint blends its two bones over `width` metres on either side."""
    joints = [(bone_head(b), _joint_direction(a, b)) for a, b in zip(bones, bones[1:])]

    def weigh(point: Vector) -> dict[str, float]:
        weights, rest = {}, 1.0
        passed = [smoothstep(-width, width, (point - at).dot(along)) for at, along in joints]
        for bone, share in zip(bones, [*passed, 0.0]):
            weights[bone] = rest * (1.0 - share)
            rest *= share
        return {bone: weight for bone, weight in weights.items() if weight > 0.001}
    return weigh


def _joint_direction(bone: str, child: str) -> Vector:
    """Half way between both bones; a child that turns back (the thigh below the hips) goes its own way."""
    own = bone_direction(child)
    return own if own.dot(bone_direction(bone)) < -0.5 else (own + bone_direction(bone)).normalized()


def skirt(point: Vector) -> dict[str, float]:
    """The tunic: a chain up the spine whose hem follows the thighs a little."""
    weights = chain(["Hips", "Spine", "Chest"], 0.09)(point)
    follow = 0.55 * smoothstep(0.64, 0.46, point.z) if point.z < 0.64 else 0.0
    left = smoothstep(-0.12, 0.12, point.x)
    weights["Hips"] = weights.get("Hips", 0.0) - follow
    weights["Thigh.L"], weights["Thigh.R"] = follow * left, follow * (1.0 - left)
    return {bone: weight for bone, weight in weights.items() if weight > 0.001}


def apply_weights(body: bpy.types.Object, weights: list[dict[str, float]]) -> None:
    groups = {name: body.vertex_groups.new(name=name) for name, bone in BONES.items() if bone.deform}
    for index, of_vertex in enumerate(weights):
        total = sum(of_vertex.values())
        for bone, weight in of_vertex.items():
            groups[bone].add([index], weight / total, "REPLACE")
