# SPDX-License-Identifier: GPL-3.0-or-later
"""Where things stand while sampled tracks are played: what is sampled, and all that goes with it."""
from __future__ import annotations

from typing import Iterable

import numpy as np

from .movables import Movables
from .sampling import Samples, solve


class Poses:
    """At the frames of some samples; what is not set moves on what it hangs on as the samples say."""

    def __init__(self, movables: Movables, samples: Samples) -> None:
        self._movables = movables
        self._samples = samples
        self._played: dict[int, np.ndarray] = {}
        self._locals: dict[int, np.ndarray] = {}  # of what is not set
        self._shown: dict[int, np.ndarray] = {}

    def restart(self) -> None:
        """Nothing is set."""
        self._played = {}

    def set(self, index: int, local: np.ndarray) -> None:
        """Its local matrices are these, (frames, 4, 4)."""
        movable = self._movables.list[index]
        base = self.base(index)
        self._played[index] = movable.inherit.frame(base).pose(local) if movable.inherit else \
            base @ movable.static @ local

    def base(self, index: int) -> np.ndarray:
        """What it hangs on, as `Samples.base`."""
        movable = self._movables.list[index]
        base = np.tile(np.eye(4), (len(self._samples.frames), 1, 1))
        for part in (movable.parent, movable.hinge):
            if part is not None:
                base = base @ self.pose(part)
        return base

    def pose(self, index: int) -> np.ndarray:
        if index not in self._played:
            if self._is_moved(index):
                if index not in self._locals:
                    base = self._samples.base(self._movables, np.array([index]))[:, 0]
                    self._locals[index] = solve(self._movables.list[index], self.shown(index), base)
                self.set(index, self._locals[index])
            else:
                self._played[index] = self.shown(index)
        return self._played[index]

    def shown(self, index: int) -> np.ndarray:
        """As Blender shows it."""
        if index not in self._shown:
            self._shown[index] = self._samples.of_movables(np.array([index]))[:, 0]
        return self._shown[index]

    def in_world(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """Of an object or a bone, as played and as shown."""
        movable = self._movables.list[index]
        if not movable.bone:
            return self.pose(index), self.shown(index)
        rig = self._movables.index(movable.ob)
        return self.pose(rig) @ self.pose(index), self.shown(rig) @ self.shown(index)

    def _is_moved(self, index: int) -> bool:
        """Whether anything that it hangs on stands elsewhere than is shown."""
        movable = self._movables.list[index]
        return any(part is not None and self.pose(part) is not self.shown(part)
                   for part in (movable.parent, movable.hinge))


def concerned(movables: Movables, indices: Iterable[int]) -> np.ndarray:
    """Those movables, all that go with them, and all that any of these hang on."""
    found = moved(movables, indices)
    for index in reversed(range(len(movables.list))):
        if index in found:
            found.update(_above(movables, index, True))
    return np.array(sorted(found), np.int64)


def moved(movables: Movables, indices: Iterable[int], in_world: bool = True) -> set[int]:
    """Those movables and all that go with them; the bones of a rig go with it in the world, but not in the rig."""
    found = set(indices)
    for index in range(len(movables.list)):  # parents stand before children
        if not found.isdisjoint(_above(movables, index, in_world)):
            found.add(index)
    return found


def _above(movables: Movables, index: int, in_world: bool) -> list[int]:
    """What it hangs on at once."""
    movable = movables.list[index]
    rig = movables.index(movable.ob) if movable.bone and in_world else None
    return [part for part in (movable.parent, movable.hinge, rig) if part is not None]
