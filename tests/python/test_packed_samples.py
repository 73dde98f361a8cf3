# SPDX-License-Identifier: MIT
"""The packing `samples`: what is packed comes back, in Python and in C the same bits."""
from __future__ import annotations

import ctypes
import pathlib
import sys

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "python"), str(ROOT / "tests" / "golden")]

import broken_packed  # noqa: E402
import format_unpack  # noqa: E402
from pavane_format import container, grids, layout, packing, packing_samples, quantise, writer  # noqa: E402
from pavane_format.chunk import Table, unpack_tables  # noqa: E402
from pavane_format.grids import Grid  # noqa: E402
from pavane_format.model import Channel, Clip, Component, Document, Target  # noqa: E402
from pavane_format.packing_samples import Group, Unit  # noqa: E402

WHOLE = st.one_of(st.integers(-3, 3), st.integers(-1000, 1000), st.integers(-(1 << 31), (1 << 31) - 1))


@st.composite
def units(draw: st.DrawFn, rows: int) -> Unit:
    given_ = draw(st.integers(0, 15))
    width = draw(st.sampled_from((3, 4))) if given_ else 1
    numbers = draw(st.lists(st.lists(WHOLE, min_size=width, max_size=width), min_size=rows, max_size=rows))
    base = draw(st.sampled_from(((0, 0, 0), (5, -700, 2048)))) if given_ else (0, 0, 0)
    return Unit(Grid(draw(st.integers(0, 255)), np.array(numbers, np.int64).astype(np.int32), base), given_)


@st.composite
def groups(draw: st.DrawFn) -> list[Group]:
    rows = draw(st.lists(st.integers(1, 12), max_size=3))
    return [Group(count, draw(st.lists(units(count), max_size=4))) for count in rows]


def unpacked(packed: bytes, count: int) -> np.ndarray:
    return np.frombuffer(packing_samples.unpack({}, Table(13, 4, count, b""), packed), "<f4")


@settings(max_examples=300, deadline=None)
@given(groups=groups())
def test_what_is_packed_comes_back(groups: list[Group]) -> None:
    values = packing_samples.values(groups)
    packed = packing_samples.pack(groups)
    assert unpacked(packed, len(values)).tobytes() == values.tobytes()
    assert format_unpack.samples(format_unpack.Bytes(packed), 4, len(values), {}) == values.tobytes()


# ---- In C ----


def document_of(made: list[Unit], rows: int) -> Document:
    """A clip of a channel for each unit; the last two rows of its grid are those of a cut, if there are four."""
    jumps = 1 if rows > 3 else 0
    count = rows - 2 * jumps
    channels = []
    for i, unit in enumerate(made):
        numbers = [lane for lane in range(4) if unit.given >> lane & 1] or [0]
        parts = [Component(number, "sampled", samples=column[:count], grid=unit.grid,
                           cuts=np.array([[0.5, *column[count:], 0, 0][:3]], np.float32)[:jumps])
                 for number, column in zip(numbers, unit.lanes().T)]
        channels.append(Channel(Target("object", str(i), element="x"), parts, "quaternion" if unit.given else "none"))
    return Document(clips=[Clip("Whole", frame_end=count - 1.0, channels=channels)])


def with_samples(document: Document) -> bytes:
    """The file with all of its floats packed as samples, whatever is smallest."""
    info, clip = writer.chunks(document)
    tables = unpack_tables("CLIP", clip.raw).values()
    data = broken_packed.directory(*(
        (table.id, table.record_size, table.count, *(("samples", clip.samples[table.id]) if table.id in clip.samples
                                                     else ("stored", table.data))) for table in tables))
    way = container.Stored(layout.CODECS["stored"], layout.FILTERS["packed"], data, len(data))
    return container.assemble([(info, container.store(info)), (clip, way)])


class Error(ctypes.Structure):
    _fields_ = [("result", ctypes.c_int), ("message", ctypes.c_char * 256)]


@pytest.fixture(scope="session")
def load(build_folder: pathlib.Path) -> ctypes._CFuncPtr:
    library = ctypes.CDLL(str(build_folder / "libpavane.so"))
    library.pav_document_load_memory.argtypes = [ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_void_p] * 3]
    library.pav_document_destroy.argtypes = [ctypes.c_void_p]

    def load(data: bytes) -> str:
        handle, error = ctypes.c_void_p(), Error()
        library.pav_document_load_memory(data, len(data), None, ctypes.byref(handle), ctypes.byref(error))
        library.pav_document_destroy(handle)
        return error.message.decode()

    return load


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data(), rows=st.integers(1, 12))
def test_the_c_reader_comes_to_the_same_bits(load: ctypes._CFuncPtr, data: st.DataObject, rows: int) -> None:
    """Those that the chunk's checksum is of."""
    document = document_of(data.draw(st.lists(units(rows), min_size=1, max_size=5)), rows)
    assert load(with_samples(document)) == ""


