# SPDX-License-Identifier: MIT
"""Which numbers of Blender the inputs of materials are made of, and what they are.

For plain set-ups (a Principled or Emission shader whose sockets are not linked, or to a Value or RGB node) this
finds it by itself. A text "expected" in the .blend says it for others: JSON {material: {input: [component ...]}};
a component is a list of factors, and a factor a number or [where, name, path, index] with where "material",
"tree" (a material's) or "group", maybe after "one minus" or "one over". `light` is not an input: it is emission colour times
strength.
"""
from __future__ import annotations

import json
import math
from typing import Any

import bpy
from oracle_blocks import GEOMETRY_TYPES, library_name

Component = list[Any]

SOCKETS = {  # of the Principled shader, in any Blender
    "Base Color": "base_color", "Alpha": "alpha", "Metallic": "metallic", "Roughness": "roughness",
    "IOR": "ior",
    "Specular": "specular", "Specular IOR Level": "specular", "Transmission": "transmission",
    "Transmission Weight": "transmission", "Clearcoat": "coat", "Coat Weight": "coat",
    "Clearcoat Roughness": "coat_roughness", "Coat Roughness": "coat_roughness", "Sheen": "sheen",
    "Sheen Weight": "sheen", "Subsurface": "subsurface", "Subsurface Weight": "subsurface",
    "Emission": "emission_color", "Emission Color": "emission_color",
    "Emission Strength": "emission_strength"}


def label(block: Any) -> str:
    library = library_name(block)
    return f"{block.name} [{library}]" if library else block.name


def has_points(ob: Any, depsgraph: Any) -> bool:
    """Whether the object, as evaluated, has a surface of its own that a material could be seen on."""
    if ob.type not in GEOMETRY_TYPES:
        return False
    shown = ob.evaluated_get(depsgraph)
    mesh = shown.to_mesh()
    found = mesh is not None and len(mesh.vertices) > 0
    shown.to_mesh_clear()
    return found


class MaterialReader:
    """The materials of all objects that have a surface now."""

    def __init__(self, objects: list[Any]) -> None:
        depsgraph = bpy.context.evaluated_depsgraph_get()
        materials = {slot.material for ob in objects if has_points(ob, depsgraph)
                     for slot in ob.material_slots if slot.material is not None}
        self.materials = {label(material): material for material in sorted(materials, key=label)}
        self.expected = {name: plain_inputs(material) for name, material in self.materials.items()}
        if "expected" in bpy.data.texts:
            for name, inputs in json.loads(bpy.data.texts["expected"].as_string()).items():
                self.expected.setdefault(name, {}).update(inputs)

    def read(self, depsgraph: Any) -> dict[str, dict[str, list[float]]]:
        return {name: {part: [self.product(component, name, depsgraph) for component in components]
                       for part, components in inputs.items()}
                for name, inputs in self.expected.items()}

    def fixed(self) -> dict[str, dict[str, str]]:
        return {}

    def product(self, component: Component, name: str, depsgraph: Any) -> float:
        return math.prod(self.number(factor, name, depsgraph) for factor in component)

    def number(self, factor: Any, name: str, depsgraph: Any) -> float:
        if isinstance(factor, (int, float)):
            return float(factor)
        if factor[0] == "one minus":
            return 1.0 - self.number(factor[1:], name, depsgraph)
        if factor[0] == "one over":
            return 1.0 / self.number(factor[1:], name, depsgraph)
        where, group, path, index = factor
        if where == "group":
            block = bpy.data.node_groups[group].evaluated_get(depsgraph)
        else:
            block = self.materials[name].evaluated_get(depsgraph)
            block = block.node_tree if where == "tree" else block
        value = block.path_resolve(path)
        return float(value[index] if hasattr(value, "__len__") else value)


# ---- Which numbers belong to an input ----


def own(path: str, index: int) -> Component:
    return [["material", "", path, index]]


def plain_inputs(material: Any) -> dict[str, list[Component]]:
    inputs = {"viewport_color": [own("diffuse_color", i) for i in range(3)],
              "viewport_alpha": [own("diffuse_color", 3)],
              "viewport_metallic": [own("metallic", 0)], "viewport_roughness": [own("roughness", 0)]}
    tree = material.node_tree if material.use_nodes else None
    if tree is None:
        solid = {"base_color": "viewport_color", "metallic": "viewport_metallic",
                 "roughness": "viewport_roughness"}
        return inputs | {name: inputs[source] for name, source in solid.items()}
    output = tree.get_output_node("EEVEE")
    surface = output.inputs["Surface"] if output is not None else None
    shader = surface.links[0].from_node if surface is not None and surface.is_linked else None
    if shader is None or shader.mute or surface.links[0].is_muted:
        return inputs
    if shader.type == "BSDF_PRINCIPLED":
        for socket in shader.inputs:
            name = SOCKETS.get(socket.identifier)
            components = components_of(socket) if name else None
            if components:
                inputs[name] = components
    elif shader.type == "EMISSION":
        color, strength = (components_of(shader.inputs[name]) for name in ("Color", "Strength"))
        if color and strength:
            inputs["light"] = [component + strength[0] for component in color]
    return inputs


def components_of(socket: Any) -> list[Component] | None:
    size = 3 if socket.type == "RGBA" else 1
    source = socket
    links = [link for link in socket.links if link.is_valid and not link.is_muted]
    if links:
        node = links[0].from_node
        if node.type not in ("VALUE", "RGB") or (node.type == "RGB") != (size == 3):
            return None
        source = node.outputs[0]
    path = source.path_from_id("default_value")
    return [[["tree", "", path, i]] for i in range(size)]
