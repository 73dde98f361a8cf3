# SPDX-License-Identifier: MIT
"""Packing `columns`: field by field, each number less what its neighbours let expect, byte by byte."""
from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np

from .chunk import Table
from .cursor import Cursor, number_bytes

NONE, PREVIOUS, LINEAR, SPAN = range(4)  # what a number is expected to be; see FORMAT.md
ORDERED, WHOLE = 4, 8
SHIFT_LIMIT = 32
TRIED = 1 << 14  # numbers of a column, to see what it is best expected to be

Tables = dict[int, Table]


def pack(tables: Tables, table: Table) -> bytes | None:
    if not table.count or not table.record_size:
        return None
    columns = _columns(table, np.frombuffer(table.data, np.uint8))
    last = columns.shape[1] - 1
    parts = []
    for place in range(last, -1, -1):
        following = columns[:, place + 1] if place < last else None
        parts.append(_pack_column(columns[:, place], following))
    return b"".join(parts)


def unpack(tables: Tables, table: Table, packed: bytes) -> bytes:
    if not table.count:
        raise ValueError("there is no record")
    columns = _columns(table, np.zeros(table.record_size * table.count, np.uint8))
    cursor, last = Cursor(packed), columns.shape[1] - 1
    for place in range(last, -1, -1):
        columns[:, place] = _unpack_column(cursor, columns[:, place:])
    if not cursor.ended():
        raise ValueError("there are bytes left")
    return columns.tobytes()


def _columns(table: Table, data: np.ndarray) -> np.ndarray:
    """Records as rows of numbers: of 4 bytes, or of one where the record size is no multiple of 4."""
    return data.view(np.uint8 if table.record_size % 4 else "<u4").reshape(table.count, -1)


# ---- Numbers ----


def order(bits: np.ndarray) -> np.ndarray:
    """The bits of floats, those of both signs in the order of their values."""
    return np.where(bits >> 31 != 0, ~bits, bits ^ np.uint32(1 << 31))


def unorder(bits: np.ndarray) -> np.ndarray:
    return np.where(bits >> 31 != 0, bits ^ np.uint32(1 << 31), ~bits)


def zigzag(numbers: np.ndarray) -> np.ndarray:
    sign = numbers >> numbers.dtype.type(8 * numbers.itemsize - 1)
    return numbers << numbers.dtype.type(1) ^ -sign


def unzigzag(numbers: np.ndarray) -> np.ndarray:
    one = numbers.dtype.type(1)
    return numbers >> one ^ -(numbers & one)


def planes(numbers: np.ndarray) -> list[bytes]:
    """The lowest bytes, the next ones, ..., up to the last that are not all 0."""
    parts = numbers.astype(numbers.dtype.newbyteorder("<")).view(np.uint8).reshape(len(numbers), numbers.itemsize)
    count = parts.shape[1]
    while count and not parts[:, count - 1].any():
        count -= 1
    return [parts[:, i].tobytes() for i in range(count)]


def from_planes(cursor: Cursor, count: int, plane_count: int, dtype: np.dtype) -> np.ndarray:
    numbers = np.zeros(count, dtype)
    for i in range(plane_count):
        numbers |= cursor.array(count).astype(dtype) << dtype.type(8 * i)
    return numbers


# ---- Columns ----


def _residuals(column: np.ndarray, following: np.ndarray | None, predictor: int) -> np.ndarray:
    """Of the numbers after the first."""
    expected = column[:-1].copy()
    if predictor == LINEAR:
        expected[1:] += column[1:-1] - column[:-2]
    elif predictor == SPAN:
        expected += following[:-1]
    return zigzag(column[1:] - expected)


class Form(NamedTuple):
    """A column as numbers that neighbours let expect: bits of the mode, what follows it, the numbers."""

    bits: int
    head: bytes
    numbers: np.ndarray


