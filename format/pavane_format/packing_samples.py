# SPDX-License-Identifier: MIT
"""The packing `samples`: floats of sample groups from whole numbers, their differences lane after lane.

FORMAT.md, *Packed samples*, tells the bytes. A group's rows hold all its lanes together, as in the chunk; a unit is
what one grid gives: one lane of a number, up to four of a rotation.
"""
from __future__ import annotations

import zlib
from dataclasses import dataclass

import numpy as np

from .chunk import Table
from .cursor import Cursor, number_bytes
from .grids import EXPONENT_LIMIT, Grid

OWN_BASE = 16
SIGNED = 32
ALL = 15  # a rotation that gives all four
FIRST_EXPONENT = 64
ORDERS = 4
ESCAPE = 255
CLASS_LIMIT = 64
SPARED = range(3, 8)  # how many bits of a lane's usual size its bytes keep; the writer tries these
SPARED_LIMIT = 32


@dataclass
class Unit:
    """A grid and which numbers of its rotation are lanes: 1 x, 2 y, 4 z, 8 w; 0 of a number."""

    grid: Grid
    given: int = 0

    @property
    def kind(self) -> int:
        return self.given | OWN_BASE * any(self.grid.base) | SIGNED * self.grid.is_signed

    def rows(self, first: int, end: int) -> Unit:
        """Of some of the rows."""
        return Unit(Grid(self.grid.exponent, self.grid.numbers[first:end], self.grid.base), self.given)

    def lanes(self) -> np.ndarray:
        values = self.grid.values()
        return values[:, [i for i in range(4) if self.given >> i & 1]] if self.given else values


@dataclass
class Group:
    rows: int
    units: list[Unit]


def values(groups: list[Group]) -> np.ndarray:
    """The floats, group after group, row after row."""
    parts = [np.concatenate([unit.lanes() for unit in group.units], 1).reshape(-1) for group in groups if group.units]
    return np.concatenate([np.zeros(0, np.float32), *parts])


# ---- Packing ----


def pack(groups: list[Group]) -> bytes:
    """With the number of spared bits that compresses best."""
    return min((_pack(groups, spared) for spared in SPARED), key=lambda data: (len(zlib.compress(data, 9)), data))


def _pack(groups: list[Group], spared: int) -> bytes:
    units = [unit for group in groups for unit in group.units]
    lanes = [_Lane.of(lane) for unit in units for lane in unit.grid.numbers.T]
    head = bytes((spared,)) + number_bytes(len(groups))
    head += b"".join(number_bytes(group.rows) + number_bytes(len(group.units)) for group in groups)
    bases = [unit.grid.base for unit in units if any(unit.grid.base)]
    kinds = bytes(unit.kind for unit in units)
    firsts = b"".join(number_bytes(_zigzag_one(number)) for base in bases for number in base)
    firsts += b"".join(number_bytes(_zigzag_one(lane.first)) for lane in lanes)
    described = bytes(lane.order | lane.size << 2 for lane in lanes)
    return head + kinds + _exponents(units) + described + firsts + _streams(lanes, spared)


def _exponents(units: list[Unit]) -> bytes:
    """Each minus the one before of its sort."""
    before = {True: FIRST_EXPONENT, False: FIRST_EXPONENT}
    result = bytearray()
    for unit in units:
        is_rotation = unit.grid.is_rotation
        result.append((unit.grid.exponent - before[is_rotation]) % EXPONENT_LIMIT)
        before[is_rotation] = unit.grid.exponent
    return bytes(result)


@dataclass
class _Lane:
    """A lane's first number, and the differences after it."""

    first: int
    order: int
    size: int  # in half bits: 0 if all differences are 0
    rest: np.ndarray  # u32 (rows - 1,), zigzag

    @classmethod
    def of(cls, numbers: np.ndarray) -> _Lane:
        candidates = [_zigzag(_differences(numbers, order)[1:]) for order in range(ORDERS)]
        order = int(np.argmin([np.log2(rest.astype(np.float64) + 1).sum() for rest in candidates]))
        rest = candidates[order]
        size = 0
        if rest.any():
            size = int(np.clip(np.round(2 * np.log2(rest.astype(np.float64).mean() + 0.5)) + 2, 1, CLASS_LIMIT - 1))
        return cls(int(numbers[0]) if len(numbers) else 0, order, size, rest)

    def low_bits(self, spared: int) -> int:
        return low_bits(self.size, spared)


def low_bits(size: int, spared: int) -> int:
    return max(0, ((size - 2) >> 1) - spared)


def _differences(numbers: np.ndarray, order: int) -> np.ndarray:
    """Of that order; of a lower one where there are fewer numbers before."""
    result = numbers.astype(np.uint32)
    for i in range(order):
        result[i + 1 :] = np.diff(result[i:])
    return result.astype(np.int32)


def _streams(lanes: list[_Lane], spared: int) -> bytes:
    ordered = sorted((lane for lane in lanes if lane.size), key=lambda lane: lane.size)
    if not ordered:
        return b""
    counts = np.array([lane.low_bits(spared) for lane in ordered])
    high = np.concatenate([lane.rest >> count for lane, count in zip(ordered, counts)])
    bits = [(lane.rest[:, None] >> np.arange(count, dtype=np.uint32)) & 1 for lane, count in zip(ordered, counts)]
    low = np.packbits(np.concatenate([part.reshape(-1) for part in bits]).astype(np.uint8), bitorder="little")
    escapes = high[high >= ESCAPE] - ESCAPE
    return (np.minimum(high, ESCAPE).astype(np.uint8).tobytes() + low.tobytes()
            + b"".join(number_bytes(int(number)) for number in escapes))


