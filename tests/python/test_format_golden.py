# SPDX-License-Identifier: MIT
"""The golden files: today's writer still makes them, and the Python reader judges them as the C reader."""
from __future__ import annotations

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
sys.path[:0] = [
    str(ROOT / "format"),
    str(GOLDEN),
    str(ROOT / "tests" / "python"),
    str(ROOT / "tests" / "fuzz"),
]

import broken  # noqa: E402
import documents  # noqa: E402
import evolved  # noqa: E402
import hexdump  # noqa: E402
import make_dictionary  # noqa: E402
import make_golden  # noqa: E402
from format_strategies import same  # noqa: E402
from pavane_format import container, reader, tables, writer  # noqa: E402


def raw_chunks(data: bytes) -> list[container.Chunk]:
    return container.unpack(data)


def test_the_writer_makes_the_goldens():
    """To the byte; with another zlib, to the raw byte."""
    for name, make in documents.DOCUMENTS.items():
        golden, fresh = (GOLDEN / f"{name}.pav").read_bytes(), writer.write(make())
        assert fresh == golden or raw_chunks(fresh) == raw_chunks(golden)
        stored = (GOLDEN / f"{name}_stored.pav").read_bytes()
        assert stored == container.pack(writer.chunks(make()), compress=False)


def test_every_golden_file_is_fresh():
    files = make_golden.golden_files()
    if files["minimal.pav"] != (GOLDEN / "minimal.pav").read_bytes():
        pytest.skip("another zlib: compressed files cannot be compared byte by byte")
    folders = [GOLDEN / "evolved", GOLDEN / "invalid"]
    on_disk = {str(path.relative_to(GOLDEN)) for folder in folders for path in folder.iterdir()}
    assert on_disk == {name for name in files if "/" in name}
    for name, data in files.items():
        assert (GOLDEN / name).read_bytes() == data, name


@pytest.mark.parametrize("name", evolved.CASES)
def test_files_of_other_versions_hold_the_same(name):
    data = (GOLDEN / "evolved" / f"{name}.pav").read_bytes()
    assert same(reader.read(data), documents.small())
    assert data != writer.write(documents.small())


# The named rules, and two bounds on what reading may cost, are the C reader's alone.
REFUSED_HERE = [
    case
    for case in broken.CASES
    if not case.name.startswith("rule_") and case.name not in ("value_span_overlap", "text_long")
]


@pytest.mark.parametrize("case", REFUSED_HERE, ids=lambda case: case.name)
def test_the_reader_refuses_what_is_no_file_or_refers_to_nothing(case):
    with pytest.raises(container.FormatError, match=r"^(header|directory|INFO|SCNE|MESH 0|CLIP \d)\b.*: "):
        reader.read((GOLDEN / "invalid" / f"{case.name}.pav").read_bytes())


def test_every_rule_of_the_specification_has_a_file_that_breaks_it():
    rules = [
        line.split("`")[1]
        for line in hexdump.FORMAT_MD.read_text(encoding="utf-8")
        .split("## Rules")[1]
        .split("## Chunks")[0]
        .splitlines()
        if line.startswith("| `")
    ]
    assert len(rules) > 15
    names = [case.name for case in broken.CASES]
    aliases = {"chunk_ids": "container_ids", "text": "text_utf8"}
    for rule in rules:
        wanted = aliases.get(rule, f"rule_{rule}")
        assert any(name.startswith(wanted) for name in names), rule


def test_the_specification_shows_a_file_that_loads():
    data = hexdump.parse(hexdump.FORMAT_MD.read_text(encoding="utf-8"))
    assert data == (GOLDEN / "minimal_stored.pav").read_bytes()
    assert same(reader.read(data), documents.minimal())
    assert hexdump.text() in hexdump.FORMAT_MD.read_text(encoding="utf-8")


def test_the_dictionary_of_the_fuzzer_is_fresh():
    assert (ROOT / "tests" / "fuzz" / "pav.dict").read_text(encoding="ascii") == make_dictionary.text()


def test_a_damaged_file_raises_only_format_errors():
    data = (GOLDEN / "minimal.pav").read_bytes()
    for end in range(len(data)):
        with pytest.raises(container.FormatError):
            reader.read(data[:end])
    chunk = writer.chunks(documents.minimal())[2]
    for bit in range(8 * len(chunk.raw)):
        raw = bytearray(chunk.raw)
        raw[bit // 8] ^= 1 << bit % 8
        try:
            tables.decode(chunk._replace(raw=bytes(raw)), {"MESH": 0, "CLIP": 1, "IMAG": 0})
        except container.FormatError as error:
            assert str(error).startswith("CLIP 0: ")
