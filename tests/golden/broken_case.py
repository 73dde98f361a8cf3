# SPDX-License-Identifier: MIT
"""A file that breaks one rule, and how to make one: take a golden document apart, break one thing, and put it
together again with right checksums.
"""
from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass


import documents
from pavane_format import container, layout, tables, writer

ENTRY = {
    name: container.HEADER.size + 4 * i for i, name in enumerate(layout.DIRECTORY_ENTRY)
}  # of the first chunk


class Parts:
    """A golden's chunks as arrays that may be broken."""

    def __init__(self, name: str) -> None:
        self.chunks = writer.chunks(documents.DOCUMENTS[name]())
        counts = {type: sum(chunk.type == type for chunk in self.chunks) for type in layout.CHUNKS}
        self.arrays = {
            (chunk.type, chunk.id): {
                name: array.copy() for name, array in tables.decode(chunk, counts).items()
            }
            for chunk in self.chunks
        }

    def __getitem__(self, key: str | tuple[str, int]) -> tables.Arrays:
        return self.arrays[key if isinstance(key, tuple) else (key, 0)]

    def pack(self) -> bytes:
        return container.pack([tables.encode(type, id, arrays) for (type, id), arrays in self.arrays.items()])


@dataclass
class Case:
    name: str
    message: str
    result: str  # of pav_result, without PAV_ERROR_
    make: Callable[[], bytes]


CASES: list[Case] = []


def values(name: str, message: str, base: str = "small") -> Callable:
    """A case made by a function that breaks the arrays of a golden."""

    def register(break_parts: Callable[[Parts], None]) -> None:
        def make() -> bytes:
            parts = Parts(base)
            break_parts(parts)
            return parts.pack()

        CASES.append(Case(name, message, "FORMAT", make))

    return register


def minimal_bytes() -> bytes:
    """The minimal golden, compressed but not packed."""
    return container.pack(writer.chunks(documents.minimal()), filter=False)


def file_bytes(name: str, message: str, result: str = "FORMAT") -> Callable:
    """A case made by a function from `minimal_bytes` to broken ones."""

    def register(break_bytes: Callable[[bytearray], bytes]) -> None:
        CASES.append(
            Case(
                name,
                message,
                result,
                lambda: bytes(break_bytes(bytearray(minimal_bytes()))),
            )
        )

    return register


def raw_tables(name: str, message: str) -> Callable:
    """A case made by a function that breaks the table directory in the raw bytes of minimal's SCNE chunk."""

    def register(break_raw: Callable[[bytearray], bytes]) -> None:
        def make() -> bytes:
            chunks = writer.chunks(documents.minimal())
            chunks[1] = chunks[1]._replace(raw=bytes(break_raw(bytearray(chunks[1].raw))))
            return container.pack(chunks)

        CASES.append(Case(name, message, "FORMAT", make))

    return register


def packed(name: str, message: str, result: str = "FORMAT") -> Callable:
    """A case made by a function that gives the packed bytes of minimal's CLIP chunk."""

    def register(make_packed: Callable[[], bytes]) -> None:
        def make() -> bytes:
            *others, clip = writer.chunks(documents.minimal())
            data = make_packed()
            way = container.Stored(layout.CODECS["stored"], layout.FILTERS["packed"], data, len(data))
            return container.assemble([*((chunk, container.store(chunk)) for chunk in others), (clip, way)])

        CASES.append(Case(name, message, result, make))

    return register


def put(data: bytearray, offset: int, number: int) -> None:
    struct.pack_into("<I", data, offset, number)


def seal(data: bytearray) -> bytearray:
    """Right checksums for header and directory."""
    count = min(struct.unpack_from("<I", data, 16)[0], (len(data) - 28) // container.ENTRY.size)
    put(data, 20, zlib.crc32(data[28 : 28 + count * container.ENTRY.size]))
    put(data, 24, zlib.crc32(data[:24]))
    return data


def put_sealed(data: bytearray, offset: int, number: int) -> bytearray:
    put(data, offset, number)
    return seal(data)
