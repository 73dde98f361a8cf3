# SPDX-License-Identifier: MIT
"""The morph: a mesh and two targets, which are shapes of their own with their normals.  Their weights are keyed by the
targets' indices."""

from __future__ import annotations

import math
from array import array

import example
import pavane
from example import Vector
from pavane import Interpolation, Key

LINEAR = Interpolation.LINEAR


def normalised(vector: Vector) -> Vector:
    length = math.sqrt(sum(number * number for number in vector))
    return array("f", [number / length for number in vector])


def stretch(point: Vector) -> tuple[Vector, Vector]:
    """Slim and tall: where it takes a point of the sphere, and where the surface looks there."""
    x, y, z = point
    return array("f", (x / 2, y / 2, z * 2)), normalised((x * 2, y * 2, z / 2))


def lean(point: Vector) -> tuple[Vector, Vector]:
    """What is above leans to the right."""
    x, y, z = point
    return array("f", (x + z, y, z)), normalised((x, y, z - x))


def difference(a: Vector, b: Vector) -> Vector:
    return [to - start for to, start in zip(a, b, strict=True)]


points, polygons = example.sphere()
corners = [corner for polygon in polygons for corner in polygon]

builder = pavane.Builder()
builder.add_material("Green", {"base_color": (0.1, 0.6, 0.25)})
builder.add_mesh("Blob", points, polygons, normals=[points[corner] for corner in corners])
for name, target in (("Stretch", stretch), ("Lean", lean)):
    # A morph holds what a target adds: to the points, and to the normals of the vertices, one of each corner.
    moved = [difference(target(point)[0], point) for point in points]
    turned = [difference(target(point)[1], point) for point in points]
    builder.add_morph("Blob", name, moved, normal_deltas=[turned[corner] for corner in corners])
builder.add_node("Blob", elements=example.standing(2), mesh="Blob", slots=["Green"])
builder.add_clip("morph")
for number, start in ((0, 0), (1, 24)):
    keys = [Key(start, 0, LINEAR), Key(start + 24, 1, LINEAR), Key(start + 48, 0)]
    builder.add_morph_channel("morph", "Blob", number, keys)

scene = pavane.Scene(builder.finish())
player = pavane.Player(scene)
player.play("morph")


def describe() -> list[float]:
    """The weights, and one vertex of the upper half: where it is and where it looks."""
    weights, positions, normals = scene.morph_weights("Blob"), scene.positions("Blob"), scene.normals("Blob")
    assert weights and positions and normals
    shown = len(corners) * 3 // 4
    return [*weights, *(positions[shown, i] for i in range(3)), *(normals[shown, i] for i in range(3))]


example.run(player, describe, 3)
