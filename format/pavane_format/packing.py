# SPDX-License-Identifier: MIT
"""The filter `packed`: the raw bytes of a chunk as tables that are packed one by one.  See FORMAT.md.

A packing is a module with `pack(tables, table)`, the bytes of a table or None if it is nothing for it, and
`unpack(tables, table, packed)`, the bytes of its records; `table` is without its data in the second, `tables` are all
of the chunk's in the first and those before it in the second, by their ids. What `samples` packs only the writer of
the samples knows, who hands its bytes to `pack`; and `shared` looks into another chunk.
"""
from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType

from . import layout, packing_columns, packing_handles, packing_normals, packing_samples, packing_shared
from .chunk import FormatError, Table, pack_tables, unpack_tables
from .cursor import Cursor, Ended, number_bytes
from .packing_shared import Lender

TABLE_LIMIT = 64
PACKINGS = layout.ENUMS["packing"]
TRIED_BYTES = 1 << 16  # of a table's packed bytes, to see which packing is the smallest

Tables = dict[int, Table]
Packer = Callable[[Tables, Table], "bytes | None"]
PACKERS: dict[str, Packer] = {
    "stored": lambda tables, table: table.data,
    "columns": packing_columns.pack,
    "key_handles": packing_handles.pack,
    "normals": packing_normals.pack,
}
UNPACKERS: dict[str, Callable[[Tables, Table, bytes], bytes]] = {
    "stored": lambda tables, table, packed: packed,
    "columns": packing_columns.unpack,
    "key_handles": packing_handles.unpack,
    "samples": packing_samples.unpack,
    "normals": packing_normals.unpack,
}


# The packings that are of use to certain tables alone.
OWN = {"key_handles": (("CLIP", "key_lefts"), ("CLIP", "key_rights")), "normals": (("MESH", "normals"),)}


def is_for(packing: str, type: str, name: str) -> bool:
    return packing not in OWN or (type, name) in OWN[packing]


# ---- Packing ----


def pack(type: str, raw: bytes, samples: Mapping[int, bytes] = MappingProxyType({}),
         lender: Lender | None = None) -> bytes | None:
    """The packed chunk; None if its raw bytes would not come back from it.

    `samples` are the tables, by their ids, that may be stored as samples, so packed; `lender` is the chunk that tables
    may be shared with.
    """
    try:
        tables = unpack_tables(type, raw)
    except FormatError:
        return None
    if len(tables) > TABLE_LIMIT or pack_tables(list(tables.values())) != raw:
        return None
    head, body = [number_bytes(len(tables))], []
    for table in tables.values():
        packing, packed = _smallest(type, tables, table, samples.get(table.id), lender)
        numbers = (table.id, table.record_size, table.count, PACKINGS[packing], len(packed))
        head += map(number_bytes, numbers)
        body.append(packed)
    return b"".join(head + body)


def _smallest(type: str, tables: Tables, table: Table, samples: bytes | None,
              lender: Lender | None) -> tuple[str, bytes]:
    """The packing of a table that zlib makes the smallest, the first of them."""
    name = _names(type).get(table.id, "")
    shared = packing_shared.pack(lender, table)
    if shared is not None and len(table.data) > packing_shared.LEAST:
        return "shared", shared
    tried = {way: packer(tables, table) for way, packer in PACKERS.items() if is_for(way, type, name)}
    if samples is not None and packing_samples.unpack(tables, table, samples) == table.data:
        tried["samples"] = samples
    able = {way: packed for way, packed in tried.items() if packed is not None}
    best = min(able, key=lambda way: deflated_size(able[way]))
    return best, able[best]


def _names(type: str) -> dict[int, str]:
    return {table.id: table.name for table in layout.CHUNKS[type].tables.values()}


def deflated_size(data: bytes) -> float:
    """About what zlib makes of it: of large data some of it is tried."""
    if len(data) <= TRIED_BYTES:
        return len(zlib.compress(data, 6))
    step = len(data) // 8
    parts = [data[i : i + TRIED_BYTES // 8] for i in range(0, len(data) - TRIED_BYTES // 8, step)]
    some = b"".join(parts)
    return len(zlib.compress(some, 6)) * len(data) / len(some)


# ---- Unpacking ----


def unpack(type: str, where: str, packed: bytes, raw_size: int, lender: Lender | None = None) -> bytes:
    """The raw bytes of a packed chunk, which may share tables with another."""
    names = _names(type)
    packings = {number: name for name, number in PACKINGS.items()}
    found = packed_tables(where, packed)
    size = 4 + sum(16 + (size * count + 3) // 4 * 4 for (_, size, count, _), _ in found)
    if size != raw_size:
        raise FormatError(f"{where}: its tables take {size} bytes, but must take {raw_size}")
    tables: Tables = {}
    for (id, record_size, count, packing), data in found:
        name = names.get(id, f"table {id}")
        if packing not in packings:
            raise FormatError(f"{where}: {name}: packing is {packing}, but this library does not know it")
        if not is_for(packings[packing], type, name):
            raise FormatError(f"{where}: {name}: it is packed as {packings[packing]}, which it cannot be")
        table = Table(id, record_size, count, b"")
        try:
            if packings[packing] == "shared":
                records = packing_shared.unpack(lender, table, data)
            else:
                records = UNPACKERS[packings[packing]](tables, table, data)
        except ValueError as error:
            raise FormatError(f"{where}: {name}: the packed {packings[packing]} are damaged: {error}") from None
        if len(records) != record_size * count:
            raise FormatError(f"{where}: {name}: its records take other bytes than they are packed as")
        tables[id] = table._replace(data=records)
    return pack_tables(list(tables.values()))


def distance(where: str, packed: bytes) -> int:
    """Of the chunk that a packed one shares tables with; 0 if it shares none."""
    for (_, _, _, packing), part in packed_tables(where, packed):
        if packing == PACKINGS["shared"]:
            return packing_shared.distance(part)
    return 0


def packed_tables(where: str, packed: bytes) -> list[tuple[tuple[int, int, int, int], bytes]]:
    """Id, record size, count and packing of each table, and its packed bytes."""
    cursor = Cursor(packed)
    try:
        count = cursor.number()
        if count > TABLE_LIMIT:
            raise Ended(f"{count} tables")
        heads = [tuple(cursor.number() for _ in range(5)) for _ in range(count)]
        entries = [(head[:4], cursor.bytes(head[4])) for head in heads]
    except Ended as error:
        raise FormatError(f"{where}: the packed tables do not fit in its bytes: {error}") from None
    if not cursor.ended():
        raise FormatError(f"{where}: the packed tables do not fill its bytes")
    return entries
