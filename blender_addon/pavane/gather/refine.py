# SPDX-License-Identifier: GPL-3.0-or-later
"""Which rate, knots and cuts each sampled track of a clip needs, and what error is left.

All tracks share every evaluation of the scene. Beginning with whole frames, an interval of a track is halved while the
error in its middle, or at a quarter, is over a part of the bound; where nearly all of the change lies in one half,
halving goes on until it is known whether there is a jump. The rate is then the one that costs least when the finer
points are knots of their own. In the end the error is measured at moments of chance in every frame, with all tracks
played together.
"""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..pavane_format import model
from .sampling import Sampler, Samples, in_order, joined
from .tracks import Cut, Track, play

RATES = (1, 2, 4, 8)
MIDDLE, QUARTER = 0.5, 0.25  # of an interval: what is symmetrical, as a turn is, has no error in its middle
LEVELS = 10  # intervals are halved so often: to 1/1024 of a frame
SHARE = 0.3  # of the bound: what a track may use up, since those above it in the hierarchy add theirs
NEAR = 1 / 64  # frames: a jump is found so exactly, and no error is measured nearer to it
SHORTEST = 2.0 ** -13  # frames: a jump is not looked for in less
LEAST = 3  # times that what may hold a jump is halved: then a mere bend is told from it
UNEVEN = 0.25  # one half of an interval has so much less change than the other: there may be a jump
MOST_HALVED = 4096  # intervals that are looked at for jumps at one level
LARGEST = 512 << 20  # bytes of matrices that are kept
CHANCES = 3  # moments in each frame


class Store:
    """Samples of some movables, in the order of time, that grow as they are asked for."""

    def __init__(self, sampler: Sampler, kept: np.ndarray, samples: Samples) -> None:
        self._sampler = sampler
        self._kept = kept
        self.samples = in_order(samples.keep(kept))

    def can_hold(self, count: int) -> bool:
        return (len(self.samples.frames) + count) * max(1, len(self._kept)) * 64 <= LARGEST

    def add(self, frames: np.ndarray) -> None:
        new = np.setdiff1d(frames, self.samples.frames)
        if len(new):
            parts = [part.keep(self._kept) for part in self._sampler.stretches(new)]
            self.samples = in_order(joined([self.samples, *parts]))

    def rows(self, frames: np.ndarray) -> np.ndarray:
        return np.searchsorted(self.samples.frames, frames)


@dataclass(eq=False)
class Fit:
    """How far one track is."""

    track: Track
    open: np.ndarray  # (intervals, 2): those that are not known to be straight enough
    points: list[np.ndarray] = field(default_factory=list)  # of each level the middles that it needs

    def frames(self, whole: np.ndarray) -> np.ndarray:
        """All that it runs through."""
        return np.unique(np.concatenate([whole, *self.points]))


@dataclass
class Half:
    """Half an interval of a track that may hold a jump."""

    track: Track
    low: float
    high: float
    change: float  # what it must go on to hold the better part of


