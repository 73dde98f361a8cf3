# SPDX-License-Identifier: GPL-3.0-or-later
"""How a track would be written: as straight pieces or as cubics, through which points, and what that would cost."""
from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..pavane_format import model
from .tracks import NEAR, Track, is_near_jump

RATES = (1, 2, 4, 8)
KNOT_COST = 3  # numbers that a knot takes beside its values
REACH = 3  # intervals at each side of a point that a cubic through it may pass
HELPED = 0.5  # of an error: what a halving leaves of it at bends, and less where motion is smooth
STALLS = 3  # halvings that have not done in all what one should: more would not help either
MANY = 32  # intervals between two whole frames: where halving helps in none of so many, it is neither jumps nor bends
SLACK = 2.0  # of its limit: what a track may have where halving does not help
SHORT = 2.5 * NEAR  # frames: an interval that is no longer is not halved


@dataclass(eq=False)
class Fit:
    track: Track
    interpolation: str  # linear, cubic
    whole: np.ndarray  # frames of rate 1
    limit: float  # the error that it is to stay below
    rate: int = 1
    is_good: bool = False  # below its limit wherever it is known
    is_stuck: bool = False  # where it is not good, no interval can be halved
    kept: np.ndarray = field(default_factory=lambda: np.zeros(0))  # points that stay whatever is begun again
    peaks: np.ndarray = field(init=False)  # of each interval of `whole`: its error when halving helped last
    stalls: np.ndarray = field(init=False)  # how many halvings have not helped there since
    counts: np.ndarray = field(init=False)  # how many intervals between points are over the limit there
    points: np.ndarray = field(init=False)  # frames that it runs through, which increase
    is_open: np.ndarray = field(init=False)  # of each interval between points: whether its errors may have changed

    def __post_init__(self) -> None:
        self.points = self.whole
        places = max(0, len(self.whole) - 1)
        self.peaks = np.full(places, np.inf)
        self.stalls, self.counts = np.zeros(places, np.int64), np.zeros(places, np.int64)
        self.reopen()

    def reopen(self) -> None:
        self.is_open = np.ones(max(0, len(self.points) - 1), bool)
        self.is_good = self.is_stuck = False

    def interval(self, frames: np.ndarray) -> np.ndarray:
        """Between which points they lie."""
        return np.clip(np.searchsorted(self.points, frames, side="right") - 1, 0, max(0, len(self.points) - 2))

    def _take_points(self, points: np.ndarray) -> None:
        """Where there are others than before, the intervals up to the second one beside them are open, since cubics
        reach so far; the others stay what they are."""
        is_open = np.zeros(len(points) - 1, bool)
        if len(self.points) > 1:
            is_open |= self.is_open[self.interval(points[:-1])]
        for frame in np.setxor1d(points, self.points).tolist():
            place = int(np.searchsorted(points, frame))
            is_open[max(0, place - REACH):place + REACH] = True
        self.points, self.is_open = points, is_open

    def place(self, frames: np.ndarray) -> np.ndarray:
        """In which interval of `whole` they lie."""
        return np.clip(np.searchsorted(self.whole, frames, side="right") - 1, 0, max(0, len(self.whole) - 2))

    def is_wild(self) -> np.ndarray:
        """Of each interval between points: whether its track is not followed closely there."""
        return np.isin(self.place(self.points[:-1]), list(self.track.wild))

    def keep(self, points: np.ndarray) -> None:
        self.kept = np.union1d(self.kept, points)
        self._take_points(np.union1d(self.points, points))

    def drop(self, points: np.ndarray) -> None:
        self._take_points(np.setdiff1d(self.points, points))

    def probes(self) -> np.ndarray:
        """Where intervals are judged: in the middle, and at a quarter, since what is symmetrical, as a turn is, has no
        error in its middle."""
        lengths = np.diff(self.points)
        chosen = (lengths > 1.5 * NEAR) & self.is_open
        return np.concatenate([rounded(self.points[:-1][chosen] + lengths[chosen] * part) for part in (0.5, 0.25)])

    def knots(self, clip: model.Clip) -> np.ndarray:
        """The points beside the uniform samples, as the file may have them."""
        taken = np.concatenate((clip.sample_frames(self.rate), [cut.frame for cut in self.track.cuts]))
        frames = np.setdiff1d(self.points, taken)
        frames = frames[~np.isin(rounded(frames), rounded(taken))]
        return frames[~is_near_jump(self.track.cuts, frames)]

    def cost(self, clip: model.Clip, rate: int) -> int:
        """How many numbers it takes at a rate."""
        frames, lanes = clip.sample_frames(rate), len(self.track.components)
        return lanes * len(frames) + (lanes + KNOT_COST) * len(np.setdiff1d(self.points, frames))

    def least_cost(self, clip: model.Clip) -> int:
        return min(self.cost(clip, rate) for rate in RATES)

    def take_rate(self, clip: model.Clip) -> None:
        """The rate that costs least; its samples become points."""
        self.rate = min(RATES, key=lambda rate: self.cost(clip, rate))
        self.points = np.union1d(self.points, clip.sample_frames(self.rate))
        self.reopen()

    def limits(self) -> np.ndarray:
        """Of each interval between points."""
        return np.where((self.stalls >= STALLS)[self.place(self.points[:-1])], SLACK * self.limit, self.limit)

    def watch(self, off: np.ndarray, errors: np.ndarray) -> None:
        """Learns where halving helps, from the errors of the intervals that are over their limit."""
        places = self.place(self.points[off])
        peaks = np.zeros(len(self.peaks))
        np.maximum.at(peaks, places, errors)
        self.counts = np.bincount(places, minlength=len(peaks))
        is_off, helped = self.counts > 0, peaks <= HELPED * self.peaks
        self.stalls = np.where(is_off, np.where(helped, 0, self.stalls + 1), self.stalls)
        self.peaks = np.where(is_off & helped, peaks, self.peaks)

    def is_hopeless(self) -> np.ndarray:
        """Between which whole frames halving helps nowhere; whole numbers always jump."""
        return (not self.track.is_whole) & (self.stalls >= STALLS) & (self.counts >= MANY)

    def halve(self, off: np.ndarray) -> None:
        """Puts a point in the middle of those intervals, as far as they are long."""
        lengths = np.diff(self.points)[off]
        starts, lengths = self.points[:-1][off][lengths > SHORT], lengths[lengths > SHORT]
        middles = rounded(starts + lengths / 2)
        for part in (0.25, 0.75):  # where a jump is in the middle
            near = is_near_jump(self.track.cuts, middles)
            middles[near] = rounded(starts + lengths * part)[near]
        added = np.setdiff1d(middles[~is_near_jump(self.track.cuts, middles)], self.points)
        self.is_open = np.zeros(len(self.points) - 1, bool)
        self.is_open[off] = True
        self._take_points(np.union1d(self.points, added))
        self.is_good = not len(off)
        self.is_stuck = bool(len(off)) and not len(added)

    def begin_again(self, place: int, inside: np.ndarray) -> None:
        """Leaves only those points in an interval of `whole`."""
        self.peaks[place], self.stalls[place], self.counts[place] = np.inf, 0, 0
        low, high = self.whole[place], self.whole[place + 1]
        outside = self.points[(self.points <= low) | (self.points >= high)]
        inside = np.union1d(inside, self.kept)
        self._take_points(np.union1d(outside, inside[(inside > low) & (inside < high)]))
        first, last = np.searchsorted(self.points, (low, high))
        self.is_open[max(0, first - REACH):last + REACH] = True
        self.is_good = self.is_stuck = False

    def count_points(self) -> np.ndarray:
        """Of each interval of `whole`."""
        return np.bincount(self.place(self.points), minlength=max(0, len(self.whole) - 1))


def rounded(frames: np.ndarray) -> np.ndarray:
    """As the file can hold them."""
    return frames.astype(np.float32).astype(np.float64)
