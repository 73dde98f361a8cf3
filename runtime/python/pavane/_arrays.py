# SPDX-License-Identifier: MIT
"""From what people write to the buffers that the C builder reads."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any

Numbers = Any
"""Numbers, or sequences of them, or a buffer of them such as a numpy array."""


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if hasattr(value, "__iter__"):
            yield from _flat(value)
        else:
            yield value


def _pack(values: Numbers, format: str, item: int) -> memoryview | array[Any]:
    try:
        view = memoryview(values)
    except TypeError:
        view = None
    if view is None:
        packed: array[Any] = array(format, _flat(values))
    elif view.format == format and view.c_contiguous:
        return view.cast("B") if view.nbytes else memoryview(b"")
    else:
        packed = array(format, _flat(view.tolist()))
    if len(packed) % item:
        raise ValueError(f"{len(packed)} numbers are no whole number of {item}")
    return packed


def floats(values: Numbers | None, item: int = 1) -> memoryview | array[float] | None:
    """float32, `item` of them for each thing."""
    return None if values is None else _pack(values, "f", item)


def indices(values: Numbers | None, item: int = 1) -> memoryview | array[int] | None:
    """uint32, `item` of them for each thing."""
    return None if values is None else _pack(values, "I", item)


def count(packed: memoryview | array[Any] | None, item: int) -> int:
    """How many things of `item` numbers of 4 bytes there are."""
    if packed is None:
        return 0
    size = packed.nbytes if isinstance(packed, memoryview) else len(packed) * packed.itemsize
    return size // (4 * item)
