# SPDX-License-Identifier: MIT
"""What linked sockets of Principled shaders come to, by letting Cycles render them: one pixel each, at rest.

Images are white, since the file multiplies by them. Only what a node computes from numbers is told so; where
a pattern or a coordinate comes in, the pixel shows one place of it.
"""
from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from oracle_materials import SOCKETS, label

MOST = 256  # pixels of a picture
LEAST = 4  # of Blender, in both directions: each material is a column


@dataclass
class Pixel:
    material: Any  # a copy that shines with the socket's value
    name: str
    part: str
    size: int


def shown_values(materials: list[Any]) -> dict[str, dict[str, list[float]]]:
    pixels = [pixel for material in materials for pixel in linked_sockets(material)]
    found: dict[str, dict[str, list[float]]] = {}
    for first in range(0, len(pixels), MOST):
        some = pixels[first:first + MOST]
        for pixel, color in zip(some, render([pixel.material for pixel in some])):
            found.setdefault(pixel.name, {})[pixel.part] = color[:pixel.size]
    return found


# ---- Materials that show one socket ----


def linked_sockets(material: Any) -> list[Pixel]:
    shader = principled(material)
    if shader is None:
        return []
    return [Pixel(shining(material, shader.name, socket.identifier), label(material), SOCKETS[socket.identifier],
                  3 if socket.type == "RGBA" else 1)
            for socket in shader.inputs if socket.identifier in SOCKETS and live_link(socket) is not None]


def principled(material: Any) -> Any:
    """The Principled shader that the surface is, if it is just one."""
    tree = material.node_tree if material.use_nodes else None
    output = tree.get_output_node("EEVEE") if tree is not None else None
    link = live_link(output.inputs["Surface"]) if output is not None else None
    node = link.from_node if link is not None else None
    return node if node is not None and node.type == "BSDF_PRINCIPLED" and not node.mute else None


def live_link(socket: Any) -> Any:
    return next((link for link in socket.links if link.is_valid and not link.is_muted), None)


def shining(material: Any, shader: str, identifier: str) -> Any:
    copy = material.copy()
    whiten(copy.node_tree)
    tree = copy.node_tree
    socket = next(socket for socket in tree.nodes[shader].inputs if socket.identifier == identifier)
    source = live_link(socket).from_socket
    glow = tree.nodes.new("ShaderNodeEmission")
    if socket.type != "RGBA":  # a number of a colour is its luminance
        number = tree.nodes.new("ShaderNodeMath")
        number.operation = "ADD"
        number.inputs[1].default_value = 0.0
        tree.links.new(source, number.inputs[0])
        source = number.outputs[0]
    tree.links.new(source, glow.inputs["Color"])
    for output in [node for node in tree.nodes if node.type == "OUTPUT_MATERIAL"]:
        tree.nodes.remove(output)
    tree.links.new(glow.outputs[0], tree.nodes.new("ShaderNodeOutputMaterial").inputs["Surface"])
    return copy


def whiten(tree: Any) -> None:
    """Puts white in the place of images, in copies of the groups, too."""
    for node in list(tree.nodes):
        if node.type == "GROUP" and node.node_tree is not None:
            node.node_tree = node.node_tree.copy()
            whiten(node.node_tree)
        elif node.type == "TEX_IMAGE":
            color, alpha = tree.nodes.new("ShaderNodeRGB"), tree.nodes.new("ShaderNodeValue")
            color.outputs[0].default_value, alpha.outputs[0].default_value = (1, 1, 1, 1), 1.0
            for output, source in zip(node.outputs, (color.outputs[0], alpha.outputs[0])):
                for target in [link.to_socket for link in output.links]:
                    tree.links.new(source, target)


# ---- The picture ----


def render(materials: list[Any]) -> list[list[float]]:
    scene = bpy.data.scenes.new("pixels")
    for i, material in enumerate(materials):
        mesh = bpy.data.meshes.new("pixel")
        mesh.from_pydata([(i, 0, 0), (i + 1, 0, 0), (i + 1, LEAST, 0), (i, LEAST, 0)], [], [(0, 1, 2, 3)])
        mesh.uv_layers.new()
        mesh.materials.append(material)
        scene.collection.objects.link(bpy.data.objects.new("pixel", mesh))
    data = bpy.data.cameras.new("pixels")
    width = max(LEAST, len(materials))
    data.type, data.ortho_scale, data.sensor_fit = "ORTHO", float(width), "HORIZONTAL"
    scene.camera = bpy.data.objects.new("pixels", data)
    scene.collection.objects.link(scene.camera)
    scene.camera.location = (width / 2, LEAST / 2, 1.0)
    settings = scene.render
    settings.engine, settings.resolution_x, settings.resolution_y = "CYCLES", width, LEAST
    settings.resolution_percentage, settings.image_settings.file_format = 100, "OPEN_EXR"
    settings.image_settings.color_depth, settings.filter_size = "32", 0.01
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.filter_width = 1, False, 0.01
    with tempfile.TemporaryDirectory() as folder:
        settings.filepath = os.path.join(folder, "pixels.exr")
        bpy.ops.render.render(write_still=True, scene=scene.name)
        image = bpy.data.images.load(settings.filepath)
        numbers = np.empty(4 * width * LEAST, np.float32)
        image.pixels.foreach_get(numbers)
    return numbers.reshape(LEAST, width, 4)[1, :len(materials)].tolist()
