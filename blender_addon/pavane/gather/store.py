# SPDX-License-Identifier: GPL-3.0-or-later
"""Samples that grow as they are asked for, and what tracks are at them.

They are kept in the order in which they come, since many are added a few at a time; rows are counted in the order of
time.
"""
from __future__ import annotations

from typing import Iterator

import numpy as np

from .properties import Key
from .sampling import Sampler, Samples, in_order, joined
from .tracks import Parts, Track
from .transforms import continuous

LARGEST = 512 << 20  # bytes of matrices that are kept


class Grown:
    """Rows that are added at the end of an array that has room for more."""

    def __init__(self, rows: np.ndarray) -> None:
        self._room, self.count = rows, len(rows)

    @property
    def rows(self) -> np.ndarray:
        return self._room[:self.count]

    def add(self, rows: np.ndarray) -> None:
        count = self.count + len(rows)
        if count > len(self._room):
            room = np.empty((count + count // 2, *self._room.shape[1:]), self._room.dtype)
            room[:self.count] = self.rows
            self._room = room
        self._room[self.count:count] = rows
        self.count = count


class Store:
    """Samples of some movables at frames that are added."""

    def __init__(self, sampler: Sampler, kept: np.ndarray, samples: Samples) -> None:
        first = in_order(samples.keep(kept))
        self._sampler = sampler
        self._kept = kept
        self._columns = first.columns
        self._matrices, self._weights = Grown(first.matrices), Grown(first.weights)
        self._values: dict[Key, Grown] = {key: Grown(numbers) for key, numbers in first.values.items()}
        self.frames = first.frames  # in the order of time
        self.places = np.arange(len(first.frames))  # of each frame: as which it was added
        self._others: Samples | None = None

    def can_hold(self, count: int) -> bool:
        return (len(self.frames) + count) * max(1, len(self._kept)) * 64 <= LARGEST

    def add(self, frames: np.ndarray) -> None:
        new = np.setdiff1d(frames, self.frames)
        if not len(new):
            return
        added = joined([part.keep(self._kept) for part in self._sampler.stretches(new)])
        before = np.searchsorted(self.frames, new)
        self.places = np.insert(self.places, before, np.arange(len(new)) + len(self.frames))
        self.frames = np.insert(self.frames, before, new)
        self._matrices.add(added.matrices)
        self._weights.add(added.weights)
        for key, grown in self._values.items():
            grown.add(added.values[key])

    def rows(self, frames: np.ndarray) -> np.ndarray:
        """Of known frames."""
        return np.searchsorted(self.frames, frames)

    def samples(self, rows: np.ndarray | None = None, movables: np.ndarray | None = None) -> Samples:
        """At some rows, of some movables; without them at all, of all."""
        rows = np.arange(len(self.frames)) if rows is None else rows
        return self._at(self.frames[rows], self.places[rows], movables)

    def added(self, first: int, movables: np.ndarray) -> Samples:
        """Those that were added after so many, in the order of time."""
        rows = np.flatnonzero(self.places >= first)
        return self._at(self.frames[rows], self.places[rows], movables)

    def _at(self, frames: np.ndarray, places: np.ndarray, movables: np.ndarray | None) -> Samples:
        columns = self._columns
        chosen = self._matrices.rows
        if movables is not None:
            columns = np.full(len(columns), -1)
            columns[movables] = np.arange(len(movables))
            matrices = chosen[places[:, None], self._columns[movables]]
        else:
            matrices = chosen[places]
        values = {key: grown.rows[places] for key, grown in self._values.items()}
        return Samples(frames, matrices, columns, self._weights.rows[places], values)

    def judges(self, moments: np.ndarray) -> Iterator[Samples]:
        """All samples, and those at other moments, which are kept for the next time if they are not too many."""
        yield self.samples()
        if len(moments) and self.can_hold(len(moments)) and self._others is None:
            self._others = joined([part.keep(self._kept) for part in self._sampler.stretches(moments)])
        if self._others is not None:
            yield self._others
        elif len(moments):
            yield from self._sampler.stretches(moments)


class Known:
    """What each track is at the frames of a store, read once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._found: dict[int, dict[str, Grown]] = {}  # of each track, by part, as they were added
        self._signs: dict[int, np.ndarray] = {}  # of its rotations, in the order of time

    def at(self, track: Track, rows: np.ndarray) -> Parts:
        self._read_new(track)
        places = self._store.places[rows]
        parts = {name: grown.rows[places] for name, grown in self._found[id(track)].items()}
        if "rotation" in parts:
            parts["rotation"] = parts["rotation"] * self._signs[id(track)][rows, None]
        return parts

    def _read_new(self, track: Track) -> None:
        found = self._found.get(id(track), {})
        count = next((grown.count for grown in found.values()), 0)
        if count == len(self._store.frames):
            return
        new = self._store.added(count, track.concerns())
        order = np.argsort(self._store.places[self._store.rows(new.frames)])
        for name, values in track.read(new).items():
            if name in found:
                found[name].add(values[order])
            else:
                found[name] = Grown(values[order])
        self._found[id(track)] = found
        if "rotation" in found:
            turned = found["rotation"].rows[self._store.places]
            signed = continuous(turned, turned[0])
            self._signs[id(track)] = np.where((signed * turned).sum(1) < 0, -1.0, 1.0)
