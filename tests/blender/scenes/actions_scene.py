# SPDX-License-Identifier: MIT
"""Actions with everything that an artist can set in them: `-- OUT.blend`."""
from __future__ import annotations

import sys
from typing import Any

import bpy

INTERPOLATIONS = ("CONSTANT", "LINEAR", "BEZIER", "BACK", "BOUNCE", "CIRC", "CUBIC", "ELASTIC", "EXPO", "QUAD", "QUART",
                  "QUINT", "SINE")
EASINGS = ("AUTO", "EASE_IN", "EASE_OUT", "EASE_IN_OUT")
HANDLES = ("FREE", "ALIGNED", "VECTOR", "AUTO", "AUTO_CLAMPED")


def fcurves(block: Any) -> Any:
    data = block.animation_data
    if hasattr(data.action, "fcurves"):
        return data.action.fcurves
    return data.action.layers[0].strips[0].channelbag(data.action_slot).fcurves


def groups(block: Any) -> Any:
    data = block.animation_data
    if hasattr(data.action, "groups"):
        return data.action.groups
    return data.action.layers[0].strips[0].channelbag(data.action_slot).groups


def key(block: Any, path: str, values: Any, step: float = 4.0) -> None:
    for number, value in enumerate(values):
        if "." in path:
            owner, name = path.rsplit(".", 1)
            setattr(block.path_resolve(owner), name, value)
        else:
            setattr(block, path, value)
        block.keyframe_insert(path, frame=1 + number * step)


def style_keys(curve: Any) -> None:
    """Every kind of everything, in turns that do not agree."""
    kinds = bpy.types.Keyframe.bl_rna.properties["type"].enum_items.keys()
    for number, point in enumerate(curve.keyframe_points):
        point.interpolation = INTERPOLATIONS[number % len(INTERPOLATIONS)]
        point.easing = EASINGS[number % len(EASINGS)]
        point.handle_left_type = HANDLES[number % len(HANDLES)]
        point.handle_right_type = HANDLES[number // 2 % len(HANDLES)]
        point.type = kinds[number % len(kinds)]
        if number % 3 == 0:
            point.back, point.amplitude, point.period = 0.5 + number, 0.25 * number, 1.5 + number
        if point.handle_left_type == "FREE":
            point.handle_left = (point.co.x - 1.25, point.co.y + 0.75)
        if point.handle_right_type == "FREE":
            point.handle_right = (point.co.x + 2.5, point.co.y - 3.0)


def add_modifiers(curve: Any) -> None:
    cycles = curve.modifiers.new("CYCLES")
    cycles.mode_before, cycles.mode_after, cycles.cycles_after = "REPEAT_OFFSET", "MIRROR", 3
    cycles.use_restricted_range, cycles.frame_start, cycles.frame_end = True, 5.0, 300.0
    cycles.blend_in, cycles.blend_out, cycles.use_influence, cycles.influence = 10.0, 20.0, True, 0.75
    generator = curve.modifiers.new("GENERATOR")
    generator.poly_order, generator.use_additive = 3, True
    generator.coefficients = [0.5, 0.25, -0.125, 0.0625]
    function = curve.modifiers.new("FNGENERATOR")
    function.function_type, function.amplitude, function.use_additive = "COS", 0.3, True
    envelope = curve.modifiers.new("ENVELOPE")
    frames = (1.0, 20.0, 33.5)
    for frame in frames:
        envelope.control_points.add(frame)
    for name, factor in (("min", -1), ("max", 2)):  # all at once: a point's own property may crash Blender 3.4
        envelope.control_points.foreach_set(name, [factor * frame for frame in frames])
    limits = curve.modifiers.new("LIMITS")
    limits.use_max_y, limits.max_y, limits.mute = True, 7.0, True
    stepped = curve.modifiers.new("STEPPED")
    stepped.frame_step, stepped.frame_offset, stepped.use_frame_start = 3.0, 1.0, True
    noise = curve.modifiers.new("NOISE")
    noise.scale, noise.strength, noise.phase, noise.depth = 2.0, 0.5, 4.0, 2


def cube_action(cube: Any) -> None:
    key(cube, "location", [(i % 5, i % 3, 4) for i in range(28)])  # z stands still
    key(cube, "rotation_euler", [(0, 0, i) for i in range(6)], 2.5)
    key(cube, "hide_viewport", [False, True, False])
    x, y, z, *turns = fcurves(cube)
    for curve in (x, y):
        style_keys(curve)
    x.extrapolation, x.auto_smoothing, y.auto_smoothing = "LINEAR", "NONE", "CONT_ACCEL"
    x.color_mode, x.color = "CUSTOM", (0.25, 0.5, 0.75)
    y.mute = y.lock = z.hide = True
    add_modifiers(turns[2])
    group = groups(cube).new("Turning")
    for curve in turns[:3]:
        curve.group = group
    group.color_set, group.lock = "CUSTOM", True
    group.colors.normal, group.colors.select, group.colors.active = (1, 0, 0), (0, 1, 0), (0, 0, 1)
    turns[0].convert_to_samples(1, 12)
    action = cube.animation_data.action
    action.name = "Dance"
    action.use_frame_range, action.use_cyclic, action.frame_start, action.frame_end = True, True, 3.0, 90.5
    for name, frame in (("step", 9), ("step", 4), ("end", 90)):
        action.pose_markers.new(name).frame = frame


def rig_action(cube: Any) -> None:
    """Bones, one of which a constraint holds, and a path that leads nowhere."""
    rig = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.scene.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for number in range(3):
        bone = rig.data.edit_bones.new(f"Bone \"{number}\"")
        bone.head, bone.tail = (number, 0, 0), (number, 0, 1)
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in rig.pose.bones:
        bone.rotation_mode = "QUATERNION"
        for frame, w in ((1, 1.0), (12, 0.5), (24, 1.0)):
            bone.rotation_quaternion.x = w
            bone.keyframe_insert("rotation_quaternion", frame=frame, group=bone.name)
    rig.pose.bones[1].constraints.new("COPY_LOCATION").target = cube
    fcurves(rig)[0].data_path = 'pose.bones["Nobody"].rotation_quaternion'
    groups(rig)[1].mute = True
    rig.animation_data.action.name = "Wave"


def main() -> None:
    cube = bpy.data.objects["Cube"]
    cube_action(cube)
    cube.shape_key_add(name="Basis")
    smile = cube.shape_key_add(name="Smile")
    for frame, value in ((1, 0.0), (10, 1.0)):
        smile.value = value
        smile.keyframe_insert("value", frame=frame)
    material = cube.data.materials[0]
    material.use_nodes = True
    color = material.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
    for frame, red in ((1, 0.0), (10, 1.0)):
        color.default_value[0] = red
        color.keyframe_insert("default_value", frame=frame)
    rig_action(cube)
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])


main()
