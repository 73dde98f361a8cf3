# SPDX-License-Identifier: MIT
"""Lists everything animated in the open .blend, whoever uses it: what an export must carry or tell of.

    blender -b FILE.blend --python-exit-code 3 --python animation_walk.py -- OUT.json

It knows nothing of add-on, format or oracle, but for what moves when a clip plays (animation_motion.py).
OUT.json = {items: [{kind, ...}], moved: see animation_motion.py}; the kinds:

curve   an F-curve of an action, once for each data-block that plays it: {block, action, library, slot, path, index,
        muted, still (all its values are equal), source, used (false: nobody plays it, and `block` is null)}
empty   an action or slot without F-curves: {action, library, slot}
driver  {block, path, index, muted, source}
strip   an F-curve of an NLA strip's own settings, or a strip without an action: {block, strip, path, transition}
marker  of an action, or of the scene's timeline: {action, library, name, frame}
modifier  what changes a shape with time by itself: {object, modifier}
block = {type (as a report calls it), name, library, holder (what a node tree is embedded in), within (its type)}
source = what the path leads to: {type (of its owner), part (bone, shape key or socket), name, custom (property),
mode (of rotation), node (of the socket), mesh (of the shape key), materials (that the node tree is in)}; or null.
"""
from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, Iterator

import bpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import animation_motion  # noqa: E402

WORDS = {"meshes": "mesh", "curves": "curve", "hair_curves": "curves", "metaballs": "meta", "shape_keys": "key",
         "lattices": "lattice", "node_groups": "nodetree", "movieclips": "movieclip", "cache_files": "cachefile",
         "lightprobes": "light probe", "grease_pencils": "greasepencil", "grease_pencils_v3": "greasepencil",
         "particles": "particle", "linestyles": "linestyle", "pointclouds": "pointcloud"}
TREES = ("node_tree", "compositing_node_group")
TIMED = {"BUILD", "CLOTH", "DYNAMIC_PAINT", "EXPLODE", "FLUID", "MESH_CACHE", "MESH_SEQUENCE_CACHE", "OCEAN",
         "PARTICLE_INSTANCE", "SOFT_BODY", "WAVE"}

Item = dict[str, Any]


def library(block: Any) -> str:
    return bpy.path.basename(block.library.filepath) if block.library else ""


# ---- Data-blocks ----


def all_blocks() -> Iterator[tuple[Any, Item]]:
    """Every data-block of every kind, and the node trees embedded in them, each with what it is called."""
    for item in bpy.data.bl_rna.properties:
        if item.type != "COLLECTION" or item.identifier in ("actions", "all_ids"):
            continue
        word = WORDS.get(item.identifier, item.identifier.rstrip("s"))
        for block in getattr(bpy.data, item.identifier):
            described = {"type": word, "name": block.name, "library": library(block), "holder": "", "within": ""}
            yield block, described
            for name in TREES:
                tree = getattr(block, name, None)
                if tree is not None and tree.is_embedded_data:
                    yield tree, {**described, "type": "nodetree", "name": tree.name, "holder": block.name,
                                 "within": word}


def trees_within(tree: Any, found: set[int]) -> set[int]:
    """Addresses of a node tree and of the groups in it, at any depth."""
    if tree is not None and tree.as_pointer() not in found:
        found.add(tree.as_pointer())
        for node in tree.nodes:
            trees_within(getattr(node, "node_tree", None), found)
    return found


class Sources:
    """What paths lead to."""

    def __init__(self) -> None:
        self.materials = [(material, trees_within(material.node_tree, set()) | {material.as_pointer()})
                          for material in bpy.data.materials]

    def find(self, block: Any, path: str, index: int) -> Item | None:
        custom = re.match(r'^(.*)\["((?:[^"\\]|\\.)*)"\]$', path, re.DOTALL)
        plain = re.match(r"^(?:(.*)\.)?(\w+)$", path, re.DOTALL)
        match = custom or plain
        if match is None:
            return None
        try:
            owner = block.path_resolve(match[1]) if match[1] else block
            name = bpy.utils.unescape_identifier(match[2]) if custom else match[2]
            value = owner[name] if custom else getattr(owner, name)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            return None
        if hasattr(value, "__len__") and not isinstance(value, str) and index >= len(value):
            return None
        parts = (bpy.types.PoseBone, bpy.types.Bone, bpy.types.ShapeKey, bpy.types.NodeSocket)
        part = owner.name if isinstance(owner, parts) else ""
        mode = str(getattr(owner, "rotation_mode", ""))
        user = getattr(block, "user", None)
        return {"type": getattr(getattr(owner, "bl_rna", None), "identifier", ""), "part": part, "name": name,
                "custom": bool(custom), "mode": mode,
                "node": owner.node.bl_idname if isinstance(owner, bpy.types.NodeSocket) else "",
                "mesh": [user.name, library(user)] if user else [],
                "materials": [[material.name, library(material)] for material, within in self.materials
                              if block.as_pointer() in within]}


