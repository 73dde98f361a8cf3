# SPDX-License-Identifier: MIT
"""Tests 2, 3, 4, 7 and 12 of CASES.md: `blender -b --factory-startup --python cases_scene.py -- OUT.blend`.

Each armature has one action of its own name, but "Leak" with two.  The bones of all but "Rig" stand at the origin
along y, so that a bone's matrix is what its channels say.
"""
from __future__ import annotations

import math
import sys
from typing import Any

import bpy

INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER", "SINE", "QUAD", "CUBIC", "QUART", "QUINT", "EXPO", "CIRC", "BACK",
                  "BOUNCE", "ELASTIC")
EASINGS = ("AUTO", "EASE_IN", "EASE_OUT", "EASE_IN_OUT")
CYCLES = ("", "REPEAT", "REPEAT_OFFSET", "MIRROR")
RANGE = (-21.0, 45.0)  # of the grid's clip, around its keys
ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


# ---- Actions in all Blenders ----


def play(block: Any, name: str) -> Any:
    data = block.animation_data or block.animation_data_create()
    data.action = bpy.data.actions.new(name)
    data.action.use_fake_user = True
    return data.action


def curve(block: Any, path: str, index: int, keys: list[tuple[float, float]], kind: str = "LINEAR") -> Any:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        made = action.fcurves.new(path, index=index)
    else:
        made = action.fcurve_ensure_for_datablock(block, path, index=index)
    for frame, value in keys:
        made.keyframe_points.insert(frame, value).interpolation = kind
    return made


def armature(name: str, bones: dict[str, tuple]) -> Any:
    """Each bone is (parent, head, tail)."""
    ob = bpy.data.objects.new(name, bpy.data.armatures.new(name))
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, (parent, head, tail) in bones.items():
        made = ob.data.edit_bones.new(bone)
        made.head, made.tail = head, tail
        made.parent = ob.data.edit_bones[parent] if parent else None
    bpy.ops.object.mode_set(mode="OBJECT")
    return ob


def plain(name: str, bones: list[str]) -> Any:
    ob = armature(name, {bone: ("", (0, 0, 0), (0, 1, 0)) for bone in bones})
    play(ob, name)
    return ob


def path(bone: str, name: str) -> str:
    return f'pose.bones["{bone}"].{name}'


# ---- 2: constant cuts, and several interpolations on one bone ----


def cuts() -> None:
    ob = plain("Cuts", ["cut", "mixed"])
    made = curve(ob, path("cut", "location"), 0, [(1, 0), (10, 5), (20, -3), (30, 8)])
    for point, kind in zip(made.keyframe_points, ("CONSTANT", "LINEAR", "CONSTANT", "LINEAR")):
        point.interpolation = kind
    curve(ob, path("mixed", "location"), 0, [(1, 0), (10, 4), (30, -4)], "CONSTANT")
    curve(ob, path("mixed", "location"), 1, [(1, 0), (10, 4), (30, -4)], "LINEAR")
    curve(ob, path("mixed", "location"), 2, [(1, 0), (10, 4), (30, -4)], "BEZIER")
    ob.pose.bones["mixed"].rotation_mode = "XYZ"
    curve(ob, path("mixed", "rotation_euler"), 2, [(1, 0), (10, 2), (20, -1), (30, 1)], "CONSTANT")
    curve(ob, path("mixed", "scale"), 0, [(1, 1), (10, 2), (20, 0.5), (30, 1)], "BOUNCE")


# ---- 3: interpolation, easing, extrapolation, cycles; curves of none, one and two keys ----


