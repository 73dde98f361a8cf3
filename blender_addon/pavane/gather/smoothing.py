# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the normals of a mesh come from: flat faces, sharp edges, the angle from which an edge is sharp."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..pavane_format import model
from .mesh_arrays import read

HALF_TURN = float(np.float32(np.pi))


def _none() -> np.ndarray:
    return np.zeros(0, np.uint32)


@dataclass
class Smoothing:
    kind: str  # none, faces, points, corners, custom
    sharp_angle: float = HALF_TURN
    flat_polygons: np.ndarray = field(default_factory=_none)
    sharp_corners: np.ndarray = field(default_factory=_none)

    def fill(self, mesh: model.Mesh) -> None:
        mesh.smoothing, mesh.sharp_angle = self.kind, self.sharp_angle
        mesh.flat_polygons, mesh.sharp_corners = self.flat_polygons, self.sharp_corners


def has_custom_normals(mesh: Any) -> bool:
    """Before Blender 4.1 they count only with auto smooth."""
    return mesh.has_custom_normals and getattr(mesh, "use_auto_smooth", True)


def are_free(mesh: Any) -> bool:
    """Whether its custom normals stay as they are, however the mesh is bent, instead of going along with it."""
    attribute = mesh.attributes.get("custom_normal")
    return attribute is not None and attribute.data_type == "FLOAT_VECTOR"


def of_points(mesh: Any) -> bool:
    """Whether smooth corners have the normal of their point: without auto smooth, or from Blender 4.1 on where
    nothing at all is sharp."""
    if hasattr(mesh, "normals_domain"):
        return mesh.normals_domain == "POINT"
    return not mesh.use_auto_smooth


def read_smoothing(mesh: Any) -> Smoothing:
    custom = has_custom_normals(mesh)
    if custom and are_free(mesh):
        return Smoothing("none")
    flat = np.flatnonzero(~read(mesh.polygons, "use_smooth", bool)).astype(np.uint32)
    if len(flat) == len(mesh.polygons) and not custom:
        return Smoothing("faces")
    if of_points(mesh) and not custom:
        return Smoothing("points", flat_polygons=flat)
    sharp = read(mesh.edges, "use_edge_sharp", bool)[read(mesh.loops, "edge_index", np.int32)]
    sharp = np.flatnonzero(sharp).astype(np.uint32)
    if custom:  # the angle does not count
        return Smoothing("custom", flat_polygons=flat, sharp_corners=sharp)
    angle = min(getattr(mesh, "auto_smooth_angle", HALF_TURN), HALF_TURN)
    return Smoothing("corners", angle, flat, sharp)


# ---- Parts ----


def parts(mesh: Any, smoothing: Smoothing) -> np.ndarray | None:
    """A number per corner, equal where corners of one point share their normal however the mesh is deformed."""
    if smoothing.kind == "none":
        return None
    totals = read(mesh.polygons, "loop_total", np.int32)
    polygon = np.repeat(np.arange(len(totals)), totals)
    flat = np.ones(len(totals), bool)
    if smoothing.kind != "faces":
        flat[:] = False
        flat[smoothing.flat_polygons] = True
    corners = np.arange(len(polygon))
    if smoothing.kind not in ("corners", "custom"):
        return np.where(flat[polygon], corners + 1, 0)
    return _fans(mesh, smoothing, polygon, flat)


def _fans(mesh: Any, smoothing: Smoothing, polygon: np.ndarray, flat: np.ndarray) -> np.ndarray:
    """The least corner of those that lie between two sharp edges, for each of them."""
    corners = np.arange(len(polygon))
    starts = read(mesh.polygons, "loop_start", np.int32)
    ends = starts + read(mesh.polygons, "loop_total", np.int32)
    following = np.where(corners + 1 < ends[polygon], corners + 1, starts[polygon])
    one, other = _twins(mesh, smoothing, polygon, flat)
    # Two corners of a point that an edge joins: where it begins, and behind it on its other side.
    left, right = np.concatenate([one, other]), following[np.concatenate([other, one])]
    labels = corners.copy()
    while True:
        before = labels.copy()
        np.minimum.at(labels, left, before[right])
        np.minimum.at(labels, right, before[left])
        if np.array_equal(labels, before):
            return labels


def _twins(mesh: Any, smoothing: Smoothing, polygon: np.ndarray, flat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The two corners of each smooth edge."""
    edges = read(mesh.loops, "edge_index", np.int32)
    points = read(mesh.loops, "vertex_index", np.int32)
    order = np.argsort(edges, kind="stable")
    counts = np.bincount(edges, minlength=len(mesh.edges))
    first = np.concatenate([[0], np.cumsum(counts)])[:-1][counts == 2]
    one, other = order[first], order[first + 1]
    smooth = (points[one] != points[other]) & ~flat[polygon[one]] & ~flat[polygon[other]]
    sharp = np.zeros(len(edges), bool)
    sharp[smoothing.sharp_corners] = True
    smooth &= ~sharp[one] & ~sharp[other]
    if smoothing.sharp_angle < HALF_TURN:
        normals = read(mesh.polygons, "normal", np.float32, 3)
        between = (normals[polygon[one]] * normals[polygon[other]]).sum(axis=1)
        smooth &= between >= np.cos(smoothing.sharp_angle)
    return one[smooth], other[smooth]
