# SPDX-License-Identifier: MIT
"""The container: a header, a directory and chunks.  See FORMAT.md."""
from __future__ import annotations

import struct
import zlib
from types import MappingProxyType
from typing import Mapping, NamedTuple

from . import layout, packing
from .chunk import FormatError, check_place, pad, unpack_tables
from .packing_shared import Lender, Lenders

HEADER = struct.Struct("<8s5I")
HEADER_CRC = struct.Struct("<I")
ENTRY = struct.Struct("<4s9I")
CHARACTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
FILE_LIMIT = 1 << 32
EMPTY_BLOCK = b"\0\0\0\xff\xff"  # of a deflate stream, between two whole bytes
PACKED = frozenset({"IMAG"})  # types whose bytes are compressed already


def _where(type: str, id: int) -> str:
    known = layout.CHUNKS.get(type)
    return type if known and known.single else f"{type} {id}"


class Chunk(NamedTuple):
    type: str
    id: int
    raw: bytes
    flags: int = layout.CHUNK_REQUIRED
    samples: Mapping[int, bytes] = MappingProxyType({})  # for writing: tables, by their ids, packed as samples

    def where(self) -> str:
        return _where(self.type, self.id)


def _limit(stored_size: int) -> int:
    """What may come from so many stored bytes; zlib reaches 1032 to 1."""
    return 1100 * stored_size + 64


# ---- Writing ----


class Entry(NamedTuple):
    """A chunk in the directory."""

    type: str
    id: int
    flags: int
    codec: int
    filter: int
    offset: int
    stored_size: int
    packed_size: int
    raw_size: int
    crc: int

    def where(self) -> str:
        return _where(self.type, self.id)


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


def store(chunk: Chunk, compress: bool = True, filter: bool = True, lender: Lender | None = None) -> Stored:
    """The smallest way to store it, of equal ones the plainest."""
    codecs, filters = layout.CODECS, layout.FILTERS
    most = max(len(chunk.raw), lender.size if lender else 0)
    plain = Stored(codecs["stored"], filters["none"], chunk.raw, len(chunk.raw))
    if not compress or chunk.type in PACKED:
        return plain
    packed = packing.pack(chunk.type, chunk.raw, chunk.samples, lender) if filter else None
    way = plain if packed is None else Stored(codecs["stored"], filters["packed"], packed, len(packed))
    ways = [plain, way._replace(codec=codecs["zlib"], data=_deflate(way.data, most))]
    if most <= _limit(len(way.data)):
        ways.append(way)
    return min(ways, key=lambda way: len(way.data))


def pack(chunks: list[Chunk], compress: bool = True, filter: bool = True) -> bytes:
    """The bytes of a file."""
    for chunk in chunks:
        if len(chunk.raw) >= FILE_LIMIT:
            raise ValueError(f"{chunk.where()}: {len(chunk.raw)} bytes; a chunk ends below 4 GiB")
    stored, lenders = [], Lenders()
    for place, chunk in enumerate(chunks):
        shares = compress and filter and chunk.type not in PACKED
        lender = lenders.find(place, chunk.type, chunk.raw) if shares else None
        way = store(chunk, compress, filter, lender)
        stored.append((chunk, way))
        if shares and lender is None:
            lenders.add(place, chunk.type, chunk.raw, max(len(way.data), way.packed_size, len(chunk.raw)))
    return assemble(stored)


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


