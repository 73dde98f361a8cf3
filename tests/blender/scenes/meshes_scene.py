# SPDX-License-Identifier: MIT
"""Gathers meshes, skins, shape keys and materials of small scenes and measures them against Blender;
test_meshes.py says what must come out. `blender -b --factory-startup --python meshes_scene.py -- OUT.json`"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bpy
import numpy as np

HERE = Path(__file__).resolve()
sys.path[:0] = [str(HERE.parents[3] / "blender_addon"), str(HERE.parent)]

import mesh_builders as build  # noqa: E402
from pavane.gather import skins  # noqa: E402
from pavane.gather.materials import Materials  # noqa: E402
from pavane.gather.mesh_compat import corner_normals  # noqa: E402
from pavane.gather.meshes import Meshes  # noqa: E402


class Report:
    def __init__(self) -> None:
        self.causes: list[str] = []
        self.left: list[str] = []

    def cause(self, object_name: str, text: str) -> None:
        self.causes.append(text)

    def left_out(self, what: str, reason: str) -> None:
        self.left.append(f"{what}: {reason}")

    def note(self, what: str, text: str) -> None:
        pass


CASES: dict[str, Callable[[], Any]] = {}


def case(function: Callable[[], Any]) -> Callable[[], Any]:
    CASES[function.__name__] = function
    return function


# ---- What the runtime makes of what was gathered ----


def gather(ob: Any) -> tuple[Any, list[str]]:
    report = Report()
    meshes = Meshes(report)
    index = meshes.add(ob)
    return (None if index is None else meshes.meshes[index]), report.causes


def morphed(mesh: Any, values: dict[str, float]) -> np.ndarray:
    points = mesh.points.astype(np.float64)
    for morph in mesh.morphs:
        value = min(max(values[morph.name], morph.minimum), morph.maximum)
        points[morph.delta_points] += value * morph.delta_positions
    return points


def skinned(ob: Any, mesh: Any, points: np.ndarray) -> np.ndarray:
    """Linear skinning with the evaluated pose, from what was gathered alone."""
    armature = skins.stages(ob)[0].armature
    bones = list(armature.pose.bones.keys())
    skin, = skins.skins(ob, mesh, lambda _, name: bones.index(name), lambda _: 0)
    posed = armature.evaluated_get(bpy.context.evaluated_depsgraph_get())
    to_armature = np.linalg.inv(np.array(posed.matrix_world)) @ np.array(ob.matrix_world)
    by_group = {}
    for joint in skin.joints:
        inverse_bind = joint.inverse_bind.astype(np.float64).reshape(4, 4).T
        pose = np.array(posed.pose.bones[bones[joint.node]].matrix)
        by_group[joint.group] = np.linalg.inv(to_armature) @ pose @ inverse_bind @ to_armature
    result, at = points.copy(), 0
    for point, count in enumerate(mesh.influence_counts):
        span = slice(at, at + count)
        at += count
        pairs = [(by_group[g], w) for g, w in zip(mesh.influence_groups[span], mesh.influence_weights[span])]
        if sum(float(w) for _, w in pairs) > 1e-4:
            matrix = sum(float(w) * m for m, w in pairs) / sum(float(w) for _, w in pairs)
            result[point] = (matrix @ np.append(points[point], 1.0))[:3]
    return result


# ---- What Blender shows ----


def shown(ob: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Evaluated points, the point of each corner, and corner normals."""
    bpy.context.view_layer.update()
    evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = np.array([v.co for v in mesh.vertices], np.float64).reshape(-1, 3)
    corners = np.array([loop.vertex_index for loop in mesh.loops], np.int64)
    normals = corner_normals(mesh).copy()
    evaluated.to_mesh_clear()
    return points, corners, normals


def error(ours: np.ndarray, blenders: np.ndarray, mesh: Any) -> float:
    """Over the mesh's diagonal."""
    if ours.shape != blenders.shape:
        return float("inf")
    return float(np.abs(ours - blenders).max() / np.linalg.norm(np.ptp(mesh.points, axis=0)))


# ---- Skins ----