# ---- Actions ----


def slots_of(action: Any) -> list[Any]:
    return list(action.slots) if hasattr(action, "slots") else [None]


def curves_of(action: Any, slot: Any) -> list[Any]:
    if not hasattr(action, "slots"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
            if bag.slot_handle == slot.handle for curve in bag.fcurves]


def strips_of(data: Any) -> Iterator[Any]:
    todo = [strip for track in data.nla_tracks for strip in track.strips]
    while todo:
        strip = todo.pop()
        yield strip
        todo += strip.strips if strip.type == "META" else []


def players() -> Iterator[tuple[Any, Any, Any, Item]]:
    """Action, slot, and the data-block that plays it, by itself or in an NLA strip."""
    for block, described in all_blocks():
        data = getattr(block, "animation_data", None)
        if data is None:
            continue
        if data.use_tweak_mode:  # the data-block's own action is put away, and a strip's stands there
            data.use_tweak_mode = False
        found = [(data.action, getattr(data, "action_slot", None))]
        found += [(strip.action, getattr(strip, "action_slot", None)) for strip in strips_of(data)]
        seen = set()
        for action, slot in found:
            key = (action, slot.handle if slot is not None else None)
            if action is not None and key not in seen and (slot is not None or not hasattr(action, "slots")):
                seen.add(key)
                yield action, slot, block, described


def is_still(curve: Any) -> bool:
    points = curve.keyframe_points if len(curve.keyframe_points) else curve.sampled_points
    if len(curve.modifiers) or not len(points):
        return not len(curve.modifiers)
    values = {point.co[1] for point in points}
    bezier = len(curve.keyframe_points) and any(point.interpolation == "BEZIER" for point in points)
    return len(values) == 1 and not (bezier and any(side[1] != point.co[1] for point in points
                                                    for side in (point.handle_left, point.handle_right)))


def is_muted(curve: Any, action: Any) -> bool:
    group = curve.group
    return curve.mute or (group is not None and group.mute and not hasattr(action, "slots"))


def curve_item(action: Any, slot: Any, curve: Any, described: Item | None, source: Item | None) -> Item:
    return {"kind": "curve", "block": described, "action": action.name, "library": library(action),
            "slot": slot.identifier if slot is not None else "", "path": curve.data_path, "index": curve.array_index,
            "muted": is_muted(curve, action), "still": is_still(curve), "source": source,
            "used": described is not None}


def action_items(sources: Sources) -> Iterator[Item]:
    played = set()
    for action, slot, block, described in players():
        played.add((action, slot.handle if slot is not None else None))
        for curve in curves_of(action, slot):
            yield curve_item(action, slot, curve, described,
                             sources.find(block, curve.data_path, curve.array_index))
    for action in bpy.data.actions:
        for marker in action.pose_markers:
            yield {"kind": "marker", "action": action.name, "library": library(action), "name": marker.name,
                   "frame": marker.frame}
        for slot in slots_of(action):
            curves = curves_of(action, slot)
            if (action, slot.handle if slot is not None else None) not in played:
                yield from (curve_item(action, slot, curve, None, None) for curve in curves)
                if not curves:
                    yield {"kind": "empty", "action": action.name, "library": library(action),
                           "slot": slot.identifier if slot is not None else ""}


# ---- Everything else ----


def other_items(sources: Sources) -> Iterator[Item]:
    for block, described in all_blocks():
        data = getattr(block, "animation_data", None)
        for driver in data.drivers if data is not None else ():
            yield {"kind": "driver", "block": described, "path": driver.data_path, "index": driver.array_index,
                   "muted": driver.mute, "source": sources.find(block, driver.data_path, driver.array_index)}
        for strip in strips_of(data) if data is not None else ():
            paths = [curve.data_path for curve in getattr(strip, "fcurves", ()) if len(curve.keyframe_points)]
            if strip.type != "META" and strip.action is None:
                paths.append("")
            yield from ({"kind": "strip", "block": described, "strip": strip.name, "path": path,
                         "transition": strip.type == "TRANSITION"} for path in paths)
    for marker in bpy.context.scene.timeline_markers:  # those of other scenes are not exported
        yield {"kind": "marker", "action": "", "library": "", "name": marker.name, "frame": marker.frame}
    for ob in bpy.context.view_layer.objects:
        for modifier in ob.modifiers:
            if modifier.type in TIMED and modifier.show_viewport and ob.type in {"MESH", "CURVE", "SURFACE", "FONT"}:
                yield {"kind": "modifier", "object": ob.name, "modifier": modifier.name}


def main(out: str) -> None:
    sources = Sources()
    items = [*action_items(sources), *other_items(sources)]
    with open(out, "w", encoding="utf-8") as file:
        json.dump({"items": items, "moved": animation_motion.moved()}, file, ensure_ascii=True, indent=0)


if __name__ == "__main__":
    main(sys.argv[sys.argv.index("--") + 1])
