# SPDX-License-Identifier: MIT
"""The container: a header, a directory and chunks; in each chunk, a directory of tables.  See FORMAT.md."""
from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from . import layout

HEADER = struct.Struct("<8s5I")
HEADER_CRC = struct.Struct("<I")
ENTRY = struct.Struct("<4s8I")
TABLE = struct.Struct("<4I")
CHARACTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
FILE_LIMIT = 1 << 32
PACKED = frozenset({"IMAG"})  # types whose bytes are compressed already


class FormatError(ValueError):
    """The bytes are no .pav file that this version reads; the message says where."""


class Chunk(NamedTuple):
    type: str
    id: int
    raw: bytes
    flags: int = layout.CHUNK_REQUIRED

    def where(self) -> str:
        known = layout.CHUNKS.get(self.type)
        return self.type if known and known.single else f"{self.type} {self.id}"


class Table(NamedTuple):
    id: int
    record_size: int
    count: int
    data: bytes


def align(size: int) -> int:
    return (size + 3) & ~3


def pad(data: bytes) -> bytes:
    return data + bytes(align(len(data)) - len(data))


# ---- Writing ----


def pack_tables(tables: list[Table]) -> bytes:
    """The raw bytes of a chunk."""
    offset = 4 + TABLE.size * len(tables)
    head, body = [struct.pack("<I", len(tables))], []
    for table in tables:
        assert len(table.data) == table.record_size * table.count
        head.append(TABLE.pack(table.id, table.record_size, table.count, offset))
        body.append(pad(table.data))
        offset += len(body[-1])
    return b"".join(head + body)


def _compress(raw: bytes) -> tuple[int, bytes]:
    packed = zlib.compress(raw, 9)
    return (layout.CODECS["zlib"], packed) if len(packed) < len(raw) else (layout.CODECS["stored"], raw)


def pack(chunks: list[Chunk], compress: bool = True) -> bytes:
    """The bytes of a file."""
    offset = HEADER.size + ENTRY.size * len(chunks)
    directory, body = [], []
    for chunk in chunks:
        if len(chunk.raw) >= FILE_LIMIT:
            raise ValueError(f"{chunk.where()}: {len(chunk.raw)} bytes; a chunk ends below 4 GiB")
        packs = compress and chunk.type not in PACKED
        codec, stored = _compress(chunk.raw) if packs else (layout.CODECS["stored"], chunk.raw)
        directory.append(
            (
                chunk.type.encode("ascii"),
                chunk.id,
                chunk.flags,
                codec,
                layout.FILTERS["none"],
                offset,
                len(stored),
                len(chunk.raw),
                zlib.crc32(chunk.raw),
            )
        )
        body.append(pad(stored))
        offset += len(body[-1])
        if offset >= FILE_LIMIT:
            raise ValueError(f"{chunk.where()}: ends at byte {offset}; a file ends below 4 GiB")
    entries = b"".join(ENTRY.pack(*entry) for entry in directory)
    return header(entries, offset) + entries + b"".join(body)


def header(entries: bytes, file_size: int) -> bytes:
    count = len(entries) // ENTRY.size
    start = HEADER.pack(layout.MAGIC, layout.VERSION, file_size, count, zlib.crc32(entries), 0)[:-4]
    return start + HEADER_CRC.pack(zlib.crc32(start))


# ---- Reading ----


def _check_crc(where: str, stated: int, data: bytes) -> None:
    actual = zlib.crc32(data)
    if actual != stated:
        raise FormatError(f"{where}: checksum is {stated:08x}, but the bytes give {actual:08x}")


def _read_header(data: bytes) -> tuple[int, int]:
    """The number of chunks and the checksum of the directory."""
    if len(data) < HEADER.size:
        raise FormatError(f"header: there are {len(data)} bytes, but it takes {HEADER.size}")
    magic, version, file_size, chunk_count, directory_crc, header_crc = HEADER.unpack_from(data)
    if magic != layout.MAGIC:
        raise FormatError("header: this is no .pav file")
    if version != layout.VERSION:
        raise FormatError(f"header: version is {version}, but this library reads {layout.VERSION}")
    _check_crc("header", header_crc, data[: HEADER.size - 4])
    if file_size != len(data):
        raise FormatError(f"header: file size is {file_size}, but there are {len(data)} bytes")
    return chunk_count, directory_crc


