# SPDX-License-Identifier: GPL-3.0-or-later
"""Modifiers of an object: which ones shape its mesh, and which make it differ from what a file can say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import bpy

from .mesh_compat import node_inputs

# Neither points nor what is drawn change.
WITHOUT_EFFECT = {"COLLISION", "PARTICLE_SYSTEM", "SURFACE"}

# After an armature they move no point, so that it does not matter that they stand behind it.
MOVES_NO_POINT = WITHOUT_EFFECT | {
    "DATA_TRANSFER", "EDGE_SPLIT", "MASK", "NORMAL_EDIT", "TRIANGULATE", "UV_PROJECT", "UV_WARP",
    "VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX", "VERTEX_WEIGHT_PROXIMITY", "WEIGHTED_NORMAL"}

OF_TIME = {
    "BUILD", "CLOTH", "DYNAMIC_PAINT", "EXPLODE", "FLUID", "MESH_CACHE", "MESH_SEQUENCE_CACHE", "OCEAN",
    "PARTICLE_INSTANCE", "SOFT_BODY", "WAVE"}

# Nodes of geometry whose output follows the frame, or objects that may move.
NODES_OF_TIME = {"GeometryNodeInputSceneTime", "GeometryNodeObjectInfo", "GeometryNodeCollectionInfo",
                 "GeometryNodeSimulationOutput", "GeometryNodeSelfObject", "GeometryNodeInputActiveCamera"}


def enabled(ob: Any) -> list[Any]:
    return [modifier for modifier in ob.modifiers if modifier.show_viewport]


def armatures(ob: Any) -> list[Any]:
    return [m for m in enabled(ob) if m.type == "ARMATURE" and m.object is not None]


def has_armature_parent(ob: Any) -> bool:
    return ob.parent_type == "ARMATURE" and ob.parent is not None and ob.parent.type == "ARMATURE"


def own(ob: Any) -> list[Any]:
    """Those that shape the mesh and are no armature."""
    return [modifier for modifier in enabled(ob) if modifier.type not in WITHOUT_EFFECT | {"ARMATURE"}]


def title(modifier: Any) -> str:
    """What the menu calls its type."""
    return bpy.types.Modifier.bl_rna.properties["type"].enum_items[modifier.type].name


# ---- Causes ----


def predict(ob: Any, animated: set[str], report: Any) -> None:
    """Tells the report why the mesh, as exported, will not do what it does in Blender."""
    for modifier in own(ob):
        if modifier.type in OF_TIME:
            report.cause(ob.name, f"modifier {title(modifier)} changes over time")
        elif is_animated(ob, modifier, animated):
            report.cause(ob.name, f"modifier {title(modifier)} is animated")
        elif any(may_move(ob) or may_move(other) for other in dependencies(modifier)):
            report.cause(ob.name, f"modifier {title(modifier)} depends on what may move")
        elif textures_of_time(modifier) or nodes_of_time(modifier):
            report.cause(ob.name, f"modifier {title(modifier)} changes over time")
    for modifier in after_armature(ob):
        report.cause(ob.name, f"{title(modifier)} after Armature")


def after_armature(ob: Any) -> list[Any]:
    """Modifiers that get the mesh only after an armature has bent it; in the file all come before it."""
    bent, found = has_armature_parent(ob), []
    for modifier in enabled(ob):
        if modifier.type == "ARMATURE":
            bent = bent or modifier.object is not None
        elif bent and modifier.type not in MOVES_NO_POINT and not is_smooth_by_angle(modifier):
            found.append(modifier)
    return found


def is_smooth_by_angle(modifier: Any) -> bool:
    group = getattr(modifier, "node_group", None)
    return group is not None and group.name.startswith("Smooth by Angle")


def animated_paths(paths: set[str]) -> set[str]:
    """Those that lead to modifiers."""
    return {path for path in paths if path.startswith("modifiers[")}


def is_animated(ob: Any, modifier: Any, animated: set[str]) -> bool:
    """Does a driver of the object, or any action, move a setting of a modifier of that name?"""
    start = f'modifiers["{bpy.utils.escape_identifier(modifier.name)}"]'
    drivers = ob.animation_data.drivers if ob.animation_data else ()
    return any(path.startswith(start) for path in (*animated, *(driver.data_path for driver in drivers)))


def dependencies(modifier: Any) -> Iterator[Any]:
    """Objects that the modifier looks at."""
    yield from pointers(modifier, "Object")
    if modifier.type == "NODES":
        yield from (value for value in node_inputs(modifier) if isinstance(value, bpy.types.Object))


def pointers(modifier: Any, kind: str) -> Iterator[Any]:
    for item in modifier.bl_rna.properties:
        if item.type == "POINTER" and item.fixed_type.identifier == kind:
            other = getattr(modifier, item.identifier)
            if other is not None:
                yield other


def textures_of_time(modifier: Any) -> bool:
    for texture in pointers(modifier, "Texture"):
        image = getattr(texture, "image", None)
        if texture.animation_data is not None:
            return True
        if image is not None and image.source in {"MOVIE", "SEQUENCE"}:
            return True
    return False


def may_change_shape(ob: Any) -> bool:
    """Has its data been given any animation, or it an armature?"""
    data = ob.data
    keys = getattr(data, "shape_keys", None)
    animated = any(block is not None and block.animation_data is not None for block in (data, keys))
    return animated or bool(armatures(ob))


def may_move(ob: Any) -> bool:
    """Has it, its data, or anything that it hangs on, been given any animation, constraint or armature?"""
    if ob.animation_data is not None or may_change_shape(ob):
        return True
    if len(ob.constraints) or (ob.parent is not None and ob.parent_type in {"BONE", "ARMATURE"}):
        return True
    return ob.parent is not None and may_move(ob.parent)


def nodes_of_time(modifier: Any) -> bool:
    tree = modifier.node_group if modifier.type == "NODES" else None
    return tree is not None and tree_of_time(tree, set())


def tree_of_time(tree: Any, seen: set[str]) -> bool:
    if tree.name in seen:
        return False
    seen.add(tree.name)
    if tree.animation_data is not None:
        return True
    inner = [node.node_tree for node in tree.nodes if node.type == "GROUP" and node.node_tree is not None]
    return (any(node.bl_idname in NODES_OF_TIME for node in tree.nodes)
            or any(tree_of_time(group, seen) for group in inner))