def grid() -> None:
    """One curve a component, three a bone."""
    cases = [(kind, easing, way, cycle, count) for kind in INTERPOLATIONS for way in ("CONSTANT", "LINEAR")
             for easing in (EASINGS if INTERPOLATIONS.index(kind) > 2 else EASINGS[:1])
             for cycle in CYCLES for count in (4,)]
    cases += [(kind, "AUTO", way, cycle, count) for kind in ("CONSTANT", "LINEAR", "BEZIER", "ELASTIC")
              for way in ("CONSTANT", "LINEAR") for cycle in CYCLES for count in (0, 1, 2)]
    ob = plain("Grid", [f"grid {i}" for i in range((len(cases) + 2) // 3)])
    keys = [(-6.0, 1.0), (2.5, -2.0), (9.0, 0.5), (15.0, 3.0)]
    for number, (kind, easing, way, cycle, count) in enumerate(cases):
        made = curve(ob, path(f"grid {number // 3}", "location"), number % 3, keys[:count], kind)
        for point in made.keyframe_points:
            point.easing = easing
        made.extrapolation = way
        if cycle:
            modifier = made.modifiers.new("CYCLES")
            modifier.mode_before = modifier.mode_after = cycle
    action = ob.animation_data.action
    action.use_frame_range, action.frame_start, action.frame_end = True, *RANGE


# ---- 4: spins ----


def spins() -> None:
    names = [f"{what} {order}" for what in ("ten", "back") for order in ORDERS]
    ob = plain("Spin", [*names, "axis", "flip", "unlike"])
    for order in ORDERS:
        for what, keys in (("ten", [(1, 0.0), (73, math.radians(3600))]),
                           ("back", [(1, math.radians(376)), (73, math.radians(132))])):
            bone = ob.pose.bones[f"{what} {order}"]
            bone.rotation_mode = order
            for index, factor in enumerate((1.0, -0.5, 0.25)):
                curve(ob, path(bone.name, "rotation_euler"), index, [(f, v * factor) for f, v in keys])
    ob.pose.bones["axis"].rotation_mode = "AXIS_ANGLE"
    for index, keys in enumerate(([(1, 0.0), (73, math.radians(3600))], [(1, 0.6), (73, 0.6)], [(1, 0.0), (73, 0.4)],
                                  [(1, 0.8), (73, 0.3)])):
        curve(ob, path("axis", "rotation_axis_angle"), index, keys)
    half = math.sqrt(0.5)
    for bone, last in (("flip", (-half, -half, 0.0, 0.0)), ("unlike", (0.1, -0.9, 0.5, 2.0))):
        for index, (first, second) in enumerate(zip((half, half, 0.0, 0.0), last)):
            curve(ob, path(bone, "rotation_quaternion"), index, [(1, first), (30, first * 0.9 + 0.05), (73, second)])


# ---- 7: two actions, each of which keys what the other does not ----


def leak() -> None:
    ob = plain("Leak", ["leg", "arm"])
    bpy.data.actions.remove(ob.animation_data.action)
    for name, bone in (("Leak legs", "leg"), ("Leak arm", "arm")):
        play(ob, name)
        curve(ob, path(bone, "location"), 0, [(1, 0.5), (20, 7.0)])
        curve(ob, path(bone, "rotation_quaternion"), 1, [(1, 0.0), (20, 0.7)])
        curve(ob, path(bone, "scale"), 1, [(1, 1.0), (20, 3.0)])
        if hasattr(ob.animation_data, "action_slot"):
            ob.animation_data.action.slots[0].name_display = "Leak"


# ---- 12: a rig ----


def rig() -> None:
    ob = armature("Rig", {
        "root": ("", (0, 0, 0), (0, 0, 20)), "upper": ("root", (0, 0, 20), (4, 2, 60)),
        "lower": ("upper", (4, 2, 60), (0, 0, 100)), "hand": ("lower", (0, 0, 100), (0, 30, 110)),
        "target": ("", (10, 20, 90), (10, 40, 90)), "pole": ("", (60, -60, 60), (60, -80, 60)),
        "control": ("hand", (20, 0, 100), (20, 10, 120)), "deform": ("", (20, 0, 100), (20, 10, 120)),
        "broken": ("deform", (0, 50, 0), (10, 60, 5)), "no scale": ("root", (-20, 0, 10), (-30, 5, 20)),
        "sheared": ("no scale", (-30, 5, 20), (-50, 20, 20)), "mirrored": ("root", (0, -20, 0), (0, -40, 10)),
        "after": ("mirrored", (5, -45, 0), (5, -60, 30))})
    ob.scale, ob.rotation_euler, ob.location = (0.01, 0.01, 0.01), (1.2, -0.4, 2.0), (1.0, -2.0, 0.5)
    ob.data.bones["no scale"].inherit_scale = "NONE"
    ob.data.bones["after"].use_inherit_rotation = False
    bones = ob.pose.bones
    for bone in bones:
        bone.rotation_mode = "XYZ"
    reach = bones["lower"].constraints.new("IK")
    reach.target, reach.subtarget, reach.chain_count = ob, "target", 2
    reach.pole_target, reach.pole_subtarget = ob, "pole"
    follow = bones["deform"].constraints.new("COPY_TRANSFORMS")
    follow.target, follow.subtarget = ob, "control"
    play(ob, "Rig")
    for bone, name, index, values in (
            ("root", "location", 0, (0, 12, -3)), ("root", "rotation_euler", 2, (0, 1.0, -0.5)),
            ("root", "scale", 0, (1, 1.6, 0.7)), ("target", "location", 2, (0, -30, 10)),
            ("target", "location", 0, (0, 25, 5)), ("hand", "rotation_euler", 0, (0, 0.8, -0.8)),
            ("control", "rotation_euler", 1, (0, 1.5, 0.2)), ("broken", "location", 1, (0, 8, -8)),
            ("no scale", "scale", 1, (1, 2, 0.5)), ("no scale", "rotation_euler", 0, (0, 0.7, 0.3)),
            ("sheared", "rotation_euler", 1, (0.5, 1.2, -0.4)), ("sheared", "scale", 2, (1, 0.5, 2)),
            ("mirrored", "scale", 0, (-1, -1.5, -0.8)), ("mirrored", "rotation_euler", 2, (0, 0.5, -0.9)),
            ("after", "rotation_euler", 1, (0, 1.1, 0.4)), ("after", "location", 1, (0, 4, -4))):
        curve(ob, path(bone, name), index, list(zip((1.0, 8.0, 17.0), values)), "BEZIER")
    held = bpy.data.objects.new("Held", None)
    bpy.context.scene.collection.objects.link(held)
    held.parent, held.parent_type, held.parent_bone = ob, "BONE", "hand"


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = 73
    for build in (cuts, grid, spins, leak, rig):
        build()
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-1])
