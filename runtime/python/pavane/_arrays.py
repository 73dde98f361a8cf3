# SPDX-License-Identifier: MIT
"""From what people write to the buffers that the C builder reads."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator
from typing import Any

from ._checks import number, refusal, whole

Numbers = Any
"""Numbers, or sequences of them, or a buffer of them such as a numpy array."""


def _flat(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if hasattr(value, "__iter__") and not isinstance(value, str | bytes):
            yield from _flat(value)
        else:
            yield value


def _packed(argument: str, values: Iterable[Any], format: str) -> array[Any]:
    numbers = list(_flat(values))
    try:
        return array(format, numbers)
    except (TypeError, OverflowError):
        for one in numbers:
            (number if format == "f" else whole)(argument, one)
        raise


def _pack(argument: str, values: Numbers, format: str, item: int) -> memoryview | array[Any]:
    if isinstance(values, str | bytes):
        raise refusal(argument, "a sequence of numbers", values)
    try:
        view = memoryview(values)
    except TypeError:
        view = None
    if view is None:
        if not hasattr(values, "__iter__"):
            raise refusal(argument, "a sequence of numbers", values)
        packed = _packed(argument, values, format)
    elif view.format == format and view.c_contiguous:
        return view.cast("B") if view.nbytes else memoryview(b"")
    else:
        packed = _packed(argument, view.tolist(), format)
    if len(packed) % item:
        raise ValueError(f"{argument}: {len(packed)} numbers are no whole number of {item}")
    return packed


def floats(argument: str, values: Numbers | None, item: int = 1) -> memoryview | array[float] | None:
    """float32, `item` of them for each thing, all finite."""
    if values is None:
        return None
    packed = _pack(argument, values, "f", item)
    numbers = packed.cast("f") if isinstance(packed, memoryview) and packed.nbytes else packed
    if not math.isfinite(sum(numbers)):  # One that is not makes the sum none, and no sum of finite ones is too large.
        for one in numbers:
            number(argument, one)
    return packed


def indices(argument: str, values: Numbers | None, item: int = 1) -> memoryview | array[int] | None:
    """uint32, `item` of them for each thing."""
    return None if values is None else _pack(argument, values, "I", item)


def vector(argument: str, values: Numbers, size: int | None = None) -> tuple[float, ...]:
    """So many finite numbers; None: any."""
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise refusal(argument, "a sequence of numbers", values)
    numbers = list(_flat(values))
    for one in numbers:
        number(argument, one)
    if size is not None and len(numbers) != size:
        raise ValueError(f"{argument}: {size} numbers are wanted, not {len(numbers)}")
    return tuple(numbers)


def count(packed: memoryview | array[Any] | None, item: int) -> int:
    """How many things of `item` numbers of 4 bytes there are."""
    if packed is None:
        return 0
    size = packed.nbytes if isinstance(packed, memoryview) else len(packed) * packed.itemsize
    return size // (4 * item)
