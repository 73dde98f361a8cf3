# SPDX-License-Identifier: MIT
"""What the builder adds, in the form that its C side reads."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence

from ._arrays import Numbers, count, floats
from ._enums import NONE, ComponentKind, ElementKind, PropertyKind
from ._errors import not_found
from ._records import Base, Key, Keys, Lane, Modifier

KEY = struct.Struct("=ffI?3xffffI?3xfff")
MODIFIER = struct.Struct("=II5f4I6fIIII7fII")
SHAPE = (1.70158, 0.8, 4.1)
JOINT = struct.Struct("=II16f")
INFLUENCE = struct.Struct("=If")
SEQUENCE_KEY = struct.Struct("=fII")

Index = int | str
"""What was added: the index that adding returned, or its name; of two of a name the first."""
Component = float | Base | Keys | Lane | Sequence[Key | tuple[float, float]]


class Names:
    """What was added of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.names: list[str] = []

    def add(self, name: str, index: int) -> int:
        assert index == len(self.names)
        self.names.append(name)
        return index

    def index(self, key: Index | None) -> int:
        """The index of a name or index; NONE for None."""
        if key is None:
            return NONE
        if isinstance(key, str):
            if key not in self.names:
                raise not_found(self.kind, key, self.names)
            return self.names.index(key)
        if isinstance(key, bool):
            raise TypeError(f"{self.kind} {key}: an index or a name is wanted")
        if not 0 <= key < len(self.names):
            raise IndexError(f"{self.kind} {key}, but there are {len(self.names)}")
        return key


def packed_keys(keys: Iterable[Key | tuple[float, float]]) -> bytes:
    packed = []
    for given in keys:
        key = given if isinstance(given, Key) else Key(*given)
        if (key.left is None) != (key.right is None):
            raise ValueError(f"the key at frame {key.frame} has one handle of two")
        handles = (*(key.left or (0, 0)), *(key.right or (0, 0)))
        shape = (key.back, key.amplitude, key.period)
        packed.append(
            KEY.pack(
                *(key.frame, key.value, key.interpolation, key.left is not None, *handles, key.easing),
                any(number is not None for number in shape),
                *(usual if number is None else number for number, usual in zip(shape, SHAPE, strict=True)),
            )
        )
    return b"".join(packed)


def packed_modifiers(modifiers: Iterable[Modifier]) -> tuple[bytes, bytes, bytes]:
    """Records, and the coefficients and control points that their spans count in."""
    records, coefficients, points = [], bytearray(), bytearray()
    for m in modifiers:
        first, first_point = len(coefficients) // 4, len(points) // 12
        coefficients += floats(m.coefficients) or b""
        points += floats(m.control_points, 3) or b""
        numbers = m._replace(coefficients=(), control_points=())
        head, middle, tail = numbers[:18], numbers[19:20], numbers[20:27]
        spans = (first, len(coefficients) // 4 - first), (first_point, len(points) // 12 - first_point)
        records.append(MODIFIER.pack(*head, *spans[0], *middle, *tail, *spans[1]))
    return b"".join(records), bytes(coefficients), bytes(points)


def packed_component(number: int, given: Component) -> tuple[object, ...]:
    nothing = (None, None, None, 0)
    if isinstance(given, Base):
        return number, ComponentKind.BASE, given.value, None, 0, 0, 0, *nothing
    if isinstance(given, Lane):
        return number, ComponentKind.SAMPLED, 0.0, None, 0, given.group, given.lane, *nothing
    if isinstance(given, Iterable):
        curve = given if isinstance(given, Keys) else Keys(tuple(given))
        modifiers = packed_modifiers(curve.modifiers)
        keys = packed_keys(curve.keys)
        return number, ComponentKind.CURVE, 0.0, keys, curve.extrapolation, 0, 0, *modifiers, curve.rounding
    return number, ComponentKind.CONSTANT, given, None, 0, 0, 0, *nothing


VALUE_COUNTS = {
    ElementKind.TRANSLATE: 3,
    ElementKind.ROTATE_AXIS: 4,
    ElementKind.QUATERNION: 4,
    ElementKind.AXIS_ANGLE: 4,
    ElementKind.SCALE: 6,
    ElementKind.MATRIX: 16,
}


def packed_element(name: str, kind: ElementKind, values: Numbers | None) -> tuple[object, ...]:
    packed = floats(values)
    wanted = VALUE_COUNTS[ElementKind(kind)]
    if packed is not None and count(packed, 1) != wanted:
        raise ValueError(f"element {name!r}: {count(packed, 1)} values, but its kind takes {wanted}")
    return name, kind, packed


def property_kind(value: object) -> PropertyKind:
    """What a custom property of that value holds."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        value = value[0] if value else 0.0
    for kind, type in (
        (PropertyKind.STRING, str),
        (PropertyKind.BOOLEAN, bool),
        (PropertyKind.INTEGER, int),
    ):
        if isinstance(value, type):
            return kind
    return PropertyKind.FLOAT
