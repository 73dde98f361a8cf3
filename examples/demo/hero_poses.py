# SPDX-License-Identifier: MIT
"""Poses: how each bone is turned against its rest, and how poses become keys of an action.

A turn is (x, y, z) in degrees, applied y, then x, then z. Fore arms and hands turn in their own axes (x bends
towards the front, y twists, z swings aside), all other bones in the armature's (x to his left, y to the back,
z up).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import acos, atan2, radians

import bpy
from mathutils import Euler, Matrix, Quaternion, Vector

from hero_rig import BONES, bone_head
from keys import Clip, Key, loop_keys

Turn = tuple[float, float, float]

OWN_AXES = ("ForeArm.L", "ForeArm.R", "Hand.L", "Hand.R")

STAND: dict[str, Turn] = {
    "Hips": (0, 0, 0), "Spine": (1, 0, 0), "Chest": (-1, 0, 0), "Head": (0, 0, 0), "Scarf": (0, 0, 0),
    "UpperArm.L": (4, 30, 0), "ForeArm.L": (22, 0, 0), "Hand.L": (6, 0, 0),
    "UpperArm.R": (4, -27, 0), "ForeArm.R": (26, 0, 0), "Hand.R": (0, 0, 0),
}


@dataclass(frozen=True)
class Foot:
    """Where a foot is, from its place at rest: back (+y), aside, up, and its pitch (toes up is positive)."""

    back: float = 0.0
    up: float = 0.0
    pitch: float = 0.0
    aside: float = 0.0


@dataclass
class Pose:
    turns: dict[str, Turn]
    hips: Vector = field(default_factory=lambda: Vector((0, 0, -0.014)))
    feet: dict[str, Foot] = field(default_factory=lambda: {".L": Foot(), ".R": Foot()})
    scales: dict[str, float] = field(default_factory=dict)


def stand(turns: dict[str, Turn] | None = None, **others) -> Pose:
    """The standing pose with the given turns in place of its own."""
    return Pose({**STAND, **(turns or {})}, **others)


def turn_quaternion(turn: Turn) -> Quaternion:
    return Euler([radians(angle) for angle in turn], "YXZ").to_quaternion()


# ---- From a pose to the bones' own rotations ----

def bone_rotations(pose: Pose, armature: bpy.types.Armature) -> dict[str, Quaternion]:
    rotations = {}
    turns = {name: turn_quaternion(turn) for name, turn in pose.turns.items() if name not in OWN_AXES}
    for suffix, foot in pose.feet.items():
        turns.update(_leg_turns(suffix, foot, pose))
    for name, turn in turns.items():
        rest = armature.bones[name].matrix_local.to_quaternion()
        rotations[name] = rest.inverted() @ turn @ rest
    for name in OWN_AXES:
        rotations[name] = turn_quaternion(pose.turns[name])
    return rotations


def _leg_turns(suffix: str, foot: Foot, pose: Pose) -> dict[str, Quaternion]:
    """Turns of hip, knee, ankle and toes that bring the foot where it should be: two links in a plane."""
    thigh, shin, ankle, toe = (bone_head(name + suffix) for name in ("Thigh", "Shin", "Foot", "Toe"))
    hips_turn = turn_quaternion(pose.turns["Hips"])
    pelvis = bone_head("Hips")
    hip = pelvis + pose.hips + hips_turn @ (thigh - pelvis)
    to_ankle = _ankle(foot, ankle, toe) - hip
    lean = atan2(-(to_ankle.x - (ankle.x - thigh.x)), -to_ankle.z)
    to_ankle = Vector((0, to_ankle.y, -Vector((to_ankle.x, 0, to_ankle.z)).length))
    upper, lower = _link_angles(to_ankle, _in_plane(shin - thigh).length, _in_plane(ankle - shin).length)
    sideways = Quaternion((0, 1, 0), lean)
    thigh_turn = sideways @ Quaternion((1, 0, 0), upper - _swing(shin - thigh))
    shin_turn = sideways @ Quaternion((1, 0, 0), lower - _swing(ankle - shin))
    foot_turn = Quaternion((1, 0, 0), -radians(foot.pitch))
    follows = 1.0 if foot.pitch > 0 else min(foot.up / 0.05, 1.0)       # toes lie flat until the foot is up
    toe_turn = Quaternion().slerp(foot_turn, follows)
    return {"Thigh" + suffix: hips_turn.inverted() @ thigh_turn,
            "Shin" + suffix: thigh_turn.inverted() @ shin_turn,
            "Foot" + suffix: shin_turn.inverted() @ foot_turn,
            "Toe" + suffix: foot_turn.inverted() @ toe_turn}


def _ankle(foot: Foot, ankle: Vector, toe: Vector) -> Vector:
    """The ankle of a foot that rolls over its heel (toes up) or over its toe joint (heel up)."""
    heel = Vector((ankle.x, 0.065, 0.0))
    pivot = (heel if foot.pitch > 0 else toe) - ankle
    rolled = pivot - Matrix.Rotation(-radians(foot.pitch), 3, "X") @ pivot
    return ankle + rolled + Vector((foot.aside, foot.back, foot.up))


def _in_plane(vector: Vector) -> Vector:
    return Vector((0, vector.y, vector.z))


def _swing(vector: Vector) -> float:
    """The angle about x that takes straight down to the vector."""
    return atan2(vector.y, -vector.z)


def _link_angles(target: Vector, upper: float, lower: float) -> tuple[float, float]:
    """Swings of the two links of a leg, knee to the front; a target out of reach stretches it."""
    reach = min(target.length, (upper + lower) * 0.9999)
    bend = acos((upper**2 + reach**2 - lower**2) / (2 * upper * reach))
    thigh = _swing(target) - bend
    knee = Vector((0, 0, -upper))
    knee.rotate(Euler((thigh, 0, 0)))
    return thigh, _swing(target.normalized() * reach - knee)


# ---- From poses to keys ----

def key_poses(clip: Clip, poses: dict[int, Pose], loop: bool) -> None:
    """Writes rotation curves of all posed bones, the hips' location and scales where a pose has any."""
    hero = clip.owner
    frames = list(poses)
    rotations = {frame: bone_rotations(pose, hero.data) for frame, pose in poses.items()}
    rest = hero.data.bones["Hips"].matrix_local.to_3x3().inverted()
    _key_vector(clip, "Hips", "location", frames, [tuple(rest @ pose.hips) for pose in poses.values()], loop)
    for bone in BONES:
        if bone in rotations[frames[0]]:
            turns = [rotations[frame][bone] for frame in frames]
            _key_rotation(clip, hero.pose.bones[bone], frames, turns, loop)
    for bone in dict.fromkeys(name for pose in poses.values() for name in pose.scales):
        scales = [(pose.scales.get(bone, 1.0),) * 3 for pose in poses.values()]
        _key_vector(clip, bone, "scale", frames, scales, loop)


