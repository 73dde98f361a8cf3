# SPDX-License-Identifier: MIT
"""What Blender itself says of cameras, lights and the world, each data-block once."""
from __future__ import annotations

from typing import Any

from oracle_materials import label

CAMERA = ("lens", "sensor_width", "sensor_height", "ortho_scale", "shift_x", "shift_y", "clip_start", "clip_end")
FOCUS = {"focus_distance": "focus_distance", "fstop": "aperture_fstop", "depth_of_field": "use_dof"}


class DataReader:
    """The data-blocks of the objects of one type."""

    type = ""

    def __init__(self, objects: list[Any]) -> None:
        found = {ob.data.as_pointer(): ob.data for ob in objects if ob.type == self.type and ob.data is not None}
        self.blocks = sorted(found.values(), key=label)

    def read(self, depsgraph: Any) -> dict[str, dict[str, list[float]]]:
        return {label(block): self.numbers(block.evaluated_get(depsgraph)) for block in self.blocks}

    def fixed(self) -> dict[str, dict[str, str]]:
        return {label(block): self.texts(block) for block in self.blocks}

    def numbers(self, data: Any) -> dict[str, list[float]]:
        raise NotImplementedError

    def texts(self, data: Any) -> dict[str, str]:
        raise NotImplementedError


class CameraReader(DataReader):
    type = "CAMERA"

    def numbers(self, data: Any) -> dict[str, list[float]]:
        return {name: [getattr(data, name)] for name in CAMERA} | {
            name: [float(getattr(data.dof, source))] for name, source in FOCUS.items()}

    def texts(self, data: Any) -> dict[str, str]:
        kind = {"PERSP": "perspective", "ORTHO": "orthographic", "PANO": "panoramic"}[data.type]
        return {"kind": kind, "sensor_fit": data.sensor_fit.lower()}


class LightReader(DataReader):
    """The file's colour holds what newer Blenders multiply it by: its temperature's, and 2 to its exposure."""

    type = "LIGHT"
    is_cycles = False  # only Cycles shows a light's nodes

    def numbers(self, data: Any) -> dict[str, list[float]]:
        warmth = tuple(data.temperature_color) if getattr(data, "use_temperature", False) else (1.0, 1.0, 1.0)
        gain = 2.0 ** getattr(data, "exposure", 0.0)
        color, strength = node_light(data) if self.is_cycles else ((1.0, 1.0, 1.0), 1.0)
        found = {"color": [gain * a * b * c for a, b, c in zip(data.color, warmth, color)],
                 "energy": [data.energy * strength]}
        if data.type == "AREA":
            tall = data.shape in ("RECTANGLE", "ELLIPSE")
            found |= {"radius": [data.size / 2], "area_width": [data.size], "area_height": [data.size_y if tall else data.size]}
        elif data.type == "SUN":
            found["sun_angle"] = [data.angle]
        else:
            found["radius"] = [data.shadow_soft_size]
        if data.type == "SPOT":
            found |= {"spot_size": [data.spot_size], "spot_blend": [data.spot_blend]}
        return found

    def texts(self, data: Any) -> dict[str, str]:
        return {"kind": data.type.lower(), **({"area_shape": data.shape.lower()} if data.type == "AREA" else {})}


def node_light(data: Any) -> tuple[tuple[float, ...], float]:
    """Colour and strength of the emission that a light's nodes show."""
    tree = data.node_tree if getattr(data, "use_nodes", True) else None
    nodes = [node for node in tree.nodes if node.type == "EMISSION" and not node.mute] if tree else []
    if len(nodes) != 1:
        return (1.0, 1.0, 1.0), 1.0
    color, strength = (nodes[0].inputs[name].default_value for name in ("Color", "Strength"))
    return tuple(color[:3]), strength


class WorldReader:
    """The world's colour, where its nodes are plain: a background whose sockets are not linked."""

    def __init__(self, scene: Any) -> None:
        self.scene = scene
        self.background = None
        world = scene.world
        if world is None or not world.use_nodes or world.node_tree is None:
            return
        output = world.node_tree.get_output_node("ALL")
        links = output.inputs["Surface"].links if output is not None else ()
        node = links[0].from_node if links else None
        plain = node is not None and node.type == "BACKGROUND" and not node.mute
        if plain and not node.inputs["Color"].is_linked and not node.inputs["Strength"].is_linked:
            self.background = node.name

    def read(self, depsgraph: Any) -> dict[str, dict[str, list[float]]]:
        world = self.scene.world
        if world is None:
            return {"": {"color": [0.0, 0.0, 0.0]}}
        world = world.evaluated_get(depsgraph)
        if not world.use_nodes or world.node_tree is None:
            return {"": {"color": list(world.color)}}
        if self.background is None:
            return {}
        node = world.node_tree.nodes[self.background]
        strength = node.inputs["Strength"].default_value
        return {"": {"color": [strength * part for part in node.inputs["Color"].default_value[:3]]}}

    def fixed(self) -> dict[str, dict[str, str]]:
        return {}
