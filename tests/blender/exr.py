# SPDX-License-Identifier: MIT
"""Reads the plainest OpenEXR: scan lines, no compression. Blender writes it when asked to, from 5 on in parts."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

MAGIC = 20000630
TILES, DEEP, PARTS = 0x200, 0x800, 0x1000  # bits of the version
RENAMED = {"Object Index.X": "IndexOB.X"}  # from Blender 5 on
TYPES = (np.dtype("<u4"), np.dtype("<f2"), np.dtype("<f4"))


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    def take(self, form: str) -> tuple:
        found = struct.unpack_from("<" + form, self.data, self.place)
        self.place += struct.calcsize("<" + form)
        return found

    def text(self) -> str:
        end = self.data.index(b"\0", self.place)
        found = self.data[self.place:end].decode()
        self.place = end + 1
        return found


def _header(reader: _Reader) -> dict[str, bytes]:
    attributes = {}
    while name := reader.text():
        reader.text()  # its type
        (size,) = reader.take("i")
        attributes[name] = reader.data[reader.place:reader.place + size]
        reader.place += size
    return attributes


def _channels(data: bytes) -> list[tuple[str, np.dtype]]:
    reader, found = _Reader(data), []
    while name := reader.text():
        kind, _, x_step, y_step = reader.take("iIii")
        if (x_step, y_step) != (1, 1):
            raise ValueError(f"channel {name} is stored for every {x_step}x{y_step} pixels")
        found.append((name, TYPES[kind]))
    return found


def _rows(reader: _Reader, attributes: dict[str, bytes], in_parts: bool, path: Path) -> dict[str, np.ndarray]:
    """The channels of one part, whose table of places comes next."""
    if attributes["compression"] != b"\0":
        raise ValueError(f"{path}: it is compressed")
    left, top, right, bottom = struct.unpack("<4i", attributes["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    channels = _channels(attributes["channels"])
    head = [("part", "<i4")] if in_parts else []
    row = np.dtype([*head, ("y", "<i4"), ("size", "<i4"), *((name, kind, (width,)) for name, kind in channels)])
    places = reader.take(f"{height}Q")
    if list(places) != [places[0] + i * row.itemsize for i in range(height)]:
        raise ValueError(f"{path}: its rows do not lie one after the other")
    rows = np.frombuffer(reader.data, row, height, places[0])
    return {".".join(name.split(".")[-2:]): rows[name].astype(np.float32) for name, _ in channels}


def read_exr(path: Path) -> dict[str, np.ndarray]:
    """Each channel as rows of numbers, the upper row first, by its name without the layer: "Combined.R"."""
    reader = _Reader(path.read_bytes())
    magic, version = reader.take("iI")
    if magic != MAGIC or version & (TILES | DEEP):
        raise ValueError(f"{path}: no OpenEXR file with scan lines")
    in_parts = bool(version & PARTS)
    headers = [_header(reader)]
    while in_parts and (more := _header(reader)):
        headers.append(more)
    found: dict[str, np.ndarray] = {}
    for attributes in headers:
        found.update(_rows(reader, attributes, in_parts, path))
    return {RENAMED.get(name, name): values for name, values in found.items()}
