# SPDX-License-Identifier: GPL-3.0-or-later
"""The nodes of the file: objects, their bones, and the copies that collection instances show."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np

from ..pavane_format import model
from . import blocks
from . import transforms as tf
from .movables import IDENTITY, Movable, Movables
from .scope import Scope, instanced_collection, with_dependencies

KINDS = {"location": "translate", "rotation": "quaternion", "scale": "scale"}
MAX_NESTING = 8  # Blender shows instances within instances so deep


@dataclass
class Place:
    """A group of nodes that belong together: the scene's own, or those of one collection instance."""

    shown: set[int]  # pointers of the objects that are shown; the others only move something
    hidden: dict[str, set[int]]  # "viewport", "render": pointers of those that collections hide
    instancer: int | None = None
    offset: np.ndarray = field(default_factory=lambda: np.eye(4))
    depth: int = 0
    nodes: dict[tuple[int, str], int] = field(default_factory=dict)

    def node(self, ob: Any, bone: str = "") -> int | None:
        return self.nodes.get((ob.as_pointer(), bone))


class Nodes:
    """Builds `list`; `furnish(node, object, place)` is called for every shown object of a complete place."""

    def __init__(self, scope: Scope, movables: Movables, animated: set[tuple[int, str]],
                 hidden: dict[int, tuple[bool, bool]],
                 furnish: Callable[[model.Node, Any, Place], None]) -> None:
        self.list: list[model.Node] = []
        self._scope = scope
        self._movables = movables
        self._animated = animated
        self._hidden = hidden
        self._furnish = furnish
        self.main = Place({ob.as_pointer() for ob in scope.objects}, scope.hidden)
        self._fill(self.main, scope.objects)

    def _fill(self, place: Place, objects: list[Any]) -> None:
        wanted = {ob.as_pointer() for ob in with_dependencies(objects)}
        added = [movable for movable in self._movables.list if movable.ob.as_pointer() in wanted]
        for movable in added:
            place.nodes[movable.ob.as_pointer(), movable.bone] = len(self.list)
            self.list.append(self._node(movable, place))
        shown = [movable.ob for movable in added
                 if not movable.bone and movable.ob.as_pointer() in place.shown]
        for ob in shown:
            self._furnish(self.list[place.node(ob)], ob, place)
        for ob in shown:
            self._fill_instance(ob, place)

    def _fill_instance(self, ob: Any, place: Place) -> None:
        collection = instanced_collection(ob)
        if collection is None or place.depth >= MAX_NESTING:
            return
        objects = self._scope.contents[collection.as_pointer()]
        offset = tf.translation(-np.array(tuple(collection.instance_offset), np.float64))
        inner = Place({other.as_pointer() for other in objects}, self._scope.hidden_in[collection.as_pointer()],
                      place.node(ob), offset, place.depth + 1)
        self._fill(inner, objects)

    def _node(self, movable: Movable, place: Place) -> model.Node:
        ob = movable.ob
        node = model.Node(movable.bone or ob.name, "bone" if movable.bone else "object", blocks.library(ob))
        node.instancer = place.instancer
        node.parent = self._parent(movable, place)
        static = movable.static
        if movable.parent is None and not movable.bone:
            static = place.offset
        node.elements = self._elements(movable, static)
        if movable.bone:
            node.armature = place.node(ob)
            node.length = ob.data.bones[movable.bone].length
            _set_inherit(node, movable)
        else:
            node.hidden_viewport, node.hidden_render = self._is_hidden(ob.as_pointer(), place)
        return node

    def _is_hidden(self, pointer: int, place: Place) -> tuple[bool, bool]:
        """In the viewport, and in the render."""
        if pointer not in place.shown:
            return True, True
        viewport, render = self._hidden[pointer]
        return viewport or pointer in place.hidden["viewport"], render or pointer in place.hidden["render"]

    def _parent(self, movable: Movable, place: Place) -> int | None:
        index = movable.hinge if movable.hinge is not None else movable.parent
        if index is not None:
            parent = self._movables.list[index]
            return place.node(parent.ob, parent.bone)
        return place.node(movable.ob) if movable.bone else place.instancer

    def _elements(self, movable: Movable, static: np.ndarray) -> list[model.Element]:
        elements = []
        if not np.array_equal(static, np.eye(4)):
            name = "rest" if movable.bone else "parent_inverse"
            elements.append(model.Element(name, "matrix", static.T.astype(np.float32).reshape(16)))
        for name, identity in IDENTITY.items():
            values = movable.rest[name]
            if name.startswith("delta_"):
                key = (self._movables.index(movable.ob, movable.bone), name)
                if np.array_equal(values, identity) and key not in self._animated:
                    continue
            kind = KINDS[name.removeprefix("delta_")]
            elements.append(model.Element(name, kind, values.astype(np.float32)))
        return elements


def _set_inherit(node: model.Node, movable: Movable) -> None:
    if movable.inherit:
        node.inherit_scale = movable.inherit.scale
        node.no_inherit_rotation = not movable.inherit.turns
        node.no_local_location = not movable.inherit.own_axes
