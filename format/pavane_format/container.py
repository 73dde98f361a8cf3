# SPDX-License-Identifier: MIT
"""The container: a header, a directory and chunks.  See FORMAT.md."""
from __future__ import annotations

import struct
import zlib
from types import MappingProxyType
from typing import Mapping, NamedTuple

from . import layout, packing
from .chunk import FormatError, check_place, pad

HEADER = struct.Struct("<8s5I")
HEADER_CRC = struct.Struct("<I")
ENTRY = struct.Struct("<4s9I")
CHARACTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
FILE_LIMIT = 1 << 32
EMPTY_BLOCK = b"\0\0\0\xff\xff"  # of a deflate stream, between two whole bytes
PACKED = frozenset({"IMAG"})  # types whose bytes are compressed already


class Chunk(NamedTuple):
    type: str
    id: int
    raw: bytes
    flags: int = layout.CHUNK_REQUIRED
    samples: Mapping[int, bytes] = MappingProxyType({})  # for writing: tables, by their ids, packed as samples

    def where(self) -> str:
        known = layout.CHUNKS.get(self.type)
        return self.type if known and known.single else f"{self.type} {self.id}"


def _limit(stored_size: int) -> int:
    """What may come from so many stored bytes; zlib reaches 1032 to 1."""
    return 1100 * stored_size + 64


# ---- Writing ----


class Stored(NamedTuple):
    """A chunk's bytes in the file, and how they came about."""

    codec: int
    filter: int
    data: bytes
    packed_size: int


def _deflate(data: bytes, raw_size: int) -> bytes:
    """The smallest of what zlib makes of it, but so much that a reader believes that the raw bytes come from it."""
    tried = []
    for strategy, memory in ((zlib.Z_DEFAULT_STRATEGY, 8), (zlib.Z_FILTERED, 6)):
        stream = zlib.compressobj(9, zlib.DEFLATED, 15, memory, strategy)
        tried.append(stream.compress(data) + stream.flush())
    best = min(tried, key=len)
    if raw_size <= _limit(len(best)):
        return best
    stream = zlib.compressobj(9)
    start = stream.compress(data) + stream.flush(zlib.Z_SYNC_FLUSH)
    missing = raw_size // 1100 - len(start)
    return start + EMPTY_BLOCK * (missing // len(EMPTY_BLOCK) + 1) + stream.flush()


def store(chunk: Chunk, compress: bool = True, filter: bool = True) -> Stored:
    """The smallest way to store it, of equal ones the plainest."""
    codecs, filters = layout.CODECS, layout.FILTERS
    plain = Stored(codecs["stored"], filters["none"], chunk.raw, len(chunk.raw))
    if not compress or chunk.type in PACKED:
        return plain
    packed = packing.pack(chunk.type, chunk.raw, chunk.samples) if filter else None
    way = plain if packed is None else Stored(codecs["stored"], filters["packed"], packed, len(packed))
    ways = [plain, way._replace(codec=codecs["zlib"], data=_deflate(way.data, len(chunk.raw)))]
    if len(chunk.raw) <= _limit(len(way.data)):
        ways.append(way)
    return min(ways, key=lambda way: len(way.data))


def pack(chunks: list[Chunk], compress: bool = True, filter: bool = True) -> bytes:
    """The bytes of a file."""
    for chunk in chunks:
        if len(chunk.raw) >= FILE_LIMIT:
            raise ValueError(f"{chunk.where()}: {len(chunk.raw)} bytes; a chunk ends below 4 GiB")
    return assemble([(chunk, store(chunk, compress, filter)) for chunk in chunks])


def assemble(chunks: list[tuple[Chunk, Stored]]) -> bytes:
    """The bytes of a file of chunks that are stored as they are to be."""
    offset = HEADER.size + ENTRY.size * len(chunks)
    directory, body = [], []
    for chunk, stored in chunks:
        directory.append(
            (
                chunk.type.encode("ascii"),
                chunk.id,
                chunk.flags,
                stored.codec,
                stored.filter,
                offset,
                len(stored.data),
                stored.packed_size,
                len(chunk.raw),
                zlib.crc32(chunk.raw),
            )
        )
        body.append(pad(stored.data))
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


def _inflate(where: str, stored: bytes, size: int) -> bytes:
    stream = zlib.decompressobj()
    try:
        data = stream.decompress(stored, size + 1)
    except zlib.error:
        raise FormatError(f"{where}: the zlib data is damaged") from None
    if len(data) != size or not stream.eof or stream.unused_data:
        raise FormatError(f"{where}: the zlib data is damaged")
    return data


def unpack(data: bytes) -> list[Chunk]:
    """The chunks of a file that this version knows, checked but for their contents."""
    count, directory_crc = _read_header(data)
    end = HEADER.size + ENTRY.size * count
    if end > len(data):
        raise FormatError(f"directory: {count} chunks do not fit in {len(data)} bytes")
    _check_crc("directory", directory_crc, data[HEADER.size : end])
    chunks = []
    for i in range(count):
        type_bytes, id, flags, codec, filter, offset, stored_size, packed_size, raw_size, crc = (
            ENTRY.unpack_from(data, HEADER.size + ENTRY.size * i)
        )
        if not CHARACTERS.issuperset(type_bytes):
            raise FormatError(f"directory: chunk {i}: the type is not four capitals or digits")
        chunk = Chunk(type_bytes.decode("ascii"), id, b"", flags)
        where = f"directory: {chunk.where()}"
        if flags & ~layout.CHUNK_REQUIRED:
            raise FormatError(f"{where}: flags are {flags}, but only 1 is known")
        check_place(where, offset, stored_size, end, len(data))
        end = offset + stored_size
        if chunk.type not in layout.CHUNKS:
            if flags & layout.CHUNK_REQUIRED:
                raise FormatError(f"{where}: it is required, but this library does not know it")
            continue
        raw = _read_chunk(chunk, Stored(codec, filter, data[offset:end], packed_size), raw_size)
        _check_crc(chunk.where(), crc, raw)
        chunks.append(chunk._replace(raw=raw))
    return chunks


def _read_chunk(chunk: Chunk, stored: Stored, raw_size: int) -> bytes:
    where, size = chunk.where(), len(stored.data)
    if stored.filter not in layout.FILTERS.values():
        raise FormatError(f"{where}: filter is {stored.filter}, but this library does not know it")
    if stored.codec not in layout.CODECS.values():
        raise FormatError(f"{where}: codec is {stored.codec}, but this library does not know it")
    if stored.filter == layout.FILTERS["none"] and stored.packed_size != raw_size:
        raise FormatError(
            f"{where}: it is not packed, but its packed size is {stored.packed_size} instead of {raw_size}"
        )
    if stored.codec == layout.CODECS["stored"] and size != stored.packed_size:
        raise FormatError(f"{where}: it is stored, but in {size} bytes instead of {stored.packed_size}")
    for claimed in (stored.packed_size, raw_size):
        if claimed > _limit(size):
            raise FormatError(f"{where}: {claimed} bytes cannot come from {size} stored ones")
    data = stored.data
    if stored.codec == layout.CODECS["zlib"]:
        data = _inflate(where, data, stored.packed_size)
    return packing.unpack(chunk.type, where, data, raw_size) if stored.filter else data
