# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a mesh of Blender into arrays: its topology, what is drawn, and its vertex weights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..pavane_format import model
from .mesh_compat import corner_normals, uv_values

NORMAL_NOISE = 1e-6  # corners of one point whose normals differ by less are one drawn vertex
SMALLEST_WEIGHT_SUM = 1e-4  # a point with less in all is not deformed by an armature
ROUNDS = 64  # of looking for corners with one normal, before normals are rounded


def read(items: Any, name: str, kind: type, width: int = 1) -> np.ndarray:
    values = np.empty(len(items) * width, kind)
    items.foreach_get(name, values)
    return values.reshape(-1, width) if width > 1 else values


def read_points(mesh: Any) -> np.ndarray:
    return read(mesh.vertices, "co", np.float32, 3)


# ---- Corners ----


@dataclass
class Corners:
    """A mesh, corner by corner in the order of the polygons."""

    points: np.ndarray  # f32 (points, 3)
    polygons: np.ndarray  # u32, corner counts
    corners: np.ndarray  # u32, points
    normals: np.ndarray  # f32 (corners, 3), of length 1
    uvs: list[tuple[str, np.ndarray]] = field(default_factory=list)
    colors: list[tuple[str, np.ndarray]] = field(default_factory=list)
    parts: np.ndarray | None = None  # a number per corner: those of a point are one vertex only where it is equal


def read_corners(mesh: Any) -> Corners:
    corners = read(mesh.loops, "vertex_index", np.int32).astype(np.uint32)
    polygons = read(mesh.polygons, "loop_total", np.int32).astype(np.uint32)
    uvs = [(layer.name, uv_values(layer, len(corners))) for layer in mesh.uv_layers]
    colors = [(layer.name, read_colors(layer, corners)) for layer in mesh.color_attributes]
    return Corners(read_points(mesh), polygons, corners, unit(corner_normals(mesh)), uvs, colors)


def unit(normals: np.ndarray) -> np.ndarray:
    """Normals of length 1; a degenerate corner, which has none, points up."""
    length = np.linalg.norm(normals.astype(np.float64), axis=1, keepdims=True)
    good = np.isfinite(length) & (length > 1e-12)
    up = np.array([0.0, 0.0, 1.0])
    return np.where(good, normals / np.where(good, length, 1.0), up).astype(np.float32)


def read_colors(layer: Any, corners: np.ndarray) -> np.ndarray:
    """Linear colours per corner; Blender's `color` is linear for byte attributes, too."""
    values = read(layer.data, "color", np.float32, 4)
    return values[corners] if layer.domain == "POINT" else values


# ---- Drawn vertices ----


def bits(values: np.ndarray) -> np.ndarray:
    """One column of 64 bits for every two floats, so that equal means bit for bit (but -0 is 0)."""
    return np.ascontiguousarray(values + np.float32(0)).view(np.uint64)