def skin_error(seed: int, parent: bool = False) -> tuple[float, list[str]]:
    build.clear()
    rng = np.random.default_rng(seed)
    armature = build.random_armature(rng, 7)
    ob = build.random_mesh(rng)
    build.random_weights(rng, ob, [bone.name for bone in armature.data.bones] + ["no bone"])
    if parent:
        ob.parent, ob.parent_type = armature, "ARMATURE"
    else:
        ob.modifiers.new("Armature", "ARMATURE").object = armature
    bpy.context.view_layer.update()
    mesh, causes = gather(ob)
    build.random_pose(rng, armature)
    points, _, _ = shown(ob)
    return error(skinned(ob, mesh, mesh.points.astype(np.float64)), points, mesh), causes


@case
def skin_of_a_modifier() -> Any:
    return max(skin_error(seed)[0] for seed in range(8))


@case
def skin_of_a_parent() -> Any:
    return max(skin_error(seed, parent=True)[0] for seed in range(8))


def envelope_error(seed: int, parent: bool, groups: bool, multiply: bool = False) -> float:
    """Points in no group near the bones, and bones that multiply."""
    build.clear()
    rng = np.random.default_rng(seed)
    armature = build.random_armature(rng, 5)
    ob = build.random_mesh(rng)
    ob.matrix_world = armature.matrix_world
    build.random_envelopes(rng, armature, multiply)
    build.random_weights(rng, ob, [bone.name for bone in armature.data.bones] + ["no bone"])
    ob.parent = armature
    ob.matrix_parent_inverse = armature.matrix_world.inverted()
    if parent:
        ob.parent_type = "ARMATURE"
    else:
        modifier = ob.modifiers.new("Armature", "ARMATURE")
        modifier.object, modifier.use_vertex_groups = armature, groups
        modifier.use_bone_envelopes = not multiply
    bpy.context.view_layer.update()
    mesh, causes = gather(ob)
    build.random_pose(rng, armature)
    points, _, _ = shown(ob)
    assert not causes, causes
    assert error(mesh.points.astype(np.float64), points, mesh) > 1e-2
    return error(skinned(ob, mesh, mesh.points.astype(np.float64)), points, mesh)


@case
def envelopes() -> Any:
    return {"parent": max(envelope_error(seed, True, True) for seed in range(4)),
            "groups and envelopes": max(envelope_error(seed, False, True) for seed in range(4)),
            "envelopes alone": max(envelope_error(seed, False, False) for seed in range(4)),
            "multiplied": max(envelope_error(seed, False, True, True) for seed in range(4))}


@case
def causes_of_a_plain_skin() -> Any:
    return skin_error(3)[1]


@case
def skin_behind_mirror_and_subdivision() -> Any:
    build.clear()
    rng = np.random.default_rng(5)
    armature = build.random_armature(rng, 4)
    ob = build.random_mesh(rng)
    build.random_weights(rng, ob, [bone.name for bone in armature.data.bones])
    ob.modifiers.new("Mirror", "MIRROR")
    ob.modifiers.new("Subdivision", "SUBSURF").levels = 1
    ob.modifiers.new("Armature", "ARMATURE").object = armature
    bpy.context.view_layer.update()
    mesh, causes = gather(ob)
    build.random_pose(rng, armature)
    points, _, _ = shown(ob)
    return {"error": error(skinned(ob, mesh, mesh.points.astype(np.float64)), points, mesh), "causes": causes,
            "points": len(mesh.points) > 2 * len(ob.data.vertices),
            "on": ob.modifiers["Armature"].show_viewport}


@case
def groups_of_a_mesh_that_two_armatures_share() -> Any:
    build.clear()
    rng = np.random.default_rng(6)
    first, second = build.random_armature(rng, 2, "A"), build.random_armature(rng, 3, "B")
    one = build.random_mesh(rng)
    names = [bone.name for rig in (first, second) for bone in rig.data.bones]
    build.random_weights(rng, one, names)
    two = bpy.data.objects.new("Two", one.data)
    bpy.context.collection.objects.link(two)
    one.modifiers.new("Armature", "ARMATURE").object = first
    two.modifiers.new("Armature", "ARMATURE").object = second
    bpy.context.view_layer.update()
    meshes = Meshes(Report())
    indices = [meshes.add(ob) for ob in (one, two)]
    mesh = meshes.meshes[0]
    joints = [len(skins.skins(ob, mesh, lambda *_: 0, lambda _: 0)[0].joints) for ob in (one, two)]
    wanted = [name for name in names if name in mesh.groups]
    return {"indices": indices, "joints": joints, "groups": len(mesh.groups), "expected": len(wanted)}


