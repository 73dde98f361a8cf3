# SPDX-License-Identifier: MIT
"""Materials of many kinds with keyframes, and what each must come to.

    blender -b --factory-startup --python materials_scene.py -- OUT.blend

Each material is on a plane of its own. The text "expected" is for oracle_materials.py.
"""
from __future__ import annotations

import json
import os
import sys
from typing import Any, Callable

import bpy

EXPECTED: dict[str, dict[str, Any]] = {}
FOLDER = ""


# ---- Building ----


def plane(name: str, material: Any, on_object: bool = False) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(-1, -1, 0), (1, -1, 0), (1, 1, 0), (-1, 1, 0)], [], [(0, 1, 2, 3)])
    for layer in ("First", "Second"):
        mesh.uv_layers.new(name=layer)
    ob = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(ob)
    mesh.materials.append(None if on_object else material)
    if on_object:
        ob.material_slots[0].link = "OBJECT"
        ob.material_slots[0].material = material
    return ob


class Material:
    """A material with an empty tree and an output."""

    def __init__(self, name: str) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")
        plane(name, self.material)

    def node(self, kind: str, **properties: Any) -> Any:
        made = self.tree.nodes.new("ShaderNode" + kind)
        for name, value in properties.items():
            setattr(made, name, value)
        return made

    def link(self, source: Any, target: Any) -> None:
        self.tree.links.new(source, target)

    def show(self, shader: Any) -> Any:
        self.link(shader.outputs[0], self.output.inputs["Surface"])
        return shader

    def principled(self) -> Any:
        return self.show(self.node("BsdfPrincipled"))

    def expect(self, name: str, *components: list[Any]) -> None:
        EXPECTED.setdefault(self.material.name, {})[name] = list(components)

    def of(self, socket: Any, index: int = 0) -> list[Any]:
        return ["tree", self.material.name, socket.path_from_id("default_value"), index]


def socket(node: Any, *identifiers: str) -> Any:
    return next(found for found in node.inputs if found.identifier in identifiers)


def key(owner: Any, values: dict[int, Any], name: str = "default_value") -> None:
    for frame, value in values.items():
        setattr(owner, name, value)
        owner.keyframe_insert(name, frame=frame)


def picture(name: str, color: tuple[float, float, float, float]) -> Any:
    made = bpy.data.images.new(name, 4, 2, alpha=True)
    made.pixels.foreach_set([*color] * 8)
    return made


def stored(name: str, color: tuple[float, float, float, float], kind: str = "PNG", pack: bool = False) -> Any:
    made = picture(name, color)
    made.filepath_raw = os.path.join(FOLDER, name)
    made.file_format = kind
    made.save()
    bpy.data.images.remove(made)
    loaded = bpy.data.images.load(os.path.join(FOLDER, name))
    if pack:
        loaded.pack()
        os.unlink(os.path.join(FOLDER, name))
    return loaded


# ---- Materials ----


def every_input() -> None:
    made = Material("Every input")
    shader = made.principled()
    for i, found in enumerate(shader.inputs):
        if found.type == "VALUE" and found.enabled and not found.hide_value and found.identifier != "Weight":
            key(found, {1: 0.1 + 0.01 * i, 9: 0.9 - 0.01 * i, 20: 0.5})
        elif found.type == "RGBA":
            key(found, {1: (0.1, 0.2, 0.3, 1), 20: (0.9, 0.7, 0.01 * i, 1)})


def linked_nodes() -> None:
    made = Material("Linked")
    shader = made.principled()
    value, color = made.node("Value"), made.node("RGB")
    key(value.outputs[0], {1: 0.1, 12: 0.8})
    key(color.outputs[0], {1: (1, 0, 0, 1), 12: (0, 0.5, 1, 1)})
    reroute = made.tree.nodes.new("NodeReroute")
    made.link(value.outputs[0], reroute.inputs[0])
    made.link(reroute.outputs[0], shader.inputs["Roughness"])
    made.link(value.outputs[0], shader.inputs["Metallic"])
    made.link(color.outputs[0], shader.inputs["Base Color"])
    key(shader.inputs["Metallic"], {1: 0.0, 12: 1.0})  # without effect
    half = made.node("Math", operation="MULTIPLY")
    half.inputs[1].default_value = 0.5
    made.link(value.outputs[0], half.inputs[0])
    made.link(half.outputs[0], shader.inputs["Alpha"])
    made.expect("roughness", [made.of(value.outputs[0])])
    made.expect("alpha", [made.of(value.outputs[0]), 0.5])


