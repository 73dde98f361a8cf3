# SPDX-License-Identifier: GPL-3.0-or-later
"""Blender's transform formulas in numpy, over any number of frames at once; float64, column vectors.

Quaternions here are x, y, z, w, as in the file. A scale is the upper triangle xx yy zz xy xz yz.
"""
from __future__ import annotations

import numpy as np

EULER_ORDERS = ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX")
IDENTITY_SCALE = np.array((1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
IDENTITY_QUATERNION = np.array((0.0, 0.0, 0.0, 1.0))
TINY = 1e-30


def matrix(source) -> np.ndarray:
    """A mathutils Matrix as an array."""
    return np.array([tuple(row) for row in source], np.float64)


def translation(vector: np.ndarray) -> np.ndarray:
    result = np.zeros((*vector.shape[:-1], 4, 4))
    result[..., range(4), range(4)] = 1.0
    result[..., :3, 3] = vector
    return result


def quaternion_matrix(quaternion: np.ndarray) -> np.ndarray:
    """The 3x3 rotation of quaternions of any length; zero is no rotation."""
    length = np.linalg.norm(quaternion, axis=-1, keepdims=True)
    x, y, z, w = np.moveaxis(np.where(length > 0, quaternion / np.where(length > 0, length, 1.0),
                                      IDENTITY_QUATERNION), -1, 0)
    rows = ((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)))
    return np.stack([np.stack(row, -1) for row in rows], -2)


def quaternion_product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    ax, ay, az, aw = np.moveaxis(a, -1, 0)
    bx, by, bz, bw = np.moveaxis(b, -1, 0)
    return np.stack((aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
                     aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz), -1)


def euler_quaternion(angles: np.ndarray, order: str) -> np.ndarray:
    """The first letter of the order is applied first."""
    result = np.broadcast_to(IDENTITY_QUATERNION, (*angles.shape[:-1], 4))
    for letter in order:
        axis = "XYZ".index(letter)
        half = angles[..., axis] / 2
        turn = np.zeros((*half.shape, 4))
        turn[..., axis], turn[..., 3] = np.sin(half), np.cos(half)
        result = quaternion_product(turn, result)
    return result


def axis_angle_quaternion(values: np.ndarray) -> np.ndarray:
    """From axis x y z and angle; a zero axis is no rotation."""
    axis, half = values[..., :3], values[..., 3:] / 2
    length = np.linalg.norm(axis, axis=-1, keepdims=True)
    unit = axis / np.where(length > 0, length, 1.0)
    turned = np.concatenate((unit * np.sin(half), np.cos(half)), -1)
    return np.where(length > 0, turned, IDENTITY_QUATERNION)


def to_quaternion(values: np.ndarray, conversion: str) -> np.ndarray:
    """What a channel's components mean, by the name of its conversion in the file."""
    if conversion.startswith("euler_"):
        return euler_quaternion(values, conversion[6:].upper())
    if conversion == "axis_angle":
        return axis_angle_quaternion(values)
    return values


def scale_matrix(scale: np.ndarray) -> np.ndarray:
    result = np.zeros((*scale.shape[:-1], 3, 3))
    for lane, (row, column) in enumerate(((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))):
        result[..., row, column] = scale[..., lane]
    return result


def compose(location: np.ndarray, linear: np.ndarray) -> np.ndarray:
    result = translation(location)
    result[..., :3, :3] = linear
    return result


# ---- Taking a matrix apart ----


def decompose(linear: np.ndarray, quaternion: np.ndarray, scale: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Splits matrices (frames, 3, 3) into quaternions and upper triangles, continuous from frame to frame.

    The given quaternion and scale are those at rest: they decide where the matrix does not (the signs of a
    mirror, the direction of an axis of size zero, the sign of the quaternion).
    """
    signs = _signs(np.linalg.det(linear), scale)
    turned = _orthonormal(linear * signs[:, None, :])
    bad = ~np.isfinite(turned).all((1, 2))
    if bad.any():
        _repair(linear * signs[:, None, :], turned, bad, quaternion_matrix(quaternion))
    upper = np.swapaxes(turned, 1, 2) @ linear
    quaternions = _matrix_quaternion(turned)
    return continuous(quaternions, quaternion), np.stack(
        (upper[:, 0, 0], upper[:, 1, 1], upper[:, 2, 2], upper[:, 0, 1], upper[:, 0, 2], upper[:, 1, 2]), -1)


def _signs(determinants: np.ndarray, scale: np.ndarray) -> np.ndarray:
    """Which axes are mirrored: as at rest if that fits the determinant, else all or none."""
    rest = np.where(scale[:3] < 0, -1.0, 1.0)
    wanted = np.where(determinants < 0, -1.0, 1.0)
    return np.where((wanted == rest.prod())[:, None], rest, wanted[:, None])


def _orthonormal(linear: np.ndarray) -> np.ndarray:
    """Gram-Schmidt; not a number where a column vanishes."""
    first, second = linear[:, :, 0], linear[:, :, 1]
    size = np.abs(linear).max((1, 2))[:, None]
    with np.errstate(all="ignore"):
        length = np.linalg.norm(first, axis=1, keepdims=True)
        first = np.where(length > 1e-7 * size, first / length, np.nan)
        second = second - (first * second).sum(1, keepdims=True) * first
        length = np.linalg.norm(second, axis=1, keepdims=True)
        second = np.where(length > 1e-7 * size, second / length, np.nan)
    return np.stack((first, second, np.cross(first, second)), -1)


def _repair(linear: np.ndarray, turned: np.ndarray, bad: np.ndarray, rest: np.ndarray) -> None:
    """Where an axis has no size its direction is that of the frame before, made square to the others."""
    for frame in np.flatnonzero(bad):
        before = turned[frame - 1] if frame else rest
        size = np.abs(linear[frame]).max()
        first = _direction(linear[frame, :, 0], before[:, 0], size, ())
        second = _direction(linear[frame, :, 1], before[:, 1], size, (first,))
        if second is None:
            second = _direction(before[:, 2], before[:, 0], 1.0, (first,))
        turned[frame] = np.stack((first, second, np.cross(first, second)), -1)


def _direction(vector: np.ndarray, instead: np.ndarray, size: float, others: tuple) -> np.ndarray | None:
    for candidate, unit in ((vector, size), (instead, 1.0)):
        for other in others:
            candidate = candidate - candidate.dot(other) * other
        length = np.linalg.norm(candidate)
        if np.isfinite(length) and length > 1e-7 * unit and length > TINY:
            return candidate / length
    return None


def _matrix_quaternion(turned: np.ndarray) -> np.ndarray:
    """The quaternion of rotation matrices: of four ways the one with the largest divisor."""
    m = turned
    trace = m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
    squares = np.stack((1 + 2 * m[:, 0, 0] - trace, 1 + 2 * m[:, 1, 1] - trace, 1 + 2 * m[:, 2, 2] - trace,
                        1 + trace), -1)
    xy, xz, yz = m[:, 0, 1] + m[:, 1, 0], m[:, 0, 2] + m[:, 2, 0], m[:, 1, 2] + m[:, 2, 1]
    wx, wy, wz = m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]
    rows = np.stack((np.stack((squares[:, 0], xy, xz, wx), -1), np.stack((xy, squares[:, 1], yz, wy), -1),
                     np.stack((xz, yz, squares[:, 2], wz), -1), np.stack((wx, wy, wz, squares[:, 3]), -1)), 1)
    best = rows[np.arange(len(m)), squares.argmax(1)]
    return best / np.linalg.norm(best, axis=1, keepdims=True)


def continuous(quaternions: np.ndarray, first: np.ndarray) -> np.ndarray:
    before = np.concatenate((first[None], quaternions[:-1]))
    return quaternions * np.cumprod(np.where((before * quaternions).sum(1) < 0, -1.0, 1.0))[:, None]
