# SPDX-License-Identifier: MIT
"""What the builder adds, in the form that its C side reads."""

from __future__ import annotations

import operator
import struct
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ._arrays import Numbers, count, floats, indices, vector
from ._checks import check_record, listed, refusal, rows, shortened, text, whole
from ._checks import number as check_number
from ._enums import NONE, ComponentKind, ElementKind, PropertyKind
from ._errors import not_found
from ._members import member
from ._records import Base, Key, Keys, Lane, Modifier

KEY = struct.Struct("=ffI?3xffffI?3xfff")
MODIFIER = struct.Struct("=II5f4I6fIIII7fII")
SHAPE = (1.70158, 0.8, 4.1)
JOINT = struct.Struct("=II16f")
INFLUENCE = struct.Struct("=If")
SEQUENCE_KEY = struct.Struct("=fII")

Index = int | str
"""What was added: the index that adding returned, or its name; of two of a name the first."""
Weights = Mapping[Index, float] | Mapping[str, float] | Iterable[tuple[Index, float]]
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

    def index(self, key: Index | None, argument: str = "") -> int:
        """The index of a name or index; NONE for None.  Messages name the argument where the kind does not."""
        about = f"{argument}: {self.kind}" if argument else self.kind
        if key is None:
            return NONE
        if isinstance(key, str):
            if key not in self.names:
                raise not_found(self.kind, key, self.names, argument)
            return self.names.index(key)
        if isinstance(key, bool) or not hasattr(key, "__index__"):
            raise TypeError(f"{about} {shortened(key)}: an index or a name is wanted")
        number = operator.index(key)
        if not 0 <= number < len(self.names):
            raise IndexError(f"{about} {number}, but there are {len(self.names)}")
        return number


def packed_key(argument: str, given: object) -> bytes:
    if isinstance(given, str | bytes) or not isinstance(given, Iterable) or not 2 <= len(tuple(given)) <= 9:
        raise refusal(argument, "a Key, or a pair of frame and value,", given)
    key = given if isinstance(given, Key) else Key(*given)
    about = f"{argument}, the key at frame {key.frame}"
    if (key.left is None) != (key.right is None):
        raise ValueError(f"{about} has one handle of two")
    check_record(about, key)
    left, right = (vector(f"{about}: handles", handle or (0.0, 0.0), 2) for handle in (key.left, key.right))
    shape = (key.back, key.amplitude, key.period)
    return KEY.pack(
        *(key.frame, key.value, key.interpolation, key.left is not None, *left, *right, key.easing),
        any(number is not None for number in shape),
        *(usual if number is None else number for number, usual in zip(shape, SHAPE, strict=True)),
    )