def textured() -> None:
    made = Material("Textured")
    shader = made.principled()
    mapping, layer = made.node("Mapping"), made.node("UVMap", uv_map="Second")
    made.link(layer.outputs[0], mapping.inputs["Vector"])
    base = made.node("TexImage", image=stored("base.png", (1, 0.5, 0, 1), pack=True), extension="EXTEND",
                     interpolation="Closest")
    made.link(mapping.outputs[0], base.inputs["Vector"])
    key(mapping.inputs["Location"], {1: (0, 0, 0), 20: (1, 0.5, 0)})
    key(mapping.inputs["Rotation"], {1: (0, 0, 0), 20: (0, 0, 3)})
    tint = made.node("Mix", data_type="RGBA", blend_type="MULTIPLY")
    socket(tint, "Factor_Float").default_value = 1.0
    made.link(base.outputs["Color"], socket(tint, "A_Color"))
    key(socket(tint, "B_Color"), {1: (1, 1, 1, 1), 20: (0.2, 0.4, 0.6, 1)})
    result = next(out for out in tint.outputs if out.identifier == "Result_Color")
    made.link(result, shader.inputs["Base Color"])
    made.link(base.outputs["Alpha"], shader.inputs["Alpha"])
    packed = made.node("TexImage", image=stored("rough.jpg", (0, 0.5, 1, 1), "JPEG"))
    packed.image.colorspace_settings.name = "Non-Color"
    parts = made.node("SeparateColor")
    made.link(packed.outputs["Color"], parts.inputs[0])
    made.link(parts.outputs[1], shader.inputs["Roughness"])
    made.link(parts.outputs[2], shader.inputs["Metallic"])
    bumps = made.node("TexImage", image=bpy.data.images.new("normals", 4, 2))
    bumps.image.generated_color = (0.5, 0.25, 1, 1)
    bumps.image.colorspace_settings.name = "Non-Color"
    normal = made.node("NormalMap", uv_map="First")
    made.link(bumps.outputs["Color"], normal.inputs["Color"])
    made.link(normal.outputs["Normal"], shader.inputs["Normal"])
    key(normal.inputs["Strength"], {1: 0.0, 20: 2.0})
    made.expect("base_color", *([made.of(socket(tint, "B_Color"), i)] for i in range(3)))
    made.expect("base_color_location", *([made.of(mapping.inputs["Location"], i)] for i in range(3)))
    made.expect("base_color_rotation", *([made.of(mapping.inputs["Rotation"], i)] for i in range(3)))
    made.expect("normal_strength", [made.of(normal.inputs["Strength"])])


def missing_and_unknown() -> None:
    made = Material("Missing")
    lost = stored("lost.png", (1, 1, 1, 1))
    os.unlink(os.path.join(FOLDER, "lost.png"))
    shader = made.principled()
    image = made.node("TexImage", image=lost)
    made.link(image.outputs[0], shader.inputs["Base Color"])
    noise = made.node("TexNoise")
    made.link(noise.outputs[0], shader.inputs["Roughness"])
    key(noise.inputs["Scale"], {1: 1.0, 5: 2.0})
    lost.buffers_free()


def shared_group() -> None:
    group = bpy.data.node_groups.new("Shared", "ShaderNodeTree")
    add_socket(group, "Gloss", "NodeSocketFloat", "INPUT")
    add_socket(group, "Shader", "NodeSocketShader", "OUTPUT")
    shader, value = group.nodes.new("ShaderNodeBsdfPrincipled"), group.nodes.new("ShaderNodeValue")
    start, end = group.nodes.new("NodeGroupInput"), group.nodes.new("NodeGroupOutput")
    group.links.new(start.outputs[0], shader.inputs["Roughness"])
    group.links.new(value.outputs[0], shader.inputs["Metallic"])
    group.links.new(shader.outputs[0], end.inputs[0])
    key(value.outputs[0], {1: 0.0, 15: 1.0})
    for name in ("Group A", "Group B"):
        made = Material(name)
        node = made.show(made.node("Group", node_tree=group))
        key(node.inputs[0], {1: 0.3, 10: 0.7 if name == "Group A" else 0.1})
        made.expect("roughness", [made.of(node.inputs[0])])
        made.expect("metallic", [["group", "Shared", value.outputs[0].path_from_id("default_value"), 0]])


