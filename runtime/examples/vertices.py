# SPDX-License-Identifier: MIT
"""Vertices of the program's own: a source and a target mesh whose vertices lie differently, and a result that lies
differently again, morphed by scalar = time / length, with normals where source and target have them."""

from __future__ import annotations

import math
import struct
from typing import NamedTuple

import example
import pavane
from example import Vector

LENGTH = 2.0  # seconds


class Layout(NamedTuple):
    """How the vertices of a mesh lie; `normal` None: they have none."""

    stride: int
    position: int
    normal: int | None


SOURCE = Layout(stride=32, position=0, normal=12)  # and a UV at 24
TARGET = Layout(stride=28, position=16, normal=4)  # and a colour at 0
RESULT = Layout(stride=36, position=8, normal=24)  # and a UV at 0, a weight at 20


def gather(vertices: bytes | bytearray, stride: int, offset: int) -> list[Vector]:
    """Three floats of each vertex."""
    return [struct.unpack_from("3f", vertices, start + offset) for start in range(0, len(vertices), stride)]


# ---- Two meshes: a sphere, and the lens that it becomes ----

points, polygons = example.sphere()
source, target = bytearray(), bytearray()
for x, y, z in points:
    steep = math.sqrt(x * x / 4 + y * y / 4 + z * z * 16)
    source += struct.pack("3f 3f 2f", x, y, z, x, y, z, 0, 0)
    target += struct.pack("4B 3f 3f", 255, 255, 255, 255, x / 2 / steep, y / 2 / steep, z * 4 / steep, x * 2, y * 2, z / 4)

# ---- Into the library ----


def differences(start: int, end: int) -> list[Vector]:
    """What the target adds to the source, of positions or of normals."""
    pairs = zip(gather(source, SOURCE.stride, start), gather(target, TARGET.stride, end), strict=True)
    return [[b - a for a, b in zip(one, other, strict=True)] for one, other in pairs]


both_have_normals = SOURCE.normal is not None and TARGET.normal is not None
corners = [corner for polygon in polygons for corner in polygon]
triangles = [(face[0], face[i - 1], face[i]) for face in polygons for i in range(2, len(face))]

builder = pavane.Builder()
builder.add_material("Blue", {"base_color": (0.1, 0.3, 0.8)})
builder.add_mesh(
    "Shape",
    gather(source, SOURCE.stride, SOURCE.position),
    polygons,
    vertices=[corners.index(point) for point in range(len(points))],  # each point is drawn once
    normals=gather(source, SOURCE.stride, SOURCE.normal),
    triangles=triangles,
)
builder.add_morph(
    "Shape",
    "Target",
    differences(SOURCE.position, TARGET.position),
    normal_deltas=differences(SOURCE.normal, TARGET.normal) if both_have_normals else None,
)
builder.add_node("Shape", elements=example.standing(1), mesh="Shape", slots=["Blue"])

# ---- Each frame ----

scene = pavane.Scene(builder.finish())
player = pavane.Player(scene)  # only to be shown
result = bytearray(RESULT.stride * len(points))
clock = 0.0


def update(seconds: float) -> None:
    global clock
    clock += seconds
    scalar = clock % LENGTH / LENGTH
    scene.targets[scene.morph_target("Shape", "Target").first] = scalar
    scene.update()
    normal = RESULT.normal if both_have_normals else None
    scene.write_vertices("Shape", result, stride=RESULT.stride, position=RESULT.position, normal=normal)


def describe() -> list[float]:
    """One vertex of the result, on the slope."""
    start = 3 * example.SEGMENTS * RESULT.stride
    place = struct.unpack_from("3f", result, start + RESULT.position)
    return [*place, *struct.unpack_from("3f", result, start + RESULT.normal)]


example.run(player, describe, 3, update, below_player=True)
