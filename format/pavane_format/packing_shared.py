# SPDX-License-Identifier: MIT
"""The packing `shared`: records that are those of the same table in a chunk before."""
from __future__ import annotations

import hashlib
from collections import Counter
from typing import NamedTuple

from .chunk import FormatError, Table, unpack_tables
from .cursor import Cursor, number_bytes

LEAST = 64  # bytes: a chunk that has no more in common with another is not packed with it

Key = tuple[str, int, int, int, bytes]


class Lender(NamedTuple):
    """The chunk that another shares tables with: how many places before that one, and its tables by their ids."""

    distance: int
    tables: dict[int, Table]
    size: int = 0  # for writing: the most bytes that it takes on its way to be read


def pack(lender: Lender | None, table: Table) -> bytes | None:
    if lender is None or lender.tables.get(table.id) != table:
        return None
    return number_bytes(lender.distance)


def distance(packed: bytes) -> int:
    """Of the lender; 0 where the bytes say none."""
    cursor = Cursor(packed)
    try:
        number = cursor.number()
    except ValueError:
        return 0
    return number if cursor.ended() else 0


def unpack(lender: Lender | None, table: Table, packed: bytes) -> bytes:
    number = distance(packed)
    if not number:
        raise ValueError("there is no distance")
    if lender is None or lender.distance != number:
        raise ValueError("it is another chunk than that of the tables before")
    found = lender.tables.get(table.id)
    if found is None or found[:3] != table[:3]:
        raise ValueError("the other chunk has no such table")
    return found.data


class Lenders:
    """Of chunks that are stored one after the other: those that share nothing themselves, by what is in them."""

    def __init__(self) -> None:
        self._places: dict[Key, list[int]] = {}
        self._chunks: dict[int, tuple[bytes, int]] = {}

    def find(self, place: int, type: str, raw: bytes) -> Lender | None:
        """The one that has most in common with a chunk, if it is much."""
        common: Counter[int] = Counter()
        for table in _tables(type, raw):
            for other in self._places.get(_key(type, table), []):
                common[other] += len(table.data)
        if not common or max(common.values()) <= LEAST:
            return None
        found = max(common, key=lambda other: (common[other], other))
        lent, size = self._chunks[found]
        return Lender(place - found, unpack_tables(type, lent), size)

    def add(self, place: int, type: str, raw: bytes, size: int) -> None:
        """Raw bytes, and the most that they take on the way."""
        self._chunks[place] = raw, size
        for table in _tables(type, raw):
            self._places.setdefault(_key(type, table), []).append(place)


def _tables(type: str, raw: bytes) -> list[Table]:
    try:
        return list(unpack_tables(type, raw).values())
    except FormatError:
        return []


def _key(type: str, table: Table) -> Key:
    return type, *table[:3], hashlib.sha256(table.data).digest()