def _key_rotation(clip: Clip, bone: bpy.types.PoseBone, frames: list[int], turns: list[Quaternion],
                  loop: bool) -> None:
    if bone.rotation_mode == "QUATERNION":
        values = [tuple(turns[0])]
        for turn in turns[1:]:
            sign = 1.0 if turn.dot(Quaternion(values[-1])) >= 0 else -1.0
            values.append(tuple(sign * number for number in turn))
        _key_vector(clip, bone.name, "rotation_quaternion", frames, values, loop)
    else:
        eulers = [turns[0].to_euler(bone.rotation_mode)]
        for turn in turns[1:]:
            eulers.append(turn.to_euler(bone.rotation_mode, eulers[-1]))
        _key_vector(clip, bone.name, "rotation_euler", frames, [tuple(euler) for euler in eulers], loop)


def _key_vector(clip: Clip, bone: str, property_name: str, frames: list[int], values: list[tuple[float, ...]],
                loop: bool) -> None:
    path = f'pose.bones["{bone}"].{property_name}'
    for index, numbers in enumerate(zip(*values)):
        numbers = [round(number, 6) for number in numbers]
        keys = loop_keys(frames, numbers) if loop else [Key(f, v) for f, v in zip(frames, numbers)]
        clip.curve(path, index, bone, keys)
