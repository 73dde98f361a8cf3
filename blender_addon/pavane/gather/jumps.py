# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds where sampled tracks jump: where nearly all of the change of an interval lies in one half of it, halving goes
on until it is known whether there is a jump; and where halving has come to its end."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable

import numpy as np

from .fits import Fit, rounded
from .tracks import NEAR, Cut, Track

UNEVEN = 0.25  # one half of an interval has so much less change than the other: there may be a jump
APART = 1 / 64  # frames: of intervals that are nearer one is cut at a time, since that may mend the others
BREAK = 8.0  # times as long as the step before it: there is a jump in this step, too
MOST_HALVED = 4096  # intervals that are looked at for jumps at a time


@dataclass
class Half:
    """Half an interval of a track that may hold a jump."""

    track: Track
    low: float
    high: float
    change: float  # what it must go on to hold the better part of


class Jumps:
    """`evaluate` makes frames known, `lanes_at` reads a track at known frames."""

    def __init__(self, evaluate: Callable[[np.ndarray], None],
                 lanes_at: Callable[[Track, np.ndarray], np.ndarray]) -> None:
        self._evaluate = evaluate
        self._lanes_at = lanes_at

    def find(self, places: Iterable[tuple[Fit, np.ndarray]]) -> list[tuple[Track, float]]:
        """Cuts the tracks of fits where they jump within intervals that are off, (intervals, 2); their middles are
        known. Which tracks were cut, and where."""
        found: dict[tuple[int, float, float], Half] = {}
        for fit, intervals in places:
            for half in self._uneven_halves(fit.track, intervals):
                found.setdefault((id(half.track), half.low, half.high), half)
        halves = list(found.values())[:MOST_HALVED]
        while halves and max(half.high - half.low for half in halves) > 1.5 * NEAR:
            self._evaluate(np.unique([half.low + (half.high - half.low) / 2 for half in halves]))
            for half in halves:
                self._narrow(half)
            halves = [half for half in halves if self._distance(half.track, half.low, half.high) >= 0.5 * half.change]
        return self._cut([(half.track, half.low, half.high) for half in halves])

    def settle(self, places: Iterable[tuple[Fit, np.ndarray]]) -> list[tuple[Track, float]]:
        """The same in intervals that are off and too short to be halved: whatever is there, a jump or a bend."""
        found = {(id(fit.track), low, high): (fit.track, low, high)
                 for fit, intervals in places for low, high in intervals.tolist()
                 if not any(low < cut.frame <= high for cut in fit.track.cuts)}
        short = _apart(list(found.values()))[:MOST_HALVED]
        if not short:
            return []
        self._evaluate(np.unique([frame for _, low, high in short for frame in _five(low, high)]))
        return self._cut([self._worst_half(*interval) for interval in short])

    def _worst_half(self, track: Track, low: float, high: float) -> tuple[Track, float, float]:
        """The one that goes further from how the motion is around both."""
        frames = _five(low, high)
        steps = np.diff(self._lanes_at(track, frames), axis=0)
        usual = (steps[:1] + steps[3:]) / 2
        first, second = (float(track.distances(step[None], usual)[0]) for step in steps[1:3])
        return (track, frames[1], frames[2]) if first > second else (track, frames[2], frames[3])

    def _uneven_halves(self, track: Track, intervals: np.ndarray) -> list[Half]:
        middles = rounded(intervals.mean(1))
        a, m, b = (self._lanes_at(track, frames) for frames in (intervals[:, 0], middles, intervals[:, 1]))
        first, second = track.distances(a, m), track.distances(m, b)
        uneven = np.minimum(first, second) < UNEVEN * np.maximum(first, second)
        found = []
        for i in np.flatnonzero(uneven).tolist():
            low, high = (intervals[i, 0], middles[i]) if first[i] > second[i] else (middles[i], intervals[i, 1])
            if high - low > NEAR and not any(low < cut.frame <= high for cut in track.cuts):
                found.append(Half(track, float(low), float(high), float(max(first[i], second[i]))))
        return found

    def _narrow(self, half: Half) -> None:
        middle = half.low + (half.high - half.low) / 2
        if self._distance(half.track, half.low, middle) > self._distance(half.track, middle, half.high):
            half.high = middle
        else:
            half.low = middle

    def _distance(self, track: Track, low: float, high: float) -> float:
        a, b = self._lanes_at(track, np.array([low, high]))
        return float(track.distances(a[None], b[None])[0])

    def _cut(self, intervals: list[tuple[Track, float, float]]) -> list[tuple[Track, float]]:
        """Makes cuts of intervals that hold a jump: as if it were at their end, going on as straight as before it."""
        if intervals:
            self._evaluate(np.unique([frame for _, low, _ in intervals for frame in _approach(low)]))
        made = []
        for track, low, high in intervals:
            cut = Cut(float(np.float32(high)), low, high, np.zeros(0), np.zeros(0))
            self._read(track, [cut])
            is_new = not any(abs(cut.frame - other.frame) < NEAR for other in track.cuts)
            if is_new and np.isfinite(cut.before).all() and np.isfinite(cut.after).all():
                track.cuts.append(cut)
                track.cuts.sort(key=lambda cut: cut.frame)
                made.append((track, cut.frame))
        return made

    def refresh(self, track: Track) -> None:
        """Reads the cuts again: where more frames are known a rotation may have come to be the other one of two
        quaternions."""
        if track.cuts and track.is_steady:
            self._read(track, track.cuts)

    def _read(self, track: Track, cuts: list[Cut]) -> None:
        frames = np.stack([np.append(_approach(cut.low), cut.high) for cut in cuts])
        lanes = self._lanes_at(track, frames.reshape(-1)).reshape(*frames.shape, -1)
        before, after = lanes[:, 2].copy(), lanes[:, 3]
        if not track.is_whole:
            earlier, later = lanes[:, 1] - lanes[:, 0], lanes[:, 2] - lanes[:, 1]
            breaks = (track.distances(later, np.zeros_like(later))
                      > BREAK * track.distances(earlier, np.zeros_like(earlier)))
            lengths = np.array([(cut.high - cut.low) / NEAR for cut in cuts])
            before += np.where(breaks[:, None], earlier, later) * lengths[:, None]
        for i, cut in enumerate(cuts):
            cut.before, cut.after = before[i], after[i]


def _apart(intervals: list[tuple[Track, float, float]]) -> list[tuple[Track, float, float]]:
    """The first of those of a track that lie near each other."""
    last: dict[int, float] = {}
    chosen = []
    for track, low, high in sorted(intervals, key=lambda interval: interval[1]):
        if low - last.get(id(track), -np.inf) > APART:
            chosen.append((track, low, high))
            last[id(track)] = high
    return chosen


def _approach(low: float) -> np.ndarray:
    """Moments from which it is known how the motion goes on up to a jump; another one may lie in one of two steps."""
    return np.array([low - 2 * NEAR, low - NEAR, low])


def _five(low: float, high: float) -> np.ndarray:
    """The ends of both halves of an interval, and of the one before and after them."""
    half = (high - low) / 2
    return np.array([low - half, low, low + half, high, high + half])
