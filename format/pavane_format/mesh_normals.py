# SPDX-License-Identifier: MIT
"""What the normals of a mesh are expected to be: those of its faces, and of its points, as Blender reckons them.

Every operation is one of + - * / and the square root, in the precision and order that FORMAT.md says, so that all
readers expect the same bits.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence

import numpy as np

F = np.float32
SMALL = F(1e-35)  # what is no longer, squared, has no direction
PI = 3.141592653589793
Vectors = Sequence[np.ndarray]  # x, y, z


@dataclass
class Faces:
    """The polygons of a mesh, whose numbers are good: corner after corner its point, polygon and neighbours."""

    points: np.ndarray  # f32 (points, 3)
    sizes: np.ndarray  # i64, corners of each polygon
    corners: np.ndarray  # i64, points

    def __post_init__(self) -> None:
        count = len(self.corners)
        self.polygons = np.repeat(np.arange(len(self.sizes)), self.sizes)
        self.starts = np.cumsum(self.sizes) - self.sizes
        ends = (self.starts + self.sizes)[self.sizes > 0]
        self.following = np.arange(1, count + 1)
        self.following[ends - 1] = self.starts[self.sizes > 0]
        self.previous = np.empty(count, np.int64)
        self.previous[self.following] = np.arange(count)

    def at(self, corners: np.ndarray) -> Vectors:
        return self.points[self.corners[corners]].T


def flat(faces: Faces) -> Vectors:
    """Of each polygon, by Newell's sum."""
    here, before = faces.at(np.arange(len(faces.corners))), faces.at(faces.previous)
    sums = [_sums(faces.polygons, (before[j] - here[j]) * (before[k] + here[k]), len(faces.sizes))
            for j, k in ((1, 2), (2, 0), (0, 1))]
    return _upwards(_directions(sums))


def smooth(faces: Faces, normals: Vectors, rough: bool) -> Vectors:
    """Of each point, from those of its polygons, each by the angle that it has there; roughly, or to the last bit."""
    here, following = faces.at(np.arange(len(faces.corners))), faces.at(faces.following)
    edges = _directions([b - a for a, b in zip(here, following)], rough)
    back = [edge[faces.previous] for edge in edges]
    cosines = -((back[0] * edges[0] + back[1] * edges[1]) + back[2] * edges[2])
    cosines = np.clip(cosines, F(-1), F(1))
    angles = _rough_angles(cosines) if rough else _angles(cosines)
    sums = [_sums(faces.corners, normal[faces.polygons] * angles, len(faces.points)) for normal in normals]
    return _upwards(_directions(sums, rough))


def expected(vectors: Vectors) -> np.ndarray:
    """Made of length 1 once more, f32 (n, 3); what is no number is 0."""
    x, y, z = (np.asarray(part, np.float64) for part in vectors)
    length = np.sqrt((x * x + y * y) + z * z)
    length = np.where(length > 0, length, 1.0)
    made = np.stack([x / length, y / length, z / length], 1).astype(F)
    return np.where(np.isfinite(made), made, F(0))


def _sums(places: np.ndarray, numbers: np.ndarray, count: int) -> np.ndarray:
    """One after the other."""
    result = np.zeros(count, F)
    np.add.at(result, places, numbers)
    return result


def _directions(vectors: Vectors, divided: bool = False) -> Vectors:
    """Of length 1, or 0."""
    x, y, z = vectors
    square = (x * x + y * y) + z * z
    long = square > SMALL
    length = np.sqrt(np.where(long, square, F(1)))
    made = [part / length if divided else part * (F(1) / length) for part in vectors]
    return [np.where(long, part, F(0)) for part in made]


def _upwards(vectors: Vectors) -> Vectors:
    """What has no direction."""
    x, y, z = vectors
    return [x, y, np.where((x == 0) & (y == 0) & (z == 0), F(1), z)]


def _angles(cosines: np.ndarray) -> np.ndarray:
    """To the last bit of binary32 or the one before: eight times that of an eighth of it, by its tangent's series."""
    c = np.abs(cosines.astype(np.float64))
    t = np.sqrt((1.0 - c) * 0.5) / (1.0 + np.sqrt((1.0 + c) * 0.5))
    u = t / (1.0 + np.sqrt(1.0 + t * t))
    z = u * u
    series = 1.0 - z * (1.0 / 3.0 - z * (0.2 - z * (1.0 / 7.0 - z * (1.0 / 9.0 - z * (1.0 / 11.0)))))
    angles = 8.0 * (u * series)
    return np.where(cosines < 0, PI - angles, angles).astype(F)


def _rough_angles(cosines: np.ndarray) -> np.ndarray:
    """Off by up to 0.00007, as Blender's own are from 4.1 on."""
    c = np.abs(cosines)
    series = F(1.5707963267) + c * (F(-0.213300989) + c * (F(0.077980478) + c * F(-0.02164095)))
    angles = np.sqrt(F(1) - c) * series
    return np.where(cosines < 0, F(PI) - angles, angles)
