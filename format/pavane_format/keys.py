# SPDX-License-Identifier: MIT
"""The keys of a clip as the packings of handles see them: with their neighbours on the same curve."""
from __future__ import annotations

import numpy as np

from . import layout
from .chunk import Table

TABLES = layout.CHUNKS["CLIP"].tables
LARGEST = float(np.finfo(np.float32).max)
F = np.float32


def starts(tables: dict[int, Table], count: int) -> np.ndarray:
    """Whether each key is the first of a curve, or stands behind the last of one."""
    result = np.zeros(count, bool)
    result[:1] = True
    table = tables.get(TABLES["curves"].id)
    if table is None or table.record_size < 12 or table.record_size % 4:
        return result
    words = np.frombuffer(table.data, "<u4").reshape(table.count, -1).astype(np.int64)
    for places in (words[:, 1], words[:, 1] + words[:, 2]):
        result[places[places < count]] = True
    return result


def to_float(numbers: np.ndarray) -> np.ndarray:
    """The nearest binary32, never infinite; not a number becomes the lowest."""
    bounded = np.where(numbers > LARGEST, LARGEST, np.where(numbers >= -LARGEST, numbers, -LARGEST))
    return bounded.astype(F)


def _floats(tables: dict[int, Table], name: str, count: int) -> np.ndarray:
    table = tables.get(TABLES[name].id)
    if table is None or table.count != count or table.record_size != 4:
        raise ValueError(f"there are no {name}")
    return np.frombuffer(table.data, "<f4").astype(F)


class Keys:
    """`before` and `after` are the distances to the neighbours, never 0; at an end that to the other one, of a single
    key 3. `rise_before`, `rise_after` are what the value rises over them, at an end that on the other side."""

    def __init__(self, tables: dict[int, Table], count: int) -> None:
        self.times, self.values = (_floats(tables, name, count) for name in ("key_times", "key_values"))
        first = starts(tables, count)
        self.has_previous = ~first
        self.has_next = np.append(~first[1:], np.zeros(min(count, 1), bool))
        self.previous_values = np.where(self.has_previous, np.roll(self.values, 1), self.values)
        self.next_values = np.where(self.has_next, np.roll(self.values, -1), self.values)
        self.before, self.after = self._both_sides(self.times, F(3))
        self.rise_before, self.rise_after = self._both_sides(self.values, F(0))
        self.before, self.after = (np.where(gap == 0, F(1), gap) for gap in (self.before, self.after))

    def _both_sides(self, numbers: np.ndarray, alone: np.float32) -> tuple[np.ndarray, np.ndarray]:
        with np.errstate(all="ignore"):
            before, after = numbers - np.roll(numbers, 1), np.roll(numbers, -1) - numbers
        before = np.where(self.has_previous, before, np.where(self.has_next, after, alone))
        return before, np.where(self.has_next, after, before)
