# SPDX-License-Identifier: MIT
"""Strategies for the tables of keys."""
from __future__ import annotations

import pathlib
import sys

import numpy as np
from hypothesis import strategies as st

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "format"))

from pavane_format.chunk import Table  # noqa: E402

FLOATS = st.floats(width=32, allow_nan=False, allow_infinity=False)
FRAMES = st.one_of(st.integers(-100, 100).map(float), FLOATS)


def key_tables(curves: list[int], times: list, values: list, lefts: list, rights: list) -> list[Table]:
    """Curves of so many keys, and their keys."""
    spans = [(0, sum(curves[:i]), count, *(0,) * 5) for i, count in enumerate(curves)]
    streams = ((7, times, 4), (8, values, 4), (9, lefts, 8), (10, rights, 8))
    return [
        Table(6, 32, len(curves), np.array(spans, "<u4").tobytes()),
        *(Table(id, size, len(times), np.array(rows, "<f4").tobytes()) for id, rows, size in streams),
    ]


@st.composite
def wild_keys(draw) -> list[Table]:
    curves = draw(st.lists(st.integers(1, 5), min_size=1, max_size=4))
    count = sum(curves)
    times = [time for keys in curves for time in sorted(draw(st.lists(FRAMES, min_size=keys, max_size=keys)))]
    numbers = draw(st.lists(FLOATS, min_size=5 * count, max_size=5 * count))
    pairs = [numbers[count + 2 * i : count + 2 * i + 2] for i in range(2 * count)]
    return key_tables(curves, times, numbers[:count], pairs[:count], pairs[count:])
