# SPDX-License-Identifier: MIT
"""A document as plain dictionaries and lists, for JSON and for people."""

from __future__ import annotations

from collections import Counter
from enum import IntEnum, IntFlag
from typing import Any

from ._enums import ComponentKind, PropertyKind
from ._pavane import Binding, Channel, Clip, Document, Mesh

Tree = dict[str, Any]


def plain(value: object) -> Any:
    """Enums by their names, records as dictionaries, memory as lists."""
    if isinstance(value, IntFlag):
        return [flag.name.lower() for flag in type(value) if flag in value and flag.name]
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, memoryview):
        return value.tolist()
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value


# ---- Clips ----


def _kind_of(channel: Channel) -> str:
    kinds = {component.kind for component in channel.components}
    for kind in ComponentKind.SAMPLED, ComponentKind.CURVE, ComponentKind.CONSTANT:
        if kind in kinds:
            return kind.name.lower()
    return "empty"


def clip_summary(clip: Clip) -> Tree:
    channels = clip.channels
    keys = sum(len(c.curve.times) for channel in channels for c in channel.components if c.curve)
    return {
        "name": clip.name,
        "library": clip.library,
        "seconds": clip.duration,
        "fps": clip.fps / clip.fps_base,
        "frame_start": clip.frame_start,
        "frame_end": clip.frame_end,
        "play_mode": plain(clip.play_mode),
        "channels": dict(Counter(_kind_of(channel) for channel in channels)),
        "targets": dict(Counter(plain(channel.kind) for channel in channels)),
        "owners": sorted({channel.owner for channel in channels}),
        "keys": keys,
        "events": plain(clip.events),
        "bytes": clip.bytes,
        "error": clip.error,
        "error_bound": clip.error_bound,
    }


def _channel_tree(channel: Channel) -> Tree:
    return {
        "kind": plain(channel.kind),
        "library": channel.library,
        "owner": channel.owner,
        "part": channel.part,
        "element": channel.element,
        "conversion": plain(channel.conversion),
        "components": [
            {name: value for name, value in plain(component).items() if value is not None}
            for component in channel.components
        ],
    }


# ---- Nodes and meshes ----


def _node_summary(document: Document, index: int) -> Tree:
    node = document.nodes[index]
    carried: Tree = {"name": node.name, "kind": plain(node.kind)}
    if node.parent is not None:
        carried["parent"] = document.nodes[node.parent].name
    if node.mesh is not None:
        carried["mesh"] = document.meshes[node.mesh].name
    if node.camera is not None:
        carried["camera"] = document.cameras[node.camera].name
    if node.light is not None:
        carried["light"] = document.lights[node.light].name
    return carried


def _mesh_summary(mesh: Mesh) -> Tree:
    return {
        "name": mesh.name,
        "library": mesh.library,
        "points": len(mesh.points),
        "polygons": len(mesh.polygons),
        "vertices": len(mesh.vertices),
        "triangles": len(mesh.indices) // 3,
        "groups": len(mesh.groups),
        "morphs": [morph.name for morph in mesh.morphs],
        "sequence": len(mesh.sequence),
        "uv_layers": [layer.name for layer in mesh.uv_layers],
        "error": mesh.error,
    }


MESH_ARRAYS = (
    "error",
    "bounds",
    "points",
    "polygons",
    "corners",
    "vertices",
    "normals",
    "indices",
    "primitives",
    "uv_layers",
    "color_layers",
    "groups",
    "influence_counts",
    "influence_groups",
    "influence_weights",
    "morphs",
    "sequence",
    "eval_time",
)


# ---- Documents ----


def missed_channels(document: Document) -> list[str]:
    """Sentences about the channels that drive nothing in the file's own scene; none where it has no scene."""
    return [link.text for link in Binding(document, document).missed] if document.scene else []


def summary(document: Document) -> Tree:
    """What a person asks of a file first."""
    return {
        "info": plain(document.info),
        "scene": plain(document.scene),
        "clips": [clip_summary(clip) for clip in document.clips],
        "nodes": [_node_summary(document, index) for index in range(len(document.nodes))],
        "meshes": [_mesh_summary(mesh) for mesh in document.meshes],
        "materials": [material.name for material in document.materials],
        "images": [_image_tree(image) for image in document.images],
        "textures": [
            {"material": material.name, "input": texture.input, "image": document.images[texture.image].name}
            for material in document.materials
            for texture in material.textures
        ],
        "properties": [_property_summary(one) for one in document.properties],
        "missed": missed_channels(document),
        "memory": document.memory,
    }


def _property_summary(one: Any) -> Tree:
    names = {"owner": one.owner, "part": one.part, "library": one.library}
    value = one.text if one.kind == PropertyKind.STRING else [_number(one.kind, v) for v in one.values]
    return {
        "kind": plain(one.owner_kind),
        **{name: text for name, text in names.items() if text},
        "name": one.name,
        "value": value[0] if len(value) == 1 and one.kind != PropertyKind.STRING else value,
    }


def _number(kind: PropertyKind, value: float) -> Any:
    return {PropertyKind.BOOLEAN: bool, PropertyKind.INTEGER: int}.get(kind, float)(value)


def _image_tree(image: Any) -> Tree:
    return {**plain(image._replace(bytes=None)), "bytes": len(image.bytes)}


def everything(document: Document) -> Tree:
    """Every record and every number, but for the insides of images."""
    return {
        "info": plain(document.info),
        "scene": plain(document.scene),
        "nodes": plain(document.nodes),
        "skins": plain(document.skins),
        "materials": plain(document.materials),
        "cameras": plain(document.cameras),
        "lights": plain(document.lights),
        "properties": plain(document.properties),
        "images": [_image_tree(image) for image in document.images],
        "meshes": [
            {
                "name": mesh.name,
                "library": mesh.library,
                **{name: plain(getattr(mesh, name)) for name in MESH_ARRAYS},
            }
            for mesh in document.meshes
        ],
        "clips": [
            {**clip_summary(clip), "channels": [_channel_tree(channel) for channel in clip.channels]}
            for clip in document.clips
        ],
    }
