# SPDX-License-Identifier: MIT
"""The raw bytes of a chunk: a directory of tables, and the tables.  See FORMAT.md."""
from __future__ import annotations

import struct
from typing import NamedTuple

ENTRY = struct.Struct("<4I")


class FormatError(ValueError):
    """The bytes are no .pav file that this version reads; the message says where."""


class Table(NamedTuple):
    id: int
    record_size: int
    count: int
    data: bytes


def align(size: int) -> int:
    return (size + 3) & ~3


def pad(data: bytes) -> bytes:
    return data + bytes(align(len(data)) - len(data))


def pack_tables(tables: list[Table]) -> bytes:
    """The raw bytes of a chunk."""
    offset = 4 + ENTRY.size * len(tables)
    head, body = [struct.pack("<I", len(tables))], []
    for table in tables:
        assert len(table.data) == table.record_size * table.count
        head.append(ENTRY.pack(table.id, table.record_size, table.count, offset))
        body.append(pad(table.data))
        offset += len(body[-1])
    return b"".join(head + body)


def check_place(where: str, offset: int, size: int, before: int, whole: int) -> None:
    if offset % 4 or offset < before or offset + size > whole:
        raise FormatError(
            f"{where}: lies from {offset} to {offset + size}, but must from {before} to {whole}"
        )


def unpack_tables(where: str, raw: bytes) -> dict[int, Table]:
    """The tables of a chunk by their ids."""
    count = struct.unpack_from("<I", raw)[0] if len(raw) >= 4 else 0
    end = 4 + ENTRY.size * count
    if end > len(raw):
        raise FormatError(f"{where}: {count} tables do not fit in {len(raw)} bytes")
    tables: dict[int, Table] = {}
    for i in range(count):
        id, record_size, items, offset = ENTRY.unpack_from(raw, 4 + ENTRY.size * i)
        if tables and id <= max(tables):
            raise FormatError(f"{where}: table {id} stands after table {max(tables)}")
        size = record_size * items
        check_place(f"{where}: table {id}", offset, size, end, len(raw))
        end = offset + size
        tables[id] = Table(id, record_size, items, raw[offset:end])
    return tables
