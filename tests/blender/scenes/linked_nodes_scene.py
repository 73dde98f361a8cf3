# SPDX-License-Identifier: MIT
"""A group of nodes with keys in lib.blend, and a material of user.blend that links it.

    blender -b --factory-startup --python linked_nodes_scene.py -- FOLDER [user]
"""
from __future__ import annotations

import os
import sys

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from materials_scene import Material, add_socket, key  # noqa: E402


def build_library() -> None:
    group = bpy.data.node_groups.new("Linked", "ShaderNodeTree")
    add_socket(group, "Out", "NodeSocketFloat", "OUTPUT")
    value, end = group.nodes.new("ShaderNodeValue"), group.nodes.new("NodeGroupOutput")
    group.links.new(value.outputs[0], end.inputs[0])
    key(value.outputs[0], {1: 0.1, 9: 0.9, 12: 0.4})
    group.use_fake_user = True


def build_user(library: str) -> None:
    for ob in list(bpy.data.objects):
        bpy.data.objects.remove(ob)
    with bpy.data.libraries.load(library, link=True) as (_, wanted):
        wanted.node_groups = ["Linked"]
    made = Material("User")
    node = made.node("Group", node_tree=bpy.data.node_groups["Linked"])
    made.link(node.outputs[0], made.principled().inputs["Roughness"])


if __name__ == "__main__":
    folder, *user = sys.argv[sys.argv.index("--") + 1:]
    path = os.path.join(folder, "lib.blend")
    if user:
        build_user(path)
        path = os.path.join(folder, "user.blend")
    else:
        build_library()
    bpy.ops.wm.save_as_mainfile(filepath=path)
