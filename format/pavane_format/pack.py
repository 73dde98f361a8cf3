# SPDX-License-Identifier: MIT
"""Python values into the arrays of a chunk, refusing what a field cannot hold, by name."""
from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from . import layout

U32_LIMIT = 1 << 32
STRING_LIMIT = 4095
Where = Callable[[int], str]  # what record i is called in a message


class Text:
    """The strings of a chunk, each once."""

    def __init__(self) -> None:
        self._offsets = {"": 0}
        self._bytes = bytearray(1)

    def add(self, string: str, where: str) -> int:
        if string not in self._offsets:
            try:
                encoded = string.encode("utf-8")
            except UnicodeEncodeError:
                raise ValueError(f"{where}: {string!r} is no valid text") from None
            if 0 in encoded:
                raise ValueError(f"{where}: {string!r} has a zero character")
            if len(encoded) > STRING_LIMIT:
                raise ValueError(
                    f"{where}: a text of {len(encoded)} bytes, but {STRING_LIMIT} at most are allowed"
                )
            self._offsets[string] = len(self._bytes)
            self._bytes += encoded + b"\0"
        return self._offsets[string]

    def array(self) -> np.ndarray:
        return np.frombuffer(bytes(self._bytes), np.uint8)


def optional(reference: int | None) -> int:
    return layout.NONE if reference is None else reference


def enum(name: str, value: str, where: str) -> int:
    values = layout.ENUMS[name]
    if value not in values:
        raise ValueError(f"{where}: {value!r} is no {name}: {', '.join(values)}")
    return values[value]


def floats(values: object, shape: tuple[int, ...], where: str) -> np.ndarray:
    """An f32 array of that shape (-1: any length), finite in float32."""
    array = np.asarray(values)
    fits = array.ndim == len(shape) and all(w in (-1, n) for n, w in zip(array.shape, shape))
    if not fits:
        raise ValueError(f"{where}: shape is {array.shape}, but must be {shape}")
    with np.errstate(over="ignore"):
        array = array.astype("<f4")
    if not np.isfinite(array).all():
        place = np.argwhere(~np.isfinite(array))[0]
        raise ValueError(f"{where}: value {', '.join(map(str, place))} is {array[tuple(place)]}")
    return array


def indices(values: object, shape: tuple[int, ...], below: int, of: str, where: str) -> np.ndarray:
    """A u32 array of that shape whose values are less than `below`."""
    array = np.asarray(values)
    if array.size == 0:
        array = array.astype(np.uint32)
    if array.ndim != len(shape) or not all(w in (-1, n) for n, w in zip(array.shape, shape)):
        raise ValueError(f"{where}: shape is {array.shape}, but must be {shape}")
    if array.dtype.kind not in "iu":
        raise ValueError(f"{where}: type is {array.dtype}, but must be whole numbers")
    if array.size and (array.min() < 0 or array.max() >= below):
        raise ValueError(f"{where}: goes from {array.min()} to {array.max()}, but there are {below} {of}")
    return array.astype("<u4")


def records(table: layout.Table, rows: Sequence[dict], where: Where) -> np.ndarray:
    """The records of a table; each row has every column of it."""
    array = np.zeros(len(rows), table.dtype)
    if not rows:
        return array
    for field in table.fields:
        if field.type == "span":
            _words(array, f"{field.name}_first", rows, where)
            _words(array, f"{field.name}_count", rows, where)
        elif field.type == "f32":
            _floats(array, field, rows, where)
        else:
            _words(array, field.name, rows, where)
        _limits(array, field, where)
    return array


def _words(array: np.ndarray, name: str, rows: Sequence[dict], where: Where) -> None:
    column = [row[name] for row in rows]
    for i, value in enumerate(column):
        if not 0 <= value < U32_LIMIT or value != int(value):
            raise ValueError(
                f"{where(i)}: {name} is {value}, but must be a whole number from 0 to {U32_LIMIT - 1}"
            )
    array[name] = column


def _floats(array: np.ndarray, field: layout.Field, rows: Sequence[dict], where: Where) -> None:
    shape = array[field.name].shape[1:]
    column = [row[field.name] for row in rows]
    for i, value in enumerate(column):
        if np.shape(value) != shape:
            raise ValueError(f"{where(i)}: {field.name} has shape {np.shape(value)}, but must have {shape}")
    with np.errstate(over="ignore"):
        array[field.name] = np.array(column, np.float64)
    bad = ~np.isfinite(array[field.name]).reshape(len(rows), -1).all(axis=1)
    if bad.any():
        i = int(bad.argmax())
        raise ValueError(f"{where(i)}: {field.name} is {column[i]}, but must be finite in 32 bits")


def _limits(array: np.ndarray, field: layout.Field, where: Where) -> None:
    for limit, beyond, word in ((field.minimum, np.less, "least"), (field.maximum, np.greater, "most")):
        if limit is None:
            continue
        bad = beyond(array[field.name], limit)
        if bad.any():
            i = int(bad.argmax())
            value = array[field.name][i]
            raise ValueError(f"{where(i)}: {field.name} is {value}, but must be at {word} {limit:.8g}")
