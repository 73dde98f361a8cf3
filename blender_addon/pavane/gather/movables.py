# SPDX-License-Identifier: GPL-3.0-or-later
"""What has a transform of its own: objects and pose bones, each with its formula and its rest.

The matrix of an object is its world matrix, that of a bone its pose matrix in the armature's space. Either is

    base . static . T(delta_location) . T(location) . R(delta_rotation) . R(rotation) . scale . delta_scale

where `base` is the matrix of what it hangs on and `static` is the parent inverse or the bone's rest; or what
`inherit` makes of them, for a bone that does not inherit all. Where Blender computes a matrix otherwise
(constraints), the comparison with this shows it.
"""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import blocks, inherit
from . import transforms as tf
from .inherit import Inherit

IDENTITY = {
    "delta_location": np.zeros(3), "location": np.zeros(3),
    "delta_rotation": tf.IDENTITY_QUATERNION, "rotation": tf.IDENTITY_QUATERNION,
    "scale": tf.IDENTITY_SCALE, "delta_scale": tf.IDENTITY_SCALE,
}
"""The animated elements, in the order of the stack."""


@dataclass(eq=False)
class Movable:
    ob: Any
    bone: str = ""
    parent: int | None = None  # the movable whose matrix is the base; with `hinge`, the armature's object
    hinge: int | None = None  # of an object that hangs on a bone: that bone
    static: np.ndarray = field(default_factory=lambda: np.eye(4))
    raw: dict[str, np.ndarray] = field(default_factory=dict)  # by element: the property, in file order
    rest: dict[str, np.ndarray] = field(default_factory=dict)  # by element: what the file says
    conversions: dict[str, str] = field(default_factory=dict)  # by element: how its components are meant
    is_connected: bool = False  # a connected bone ignores its location
    inherit: Inherit | None = None  # of a bone that does not inherit all of its parent

    @property
    def label(self) -> str:
        return f"{self.ob.name!r}, bone {self.bone!r}" if self.bone else repr(self.ob.name)

    def element_of(self, name: str) -> str | None:
        """The element that a property drives, none if it is not in effect."""
        if name in ("rotation_euler", "rotation_quaternion", "rotation_axis_angle"):
            return "rotation" if name == rotation_property(self.source) else None
        if name in ("delta_rotation_euler", "delta_rotation_quaternion"):
            return "delta_rotation" if name == "delta_" + rotation_property(self.source) else None
        return name if name in IDENTITY else None

    @property
    def source(self) -> Any:
        return self.ob.pose.bones[self.bone] if self.bone else self.ob

    def drop_flat_inverse(self) -> bool:
        """Of an object that its own formula does not place: whether a parent inverse without size was in the way."""
        if self.bone or np.linalg.cond(self.static[:3, :3]) < 1e6:
            return False
        self.static = np.eye(4)
        return True

    def locals(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """Local matrices (frames, 4, 4); elements that `values` lacks are at rest."""
        parts = {name: values.get(name, self.rest[name]) for name in IDENTITY}
        linear = (tf.quaternion_matrix(parts["delta_rotation"]) @ tf.quaternion_matrix(parts["rotation"])
                  @ tf.scale_matrix(parts["scale"]) @ tf.scale_matrix(parts["delta_scale"]))
        location = parts["delta_location"] + parts["location"]
        shape = np.broadcast_shapes(location.shape[:-1], linear.shape[:-2])
        return tf.compose(np.broadcast_to(location, (*shape, 3)), np.broadcast_to(linear, (*shape, 3, 3)))

    def placing(self, base: np.ndarray) -> np.ndarray:
        """What its local matrix is multiplied to, (frames, 4, 4); of partial inheritance, for its location."""
        return self.inherit.frame(base).place if self.inherit else base @ self.static

    def take_apart(self, local: np.ndarray) -> dict[str, np.ndarray]:
        """Location, rotation and scale that give these local matrices while the deltas are at rest.

        A delta that is flat at rest would hold them flat, so it is given, too: it becomes neutral.
        """
        before = tf.quaternion_matrix(self.rest["delta_rotation"])
        delta = tf.scale_matrix(self.rest["delta_scale"])
        flat = not np.isfinite(delta).all() or np.linalg.matrix_rank(delta) < 3
        after = np.eye(3) if flat else np.linalg.inv(delta)
        linear = before.T @ local[:, :3, :3] @ after
        rotation, scale = tf.decompose(linear, self.rest["rotation"], self.rest["scale"])
        location = local[:, :3, 3] - self.rest["delta_location"]
        parts = {"location": location, "rotation": rotation, "scale": scale}
        if flat:
            parts["delta_scale"] = np.tile(IDENTITY["delta_scale"], (len(local), 1))
        return parts


def rotation_property(source: Any) -> str:
    mode = source.rotation_mode
    return f"rotation_{mode.lower()}" if mode in ("QUATERNION", "AXIS_ANGLE") else "rotation_euler"


def conversion(source: Any) -> str:
    mode = source.rotation_mode.lower()
    return mode if mode in ("quaternion", "axis_angle") else f"euler_{mode}"


def file_order(values: Any, name: str) -> np.ndarray:
    """Components in the file's order: Blender has w, or the angle, first."""
    numbers = np.array(tuple(values), np.float64)
    return np.roll(numbers, -1) if name.endswith(("quaternion", "axis_angle")) else numbers


def file_component(index: int, name: str) -> int:
    return (index - 1) % 4 if name.endswith(("quaternion", "axis_angle")) else index


class Movables:
    """All movables, parents before children, with the state of their properties when this is made."""

    def __init__(self, objects: list[Any]) -> None:
        self.list: list[Movable] = []
        self.indices: dict[tuple[int, str], int] = {}
        self.children: dict[int | None, list[Any]] = {}
        for ob in objects:
            parent = ob.parent.as_pointer() if ob.parent is not None else None
            self.children.setdefault(parent, []).append(ob)
        self._add_all()

    def above(self, index: int) -> set[int]:
        """All that a movable hangs on, however far."""
        found: set[int] = set()
        todo = [index]
        while todo:
            movable = self.list[todo.pop()]
            todo += {part for part in (movable.parent, movable.hinge) if part is not None} - found
            found.update(todo)
        return found

    def index(self, ob: Any, bone: str = "") -> int | None:
        return self.indices.get((ob.as_pointer(), bone))

    def armatures(self) -> list[Any]:
        return [movable.ob for movable in self.list if not movable.bone and movable.ob.type == "ARMATURE"]

    def _add_all(self) -> None:
        todo = self._in_reverse(None)
        while todo:
            ob = todo.pop()
            self._add(_object_movable(ob, self))
            if ob.type == "ARMATURE":
                for bone in bones_in_order(ob):
                    self._add(_bone_movable(ob, bone, self))
            todo += self._in_reverse(ob.as_pointer())

    def _in_reverse(self, parent: int | None) -> list[Any]:
        return sorted(self.children.get(parent, ()), key=blocks.order, reverse=True)

    def _add(self, movable: Movable) -> None:
        self.indices[movable.ob.as_pointer(), movable.bone] = len(self.list)
        self.list.append(movable)


def bones_in_order(ob: Any) -> list[Any]:
    """Bones, parents before children, siblings by name."""
    found = []
    todo = sorted((bone for bone in ob.data.bones if bone.parent is None), key=_name, reverse=True)
    while todo:
        bone = todo.pop()
        found.append(bone)
        todo += sorted(bone.children, key=_name, reverse=True)
    return found


def _name(bone: Any) -> bytes:
    return bone.name.encode()


def _object_movable(ob: Any, known: Movables) -> Movable:
    made = Movable(ob)
    if ob.parent is not None:
        made.parent = known.index(ob.parent)
        made.static = tf.matrix(ob.matrix_parent_inverse)
        if ob.parent_type == "BONE" and known.index(ob.parent, ob.parent_bone) is not None:
            made.hinge = known.index(ob.parent, ob.parent_bone)
            made.static = _bone_part(ob.parent.data.bones[ob.parent_bone]) @ made.static
    _set_rest(made, ob)
    for name in ("delta_location", "delta_scale"):
        made.raw[name] = file_order(getattr(ob, name), name)
    made.rest["delta_location"] = made.raw["delta_location"]
    made.rest["delta_scale"] = np.concatenate((made.raw["delta_scale"], np.zeros(3)))
    name = "delta_" + rotation_property(ob)
    if hasattr(ob, name):
        made.raw["delta_rotation"] = file_order(getattr(ob, name), name)
        made.conversions["delta_rotation"] = conversion(ob)
        made.rest["delta_rotation"] = _unit(tf.to_quaternion(made.raw["delta_rotation"], conversion(ob)))
    return made


def _bone_part(bone: Any) -> np.ndarray:
    """What lies between a bone's matrix and an object on it: that hangs from the tail, in rest length."""
    if bone.use_relative_parent:
        return np.linalg.inv(tf.matrix(bone.matrix_local))
    return tf.translation(np.array((0.0, bone.length, 0.0)))


def _bone_movable(ob: Any, bone: Any, known: Movables) -> Movable:
    made = Movable(ob, bone.name)
    rest = tf.matrix(bone.matrix_local)
    if bone.parent is not None:
        made.parent = known.index(ob, bone.parent.name)
        rest = np.linalg.inv(tf.matrix(bone.parent.matrix_local)) @ rest
    made.static = rest
    made.is_connected = bone.use_connect and bone.parent is not None
    made.inherit = inherit.of_bone(bone, rest)
    _set_rest(made, ob.pose.bones[bone.name])
    if made.is_connected:
        made.raw["location"] = made.rest["location"] = np.zeros(3)
    return made


def _set_rest(made: Movable, source: Any) -> None:
    made.rest.update(IDENTITY)
    made.raw["location"] = made.rest["location"] = file_order(source.location, "location")
    made.raw["scale"] = file_order(source.scale, "scale")
    made.rest["scale"] = np.concatenate((made.raw["scale"], np.zeros(3)))
    name = rotation_property(source)
    made.raw["rotation"] = file_order(getattr(source, name), name)
    made.conversions["rotation"] = conversion(source)
    made.rest["rotation"] = _unit(tf.to_quaternion(made.raw["rotation"], conversion(source)))


def _unit(quaternion: np.ndarray) -> np.ndarray:
    length = np.linalg.norm(quaternion)
    return quaternion / length if length > 0 else tf.IDENTITY_QUATERNION
