# SPDX-License-Identifier: MIT
"""What Blender shows of materials in every clip of a .blend. It knows nothing of add-on or format.

    blender -b --factory-startup --disable-autoexec FILE.blend --python-exit-code 3
        --python oracle_materials.py -- OUT.json [--frames N]

Which numbers of Blender an input of a material is made of, the script finds by itself for plain set-ups (a
Principled or Emission shader whose sockets are not linked, or to a Value or RGB node). A text "expected" in
the .blend says it for others: JSON {material: {input: [component ...]}}; a component is a list of factors,
and a factor a number or [where, name, path, index] with where "material", "tree" (a material's) or "group",
maybe after "one minus". `light` is not an input: it is emission colour times strength.

OUT.json: {clips: [{name, start, frames, values: {material: {input: [[numbers] of each frame]}}}],
rest: {material: {input: [numbers]}}}; frames are whole ones and the halves after them.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import sys
from typing import Any

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import oracle_blocks as blocks_module  # noqa: E402
from oracle_clips import ClipList  # noqa: E402
from oracle_paths import Resolver  # noqa: E402
from oracle_rest import Rest, leave_tweak_mode, mute_visibility, play, stop, stop_everything  # noqa: E402

Component = list[Any]
Expected = dict[str, dict[str, list[Component]]]

SOCKETS = {  # of the Principled shader, in any Blender
    "Base Color": "base_color", "Alpha": "alpha", "Metallic": "metallic", "Roughness": "roughness",
    "IOR": "ior",
    "Specular": "specular", "Specular IOR Level": "specular", "Transmission": "transmission",
    "Transmission Weight": "transmission", "Clearcoat": "coat", "Coat Weight": "coat",
    "Clearcoat Roughness": "coat_roughness", "Coat Roughness": "coat_roughness", "Sheen": "sheen",
    "Sheen Weight": "sheen", "Subsurface": "subsurface", "Subsurface Weight": "subsurface",
    "Emission": "emission_color", "Emission Color": "emission_color",
    "Emission Strength": "emission_strength"}


def main() -> None:
    parser = argparse.ArgumentParser(prog="oracle_materials.py")
    parser.add_argument("out")
    parser.add_argument("--frames", type=int, default=40, help="most whole frames a clip")
    options = parser.parse_args(sys.argv[sys.argv.index("--") + 1:])
    with open(options.out, "w", encoding="utf-8") as file:
        json.dump(record(options.frames), file)


def record(most: int) -> dict[str, Any]:
    scene, layer = bpy.context.scene, bpy.context.view_layer
    blocks_module.leave_edit_mode(layer)
    blocks = blocks_module.all_blocks()
    leave_tweak_mode(blocks)
    objects = blocks_module.scope_objects(layer)
    clip_list = ClipList(blocks, blocks_module.scope_pointers(scene, objects), Resolver())
    mute_visibility(bpy.data.actions, blocks)
    rest = Rest(clip_list, blocks, Resolver())
    blocks_module.show_everything(layer, objects)
    stop_everything(blocks)
    rest.restore()
    expected = find_expected(objects)
    scene.frame_set(scene.frame_start)
    found: dict[str, Any] = {"rest": read(expected), "clips": []}
    for clip in clip_list.clips:
        frames = clip_frames(clip.start, clip.end, most)
        rest.restore()
        play(clip)
        moments = []
        for frame in frames:
            scene.frame_set(math.floor(frame), subframe=frame - math.floor(frame))
            moments.append(read(expected))
        stop(clip)
        values = {material: {name: [moment[material][name] for moment in moments] for name in inputs}
                  for material, inputs in expected.items()}
        found["clips"].append({"name": clip.action.name, "start": clip.start, "frames": frames,
                               "values": values})
    return found


def clip_frames(start: float, end: float, most: int) -> list[float]:
    count = int(end - start) + 1
    whole = [start + i for i in range(0, count, max(1, count // most))]
    return sorted({*whole, *(frame + 0.5 for frame in whole if frame + 0.5 <= end)})


# ---- Which numbers belong to an input ----


def find_expected(objects: list[Any]) -> Expected:
    materials = {slot.material for ob in objects if ob.type in ("MESH", "CURVE", "FONT", "SURFACE", "META")
                 for slot in ob.material_slots if slot.material is not None}
    found = {material.name: plain_inputs(material) for material in materials}
    if "expected" in bpy.data.texts:
        for material, inputs in json.loads(bpy.data.texts["expected"].as_string()).items():
            found.setdefault(material, {}).update(inputs)
    return {material: found[material] for material in sorted(found)}


def plain_inputs(material: Any) -> dict[str, list[Component]]:
    inputs = {"viewport_color": [[["material", material.name, "diffuse_color", i]] for i in range(3)]}
    tree = material.node_tree
    output = tree.get_output_node("EEVEE") if tree is not None and material.use_nodes else None
    surface = output.inputs["Surface"] if output is not None else None
    shader = surface.links[0].from_node if surface is not None and surface.is_linked else None
    if shader is None or shader.mute:
        return inputs
    if shader.type == "BSDF_PRINCIPLED":
        for socket in shader.inputs:
            name = SOCKETS.get(socket.identifier)
            components = components_of(material, socket) if name else None
            if components:
                inputs[name] = components
    elif shader.type == "EMISSION":
        color, strength = (components_of(material, shader.inputs[name]) for name in ("Color", "Strength"))
        if color and strength:
            inputs["light"] = [component + strength[0] for component in color]
    return inputs


def components_of(material: Any, socket: Any) -> list[Component] | None:
    size = 3 if socket.type == "RGBA" else 1
    source = socket
    if socket.is_linked:
        node = socket.links[0].from_node
        if node.type not in ("VALUE", "RGB") or (node.type == "RGB") != (size == 3):
            return None
        source = node.outputs[0]
    path = source.path_from_id("default_value")
    return [[["tree", material.name, path, i]] for i in range(size)]


# ---- Reading ----


def read(expected: Expected) -> dict[str, dict[str, list[float]]]:
    depsgraph = bpy.context.evaluated_depsgraph_get()
    return {material: {name: [product(component, depsgraph) for component in components]
                       for name, components in inputs.items()}
            for material, inputs in expected.items()}


def product(component: Component, depsgraph: Any) -> float:
    return math.prod(number(factor, depsgraph) for factor in component)


def number(factor: Any, depsgraph: Any) -> float:
    if isinstance(factor, (int, float)):
        return float(factor)
    if factor[0] == "one minus":
        return 1.0 - number(factor[1:], depsgraph)
    where, name, path, index = factor
    if where == "group":
        block = bpy.data.node_groups[name].evaluated_get(depsgraph)
    else:
        block = bpy.data.materials[name].evaluated_get(depsgraph)
        block = block.node_tree if where == "tree" else block
    value = block.path_resolve(path)
    return float(value[index] if hasattr(value, "__len__") else value)


if __name__ == "__main__":
    main()
