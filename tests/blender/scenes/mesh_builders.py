# SPDX-License-Identifier: MIT
"""Small objects for meshes_scene.py."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector


def clear() -> None:
    bpy.ops.wm.read_factory_settings(use_empty=True)


def link(name: str, data: Any) -> Any:
    ob = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(ob)
    return ob


def mesh_object(name: str, points: list[Any], polygons: list[Any]) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(points, [], polygons)
    mesh.update()
    return link(name, mesh)


# ---- Meshes ----


def cube(smooth: bool = False, seams: bool = False) -> Any:
    bpy.ops.mesh.primitive_cube_add(calc_uvs=False)
    ob = bpy.context.object
    for polygon in ob.data.polygons:
        polygon.use_smooth = smooth
    if seams:
        layer = ob.data.uv_layers.new(name="UV")
        for index, item in enumerate(layer.data):
            item.uv = (index, 0.5)
    return ob


def random_mesh(rng: np.random.Generator) -> Any:
    """A bumpy grid of quads, some of them flat, with two triangles and a loose point; not at the origin."""
    size = 7
    points = [(x, y, float(rng.normal(0, 0.3))) for y in range(size) for x in range(1, size + 1)]
    corners = [y * size + x for y in range(size - 1) for x in range(size - 1)]
    quads = [(i, i + 1, i + size + 1, i + size) for i in corners]
    first = quads.pop(0)
    ob = mesh_object("Random", [*points, (9, 9, 9)], [first[:3], (first[0], *first[2:]), *quads])
    for index, polygon in enumerate(ob.data.polygons):
        polygon.use_smooth = index % 4 != 0
    ob.matrix_world = random_matrix(rng)
    return ob


def random_matrix(rng: np.random.Generator) -> Matrix:
    turn = Matrix.Rotation(float(rng.uniform(-3, 3)), 4, Vector(rng.normal(size=3)))
    scale = Matrix.Diagonal((*rng.uniform(0.5, 2, 3), 1))
    return Matrix.Translation(Vector(rng.normal(size=3))) @ turn @ scale


def grid_of_two_flat_faces() -> Any:
    points = [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (1, 1, 0), (2, 1, 0)]
    return mesh_object("Flat", points, [(0, 1, 4, 3), (1, 2, 5, 4)])


def mesh_with_layers() -> Any:
    ob = cube(True)
    rng = np.random.default_rng(4)
    for name in ("UV one", "UV two"):
        layer = ob.data.uv_layers.new(name=name)
        for item in layer.data:
            item.uv = rng.integers(0, 3, 2) / 2
    for name in ("byte corner", "float point", "byte point", "float corner"):
        kind, domain = name.upper().split()
        layer = ob.data.color_attributes.new(name=name, type=f"{kind}_COLOR", domain=domain)
        for item in layer.data:
            item.color_srgb = rng.integers(0, 256, 4) / 255
    return ob


def srgb(linear: np.ndarray) -> np.ndarray:
    result = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 0) ** (1 / 2.4) - 0.055)
    result[:, 3] = linear[:, 3]
    return result


def vertex_of_corner(mesh: Any) -> np.ndarray:
    """The drawn vertex of each corner of a mesh of one slot, by its triangles: those of a polygon with n
    corners are n - 2, polygon after polygon."""
    result = np.full(len(mesh.corners), -1)
    triangles = iter(mesh.primitives[0].triangles)
    start = 0
    for count in mesh.polygons.tolist():
        corners = {point: start + i for i, point in enumerate(mesh.corners[start:start + count].tolist())}
        start += count
        for _ in range(count - 2):
            for vertex in next(triangles):
                result[corners[int(mesh.corners[mesh.vertices[vertex]])]] = vertex
    assert next(triangles, None) is None and (result >= 0).all()
    return result


# ---- Rigs ----


def random_armature(rng: np.random.Generator, count: int, prefix: str = "Bone") -> Any:
    """Bones in a random tree; the last one does not deform."""
    ob = link("Armature " + prefix, bpy.data.armatures.new("Armature"))
    bpy.context.view_layer.objects.active = ob
    bpy.ops.object.mode_set(mode="EDIT")
    bones: list[Any] = []
    for index in range(count):
        bone = ob.data.edit_bones.new(f"{prefix}.{index}")
        bone.head = rng.uniform(0, 7, 3)
        bone.tail = Vector(bone.head) + Vector(rng.normal(size=3))
        bone.roll = float(rng.uniform(-3, 3))
        bone.parent = bones[int(rng.integers(len(bones)))] if bones else None
        bone.use_deform = index < count - 1 or count < 4
        bones.append(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    ob.matrix_world = random_matrix(rng)
    return ob


def random_envelopes(rng: np.random.Generator, armature: Any, multiply: bool) -> None:
    for bone in armature.data.bones:
        bone.head_radius, bone.tail_radius = rng.uniform(0.1, 0.8, 2)
        bone.envelope_distance = float(rng.uniform(0.5, 4))
        bone.envelope_weight = float(rng.uniform(0.2, 3))
        bone.use_envelope_multiply = multiply and bool(rng.integers(2))


def random_pose(rng: np.random.Generator, armature: Any) -> None:
    for bone in armature.pose.bones:
        bone.location = rng.normal(0, 0.3, 3)
        bone.rotation_quaternion = rng.normal(size=4)
        bone.scale = rng.uniform(0.7, 1.4, 3)


def random_weights(rng: np.random.Generator, ob: Any, names: list[str]) -> None:
    """Up to five groups a point, some of weight zero, some too small to count; every fifth point has none."""
    for name in rng.permutation(names):
        ob.vertex_groups.new(name=str(name))
    for point in range(len(ob.data.vertices)):
        if point % 5 == 0:
            continue
        for group in rng.choice(len(names), min(5, len(names)), replace=False):
            weight = float(rng.uniform(0, 1)) if point % 7 else float(rng.choice([0.0, 1e-5]))
            ob.vertex_groups[int(group)].add([point], weight, "REPLACE")


def random_keys(rng: np.random.Generator, ob: Any, count: int) -> None:
    """Keys relative to each other, some masked, with ranges of all sorts; one is relative to itself."""
    group = ob.vertex_groups.new(name="mask")
    for point in range(0, len(ob.data.vertices), 2):
        group.add([point], float(rng.uniform(0, 1)), "REPLACE")
    ob.shape_key_add(name="Basis")
    blocks = ob.data.shape_keys.key_blocks
    for index in range(count):
        block = ob.shape_key_add(name=f"Key {index}", from_mix=False)
        block.value = 0
        for item in block.data:
            item.co = Vector(item.co) + Vector(rng.normal(0, 0.2, 3) if rng.uniform() < 0.7 else (0, 0, 0))
        block.slider_min, block.slider_max = [(-10, 10), (0, 1), (-1, 0.5)][index % 3]
        block.relative_key = blocks[int(rng.integers(index + 1))]
        if index % 3 == 1:
            block.vertex_group = "mask"
        if index % 3 == 0:
            block.vertex_group = "nowhere"
    blocks[-1].relative_key = blocks[-1]
    for item in ob.data.vertices:
        item.co.z += 40  # must not matter: the base is the Basis


# ---- Other types ----


def objects_of_other_types() -> dict[str, Any]:
    line = curve()
    text = bpy.data.curves.new("Text", "FONT")
    text.body, text.extrude = "Pav", 0.1
    bpy.ops.surface.primitive_nurbs_surface_sphere_add()
    surface = bpy.context.object
    bpy.ops.object.metaball_add(type="BALL")
    base = bpy.context.object
    bpy.ops.object.metaball_add(type="BALL", location=(1, 0, 0))
    second = bpy.context.object
    found = {"curve": line, "text": link("Text", text), "surface": surface, "metaball": base,
             "second metaball": second, "empty": link("Empty", None)}
    bpy.context.view_layer.update()
    return found


# ---- Causes ----


def rigged_cube() -> Any:
    ob = cube()
    armature = random_armature(np.random.default_rng(1), 2)
    for bone in armature.data.bones:
        ob.vertex_groups.new(name=bone.name).add(range(8), 0.5, "REPLACE")
    ob.modifiers.new("Armature", "ARMATURE").object = armature
    return ob


def rig_of(ob: Any) -> Any:
    return ob.modifiers["Armature"].object


def with_setting(name: str, value: Any) -> Any:
    ob = rigged_cube()
    setattr(ob.modifiers["Armature"], name, value)
    return ob


def with_modifier(kind: str, ob: Any | None = None) -> Any:
    ob = ob or cube()
    ob.modifiers.new("More", kind)
    return ob


def with_bones(name: str, value: Any) -> Any:
    ob = rigged_cube()
    for bone in rig_of(ob).data.bones:
        setattr(bone, name, value)
    return ob


def with_masked_armature() -> Any:
    ob = with_setting("vertex_group", "Bone.0")
    return ob


def with_free_points_and_envelopes() -> Any:
    ob = with_setting("use_bone_envelopes", True)
    for group in ob.vertex_groups:
        group.remove([3])
    rig_of(ob).data.bones[0].envelope_distance = 50
    return ob


def with_two_armatures() -> Any:
    ob = rigged_cube()
    ob.modifiers.new("Again", "ARMATURE").object = rig_of(ob)
    return ob


def with_keyed_modifier() -> Any:
    ob = with_modifier("SUBSURF")
    ob.modifiers["More"].keyframe_insert("levels", frame=1)
    return ob


def with_moving_target() -> Any:
    ob = with_modifier("SHRINKWRAP")
    target = cube()
    target.keyframe_insert("location", frame=1)
    ob.modifiers["More"].target = target
    return ob


def with_still_target() -> Any:
    ob = with_modifier("SHRINKWRAP")
    ob.modifiers["More"].target = cube()
    return ob


def with_nodes_of_a_moving_object() -> Any:
    ob = with_modifier("NODES")
    modifier = ob.modifiers["More"]
    tree = modifier.node_group = bpy.data.node_groups.new("Group", "GeometryNodeTree")
    if hasattr(tree, "interface"):
        socket = tree.interface.new_socket("Other", in_out="INPUT", socket_type="NodeSocketObject")
        tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        socket = tree.inputs.new("NodeSocketObject", "Other")
        tree.outputs.new("NodeSocketGeometry", "Geometry")
    cone = tree.nodes.new("GeometryNodeMeshCone")
    tree.links.new(cone.outputs[0], tree.nodes.new("NodeGroupOutput").inputs[0])
    target = cube()
    target.keyframe_insert("location", frame=1)
    if hasattr(modifier, "properties"):
        getattr(modifier.properties.inputs, socket.identifier).value = target
    else:
        modifier[socket.identifier] = target
    return ob


def curve(name: str = "Curve") -> Any:
    data = bpy.data.curves.new(name, "CURVE")
    data.dimensions, data.bevel_depth = "3D", 0.1
    data.splines.new("BEZIER").bezier_points.add(1)
    data.splines[0].bezier_points[1].co = (1, 2, 3)
    return link(name, data)


def with_animated_curve() -> Any:
    ob = curve()
    ob.data.keyframe_insert("bevel_factor_end", frame=1)
    return ob


def with_animated_profile() -> Any:
    ob, profile = curve(), curve("Profile")
    profile.data.keyframe_insert("bevel_depth", frame=1)
    ob.data.bevel_mode, ob.data.bevel_object = "OBJECT", profile
    return ob


def with_curve_keys() -> Any:
    ob = curve()
    ob.shape_key_add(name="Basis")
    return ob


def with_moving_metaballs() -> Any:
    bpy.ops.object.metaball_add(type="BALL")
    base = bpy.context.object
    bpy.ops.object.metaball_add(type="BALL", location=(1, 0, 0))
    bpy.context.object.keyframe_insert("location", frame=1)
    return base


def with_absolute_keys() -> Any:
    ob = cube()
    ob.shape_key_add(name="Basis")
    ob.shape_key_add(name="Key")
    ob.data.shape_keys.use_relative = False
    return ob


def with_pinned_key() -> Any:
    ob = cube()
    ob.shape_key_add(name="Basis")
    ob.shape_key_add(name="Key")
    ob.show_only_shape_key = True
    return ob


CAUSES = {
    "plain": rigged_cube,
    "subdivision after": lambda: with_modifier("SUBSURF", rigged_cube()),
    "triangulate after": lambda: with_modifier("TRIANGULATE", rigged_cube()),
    "preserve volume": lambda: with_setting("use_deform_preserve_volume", True),
    "multi": lambda: with_setting("use_multi_modifier", True),
    "masked": with_masked_armature,
    "envelopes, all weighted": lambda: with_setting("use_bone_envelopes", True),
    "envelopes": with_free_points_and_envelopes,
    "two armatures": with_two_armatures,
    "bendy": lambda: with_bones("bbone_segments", 4),
    "multiplied": lambda: with_bones("use_envelope_multiply", True),
    "cloth": lambda: with_modifier("CLOTH"),
    "wave": lambda: with_modifier("WAVE"),
    "subdivision alone": lambda: with_modifier("SUBSURF"),
    "keyed modifier": with_keyed_modifier,
    "moving target": with_moving_target,
    "still target": with_still_target,
    "nodes of a moving object": with_nodes_of_a_moving_object,
    "curve": curve,
    "animated curve": with_animated_curve,
    "animated profile": with_animated_profile,
    "curve keys": with_curve_keys,
    "moving metaballs": with_moving_metaballs,
    "absolute keys": with_absolute_keys,
    "pinned key": with_pinned_key,
}


# ---- Materials ----


def materials() -> list[tuple[Any, list[float]]]:
    """Materials, and the colour that each must give."""
    plain = bpy.data.materials.new("No nodes")
    plain.diffuse_color = (0.125, 0.25, 0.5, 0.75)
    if not plain.node_tree:
        plain.use_nodes = False
    else:  # nodes cannot be switched off any more: an empty tree shows nothing
        plain.node_tree.nodes.clear()
    principled = shader("Principled", "ShaderNodeBsdfPrincipled", "Base Color", (0.5, 0.25, 0.125, 1))
    principled.node_tree.nodes["Shader"].inputs["Alpha"].default_value = 0.5
    emission = shader("Emission", "ShaderNodeEmission", "Color", (0.25, 0.5, 0.75, 1))
    diffuse = shader("Diffuse", "ShaderNodeBsdfDiffuse", "Color", (0.75, 0.5, 0.25, 1))
    linked = shader("Linked", "ShaderNodeBsdfPrincipled", "Base Color", (0, 0, 0, 1))
    link_color(linked, "ShaderNodeRGB", (0.0625, 0.125, 0.25, 1))
    value = shader("Value", "ShaderNodeBsdfPrincipled", "Base Color", (0, 0, 0, 1))
    link_color(value, "ShaderNodeValue", 0.375)
    textured = shader("Textured", "ShaderNodeBsdfPrincipled", "Base Color", (0, 0, 0, 1))
    link_color(textured, "ShaderNodeTexNoise", None)
    textured.diffuse_color = (0.5, 0.5, 0.25, 1)
    mixed = shader("Mixed", "ShaderNodeBsdfDiffuse", "Color", (0.5, 0, 0.5, 1), through="ShaderNodeMixShader")
    return [
        (plain, [0.125, 0.25, 0.5, 0.75]), (principled, [0.5, 0.25, 0.125, 0.5]),
        (emission, [0.25, 0.5, 0.75, 1]), (diffuse, [0.75, 0.5, 0.25, 1]), (linked, [0.0625, 0.125, 0.25, 1]),
        (value, [0.375, 0.375, 0.375, 1]), (textured, [0.5, 0.5, 0.25, 1]), (mixed, [0.5, 0, 0.5, 1])]


def shader(name: str, kind: str, socket: str, color: tuple[float, ...], through: str = "") -> Any:
    material = bpy.data.materials.new(name)
    if not material.node_tree:
        material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    nodes.clear()
    node = nodes.new(kind)
    node.name = "Shader"
    node.inputs[socket].default_value = color
    output = nodes.new("ShaderNodeOutputMaterial")
    between = nodes.new(through) if through else None
    if between:
        links.new(node.outputs[0], between.inputs[2])
    links.new((between or node).outputs[0], output.inputs["Surface"])
    return material


def link_color(material: Any, kind: str, value: Any) -> None:
    tree = material.node_tree
    node = tree.nodes.new(kind)
    if value is not None:
        node.outputs[0].default_value = value
    output = node.outputs["Color" if "Color" in node.outputs else 0]
    tree.links.new(output, tree.nodes["Shader"].inputs["Base Color"])