def _inflate(where: str, stored: bytes, raw_size: int) -> bytes:
    if raw_size > 1100 * len(stored) + 64:
        raise FormatError(f"{where}: {raw_size} bytes cannot come from {len(stored)} stored ones")
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(stored, raw_size + 1)
    except zlib.error:
        raise FormatError(f"{where}: the zlib data is damaged") from None
    if len(raw) != raw_size or not stream.eof or stream.unused_data:
        raise FormatError(f"{where}: the zlib data is damaged")
    return raw


def unpack(data: bytes) -> list[Chunk]:
    """The chunks of a file that this version knows, checked but for their contents."""
    count, directory_crc = _read_header(data)
    end = HEADER.size + ENTRY.size * count
    if end > len(data):
        raise FormatError(f"directory: {count} chunks do not fit in {len(data)} bytes")
    _check_crc("directory", directory_crc, data[HEADER.size : end])
    chunks = []
    for i in range(count):
        type_bytes, id, flags, codec, filter, offset, stored_size, raw_size, crc = ENTRY.unpack_from(
            data, HEADER.size + ENTRY.size * i
        )
        if not CHARACTERS.issuperset(type_bytes):
            raise FormatError(f"directory: chunk {i}: the type is not four capitals or digits")
        chunk = Chunk(type_bytes.decode("ascii"), id, b"", flags)
        where = f"directory: {chunk.where()}"
        if flags & ~layout.CHUNK_REQUIRED:
            raise FormatError(f"{where}: flags are {flags}, but only 1 is known")
        _check_place(where, offset, stored_size, end, len(data))
        end = offset + stored_size
        if chunk.type not in layout.CHUNKS:
            if flags & layout.CHUNK_REQUIRED:
                raise FormatError(f"{where}: it is required, but this library does not know it")
            continue
        stored = data[offset:end]
        raw = _unpack_chunk(chunk.where(), codec, filter, stored, raw_size)
        _check_crc(chunk.where(), crc, raw)
        chunks.append(chunk._replace(raw=raw))
    return chunks


def _check_place(where: str, offset: int, size: int, before: int, whole: int) -> None:
    if offset % 4 or offset < before or offset + size > whole:
        raise FormatError(
            f"{where}: lies from {offset} to {offset + size}, but must from {before} to {whole}"
        )


def _unpack_chunk(where: str, codec: int, filter: int, stored: bytes, raw_size: int) -> bytes:
    if filter != layout.FILTERS["none"]:
        raise FormatError(f"{where}: filter is {filter}, but this library does not know it")
    if codec == layout.CODECS["zlib"]:
        return _inflate(where, stored, raw_size)
    if codec != layout.CODECS["stored"]:
        raise FormatError(f"{where}: codec is {codec}, but this library does not know it")
    if len(stored) != raw_size:
        raise FormatError(f"{where}: it is stored, but in {len(stored)} bytes instead of {raw_size}")
    return stored


def unpack_tables(where: str, raw: bytes) -> dict[int, Table]:
    """The tables of a chunk by their ids."""
    count = struct.unpack_from("<I", raw)[0] if len(raw) >= 4 else 0
    end = 4 + TABLE.size * count
    if end > len(raw):
        raise FormatError(f"{where}: {count} tables do not fit in {len(raw)} bytes")
    tables: dict[int, Table] = {}
    for i in range(count):
        id, record_size, items, offset = TABLE.unpack_from(raw, 4 + TABLE.size * i)
        if tables and id <= max(tables):
            raise FormatError(f"{where}: table {id} stands after table {max(tables)}")
        size = record_size * items
        _check_place(f"{where}: table {id}", offset, size, end, len(raw))
        end = offset + size
        tables[id] = Table(id, record_size, items, raw[offset:end])
    return tables
