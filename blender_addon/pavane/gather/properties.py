# SPDX-License-Identifier: GPL-3.0-or-later
"""Properties that are not transforms: which are animated, and their values as Blender evaluates them."""
from __future__ import annotations

from typing import Any, Callable

import numpy as np

from . import blocks, compat
from .blocks import Block
from .clips import Clips
from .paths import Paths, custom_path

__all__ = ["Key", "Place", "Values", "animated", "custom_path"]

Key = tuple[int, str]


class Place:
    """Where a value lies: a property of a data-block, or of something within it."""

    def __init__(self, block: Any, owner: Any, name: str) -> None:
        """`name` is that of a property, or a custom one's in brackets and quotes."""
        self.block = block
        self.owner = owner
        self.name = name
        self.key: Key = (owner.as_pointer(), name)
        within = owner.as_pointer() != block.as_pointer()
        self._path = name
        if within:
            self._path = owner.path_from_id() + name if name.startswith("[") else owner.path_from_id(name)

    def read(self, depsgraph: Any = None) -> list[float]:
        """The evaluated numbers, or without a depsgraph the stored ones."""
        block = self.block if depsgraph is None else self.block.evaluated_get(depsgraph)
        value = block.path_resolve(self._path)
        return list(value) if hasattr(value, "__len__") else [float(value)]


Values = Callable[[Place], np.ndarray]
"""What a place holds: (frames, numbers)."""


def animated(clips: Clips, everything: list[Block], paths: Paths) -> set[Key]:
    """The properties that any clip keys or a driver sets."""
    owners = [owner for clip in (*clips.clips, *clips.foreign) for owner in (*clip.owners, *clip.outside)]
    curves = [(owner.block.id, curve) for owner in owners for curve in owner.curves
              if not compat.is_muted(curve)]
    curves += [(block.id, curve) for block in everything for curve in blocks.drivers(block.id)
               if not curve.mute]
    found = [paths.find(block, curve.data_path) for block, curve in curves]
    return {prop.key for prop in found if prop is not None and hasattr(prop.owner, "as_pointer")}
