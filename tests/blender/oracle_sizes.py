# SPDX-License-Identifier: MIT
"""D of every node: the diagonal of the rest bounds of what it moves, the scale of its matrix error.

A bone: its armature and the meshes that it deforms (an Armature modifier or parent, and a vertex group of its
name). An object: its own geometry or bones, and all its descendants'. An instance: its own geometry, else
everything that its instancer shows. What moves no geometry has the scene's. 0 counts as 1 m. Bounds are in
world space, of points and bones as they stand at rest.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from oracle_nodes import SceneReader


class Bounds:
    def __init__(self) -> None:
        self.low, self.high = np.full(3, np.inf), np.full(3, -np.inf)

    def add(self, points: np.ndarray) -> "Bounds":
        points = points[np.isfinite(points).all(axis=1)]
        if len(points):
            self.low = np.minimum(self.low, points.min(axis=0))
            self.high = np.maximum(self.high, points.max(axis=0))
        return self

    def join(self, other: "Bounds") -> "Bounds":
        self.low, self.high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        return self

    def is_empty(self) -> bool:
        return bool(np.any(self.low > self.high))

    def diagonal(self) -> float:
        return 0.0 if self.is_empty() else float(np.linalg.norm(self.high - self.low))


def node_sizes(reader: SceneReader, matrices: np.ndarray, points: list[np.ndarray]) -> list[float]:
    """D of every node, in the order of the reader's nodes."""
    return Sizes(reader, matrices, points).all()


class Sizes:
    def __init__(self, reader: SceneReader, matrices: np.ndarray, points: list[np.ndarray]) -> None:
        self.reader, self.matrices = reader, matrices
        self.points = {ob.as_pointer(): p for ob, p in zip(reader.meshes, points)}
        self.own = [self.own_bounds(row) for row in range(len(reader.nodes))]
        self.scene = Bounds()
        self.shown: dict[str, Bounds] = {}
        for node, bounds in zip(reader.nodes, self.own):
            self.scene.join(bounds)
            if node.kind == "instance":
                self.shown.setdefault(node.instancer, Bounds()).join(bounds)
        self.skins = {ob.as_pointer(): skin_groups(ob) for ob in reader.meshes}

    def own_bounds(self, row: int) -> Bounds:
        """Of a node's geometry and bones; a bone has none of its own."""
        node, bounds = self.reader.nodes[row], Bounds()
        if node.kind in {"bone", "instance_bone"}:
            return bounds
        world = self.matrices[row]
        points = self.points.get(node.object.as_pointer())
        if points is not None:
            bounds.add(transform(world, points))
        if node.object.pose is not None:
            ends = [end for bone in node.object.pose.bones for end in (bone.head, bone.tail)]
            bounds.add(transform(world, np.array(ends).reshape(-1, 3)))
        return bounds

    def all(self) -> list[float]:
        trees = self.object_bounds()
        bones: dict[tuple[Any, ...], float] = {}
        return [self.size(row, trees, bones) for row in range(len(self.reader.nodes))]

    def size(self, row: int, trees: dict[int, Bounds], bones: dict[tuple[Any, ...], float]) -> float:
        node = self.reader.nodes[row]
        if node.bone:
            return self.bone_bounds(row).diagonal() or 1.0
        bounds = trees[row] if node.kind == "object" else self.own[row]
        if bounds.is_empty() and node.kind == "instance":
            bounds = self.shown[node.instancer]
        if bounds.is_empty():
            bounds = self.scene
        return bounds.diagonal() or 1.0

    def object_bounds(self) -> dict[int, Bounds]:
        """Bounds of each object with all its descendants and what they instance."""
        trees: dict[int, Bounds] = {}
        rows = {n.object.as_pointer(): r for r, n in enumerate(self.reader.nodes) if n.kind == "object"}
        for row in rows.values():
            trees[row] = Bounds().join(self.own[row])
        for ob_row in rows.values():
            node = self.reader.nodes[ob_row]
            mine = Bounds().join(self.own[ob_row]).join(self.shown.get(node.object.name, Bounds()))
            ancestor: Any = node.object
            while ancestor is not None:
                if ancestor.as_pointer() in rows:
                    trees[rows[ancestor.as_pointer()]].join(mine)
                ancestor = ancestor.parent
        return trees

    def bone_bounds(self, row: int) -> Bounds:
        node = self.reader.nodes[row]
        kind = "object" if node.kind == "bone" else "instance"
        bounds = Bounds()
        for other, candidate in enumerate(self.reader.nodes):
            if candidate.kind != kind or candidate.instancer != node.instancer:
                continue
            if candidate.object == node.object and candidate.ordinal == node.ordinal:
                bounds.join(self.own[other])
            elif (node.object.as_pointer(), node.bone) in self.skins.get(candidate.object.as_pointer(), ()):
                bounds.join(self.own[other])
        return bounds


def skin_groups(ob: Any) -> set[tuple[int, str]]:
    """(address of the armature, name of the bone) of every bone that may deform a mesh."""
    rigs = [m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None]
    if ob.parent_type == "ARMATURE" and ob.parent is not None:
        rigs.append(ob.parent)
    return {(rig.as_pointer(), group.name) for rig in rigs for group in ob.vertex_groups}


def transform(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return points @ matrix[:3, :3].T + matrix[:3, 3]
