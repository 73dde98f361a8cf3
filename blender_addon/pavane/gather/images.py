# SPDX-License-Identifier: GPL-3.0-or-later
"""Images, each once: as they are stored where that is PNG or JPEG, else as Blender saves them as PNG."""
from __future__ import annotations

import os
import tempfile
from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from ..report import Report
from . import blocks

SIGNATURES = {"png": b"\x89PNG\r\n\x1a\n", "jpeg": b"\xff\xd8\xff"}
DATA_SPACES = ("Non-Color", "Raw", "Generic Data", "Linear", "Linear Rec.709", "Utility - Raw")


class Images:
    def __init__(self, report: Report) -> None:
        self.images: list[model.Image] = []
        self._report = report
        self._indices: dict[int, int | None] = {}
        self._same: dict[tuple[bytes, str], int] = {}

    def index(self, image: Any) -> int | None:
        """Where the image lies in the file; None if it cannot be had, which the report then says."""
        key = image.as_pointer()
        if key not in self._indices:
            self._indices[key] = self._add(image)
        return self._indices[key]

    def report_bytes(self) -> None:
        if self.images:
            total = sum(len(image.data) for image in self.images)
            self._report.note(f"{len(self.images)} images", f"embedded with {total:,} bytes")

    def _add(self, image: Any) -> int | None:
        label = f"image {image.name!r}"
        data = _stored(image)
        if data is None and image.source in ("FILE", "TILED") and not image.has_data:
            self._report.note(label, f"its file is missing: {image.filepath}")
            return None
        encoding = next((name for name, start in SIGNATURES.items() if data and data.startswith(start)), None)
        width, height = image.size
        if width == 0 or height == 0:
            self._report.note(label, "Blender cannot read it")
            return None
        if image.source in ("SEQUENCE", "MOVIE"):
            self._report.note(label, "an image that moves; only one picture of it travels")
        if image.source == "TILED" and len(image.tiles) > 1:
            self._report.note(label, "it has several tiles, of which only the first travels")
        if encoding is None or image.is_dirty:
            data, encoding = _converted(image), "png"
        place = (data, _color_space(image))
        if place not in self._same:
            self._same[place] = len(self.images)
            self.images.append(model.Image(image.name, data, width, height, encoding, place[1],
                                           blocks.library(image)))
        return self._same[place]


def _color_space(image: Any) -> str:
    return "data" if image.colorspace_settings.name in DATA_SPACES else "srgb"


def _stored(image: Any) -> bytes | None:
    """The bytes of the image's file, packed or on disk."""
    if image.source not in ("FILE", "TILED"):
        return None
    packed = image.packed_file or (image.packed_files[0].packed_file if len(image.packed_files) else None)
    if packed is not None:
        return bytes(packed.data)
    path = bpy.path.abspath(image.filepath_raw.replace("<UDIM>", "1001"), library=image.library)
    try:
        with open(path, "rb") as file:
            return file.read() or None
    except OSError:
        return None


def _converted(image: Any) -> bytes:
    """As a PNG of 8 bits. Blender's floating-point pixels are linear, and of colours times alpha."""
    width, height = image.size
    pixels = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    pixels = _four_channels(pixels.reshape(-1, image.channels))
    if image.is_float:
        if image.alpha_mode == "PREMUL":
            pixels[:, :3] /= np.where(pixels[:, 3:] > 0, pixels[:, 3:], 1)
        if _color_space(image) == "srgb":
            pixels[:, :3] = _srgb(pixels[:, :3])
    made = bpy.data.images.new("pavane", width, height, alpha=True)
    folder = tempfile.mkdtemp(prefix="pavane.")
    path = os.path.join(folder, "image.png")
    try:
        made.pixels.foreach_set(np.ascontiguousarray(np.clip(pixels, 0, 1)).ravel())
        made.filepath_raw, made.file_format = path, "PNG"
        made.save()
        with open(path, "rb") as file:
            return file.read()
    finally:
        bpy.data.images.remove(made)
        if os.path.exists(path):
            os.unlink(path)
        os.rmdir(folder)


def _four_channels(pixels: np.ndarray) -> np.ndarray:
    count, channels = pixels.shape
    made = np.ones((count, 4), np.float32)
    if channels < 3:
        made[:, :3] = pixels[:, :1]
    else:
        made[:, :3] = pixels[:, :3]
    if channels in (2, 4):
        made[:, 3] = pixels[:, -1]
    return made


def _srgb(linear: np.ndarray) -> np.ndarray:
    clipped = np.clip(linear, 0, 1)
    return np.where(clipped <= 0.0031308, clipped * 12.92, 1.055 * clipped ** (1 / 2.4) - 0.055)
