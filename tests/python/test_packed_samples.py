# SPDX-License-Identifier: MIT
"""The packing `samples`: what is packed comes back, in Python and in C the same bits."""
from __future__ import annotations

import pathlib
import sys

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "format"), str(ROOT / "tests" / "python")]

import format_unpack  # noqa: E402
from pavane_format import grids, packing_samples  # noqa: E402
from pavane_format.chunk import Table  # noqa: E402
from pavane_format.grids import Grid  # noqa: E402
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
