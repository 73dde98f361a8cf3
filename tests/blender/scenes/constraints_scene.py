# SPDX-License-Identifier: MIT
"""An object with each kind of constraint that Blender has, and a rig with those that bones alone have:
`blender -b --factory-startup --python constraints_scene.py -- OUT.blend`. One clip: "Cause", the action of what they follow.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy

END = 17
KEYS = {1: 0.0, 7: 2.0, END: -1.0}
OF_BONES = ("IK", "SPLINE_IK")
OF_FOOTAGE = ("CAMERA_SOLVER", "FOLLOW_TRACK", "OBJECT_SOLVER", "TRANSFORM_CACHE")  # what they read is in other files


def add(name: str, data: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def key(ob: Any) -> None:
    for frame, value in KEYS.items():
        ob.location = [value / (i + 1) for i in range(3)]
        ob.rotation_euler = [value / (i + 2) for i in range(3)]
        ob.scale = [1 + 0.1 * value] * 3
        ob.keyframe_insert("location", frame=frame)
        ob.keyframe_insert("scale", frame=frame)
        ob.keyframe_insert("rotation_euler", frame=frame)


def add_rail() -> Any:
    data = bpy.data.curves.new("Rail", "CURVE")
    data.dimensions = "3D"
    spline = data.splines.new("BEZIER")
    spline.bezier_points.add(2)
    for point, place in zip(spline.bezier_points, ((-2, 0, 0), (0, 2, 1), (3, 0, 0))):
        point.co = place
        point.handle_left_type = point.handle_right_type = "AUTO"
    data.use_path = True
    rail = add("Rail", data)
    rail.parent = bpy.data.objects["Cause"]
    return rail


def add_ground() -> Any:
    """Bent by geometry nodes: what they make is what a constraint with it holds to."""
    mesh = bpy.data.meshes.new("Ground")
    mesh.from_pydata([(-9, -9, 0), (9, -9, 1), (9, 9, 0), (-9, 9, -1)], [], [(0, 1, 2, 3)])
    ground = add("Ground", mesh)
    tree = bpy.data.node_groups.new("Lift", "GeometryNodeTree")
    if hasattr(tree, "interface"):
        tree.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        tree.inputs.new("NodeSocketGeometry", "Geometry")
        tree.outputs.new("NodeSocketGeometry", "Geometry")
    entry, move, end = (tree.nodes.new(kind) for kind in ("NodeGroupInput", "GeometryNodeTransform", "NodeGroupOutput"))
    tree.links.new(entry.outputs[0], move.inputs["Geometry"])
    tree.links.new(move.outputs[0], end.inputs[0])
    move.inputs["Translation"].default_value = (0, 0, -2)
    move.inputs["Scale"].default_value = (1, 1, 3)
    ground.modifiers.new("Lift", "NODES").node_group = tree
    ground.parent = bpy.data.objects["Cause"]
    return ground


def add_rig() -> Any:
    rig = add("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    for chain in ("leg", "tail"):
        parent = None
        for i in range(3):
            bone = rig.data.edit_bones.new(f"{chain}{i}")
            bone.head, bone.tail = (i * 1.2, 0.1 * (i % 2), 0), (i * 1.2 + 1.2, 0.1 * (1 - i % 2), 0)
            bone.parent, bone.use_connect, parent = parent, parent is not None, bone
    bpy.ops.object.mode_set(mode="OBJECT")
    rig.location.y = -1.5
    return rig


def constrain(owner: Any, kind: str, targets: dict[str, Any]) -> None:
    constraint = owner.constraints.new(kind)
    target = targets.get(kind, targets["usual"])
    if kind == "ARMATURE":
        made = constraint.targets.new()
        made.target, made.subtarget = targets["rig"], "tail1"
    elif hasattr(constraint, "target"):
        constraint.target = target
    if kind == "ACTION":
        constraint.action, constraint.transform_channel = targets["usual"].animation_data.action, "LOCATION_X"
        constraint.frame_end, constraint.max = END, 2.0
    if kind == "STRETCH_TO":
        constraint.rest_length = 2.0  # without, it is what the distance is whenever Blender looks first
        owner.location = (-2, -3, 2)  # from where it never has to swing about
    if kind == "TRANSFORM":
        constraint.from_max_x, constraint.to_max_x = 2.0, 5.0
    if kind == "FLOOR":
        constraint.offset = 3.0
    if kind == "PIVOT":
        constraint.rotation_range = "ALWAYS_ACTIVE"
    if kind == "LIMIT_ROTATION":
        constraint.use_limit_x, constraint.max_x = True, 0.3
    if kind in ("LIMIT_LOCATION", "LIMIT_SCALE"):
        constraint.use_max_x, constraint.max_x = True, 0.8
    if kind == "FOLLOW_PATH":
        constraint.use_curve_follow, constraint.offset = True, -30.0


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    cause = add("Cause")
    key(cause)
    cause.animation_data.action.name = "Cause"
    rail, ground, rig = add_rail(), add_ground(), add_rig()
    targets = {"usual": cause, "rig": rig, "CLAMP_TO": rail, "FOLLOW_PATH": rail, "SHRINKWRAP": ground}
    kinds = [item.identifier for item in bpy.types.Constraint.bl_rna.properties["type"].enum_items]
    for i, kind in enumerate(kind for kind in kinds if kind not in (*OF_BONES, *OF_FOOTAGE)):
        owner = add(kind)
        owner.location, owner.rotation_euler = (1 + i % 3, 2, 0.5 * (i % 4)), (0.2, 0.1 * i, -0.3)
        owner.parent = cause if kind.startswith(("LIMIT", "MAINTAIN")) else None
        constrain(owner, kind, targets)
    leg = rig.pose.bones["leg2"].constraints.new("IK")
    leg.target, leg.iterations = cause, 500
    spline = rig.pose.bones["tail2"].constraints.new("SPLINE_IK")
    spline.target, spline.chain_count = rail, 3
    bpy.ops.wm.save_as_mainfile(filepath=out)


if __name__ == "__main__":
    main(sys.argv[-1])
