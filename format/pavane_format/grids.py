# SPDX-License-Identifier: MIT
"""Samples as whole numbers: multiples of a step, and the float32 numbers that they stand for.

A number is `k . step`. A rotation is three of them, v = k . step, a stereographic chart of the turn from its base:
with n = |v|² / 16 that turn is (v / 2, 1 - n) / (1 + n). Where a motion goes round so far that its quaternion comes to
the other side, a fourth number is 1: all of the quaternion is negated. Decoding takes only + - . / in binary64, in the order that
FORMAT.md tells, so that every machine comes to the same bits.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

EXPONENT_LIMIT = 256
ROOTS = np.array((1.0, 0.8408964152537145, 0.7071067811865476, 0.5946035575013605))  # 2^0, 2^-1/4, 2^-1/2, 2^-3/4
BASE_STEP = 1 / 512
FARTHEST = -0.75  # the w of a turn from the base; beyond it the chart becomes too wide, and the sign changes
LARGEST = 1 << 30  # of a whole number


@dataclass(eq=False)
class Grid:
    """Whole numbers that sampled components are made of: one per row of a number, three or four of a rotation."""

    exponent: int
    numbers: np.ndarray  # i32 (rows, 1), (rows, 3) or (rows, 4); the rows: samples, knots, of each cut two
    base: tuple[int, int, int] = (0, 0, 0)  # of a rotation, in the same chart with a step of 1 / 512

    @property
    def is_rotation(self) -> bool:
        return self.numbers.shape[1] > 1

    @property
    def is_signed(self) -> bool:
        return self.numbers.shape[1] == 4

    def values(self) -> np.ndarray:
        """f32 (rows, 1), or (rows, 4) of a rotation: x, y, z, w."""
        if self.is_rotation:
            return rotations(self.numbers, step(self.exponent), self.base)
        return (self.numbers.astype(np.float64) * step(self.exponent)).astype(np.float32)


def step(exponent: int) -> float:
    """2^(16 - exponent / 4)."""
    return float(np.ldexp(ROOTS[exponent & 3], 16 - (exponent >> 2)))


def exponent_of(step: float) -> int:
    """Of the largest step that is not above this one."""
    return int(np.clip(np.ceil(4 * (16 - np.log2(step)) - 1e-9), 0, EXPONENT_LIMIT - 1))


# ---- From whole numbers ----


def _turns(v: np.ndarray) -> list[np.ndarray]:
    """x, y, z, w of the turns at points (rows, 3) of the chart."""
    x, y, z = v[:, 0], v[:, 1], v[:, 2]
    n = (x * x + y * y + z * z) * 0.0625
    return [x * 0.5 / (n + 1.0), y * 0.5 / (n + 1.0), z * 0.5 / (n + 1.0), (1.0 - n) / (n + 1.0)]


def rotations(numbers: np.ndarray, step: float, base: tuple[int, int, int]) -> np.ndarray:
    """f32 (rows, 4) of whole numbers (rows, 3 or 4)."""
    x, y, z, w = _turns(numbers[:, :3].astype(np.float64) * step)
    if any(base):
        bx, by, bz, bw = _turns(np.array([base], np.float64) * BASE_STEP)
        x, y, z, w = (
            bw * x + bx * w + by * z - bz * y,
            bw * y - bx * z + by * w + bz * x,
            bw * z + bx * y - by * x + bz * w,
            bw * w - bx * x - by * y - bz * z,
        )
    quaternions = np.stack((x, y, z, w), 1).astype(np.float32)
    if numbers.shape[1] == 4:
        quaternions[numbers[:, 3] == 1] *= np.float32(-1)
    return quaternions


# ---- To whole numbers ----


def number_grid(values: np.ndarray, exponent: int) -> Grid | None:
    """Of (rows,) numbers; none where one is too large."""
    numbers = np.floor(values / step(exponent) + 0.5)
    if not (np.abs(numbers) < LARGEST).all():
        return None
    return Grid(exponent, numbers.astype(np.int32)[:, None])


def rotation_grid(quaternions: np.ndarray, exponent: int, base: tuple[int, int, int] = (0, 0, 0)) -> Grid | None:
    """Of quaternions (rows, 4) of any length but 0; none where one is not finite."""
    turned = _turned(quaternions, base)
    if turned is None:
        return None
    signs = _signs(turned[:, 3])
    turned *= signs[:, None]
    numbers = np.floor(4.0 * turned[:, :3] / (1.0 + turned[:, 3:]) / step(exponent) + 0.5)
    if not (np.abs(numbers) < LARGEST).all():
        return None
    if (signs < 0).any():
        numbers = np.concatenate((numbers, signs[:, None] < 0), 1)
    return Grid(exponent, numbers.astype(np.int32), base)


def base_of(quaternion: np.ndarray) -> tuple[int, int, int]:
    """The base nearest to that rotation."""
    turned = _turned(quaternion[None].astype(np.float64), (0, 0, 0))
    if turned is None:
        return (0, 0, 0)
    x, y, z, w = turned[0] * (-1.0 if turned[0, 3] < 0 else 1.0)
    return tuple(int(np.floor(4.0 * number / (1.0 + w) / BASE_STEP + 0.5)) for number in (x, y, z))


def _turned(quaternions: np.ndarray, base: tuple[int, int, int]) -> np.ndarray | None:
    """The unit quaternions from the base on."""
    bx, by, bz, bw = (float(number[0]) for number in _turns(np.array([base], np.float64) * BASE_STEP))
    x, y, z, w = np.moveaxis(quaternions, -1, 0)
    turned = np.stack((
        bw * x - bx * w - by * z + bz * y,
        bw * y + bx * z - by * w - bz * x,
        bw * z - bx * y + by * x - bz * w,
        bw * w + bx * x + by * y + bz * z,
    ), 1)
    length = np.linalg.norm(turned, axis=1, keepdims=True)
    if not np.isfinite(length).all() or not (length > 0).all():
        return None
    return turned / length


def _signs(w: np.ndarray) -> np.ndarray:
    """1 or -1 for each turn: changes only where its w would come to be too far off."""
    signs = np.ones(len(w))
    if w.min(initial=1.0) < FARTHEST:
        sign = 1.0
        for row, number in enumerate(w.tolist()):
            if sign * number < FARTHEST:
                sign = -sign
            signs[row] = sign
    return signs
