# SPDX-License-Identifier: MIT
"""The data-blocks of a .blend: what there is, what is in scope, and how all of it is made visible."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator

import bpy

# The name of each ID type in Action.id_root, by its collection in bpy.data (ID.id_type is newer than 3.4).
COLLECTION_TYPES = {
    "objects": "OBJECT", "meshes": "MESH", "curves": "CURVE", "hair_curves": "CURVES", "metaballs": "META",
    "armatures": "ARMATURE", "lattices": "LATTICE", "cameras": "CAMERA", "lights": "LIGHT",
    "shape_keys": "KEY", "materials": "MATERIAL", "node_groups": "NODETREE", "scenes": "SCENE",
    "worlds": "WORLD",
    "speakers": "SPEAKER", "lightprobes": "LIGHT_PROBE", "textures": "TEXTURE", "particles": "PARTICLE",
    "linestyles": "LINESTYLE", "movieclips": "MOVIECLIP", "masks": "MASK", "cache_files": "CACHEFILE",
    "volumes": "VOLUME", "pointclouds": "POINTCLOUD", "grease_pencils": "GREASEPENCIL",
}
GEOMETRY_TYPES = {"MESH", "CURVE", "SURFACE", "FONT", "META"}
VISIBILITY_PATHS = {"hide_viewport", "hide_render"}


@dataclass(frozen=True)
class Block:
    """A data-block that may be animated. `holder` is the one that embeds it (a material its node tree)."""
    id: Any
    type: str
    holder: Any = None

    @property
    def pointer(self) -> int:
        return self.id.as_pointer()

    def sort_key(self) -> tuple[bytes, ...]:
        holder = self.holder.name if self.holder else ""
        return tuple(s.encode() for s in (self.type, holder, self.id.name, library_name(self.id)))

    def describe(self) -> dict[str, str]:
        return {"type": self.type, "name": self.id.name, "library": library_name(self.id),
                "holder": self.holder.name if self.holder else ""}


def library_name(block: Any) -> str:
    return bpy.path.basename(block.library.filepath) if block.library else ""


def all_blocks() -> list[Block]:
    """Every data-block of the file that can hold animation, embedded node trees included."""
    blocks = []
    for collection, kind in COLLECTION_TYPES.items():
        for block in getattr(bpy.data, collection, ()):
            blocks.append(Block(block, kind))
            tree = getattr(block, "node_tree", None)
            if tree is not None and tree.is_embedded_data:
                blocks.append(Block(tree, "NODETREE", block))
    return blocks


# ---- Scope ----


def instanced_objects(objects: list[Any]) -> list[Any]:
    """The objects that the collection instances among `objects` show, whatever their nesting."""
    found: dict[int, Any] = {}
    todo = list(objects)
    while todo:
        ob = todo.pop()
        if ob.instance_type != "COLLECTION" or ob.instance_collection is None:
            continue
        for child in ob.instance_collection.all_objects:
            if child.as_pointer() not in found:
                found[child.as_pointer()] = child
                todo.append(child)
    return list(found.values())


def scope_objects(view_layer: Any) -> list[Any]:
    """The view layer's objects (excluded collections are not in it), then those shown only as instances."""
    own = sorted(view_layer.objects, key=object_key)
    known = {ob.as_pointer() for ob in own}
    return own + sorted((ob for ob in instanced_objects(own) if ob.as_pointer() not in known), key=object_key)


def object_key(ob: Any) -> tuple[bytes, bytes]:
    return ob.name.encode(), library_name(ob).encode()


def scope_pointers(scene: Any, objects: list[Any]) -> set[int]:
    """Addresses of every data-block that the exported scene is made of."""
    found: set[int] = set()
    todo: list[Any] = [scene, *objects]
    while todo:
        block = todo.pop()
        if block is None or block.as_pointer() in found:
            continue
        found.add(block.as_pointer())
        todo.extend(used_blocks(block))
    return found


def used_blocks(block: Any) -> Iterator[Any]:
    """What a data-block is made of; other objects are in scope by themselves or not at all."""
    for name in ("node_tree", "shape_keys", "world", "compositing_node_group"):
        yield getattr(block, name, None)
    if isinstance(block, bpy.types.NodeTree):
        yield from (getattr(node, "node_tree", None) for node in block.nodes)
    if isinstance(block, bpy.types.Object):
        yield block.data
        yield from (slot.material for slot in block.material_slots)
        yield from (system.settings for system in block.particle_systems)
        for modifier in block.modifiers:
            yield getattr(modifier, "node_group", None)
            yield getattr(modifier, "texture", None)


# ---- Visibility: Blender does not evaluate what is hidden ----


def show_everything(view_layer: Any, objects: list[Any]) -> None:
    def show_layer(layer_collection: Any) -> None:
        layer_collection.hide_viewport = False
        show_collection(layer_collection.collection)
        for child in layer_collection.children:
            show_layer(child)

    def show_collection(collection: Any) -> None:
        collection.hide_viewport = False
        collection.hide_render = False

    show_layer(view_layer.layer_collection)
    own = {ob.as_pointer() for ob in view_layer.objects}
    for ob in objects:
        ob.hide_viewport = False
        ob.hide_render = False
        if ob.as_pointer() in own:
            ob.hide_set(False, view_layer=view_layer)
        if ob.instance_type == "COLLECTION" and ob.instance_collection:
            for collection in (ob.instance_collection, *ob.instance_collection.children_recursive):
                show_collection(collection)


def leave_edit_mode(view_layer: Any) -> None:
    active = view_layer.objects.active
    if active is not None and active.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