def add_socket(group: Any, name: str, kind: str, where: str) -> None:
    if hasattr(group, "interface"):
        group.interface.new_socket(name, in_out=where, socket_type=kind)
    else:
        (group.inputs if where == "INPUT" else group.outputs).new(kind, name)


def lights_of_their_own() -> None:
    for name, strengths in (("Glow", {}), ("Pulse", {1: 0.0, 6: 5.0, 11: 1.0})):
        made = Material(name)
        shader = made.show(made.node("Emission"))
        shader.inputs["Strength"].default_value = 1.0
        key(shader.inputs["Color"], {1: (1, 0, 0, 1), 11: (0, 1, 0.5, 1)})
        key(shader.inputs["Strength"], strengths)


def see_through() -> None:
    made = Material("Fading")
    shader, clear, mix = made.node("BsdfPrincipled"), made.node("BsdfTransparent"), made.node("MixShader")
    made.show(mix)
    made.link(clear.outputs[0], mix.inputs[1])
    made.link(shader.outputs[0], mix.inputs[2])
    if hasattr(made.material, "blend_method"):
        made.material.blend_method = "BLEND"
    key(mix.inputs[0], {1: 1.0, 20: 0.0})
    made.expect("alpha", [made.of(mix.inputs[0])])
    inside = Material("Seen from inside")  # by what the file does not hold: it is there all the same
    shader, clear, mix = inside.node("BsdfDiffuse"), inside.node("BsdfTransparent"), inside.show(inside.node("MixShader"))
    inside.link(inside.node("NewGeometry").outputs["Backfacing"], mix.inputs[0])
    inside.link(clear.outputs[0], mix.inputs[1])
    inside.link(shader.outputs[0], mix.inputs[2])
    glass = Material("Glass")
    found = glass.show(glass.node("BsdfGlass"))
    key(found.inputs["Roughness"], {1: 0.0, 20: 0.5})
    glass.expect("roughness", [glass.of(found.inputs["Roughness"])])
    glass.expect("transmission", [1.0])


def cut_out() -> None:
    made = Material("Cut out")
    made.material.use_backface_culling = True
    shader, clear, mix = made.node("BsdfDiffuse"), made.node("BsdfTransparent"), made.node("MixShader")
    made.show(mix)
    leaf = made.node("TexImage", image=stored("leaf.png", (0, 1, 0, 0.5), pack=True), extension="CLIP")
    made.link(leaf.outputs["Alpha"], mix.inputs[0])
    made.link(clear.outputs[0], mix.inputs[1])
    made.link(shader.outputs[0], mix.inputs[2])
    made.link(leaf.outputs["Color"], shader.inputs["Color"])
    if not hasattr(made.material, "surface_render_method"):
        made.material.blend_method = "HASHED"
    clipped = Material("Clipped")
    surface, limit = clipped.principled(), clipped.node("Math", operation="GREATER_THAN")
    again = clipped.node("TexImage", image=leaf.image)
    if hasattr(clipped.material, "surface_render_method"):  # there a comparison stands for the mode
        limit.inputs[1].default_value = 0.25
        clipped.link(again.outputs["Alpha"], limit.inputs[0])
        clipped.link(limit.outputs[0], surface.inputs["Alpha"])
    else:
        clipped.material.blend_method, clipped.material.alpha_threshold = "CLIP", 0.25
        clipped.link(again.outputs["Alpha"], surface.inputs["Alpha"])
    clipped.expect("alpha_threshold", [0.25])


