# SPDX-License-Identifier: MIT
"""Finds each animated thing that animation_walk.py lists: in a clip of the exported file, or in the export's report."""
from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "format")]

from pavane_format import model  # noqa: E402

Item = dict[str, Any]

RENAMED = {
    ("CameraDOFSettings", "aperture_fstop"): "fstop", ("CameraDOFSettings", "use_dof"): "depth_of_field",
    ("SunLight", "angle"): "sun_angle", ("AreaLight", "size"): "area_width", ("AreaLight", "size_y"): "area_height"}
RADIUS = "shadow_soft_size"  # of a light
OWNER_KINDS = {"object": "object_property", "mesh": "mesh_property", "armature": "armature_property",
               "camera": "camera_property", "light": "light_property", "material": "material_property",
               "scene": "scene_property", "world": "world_property"}
# Where several of Blender's properties make one number of the file, each of these shows in it.
MIXED = {"exposure": {"color"}, "temperature": {"color"}, "use_temperature": {"color"}}
PRINCIPLED = {  # by the names of older and newer Blenders
    "Base Color": "base_color", "Metallic": "metallic", "Roughness": "roughness", "Alpha": "alpha", "IOR": "ior",
    "Specular": "specular", "Specular IOR Level": "specular", "Specular Tint": "specular_tint",
    "Subsurface": "subsurface", "Subsurface Weight": "subsurface", "Sheen": "sheen", "Sheen Weight": "sheen",
    "Sheen Tint": "sheen_tint", "Clearcoat": "coat", "Coat Weight": "coat", "Clearcoat Roughness": "coat_roughness",
    "Coat Roughness": "coat_roughness", "Transmission": "transmission", "Transmission Weight": "transmission",
    "Emission": "emission_color", "Emission Color": "emission_color", "Emission Strength": "emission_strength"}
VIEWPORT = {"roughness": "viewport_roughness", "metallic": "viewport_metallic"}


