# SPDX-License-Identifier: MIT
"""The annotated bytes of the smallest golden, as they stand in FORMAT.md."""
from __future__ import annotations

import pathlib
import re

import documents
from pavane_format import chunk as chunk_tables
from pavane_format import container, layout, writer

FORMAT_MD = pathlib.Path(__file__).resolve().parents[2] / "format" / "FORMAT.md"
BEGIN, END = "<!-- hexdump: begin -->", "<!-- hexdump: end -->"


def pieces() -> list[tuple[bytes, str]]:
    """The bytes of the file one structure after another, and what each is."""
    chunks = writer.chunks(documents.minimal())
    data = container.pack(chunks, compress=False)
    result = [(data[: container.HEADER.size], "header")]
    at = container.HEADER.size
    for chunk in chunks:
        result.append((data[at : at + container.ENTRY.size], f"directory: {chunk.where()}"))
        at += container.ENTRY.size
    for chunk in chunks:
        result += chunk_pieces(chunk)
    assert b"".join(part for part, _ in result) == data
    return result


def chunk_pieces(chunk: container.Chunk) -> list[tuple[bytes, str]]:
    where, names = chunk.where(), {table.id: table for table in layout.CHUNKS[chunk.type].tables.values()}
    stored = chunk_tables.unpack_tables(where, chunk.raw)
    result = [(chunk.raw[:4], f"{where}: number of tables")]
    at = 4
    for table in stored.values():
        result.append(
            (chunk.raw[at : at + chunk_tables.ENTRY.size], f"{where}: where {names[table.id].name} is")
        )
        at += chunk_tables.ENTRY.size
    for table in stored.values():
        result.append((chunk_tables.pad(table.data), f"{where}: {names[table.id].name}"))
    return result


def text() -> str:
    lines, at = [BEGIN, "```"], 0
    for data, what in pieces():
        for row in range(0, len(data), 16):
            digits = " ".join(f"{byte:02x}" for byte in data[row : row + 16])
            lines.append(
                f"{at + row:04x}: {digits:<47} ; {what}" if row == 0 else f"{at + row:04x}: {digits}"
            )
        at += len(data)
    return "\n".join([*lines, "```", END])


def parse(markdown: str) -> bytes:
    """The bytes of the dump in FORMAT.md."""
    rows = re.findall(r"^([0-9a-f]{4}): ([0-9a-f ]+)", markdown.split(BEGIN)[1].split(END)[0], re.MULTILINE)
    data = bytearray()
    for offset, digits in rows:
        assert int(offset, 16) == len(data)
        data += bytes.fromhex(digits)
    return bytes(data)


def write() -> None:
    old = FORMAT_MD.read_text(encoding="utf-8")
    head, rest = old.split(BEGIN)
    FORMAT_MD.write_text(head + text() + rest.split(END)[1], encoding="utf-8")