# ---- Shape keys ----


def key_errors(seed: int, prepare: Callable[[Any], None] | None = None) -> dict[str, Any]:
    """Points at random values, and corner normals at each key alone."""
    build.clear()
    rng = np.random.default_rng(seed)
    ob = build.random_mesh(rng)
    build.random_keys(rng, ob, 6)
    if prepare:
        prepare(ob)
    mesh, causes = gather(ob)
    blocks = ob.data.shape_keys.key_blocks
    rest = shown(ob)[2]
    values = {block.name: float(rng.uniform(-2, 2)) for block in blocks[1:]}
    for name, value in values.items():
        blocks[name].value = value
    points, corners, _ = shown(ob)
    result = {"points": error(morphed(mesh, values), points, mesh), "causes": causes, "normals": 0.0,
              "corners": bool(np.array_equal(corners, mesh.corners)),
              "rest": normal_error(mesh, mesh.normals, rest)}
    for morph in mesh.morphs:
        for block in blocks[1:]:
            block.slider_max, block.value = max(block.slider_max, 1), float(block.name == morph.name)
        normals = mesh.normals.astype(np.float64)
        normals[morph.delta_vertices] += morph.delta_normals
        result["normals"] = max(result["normals"], normal_error(mesh, normals, shown(ob)[2]))
    return result


def normal_error(mesh: Any, normals: np.ndarray, blenders: np.ndarray) -> float:
    """Of every corner, as it is drawn: the largest distance of unit normals."""
    ours = normals[build.vertex_of_corner(mesh)]
    if ours.shape != blenders.shape:
        return float("inf")
    ours = ours / np.linalg.norm(ours, axis=1, keepdims=True)
    return float(np.abs(ours - blenders).max())


@case
def shape_keys() -> Any:
    return [key_errors(seed) for seed in range(4)]


@case
def shape_keys_behind_mirror_and_subdivision() -> Any:
    def prepare(ob: Any) -> None:
        mirror = ob.modifiers.new("Mirror", "MIRROR")
        mirror.use_mirror_merge = False
        ob.modifiers.new("Subdivision", "SUBSURF").levels = 1
    return key_errors(11, prepare)


@case
def shape_keys_behind_what_changes_topology() -> Any:
    def prepare(ob: Any) -> None:
        ob.modifiers.new("Decimate", "DECIMATE").ratio = 0.5
    found = key_errors(12, prepare)
    return found["causes"]


@case
def leftovers() -> Any:
    key_errors(11, lambda ob: setattr(ob.modifiers.new("Subdivision", "SUBSURF"), "levels", 1))
    return [len(bpy.data.objects), len(bpy.data.meshes), len(bpy.data.shape_keys)]


@case
def muted_key() -> Any:
    build.clear()
    ob = build.random_mesh(np.random.default_rng(1))
    build.random_keys(np.random.default_rng(1), ob, 2)
    ob.data.shape_keys.key_blocks[1].mute = True
    report = Report()
    meshes = Meshes(report)
    meshes.add(ob)
    return {"morphs": [morph.name for morph in meshes.meshes[0].morphs], "left": report.left}


@case
def key_of_one_corner_is_sparse() -> Any:
    build.clear()
    ob = build.cube()
    ob.shape_key_add(name="Basis")
    ob.shape_key_add(name="One").data[3].co.x += 1
    mesh, _ = gather(ob)
    morph = mesh.morphs[0]
    return {"points": morph.delta_points.tolist(), "positions": morph.delta_positions.tolist(),
            "vertices": len(morph.delta_vertices), "all": len(mesh.vertices)}


@case
def flat_faces_that_lie_in_one_plane_stay_apart_for_a_key() -> Any:
    build.clear()
    ob = build.grid_of_two_flat_faces()
    without = len(gather(ob)[0].vertices)
    ob.shape_key_add(name="Basis")
    ob.shape_key_add(name="Fold").data[5].co.z += 1
    return [without, len(gather(ob)[0].vertices)]


# ---- What is drawn ----


@case
def drawn_vertices() -> Any:
    found = {}
    for name, smooth, seams in (("flat", False, False), ("smooth", True, False), ("seams", True, True)):
        build.clear()
        ob = build.cube(smooth, seams)
        mesh, _ = gather(ob)
        found[name] = [len(mesh.points), len(mesh.vertices), sum(len(p.triangles) for p in mesh.primitives)]
    return found


