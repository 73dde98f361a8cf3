# SPDX-License-Identifier: GPL-3.0-or-later
"""Shape keys of a mesh, as morphs.

Of relative keys Blender shows `basis + sum of value * mask * (key - the key that it is relative to)`; the
difference is a morph's delta.  Absolute ones are shapes that the mesh goes through: a morph is what makes such a
shape of the basis, whatever masks and muting say.  What the modifiers behind it make of the delta is measured, one
key after the other, and so are the normals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np

from ..pavane_format import model
from .mesh_arrays import Corners, Weights, make_mesh, read_corners, read_points, unit
from .mesh_compat import corner_normals, key_positions
from .posed_meshes import BareMesh, ModifiedMesh

INTERPOLATIONS = {"KEY_LINEAR": "linear", "KEY_CARDINAL": "cardinal", "KEY_CATMULL_ROM": "catmull_rom",
                  "KEY_BSPLINE": "bspline"}
POINT_NOISE = 1e-9
NORMAL_NOISE = 1e-6
LARGEST_LINEAR_ERROR = 1e-5  # over the diagonal of the mesh
TURN_SCALE = 1e-2  # of `turns` beside normals: one is a sum over all keys, and as noisy


class TopologyChanges(Exception):
    """Modifiers make another mesh, not only other points, of another shape."""


@dataclass
class Key:
    """A key before modifiers: what it adds to each point at value 1."""

    block: Any
    delta: np.ndarray  # f32 (points, 3)


@dataclass
class Shape:
    """The same behind the modifiers, sparse."""

    points: np.ndarray
    positions: np.ndarray
    corners: np.ndarray
    normals: np.ndarray


def is_pinned(ob: Any) -> bool:
    """Does the object show one of its keys alone, whatever their values are?"""
    return ob.type == "MESH" and ob.data.shape_keys is not None and ob.show_only_shape_key


def predict(ob: Any, report: Any) -> None:
    """Tells the report of keys that are not shown by their values."""
    if is_pinned(ob):
        report.note(ob.name, "shows one shape key alone, as in Blender: Shape Key Lock is on")


def needs_weights(data: Any) -> bool:
    return data.shape_keys.use_relative and any(block.vertex_group for block in data.shape_keys.key_blocks)


def read_base(data: Any) -> np.ndarray:
    """The points that the keys add to: those of the first key, whatever the mesh's own are."""
    return key_positions(data.shape_keys.reference_key, len(data.vertices))


def animated_paths(paths: set[str]) -> set[str]:
    """Those that mute keys."""
    return {path for path in paths if path.startswith("key_blocks[") and path.endswith("].mute")}


def stays_muted(block: Any, animated: set[str]) -> bool:
    """Is it muted, and no driver or action of the file ever changes that?"""
    path = f'key_blocks["{bpy.utils.escape_identifier(block.name)}"].mute'
    data = block.id_data.animation_data
    driven = any(driver.data_path == path for driver in data.drivers) if data is not None else False
    return block.mute and not driven and path not in animated


def read_keys(data: Any, weights: Weights | None, animated: set[str], report: Any) -> list[Key]:
    if data.shape_keys.use_relative:
        return read_relative(data, weights, animated, report)
    base = read_base(data)
    return [Key(block, key_positions(block, len(base)) - base) for block in data.shape_keys.key_blocks
            if block != data.shape_keys.reference_key]


def read_relative(data: Any, weights: Weights | None, animated: set[str], report: Any) -> list[Key]:
    reference = data.shape_keys.reference_key
    keys = []
    for block in data.shape_keys.key_blocks:
        if block == reference:
            continue
        if stays_muted(block, animated):
            report.left_out(f"shape key {block.name} of {data.name}", "it is muted")
            continue
        count = len(data.vertices)
        delta = key_positions(block, count) - key_positions(block.relative_key, count)
        mask = weights.of_group(block.vertex_group) if weights is not None and block.vertex_group else None
        keys.append(Key(block, delta if mask is None else delta * mask[:, None]))
    return keys


def make_morphed_mesh(
    data: Any, source: BareMesh | ModifiedMesh, keys: list[Key]
) -> tuple[model.Mesh, float]:
    """The mesh at its basis with all keys as morphs, and how far from linear the modifiers were when tried,
    over its diagonal."""
    base = read_base(data)
    corners = read_corners(source.at(base))
    shapes = [measure(source, base, key, corners) for key in keys]
    error = linear_error(source, base, keys, shapes, corners) if isinstance(source, ModifiedMesh) else 0.0
    mesh = make_mesh(data, corners, source.at(base), turns(shapes, len(corners.corners)))
    mesh.morphs = [make_morph(key.block, shape, mesh.vertices) for key, shape in zip(keys, shapes)]
    if not data.shape_keys.use_relative:
        mesh.sequence = make_sequence(data.shape_keys, [key.block.name for key in keys])
    return mesh, error


