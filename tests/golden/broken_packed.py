# SPDX-License-Identifier: MIT
"""Broken packed chunks: their directory, and the packings of their tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import documents
from broken_case import CASES, ENTRY, Case, file_bytes, packed, put_sealed
from pavane_format import container, layout, packing, writer
from pavane_format.chunk import Table, pack_tables, unpack_tables
from pavane_format.cursor import number_bytes

PACKINGS = layout.ENUMS["packing"]
RAW_SIZE = len(writer.chunks(documents.minimal())[2].raw)
ONE_TABLE = RAW_SIZE - 4 - 16  # bytes of records that make the right raw size


def directory(*tables: tuple[int, int, int, str | int, bytes]) -> bytes:
    """Tables of id, record size, count, packing, packed bytes."""
    heads = [(*table[:3], PACKINGS.get(table[3], table[3]), len(table[4])) for table in tables]
    numbers = [len(tables), *(number for head in heads for number in head)]
    return b"".join(map(number_bytes, numbers)) + b"".join(table[4] for table in tables)


def columns(data: bytes) -> bytes:
    """One table of columns: as many records of 4 bytes as are wanted."""
    return directory((5, 4, ONE_TABLE // 4, "columns", data))


def whole() -> bytes:
    packed = packing.pack("CLIP", writer.chunks(documents.minimal())[2].raw)
    assert packed is not None
    return packed


WANTED = f"but must take {RAW_SIZE}"

file_bytes("packed_size", "INFO: it is not packed, but its packed size is 100 instead of 104")(
    lambda d: put_sealed(d, ENTRY["packed_size"], 100)
)
file_bytes("packed_bomb", "INFO: 81465 bytes cannot come from 74 stored ones")(
    lambda d: put_sealed(put_sealed(d, ENTRY["filter"], 1), ENTRY["raw_size"], 74 * 1100 + 65)
)
packed("packed_count", "CLIP 0: there are 65 packed tables, but 64 at most are allowed")(lambda: number_bytes(65))
packed("packed_fit", "CLIP 0: the packed tables do not fit in its bytes")(lambda: whole()[:-1])
packed("packed_directory_fit", "CLIP 0: the packed tables do not fit in its bytes")(lambda: whole()[:20])
packed("packed_number", "CLIP 0: the packed tables do not fit in its bytes")(lambda: b"\x01\xff\xff\xff\xff\x1f" + bytes(64))
packed("packed_number_long", "CLIP 0: the packed tables do not fit in its bytes")(lambda: b"\x01" + b"\x80" * 40)
packed("packed_fill", "CLIP 0: the packed tables do not fill its bytes")(lambda: whole() + b"\0")
packed("packed_raw_size", f"CLIP 0: its tables take 24 bytes, {WANTED}")(
    lambda: directory((1, 1, 1, "stored", bytes(300)))
)
packed("packed_raw_size_large", f"CLIP 0: its tables take at least 18446744065119617025 bytes, {WANTED}")(
    lambda: directory((1, 0xFFFFFFFF, 0xFFFFFFFF, "stored", bytes(300)))
)
packed("packed_packing", "CLIP 0: components: packing is 99, but this library does not know it", "VERSION")(
    lambda: directory((5, 4, ONE_TABLE // 4, 99, bytes(300)))
)
packed("packed_later_packing", "CLIP 0: table 99: packing is 98, but this library does not know it", "VERSION")(
    lambda: directory((99, 4, ONE_TABLE // 4, 98, bytes(300)))
)
packed("packed_stored", "CLIP 0: components: it is stored, but not in as many bytes as its records take")(
    lambda: directory((5, 4, ONE_TABLE // 4, "stored", bytes(ONE_TABLE - 1)))
)

SAMPLES_DAMAGED = "CLIP 0: components: the packed samples are damaged"


def samples(*parts: int | bytes, size: int = 4) -> bytes:
    """One table of samples: the bytes given, with how many floats are wanted where -1 stands."""
    count = ONE_TABLE // size
    made = [part if isinstance(part, bytes) else number_bytes(count if part == -1 else part) for part in parts]
    return directory((5, size, count, "samples", b"".join(made)))


NUMBERS = (4, 1, -1, 1, 0, 0)  # a group of one lane: spared bits, groups, rows, units, kind, exponent
packed("packed_samples_empty", SAMPLES_DAMAGED)(lambda: samples())
packed("packed_samples_spared", SAMPLES_DAMAGED)(lambda: samples(32, *NUMBERS[1:], 1, 0))
packed("packed_samples_groups", SAMPLES_DAMAGED)(lambda: samples(4, 0xFFFFFFFF, -1, 1, 0, 0, 1, 0))
packed("packed_samples_units", SAMPLES_DAMAGED)(lambda: samples(4, 2, -1, 0xFFFFFFFF, -1, 0xFFFFFFFF, 0, 0, 1, 0))
packed("packed_samples_rows", SAMPLES_DAMAGED)(lambda: samples(4, 2, -1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0))
packed("packed_samples_kind", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS[:4], 65, 0, 1, 1, 1, 0, 0, 0))
packed("packed_samples_nothing_given", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS[:4], 16, 0, 1, 0, 0, 0, 0))
packed("packed_samples_few", SAMPLES_DAMAGED)(lambda: samples(4, 1, 1, 1, 0, 0, 1, 0))
packed("packed_samples_many", SAMPLES_DAMAGED)(lambda: samples(4, 1, 0xFFFFFFFF, 1, 15, 0, bytes([1] * 3), bytes(3)))
packed("packed_samples_wide", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 1, 0, size=8))
packed("packed_samples_lanes", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS))
packed("packed_samples_base", SAMPLES_DAMAGED)(lambda: samples(4, 1, ONE_TABLE // 4, 1, 17, 0, 1, 1, 1, b"\x80"))
packed("packed_samples_first", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 1))
packed("packed_samples_high", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 5, 0, bytes(ONE_TABLE // 4 - 2)))
packed("packed_samples_low", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 49, 0, bytes(ONE_TABLE // 4 - 1)))
packed("packed_samples_escape", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 5, 0, b"\xff" * (ONE_TABLE // 4 - 1)))
packed("packed_samples_large", SAMPLES_DAMAGED)(
    lambda: samples(*NUMBERS, 5, 0, bytes(ONE_TABLE // 4 - 2), b"\xff", 0xFFFFFFFF)
)
packed("packed_samples_left", SAMPLES_DAMAGED)(lambda: samples(*NUMBERS, 1, 0, 0))

COLUMNS_DAMAGED = "CLIP 0: components: the packed columns are damaged"
packed("packed_columns_no_record", "CLIP 0: curves: the packed columns are damaged")(
    lambda: directory((5, 4, (ONE_TABLE - 16) // 4, "stored", bytes(ONE_TABLE - 16)), (6, 4, 0, "columns", b""))
)
packed("packed_columns_empty", COLUMNS_DAMAGED)(lambda: columns(b""))
packed("packed_columns_first", COLUMNS_DAMAGED)(lambda: columns(b"\x01\x80"))
packed("packed_columns_planes", COLUMNS_DAMAGED)(lambda: columns(b"\x50" + bytes(5 * ONE_TABLE // 4)))
packed("packed_columns_forms", COLUMNS_DAMAGED)(lambda: columns(b"\x0c" + bytes(1)))
packed("packed_columns_shift", COLUMNS_DAMAGED)(lambda: columns(b"\x08\x20"))
packed("packed_columns_no_shift", COLUMNS_DAMAGED)(lambda: columns(b"\x08"))
packed("packed_columns_whole_span", COLUMNS_DAMAGED)(
    lambda: directory((5, 8, (ONE_TABLE - 24) // 8, "columns", b"\0" + b"\x0b" + bytes(2)),
                      (99, 1, 8 + ONE_TABLE % 8, "stored", bytes(8 + ONE_TABLE % 8)))
)
packed("packed_columns_short", COLUMNS_DAMAGED)(lambda: columns(b"\x10" + bytes(ONE_TABLE // 4 - 1)))
packed("packed_columns_left", COLUMNS_DAMAGED)(lambda: columns(b"\x10" + bytes(ONE_TABLE // 4 + 1)))
packed("packed_columns_span", COLUMNS_DAMAGED)(lambda: columns(b"\x03" + bytes(1)))
packed("packed_columns_narrow", "CLIP 0: text: the packed columns are damaged")(
    lambda: directory((1, 1, ONE_TABLE, "columns", b"\x05" + bytes(ONE_TABLE)))
)


# ---- Shared ----

Pair = tuple[container.Chunk, container.Stored]


def clips(name: str, message: str) -> Callable:
    """A case of three clips: a function makes the first ones of their chunks, and how they are stored."""

    def register(make_first: Callable[..., list[Pair]]) -> None:
        def make() -> bytes:
            document = documents.minimal()
            document.clips += [replace(document.clips[0], name=name) for name in ("Again", "And again")]
            chunks = writer.chunks(document)
            made = make_first(*chunks[2:])
            return container.assemble([*map(lent, chunks[:2]), *made, *map(lent, chunks[2 + len(made) :])])

        CASES.append(Case(name, message, "FORMAT", make))

    return register


def lent(chunk: container.Chunk) -> Pair:
    return chunk, container.store(chunk)


def packed_way(data: bytes) -> container.Stored:
    return container.Stored(layout.CODECS["stored"], layout.FILTERS["packed"], data, len(data))


def with_shared(chunk: container.Chunk, key_times: bytes, **others: bytes) -> Pair:
    """A clip whose tables are stored, but for some that are shared with a chunk at that distance."""
    distances = {layout.CHUNKS["CLIP"].tables[name].id: data for name, data in ({"key_times": key_times} | others).items()}
    return chunk, packed_way(directory(*(
        (*table[:3], *(("shared", distances[table.id]) if table.id in distances else ("stored", table.data)))
        for table in unpack_tables("CLIP", chunk.raw).values()
    )))


def widened(chunk: container.Chunk, size: int) -> container.Chunk:
    """With a table that nobody knows."""
    tables = [*unpack_tables("CLIP", chunk.raw).values(), Table(99, 1, size, bytes(size))]
    return chunk._replace(raw=pack_tables(tables))


clips("packed_shared_distance", "CLIP 1: key_times: the packed distance is damaged")(
    lambda first, second, third: [lent(first), with_shared(second, b"\1\0")]
)
clips("packed_shared_itself", "CLIP 1: key_times: the packed distance is damaged")(
    lambda first, second, third: [lent(first), with_shared(second, b"\0")]
)
clips("packed_shared_far", "CLIP 1: it shares tables with a chunk 4 places before it, where there is none")(
    lambda first, second, third: [lent(first), with_shared(second, b"\4")]
)
clips("packed_shared_type", "CLIP 1: it shares tables with SCNE, which is no CLIP")(
    lambda first, second, third: [lent(first), with_shared(second, b"\2")]
)
clips("packed_shared_chain", "CLIP 2: it shares tables with CLIP 1, which shares some itself")(
    lambda first, second, third: [lent(first), with_shared(second, b"\1"), with_shared(third, b"\1")]
)
clips("packed_shared_two", "CLIP 2: key_values: it is shared with another chunk than the tables before it")(
    lambda first, second, third: [lent(first), lent(second), with_shared(third, b"\1", key_values=b"\2")]
)
clips("packed_shared_table", "CLIP 1: text: it is shared, but the other chunk has no such table")(
    lambda first, second, third: [lent(first), with_shared(second, b"\1", text=b"\1")]
)
clips("packed_shared_bomb", "CLIP 1: 20396 bytes cannot come from 7 stored ones")(
    lambda first, second, third: [lent(widened(first, 20000)), (second, packed_way(directory((7, 4, 2, "shared", b"\1"))))]
)


# ---- Normals ----


def mesh_normals(name: str, message: str, table: str = "normals", **changed: bytes) -> Callable:
    """A case of a mesh whose tables are stored, but for one that is packed as normals; some have other records."""

    def register(data: bytes) -> None:
        def make() -> bytes:
            chunks = writer.chunks(documents.small())
            tables = unpack_tables("MESH", chunks[2].raw)
            ids = {name: declared.id for name, declared in layout.CHUNKS["MESH"].tables.items()}
            for other, records in changed.items():
                tables[ids[other]] = tables[ids[other]]._replace(data=records)
            packed = directory(*((*one[:3], *(("normals", data) if one.id == ids[table] else ("stored", one.data)))
                                 for one in tables.values()))
            return container.assemble([(chunk, packed_way(packed)) if chunk.type == "MESH" else lent(chunk)
                                       for chunk in chunks])

        CASES.append(Case(name, message, "FORMAT", make))

    return register


def words(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)


NO_POLYGONS = "MESH 0: normals: there are no polygons that they could be of"
NORMALS_DAMAGED = "MESH 0: normals: the packed normals are damaged"
NORMALS = bytes([0, 255]) + bytes(8 + 24)  # of 8 vertices
mesh_normals("packed_normals_none", "MESH 0: points: it is packed as normals, but these are none", "points")(NORMALS)
mesh_normals("packed_normals_polygons", NO_POLYGONS, polygons=words(4, 5))(NORMALS)
mesh_normals("packed_normals_polygons_large", NO_POLYGONS, polygons=words(12, 0xFFFFFFFC))(NORMALS)
mesh_normals("packed_normals_corners", NO_POLYGONS, corners=words(0, 1, 2, 3, 3, 2, 4, 6))(NORMALS)
mesh_normals("packed_normals_vertices", NO_POLYGONS, vertices=words(0, 1, 2, 3, 4, 5, 6, 8))(NORMALS)
mesh_normals("packed_normals_rough", NORMALS_DAMAGED)(bytes([2]) + NORMALS[1:])
mesh_normals("packed_normals_shift", NORMALS_DAMAGED)(bytes([0, 32]) + NORMALS[2:])
mesh_normals("packed_normals_kind", NORMALS_DAMAGED)(NORMALS[:9] + b"\2" + NORMALS[10:])
mesh_normals("packed_normals_short", NORMALS_DAMAGED)(NORMALS[:-1])
mesh_normals("packed_normals_long", NORMALS_DAMAGED)(NORMALS + b"\0")
mesh_normals("packed_normals_step", NORMALS_DAMAGED)(NORMALS[:-1] + b"\xff")
packed("packed_normals_clip", "CLIP 0: components: it is packed as normals, but these are none")(
    lambda: directory((5, 4, ONE_TABLE // 4, "normals", bytes(300)))
)


# ---- Handles ----


def handles(name: str, count: int, size: int, data: bytes, before: bool = True) -> bytes:
    """A table of handles, with times, values and left handles before it, and one behind it that fills the raw size."""
    keys = [(7, 4, count, "stored", bytes(4 * count)), (8, 4, count, "stored", bytes(4 * count))]
    if name == "key_rights":
        keys.append((9, 8, count, "stored", bytes(8 * count)))
    own = layout.CHUNKS["CLIP"].tables[name].id, size, count, "key_handles", data
    made = [*(keys if before else []), own]
    left = RAW_SIZE - 4 - 16 - sum(16 + (table[1] * table[2] + 3) // 4 * 4 for table in made)
    return directory(*made, (99, 1, left, "stored", bytes(left)))


HANDLES_DAMAGED = "the packed handles are damaged"
packed("packed_handles_none", "CLIP 0: key_values: it is packed as handles, but these are none")(
    lambda: handles("key_values", 2, 8, bytes(6), False)
)
packed("packed_handles_size", "CLIP 0: key_lefts: it is packed as handles, but these are none")(
    lambda: handles("key_lefts", 2, 12, bytes(6))
)
packed("packed_handles_keys", "CLIP 0: key_lefts: there are no times and values of its keys")(
    lambda: handles("key_lefts", 2, 8, bytes(6), False)
)
packed("packed_handles_lefts", "CLIP 0: key_rights: there are no left handles")(
    lambda: handles("key_rights", 2, 8, bytes(6), False)
)
packed("packed_handles_short", f"CLIP 0: key_lefts: {HANDLES_DAMAGED}")(lambda: handles("key_lefts", 2, 8, bytes(5)))
packed("packed_handles_long", f"CLIP 0: key_lefts: {HANDLES_DAMAGED}")(lambda: handles("key_lefts", 2, 8, bytes(7)))
packed("packed_handles_left_frame", f"CLIP 0: key_lefts: {HANDLES_DAMAGED}")(
    lambda: handles("key_lefts", 2, 8, b"\x03" + bytes(5))
)
packed("packed_handles_right_frame", f"CLIP 0: key_rights: {HANDLES_DAMAGED}")(
    lambda: handles("key_rights", 2, 8, b"\x04" + bytes(5))
)
packed("packed_handles_left_value", f"CLIP 0: key_lefts: {HANDLES_DAMAGED}")(
    lambda: handles("key_lefts", 2, 8, b"\x50" + bytes(5))
)
packed("packed_handles_right_value", f"CLIP 0: key_rights: {HANDLES_DAMAGED}")(
    lambda: handles("key_rights", 2, 8, b"\x10" + bytes(5))
)
packed("packed_handles_step", f"CLIP 0: key_rights: {HANDLES_DAMAGED}")(
    lambda: handles("key_rights", 2, 8, bytes(5) + b"\xff\xff")
)