@case
def layers() -> Any:
    build.clear()
    ob = build.mesh_with_layers()
    mesh, _ = gather(ob)
    vertices = build.vertex_of_corner(mesh)
    worst = {}
    for layer in mesh.uv_layers:
        expected = [list(item.uv) for item in ob.data.uv_layers[layer.name].data]
        worst[layer.name] = float(np.abs(layer.values[vertices] - expected).max())
    for layer in mesh.color_layers:
        source = ob.data.color_attributes[layer.name]
        items = source.data if source.domain == "CORNER" else [source.data[i] for i in mesh.corners]
        ours = layer.values[vertices].astype(np.float64)
        if source.data_type == "BYTE_COLOR":  # its sRGB numbers are another way to the same colour
            expected, ours = [list(item.color_srgb) for item in items], build.srgb(ours)
        else:
            expected = [list(item.color) for item in items]
        worst[layer.name] = float(np.abs(ours - expected).max())
    return worst


@case
def primitives() -> Any:
    build.clear()
    ob = build.cube()
    for index in (0, 2):
        while len(ob.data.materials) <= index:
            ob.data.materials.append(None)
    for polygon, slot in zip(ob.data.polygons, (0, 0, 2, 2, 2, 7)):
        polygon.material_index = slot
    mesh, _ = gather(ob)
    facing = []
    for primitive in mesh.primitives:
        triangles = mesh.points[mesh.corners[mesh.vertices[primitive.triangles]]]
        normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        facing.append(bool(((normal * triangles[:, 0]).sum(axis=1) > 0).all()))
    return {"slots": [[p.slot, len(p.triangles)] for p in mesh.primitives], "outward": facing}


@case
def loose_points_stay() -> Any:
    build.clear()
    ob = build.mesh_object("Loose", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (5, 5, 5)], [(0, 1, 2)])
    mesh, _ = gather(ob)
    return [len(mesh.points), len(mesh.vertices), mesh.corners.tolist(), mesh.polygons.tolist()]


@case
def other_types() -> Any:
    build.clear()
    found = {}
    for name, ob in build.objects_of_other_types().items():
        mesh, _ = gather(ob)
        points = None if mesh is None else mesh.points
        found[name] = None if points is None else error(points.astype(np.float64), shown(ob)[0], mesh)
    return found


@case
def sharing() -> Any:
    build.clear()
    one = build.cube()
    two = bpy.data.objects.new("Two", one.data)
    three = bpy.data.objects.new("Three", one.data)
    for ob in (two, three):
        bpy.context.collection.objects.link(ob)
    three.modifiers.new("Subdivision", "SUBSURF")
    bpy.context.view_layer.update()
    meshes = Meshes(Report())
    return [meshes.add(ob) for ob in (one, two, three)]


# ---- Causes and materials ----


@case
def causes() -> Any:
    found = {}
    for name, make in build.CAUSES.items():
        build.clear()
        ob = make()
        bpy.context.view_layer.update()
        found[name] = sorted(set(gather(ob)[1]))
    return found


@case
def materials() -> Any:
    build.clear()
    ob = build.cube()
    expected = {}
    for material, color in build.materials():
        ob.data.materials.append(material)
        expected[material.name] = color
    ob.data.materials.append(None)
    ob.data.materials.append(ob.data.materials[0])
    ob.material_slots[1].link = "OBJECT"
    ob.material_slots[1].material = ob.data.materials[2]
    gathered = Materials(set(), Report())
    slots = gathered.slots(ob)
    gathered.set_rest({}.__getitem__)  # nothing is animated
    names = [None if i is None else gathered.materials[i].name for i in slots]
    return {"slots": names, "expected_colors": expected,
            "colors": {m.name: base_color(m) for m in gathered.materials}}


def base_color(material: Any) -> list[float]:
    """The colour that it shows, or glows in."""
    given = {entry.name: entry.values.tolist() for entry in material.inputs}
    return given["base_color" if "base_color" in given else "emission_color"][:3]


def main() -> None:
    target = Path(sys.argv[sys.argv.index("--") + 1])
    target.write_text(json.dumps({name: function() for name, function in CASES.items()}, indent=1))


main()
