# SPDX-License-Identifier: GPL-3.0-or-later
"""Which clips can be evaluated in one sweep over the frames: those that move nothing of each other.

What a clip may move is its owners and whatever refers to them, however far: children, constrained and deformed
objects, users of driven values. Blender knows who refers to whom; scenes and collections, which refer to everything,
do not pass it on.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import bpy

from ..pavane_format import model
from . import blocks
from .takes import Take

MOST_FRAMES = 2000  # of one sweep
CONTAINERS = (bpy.types.Scene, bpy.types.Collection, bpy.types.WindowManager, bpy.types.Screen,
              bpy.types.WorkSpace)


OWNERS = {
    "object": "objects", "bone": "objects", "morph": "meshes", "mesh": "meshes", "material": "materials", "camera": "cameras",
    "light": "lights", "object_property": "objects", "bone_property": "objects", "mesh_property": "meshes",
    "armature_property": "armatures", "camera_property": "cameras", "light_property": "lights",
    "material_property": "materials", "world_property": "worlds",
}
"""By kind of target: where in Blender's data its owner lies."""


@dataclass
class Group:
    """Clips that share a sweep."""

    clips: list[int] = field(default_factory=list)  # their indices
    moves: list[set[int]] = field(default_factory=list)  # of each, pointers of what it may move
    start: float = 0.0
    end: float = 0.0
    is_closed: bool = False  # to others: it moves the scene

    def takes(self, clip: Take, moved: set[int]) -> bool:
        length = max(self.end, clip.end) - min(self.start, clip.start)
        return not self.is_closed and length <= MOST_FRAMES and not any(moved & known for known in self.moves)

    def add(self, index: int, clip: Take, moved: set[int]) -> None:
        self.start = min(self.start, clip.start) if self.clips else clip.start
        self.end = max(self.end, clip.end) if self.clips else clip.end
        self.clips.append(index)
        self.moves.append(moved)


def groups(clips: list[Take], alone: bool) -> list[Group]:
    """In order; each clip by itself if they shall be `alone`."""
    users = bpy.data.user_map()
    made: list[Group] = []
    for index, clip in enumerate(clips):
        owners = [cast.block.holder or cast.block.id for cast in clip.casts]
        moved = _reached(owners, users)
        is_closed = alone or any(isinstance(owner, CONTAINERS) for owner in owners)
        group = next((group for group in made if not is_closed and group.takes(clip, moved)), None)
        if group is None:
            group = Group(is_closed=is_closed)
            made.append(group)
        group.add(index, clip, moved)
    return made


def _reached(start: list[Any], users: dict[Any, set[Any]]) -> set[int]:
    """Pointers of these data-blocks and of all that refers to them."""
    found: set[int] = set()
    todo = list(start)
    while todo:
        block = todo.pop()
        if block.as_pointer() not in found and not isinstance(block, CONTAINERS):
            found.add(block.as_pointer())
            todo += users.get(block, ())
    return found


class Others:
    """What the other clips of a group move while one of them is looked at: none of it is that one's."""

    def __init__(self, group: Group, place: int) -> None:
        self._moved = set().union(*(moved for i, moved in enumerate(group.moves) if i != place))
        names = set(OWNERS.values()) if self._moved else set()
        self._names = {(name, block.name, blocks.library(block))
                       for name in names for block in getattr(bpy.data, name) if self.move(block)}
        self._move_world = any(name == "worlds" for name, *_ in self._names)

    def move(self, block: Any) -> bool:
        return block.as_pointer() in self._moved

    def drive(self, target: model.Target) -> bool:
        """Whether the target's owner is theirs; the scene's is the sky."""
        if target.kind == "scene":
            return self._move_world
        return (OWNERS.get(target.kind, ""), target.owner, target.library) in self._names
