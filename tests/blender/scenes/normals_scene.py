# SPDX-License-Identifier: MIT
"""Meshes of every kind of smoothing, bent by bones and shape keys, and what Blender makes of their normals:
`blender -b --python normals_scene.py -- OUT.blend OUT.npz`.

OUT.npz has for each mesh and frame `NAME@FRAME`, the corner normals of the evaluated mesh.
"""
from __future__ import annotations

import math
import os
import random
import sys
from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np

SIZE = 9  # points along each side
FRAMES = (1.0, 3.5, 5.0, 7.5, 9.0)
KINDS = ("smooth", "flat", "some flat", "sharp", "angle", "keys", "keys angle", "keys flat", "volume", "custom",
         "custom flat", "custom some flat", "custom sharp", "custom angle", "custom keys", "custom keys some flat",
         "custom keys sharp", "custom keys flat")


def add_mesh(name: str, rng: random.Random) -> Any:
    """A bumpy sheet of quads, triangles and a pentagon, with an edge of three polygons and one turned over."""
    points = [(x, y, rng.uniform(-0.5, 0.5)) for y in range(SIZE) for x in range(SIZE)]
    quads = [(i, i + 1, i + SIZE + 1, i + SIZE) for i in (y * SIZE + x for y in range(SIZE - 1) for x in range(SIZE - 1))]
    first, second = quads.pop(0), quads.pop(0)
    polygons = [(first[0], first[1], first[2]), (first[0], first[2], first[3]), second + (len(points),)]
    points.append((1.5, 1.2, 0.3))
    quads[20] = quads[20][::-1]
    points += [(4, 4, 2), (5, 4, 2)]
    fin = (4 * SIZE + 4, 4 * SIZE + 5, len(points) - 1, len(points) - 2)
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], polygons + quads + [fin])
    ob = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(ob)
    return ob


def smooth(ob: Any, kind: set[str], rng: random.Random) -> None:
    mesh = ob.data
    for index, polygon in enumerate(mesh.polygons):
        polygon.use_smooth = "flat" not in kind or ("some" in kind and index % 4 > 0)
    if "sharp" in kind:
        for edge in mesh.edges:
            edge.use_edge_sharp = rng.random() < 0.3
    if hasattr(mesh, "use_auto_smooth"):
        mesh.use_auto_smooth = bool(kind & {"sharp", "angle", "custom"})
        mesh.auto_smooth_angle = math.radians(40) if "angle" in kind else math.pi
    if "custom" in kind:
        (free_normals if "free" in kind else turn_normals)(mesh, rng)


def turn_normals(mesh: Any, rng: random.Random) -> None:
    """Custom normals at any angle to Blender's own: turned alike around a point, but around every fourth one each for
    itself, for which Blender makes edges sharp."""
    of_points = [[rng.uniform(-1, 1) for _ in range(3)] for _ in mesh.vertices]
    turned = []
    for loop, normal in zip(mesh.loops, read_normals(mesh)):
        alone = loop.vertex_index % 4 == 3
        turned.append(0.7 * normal + ([rng.uniform(-1, 1) for _ in range(3)] if alone else of_points[loop.vertex_index]))
    mesh.normals_split_custom_set([tuple(normal / np.linalg.norm(normal)) for normal in turned])


def free_normals(mesh: Any, rng: random.Random) -> None:
    """Custom normals that stay as they are: vectors, not turns."""
    attribute = mesh.attributes.new("custom_normal", "FLOAT_VECTOR", "CORNER")
    for item in attribute.data:
        item.vector = [rng.uniform(-1, 1) for _ in range(3)]


def add_ring(rng: random.Random) -> Any:
    """Triangles around a point in a plane, from a pole above it back to another; its key puts both poles upright, so
    that the fan of the point begins and ends along its normal."""
    plane = [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (2, 0, 0)]
    mesh = bpy.data.meshes.new("custom ring")
    mesh.from_pydata([(0, 0, 0), (0.5, 0.3, 1), *plane, (0.2, -0.4, 1)], [], [(0, i, i + 1) for i in range(1, 7)])
    ob = bpy.data.objects.new("custom ring", mesh)
    bpy.context.scene.collection.objects.link(ob)
    smooth(ob, {"custom"}, rng)
    add_keys(ob, [(0, 0, 0), (0, 0, 1), *plane, (0, 0, 1)])
    return ob