def _forms(column: np.ndarray) -> list[Form]:
    """As it is; floats in their order; floats that are multiples of a power of 2."""
    forms = [Form(0, b"", column)]
    if column.itemsize == 4:
        forms.append(Form(ORDERED, b"", order(column)))
        found = whole(column)
        if found is not None:
            forms.append(Form(WHOLE, bytes([found[0]]), found[1]))
    return forms


def whole(column: np.ndarray) -> tuple[int, np.ndarray] | None:
    """The least s for which all floats are whole numbers times 2^-s, and these; None if there is none."""
    floats = column.view(np.float32).astype(np.float64)
    if not np.isfinite(floats).all():
        return None
    for shift in range(SHIFT_LIMIT):
        scaled = np.ldexp(floats, shift)
        if (scaled[:64] == np.rint(scaled[:64])).all() and (scaled == np.rint(scaled)).all():
            break
    else:
        return None
    if np.abs(scaled).max(initial=0) >= 1 << 30:
        return None
    numbers = scaled.astype(np.int32).view(np.uint32)
    return (shift, numbers) if (unwhole(numbers, shift) == column).all() else None  # not of -0


def unwhole(numbers: np.ndarray, shift: int) -> np.ndarray:
    return np.ldexp(numbers.view(np.int32).astype(np.float64), -shift).astype(np.float32).view(np.uint32)


def _predictors(form: Form, following: np.ndarray | None) -> tuple[int, ...]:
    return (NONE, PREVIOUS, LINEAR) if form.bits or following is None else (NONE, PREVIOUS, LINEAR, SPAN)


def _bytes(form: Form, following: np.ndarray | None, predictor: int) -> bytes:
    numbers = form.numbers
    rest = _residuals(numbers, following, predictor) if predictor else numbers
    parts = planes(rest)
    first = number_bytes(int(numbers[0])) if predictor else b""
    return bytes([predictor | form.bits | len(parts) << 4]) + form.head + first + b"".join(parts)


def _some(column: np.ndarray | None) -> np.ndarray | None:
    """Enough of a column to tell how it is best packed."""
    return column if column is None or len(column) <= TRIED else column[len(column) // 2 :][:TRIED]


def _pack_column(column: np.ndarray, following: np.ndarray | None) -> bytes:
    column = np.ascontiguousarray(column, column.dtype.newbyteorder("="))
    ways = [(form, predictor) for form in _forms(column) for predictor in _predictors(form, following)]
    form, predictor = min(ways, key=lambda way: _cost(*way, following))
    return _bytes(form, following, predictor)


def _cost(form: Form, predictor: int, following: np.ndarray | None) -> int:
    part = form._replace(numbers=_some(form.numbers))
    return len(zlib.compress(_bytes(part, _some(following), predictor), 6))


def _unpack_column(cursor: Cursor, columns: np.ndarray) -> np.ndarray:
    """The first of these columns, of which the others are there."""
    count, width = columns.shape
    dtype = columns.dtype.newbyteorder("=")
    mode = cursor.bytes(1)[0]
    predictor, plane_count = mode & 3, mode >> 4
    form = mode & (ORDERED | WHOLE)
    if plane_count > dtype.itemsize or (form and dtype.itemsize == 1) or form == ORDERED | WHOLE:
        raise ValueError(f"mode {mode}")
    shift = cursor.bytes(1)[0] if form == WHOLE else 0
    if shift >= SHIFT_LIMIT:
        raise ValueError(f"shift {shift}")
    if predictor == NONE:
        numbers = from_planes(cursor, count, plane_count, dtype)
    else:
        if predictor == SPAN and (width == 1 or form):
            raise ValueError(f"mode {mode}")
        first = cursor.number() & (1 << 8 * dtype.itemsize) - 1
        steps = unzigzag(from_planes(cursor, count - 1, plane_count, dtype))
        if predictor == LINEAR:
            steps = np.cumsum(steps, dtype=dtype)
        elif predictor == SPAN:
            steps += columns[:-1, 1]
        numbers = np.cumsum(np.concatenate([np.array([first], dtype), steps]), dtype=dtype)
    if form == WHOLE:
        return unwhole(numbers, shift)
    return unorder(numbers) if form else numbers
