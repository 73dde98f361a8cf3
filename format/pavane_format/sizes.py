# SPDX-License-Identifier: MIT
"""What the bytes of a file hold, by kind.

A chunk is compressed as a whole, so that the share of each of its tables is an estimate: what zlib makes of the table
alone, in proportion.  The sum is the size of the file.
"""
from __future__ import annotations

import zlib
from collections import Counter

from . import container, layout, packing
from .chunk import unpack_tables

# Names of tables, or what they begin with; of the first that fits.
KINDS = {
    "CLIP": {
        "curve keys": ("key_", "curves", "easings", "modifiers", "coefficients", "control_points"),
        "samples": ("sample", "cut", "knot"),
        "channels and names": ("",),
    },
    "MESH": {
        "mesh positions": ("points",),
        "mesh topology": ("polygons", "corners", "vertices", "indices", "primitives"),
        "mesh normals": ("normals",),
        "mesh UV maps": ("uv",),
        "mesh colours": ("color",),
        "mesh weights": ("groups", "influence"),
        "mesh morphs": ("morphs", "delta_"),
        "mesh names": ("",),
    },
    "SCNE": {"scene": ("",)},
    "INFO": {"info and report": ("",)},
    "IMAG": {"images": ("",)},
    "BLND": {"for an import into Blender alone": ("",)},
}
FRAME = "header, directory, gaps"


def by_kind(data: bytes) -> dict[str, int]:
    """The bytes of each kind that is there; of a sound file."""
    result: Counter[str] = Counter()
    for entry in container.entries(data):
        for kind, size in _shares(entry, data).items():
            result[kind] += size
    result[FRAME] = len(data) - sum(result.values())
    return dict(result)


def clip_bytes(data: bytes) -> int:
    """The stored bytes of all clips."""
    return sum(entry.stored_size for entry in container.entries(data) if entry.type == "CLIP")


def _shares(entry: container.Entry, data: bytes) -> dict[str, int]:
    """What of the stored bytes of a chunk is of which kind."""
    weights = _weights(entry, data)
    total, left = sum(weights.values()), entry.stored_size
    shares = {kind: weight * entry.stored_size // total for kind, weight in weights.items()}
    largest = max(weights, key=lambda kind: weights[kind])
    shares[largest] += left - sum(shares.values())
    return shares


def _weights(entry: container.Entry, data: bytes) -> dict[str, int]:
    if entry.type not in layout.CHUNKS:
        return {f"chunks {entry.type}": 1}
    names = {table.id: table.name for table in layout.CHUNKS[entry.type].tables.values()}
    packed = container.inflated(entry, data)
    if entry.filter:
        tables = {head[0]: part for head, part in packing.packed_tables(entry.type, packed)}
    else:
        tables = {table.id: table.data for table in unpack_tables(entry.type, packed).values()}
    result: Counter[str] = Counter({_kind(entry.type, ""): 1})
    for id, part in tables.items():
        result[_kind(entry.type, names.get(id, ""))] += len(zlib.compress(part, 6))
    return dict(result)


def _kind(type: str, name: str) -> str:
    kinds = KINDS.get(type, {f"chunks {type}": ("",)})
    return next(kind for kind, starts in kinds.items() if name.startswith(starts))