class Accounts:
    def __init__(self, document: model.Document, report: dict[str, Any], walked: dict[str, Any],
                 mode: str = "actions") -> None:
        """By the other modes an action is in any clip; what moves in which is not looked at then."""
        self.mode, self.all_clips = mode, document.clips
        self.clips = {(clip.name, Path(clip.library).name): clip for clip in document.clips}
        self.scene = document.scene
        self.told = {row["what"] for row in (*report["left_out"], *report["notes"])}
        self.causes = {row["object"] for row in report["causes"]}
        self.items, self.moved = walked["items"], walked["moved"]
        self.counts: Counter[str] = Counter()
        self.unaccounted: list[str] = []
        nodes = document.scene.nodes if document.scene is not None else []
        self.nodes = {(nodes[node.armature].name if node.armature is not None else node.name,
                       node.name if node.armature is not None else "") for node in nodes}

    def check(self) -> list[str]:
        """The names of what is neither in the file nor told of."""
        for item in self.items:
            place = getattr(self, "place_" + item["kind"])(item)
            self.count(place, item)
        for played in self.moved if self.mode == "actions" else ():
            for node in played["nodes"]:
                self.count(self.place_moved(played, *node), {"kind": "moved", "clip": played["clip"], "node": node})
            for driver in played["drivers"]:
                self.count(self.place_driven(played, driver), {"kind": "driven", "clip": played["clip"], "by": driver})
        return self.unaccounted

    def count(self, place: str, item: Item) -> None:
        self.counts[place or "unaccounted"] += 1
        if not place:
            self.unaccounted.append(title(item))

    def says(self, *starts: str) -> str:
        """"report" if a line of it is about one of these, alone or with more said after it."""
        for start in starts:
            if any(what == start or what.startswith((start + ",", start + " (")) for what in self.told):
                return "report"
        return ""

    # ---- F-curves ----

    def place_curve(self, item: Item) -> str:
        action = f"action {item['action']!r}"
        slot = f"{action}, slot {item['slot']!r}"
        whole = "report" if action in self.told or slot in self.told or self.says(f"{action}, frames") else ""
        clips = self.clips_of(item)
        if not item["used"]:
            found = any(self.find_unused(clip, item) for clip in clips)
            return ("clip" if found else "") or whole or self.about(action, item["path"])
        if not item["muted"] and any(self.find(clip, item["block"], item["source"], item["index"], item["still"])
                                     for clip in clips):
            return "clip"
        owned = f"{action} on {label(item['block'])}"
        return self.says(f"{owned}: {item['path']}", owned) or whole or self.too_long()

    def clips_of(self, item: Item) -> list[model.Clip]:
        if self.mode != "actions":
            return self.all_clips
        clip = self.clips.get((item["action"], item["library"]))
        return [clip] if clip else []

    def too_long(self) -> str:
        """Whether a whole clip is told of; by the other modes nothing says what is in it."""
        found = self.mode != "actions" and any(what.startswith("clip ") for what in self.told)
        return "report" if found else ""

    def about(self, action: str, path: str) -> str:
        """Whether the report tells of the path on whatever data-block the export has found for the action."""
        found = any(what.startswith(f"{action} on ") and what.endswith(f": {path}") for what in self.told)
        return "report" if found else ""

    def find_unused(self, clip: model.Clip, item: Item) -> str:
        """Some channel with the element that the path ends in; which data-block it is of is the exporter's choice."""
        name = item["path"].rpartition(".")[2].strip('[]"')
        name = {"rotation_euler": "rotation", "rotation_quaternion": "rotation",
                "rotation_axis_angle": "rotation"}.get(name, name)
        found = any(channel.target.element == name and (not channel.target.part or channel.target.part in item["path"])
                    for channel in clip.channels)
        return "clip" if found else ""

    def find(self, clip: model.Clip, block: Item, source: Item | None, index: int, still: bool) -> bool:
        if source is None:
            return False
        if source["type"] == "ShapeKey" and source["name"] == "value":
            name, library = source["mesh"] or ("", "")
            return any(has_component(channel, 0) and same(channel.target, "morph", name, library, source["part"], {"value"})
                       for channel in clip.channels)
        if source["type"] == "Key" and source["name"] == "eval_time":
            name, library = source["mesh"] or ("", "")
            return any(has_component(channel, 0) and same(channel.target, "mesh", name, library, "", {"eval_time"})
                       for channel in clip.channels)
        in_material = block["type"] in ("material", "nodetree") and not source["custom"]
        if in_material and self.find_in_material(clip, source, index, still):
            return True
        kind, owner, part, elements = target_of(block, source)
        owner = self.scene.name if kind == "scene" else owner
        number = file_component(source["name"], index)
        for channel in clip.channels:
            if same(channel.target, kind, owner, block["library"], part, elements):
                if has_component(channel, number if mirrors(channel, source) else None) or still:
                    return True
        return source["name"].startswith("delta_") and self.is_sampled(clip, owner, block["library"])

    def is_sampled(self, clip: model.Clip, owner: str, library: str) -> bool:
        """Whether samples say where an object is: then they hold what its deltas do."""
        return any((channel.target.kind, channel.target.owner, Path(channel.target.library).name)
                   == ("object", owner, library) and any(component.kind == "sampled" for component in channel.components)
                   for channel in clip.channels)

    def find_in_material(self, clip: model.Clip, source: Item, index: int, still: bool) -> bool:
        """A socket may be in a group that several materials use: each that travels must have it."""
        users = {tuple(user) for user in source["materials"]}
        given = {(material.name, Path(material.library).name) for material in self.scene.materials}
        return bool(users & given) and all(any(
            channel.target.kind == "material" and (channel.target.owner, Path(channel.target.library).name) == user
            and shows(channel, source, index, still) for channel in clip.channels) for user in users & given)

    # ---- Others ----

    def place_empty(self, item: Item) -> str:
        return "still"  # nothing in it could move

    def place_driver(self, item: Item) -> str:
        """What it does while a clip plays is looked at there; here, that one without effect is told of."""
        told = self.says(f"driver of {label(item['block'])}: {item['path']}")
        if told:
            return told
        elsewhere = item["block"]["type"] == "object" and not any(
            owner == item["block"]["name"] for owner, _ in self.nodes)
        return "" if item["muted"] or item["source"] is None or elsewhere else "effect"

    def place_strip(self, item: Item) -> str:
        what = f"NLA strip {item['strip']!r} of {label(item['block'])}"
        told = self.says(f"{what}: {item['path']}" if item["path"] else what)
        plays = self.mode in ("nla-tracks", "scene") and (item["path"] or item["transition"])
        return told or ("effect" if plays else "")

    def place_marker(self, item: Item) -> str:
        events = [event for clip in self.clips_of(item) for event in clip.events]
        moved = self.mode == "nla-tracks"
        if any(event.name == item["name"] and (moved or abs(event.frame - item["frame"]) < 1e-3) for event in events):
            return "clip"
        if any(told.startswith(f"action {item['action']!r} on ") for told in self.told):
            return "report"
        what = f"action {item['action']!r}" if item["action"] else "marker"
        return self.says(f"marker {item['name']!r} of action {item['action']!r}" if item["action"]
                         else f"marker {item['name']!r}", what)

    def place_modifier(self, item: Item) -> str:
        if (item["object"], "") not in self.nodes:
            return "not exported"
        return "report" if item["object"] in self.causes else ""

    # ---- What moves while a clip plays ----

    def place_moved(self, played: Item, ob: str, bone: str, library: str) -> str:
        clip = self.clips.get((played["clip"], played["library"]))
        kind = "bone" if bone else "object"
        if clip is None:
            return self.says(f"action {played['clip']!r}")
        for channel in clip.channels:
            target = channel.target
            if (target.kind, target.owner, target.part, Path(target.library).name) == (kind, ob, bone, library):
                return "clip"
        return "report" if ob in self.causes else ""

    def place_driven(self, played: Item, driver: list[str]) -> str:
        kind, name, holder, library, path = driver
        clip = self.clips.get((played["clip"], played["library"]))
        block = {"type": kind.lower().replace("_", " "), "name": name, "holder": holder, "library": library}
        if clip is None:
            return self.says(f"action {played['clip']!r}")
        if ".constraints[" in path or path.startswith("constraints["):
            return "effect"  # what the constraint moves is looked at by itself
        sources = [item["source"] for item in self.items if item["kind"] == "driver" and item["path"] == path
                   and all(item["block"][key] == block[key] for key in block)]
        if any(self.find(clip, block, source, 0, True) for source in sources):
            return "clip"
        if any(source and source["type"] in ("Object", "PoseBone") and self.find_node(clip, block, source)
               for source in sources):
            return "clip"
        return self.says(f"driver of {label(block)}: {path}") or (
            "report" if kind == "OBJECT" and name in self.causes else "")

    def find_node(self, clip: model.Clip, block: Item, source: Item) -> bool:
        """A driven transform is sampled with others of its node, or it has no effect there."""
        kind = "bone" if source["part"] else "object"
        return not source["custom"] and any(
            (channel.target.kind, channel.target.owner, channel.target.part) == (kind, block["name"], source["part"])
            for channel in clip.channels)