def make_sequence(keys: Any, morphs: list[str]) -> list[model.SequenceKey]:
    return [model.SequenceKey(block.frame, INTERPOLATIONS[block.interpolation],
                              None if block == keys.reference_key else morphs.index(block.name))
            for block in keys.key_blocks]


def measure(source: BareMesh | ModifiedMesh, base: np.ndarray, key: Key, corners: Corners) -> Shape:
    mesh = source.at(base + key.delta)
    if isinstance(source, ModifiedMesh):
        check_topology(mesh, corners)
        delta = read_points(mesh) - corners.points
    else:
        delta = key.delta
    moved = np.flatnonzero(~(np.abs(delta) < POINT_NOISE).all(axis=1))  # what is not a number, too
    turn = unit(corner_normals(mesh)) - corners.normals
    turned = np.flatnonzero((np.abs(turn) >= NORMAL_NOISE).any(axis=1))
    return Shape(moved.astype(np.uint32), delta[moved], turned, turn[turned])


def check_topology(mesh: Any, corners: Corners) -> None:
    same = len(mesh.vertices) == len(corners.points) and len(mesh.loops) == len(corners.corners)
    if not same or len(mesh.polygons) != len(corners.polygons):
        raise TopologyChanges
    points = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", points)
    if not np.array_equal(points, corners.corners):
        raise TopologyChanges


def use_steady(source: ModifiedMesh, base: np.ndarray, keys: list[Key]) -> list[str]:
    """Makes the source do without the modifiers that change the topology with the keys, each looked at behind those
    before it that do not; their names."""
    found, kept = [], []
    for name in source.modifier_names():
        source.use([*kept, name])
        (kept if is_steady(source, base, keys) else found).append(name)
    source.use(kept)
    return found


def is_steady(source: ModifiedMesh, base: np.ndarray, keys: list[Key]) -> bool:
    """Does each key alone, and all of them together, have the topology of the basis?"""
    corners = read_corners(source.at(base))
    try:
        for points in (*(base + key.delta for key in keys), mixed(base, keys)):
            check_topology(source.at(points), corners)
    except TopologyChanges:
        return False
    return True


def trial_values(keys: list[Key]) -> np.ndarray:
    """Values of a fixed choice, one of each key."""
    return np.random.default_rng(1).uniform(-0.5, 1.0, len(keys))


def mixed(base: np.ndarray, keys: list[Key]) -> np.ndarray:
    points = base.astype(np.float64)
    for value, key in zip(trial_values(keys), keys):
        points += value * key.delta
    return points


def linear_error(source: ModifiedMesh, base: np.ndarray, keys: list[Key], shapes: list[Shape],
                 corners: Corners) -> float:
    """All keys together, at values of a fixed choice: how far the sum of shapes is from what comes out."""
    after = corners.points.astype(np.float64)
    for value, shape in zip(trial_values(keys), shapes):
        after[shape.points] += value * shape.positions
    mesh = source.at(mixed(base, keys))
    check_topology(mesh, corners)
    if not len(after):
        return 0.0
    diagonal = np.linalg.norm(np.ptp(corners.points, axis=0))
    return float(np.abs(read_points(mesh) - after).max() / (diagonal or 1.0))


def turns(shapes: list[Shape], corner_count: int) -> np.ndarray | None:
    """One number per corner, equal where all keys turn the normals equally (but for chance, only there)."""
    if not shapes:
        return None
    random = np.random.default_rng(2)
    result = np.zeros(corner_count)
    for shape in shapes:
        result[shape.corners] += shape.normals @ random.uniform(0.5, 1.0, 3)
    return result * TURN_SCALE


def make_morph(block: Any, shape: Shape, vertices: np.ndarray) -> model.Morph:
    """`vertices` holds the corner of each drawn vertex, in increasing order."""
    turned = np.isin(vertices, shape.corners)
    rows = np.searchsorted(shape.corners, vertices[turned])
    return model.Morph(
        name=block.name,
        value=block.value,
        minimum=block.slider_min,
        maximum=block.slider_max,
        delta_points=shape.points,
        delta_positions=shape.positions.astype(np.float32),
        delta_vertices=np.flatnonzero(turned).astype(np.uint32),
        delta_normals=shape.normals[rows].astype(np.float32),
    )