def entries(data: bytes) -> list[Entry]:
    """The directory of a file, checked but for what the chunks hold."""
    count, directory_crc = _read_header(data)
    end = HEADER.size + ENTRY.size * count
    if end > len(data):
        raise FormatError(f"directory: {count} chunks do not fit in {len(data)} bytes")
    _check_crc("directory", directory_crc, data[HEADER.size : end])
    result = []
    for i in range(count):
        type, *numbers = ENTRY.unpack_from(data, HEADER.size + ENTRY.size * i)
        if not CHARACTERS.issuperset(type):
            raise FormatError(f"directory: chunk {i}: the type is not four capitals or digits")
        entry = Entry(type.decode("ascii"), *numbers)
        where = f"directory: {entry.where()}"
        if entry.flags & ~layout.CHUNK_REQUIRED:
            raise FormatError(f"{where}: flags are {entry.flags}, but only 1 is known")
        check_place(where, entry.offset, entry.stored_size, end, len(data))
        end = entry.offset + entry.stored_size
        if entry.type not in layout.CHUNKS and entry.flags & layout.CHUNK_REQUIRED:
            raise FormatError(f"{where}: it is required, but this library does not know it")
        result.append(entry)
    return result


def unpack(data: bytes) -> list[Chunk]:
    """The chunks of a file that this version knows, checked but for their contents."""
    directory = entries(data)
    return [
        Chunk(entry.type, entry.id, _raw(directory, place, data), entry.flags)
        for place, entry in enumerate(directory)
        if entry.type in layout.CHUNKS
    ]


def inflated(entry: Entry, data: bytes) -> bytes:
    """What the codec gives, once it is checked that it may be asked for."""
    where, size = entry.where(), entry.stored_size
    if entry.filter not in layout.FILTERS.values():
        raise FormatError(f"{where}: filter is {entry.filter}, but this library does not know it")
    if entry.codec not in layout.CODECS.values():
        raise FormatError(f"{where}: codec is {entry.codec}, but this library does not know it")
    if entry.filter == layout.FILTERS["none"] and entry.packed_size != entry.raw_size:
        raise FormatError(
            f"{where}: it is not packed, but its packed size is {entry.packed_size} instead of {entry.raw_size}"
        )
    if entry.codec == layout.CODECS["stored"] and size != entry.packed_size:
        raise FormatError(f"{where}: it is stored, but in {size} bytes instead of {entry.packed_size}")
    for claimed in (entry.packed_size, entry.raw_size):
        if claimed > _limit(size):
            raise FormatError(f"{where}: {claimed} bytes cannot come from {size} stored ones")
    stored = data[entry.offset : entry.offset + size]
    return _inflate(where, stored, entry.packed_size) if entry.codec == layout.CODECS["zlib"] else stored


def _raw(directory: list[Entry], place: int, data: bytes) -> bytes:
    entry = directory[place]
    packed = inflated(entry, data)
    return _unpacked(entry, packed, _lender(directory, place, packed, data))


def _unpacked(entry: Entry, packed: bytes, lender: Lender | None = None) -> bytes:
    raw = packed
    if entry.filter == layout.FILTERS["packed"]:
        raw = packing.unpack(entry.type, entry.where(), packed, entry.raw_size, lender)
    _check_crc(entry.where(), entry.crc, raw)
    return raw


def _distance(entry: Entry, packed: bytes) -> int:
    return packing.distance(entry.where(), packed) if entry.filter == layout.FILTERS["packed"] else 0


def _lender(directory: list[Entry], place: int, packed: bytes, data: bytes) -> Lender | None:
    """The chunk that this one shares tables with, if it does; reading it is to be worth no more than its own bytes."""
    entry, distance = directory[place], _distance(directory[place], packed)
    if not distance:
        return None
    where = entry.where()
    if distance > place:
        raise FormatError(
            f"{where}: it shares tables with a chunk {distance} places before it, where there is none"
        )
    lender = directory[place - distance]
    if lender.type != entry.type:
        raise FormatError(f"{where}: it shares tables with {lender.where()}, which is no {entry.type}")
    for size in (lender.stored_size, max(lender.packed_size, lender.raw_size)):
        if size > _limit(entry.stored_size):
            raise FormatError(f"{where}: {size} bytes cannot come from {entry.stored_size} stored ones")
    lent = inflated(lender, data)
    if _distance(lender, lent):
        raise FormatError(f"{where}: it shares tables with {lender.where()}, which shares some itself")
    return Lender(distance, unpack_tables(lender.where(), _unpacked(lender, lent)))