# ---- Targets ----


def label(block: Item) -> str:
    return f"{block['type']} {block['holder'] or block['name']!r}"


def title(item: Item) -> str:
    block = label(item["block"]) if item.get("block") else ""
    names = ("action", "strip", "clip", "name", "object", "modifier", "path", "index", "node", "by")
    rest = [str(item[name]) for name in names if item.get(name) not in (None, "")]
    return " ".join([item["kind"], block, *rest]).replace("  ", " ")


def target_of(block: Item, source: Item) -> tuple[str, str, str, set[str]]:
    """Kind, owner and part of the channels that may hold a property, and their elements."""
    kind, owner, name = block["type"], block["holder"] or block["name"], source["name"]
    if source["custom"]:
        if source["type"] == "PoseBone":
            return "bone_property", owner, source["part"], {name}
        return OWNER_KINDS.get(kind, ""), owner, source["part"], {name}
    if source["type"] == "PoseBone":
        return "bone", owner, source["part"], {element_of(name)}
    if kind == "object":
        return "object", owner, "", {element_of(name)} if source["type"] == "Object" else set()
    if kind == "camera":
        return "camera", owner, "", {RENAMED.get((source["type"], name), name)}
    if "light" in (kind, block.get("within")):
        return light_target(owner, source)
    if "world" in (kind, block.get("within")):
        return "scene", owner, "", {"world_color"}
    return kind, owner, "", {name}


def light_target(owner: str, source: Item) -> tuple[str, str, str, set[str]]:
    name = source["name"]
    if name == RADIUS or source["type"] == "AreaLight" and name == "size":
        return "light", owner, "", {"radius", "area_width"}
    if name == "default_value":
        return "light", owner, "", {"color", "energy"}
    return "light", owner, "", MIXED.get(name) or {RENAMED.get((source["type"], name), name)}


def element_of(name: str) -> str:
    for plain in ("delta_rotation", "rotation"):
        if name in (plain + "_euler", plain + "_quaternion", plain + "_axis_angle"):
            return plain
    return name


def file_component(name: str, index: int) -> int:
    return (index - 1) % 4 if name.endswith(("quaternion", "axis_angle")) else index


def same(target: model.Target, kind: str, owner: str, library: str, part: str, elements: set[str]) -> bool:
    return (target.kind == kind and target.owner == owner and target.part == part and target.element in elements
            and Path(target.library).name == library)


def mirrors(channel: model.Channel, source: Item) -> bool:
    """Whether the channel's components are the property's; a rotation that is sampled is a quaternion."""
    if channel.target.element not in ("rotation", "delta_rotation"):
        return not source["type"].startswith("NodeSocket")
    mode = source["mode"].lower()
    return channel.conversion == (mode if mode in ("quaternion", "axis_angle") else f"euler_{mode}")


def has_component(channel: model.Channel, number: int | None) -> bool:
    """A component that moves or is held, not one that another needs beside it; any, if there is no number."""
    return any(component.kind != "base" and number in (None, component.component) for component in channel.components)


def shows(channel: model.Channel, source: Item, index: int, still: bool) -> bool:
    """Whether a channel of a material is one that the property shows in; of nodes in between any may be.

    What never changes need not be there as long as the rest of its property is, like the alpha of a colour.
    """
    element = channel.target.element
    number = None if still else index
    if source["node"] == "ShaderNodeBsdfPrincipled" and source["part"] in PRINCIPLED:
        alone = len(channel.components) == 1  # a number, and in older Blenders the strength of a tint
        return element == PRINCIPLED[source["part"]] and has_component(channel, None if alone else number)
    if source["node"] == "ShaderNodeMapping" and source["part"] in ("Location", "Rotation", "Scale"):
        return element.endswith("_" + source["part"].lower()) and has_component(channel, number)
    if source["type"] == "Material" and source["name"] == "diffuse_color":
        if index == 3:
            return element == "viewport_alpha"
        return element == "viewport_color" and has_component(channel, number)
    return element == VIEWPORT.get(source["name"], element)
