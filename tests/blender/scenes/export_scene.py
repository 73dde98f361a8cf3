# SPDX-License-Identifier: MIT
"""Builds the scene of test_export.py: `blender -b --python export_scene.py -- OUT.blend`.

Each function makes one case; the name of its action is the name of its clip.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy
from mathutils import Euler, Matrix

MODES = ("QUATERNION", "AXIS_ANGLE", "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")


# ---- Actions in all Blenders ----


def play(block: Any, name: str) -> Any:
    """Makes a new action of that name the active one."""
    data = block.animation_data or block.animation_data_create()
    data.action = bpy.data.actions.new(name)
    return data.action


def curves_of(action: Any) -> list[Any]:
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
            for curve in bag.fcurves]


def key(owner: Any, path: str, keys: dict[float, Any], index: int = -1, kind: str = "BEZIER") -> list[Any]:
    """Inserts keys and gives the F-curves that they stand in."""
    for frame, value in keys.items():
        if index < 0:
            setattr(owner, path, value)
        else:
            getattr(owner, path)[index] = value
        owner.keyframe_insert(path, index=index, frame=frame)
    prefix = owner.path_from_id(path)
    found = [curve for curve in curves_of(owner.id_data.animation_data.action)
             if curve.data_path == prefix and index in (-1, curve.array_index)]
    for curve in found:
        for point in curve.keyframe_points:
            point.interpolation = kind
    return found


def stash(block: Any) -> None:
    """Puts the active action into a muted NLA track."""
    data = block.animation_data
    slot = getattr(data, "action_slot", None)
    track = data.nla_tracks.new()
    strip = track.strips.new(data.action.name, 1, data.action)
    if slot is not None:
        strip.action_slot = slot
    track.mute = True
    data.action = None


def add(name: str, data: Any = None, parent: Any = None, collection: Any = None) -> Any:
    ob = bpy.data.objects.new(name, data)
    (collection or bpy.context.scene.collection).objects.link(ob)
    ob.parent = parent
    return ob


def add_bones(name: str, bones: dict[str, tuple], collection: Any = None) -> Any:
    """An armature; each bone is (parent, head, tail, roll, connected)."""
    ob = add(name, bpy.data.armatures.new(name))
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    for bone, (parent, head, tail, roll, connected) in bones.items():
        made = ob.data.edit_bones.new(bone)
        made.head, made.tail, made.roll = head, tail, roll
        made.parent = ob.data.edit_bones[parent] if parent else None
        made.use_connect = connected
    bpy.ops.object.mode_set(mode="OBJECT")
    if collection is not None:
        collection.objects.link(ob)
        bpy.context.scene.collection.objects.unlink(ob)
    return ob


def add_cube(name: str, parent: Any = None, collection: Any = None) -> Any:
    mesh = bpy.data.meshes.new(name)
    corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    mesh.from_pydata(corners, [], faces)
    return add(name, mesh, parent, collection)


# ---- Cases: objects ----


def rotation_modes() -> None:
    """Every mode with its deltas, under a parent that turns and is scaled unevenly."""
    parent = add("Turning")
    play(parent, "turning")
    key(parent, "rotation_euler", {1: (0, 0, 0), 20: (0.5, 7.0, 1.0)})
    key(parent, "scale", {1: (1, 1, 1), 20: (1, 2, 0.5)}, kind="LINEAR")
    values = {"rotation_quaternion": ((1, 0, 0, 0), (0.2, 0.7, -0.9, 0.1)),
              "rotation_axis_angle": ((0.1, 1, 0, 0), (4.0, 0.3, 1, 2)),
              "rotation_euler": ((0, 0, 0), (9, -2, 0.5))}
    for mode in MODES:
        ob = add(f"Mode {mode}", None, parent)
        ob.rotation_mode = mode
        ob.matrix_parent_inverse = Matrix.Translation((1, 2, 3)) @ Euler((0.3, 0.2, 0.1)).to_matrix().to_4x4()
        ob.delta_location, ob.delta_scale = (0.5, 0, 1), (1, 2, 1)
        ob.delta_rotation_euler, ob.delta_rotation_quaternion = (0.1, 0.2, 0.3), (0.9, 0.1, 0.3, 0)
        play(ob, f"mode {mode}")
        name = "rotation_" + (mode.lower() if mode in MODES[:2] else "euler")
        first, last = values[name]
        key(ob, name, {1: first, 12.5: last})
        key(ob, "location", {3: 0.0, 9: 4.0}, index=1)
        key(ob, "scale", {1: (1, 1, 1), 10: (-1, 0.5, 2)})


def animated_deltas() -> None:
    ob = add("Deltas")
    play(ob, "deltas")
    key(ob, "delta_location", {1: (0, 0, 0), 10: (1, 2, 3)})
    key(ob, "delta_rotation_euler", {1: (0, 0, 0), 10: (1, 2, 3)})
    key(ob, "delta_scale", {1: (1, 1, 1), 10: (1, 2, 3)})


def easing_and_modifier() -> None:
    """A modifier that the runtime does not evaluate has its curve sampled by itself; its neighbours stay curves."""
    ob = add("Easing")
    play(ob, "easing")
    key(ob, "location", {1: 0.0, 10: 5.0}, index=0, kind="BOUNCE")
    key(ob, "location", {1: 0.0, 10: 5.0}, index=1, kind="BEZIER")
    key(ob, "location", {1: 0.0, 10: 5.0}, index=2, kind="LINEAR")[0].modifiers.new("NOISE")
    key(ob, "rotation_euler", {1: 0.0, 4: 1.0}, index=2, kind="LINEAR")[0].modifiers.new("CYCLES")
    key(ob, "scale", {1: 3.0, 10: 3.0}, index=0)


def muted_and_lost() -> None:
    ob = add("Muted")
    ob["lost"] = 1.0
    play(ob, "muted")
    key(ob, "location", {1: 0.0, 10: 5.0}, index=0)[0].mute = True
    key(ob, "location", {1: 0.0, 10: 5.0}, index=1)
    ob.keyframe_insert('["lost"]', frame=1)
    del ob["lost"]


def hidden_and_keyed() -> None:
    ob = add("Hidden")
    ob.hide_viewport = True
    play(ob, "hidden")
    key(ob, "location", {1: (0, 0, 0), 10: (1, 2, 3)})
    key(ob, "hide_viewport", {1: True, 5: False})
    key(ob, "hide_render", {1: True, 5: False})


def driven() -> None:
    ob, follower = add("Driver"), add("Driven")
    play(ob, "driver")
    key(ob, "location", {1: (0, 0, 0), 10: (4, 0, 0)})
    driver = follower.driver_add("location", 2).driver
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id = ob
    variable.targets[0].transform_type = "LOC_X"
    driver.expression = "var * 2 + 1"


def constrained() -> None:
    target, ob = add("Target"), add("Constrained")
    child = add("Child of constrained", None, ob)
    child.location = (0, 1, 0)
    play(target, "target")
    key(target, "location", {1: (1, 1, 0), 10: (-2, 3, 4)})
    ob.constraints.new("TRACK_TO").target = target
    ob.constraints[0].track_axis, ob.constraints[0].up_axis = "TRACK_Y", "UP_Z"
    play(ob, "constrained moves")
    key(ob, "location", {1: (0, 0, 0), 10: (0, 0, 2)})


def vanishing() -> None:
    """The scale of a parent goes through zero, where nothing of its child can be told."""
    parent = add("Vanishing")
    child = add("Child of vanishing", None, parent)
    child.constraints.new("LIMIT_LOCATION").use_min_x = True
    play(parent, "vanishing")
    key(parent, "scale", {1: (1, 1, 1), 6: (0, 0, 0), 11: (1, -1, 1)}, kind="LINEAR")


def two_actions_of_one() -> None:
    ob = add("Twice")
    play(ob, "twice a")
    key(ob, "location", {5: (1, 0, 0), 10: (2, 0, 0)})
    stash(ob)
    play(ob, "twice b")
    key(ob, "rotation_euler", {1: (0, 0, 0), 10: (0, 0, 3)})


def unused() -> None:
    """Of the first, two objects have what it animates; the other names a bone that only one armature has."""
    ob = add("Once")
    play(ob, "unused, ambiguous").use_fake_user = True
    key(ob, "location", {1: (1, 0, 0), 10: (2, 0, 0)})
    ob.animation_data.action = None
    rig = bpy.data.objects["Rig"]
    before = rig.animation_data.action
    slot = getattr(rig.animation_data, "action_slot", None)
    play(rig, "unused, of the rig").use_fake_user = True
    key(rig.pose.bones["Hip"], "location", {1: (0, 0, 0), 10: (0, 1, 0)})
    rig.animation_data.action = before
    if slot is not None:
        rig.animation_data.action_slot = slot


# ---- Cases: bones, shape keys, instances ----


def rig() -> None:
    ob = add_bones("Rig", {
        "Hip": ("", (0, 0, 0), (0, 0.2, 1), 0.4, False), "Spine": ("Hip", (0, 0.2, 1), (0, 0, 2), 0, True),
        "Odd": ("Spine", (0.5, 0, 2), (1, 0, 2.5), 1, False),
        'Quote "q".L': ("Spine", (0, 0, 2), (0, 1, 2), 0, True)})
    ob.location, ob.scale = (1, 2, 3), (0.5, 0.5, 0.5)
    ob.data.bones["Odd"].inherit_scale = "NONE"
    held, relative = add("Held", None, ob), add("Held relatively", None, ob)
    for child, bone in ((held, 'Quote "q".L'), (relative, "Spine")):
        child.parent_type, child.parent_bone = "BONE", bone
    ob.data.bones["Spine"].use_relative_parent = True
    action = play(ob, "rig")
    for name, frame in (("second step", 7), ("step", 3)):
        action.pose_markers.new(name).frame = frame
    bones = ob.pose.bones
    bones["Spine"].rotation_mode = "ZXY"
    key(bones["Hip"], "location", {1: (0, 0, 0), 10: (0, 1, 0)})
    key(bones["Hip"], "rotation_quaternion", {1: (1, 0, 0, 0), 10: (0.5, 0.5, 0, 0.3)})
    key(bones["Spine"], "rotation_euler", {1: (0, 0, 0), 10: (1, 0, 0.4)})
    key(bones["Spine"], "scale", {1: (1, 1, 1), 10: (1, 2, 0.7)})
    key(bones["Spine"], "location", {1: (0, 0, 0), 10: (9, 9, 9)})
    key(bones['Quote "q".L'], "rotation_quaternion", {1: (1, 0, 0, 0), 10: (0.5, 0, 0, 0.3)})


def leg() -> None:
    """Inverse kinematics: the target is keyed, the chain is sampled."""
    ob = add_bones("Leg", {"Upper": ("", (0, 0, 2), (0, -0.1, 1), 0, False),
                           "Lower": ("Upper", (0, -0.1, 1), (0, 0, 0), 0, True),
                           "Foot target": ("", (0, 0, 0), (0, 0.5, 0), 0, False)})
    constraint = ob.pose.bones["Lower"].constraints.new("IK")
    constraint.target, constraint.subtarget, constraint.chain_count = ob, "Foot target", 2
    play(ob, "leg")
    key(ob.pose.bones["Foot target"], "location", {1: (0, 0, 0), 10: (0.3, 0.5, 0.2)})


def shape_keys() -> None:
    ob = add_cube("Face")
    for number, name in enumerate(("Basis", "Smile", 'Brow "up".R', "Driven")):
        block = ob.shape_key_add(name=name, from_mix=False)
        block.value = 0.0
        block.data[number].co.x += 0.5 * number
    keys = ob.data.shape_keys
    blocks = keys.key_blocks
    play(keys, "face")
    key(blocks["Smile"], "value", {1: 0.0, 10: 1.0})
    key(blocks['Brow "up".R'], "value", {1: 0.0, 5: 3.0, 10: 0.2}, kind="LINEAR")  # beyond its range
    driver = keys.driver_add('key_blocks["Driven"].value').driver
    variable = driver.variables.new()
    variable.type = "SINGLE_PROP"
    variable.targets[0].id_type = "KEY"
    variable.targets[0].id = keys
    variable.targets[0].data_path = 'key_blocks["Smile"].value'
    driver.expression = "1 - var"


def instances() -> None:
    """A collection that is shown only by instances, one within another, with a rig and what it moves."""
    inner, outer = bpy.data.collections.new("Inner"), bpy.data.collections.new("Outer")
    inner.instance_offset = (0, 0, 1)
    rig_ob = add_bones("Copied rig", {"Bone": ("", (0, 0, 0), (0, 0, 2), 0, False)}, inner)
    cube = add_cube("Copied cube", rig_ob, inner)
    cube.vertex_groups.new(name="Bone").add(range(4), 1.0, "REPLACE")
    cube.modifiers.new("Armature", "ARMATURE").object = rig_ob
    play(rig_ob, "copied")
    key(rig_ob.pose.bones["Bone"], "rotation_quaternion", {1: (1, 0, 0, 0), 10: (0.7, 0.7, 0, 0)})
    key(rig_ob, "location", {1: (0, 0, 0), 10: (2, 0, 0)})
    nested = add("Nested", collection=outer)
    nested.instance_type, nested.instance_collection, nested.location = "COLLECTION", inner, (0, 3, 0)
    for number in range(2):
        shown = add(f"Instance {number}")
        shown.instance_type, shown.instance_collection = "COLLECTION", outer
        shown.location, shown.rotation_euler = (5 * number, 0, 0), (0, 0, number)
    play(bpy.data.objects["Instance 1"], "instance moves")
    key(bpy.data.objects["Instance 1"], "location", {1: (5, 0, 0), 10: (5, 0, 4)})


def stage() -> None:
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 20
    camera = add("Camera", bpy.data.cameras.new("Shot"))
    scene.camera = camera
    play(camera, "camera")
    key(camera, "location", {1: (0, -9, 2), 20: (2, -9, 2)})
    light = bpy.data.lights.new("Lamp", "SPOT")
    add("Lamp", light)
    panel, noon = bpy.data.lights.new("Panel", "AREA"), bpy.data.lights.new("Noon", "SUN")
    panel.shape, panel.size, panel.size_y, noon.angle = "RECTANGLE", 2.0, 0.5, 0.25
    add("Panel", panel)
    add("Noon", noon)
    world = scene.world = bpy.data.worlds.new("Sky")
    world.use_nodes = True
    background = next(node for node in world.node_tree.nodes if node.type == "BACKGROUND")
    background.inputs["Color"].default_value = (0.1, 0.2, 0.3, 1)
    background.inputs["Strength"].default_value = 2.0
    play(light, "lamp")
    key(light, "energy", {1: 10.0, 20: 500.0})
    marker = bpy.context.scene.timeline_markers.new("cut", frame=5)
    marker.camera = bpy.context.scene.camera or next(ob for ob in bpy.data.objects if ob.type == "CAMERA")
    material = bpy.data.materials.new("Paint")
    play(material, "paint")
    key(material, "diffuse_color", {1: (1, 0, 0, 1), 10: (0, 1, 0, 1)})
    bpy.data.objects["Face"].data.materials.append(material)


def build() -> None:
    for ob in list(bpy.data.objects):
        bpy.data.objects.remove(ob)
    for make in (rotation_modes, animated_deltas, easing_and_modifier, muted_and_lost, hidden_and_keyed,
                 driven, constrained, vanishing, two_actions_of_one, rig, leg, shape_keys, instances, unused,
                 stage):
        make()
    bpy.context.scene.frame_set(1)


if __name__ == "__main__":
    build()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[sys.argv.index("--") + 1])
