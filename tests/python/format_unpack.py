# SPDX-License-Identifier: MIT
"""Packed chunks made raw again, a second time: from what FORMAT.md says, one number after another, without numpy."""
from __future__ import annotations

import struct
import zlib

WORD = 1 << 32


class Bytes:
    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, size: int) -> bytes:
        assert self.at + size <= len(self.data)
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self) -> int:
        result, shift, byte = 0, 0, 0x80
        while byte >= 0x80:
            byte = self.take(1)[0]
            result |= (byte & 127) << shift
            shift += 7
        assert result < WORD and shift <= 35
        return result


def raw_chunks(data: bytes) -> list[bytes]:
    """Of each chunk in a sound file."""
    result = []
    for i in range(struct.unpack_from("<I", data, 16)[0]):
        codec, filter, offset, stored, packed_size, raw_size, crc = struct.unpack_from("<7I", data, 28 + 40 * i + 12)
        part = data[offset : offset + stored]
        part = zlib.decompress(part) if codec else part
        assert len(part) == packed_size
        raw = unpack(part) if filter else part
        assert len(raw) == raw_size and zlib.crc32(raw) == crc
        result.append(raw)
    return result


def unpack(packed: bytes) -> bytes:
    source = Bytes(packed)
    heads = [[source.number() for _ in range(5)] for _ in range(source.number())]
    tables: dict[int, tuple[int, int, bytes]] = {}
    for id, size, count, packing, packed_size in heads:
        records = PACKINGS[packing](Bytes(source.take(packed_size)), size, count, tables)
        assert len(records) == size * count
        tables[id] = size, count, records
    assert source.at == len(packed)
    head, body = struct.pack("<I", len(tables)), b""
    for id, (size, count, records) in tables.items():
        head += struct.pack("<4I", id, size, count, 4 + 16 * len(tables) + len(body))
        body += records + bytes(-len(records) % 4)
    return head + body


def stored(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    return source.data


def signed(r: int) -> int:
    return r // 2 if r % 2 == 0 else -(r + 1) // 2


def columns(source: Bytes, size: int, count: int, tables: dict) -> bytes:
    unit = 1 if size % 4 else 4
    records = [[0] * (size // unit) for _ in range(count)]
    for place in reversed(range(size // unit)):
        mode = source.take(1)[0]
        expectation, ordered, planes = mode & 3, mode & 4, mode >> 4
        x = [source.number()] if expectation else []
        first = len(x)
        bytes_of = [source.take(count - first) for _ in range(planes)]
        for i in range(first, count):
            r = sum(plane[i - first] << 8 * p for p, plane in enumerate(bytes_of))
            if expectation == 1:
                r = x[i - 1] + signed(r)
            elif expectation == 2:
                r = 2 * x[i - 1] - x[max(i - 2, 0)] + signed(r)
            elif expectation == 3:
                r = x[i - 1] + records[i - 1][place + 1] + signed(r)
            x.append(r % 256**unit)
        for record, number in zip(records, x):
            record[place] = number if not ordered else number ^ (1 << 31 if number >> 31 else WORD - 1)
    assert source.at == len(source.data)
    return b"".join(number.to_bytes(unit, "little") for record in records for number in record)


PACKINGS = {0: stored, 1: columns}
