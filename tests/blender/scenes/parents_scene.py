# SPDX-License-Identifier: MIT
"""Parents of every kind, with parent inverses: `blender -b --factory-startup --python parents_scene.py -- OUT.blend`.

Each action is named after the thing that it moves.  Names of children begin with that of their parent.
"""
from __future__ import annotations

import sys
from typing import Any

import bpy
from mathutils import Matrix

END = 21
INVERSE = Matrix.LocRotScale((0.3, -0.2, 0.5), Matrix.Rotation(0.7, 3, (1, 2, 3)), (1.5, 0.5, 0.8)) @ Matrix.Shear(
    "XY", 4, (0.3, -0.2))
POINTS = [(x, y, z) for z in (0.0, 1.0, 2.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0)]
FACES = [(0, 1, 3, 2), (0, 1, 5, 4), (1, 3, 7, 5), (4, 5, 9, 8), (5, 7, 11, 9), (8, 9, 11, 10)]


# ---- Building ----


def add(name: str, data: Any = None, parent: Any = None, kind: str = "OBJECT") -> Any:
    """At a place of its own, and turned, so that no formula is right by chance."""
    ob = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(ob)
    if parent is not None:
        ob.parent, ob.parent_type = parent, kind
        ob.location, ob.rotation_euler, ob.scale = (0.5, -1, 2), (0.3, -0.8, 0.4), (1, 0.7, 1.2)
        ob.matrix_parent_inverse = INVERSE
    return ob


def tower(name: str) -> Any:
    """A mesh of three storeys."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(POINTS, [], FACES)
    return mesh


def move(ob: Any, owner: Any = None, size: float = 1.0) -> None:
    """Keys to all of its place, turn and size."""
    owner = owner if owner is not None else ob
    turn = "rotation_quaternion" if owner.rotation_mode == "QUATERNION" else "rotation_euler"
    for frame, part in ((1, 0.0), (8, 1.0), (15, -0.6), (END, 0.4)):
        owner.location = (part * size, part * part * size, -part / 2 * size)
        values = (1.0, part, -part / 2, part / 3) if len(getattr(owner, turn)) == 4 else (part, -part, 2 * part)
        setattr(owner, turn, values)
        owner.scale = (1 + part / 2, 1 - part / 3, 1 + part / 4)
        for path in ("location", turn, "scale"):
            owner.keyframe_insert(path, frame=frame)
    named(ob)


def named(block: Any, name: str = "") -> None:
    block.animation_data.action.name = name or block.name
    block.animation_data.action.use_fake_user = True


def key(owner: Any, name: str, values: dict[int, Any]) -> None:
    for frame, value in values.items():
        setattr(owner, name, value)
        owner.keyframe_insert(name, frame=frame)


# ---- Points as parents ----


def corners() -> None:
    """A mesh with a shape key, and what hangs on its points: on one, and on three."""
    face = add("Face", tower("Face"))
    face.location = (3, 0, 0)
    face.shape_key_add(name="Basis")
    bulge = face.shape_key_add(name="Bulge")
    for i, point in enumerate(bulge.data):
        point.co.x += 0.2 * i
        point.co.z += 0.1 * i * (i % 3)
    key(bulge, "value", {1: 0.0, 10: 1.0, END: 0.2})
    named(face.data.shape_keys, "Face key")
    add("Face one", None, face, "VERTEX").parent_vertices = (9, 0, 0)
    three = add("Face three", tower("Face three"), face, "VERTEX_3")
    three.parent_vertices = (1, 7, 11)
    keyed = add("Face three keyed", None, face, "VERTEX_3")
    keyed.parent_vertices = (3, 8, 10)
    move(keyed)
    keyed.delta_location = (0.2, -0.3, 0.1)
    key(keyed, "delta_scale", {1: (1, 1, 1), 10: (1.5, 1, 0.8), END: (1, 1, 1)})
    add("Face three keyed child", None, keyed)
    flat = add("Face flat", None, face, "VERTEX")
    flat.parent_vertices = (9, 0, 0)
    flat.matrix_parent_inverse = Matrix.Diagonal((1, 0, 2, 1)) @ INVERSE
    key(flat, "location", {1: (0, 0, 0), 8: (1, 2, 0.5), END: (-1, 1, 0)})
    named(flat)
    # Its own formula places this one, so that it keeps its curves.
    flat = add("Face plain flat", None, face)
    flat.matrix_parent_inverse = Matrix.Diagonal((1, 0, 2, 1)) @ INVERSE
    move(flat)
    lost = add("Face lost", None, flat)
    lost.constraints.new("COPY_TRANSFORMS").target = face
    # The mesh moves as a whole, and its points stay where they are in it.
    stiff = add("Stiff", tower("Stiff"))
    move(stiff)
    add("Stiff one", None, stiff, "VERTEX").parent_vertices = (4, 0, 0)
    add("Stiff three", None, stiff, "VERTEX_3").parent_vertices = (0, 6, 11)


# ---- What deforms as parent ----


def lattice() -> None:
    cage = add("Cage", bpy.data.lattices.new("Cage"))
    cage.scale = (2, 2, 2)
    add("Cage mesh", tower("Cage mesh"), cage, "LATTICE")
    keyed = add("Cage keyed", None, cage, "LATTICE")
    move(keyed)
    move(cage)


def armature() -> Any:
    rig = add("Rig", bpy.data.armatures.new("Rig"))
    rig.location, rig.scale = (0, 5, 0), (0.5, 0.8, 0.7)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    low = rig.data.edit_bones.new("low")
    low.tail = (0, 0.2, 1)
    high = rig.data.edit_bones.new("high")
    high.head, high.tail, high.parent = (0, 0.2, 1), (0.3, 0, 2.2), low
    still = rig.data.edit_bones.new("still")
    still.head, still.tail, still.roll = (1, 0, 0), (2, 0.5, 1), 0.7
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def bones() -> None:
    rig = armature()
    for name, kind, bone in (("Rig tail", "BONE", "high"), ("Rig still", "BONE", "still"), ("Rig lost", "BONE", "low"),
                             ("Rig keyed", "BONE", "high")):
        ob = add(name, None, None)
        place(ob, rig, kind, bone)
    bpy.data.objects["Rig lost"].parent_bone = "no such bone"
    add("Rig tail child", None, bpy.data.objects["Rig tail"])
    skin = add("Rig skin", tower("Rig skin"), rig, "ARMATURE")
    for group, points in (("low", range(0, 8)), ("high", range(4, 12))):
        skin.vertex_groups.new(name=group).add(list(points), 0.6, "REPLACE")
    cut = add("Rig cut", tower("Rig cut"), rig, "ARMATURE")
    cut.modifiers.new("Triangulate", "TRIANGULATE")
    cut.vertex_groups.new(name="high").add(list(range(12)), 1.0, "REPLACE")
    # A steep triangle: Blender turns what hangs on a nearly level one in steps of 3e-4.
    add("Rig skin corner", None, skin, "VERTEX_3").parent_vertices = (0, 7, 10)
    add("Rig all", None, rig, "ARMATURE")
    for bone in ("low", "high"):
        move(rig, rig.pose.bones[bone], 0.3)
    move(bpy.data.objects["Rig keyed"])


def relative() -> None:
    """The armature's bones take what hangs on them along from their rest, not from their tails."""
    rig = armature()
    rig.name = rig.data.name = "Old"
    for bone in rig.data.bones:
        bone.use_relative_parent = True
    for name, bone in (("Old hand", "high"), ("Old still", "still")):
        place(add(name), rig, "BONE", bone)
    for bone in ("low", "high"):
        move(rig, rig.pose.bones[bone], 0.3)


