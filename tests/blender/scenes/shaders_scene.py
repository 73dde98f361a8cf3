# SPDX-License-Identifier: MIT
"""Nodes that compute, each in a material of its own, with numbers that tell one operation from the other.

    blender -b --factory-startup --python shaders_scene.py -- OUT.blend
"""
from __future__ import annotations

import os
import sys
from typing import Any

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from materials_scene import Material, add_socket, socket  # noqa: E402

ONE, OTHER = (0.2, 0.5, 0.7, 1.0), (0.6, 0.25, 0.4, 1.0)
COLORS: dict[str, dict[str, Any]] = {
    "Invert": {"Fac": 0.75, "Color": ONE}, "Gamma": {"Color": ONE, "Gamma": 2.2},
    "RGBToBW": {"Color": ONE}, "HueSaturation": {"Hue": 0.7, "Saturation": 1.5, "Value": 0.8, "Color": ONE},
    "BrightContrast": {"Bright": 0.1, "Contrast": 0.2, "Color": ONE}, "Blackbody": {"Temperature": 3000.0},
    "CombineColor": {"Red": 0.3, "Green": 0.6, "Blue": 0.9}, "CombineXYZ": {"X": 0.3, "Y": 0.6, "Z": 0.9}}


def with_numbers(name: str, **properties: Any) -> None:
    """A Math node of 0.65 and 0.3, or of numbers out of the usual range if it clamps."""
    made = Material(name)
    node = made.node("Math", **properties)
    node.inputs[0].default_value, node.inputs[1].default_value = (0.65, 0.3)
    if node.use_clamp:
        node.inputs[0].default_value = 2.5
    made.link(node.outputs[0], made.principled().inputs["Roughness"])


def mixed(name: str, factor: float, **properties: Any) -> None:
    made = Material(name)
    node = made.node("Mix", data_type="RGBA", **properties)
    socket(node, "Factor_Float").default_value = factor
    socket(node, "A_Color").default_value, socket(node, "B_Color").default_value = ONE, OTHER
    result = next(out for out in node.outputs if out.identifier == "Result_Color")
    made.link(result, made.principled().inputs["Base Color"])


def mixed_numbers(name: str, factor: float, **properties: Any) -> None:
    made = Material(name)
    node = made.node("Mix", data_type="FLOAT", **properties)
    for identifier, number in (("Factor_Float", factor), ("A_Float", 0.2), ("B_Float", 0.6)):
        socket(node, identifier).default_value = number
    made.link(next(out for out in node.outputs if out.identifier == "Result_Float"),
              made.principled().inputs["Roughness"])


def colored(kind: str, inputs: dict[str, Any]) -> None:
    made = Material(f"Color {kind}")
    node = made.node(kind)
    for identifier, value in inputs.items():
        socket(node, identifier).default_value = value
    made.link(node.outputs[0], made.principled().inputs["Base Color"])


def converted() -> None:
    """What a link makes of a colour where a number belongs, and the other way round."""
    made = Material("Converted")
    color, value = made.node("RGB"), made.node("Value")
    color.outputs[0].default_value, value.outputs[0].default_value = ONE, 0.35
    shader = made.principled()
    made.link(color.outputs[0], shader.inputs["Roughness"])
    made.link(value.outputs[0], shader.inputs["Base Color"])
    parts = made.node("SeparateColor")
    made.link(color.outputs[0], parts.inputs[0])
    made.link(parts.outputs[1], shader.inputs["Metallic"])
    vector = made.node("CombineXYZ")
    for i, number in enumerate((0.3, 0.6, 0.9)):
        vector.inputs[i].default_value = number
    made.link(vector.outputs[0], shader.inputs["Alpha"])


def ranged() -> None:
    for name, factor in (("Clamp low", -0.5), ("Clamp high", 1.5)):
        made = Material(name)
        node = made.node("Clamp")
        node.inputs[0].default_value = factor
        made.link(node.outputs[0], made.principled().inputs["Roughness"])
    made = Material("Map range")
    node = made.node("MapRange")
    node.inputs[0].default_value = 0.3
    made.link(node.outputs[0], made.principled().inputs["Roughness"])
    for interpolation in ("LINEAR", "CONSTANT", "EASE", "CARDINAL", "B_SPLINE"):
        made = Material(f"Ramp {interpolation}")
        ramp = made.node("ValToRGB")
        ramp.color_ramp.interpolation = interpolation
        ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = ONE, OTHER
        ramp.inputs[0].default_value = 0.3
        made.link(ramp.outputs[0], made.principled().inputs["Base Color"])


def grouped() -> None:
    """A group within a group, and a group's input with no link from outside."""
    inner = bpy.data.node_groups.new("Inner", "ShaderNodeTree")
    add_socket(inner, "In", "NodeSocketFloat", "INPUT")
    add_socket(inner, "Out", "NodeSocketFloat", "OUTPUT")
    start, end, node = (inner.nodes.new(kind) for kind in ("NodeGroupInput", "NodeGroupOutput", "ShaderNodeMath"))
    node.operation, node.inputs[1].default_value = "MULTIPLY", 0.5
    inner.links.new(start.outputs[0], node.inputs[0])
    inner.links.new(node.outputs[0], end.inputs[0])
    outer = bpy.data.node_groups.new("Outer", "ShaderNodeTree")
    add_socket(outer, "In", "NodeSocketFloat", "INPUT")
    add_socket(outer, "Out", "NodeSocketFloat", "OUTPUT")
    start, end, node = (outer.nodes.new(kind) for kind in ("NodeGroupInput", "NodeGroupOutput", "ShaderNodeGroup"))
    node.node_tree = inner
    outer.links.new(start.outputs[0], node.inputs[0])
    outer.links.new(node.outputs[0], end.inputs[0])
    made = Material("Grouped")
    node = made.node("Group", node_tree=outer)
    node.inputs[0].default_value = 0.9
    made.link(node.outputs[0], made.principled().inputs["Roughness"])


def build() -> None:
    for ob in list(bpy.data.objects):
        bpy.data.objects.remove(ob)
    operations = bpy.types.ShaderNodeMath.bl_rna.properties["operation"].enum_items.keys()
    for operation in operations:
        with_numbers(f"Math {operation}", operation=operation)
    with_numbers("Math clamped", operation="ADD", use_clamp=True)
    for blend in bpy.types.ShaderNodeMix.bl_rna.properties["blend_type"].enum_items.keys():
        mixed(f"Blend {blend}", 0.75, blend_type=blend)
    mixed("Factor clamped", 1.5, blend_type="MIX")
    mixed("Factor free", 1.5, blend_type="MIX", clamp_factor=False)
    mixed("Result clamped", 1.0, blend_type="SUBTRACT", clamp_result=True)
    mixed_numbers("Number factor clamped", 1.5)
    mixed_numbers("Number factor free", 1.5, clamp_factor=False)
    for kind, inputs in COLORS.items():
        colored(kind, inputs)
    converted()
    ranged()
    grouped()


if __name__ == "__main__":
    build()
    bpy.ops.wm.save_as_mainfile(filepath=sys.argv[-1])