def several_nodes() -> None:
    made = Material("Several")
    diffuse, glow = made.node("BsdfDiffuse"), made.node("Emission")
    both, muted = made.node("AddShader"), made.node("MixShader")
    made.link(diffuse.outputs[0], both.inputs[0])
    made.link(glow.outputs[0], both.inputs[1])
    made.link(both.outputs[0], muted.inputs[1])
    made.link(glow.outputs[0], muted.inputs[2])
    muted.mute = True
    made.show(muted)
    value, ramp = made.node("Value"), made.node("ValToRGB")
    ramp.color_ramp.elements[0].color = (1, 0, 0, 1)
    ramp.color_ramp.elements[1].color = (0, 0, 1, 1)
    made.link(value.outputs[0], ramp.inputs[0])
    made.link(ramp.outputs["Color"], diffuse.inputs["Color"])
    key(value.outputs[0], {1: 0.0, 11: 1.0})
    key(glow.inputs["Strength"], {1: 0.0, 11: 3.0})
    half = made.of(value.outputs[0])
    made.expect("base_color", [1.0, ["one minus", *half]], [0.0], [half])
    made.expect("roughness", [1.0])
    made.expect("emission_strength", [made.of(glow.inputs["Strength"])])
    blended = Material("Blended")
    mix, one, other = (blended.node(kind) for kind in ("MixShader", "BsdfPrincipled", "BsdfPrincipled"))
    blended.show(mix)
    blended.link(one.outputs[0], mix.inputs[1])
    blended.link(other.outputs[0], mix.inputs[2])
    one.inputs["Metallic"].default_value, other.inputs["Metallic"].default_value = 0.0, 1.0
    key(mix.inputs[0], {1: 0.25, 11: 0.75})
    blended.expect("metallic", [blended.of(mix.inputs[0])])


def moving_ramps() -> None:
    """The factor is a quarter; the first stop is black at 0."""
    for name in ("Changing ramp", "Sliding ramp"):
        made = Material(name)
        value, ramp, shader = made.node("Value"), made.node("ValToRGB"), made.principled()
        value.outputs[0].default_value = 0.25
        made.link(value.outputs[0], ramp.inputs[0])
        made.link(ramp.outputs["Color"], shader.inputs["Base Color"])
        stop = ramp.color_ramp.elements[1]
        if name == "Changing ramp":
            key(stop, {1: (0, 0, 1, 1), 11: (0.5, 1, 0.25, 1)}, "color")
            color = stop.path_from_id("color")
            made.expect("base_color", *([["tree", name, color, i], 0.25] for i in range(3)))
        else:
            key(stop, {1: 0.5, 11: 1.0}, "position")
            place = ["one over", "tree", name, stop.path_from_id("position"), 0]
            made.expect("base_color", *([place, 0.25] for _ in range(3)))


def without_nodes() -> None:
    material = bpy.data.materials.new("Plain")
    material.use_nodes = False
    plane("Plain", material, on_object=True)
    key(material, {1: (1, 0, 0, 1), 10: (0, 0, 1, 0.5)}, "diffuse_color")
    key(material, {1: 0.2, 10: 0.9}, "roughness")
    expected = {"viewport_roughness": [[["material", "Plain", "roughness", 0]]]}
    if not material.use_nodes:
        expected["roughness"] = expected["viewport_roughness"]
        expected["base_color"] = [[["material", "Plain", "diffuse_color", i]] for i in range(3)]
    EXPECTED["Plain"] = expected


def sampled() -> None:
    made = Material("Bouncing")
    shader = made.principled()
    key(shader.inputs["Roughness"], {1: 0.0, 20: 1.0})
    for curve in curves(made.tree):
        curve.keyframe_points[0].interpolation = "BOUNCE"
    driven = Material("Driven")
    target = driven.principled().inputs["Roughness"]
    driver = target.driver_add("default_value").driver
    driver.type = "SUM"
    variable = driver.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id = bpy.data.objects["Driven"]
    variable.targets[0].transform_type = "LOC_X"
    key(bpy.data.objects["Driven"], {1: (0, 0, 0), 20: (0.75, 0, 0)}, "location")


def curves(block: Any) -> list[Any]:
    action = block.animation_data.action
    if hasattr(action, "fcurves"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
            if bag.slot_handle == block.animation_data.action_slot_handle for curve in bag.fcurves]


def build() -> None:
    for ob in list(bpy.data.objects):
        bpy.data.objects.remove(ob)
    makers: tuple[Callable[[], None], ...] = (
        every_input, linked_nodes, textured, missing_and_unknown, shared_group, lights_of_their_own,
        see_through, cut_out, several_nodes, moving_ramps, without_nodes, sampled)
    for make in makers:
        make()
    bpy.data.texts.new("expected").write(json.dumps(EXPECTED))


if __name__ == "__main__":
    out = sys.argv[-1]
    FOLDER = os.path.dirname(os.path.abspath(out))
    build()
    bpy.ops.wm.save_as_mainfile(filepath=out)