def place(ob: Any, parent: Any, kind: str, bone: str) -> None:
    ob.parent, ob.parent_type, ob.parent_bone = parent, kind, bone
    ob.location, ob.rotation_euler, ob.scale = (0.5, -1, 2), (0.3, -0.8, 0.4), (1, 0.7, 1.2)
    ob.matrix_parent_inverse = INVERSE


# ---- A curve as parent, an object as parent ----


def path() -> None:
    data = bpy.data.curves.new("Way", "CURVE")
    data.dimensions = "3D"
    spline = data.splines.new("NURBS")
    spline.points.add(4)
    for i, point in enumerate(spline.points):
        point.co = (2 * i, (i * i) % 5, i % 2, 1)
    spline.use_endpoint_u = True
    data.use_path = data.use_path_follow = True
    data.path_duration = 20
    way = add("Way", data)
    add("Way walker", None, way)
    key(data, "eval_time", {1: 0.0, 12: 14.0, END: 20.0})
    named(data, "Way time")
    way.animation_data_create().action = bpy.data.actions.new("Way")  # else newer Blenders key both in one action
    move(way)


def objects() -> None:
    base = add("Base")
    move(base)
    child = add("Base child", None, base)
    move(child)
    grandchild = add("Base grandchild", None, child)
    grandchild.rotation_mode = "QUATERNION"
    move(grandchild)


# ---- A parent of another kind in the middle of a clip ----


def changing() -> None:
    """Its kind of parent is keyed: first the object, later the bone."""
    hinge = add("Changing", None, bpy.data.objects["Old"])
    hinge.parent_bone = "still"
    key(hinge, "parent_type", {1: "OBJECT", 11: "BONE"})
    named(hinge)


def main(out: str) -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.frame_end = END
    for make in (corners, lattice, bones, relative, path, objects, changing):
        make()
    bpy.ops.wm.save_as_mainfile(filepath=out)


main(sys.argv[-1])
