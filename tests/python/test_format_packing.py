# SPDX-License-Identifier: MIT
"""Packed chunks: what was packed comes back, in every reader; and what each packing is good for."""
from __future__ import annotations

import pathlib
import struct
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden"
sys.path[:0] = [str(ROOT / "format"), str(GOLDEN), str(ROOT / "tests" / "python")]

import documents  # noqa: E402
import format_unpack  # noqa: E402
from format_keys import key_tables, wild_keys  # noqa: E402
from pavane_format import container, packing, packing_columns, packing_handles, writer  # noqa: E402
from pavane_format.chunk import FormatError, Table, pack_tables  # noqa: E402

FILES = sorted([*GOLDEN.glob("*.pav"), *GOLDEN.glob("evolved/*.pav"), *ROOT.glob("tests/c/fixtures/*.pav")])


def stored_ways(data: bytes) -> list[tuple[int, int]]:
    """Codec and filter of each chunk."""
    count = struct.unpack_from("<I", data, 16)[0]
    return [container.ENTRY.unpack_from(data, 28 + container.ENTRY.size * i)[3:5] for i in range(count)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_reader_written_from_the_page_alone_reads_the_same(path):
    data = path.read_bytes()
    known = {chunk.raw for chunk in container.unpack(data)}
    assert known <= set(format_unpack.raw_chunks(data))


def test_goldens_are_packed_and_also_lie_there_unpacked():
    for name in documents.DOCUMENTS:
        assert (1, 1) in stored_ways((GOLDEN / f"{name}.pav").read_bytes())
        assert set(stored_ways((GOLDEN / f"{name}_stored.pav").read_bytes())) == {(0, 0)}


NUMBERS = st.one_of(st.integers(0, 3), st.integers(0, 2**32 - 1), st.floats(width=32).map(
    lambda number: struct.unpack("<I", struct.pack("<f", number))[0]))


@st.composite
def tables(draw) -> Table:
    unit = draw(st.sampled_from((1, 4)))
    width = draw(st.sampled_from((1, 2, 3) if unit == 4 else (1, 2, 3, 5)))
    rows = draw(st.lists(st.lists(NUMBERS, min_size=width, max_size=width), min_size=1, max_size=20))
    data = b"".join((number % 256**unit).to_bytes(unit, "little") for row in rows for number in row)
    return Table(draw(st.integers(1, 99)), unit * width, len(rows), data)


@settings(deadline=None)
@given(st.lists(tables(), max_size=5, unique_by=lambda table: table.id))
def test_any_tables_come_back_from_their_columns(made):
    made = sorted(made)
    for table in made:
        packed = packing_columns.pack({}, table)
        assert packed is not None and packing_columns.unpack({}, table._replace(data=b""), packed) == table.data
    raw = pack_tables(made)
    packed = packing.pack("CLIP", raw)
    assert packed is not None and packing.unpack("CLIP", "CLIP 0", packed, len(raw)) == raw
    assert format_unpack.unpack(packed) == raw


def test_a_number_is_expected_in_the_way_that_packs_best():
    counts = np.random.default_rng(1).integers(0, 200, 40)
    first = np.cumsum(counts) - counts + 5
    columns = np.stack([first, counts, np.arange(40) ** 2, np.full(40, 7)], axis=1).astype("<u4")
    packed = packing_columns.pack({}, Table(3, 16, 40, columns.tobytes()))
    # From the last: constant 7; squares from 0 on; numbers as they are; first + count, from 5 on.
    squares, plain = bytes([0x12, 0, 2, 4]) + bytes([4] * 37), bytes([0x10]) + bytes(counts.tolist())
    assert packed == bytes([1, 7]) + squares + plain + bytes([3, 5])


# ---- Handles ----

def handles_come_back(made: list[Table]) -> dict[int, bytes]:
    """The packed bytes of left and right handles."""
    tables = {table.id: table for table in made}
    result = {}
    for id in (9, 10):
        before = {other: table for other, table in tables.items() if other < id}
        packed = result[id] = packing_handles.pack(tables, tables[id])
        assert packed is not None
        assert packing_handles.unpack(before, tables[id]._replace(data=b""), packed) == tables[id].data
        plain = {other: (table.record_size, table.count, table.data) for other, table in before.items()}
        again = format_unpack.key_handles(format_unpack.Bytes(packed), 8, tables[id].count, plain)
        assert again == tables[id].data
    return result


@settings(deadline=None)
@given(wild_keys())
def test_any_handles_come_back(made):
    handles_come_back(made)
    raw = pack_tables(made)
    packed = packing.pack("CLIP", raw)
    assert packed is not None and format_unpack.unpack(packed) == raw == packing.unpack("CLIP", "", packed, len(raw))


def test_handles_where_blender_puts_them_take_next_to_nothing():
    """Auto handles on a smooth curve: on the spline without acceleration at its ends, a third of the way."""
    count = 200
    times = np.cumsum(np.random.default_rng(1).integers(3, 12, count)).astype(np.float32)
    values = np.random.default_rng(2).normal(size=count).astype(np.float32)
    gaps, rises = np.diff(times).astype(float), np.diff(values).astype(float)
    system, wanted = np.diag([2.0] * count), np.zeros(count)
    system[0, 1] = system[-1, -2] = 1
    wanted[0], wanted[-1] = 3 * rises[0] / gaps[0], 3 * rises[-1] / gaps[-1]
    for i in range(1, count - 1):
        system[i, i - 1 : i + 2] = gaps[i], 2 * (gaps[i - 1] + gaps[i]), gaps[i - 1]
        wanted[i] = 3 * (gaps[i] * rises[i - 1] / gaps[i - 1] + gaps[i - 1] * rises[i] / gaps[i])
    slopes = np.linalg.solve(system, wanted)
    handles = []
    for sign, reach in ((-1, np.append(gaps[0], gaps)), (1, np.append(gaps, gaps[-1]))):
        frames = (times + np.float32(sign * 2) * (reach.astype(np.float32) / np.float32(6))).astype(np.float32)
        handles.append(np.stack([frames, values + slopes * (frames - times)], axis=1).tolist())
    packed = handles_come_back(key_tables([count], times.tolist(), values.tolist(), *handles))
    assert set(packed[9][:count]) == {0x10} and set(packed[10][:count]) == {0x50}
    assert not any(packed[9][count : 2 * count]) and not any(packed[10][count : 2 * count])
    steps = np.frombuffer(packed[9][2 * count :] + packed[10][2 * count :], np.uint8)
    assert len(steps) == 2 * count and np.median(steps) <= 2 and (steps < 20).mean() > 0.95


def test_floats_on_a_grid_are_whole_numbers():
    """Quarters of frames, one after another: x is 4, 5, 6 ...; not where one of them is -0."""
    frames = np.arange(1, 20, 0.25, np.float32)
    table = Table(3, 4, len(frames), frames.tobytes())
    packed = packing_columns.pack({}, table)
    assert packed == bytes([0x19, 2, 4]) + bytes([2] * (len(frames) - 1))
    assert packing_columns.unpack({}, table, packed) == frames.tobytes()
    frames[3] = -0.0
    assert packing_columns.whole(frames.view(np.uint32)) is None


def test_raw_bytes_that_would_not_come_back_are_not_packed():
    raw = writer.chunks(documents.minimal())[2].raw
    assert packing.pack("CLIP", raw) is not None
    assert packing.pack("CLIP", raw + bytes(4)) is None
    assert packing.pack("CLIP", raw[:8]) is None
    assert packing.pack("CLIP", pack_tables([Table(i, 4, 1, bytes(4)) for i in range(1, 66)])) is None


def test_a_chunk_that_packs_too_well_stays_within_what_a_reader_believes():
    raw = pack_tables([Table(5, 4, 1 << 20, np.arange(1 << 20, dtype="<u4").tobytes())])
    chunk = container.Chunk("CLIP", 0, raw)
    data = container.pack([chunk])
    assert container.unpack(data) == [chunk]
    assert len(data) < len(raw) / 1000


# ---- Shared ----


def noise(size: int, seed: int = 1) -> bytes:
    return np.random.default_rng(seed).integers(0, 256, size, np.uint8).tobytes()


def test_equal_tables_of_several_chunks_are_stored_once():
    """The same under another name, in ten chunks; in one of another type, and one without anything in common, not."""
    def named(number: int) -> bytes:
        return pack_tables([Table(1, 1, 4, b"%04d" % number), Table(9, 8, 2000, noise(16000))])

    chunks = [container.Chunk("CLIP", i, named(i)) for i in range(10)]
    chunks += [container.Chunk("MESH", 0, named(10)), container.Chunk("CLIP", 10, noise(4000, 2))]
    data = container.pack(chunks)
    assert container.unpack(data) == chunks and set(format_unpack.raw_chunks(data)) == {chunk.raw for chunk in chunks}
    sizes = [entry.stored_size for entry in container.entries(data)]
    assert sizes[0] > 16000 and max(sizes[1:10]) < 40 and sizes[10] > 16000 and sizes[11] == 4000
    assert container.unpack(container.pack(chunks[:3])) == chunks[:3]


def test_who_shares_with_a_large_chunk_takes_what_reading_that_is_worth():
    raw = pack_tables([Table(9, 1, 1 << 20, noise(1 << 10) * (1 << 10))])
    chunks = [container.Chunk("CLIP", i, raw) for i in range(3)]
    data = container.pack(chunks)
    assert container.unpack(data) == chunks
    first, *others = (entry.stored_size for entry in container.entries(data))
    assert all((1 << 20) / 1100 - 64 < size < 1000 for size in others) and first > 5000


def test_golden_twins_take_less_than_twice_their_room():
    small, twins = (len((GOLDEN / f"{name}.pav").read_bytes()) for name in ("small", "twins"))
    assert twins < 2 * small  # three of each clip, two of the mesh


def test_damaged_packed_bytes_give_format_errors():
    raw = writer.chunks(documents.small())[3].raw
    packed = packing.pack("CLIP", raw)
    assert packed is not None
    for place in range(len(packed)):
        for bit in range(8):
            damaged = packed[:place] + bytes([packed[place] ^ 1 << bit]) + packed[place + 1 :]
            try:
                packing.unpack("CLIP", "CLIP 0", damaged, len(raw))
            except FormatError as error:
                assert str(error).startswith("CLIP 0: ")
    for end in range(len(packed)):
        with pytest.raises(FormatError):
            packing.unpack("CLIP", "CLIP 0", packed[:end], len(raw))