def combine(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Small numbers that are equal where both are."""
    numbers = np.unique(second, return_inverse=True)[1].reshape(-1)
    return np.unique(first * (numbers.max(initial=0) + 1) + numbers, return_inverse=True)[1].reshape(-1)


def draw_vertices(corners: Corners, turns: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """The corner of each drawn vertex, and the drawn vertex of each corner.

    Corners of a point are one vertex where normal, UVs, colours and parts agree, and `turns`: a number per corner
    that says how the shape keys turn its normal.
    """
    group = corners.corners.astype(np.int64)
    for _, values in corners.uvs + corners.colors:
        for column in bits(values).T:
            group = combine(group, column)
    if corners.parts is not None:
        group = combine(group, corners.parts)
    normals = corners.normals if turns is None else np.column_stack([corners.normals, turns])
    first = first_with_equal_normal(group, normals)
    vertices, vertex_of_corner = np.unique(first, return_inverse=True)
    return vertices.astype(np.uint32), vertex_of_corner.reshape(-1).astype(np.uint32)


def first_with_equal_normal(group: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """For each corner the first one of its group with the same normal.  Not by rounding alone: that would
    part many corners whose normals differ in their last bit."""
    result = np.arange(len(group))
    waiting = np.arange(len(group))
    for _ in range(ROUNDS):
        if not len(waiting):
            return result
        _, first, inverse = np.unique(group[waiting], return_index=True, return_inverse=True)
        leader = waiting[first][inverse.reshape(-1)]
        same = (np.abs(normals[waiting] - normals[leader]) <= NORMAL_NOISE).all(axis=1)
        same |= waiting == leader  # a normal that is no number equals nothing
        result[waiting[same]] = leader[same]
        waiting = waiting[~same]
    rounded = np.column_stack([group[waiting], np.rint(normals[waiting] / NORMAL_NOISE)])
    _, first, inverse = np.unique(rounded, axis=0, return_index=True, return_inverse=True)
    result[waiting] = waiting[first][inverse.reshape(-1)]
    return result


# ---- A mesh of the model ----


def make_mesh(source: Any, corners: Corners, mesh: Any, turns: np.ndarray | None = None) -> model.Mesh:
    """`source` is the data-block that gives the name, `mesh` the one that `corners` was read from."""
    vertices, vertex_of_corner = draw_vertices(corners, turns)
    return model.Mesh(
        name=source.name,
        library=library_name(source),
        points=corners.points,
        polygons=corners.polygons,
        corners=corners.corners,
        vertices=vertices,
        normals=corners.normals[vertices],
        primitives=primitives(mesh, vertex_of_corner),
        uv_layers=[model.Layer(name, values[vertices]) for name, values in corners.uvs],
        color_layers=[model.Layer(name, values[vertices]) for name, values in corners.colors],
    )


def library_name(block: Any) -> str:
    library = block.library
    return library.filepath.replace("\\", "/").rsplit("/", 1)[-1] if library else ""


def primitives(mesh: Any, vertex_of_corner: np.ndarray) -> list[model.Primitive]:
    """The triangles of each material slot in use; a slot that the mesh does not have counts as its last, as
    Blender draws it."""
    mesh.calc_loop_triangles()
    triangles = vertex_of_corner[read(mesh.loop_triangles, "loops", np.int32, 3)]
    polygon = read(mesh.loop_triangles, "polygon_index", np.int32)
    slots = read(mesh.polygons, "material_index", np.int32)[polygon]
    slots = np.clip(slots, 0, max(len(mesh.materials) - 1, 0))
    return [model.Primitive(int(slot), triangles[slots == slot]) for slot in np.unique(slots)]


# ---- Weights ----


@dataclass
class Weights:
    """All vertex weights of a mesh, point after point, within a point in Blender's order: dual quaternions of
    more than half a turn between them are signed by it."""

    point_count: int
    names: list[str]
    points: np.ndarray
    groups: np.ndarray  # indices into names
    weights: np.ndarray

    def only(self, name: str) -> Weights:
        """Those of one group; none, if there is no such group."""
        kept = self.groups == (self.names.index(name) if name in self.names else -1)
        return Weights(self.point_count, self.names, self.points[kept], self.groups[kept], self.weights[kept])

    def of_group(self, name: str) -> np.ndarray | None:
        """The weight of every point in one group, 0 outside of it; None if there is no such group."""
        if name not in self.names:
            return None
        chosen = self.groups == self.names.index(name)
        result = np.zeros(self.point_count, np.float32)
        result[self.points[chosen]] = self.weights[chosen]
        return result


def read_weights(mesh: Any, names: list[str]) -> Weights:
    counts: list[int] = []
    groups: list[int] = []
    weights: list[float] = []
    for vertex in mesh.vertices if names else ():
        elements = vertex.groups
        counts.append(len(elements))
        for element in elements:
            groups.append(element.group)
            weights.append(element.weight)
    points, all_groups = np.repeat(np.arange(len(counts)), counts), np.asarray(groups, np.int64)
    known = all_groups < len(names)
    return Weights(len(mesh.vertices), names, points[known], all_groups[known],
                   np.asarray(weights, np.float32)[known])


def fill_influences(mesh: model.Mesh, weights: Weights, names: set[str]) -> None:
    """Gives the mesh the weights of the groups of these names: those of bones, and masks."""
    chosen = np.array([name in names for name in weights.names], bool)
    kept = chosen[weights.groups] & (weights.weights > 0) if len(weights.groups) else np.zeros(0, bool)
    points, groups, values = weights.points[kept], weights.groups[kept], weights.weights[kept]
    used, mesh_groups = np.unique(groups, return_inverse=True)
    mesh.groups = [weights.names[index] for index in used]
    if not len(used):
        return
    mesh.influence_counts = np.bincount(points, minlength=len(mesh.points)).astype(np.uint32)
    mesh.influence_groups = mesh_groups.reshape(-1).astype(np.uint32)
    mesh.influence_weights = values
