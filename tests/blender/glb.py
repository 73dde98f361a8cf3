# SPDX-License-Identifier: MIT
"""What of a .glb file is animation, in bytes, and what it moves."""
from __future__ import annotations

import json
import struct
from dataclasses import dataclass

COMPONENTS = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
NUMBERS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
PATHS = {"translation": "location", "rotation": "rotation", "scale": "scale", "weights": "value"}


@dataclass
class Animation:
    accessors: int  # bytes
    json: int  # bytes
    moves: set[tuple[str, str]]  # name of a node, what of it

    @property
    def bytes(self) -> int:
        return self.accessors + self.json


def animation(data: bytes) -> Animation:
    tree = _tree(data)
    animations = tree.get("animations", [])
    used = {sampler[end] for one in animations for sampler in one["samplers"] for end in ("input", "output")}
    accessors = [tree["accessors"][i] for i in used]
    size = sum(a["count"] * NUMBERS[a["type"]] * COMPONENTS[a["componentType"]] for a in accessors)
    targets = [channel["target"] for one in animations for channel in one["channels"]]
    moves = {
        (tree["nodes"][target["node"]].get("name", ""), PATHS[target["path"]])
        for target in targets
        if "node" in target and target["path"] in PATHS
    }
    text = len(json.dumps(animations, separators=(",", ":"))) if animations else 0
    return Animation(size, text, moves)


def _tree(data: bytes) -> dict:
    magic, _, _, size, kind = struct.unpack_from("<4s2I2I", data)
    if magic != b"glTF" or kind != 0x4E4F534A:
        raise ValueError("this is no .glb file")
    return json.loads(data[20 : 20 + size])