def add_bones(rng: random.Random) -> Any:
    ob = bpy.data.objects.new("Rig", bpy.data.armatures.new("Rig"))
    bpy.context.scene.collection.objects.link(ob)
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    for i in range(3):
        bone = ob.data.edit_bones.new(f"Bone {i}")
        bone.head, bone.tail = (1 + 3 * i, 4, 0), (1 + 3 * i, 5, 0)
    bpy.ops.object.mode_set(mode="OBJECT")
    for bone in ob.pose.bones:
        bone.rotation_mode = "XYZ"
        for frame in (1, 5, 9):
            bone.rotation_euler = [rng.uniform(-0.8, 0.8) * (frame > 1) for _ in range(3)]
            bone.scale = [1 + rng.uniform(-0.2, 0.3) * (frame > 1) for _ in range(3)]
            bone.keyframe_insert("rotation_euler", frame=frame)
            bone.keyframe_insert("scale", frame=frame)
    return ob


def bend(ob: Any, kind: set[str], rig: Any) -> None:
    for i in range(3):
        group = ob.vertex_groups.new(name=f"Bone {i}")
        for vertex in ob.data.vertices:
            group.add([vertex.index], max(0.0, 1 - abs(vertex.co.x - 1 - 3 * i) / 3), "REPLACE")
    modifier = ob.modifiers.new("Armature", "ARMATURE")
    modifier.object, modifier.use_deform_preserve_volume = rig, "volume" in kind


def add_keys(ob: Any, points: Sequence[Sequence[float]]) -> None:
    ob.shape_key_add(name="Basis")
    key = ob.shape_key_add(name="Key", from_mix=False)
    for item, point in zip(key.data, points):
        item.co = point
    for frame, value in ((1, 0), (9, 1)):
        key.value = value
        key.keyframe_insert("value", frame=frame)


def corner_normals(ob: Any) -> np.ndarray:
    evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
    normals = read_normals(evaluated.to_mesh())
    evaluated.to_mesh_clear()
    return normals


def read_normals(mesh: Any) -> np.ndarray:
    normals = np.empty(len(mesh.loops) * 3, np.float32)
    if hasattr(mesh, "corner_normals"):
        mesh.corner_normals.foreach_get("vector", normals)
    else:
        mesh.calc_normals_split()
        mesh.loops.foreach_get("normal", normals)
    return normals.reshape(-1, 3)


def main() -> None:
    blend, out = (os.path.abspath(path) for path in sys.argv[sys.argv.index("--") + 1:][:2])
    bpy.ops.wm.read_factory_settings(use_empty=True)
    rng = random.Random(7)
    rig = add_bones(rng)
    auto_smooth = "use_auto_smooth" in bpy.types.Mesh.bl_rna.properties
    kinds = [kind for kind in KINDS if "angle" not in kind or auto_smooth]
    if bpy.app.version >= (4, 5):
        kinds.append("custom free")
    objects = [add_ring(rng)]
    for name in kinds:
        kind = set(name.split())
        ob = add_mesh(name, rng)
        smooth(ob, kind, rng)
        bend(ob, kind, rig)
        if "keys" in kind:
            add_keys(ob, [[number + rng.uniform(-0.4, 0.4) for number in vertex.co] for vertex in ob.data.vertices])
        objects.append(ob)
    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1, 9
    found = {}
    for frame in FRAMES:
        scene.frame_set(math.floor(frame), subframe=frame % 1)
        found |= {f"{ob.name}@{frame}": corner_normals(ob) for ob in objects}
    np.savez(out, **found)
    scene.frame_set(1)
    bpy.ops.wm.save_as_mainfile(filepath=blend)


main()