# ---- The encoder ----


def test_a_step_is_an_even_part_of_an_octave() -> None:
    for exponent in range(256):
        assert grids.step(exponent) == pytest.approx(2 ** (16 - exponent / 4), rel=1e-15)
        assert grids.exponent_of(grids.step(exponent)) == exponent
    assert grids.exponent_of(1.1) == 64 and grids.exponent_of(0.9) == 65


@pytest.mark.parametrize("turns", [0.1, 0.9, 1.0, 5.0])
@pytest.mark.parametrize("with_base", [False, True])
def test_a_rotation_is_told_to_half_a_step_however_far_it_turns(turns: float, with_base: bool) -> None:
    half = np.linspace(0.3, 0.3 + turns * np.pi, 200)
    axis = np.array([2, -1, 2]) / 3
    wanted = np.concatenate((axis * np.sin(half)[:, None], np.cos(half)[:, None]), 1)
    grid = grids.rotation_grid(wanted, 100, grids.base_of(wanted[0]) if with_base else (0, 0, 0))
    assert grid is not None
    off = np.linalg.norm(grid.values() - wanted, axis=1)
    assert off.max() <= np.sqrt(3) / 2 * grids.step(100) / 2 * 1.001  # half an angle is its quaternion's length
    assert grid.is_signed == (turns > 0.5)


def test_numbers_that_no_grid_holds_have_none() -> None:
    for values in ([1.0, np.nan], [np.inf], [1e30]):
        assert grids.number_grid(np.array(values), 100) is None
    assert grids.rotation_grid(np.zeros((1, 4)), 100) is None
    assert grids.rotation_grid(np.full((1, 4), np.nan), 100) is None


class Chain:
    """A number that is played on top of the one before, which is played a little wrong."""

    def __init__(self, wanted: np.ndarray, before: Chain | None, bound: float) -> None:
        self.wanted, self.before, self.bound = wanted, before, bound
        self.steps = [1.0]
        self.played = wanted

    def seen(self) -> list[np.ndarray]:
        return [self.wanted - (self.before.played if self.before else 0)]

    def take(self, values: list[np.ndarray]) -> float:
        self.played = values[0][:, 0].astype(np.float64) + (self.before.played if self.before else 0)
        return float(np.abs(self.played - self.wanted).max()) / self.bound


def test_steps_are_as_large_as_the_error_allows_and_errors_do_not_add_up() -> None:
    times = np.linspace(0, 6, 200)
    chain: list[Chain] = []
    for i in range(10):
        chain.append(Chain(np.sin(times * (i + 1)), chain[-1] if chain else None, 0.01))
    found = quantise.settle(chain, lambda: None)
    assert found is not None
    steps = [grids.step(grid.exponent) for made in found for grid in made]
    assert min(steps) > 0.01 and max(steps) <= 0.02
    assert quantise.settle([Chain(times, None, 1e-12)], lambda: None) is None


def test_smooth_motion_takes_less_than_a_byte_for_each_number() -> None:
    times = np.linspace(0, 5, 500)
    grid = grids.number_grid(np.sin(times), 64 + 4 * 13)
    assert grid is not None
    assert len(packing_samples.pack([Group(500, [Unit(grid)])])) < 520
    assert len(packing_samples.pack([Group(500, [Unit(Grid(9, np.full((500, 1), 77, np.int32)))])])) == 10


def test_what_is_packed_as_samples_is_only_what_comes_back() -> None:
    document = document_of([Unit(Grid(90, np.arange(60, dtype=np.int32)[:, None] ** 2 % 50))], 60)
    *_, chunk = writer.chunks(document)
    (id,) = (id for id in chunk.samples if id == layout.CHUNKS["CLIP"].tables["samples"].id)
    table = unpack_tables("CLIP", chunk.raw)[id]
    packed = packing.pack("CLIP", chunk.raw, chunk.samples)
    assert packed is not None and chunk.samples[id] in packed
    document.clips[0].channels[0].components[0].samples[3] += 1  # and so no longer what its grid says
    *_, other = writer.chunks(document)
    assert unpack_tables("CLIP", other.raw)[id].data != table.data
    packed = packing.pack("CLIP", other.raw, other.samples)
    assert packed is not None and other.samples[id] not in packed
