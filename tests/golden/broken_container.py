# SPDX-License-Identifier: MIT
"""Broken headers, directories, chunks, and directories of tables."""

from __future__ import annotations

import zlib

import documents
from broken_case import ENTRY, Parts, file_bytes, minimal_bytes, put, put_sealed, raw_tables, seal, values
from pavane_format import container, writer

MINIMAL = minimal_bytes()
HEADER_CRC, DIRECTORY_CRC = zlib.crc32(MINIMAL[:24]), zlib.crc32(MINIMAL[28 : 28 + 40 * 3])

# ---- Container ----

file_bytes("container_short", "header: there are 20 bytes, but it takes 28")(lambda d: d[:20])
file_bytes("container_magic", "header: this is no .pav file")(lambda d: b"\x89PNG" + d[4:])
file_bytes("container_version", "header: version is 1, but this library reads 0", "VERSION")(
    lambda d: put_sealed(d, 8, 1)
)


@file_bytes(
    "container_header_checksum", f"header: checksum is 00000000, but the bytes give {HEADER_CRC:08x}"
)
def _(data: bytearray) -> bytes:
    put(data, 24, 0)
    return data


@file_bytes(
    "container_directory_checksum",
    f"directory: checksum is 00000000, but the bytes give {DIRECTORY_CRC:08x}",
)
def _(data: bytearray) -> bytes:
    put(data, 20, 0)
    put(data, 24, zlib.crc32(data[:24]))
    return data


file_bytes("container_size", "header: file size is 508, but there are 512 bytes")(
    lambda d: seal(d) + bytes(4)
)
file_bytes("container_count", "directory: 4294967295 chunks do not fit in 508 bytes")(
    lambda d: put_sealed(d, 16, 0xFFFFFFFF)
)
file_bytes("container_type", "directory: chunk 0: the type is not four capitals or digits")(
    lambda d: put_sealed(d, ENTRY["type"], 0x6F666E69)
)
file_bytes("container_flags", "directory: INFO: flags are 5, but only 1 is known")(
    lambda d: put_sealed(d, ENTRY["flags"], 5)
)
file_bytes("container_place", "directory: INFO: lies from 100 to 174, but must from 148 to 508")(
    lambda d: put_sealed(d, ENTRY["offset"], 100)
)
file_bytes(
    "container_required", "directory: OFNI 0: it is required, but this library does not know it", "VERSION"
)(lambda d: put_sealed(d, ENTRY["type"], int.from_bytes(b"OFNI", "little")))
file_bytes("container_no_info", "directory: there is no INFO chunk")(lambda d: put_sealed(d, 16, 0))
file_bytes("container_filter", "INFO: filter is 2, but this library does not know it", "VERSION")(
    lambda d: put_sealed(d, ENTRY["filter"], 2)
)
file_bytes("container_codec", "INFO: codec is 2, but this library does not know it", "VERSION")(
    lambda d: put_sealed(d, ENTRY["codec"], 2)
)
file_bytes("container_stored_size", "INFO: it is stored, but in 74 bytes instead of 100")(
    lambda d: put_sealed(put_sealed(put_sealed(d, ENTRY["codec"], 0), ENTRY["packed_size"], 100), ENTRY["raw_size"], 100)
)
file_bytes("container_4_gigabytes", "INFO: 4294967295 bytes cannot come from 74 stored ones")(
    lambda d: put_sealed(put_sealed(d, ENTRY["packed_size"], 0xFFFFFFFF), ENTRY["raw_size"], 0xFFFFFFFF)
)
file_bytes("container_bomb", "INFO: 81465 bytes cannot come from 74 stored ones")(
    lambda d: put_sealed(put_sealed(d, ENTRY["packed_size"], 74 * 1100 + 65), ENTRY["raw_size"], 74 * 1100 + 65)
)
file_bytes("container_zlib", "INFO: the zlib data is damaged")(lambda d: d[:152] + b"\xff" * 8 + d[160:])
file_bytes("container_checksum", "INFO: checksum is 00000000, but the bytes give 380acfb8")(
    lambda d: put_sealed(d, ENTRY["crc"], 0)
)


@file_bytes("container_two_scenes", "directory: there are two SCNE chunks, but one at most is allowed")
def _(data: bytearray) -> bytes:
    chunks = writer.chunks(documents.minimal())
    return container.pack([*chunks, chunks[1]])


@file_bytes("container_ids", "directory: CLIP 1: its id must be 0")
def _(data: bytearray) -> bytes:
    *others, clip = writer.chunks(documents.minimal())
    return container.pack([*others, clip._replace(id=1)])


# ---- Tables of a chunk ----


@raw_tables("tables_count", "SCNE: 4294967295 tables do not fit in 248 bytes")
def _(raw: bytearray) -> bytes:
    put(raw, 0, 0xFFFFFFFF)
    return raw


raw_tables("tables_none", "SCNE: 0 tables do not fit in 3 bytes")(lambda raw: raw[:3])


@raw_tables("tables_order", "SCNE: table 1 stands after table 1")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16, 1)
    return raw


@raw_tables("tables_place", "SCNE: table 2: 44 bytes from 84 on, but must lie from 105 to 248")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 12, 84)
    return raw


@raw_tables("tables_large", "SCNE: table 2: 188978560980 bytes from 108 on, but must lie from 105 to 248")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 8, 0xFFFFFFFF)
    return raw


@raw_tables("tables_record_size", "SCNE: nodes: record size is 62, but must be a multiple of 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 2 * 16 + 4, 62)
    return raw


@raw_tables("tables_record_size_zero", "SCNE: nodes: record size is 0, but must be a multiple of 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 2 * 16 + 4, 0)
    put(raw, 4 + 2 * 16 + 8, 0xFFFFFFFF)
    return raw


@raw_tables("tables_stream_size", "SCNE: element_values: record size is 2, but must be 4")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 4 * 16 + 4, 2)
    return raw


@raw_tables("tables_single", "SCNE: scene: there are 0 records, but must be 1")
def _(raw: bytearray) -> bytes:
    put(raw, 4 + 16 + 8, 0)
    return raw


@values("tables_parallel", "MESH 0: there are 7 normals, but 8 vertices")
def _(parts: Parts) -> None:
    parts["MESH"]["normals"] = parts["MESH"]["normals"][:-1]
