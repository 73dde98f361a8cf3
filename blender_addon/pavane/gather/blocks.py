# SPDX-License-Identifier: GPL-3.0-or-later
"""Data-blocks: which there are, what is animated about them, and how they are told apart and ordered."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import bpy

# The name that an action or slot has for each type of data-block, by its collection in bpy.data.
TYPES = {
    "armatures": "ARMATURE", "cache_files": "CACHEFILE", "cameras": "CAMERA", "curves": "CURVE",
    "grease_pencils": "GREASEPENCIL", "hair_curves": "CURVES", "lattices": "LATTICE",
    "lightprobes": "LIGHT_PROBE", "lights": "LIGHT", "linestyles": "LINESTYLE", "masks": "MASK",
    "materials": "MATERIAL", "meshes": "MESH",
    "metaballs": "META", "movieclips": "MOVIECLIP", "node_groups": "NODETREE", "objects": "OBJECT",
    "particles": "PARTICLE", "pointclouds": "POINTCLOUD", "scenes": "SCENE", "shape_keys": "KEY",
    "speakers": "SPEAKER", "textures": "TEXTURE", "volumes": "VOLUME", "worlds": "WORLD",
}


@dataclass(frozen=True)
class Block:
    """A data-block that can be animated; `holder` is the one that a node tree is embedded in."""

    id: Any
    type: str
    holder: Any = None

    @property
    def key(self) -> int:
        return self.id.as_pointer()

    @property
    def order(self) -> tuple[str | bytes, ...]:
        holder = self.holder.name.encode() if self.holder is not None else b""
        return self.type, holder, *order(self.id)

    @property
    def label(self) -> str:
        """For messages."""
        return f"{self.type.lower().replace('_', ' ')} {(self.holder or self.id).name!r}"


def library(block: Any) -> str:
    """The file that a data-block is linked from, without its folder; empty for a local one."""
    return bpy.path.basename(block.library.filepath) if block.library is not None else ""


def order(block: Any) -> tuple[bytes, bytes]:
    return block.name.encode(), library(block).encode()


def all_blocks() -> list[Block]:
    found = []
    for collection, kind in TYPES.items():
        for block in getattr(bpy.data, collection, ()):
            found.append(Block(block, kind))
            tree = getattr(block, "node_tree", None)
            if tree is not None and tree.is_embedded_data:
                found.append(Block(tree, "NODETREE", block))
    return sorted(found, key=lambda block: block.order)


def animation_data(block: Any) -> Any:
    return getattr(block, "animation_data", None)


def drivers(block: Any) -> list[Any]:
    data = animation_data(block)
    return list(data.drivers) if data is not None else []


def strips(data: Any) -> Iterator[Any]:
    """The NLA strips of an AnimData, those in meta strips included."""
    todo = [strip for track in data.nla_tracks for strip in track.strips]
    while todo:
        strip = todo.pop(0)
        if strip.type == "META":
            todo = [*strip.strips, *todo]
        else:
            yield strip


def used_by(block: Any) -> Iterator[Any]:
    """The data-blocks that a data-block is made of; other objects are in the scope by themselves or not."""
    for name in ("node_tree", "shape_keys", "world"):
        yield getattr(block, name, None)
    if isinstance(block, bpy.types.NodeTree):
        yield from (getattr(node, "node_tree", None) for node in block.nodes)
    if isinstance(block, bpy.types.Object):
        yield block.data
        yield from (slot.material for slot in block.material_slots)
        yield from (system.settings for system in block.particle_systems)
        yield from (getattr(modifier, "node_group", None) for modifier in block.modifiers)


def closure(roots: list[Any]) -> set[int]:
    """Pointers of the roots and of everything that they are made of."""
    found: set[int] = set()
    todo = list(roots)
    while todo:
        block = todo.pop()
        if block is not None and block.as_pointer() not in found:
            found.add(block.as_pointer())
            todo += used_by(block)
    return found