def packed_modifiers(argument: str, modifiers: Iterable[Modifier]) -> tuple[bytes, bytes, bytes]:
    """Records, and the coefficients and control points that their spans count in."""
    records, coefficients, points = [], bytearray(), bytearray()
    for m in listed(f"{argument}: modifiers", "a sequence of Modifiers", modifiers):
        if not isinstance(m, Modifier):
            raise refusal(f"{argument}: modifiers", "a Modifier", m)
        check_record(f"{argument}: modifier", m)
        first, first_point = len(coefficients) // 4, len(points) // 12
        coefficients += floats(f"{argument}: coefficients", m.coefficients) or b""
        points += floats(f"{argument}: control_points", m.control_points, 3) or b""
        numbers = m._replace(coefficients=(), control_points=())
        head, middle, tail = numbers[:18], numbers[19:20], numbers[20:27]
        spans = (first, len(coefficients) // 4 - first), (first_point, len(points) // 12 - first_point)
        records.append(MODIFIER.pack(*head, *spans[0], *middle, *tail, *spans[1]))
    return b"".join(records), bytes(coefficients), bytes(points)


def packed_curve(argument: str, given: Iterable[object]) -> tuple[object, ...]:
    curve = given if isinstance(given, Keys) else Keys(tuple(given))  # type: ignore[arg-type]
    check_record(argument, curve)
    modifiers = packed_modifiers(argument, curve.modifiers)
    keys = b"".join(packed_key(argument, key) for key in listed(f"{argument}: keys", "a sequence of keys", curve.keys))
    return ComponentKind.CURVE, 0.0, keys, curve.extrapolation, 0, 0, *modifiers, curve.rounding


def packed_component(number: int, given: Component, argument: str) -> tuple[object, ...]:
    nothing = (None, None, None, 0)
    if isinstance(given, Base):
        check_record(argument, given)
        return number, ComponentKind.BASE, given.value, None, 0, 0, 0, *nothing
    if isinstance(given, Lane):
        check_record(argument, given)
        return number, ComponentKind.SAMPLED, 0.0, None, 0, given.group, given.lane, *nothing
    if isinstance(given, Iterable) and not isinstance(given, str | bytes | Mapping):
        return number, *packed_curve(argument, given)
    check_number(argument, given)
    return number, ComponentKind.CONSTANT, given, None, 0, 0, 0, *nothing


def packed_components(given: Mapping[int, Component] | Sequence[Component]) -> tuple[tuple[object, ...], ...]:
    numbered = dict(given.items() if isinstance(given, Mapping) else enumerate(
        listed("components", "a sequence of components, or a mapping from their numbers,", given)))
    for number in numbered:
        whole("components", number)
    return tuple(packed_component(number, numbered[number], f"component {number}") for number in sorted(numbered))


def packed_between(
    what: str, lanes: int, frame: float, *values: Numbers
) -> tuple[float, memoryview | array[float] | None]:
    """A knot or a cut: a frame, and once or twice as many values as there are lanes."""
    check_number(f"{what}s: frame", frame)
    packed = [vector(f"{what}s: frame {frame:g}", given) for given in values]
    if any(len(numbers) != lanes for numbers in packed):
        have = " and ".join(str(len(numbers)) for numbers in packed)
        raise ValueError(f"the {what} at frame {frame:g} has {have} values, but there are {lanes} lanes")
    return frame, floats(what, packed)


def _pairs(point: Any) -> list[tuple[Any, ...]]:
    pairs = list(rows("weights", "(group, weight)", point.items() if isinstance(point, Mapping) else point, 2))
    for group, weight in pairs:
        check_number(f"weights: {group!r}", weight)
    return pairs


def packed_weights(
    point_count: int, groups: Sequence[str], weights: Iterable[Weights]
) -> tuple[tuple[str, ...], memoryview | array[int] | None, bytes]:
    """The names of the groups, how many weights each point has, and the weights."""
    names = Names("group")
    names.names = listed("groups", "a sequence of names", groups)
    for group in names.names:
        text("groups", group)
    points = [_pairs(point) for point in listed("weights", "a sequence of weights by group", weights)]
    if len(points) != point_count:
        raise ValueError(f"weights: of {len(points)} points, but the mesh has {point_count}")
    packed = [INFLUENCE.pack(names.index(group, "weights"), weight) for point in points for group, weight in point]
    return tuple(names.names), indices("weights", [len(point) for point in points]), b"".join(packed)


VALUE_COUNTS = {
    ElementKind.TRANSLATE: 3,
    ElementKind.ROTATE_AXIS: 4,
    ElementKind.QUATERNION: 4,
    ElementKind.AXIS_ANGLE: 4,
    ElementKind.SCALE: 6,
    ElementKind.MATRIX: 16,
}


def packed_element(name: object, kind: Any, values: Numbers | None) -> tuple[object, ...]:
    text("elements", name)
    number = member(f"element {name!r}", "ElementKind", kind)
    packed = floats(f"element {name!r}", values)
    wanted = VALUE_COUNTS[ElementKind(number)]
    if packed is not None and count(packed, 1) != wanted:
        raise ValueError(f"element {name!r}: {count(packed, 1)} values, but its kind takes {wanted}")
    return name, number, packed


def property_kind(value: object) -> PropertyKind:
    """What a custom property of that value holds."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        value = value[0] if value else 0.0
    for kind, type in (
        (PropertyKind.STRING, str),
        (PropertyKind.BOOLEAN, bool),
        (PropertyKind.INTEGER, int),
    ):
        if isinstance(value, type):
            return kind
    return PropertyKind.FLOAT