class Refiner:
    def __init__(self, clip: model.Clip, tracks: list[Track], store: Store, bound: float) -> None:
        self._clip = clip
        self._whole = clip.sample_frames(1)
        self._tracks = tracks
        self._store = store
        self._bound = bound
        self._lanes: dict[int, np.ndarray] = {}  # of each track, at all frames that the store had then
        intervals = np.stack((self._whole[:-1], self._whole[1:]), 1)
        self._fits = [Fit(track, intervals) for track in tracks]

    def split(self, borders: np.ndarray) -> None:
        """Makes ends of intervals of these moments between frames, where a track is not straight there."""
        if not len(borders) or not self._store.can_hold(len(borders)):
            return
        self._store.add(borders)
        samples = self._store.samples.rows(self._store.rows(borders))
        for fit in self._fits:
            lanes = self._lanes_of(fit.track)
            played = play(self._whole, lanes[self._store.rows(self._whole)], [], borders)
            bent = borders[fit.track.errors(samples, played, {}) > SHARE * self._bound]
            fit.points.append(bent)
            ends = fit.frames(self._whole)
            fit.open = np.stack((ends[:-1], ends[1:]), 1)

    def refine(self) -> None:
        for _ in range(LEVELS):
            fits = [fit for fit in self._fits if len(fit.open)]
            looked_at = [_within(fit.open, part) for fit in fits for part in (MIDDLE, QUARTER)]
            moments = np.unique(np.concatenate(looked_at)) if fits else np.zeros(0)
            if not len(moments) or not self._store.can_hold(len(moments)):
                return
            self._store.add(moments)
            self._find_cuts(fits)
            for fit in fits:
                self._halve_intervals(fit)

    def fill(self) -> None:
        """The rate of each track, its knots, and its samples."""
        for fit in self._fits:
            track = fit.track
            track.rate = min(RATES, key=lambda rate: self._cost(fit, rate))
            frames = self._clip.sample_frames(track.rate)
            self._store.add(frames)
            lanes = self._lanes_of(track)
            taken = {np.float32(frame) for frame in (*frames.tolist(), *(cut.frame for cut in track.cuts))}
            for frame in fit.frames(self._whole).tolist():
                if np.float32(frame) not in taken:  # as the file holds it
                    taken.add(np.float32(frame))
                    value = lanes[self._store.rows(np.array([frame]))[0]]
                    track.cuts.append(Cut(frame, value, value))
            track.cuts.sort(key=lambda cut: cut.frame)
            track.fill(frames, lanes[self._store.rows(frames)])

    def _cost(self, fit: Fit, rate: int) -> int:
        """How many values a lane has at that rate: a knot has two."""
        frames = self._clip.sample_frames(rate)
        return len(frames) + 2 * len(np.setdiff1d(fit.frames(self._whole), frames))

    # ---- Errors ----

    def measure(self, sampler: Sampler) -> None:
        """The error of each track at moments of chance, and at all that were looked at before."""
        self._measure(self._store.samples)
        for samples in sampler.stretches(self._chances()):
            self._measure(samples)

    def _measure(self, samples: Samples) -> None:
        poses: dict[int, np.ndarray] = {}
        for track in self._tracks:
            grid = self._clip.sample_frames(track.rate)
            played = play(grid, self._lanes_of(track)[self._store.rows(grid)], track.cuts, samples.frames)
            errors = track.errors(samples, played, poses)
            errors = errors[~_is_near_cut(track, samples.frames)]
            track.error = max(track.error, float(errors.max(initial=0.0)))

    def _chances(self) -> np.ndarray:
        """The same in each frame for all clips, so that those of one sweep share them."""
        starts = self._whole[:-1]
        parts = np.array([np.random.default_rng(abs(int(frame))).random(CHANCES) for frame in starts.tolist()])
        moments = starts[:, None] + parts.reshape(-1, CHANCES) * np.diff(self._whole)[:, None]
        return np.sort(moments, axis=1).reshape(-1)

    def _lanes_of(self, track: Track) -> np.ndarray:
        """Its lanes at all frames of the store."""
        found = self._lanes.get(id(track))
        if found is None or len(found) != len(self._store.samples.frames):
            found = self._lanes[id(track)] = track.read(self._store.samples)
        return found

    def _errors_within(self, fit: Fit, part: float) -> np.ndarray:
        """Of each open interval, so far within it; 0 where a jump is too near."""
        moments = _within(fit.open, part)
        rows = self._store.rows(moments)
        lanes, points = self._lanes_of(fit.track), fit.frames(self._whole)
        played = play(points, lanes[self._store.rows(points)], fit.track.cuts, moments)
        errors = fit.track.errors(self._store.samples.rows(rows), played, {})
        return np.where(_is_near_cut(fit.track, moments), 0.0, errors)

    def _halve_intervals(self, fit: Fit) -> None:
        """Leaves open both halves of those that are off in the middle or at a quarter, and notes these middles."""
        errors = np.maximum(self._errors_within(fit, MIDDLE), self._errors_within(fit, QUARTER))
        is_off = errors > SHARE * self._bound
        is_off = is_off | self._has_ramp(fit) if fit.track.is_whole else is_off
        off = fit.open[is_off & (np.diff(fit.open)[:, 0] > 2.0 ** -LEVELS)]
        middles = off.mean(1)
        fit.points.append(middles)
        halves = np.stack((np.stack((off[:, 0], middles), 1), np.stack((middles, off[:, 1]), 1)), 1)
        fit.open = halves.reshape(-1, 2)

    def _has_ramp(self, fit: Fit) -> np.ndarray:
        """In which open intervals of whole numbers a line would be played, whatever its middle happens to be."""
        ends = self._lanes_of(fit.track)[self._store.rows(fit.open)]
        found = (ends[:, 0] != ends[:, 1]).any(1)
        cuts_of: dict[int, list[np.ndarray]] = {}
        for cut in fit.track.cuts:
            for i in np.flatnonzero((fit.open[:, 0] < cut.frame) & (cut.frame <= fit.open[:, 1])).tolist():
                cuts_of.setdefault(i, []).extend((cut.before, cut.after))
        for i, between in cuts_of.items():
            knots = [ends[i, 0], *between, ends[i, 1]]
            found[i] = any((low != high).any() for low, high in zip(knots[::2], knots[1::2]))
        return found

    # ---- Jumps ----

    def _find_cuts(self, fits: list[Fit]) -> None:
        halves = [half for fit in fits for half in self._uneven_halves(fit)][:MOST_HALVED]
        times = 0
        while halves and (times < LEAST or max(half.high - half.low for half in halves) > NEAR):
            times += 1
            self._store.add(np.unique([(half.low + half.high) / 2 for half in halves]))
            for half in halves:
                self._narrow(half)
            halves = [half for half in halves if self._distance(half.track, half.low, half.high) >= 0.5 * half.change]
        if halves:
            self._cut(halves)

    def _uneven_halves(self, fit: Fit) -> list[Half]:
        track, lanes = fit.track, self._lanes_of(fit.track)
        middles = fit.open.mean(1)
        a, m, b = (lanes[self._store.rows(frames)] for frames in (fit.open[:, 0], middles, fit.open[:, 1]))
        first, second = track.distances(a, m), track.distances(m, b)
        uneven = np.minimum(first, second) < UNEVEN * np.maximum(first, second)
        uneven &= self._errors_within(fit, MIDDLE) > SHARE * self._bound
        found = []
        for i in np.flatnonzero(uneven).tolist():
            low, high = (fit.open[i, 0], middles[i]) if first[i] > second[i] else (middles[i], fit.open[i, 1])
            if high - low > SHORTEST and not any(low < cut.frame <= high for cut in track.cuts):
                found.append(Half(track, float(low), float(high), float(max(first[i], second[i]))))
        return found

    def _narrow(self, half: Half) -> None:
        middle = (half.low + half.high) / 2
        if self._distance(half.track, half.low, middle) > self._distance(half.track, middle, half.high):
            half.high = middle
        else:
            half.low = middle

    def _distance(self, track: Track, low: float, high: float) -> float:
        rows, lanes = self._store.rows(np.array([low, high])), self._lanes_of(track)
        return float(track.distances(lanes[rows[:1]], lanes[rows[1:]])[0])

    def _cut(self, halves: list[Half]) -> None:
        """Makes cuts of intervals that hold a jump: as if it were at their end, going on as straight as before it."""
        self._store.add(np.unique([half.low - NEAR for half in halves]))
        for half in halves:
            track, lanes = half.track, self._lanes_of(half.track)
            frames = np.array([half.low - NEAR, half.low, half.high])
            last, before, after = lanes[self._store.rows(frames)]
            if not track.is_whole and self._distance(track, half.low - NEAR, half.low) < 0.5 * half.change:
                before = before + (before - last) * ((half.high - half.low) / NEAR)
            if np.isfinite(before).all() and np.isfinite(after).all():
                track.cuts.append(Cut(float(np.float32(half.high)), before, after))
                track.cuts.sort(key=lambda cut: cut.frame)


def _within(intervals: np.ndarray, part: float) -> np.ndarray:
    return intervals[:, 0] * (1 - part) + intervals[:, 1] * part


def _is_near_cut(track: Track, frames: np.ndarray) -> np.ndarray:
    near = np.zeros(len(frames), bool)
    for cut in track.cuts:
        if cut.is_jump:
            near |= (frames > cut.frame - NEAR) & (frames < cut.frame)
    return near
