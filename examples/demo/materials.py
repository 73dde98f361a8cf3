# SPDX-License-Identifier: MIT
"""The demo's materials, and the two clips that change them: the ball's colours and the lantern's glow."""

from __future__ import annotations

import bpy

import textures
from keys import Clip, Key

Color = tuple[float, float, float]

# name: base colour (linear), roughness, metallic
MATERIALS: dict[str, tuple[Color, float, float]] = {
    "Skin": ((0.88, 0.56, 0.39), 0.6, 0.0),
    "Cheek": ((0.90, 0.33, 0.25), 0.7, 0.0),
    "Hair": ((0.42, 0.115, 0.025), 0.55, 0.0),
    "Eye": ((0.012, 0.010, 0.014), 0.2, 0.0),
    "Glint": ((0.95, 0.95, 0.95), 0.2, 0.0),
    "Mouth": ((0.085, 0.008, 0.012), 0.5, 0.0),
    "Tongue": ((0.72, 0.17, 0.17), 0.5, 0.0),
    "Tunic": ((0.03, 0.29, 0.30), 0.7, 0.0),
    "Sleeve": ((0.80, 0.70, 0.50), 0.8, 0.0),
    "Trim": ((0.85, 0.50, 0.09), 0.5, 0.0),
    "Trousers": ((0.10, 0.075, 0.13), 0.8, 0.0),
    "Leather": ((0.17, 0.065, 0.025), 0.5, 0.0),
    "Cuff": ((0.30, 0.14, 0.055), 0.6, 0.0),
    "Sole": ((0.045, 0.022, 0.014), 0.8, 0.0),
    "Scarf": ((0.62, 0.035, 0.045), 0.8, 0.0),
    "Gold": ((0.86, 0.55, 0.12), 0.3, 0.6),
    "Steel": ((0.66, 0.72, 0.78), 0.3, 0.4),
    "Iron": ((0.05, 0.05, 0.06), 0.45, 0.7),
    "Wood": ((0.20, 0.09, 0.04), 0.7, 0.0),
    "Ball Color": ((0.80, 0.07, 0.05), 0.35, 0.0),
    "Ball Cream": ((0.88, 0.80, 0.62), 0.4, 0.0),
    "Grass": ((0.10, 0.22, 0.08), 0.95, 0.0),
    "Leaves": ((0.06, 0.17, 0.09), 0.9, 0.0),
    "Stone": ((0.24, 0.21, 0.20), 0.8, 0.0),
    "Cap": ((0.62, 0.06, 0.05), 0.45, 0.0),
    "Stem": ((0.80, 0.72, 0.58), 0.7, 0.0),
    "Paving": ((1.0, 1.0, 1.0), 0.8, 0.0),
    "Sky": ((0.0, 0.0, 0.0), 1.0, 0.0),
    "Lantern Glass": ((0.35, 0.15, 0.04), 0.3, 0.0),
}
GLOW_COLOR = (1.0, 0.42, 0.10)


def make_materials() -> dict[str, bpy.types.Material]:
    materials = {name: _material(name, *look) for name, look in MATERIALS.items()}
    _pave(materials["Paving"])
    _paint_sky(materials["Sky"])
    _emission_color(_shader(materials["Lantern Glass"])).default_value = (*GLOW_COLOR, 1.0)
    return materials


def _material(name: str, color: Color, roughness: float, metallic: float) -> bpy.types.Material:
    material = bpy.data.materials.new(name)
    if material.node_tree is None:
        material.use_nodes = True
    shader = _shader(material)
    shader.inputs["Base Color"].default_value = (*color, 1.0)
    shader.inputs["Roughness"].default_value = roughness
    shader.inputs["Metallic"].default_value = metallic
    if shader.inputs["Sheen Tint"].type == "VALUE":
        shader.inputs["Sheen Tint"].default_value = 0.0    # before 4.0 it follows the base colour
    material.diffuse_color = (*color, 1.0)
    material.roughness, material.metallic = roughness, metallic
    return material


def _shader(material: bpy.types.Material) -> bpy.types.Node:
    return next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")


def _emission_color(shader: bpy.types.Node) -> bpy.types.NodeSocket:
    return shader.inputs["Emission Color" if "Emission Color" in shader.inputs else "Emission"]


# ---- Textures ----

def _pave(material: bpy.types.Material) -> None:
    color, normals, roughness = textures.paving()
    tree, shader = material.node_tree, _shader(material)
    bend = tree.nodes.new("ShaderNodeNormalMap")
    tree.links.new(_picture(tree, textures.make_image("Paving", color)), shader.inputs["Base Color"])
    tree.links.new(_picture(tree, textures.make_image("Paving Roughness", roughness, data=True)),
                   shader.inputs["Roughness"])
    tree.links.new(_picture(tree, textures.make_image("Paving Normals", normals, data=True)),
                   bend.inputs["Color"])
    tree.links.new(bend.outputs["Normal"], shader.inputs["Normal"])


def _paint_sky(material: bpy.types.Material) -> None:
    """It shines by itself, as painted; from behind one sees through it."""
    shader = _shader(material)
    picture = _picture(material.node_tree, textures.make_image("Sky", textures.sky()))
    material.node_tree.links.new(picture, _emission_color(shader))
    shader.inputs["Emission Strength"].default_value = 0.85
    material.use_backface_culling = True


def _picture(tree: bpy.types.NodeTree, image: bpy.types.Image) -> bpy.types.NodeSocket:
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    return node.outputs["Color"]


# ---- Keyed inputs ----

BALL_COLORS: dict[int, Color] = {
    1: (0.80, 0.07, 0.05), 17: (0.90, 0.38, 0.02), 33: (0.60, 0.05, 0.38), 49: (0.16, 0.10, 0.62),
    65: (0.03, 0.20, 0.60), 81: (0.01, 0.50, 0.45), 89: (0.50, 0.45, 0.03), 97: (0.80, 0.07, 0.05)}

# The flame flickers, flares up once and nearly goes out.
GLOW = {1: 0.9, 7: 1.3, 11: 1.0, 16: 1.5, 21: 1.1, 28: 3.2, 34: 2.4, 39: 2.8, 52: 1.2, 66: 0.8, 78: 0.15,
        84: 0.3, 97: 0.9}


def make_colors(material: bpy.types.Material) -> Clip:
    """The ball's colour goes once around the rainbow."""
    clip = Clip(material.node_tree, "Colors", 1, 97, cyclic=True)
    path = _input_path(material, _shader(material).inputs["Base Color"])
    for index in range(3):
        keys = [Key(frame, color[index]) for frame, color in BALL_COLORS.items()]
        clip.curve(path, index, "Base Color", keys)
    return clip


def make_glow(material: bpy.types.Material) -> Clip:
    clip = Clip(material.node_tree, "Glow", 1, 97, cyclic=True)
    path = _input_path(material, _shader(material).inputs["Emission Strength"])
    clip.curve(path, 0, "Emission Strength", [Key(frame, strength) for frame, strength in GLOW.items()])
    return clip


def _input_path(material: bpy.types.Material, socket: bpy.types.NodeSocket) -> str:
    shader = _shader(material)
    return f'nodes["{shader.name}"].inputs[{list(shader.inputs).index(socket)}].default_value'