def _zigzag(numbers: np.ndarray) -> np.ndarray:
    return ((numbers.astype(np.int32) << 1) ^ (numbers.astype(np.int32) >> 31)).astype(np.uint32)


def _zigzag_one(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


# ---- Unpacking ----


def unpack(tables: dict[int, Table], table: Table, packed: bytes) -> bytes:
    """The bytes of the records of a table of floats."""
    found = values(_groups(packed, table))
    if table.record_size != 4 or len(found) != table.count:
        raise ValueError(f"they are {len(found)} floats")
    return found.astype("<f4").tobytes()


def _groups(packed: bytes, table: Table) -> list[Group]:
    cursor = Cursor(packed)
    spared = cursor.bytes(1)[0]
    if spared >= SPARED_LIMIT:
        raise ValueError(f"{spared} bits are spared")
    groups = [(cursor.number(), cursor.number()) for _ in range(cursor.number())]
    kinds = cursor.bytes(sum(units for _, units in groups))
    rows = [count for count, units in groups for _ in range(units)]
    _check_size(rows, kinds, table)
    exponents = _read_exponents(kinds, cursor.bytes(len(rows)))
    widths = [_width(kind) for kind in kinds]
    described = cursor.bytes(sum(widths))
    bases = [tuple(_number(cursor) for _ in range(3)) if kind & OWN_BASE else (0, 0, 0) for kind in kinds]
    firsts = [_number(cursor) for _ in described]
    lane_rows = [count for count, width in zip(rows, widths) for _ in range(width)]
    numbers = _read_numbers(cursor, spared, described, firsts, lane_rows)
    units, first = [], 0
    for kind, exponent, base, width in zip(kinds, exponents, bases, widths):
        units.append(Unit(Grid(exponent, np.stack(numbers[first : first + width], 1), base), kind & ALL))
        first += width
    result, first = [], 0
    for count, unit_count in groups:
        result.append(Group(count, units[first : first + unit_count]))
        first += unit_count
    return result


def _check_size(rows: list[int], kinds: bytes, table: Table) -> None:
    """Before anything as large is made."""
    for kind in kinds:
        if kind >= 64 or (kind and not kind & ALL):
            raise ValueError(f"a unit of kind {kind}")
    if not all(rows):
        raise ValueError("a group without rows")
    size = sum(count * max(1, bin(kind & ALL).count("1")) for count, kind in zip(rows, kinds))
    if size != table.count:
        raise ValueError(f"they are {size} floats")


def _width(kind: int) -> int:
    """How many whole numbers a row of it is."""
    return (4 if kind & SIGNED else 3) if kind & ALL else 1


def _read_exponents(kinds: bytes, stored: bytes) -> list[int]:
    before = {True: FIRST_EXPONENT, False: FIRST_EXPONENT}
    result = []
    for kind, number in zip(kinds, stored):
        is_rotation = bool(kind & ALL)
        before[is_rotation] = (before[is_rotation] + number) % EXPONENT_LIMIT
        result.append(before[is_rotation])
    return result


def _number(cursor: Cursor) -> int:
    number = cursor.number()
    return number >> 1 ^ -(number & 1)


def _read_numbers(cursor: Cursor, spared: int, described: bytes, firsts: list[int],
                  rows: list[int]) -> list[np.ndarray]:
    """Of each lane its numbers, i32."""
    sizes = [number >> 2 for number in described]
    ordered = sorted((i for i, size in enumerate(sizes) if size), key=lambda i: sizes[i])
    counts = [low_bits(sizes[i], spared) for i in ordered]
    lengths = [rows[i] - 1 for i in ordered]
    high = cursor.array(sum(lengths)).astype(np.uint64)
    bits = sum(count * length for count, length in zip(counts, lengths))
    low = np.unpackbits(cursor.array((bits + 7) // 8), bitorder="little").astype(np.uint64)
    for place in np.flatnonzero(high == ESCAPE).tolist():
        high[place] += np.uint64(cursor.number())
    if not cursor.ended():
        raise ValueError("there are bytes left")
    rests = [np.zeros(count - 1, np.uint64) for count in rows]
    for i, count, length in zip(ordered, counts, lengths):
        part, bit = low[: count * length].reshape(length, count), np.arange(count, dtype=np.uint64)
        rest = (high[:length] << np.uint64(count)) + (part << bit).sum(1, dtype=np.uint64)
        if (rest >> np.uint64(32)).any():
            raise ValueError("a number over 32 bits")
        rests[i], high, low = rest, high[length:], low[count * length :]
    return [_summed(first, rest, number & 3) for first, rest, number in zip(firsts, rests, described)]


def _summed(first: int, rest: np.ndarray, order: int) -> np.ndarray:
    """The numbers whose differences these are."""
    differences = (rest >> np.uint64(1)) ^ (np.uint64(0) - (rest & np.uint64(1)))
    result = np.concatenate((np.array([first & 0xFFFFFFFF], np.uint32), differences.astype(np.uint32)))
    for i in reversed(range(min(order, len(result)))):
        result[i:] = np.cumsum(result[i:], dtype=np.uint32)
    return result.view(np.int32)
