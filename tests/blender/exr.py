# SPDX-License-Identifier: MIT
"""Reads the plainest kind of OpenEXR: one part, scan lines, no compression. Blender writes it when asked to."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

MAGIC = 20000630
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


def read_exr(path: Path) -> dict[str, np.ndarray]:
    """Each channel as rows of numbers, the upper row first, by its name without the layer: "Combined.R"."""
    reader = _Reader(path.read_bytes())
    magic, version = reader.take("iI")
    if magic != MAGIC or version & 0x1A00:
        raise ValueError(f"{path}: no OpenEXR file of one part with scan lines")
    attributes = _header(reader)
    if attributes["compression"] != b"\0":
        raise ValueError(f"{path}: it is compressed")
    left, top, right, bottom = struct.unpack("<4i", attributes["dataWindow"])
    width, height = right - left + 1, bottom - top + 1
    channels = _channels(attributes["channels"])
    row = np.dtype([("y", "<i4"), ("size", "<i4"), *((name, kind, width) for name, kind in channels)])
    places = reader.take(f"{height}Q")
    if list(places) != [places[0] + i * row.itemsize for i in range(height)]:
        raise ValueError(f"{path}: its rows do not lie one after the other")
    rows = np.frombuffer(reader.data, row, height, places[0])
    return {".".join(name.split(".")[-2:]): rows[name].astype(np.float32) for name, _ in channels}
