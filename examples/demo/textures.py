# SPDX-License-Identifier: MIT
"""The demo's images, painted with numpy: the paving (colour, normals, roughness) and the evening sky."""

from __future__ import annotations

import struct
import zlib

import bpy
import numpy as np

PAVING_PIXELS = 768
SKY_PIXELS = (1440, 512)


def make_image(name: str, pixels: np.ndarray, data: bool = False) -> bpy.types.Image:
    """An image packed into the .blend as a PNG of our own, so that every Blender exports the same bytes."""
    height, width = pixels.shape[:2]
    image = bpy.data.images.new(name, width, height)
    stored = png(pixels)
    image.pack(data=stored, data_len=len(stored))
    image.source = "FILE"
    if data:
        image.colorspace_settings.name = "Non-Color"
    return image


def png(pixels: np.ndarray) -> bytes:
    """Rows from the top, grey or RGB, of 0 to 1; each row is stored as its difference from the one above."""
    numbers = np.round(np.clip(pixels, 0, 1) * 255).astype(np.uint8)
    height, width, channels = numbers.shape
    rows = numbers.reshape(height, -1)
    above = np.vstack([np.zeros_like(rows[:1]), rows[:-1]])
    up = np.full((height, 1), 2, np.uint8)
    scanlines = np.hstack([up, rows - above]).tobytes()
    header = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join((
        _chunk(b"IHDR", header), _chunk(b"IDAT", zlib.compress(scanlines, 9)), _chunk(b"IEND", b"")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _step(low: float, high: float, value: np.ndarray) -> np.ndarray:
    t = np.clip((value - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def _mixed(one: np.ndarray | tuple[float, ...], other: np.ndarray | tuple[float, ...],
           share: np.ndarray) -> np.ndarray:
    return np.asarray(one) * (1 - share[..., None]) + np.asarray(other) * share[..., None]


# ---- Paving: rings of stones around a compass rose; 1 is the edge of the image ----

RINGS = (0.34, 0.44, 0.555, 0.67, 0.785, 0.90, 1.02)
STONES = (1, 16, 14, 18, 21, 24, 28, 32)                 # in the middle, then from ring to ring
STONE_COLORS = ((0.52, 0.47, 0.44), (0.60, 0.54, 0.48), (0.45, 0.43, 0.45), (0.55, 0.50, 0.42))
JOINT_COLOR = (0.20, 0.18, 0.20)
ROSE_COLOR, ROSE_DARK, GOLD_COLOR = (0.78, 0.68, 0.48), (0.20, 0.33, 0.38), (0.85, 0.62, 0.24)


def paving() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Colour, normal map and roughness, the last two at half the size: they show only where light glances."""
    across = (np.arange(PAVING_PIXELS) + 0.5) / PAVING_PIXELS * 2 - 1
    x, y = np.meshgrid(across, -across)
    radius, angle = np.hypot(x, y), np.arctan2(y, x) / (2 * np.pi) % 1
    ring = np.searchsorted(RINGS, radius)
    from_joint, stone = _stones(radius, angle, ring)
    height = _step(0.004, 0.013, from_joint)
    shade = np.random.default_rng(7).random((len(STONES), max(STONES)))
    kind = (shade[ring, stone] * 97).astype(int) % len(STONE_COLORS)
    color = np.array(STONE_COLORS)[kind] * (0.88 + 0.24 * shade[ring, stone])[..., None]
    color, polished = _with_rose(color, x, y, radius)
    color = _mixed(JOINT_COLOR, color, height)
    roughness = 0.85 - 0.25 * shade[ring, stone] * height - 0.35 * polished
    return color, _normals(_halved(height)), _halved(roughness)[..., None]


def _stones(radius: np.ndarray, angle: np.ndarray, ring: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How far each pixel is from the nearest joint, and which stone of its ring it is."""
    count = np.array(STONES)[ring]
    turned = angle * count + 0.5 * (ring % 2)
    beside = np.abs(turned - np.round(turned)) / count * 2 * np.pi * radius
    beside[ring == 0] = 1.0
    edges = np.array((0.0, *RINGS, 9.0))
    inside, outside = radius - edges[ring], edges[ring + 1] - radius
    inside[ring == 0] = 1.0
    return np.minimum(beside, np.minimum(inside, outside)), turned.astype(int) % count


def _with_rose(color: np.ndarray, x: np.ndarray, y: np.ndarray,
               radius: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A star of eight points inlaid in the middle stone, and where it is polished."""
    soft = 1.5 / PAVING_PIXELS
    color = _mixed(color, ROSE_DARK, _step(RINGS[0], RINGS[0] - 0.02, radius))
    polished = np.zeros_like(radius)
    for turn, reach, tint in ((np.pi / 4, 0.20, GOLD_COLOR), (0.0, 0.31, ROSE_COLOR)):
        u = np.abs(x * np.cos(turn) + y * np.sin(turn))
        v = np.abs(y * np.cos(turn) - x * np.sin(turn))
        u, v = np.maximum(u, v), np.minimum(u, v)
        point = (reach - u) * 0.33 - v                        # inside the star where positive
        inside = _step(-soft, soft, point)
        polished = np.maximum(polished, inside)
        color = _mixed(color, tint, inside)
    band = _step(0.008 + soft, 0.008 - soft, np.abs(radius - RINGS[0] + 0.018))
    return _mixed(color, GOLD_COLOR, band), np.maximum(polished, band)


def _halved(pixels: np.ndarray) -> np.ndarray:
    return (pixels[::2, ::2] + pixels[1::2, ::2] + pixels[::2, 1::2] + pixels[1::2, 1::2]) / 4


def _normals(height: np.ndarray) -> np.ndarray:
    down, right = np.gradient(height)
    normal = np.dstack([-right, down, np.full_like(height, 0.9)])
    return normal / np.linalg.norm(normal, axis=2, keepdims=True) * 0.5 + 0.5


# ---- Sky: dusk over three ranges of hills, with a moon and stars ----

SKY_COLORS = ((0.00, (0.98, 0.62, 0.36)), (0.22, (0.93, 0.47, 0.42)), (0.42, (0.60, 0.33, 0.52)),
              (0.68, (0.25, 0.22, 0.48)), (1.00, (0.09, 0.10, 0.28)))
HILLS = ((0.24, 0.045, 2.3, (0.50, 0.31, 0.45)), (0.17, 0.055, 4.1, (0.30, 0.22, 0.39)),
         (0.10, 0.040, 6.7, (0.14, 0.14, 0.27)))           # height, how much it varies, how often, colour
MOON = (0.645, 0.70, 0.055)                                # across, up, radius (of the height)


def sky() -> np.ndarray:
    width, height = SKY_PIXELS
    across, up = np.meshgrid((np.arange(width) + 0.5) / width, 1 - (np.arange(height) + 0.5) / height)
    at, colors = zip(*SKY_COLORS)
    color = np.dstack([np.interp(up, at, [c[k] for c in colors]) for k in range(3)])
    wide = width / height
    away = np.hypot((across - MOON[0]) * wide, up - MOON[1])
    color += np.exp(-away / 0.10)[..., None] * np.array((0.16, 0.13, 0.10))
    color = np.maximum(color, _stars(width, height)[..., None] * _step(0.35, 0.8, up)[..., None])
    color = _mixed(color, (1.0, 0.95, 0.80), _step(MOON[2] + 0.004, MOON[2] - 0.002, away))
    for low, swing, often, tint in HILLS:
        waves = np.sin(often * 5 * across + often) + 0.5 * np.sin(often * 11 * across + 2 * often)
        ridge = low + swing * waves
        color = _mixed(color, tint, _step(-0.002, 0.002, ridge - up))
    return color


def _stars(width: int, height: int) -> np.ndarray:
    chance = np.random.default_rng(3)
    light = np.zeros((height, width))
    for row, column, size in zip(chance.integers(2, height - 2, 320), chance.integers(2, width - 2, 320),
                                 chance.random(320) ** 3):
        light[row, column] = 0.55 + 0.45 * size
        if size > 0.35:
            light[row - 1:row + 2, column] = light[row, column - 1:column + 2] = 0.5 + 0.4 * size
            light[row, column] = 1.0
    return light
