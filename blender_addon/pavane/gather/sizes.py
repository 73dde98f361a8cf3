# SPDX-License-Identifier: GPL-3.0-or-later
"""How large the things are that a movable moves: what the error of its samples is relative to.

Of a bone its armature and the meshes that it deforms, of an object its mesh or bones and all that hangs on it,
else the whole scene; the diagonal of their bounds at rest, in the world. 0 counts as 1.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .movables import Movables


class Bounds:
    def __init__(self) -> None:
        self.low, self.high = np.full(3, np.inf), np.full(3, -np.inf)

    def add(self, points: np.ndarray) -> None:
        points = points[np.isfinite(points).all(1)]
        if len(points):
            self.low, self.high = np.minimum(self.low, points.min(0)), np.maximum(self.high, points.max(0))

    def join(self, other: Bounds) -> None:
        self.low, self.high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)

    def diagonal(self) -> float:
        return 0.0 if (self.low > self.high).any() else float(np.linalg.norm(self.high - self.low))


class Sizes:
    def __init__(self, movables: Movables, points: dict[int, np.ndarray], matrices: np.ndarray) -> None:
        """`points`: by object's pointer, in its space. `matrices`: of all movables at rest, (movables, 4, 4)."""
        self._movables = movables
        self._matrices = matrices.astype(np.float64)
        self._own = {movable.ob.as_pointer(): self._bounds(movable.ob, points)
                     for movable in movables.list if not movable.bone}
        self._whole = Bounds()
        for bounds in self._own.values():
            self._whole.join(bounds)
        self._trees = self._add_up()
        self._deformed = self._find_deformed()

    def of(self, index: int) -> float:
        movable = self._movables.list[index]
        pointer = movable.ob.as_pointer()
        if movable.bone:
            bounds = Bounds()
            bounds.join(self._own[pointer])
            for mesh in self._deformed.get((pointer, movable.bone), ()):
                bounds.join(self._own[mesh])
        else:
            bounds = self._trees[pointer]
        return bounds.diagonal() or self._whole.diagonal() or 1.0

    def _bounds(self, ob: Any, points: dict[int, np.ndarray]) -> Bounds:
        bounds = Bounds()
        world = self._matrices[self._movables.index(ob)]
        if ob.as_pointer() in points:
            bounds.add(_moved(world, points[ob.as_pointer()].astype(np.float64)))
        if ob.type == "ARMATURE":
            for bone in ob.data.bones:
                pose = self._matrices[self._movables.index(ob, bone.name)]
                bounds.add(_moved(world @ pose, np.array(((0.0, 0.0, 0.0), (0.0, bone.length, 0.0)))))
        return bounds

    def _add_up(self) -> dict[int, Bounds]:
        """Of each object with all that hangs on it."""
        trees = {}
        for movable in reversed(self._movables.list):
            if movable.bone:
                continue
            tree = trees[movable.ob.as_pointer()] = Bounds()
            tree.join(self._own[movable.ob.as_pointer()])
            for child in self._movables.children.get(movable.ob.as_pointer(), ()):
                tree.join(trees[child.as_pointer()])
        return trees

    def _find_deformed(self) -> dict[tuple[int, str], list[int]]:
        """By armature and bone: the objects with a vertex group that it moves."""
        found: dict[tuple[int, str], list[int]] = {}
        for movable in self._movables.list:
            for rig in () if movable.bone else _armatures_of(movable.ob):
                for group in movable.ob.vertex_groups:
                    found.setdefault((rig.as_pointer(), group.name), []).append(movable.ob.as_pointer())
        return found


def _armatures_of(ob: Any) -> list[Any]:
    if not hasattr(ob, "vertex_groups"):
        return []
    found = [modifier.object for modifier in ob.modifiers if modifier.type == "ARMATURE" and modifier.object]
    if ob.parent is not None and ob.parent_type == "ARMATURE":
        found.append(ob.parent)
    return found


def _moved(matrix: np.ndarray, points: np.ndarray) -> np.ndarray:
    return points @ matrix[:3, :3].T + matrix[:3, 3]
