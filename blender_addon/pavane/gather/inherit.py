# SPDX-License-Identifier: GPL-3.0-or-later
"""Bones that do not inherit all of their parent, by the formulas of FORMAT.md, over any number of frames."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import transforms as tf

SMALLEST_COSINE = 1e-4
FLATTEST_COSINE = 1 - 2.0**-23


@dataclass
class Frame:
    """What a bone's basis is taken to the armature's space by: linear . basis . sizes, and place . location."""

    linear: np.ndarray  # (frames, 3, 3)
    sizes: np.ndarray  # (frames, 3)
    place: np.ndarray  # (frames, 4, 4)

    def pose(self, basis: np.ndarray) -> np.ndarray:
        """The pose matrices, (frames, 4, 4)."""
        return tf.compose((self.place @ basis)[:, :3, 3],
                          self.linear @ basis[:, :3, :3] * self.sizes[:, None, :])

    def bound(self, basis: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """How large the numbers are that `pose` adds up: of the linear part, and of the location."""
        linear = np.abs(self.linear) @ np.abs(basis[:, :3, :3]) * self.sizes[:, None, :]
        return linear.max((1, 2)), (np.abs(self.place) @ np.abs(basis))[:, :3, 3].max(1)


@dataclass
class Inherit:
    """How one bone inherits, and its rest."""

    scale: str  # as in the file
    turns: bool  # with its parent
    own_axes: bool  # its location is along its own axes at rest
    own: np.ndarray  # its rest seen from its parent's, (4, 4)
    parent_rest: np.ndarray | None  # in the armature's space, (4, 4); none directly below the armature

    def frame(self, pose: np.ndarray) -> Frame:
        """`pose`: the parent's matrices in the armature's space, (frames, 4, 4)."""
        sizes = np.ones((len(pose), 3))
        place = pose @ self.own
        if self.parent_rest is None:
            linear = np.broadcast_to(self.own[:3, :3], (len(pose), 3, 3))
        else:
            take = self._turned if self.turns else self._unturned
            linear, sizes = take(pose[:, :3, :3], sizes)
            linear = linear @ self.own[:3, :3]
            if self.scale == "fix_shear":
                linear = unsheared(linear)
        if not self.own_axes:
            place = place.copy()
            place[:, :3, :3] = pose[:, :3, :3]
        return Frame(linear, sizes, place)

    def _turned(self, pose: np.ndarray, ones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if self.scale == "none_legacy":
            return _units(pose), ones
        if self.scale not in ("none", "average", "aligned"):
            return pose, ones
        straight = unsheared(pose)
        if self.scale == "aligned":
            return _units(straight), np.linalg.norm(straight, axis=1)
        return _units(straight) * (_mean(pose) if self.scale == "average" else 1.0), ones

    def _unturned(self, pose: np.ndarray, ones: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        rest = np.broadcast_to(self.parent_rest[:3, :3], pose.shape)
        if self.scale == "full":
            return rest * np.linalg.norm(pose, axis=1, keepdims=True), ones
        if self.scale == "fix_shear":
            return rest * _true_sizes(pose)[:, None, :], ones
        if self.scale == "average":
            return rest * _mean(pose), ones
        return rest, _true_sizes(pose) if self.scale == "aligned" else ones


def of_bone(bone: Any, own: np.ndarray) -> Inherit | None:
    """None for a bone that inherits all."""
    scale = bone.inherit_scale.lower()
    if scale == "full" and bone.use_inherit_rotation and bone.use_local_location:
        return None
    rest = None if bone.parent is None else tf.matrix(bone.parent.matrix_local)
    return Inherit(scale, bone.use_inherit_rotation, bone.use_local_location, own, rest)


def solve(frame: Frame, value: np.ndarray) -> np.ndarray:
    """The bases that give these pose matrices; not a number where there are none."""
    result = np.full(value.shape, np.nan)
    size = np.maximum(np.abs(frame.linear).max((1, 2)), tf.TINY)
    good = np.isfinite(value).all((1, 2)) & np.isfinite(frame.linear).all((1, 2))
    good &= np.isfinite(frame.place).all((1, 2)) & (size > tf.TINY) & (np.abs(frame.sizes).min(1) > tf.TINY)
    for part in (frame.linear, frame.place[:, :3, :3]):
        good[good] &= np.linalg.cond(part[good]) < 1e6
    linear = np.linalg.solve(frame.linear[good], value[good, :3, :3] / frame.sizes[good, None, :])
    offset = (value[good, :3, 3] - frame.place[good, :3, 3])[..., None]
    location = np.linalg.solve(frame.place[good, :3, :3], offset)[..., 0]
    result[good] = tf.compose(location, linear)
    return result


# ---- Scale and shear ----


def _units(matrices: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(matrices, axis=1, keepdims=True)
    return matrices / np.where(length > 0, length, 1.0)


def _mean(matrices: np.ndarray) -> np.ndarray:
    return np.cbrt(np.abs(np.linalg.det(matrices)))[:, None, None]


def _true_sizes(matrices: np.ndarray) -> np.ndarray:
    """The lengths of the columns, made to give the matrices' true volume where shear would make it less."""
    lengths = np.linalg.norm(matrices, axis=1)
    volume = lengths.prod(1)
    true = np.cbrt(np.abs(np.linalg.det(matrices)) / np.where(volume > 0, volume, 1.0))
    return lengths * np.where(volume > 0, true, 1.0)[:, None]


def unsheared(matrices: np.ndarray) -> np.ndarray:
    """Columns made orthogonal: y stays, x and z give way by half each; the volume stays the same."""
    x, y, z = (matrices[:, :, i] for i in range(3))
    square = _dot(y, y)
    over = np.where(square > 0, square, 1.0)
    x, z = x - y * (_dot(x, y) / over), z - y * (_dot(z, y) / over)
    a, b = np.linalg.norm(x, axis=1, keepdims=True), np.linalg.norm(z, axis=1, keepdims=True)
    unit_x, unit_z = x / np.where(a > 0, a, 1.0), z / np.where(b > 0, b, 1.0)
    cosine = _dot(unit_x, unit_z)
    skew = (np.abs(cosine) > SMALLEST_COSINE) & (np.abs(cosine) < FLATTEST_COSINE) & (a > 0) & (b > 0)
    safe = np.where(skew, cosine, 0.0)
    sine = np.sqrt(1 - safe * safe)
    half = (np.pi / 2 - np.arccos(safe)) / 2
    across = (unit_x - unit_z * safe) / sine  # at a right angle to z, in the plane of both
    kept = np.sqrt(sine)
    turned_x = (across * np.cos(half) + unit_z * np.sin(half)) * a * kept
    turned_z = (unit_z * np.cos(half) - across * np.sin(half)) * b * kept
    return np.stack((np.where(skew, turned_x, x), y, np.where(skew, turned_z, z)), 2)


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(1, keepdims=True)
