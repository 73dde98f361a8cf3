# SPDX-License-Identifier: MIT
"""Packing `columns`: field by field, each number less what its neighbours let expect, byte by byte."""
from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from .chunk import Table
from .cursor import Cursor, number_bytes

NONE, PREVIOUS, LINEAR, SPAN = range(4)  # what a number is expected to be; see FORMAT.md
ORDERED = 4
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


def _ways(column: np.ndarray, following: np.ndarray | None) -> Iterator[tuple[int, np.ndarray | None, np.ndarray]]:
    """Every mode that fits the column, the first number if it goes before, and what goes into planes."""
    yield NONE, None, column
    for ordered in (0, ORDERED) if column.itemsize == 4 else (0,):
        numbers = order(column) if ordered else column
        for predictor in (PREVIOUS, LINEAR, SPAN):
            if predictor != SPAN or (following is not None and not ordered):
                yield predictor | ordered, numbers[0], _residuals(numbers, following, predictor)


def _bytes(mode: int, first: np.ndarray | None, numbers: np.ndarray) -> bytes:
    parts = planes(numbers)
    head = bytes([mode | len(parts) << 4]) + (b"" if first is None else number_bytes(int(first)))
    return head + b"".join(parts)


def _some(column: np.ndarray | None) -> np.ndarray | None:
    """Enough of a column to tell how it is best packed."""
    return column if column is None or len(column) <= TRIED else column[len(column) // 2 :][:TRIED]


def _pack_column(column: np.ndarray, following: np.ndarray | None) -> bytes:
    column = np.ascontiguousarray(column, column.dtype.newbyteorder("="))
    tried = {way[0]: len(zlib.compress(_bytes(*way), 6)) for way in _ways(_some(column), _some(following))}
    best = min(tried, key=tried.__getitem__)
    return next(_bytes(*way) for way in _ways(column, following) if way[0] == best)


def _unpack_column(cursor: Cursor, columns: np.ndarray) -> np.ndarray:
    """The first of these columns, of which the others are there."""
    count, width = columns.shape
    dtype = columns.dtype.newbyteorder("=")
    mode = cursor.bytes(1)[0]
    predictor, plane_count = mode & 3, mode >> 4
    if mode & 8 or plane_count > dtype.itemsize or (mode & ORDERED and dtype.itemsize == 1):
        raise ValueError(f"mode {mode}")
    if predictor == NONE:
        numbers = from_planes(cursor, count, plane_count, dtype)
    else:
        if predictor == SPAN and width == 1:
            raise ValueError(f"mode {mode}")
        first = cursor.number() & (1 << 8 * dtype.itemsize) - 1
        steps = unzigzag(from_planes(cursor, count - 1, plane_count, dtype))
        if predictor == LINEAR:
            steps = np.cumsum(steps, dtype=dtype)
        elif predictor == SPAN:
            steps += columns[:-1, 1]
        numbers = np.cumsum(np.concatenate([np.array([first], dtype), steps]), dtype=dtype)
    return unorder(numbers) if mode & ORDERED else numbers
