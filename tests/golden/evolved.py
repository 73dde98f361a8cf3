# SPDX-License-Identifier: MIT
"""Files of tomorrow and of yesterday, which hold the same as the golden `small` for a reader of today."""
from __future__ import annotations

import struct
from collections.abc import Callable

import documents
from pavane_format import container, layout, tables, writer
from pavane_format.chunk import Table, pack_tables, unpack_tables
from pavane_format.container import Chunk


def chunks() -> list[Chunk]:
    return writer.chunks(documents.small())


def change_tables(chunk: Chunk, change: Callable[[layout.Table | None, Table], Table]) -> Chunk:
    """The chunk with each of its tables changed."""
    known = {table.id: table for table in layout.CHUNKS[chunk.type].tables.values()}
    stored = unpack_tables(chunk.where(), chunk.raw).values()
    return chunk._replace(raw=pack_tables([change(known.get(table.id), table) for table in stored]))


def longer(known: layout.Table | None, table: Table) -> Table:
    """Each record with two more words at its end."""
    if not known.fields:
        return table
    size = table.record_size
    rows = [
        table.data[i : i + size] + struct.pack("<If", i, float("nan"))
        for i in range(0, len(table.data), size)
    ]
    return Table(table.id, size + 8, table.count, b"".join(rows))


def shorter(known: layout.Table | None, table: Table) -> Table:
    """Each record without the words at its end that have the schema's default in all records."""
    if not known.fields:
        return table
    default, size = tables.default_record(known).tobytes(), table.record_size
    rows = [table.data[i : i + size] for i in range(0, len(table.data), size)]
    while size > 4 and all(row[size - 4 :] == default[size - 4 : size] for row in rows):
        size -= 4
        rows = [row[:size] for row in rows]
    return Table(table.id, size, table.count, b"".join(rows))


def unknown_table() -> bytes:
    """A table at the end of each chunk that is of no use to us, and has records of 3 bytes."""
    result = []
    for chunk in chunks():
        stored = list(unpack_tables(chunk.where(), chunk.raw).values())
        result.append(
            chunk._replace(raw=pack_tables([*stored, Table(999, 3, 5, b"pavane of 2030!")]))
        )
    return container.pack(result)


def unknown_chunks() -> bytes:
    """Chunks of an unknown type that are not required, before, between and behind the others, one empty."""
    info, scene, *others = chunks()
    return container.pack(
        [
            Chunk("LATE", 7, b"something", 0),
            info,
            Chunk("LATE", 7, b"x" * 1000, 0),
            scene,
            *others,
            Chunk("ODD_", 0, b"", 0),
        ]
    )


def unknown_enums() -> bytes:
    """Values of tomorrow where the schema names a fallback, which clip 1 and the camera of `small` have."""
    result = []
    for chunk in chunks():
        counts = {"MESH": 1, "CLIP": 3, "IMAG": 0}
        arrays = {name: array.copy() for name, array in tables.decode(chunk, counts).items()}
        if chunk.type == "SCNE":
            arrays["cameras"]["kind"] = 55
            arrays["materials"]["alpha_mode"] = 3
            arrays["lights"]["area_shape"] = 4
        elif (chunk.type, chunk.id) == ("CLIP", 1):
            arrays["clip"]["play_mode"] = 0xFFFFFFFF
        result.append(tables.encode(chunk.type, chunk.id, arrays))
    return container.pack(result)


CASES: dict[str, Callable[[], bytes]] = {
    "longer_records": lambda: container.pack([change_tables(chunk, longer) for chunk in chunks()]),
    "shorter_records": lambda: container.pack([change_tables(chunk, shorter) for chunk in chunks()]),
    "unknown_table": unknown_table,
    "unknown_chunks": unknown_chunks,
    "unknown_enums": unknown_enums,
}
